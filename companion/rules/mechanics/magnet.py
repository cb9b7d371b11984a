"""The magnet: one own track pawn is pulled up to the field behind the next figure on the track (BD-R36..R44)."""

from collections.abc import Iterable

from companion.rules.mechanic import Use
from companion.rules.path import Walked, magnet
from companion.rules.turn import Draft, Turn, land


class Magnet(Use, frozen=True, kw_only=True, tag="magnet"):
    """No settings.  The pull is an active move: a paw reached by it counts (BD-R14)."""

    def outcomes(self, turn: Turn) -> Iterable[Draft]:
        for seat in turn.own:
            for index, place in turn.board.movable(seat):
                pull = magnet(turn.board, place)
                if isinstance(pull, Walked):
                    distance = (pull.target - place) % turn.rules.field_count
                    yield land(turn.start, seat, index, pull.target, distance)
