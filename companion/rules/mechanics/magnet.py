"""The magnet: one own track pawn is pulled up to the field behind the next figure on the track (BD-R36..R44)."""

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from companion.model.places import Place, is_goal
from companion.model.play import Step, StepKind
from companion.rules.faults.fault import BoardChange, Fault, Fit, Moved, fault, not_one_pawn, off_the_track
from companion.rules.flat.codes import Opcode, UseCode, flags_of
from companion.rules.mechanic import Use
from companion.rules.moves.path import Blocked, Walked, magnet
from companion.rules.moves.turn import Draft, Turn, land


class Magnet(Use, frozen=True, kw_only=True, tag="magnet"):
    """The pull is an active move: a paw or special field reached by it counts (BD-R14, ROY-R21).

    `zero`: a pawn directly behind another one may be named too; it stays where it is (ROY-R33).
    """

    zero: bool = False

    opcode: ClassVar[Opcode] = Opcode.PULL

    def code(self) -> UseCode:
        return UseCode(self.opcode, flags=flags_of(self.zero))

    def outcomes(self, turn: Turn) -> Iterable[Draft]:
        for seat in turn.own:
            for index, place in turn.board.movable(seat):
                pull = magnet(turn.board, place)
                if isinstance(pull, Walked):
                    distance = (pull.target - place) % turn.rules.field_count
                    yield land(turn.start, seat, index, pull.target, distance)
                elif self.zero and pull.target == place:
                    stays = Step(kind=StepKind.VOID, seat=seat, origin=place, target=place)
                    yield replace(turn.start, steps=(stays,))

    def faults(self, turn: Turn, change: BoardChange) -> Iterable[Fault]:
        who = list(not_one_pawn(turn, change.walked))
        return who or [_pull_fault(turn, move) for move in change.walked if move.seat in turn.own]

    def fits(self, turn: Turn, move: Moved) -> bool:
        return move.seat in turn.own and move.origin >= 0 and move.target >= 0


def _pull_fault(turn: Turn, move: Moved) -> Fault:
    """Returns the fault of a pawn that the magnet should have pulled up behind the next figure (BD-R36..R44)."""
    odd = off_the_track(turn, move)
    if odd is not None:
        return odd
    if is_goal(move.origin):
        return fault("BD-R42", "magnet_in_lane", move, Fit.ONE_RULE)
    if is_goal(move.target):
        return fault("BD-R39", "magnet_into_lane", move, Fit.WRONG_LENGTH)
    pull = magnet(turn.board, move.origin)
    count = turn.rules.field_count
    went = (move.target - move.origin) % count
    if isinstance(pull, Blocked) and pull.target is None:
        return fault(pull.ruling, "magnet_alone", move, Fit.WRONG_LENGTH)
    reach = 0 if isinstance(pull, Blocked) or pull.target is None else (pull.target - move.origin) % count
    if went > reach and count - went < went - reach:
        return fault("CORE-R30", "backward", move, Fit.WRONG_KIND, went=count - went)
    if isinstance(pull, Blocked):
        return fault(pull.ruling, "magnet_nothing_to_pull", move, Fit.WRONG_LENGTH)
    return _length_fault(turn, move, went, reach)


def _length_fault(turn: Turn, move: Moved, went: int, reach: int) -> Fault:
    """Returns the fault of a pawn that stopped short of the field behind the next figure, or on or past the figure."""
    ahead = Place((move.origin + reach + 1) % turn.rules.field_count)
    if went < reach:
        return fault(_stopped_by(turn, ahead), "magnet_short", move, Fit.WRONG_LENGTH, went=went, wanted=reach)
    if went == reach + 1:
        return fault("BD-R44", "magnet_captures_not", move, Fit.WRONG_LENGTH, wanted=reach)
    return fault(_stopped_by(turn, ahead), "magnet_passed", move, Fit.WRONG_LENGTH, wanted=reach)


def _stopped_by(turn: Turn, ahead: Place) -> str:
    """Returns the ruling by which the figure ahead stops the magnet.

    It is a blocker, a guest on a start field, or any other figure.
    """
    holder = turn.board.occupied.get(ahead)
    if holder is None or ahead not in turn.rules.owner:
        return "BD-R36"
    return "BD-R37" if turn.board.is_blocker(holder, ahead) else "BD-R38"
