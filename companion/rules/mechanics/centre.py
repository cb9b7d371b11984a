"""The centre: a pawn on a door goes in, a pawn inside goes out to a door; the card is spent on it (TK-R15..R20)."""

from collections.abc import Iterable, Iterator
from typing import ClassVar

from companion.model.places import CENTRE, Place
from companion.rules.faults.fault import BoardChange, Fault, Fit, Moved, fault, not_one_pawn
from companion.rules.flat.codes import Opcode
from companion.rules.mechanic import Use
from companion.rules.moves.path import may_not_take
from companion.rules.moves.turn import Draft, Turn, jump
from companion.rules.settings import CentreRules


class Centre(Use, frozen=True, kw_only=True, tag="centre"):
    """No settings: the doors are the game's.  One pawn at a time; a newcomer captures (TK-R16, ST-R07)."""

    opcode: ClassVar[Opcode] = Opcode.DOOR

    def outcomes(self, turn: Turn) -> Iterable[Draft]:
        for seat in turn.own:
            for index, place in turn.board.movable(seat):
                for target in self._targets(turn, seat, place):
                    if may_not_take(turn.board, seat, target) is None:
                        yield jump(turn.start, seat, index, target)

    def faults(self, turn: Turn, change: BoardChange) -> Iterable[Fault]:
        centre = turn.rules.centre
        if centre is None:
            return
        for move in change.walked:
            if CENTRE in (move.origin, move.target):
                yield from not_one_pawn(turn, change.walked)
                if move.seat in turn.own:
                    yield self._fault(turn, centre, change, move)

    def fits(self, turn: Turn, move: Moved) -> bool:
        return move.seat in turn.own and CENTRE in (move.origin, move.target)

    def _fault(self, turn: Turn, centre: CentreRules, change: BoardChange, move: Moved) -> Fault:
        """Returns the fault of a jump from or to a field that is no door, or onto a pawn that may not be captured."""
        if move.target == CENTRE and move.origin not in turn.rules.doors:
            if any(_walks_to_door(change, move, Place(door)) for door in turn.rules.doors):
                return fault("TK-R19", "centre_stop_first", move, Fit.ONE_RULE, door=centre.door)
            return fault(centre.entering, "centre_from_door", move, Fit.WRONG_LENGTH, door=centre.door)
        if move.origin == CENTRE and move.target not in exits(turn, move.seat):
            return fault(centre.leaving, "centre_to_door", move, Fit.WRONG_LENGTH, door=centre.door)
        ruling = may_not_take(turn.board, move.seat, move.target)
        return fault(ruling or "CORE-R31", "own_team_spared", move, Fit.ONE_RULE)

    def _targets(self, turn: Turn, seat: int, place: Place) -> Iterator[Place]:
        if place in turn.rules.doors:
            yield CENTRE
        elif place == CENTRE:
            yield from (Place(door) for door in exits(turn, seat))


def exits(turn: Turn, seat: int) -> tuple[int, ...]:
    """Returns the doors by which a pawn of `seat` may leave the centre; blockers do not matter (TK-R17, ST-R08)."""
    rules = turn.rules
    if rules.centre is None or rules.centre.exit == "any":
        return rules.doors
    return (rules.board_tables.exits[seat],)


def _walks_to_door(change: BoardChange, move: Moved, door: Place) -> bool:
    """Returns whether the card could also have walked the pawn to a door.

    From there it must not go on at once (TK-R19).
    """
    walked = Moved(move.seat, move.origin, door)
    return change.could_move(change.card, walked)
