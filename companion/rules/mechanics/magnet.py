"""The magnet: one own track pawn is pulled up to the field behind the next figure on the track (BD-R36..R44)."""

from collections.abc import Iterable

from companion.model.play import Step, StepKind
from companion.rules.mechanic import Use
from companion.rules.path import Walked, magnet
from companion.rules.turn import Draft, Turn, land


class Magnet(Use, frozen=True, kw_only=True, tag="magnet"):
    """The pull is an active move: a paw or special field reached by it counts (BD-R14, ROY-R21).

    `zero`: a pawn directly behind another one may be named too; it stays where it is (ROY-R33).
    """

    zero: bool = False

    def outcomes(self, turn: Turn) -> Iterable[Draft]:
        for seat in turn.own:
            for index, place in turn.board.movable(seat):
                pull = magnet(turn.board, place)
                if isinstance(pull, Walked):
                    distance = (pull.target - place) % turn.rules.field_count
                    yield land(turn.start, seat, index, pull.target, distance)
                elif self.zero and pull.target == place:
                    stays = Step(kind=StepKind.VOID, seat=seat, origin=place, target=place)
                    yield turn.start._replace(steps=(stays,))
