"""The 7: points for own pawns, in DOG burning the pawns they pass, the rest for the partner (DOG-R01..R12, TK-R08)."""

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, Literal

from msgspec.structs import replace

from companion.model.places import Place, is_goal
from companion.model.play import Capture
from companion.rules.faults.fault import BoardChange, Fault, Fit, Moved, fault, fields_between
from companion.rules.faults.points_faults import (
    CAPTURED_CANNOT_MOVE,
    POINTS_LEFT,
    brought_home,
    points_faults,
    properly_walked,
)
from companion.rules.faults.walk_faults import OTHER_CODE
from companion.rules.flat.codes import Opcode, UseCode, flags_of
from companion.rules.moves.board import Board
from companion.rules.moves.portions import Ends, Pawn, Portion, Walk
from companion.rules.moves.turn import Landed, Turn
from companion.rules.points import Memory, Mover, PointsUse


class Seven(PointsUse, frozen=True, kw_only=True, tag="seven"):
    """`burns`: all pawns on the fields walked over go home, own pawns too, but none in a lane (DOG-R03..R06).

    `portions`: at most so many, 0 = any number (TK-R08).  `revisit`: a pawn may take two separate ones (DOG-R02).
    `rest_to_partner`: the partners' pawns take the rest once the own last pawn came home with this card (DOG-R08,
    TK-R10); "only-if-no-fit" only if no other card of the hand brings it home (`last_resort`).  Not without
    `help_same_card` (CORE-R17).  `partner_pawns`: they take points at any time (DOG-R12).
    """

    points: int = 7
    burns: bool = False
    portions: int = 0
    revisit: bool = True
    rest_to_partner: Literal["always", "only-if-no-fit", "never"] = "always"
    partner_pawns: bool = False
    help_same_card: bool = True

    opcode: ClassVar[Opcode] = Opcode.SEVEN

    def code(self) -> UseCode:
        flags = flags_of(self.burns, self.revisit, self._helps, self.partner_pawns)
        return UseCode(self.opcode, flags=flags, points=self.points, portions=self.portions)

    @property
    def _helps(self) -> bool:
        return self.rest_to_partner != "never" and self.help_same_card

    def movers(self, turn: Turn, board: Board) -> list[Mover]:
        return [(seat, index, place, True) for seat in self._seats(turn, board) for index, place in board.movable(seat)]

    def _seats(self, turn: Turn, board: Board) -> tuple[int, ...]:
        """Returns the seats whose pawns may take points at this stage."""
        mates = turn.rules.mates[turn.actor]
        if self.partner_pawns and mates:
            return (turn.actor, *mates)
        if turn.own == (turn.actor,) and self._helps and mates and board.is_done(turn.actor):
            return mates
        return turn.own

    @property
    def rest_needs_no_fit(self) -> bool:
        return self.rest_to_partner == "only-if-no-fit" and self._helps and not self.partner_pawns

    def faults(self, turn: Turn, change: BoardChange) -> Iterable[Fault]:
        mates = turn.rules.mates[turn.actor]
        home = brought_home(turn, change)
        owners = (*turn.own, *mates) if home and self._helps else self._seats(turn, turn.board)
        walkers = [move for move in change.walked if move.seat in owners]
        crowded = self._is_crowded(turn, change, owners, len(walkers))
        if crowded:
            yield fault("TK-R08", "seven_too_many_pawns", walkers[-1], Fit.ONE_RULE, count=self.portions)
        for found in points_faults(turn, change, self, owners):
            if found.code == "partner_not_yet" and home and self.rest_to_partner == "never":
                yield fault("DOG-R08", "seven_no_rest", found.move, Fit.ONE_RULE)
            elif found.code == "partner_not_yet" and home:
                yield fault("CORE-R17", "help_next_card", found.move, Fit.ONE_RULE)
            elif found.code == "partner_not_yet":
                yield fault("DOG-R12", "seven_own_pawns", found.move, found.fit)
            elif crowded and found.code in (OTHER_CODE, CAPTURED_CANNOT_MOVE):
                continue
            elif self.portions and found.code == OTHER_CODE:
                # the pawns that went have used up the portions
                went = sum(fields_between(turn.board, move) or 0 for move in walkers)
                yield fault("CORE-R10", POINTS_LEFT, found.move, Fit.WRONG_LENGTH, went=went, wanted=str(self.points))
            elif found.code == CAPTURED_CANNOT_MOVE and self.burns and found.move is not None:
                own = found.move.seat in turn.own
                yield fault("DOG-R04" if own else "CORE-R15", "burned_cannot_move", found.move, found.fit)
            else:
                yield found

    def _is_crowded(self, turn: Turn, change: BoardChange, owners: Sequence[int], walkers: int) -> bool:
        """Returns whether too many pawns took points; one that made room in the lane is not among the `walkers`."""
        if not self.portions or walkers > self.portions:
            return bool(self.portions)
        freely = replace(self, portions=0)
        return properly_walked(turn, change, freely, owners) and not properly_walked(turn, change, self, owners)

    def spares(self, turn: Turn, move: Moved, *, passed: bool) -> Fault | None:
        if not self.burns:
            return super().spares(turn, move, passed=passed)
        return fault("DOG-R06", "seven_spares_lane", move, Fit.ONE_RULE) if is_goal(move.origin) else None

    def walks(self, board: Board, seat: int, index: int, ends: Ends) -> Iterator[Walk]:
        if not self.burns:
            yield from super().walks(board, seat, index, ends)
            return
        origin = board.pawns[seat][index]
        met = _met(board, origin, ends[-1][0])
        to_foot = board.rules.board_tables.to_foot[seat * board.rules.field_count + origin] if met else 0
        for value, target in ends:
            walked = min(value, to_foot) if is_goal(target) else value
            burned = tuple(capture for distance, capture in met if distance <= walked)
            yield Walk(value, target, target, burned)

    def landed(self, board: Board, landed: Landed, portion: Portion) -> Landed:
        return landed if self.burns else super().landed(board, landed, portion)

    @property
    def counts_portions(self) -> bool:
        return bool(self.portions) or not self.revisit

    def remembers(self, memory: Memory, before: Pawn, after: Pawn) -> Memory | None:
        if not self.counts_portions:
            return memory
        count, walked = memory
        if (self.portions and count >= self.portions) or (not self.revisit and before in walked):
            return None
        return count + 1, (walked - {before}) | {after}

    def is_last(self, memory: Memory) -> bool:
        return bool(self.portions) and memory[0] + 1 >= self.portions

    def passes_through(self, target: Place) -> bool:  # noqa: ARG002 - whom it passes it burns anyway
        return self.burns


def _met(board: Board, origin: Place, most: int) -> list[tuple[int, Capture]]:
    """Returns all pawns on the next `most` fields of the track, with the distance; a pawn in the lane meets nobody."""
    if origin < 0:
        return []
    occupied = board.occupied
    return [
        (distance, Capture(seat=occupied[field], place=field))
        for distance, field in enumerate(board.rules.board_tables.ahead(origin, most), 1)
        if field in occupied
    ]
