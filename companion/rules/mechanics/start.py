"""Starting: a pawn comes out of the kennel onto its own start field (CORE-R28, CORE-R09)."""

from collections.abc import Iterable

from companion.rules.mechanic import Use
from companion.rules.turn import Draft, Turn, start_pawn


class Start(Use, frozen=True, kw_only=True, tag="start"):
    """No settings.  A foreign pawn on the start field is captured (CORE-R08), an own one forbids it (CORE-R09)."""

    def outcomes(self, turn: Turn) -> Iterable[Draft]:
        for seat in turn.own:
            index = turn.board.waiting(seat)
            if index is not None and turn.board.occupied.get(turn.rules.starts[seat]) != seat:
                yield start_pawn(turn.start, seat, index)
