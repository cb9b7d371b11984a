"""Starting: a pawn comes out of the kennel onto its own start field (CORE-R28, CORE-R09)."""

from collections.abc import Iterable

from companion.model.places import Place
from companion.rules.mechanic import Use
from companion.rules.path import may_not_take
from companion.rules.turn import Draft, Turn, start_pawn


class Start(Use, frozen=True, kw_only=True, tag="start"):
    """No settings.  A foreign pawn on the start field is captured (CORE-R08), an own one forbids it (CORE-R09, ST-R23).

    Where a game remembers who came round, the own pawn that did is captured like a foreign one.
    """

    def outcomes(self, turn: Turn) -> Iterable[Draft]:
        for seat in turn.own:
            start = Place(turn.rules.starts[seat])
            if turn.board.occupied.get(start) == seat and not turn.board.came_round(seat):
                continue
            if turn.board.occupied.get(start) != seat and may_not_take(turn.board, seat, start) is not None:
                continue
            for index in turn.board.waiting(seat):
                yield start_pawn(turn.start, seat, index)
