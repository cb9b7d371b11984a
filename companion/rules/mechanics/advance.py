"""Walking: one pawn goes forward by exactly one of the card's values (CORE-R10, CORE-R29, CORE-R30).

Beside the plain walk of an own pawn: one that sends home everybody on its way, and one of anybody's pawn.
"""

from collections.abc import Iterable, Iterator
from typing import ClassVar, Literal

from msgspec.structs import replace

from companion.model.places import is_goal
from companion.rules.faults.fault import BoardChange, Fault, Fit, Moved, fault
from companion.rules.faults.walk_faults import OTHER_CODE, fits_forward, forward_faults
from companion.rules.flat.codes import Opcode, UseCode, bits_of, flags_of
from companion.rules.mechanic import Use
from companion.rules.moves.path import reach
from companion.rules.moves.ranks import rank_of
from companion.rules.moves.turn import Draft, Turn, advances, land, sweep


class Advance(Use, frozen=True, kw_only=True, tag="advance"):
    """`values` are alternatives: 1/11 is one function only, never both (BD-R83).

    `ignores_rank`: a green card, which suspends the order of ranks (ROY-R03).  `start_card`: a card that also brings
    pawns in; with `start_cards_move_kings` off no pawn that is bound to certain values walks by it (ROY-R06).
    """

    values: tuple[int, ...]
    ignores_rank: bool = False
    start_card: bool = False
    start_cards_move_kings: bool = True

    opcode: ClassVar[Opcode] = Opcode.WALK
    refutes: ClassVar[frozenset[str]] = frozenset({"only_backward", "skip_moves_nothing"})

    def code(self) -> UseCode:
        kings_stay = self.start_card and not self.start_cards_move_kings
        return UseCode(self.opcode, bits_of(self.values), flags_of(self.ignores_rank, kings_stay))

    def outcomes(self, turn: Turn) -> Iterable[Draft]:
        drafts = (draft for _, draft in advances(turn, self.values, ignores_rank=self.ignores_rank))
        if self.start_card and not self.start_cards_move_kings:
            return self._without_kings(turn, drafts)
        return drafts

    def faults(self, turn: Turn, change: BoardChange) -> Iterable[Fault]:
        if self.start_card and not self.start_cards_move_kings:
            for move in change.walked:
                if self.fits(turn, move) and rank_of(turn.board, move.seat, move.origin).values:
                    yield fault("ROY-R06", "king_start_card", move, Fit.ONE_RULE)
        yield from forward_faults(turn, change, self.values, ignores_rank=self.ignores_rank)

    def counts(self) -> tuple[int, ...]:
        return self.values

    def fits(self, turn: Turn, move: Moved) -> bool:
        return fits_forward(turn, move, self.values)

    def _without_kings(self, turn: Turn, drafts: Iterable[Draft]) -> Iterator[Draft]:
        for draft in drafts:
            step = draft.steps[-1]
            if step.seat is None or not rank_of(turn.board, step.seat, step.origin).values:
                yield draft


class Sweep(Use, frozen=True, kw_only=True, tag="sweep"):
    """`values` as in a walk.  `takes_team`: pawns of the own team on the way go home too (JK-R14).

    Blockers stop it as they stop every walk; nobody in a lane is taken.
    """

    values: tuple[int, ...]
    takes_team: bool = True

    opcode: ClassVar[Opcode] = Opcode.WALK
    refutes: ClassVar[frozenset[str]] = frozenset({"only_backward"})

    def code(self) -> UseCode:
        return UseCode(self.opcode, bits_of(self.values), flags_of(False, False, True, not self.takes_team))

    def outcomes(self, turn: Turn) -> Iterator[Draft]:
        board = turn.board
        for seat in turn.own:
            spared = self._spared(turn, seat)
            for index, place in board.movable(seat):
                for value in self.values:
                    for target in reach(board, seat, place, value):
                        yield sweep(turn.start, seat, index, target, value, spared)

    def faults(self, turn: Turn, change: BoardChange) -> Iterable[Fault]:
        return forward_faults(turn, change, self.values)

    def counts(self) -> tuple[int, ...]:
        return self.values

    def fits(self, turn: Turn, move: Moved) -> bool:
        return fits_forward(turn, move, self.values)

    def spares(self, turn: Turn, move: Moved, *, passed: bool) -> Fault | None:
        if is_goal(move.origin):
            return fault("DOG-R06", "seven_spares_lane", move, Fit.ONE_RULE)
        if passed and move.seat in self._spared(turn, turn.own[0]):
            return fault("JK-R14", "sweep_spares_team", move, Fit.ONE_RULE)
        return None

    def _spared(self, turn: Turn, seat: int) -> tuple[int, ...]:
        return () if self.takes_team else (seat, *turn.rules.mates[seat])


class WalkAny(Use, frozen=True, kw_only=True, tag="walk_any"):
    """`values` as in a walk; `whose` pawns: of the player's "team", of "any" player, or of "others" alone.

    A pawn that is not the player's own stays where it is a blocker, and an opponent's goes on the track alone: neither
    into its lane nor on within it (JK-R12).
    """

    values: tuple[int, ...]
    whose: Literal["team", "any", "others"] = "any"

    opcode: ClassVar[Opcode] = Opcode.WALK
    refutes: ClassVar[frozenset[str]] = frozenset({"only_backward"})

    def code(self) -> UseCode:
        team, others = self.whose == "team", self.whose == "others"
        flags = flags_of(False, False, False, False, team, not team, others)
        return UseCode(self.opcode, bits_of(self.values), flags)

    def outcomes(self, turn: Turn) -> Iterator[Draft]:
        board = turn.board
        for seat in self.owners(turn):
            lane = not self._is_opponent(turn, seat)
            for index, place in board.movable(seat):
                if seat not in turn.own and board.is_blocker(seat, place):
                    continue
                for value in self.values:
                    for target in reach(board, seat, place, value, lane=lane):
                        yield land(turn.start, seat, index, target, value)

    def owners(self, turn: Turn) -> tuple[int, ...]:
        """Returns the player's own seats, then the others' in the order of the seats."""
        team = (turn.actor, *turn.rules.mates[turn.actor])
        everybody = range(len(turn.rules.seats))
        others = (seat for seat in everybody if seat not in turn.own and (self.whose != "team" or seat in team))
        return tuple(others) if self.whose == "others" else (*turn.own, *others)

    def faults(self, turn: Turn, change: BoardChange) -> Iterable[Fault]:
        owners = self.owners(turn)
        for move in change.walked:
            if move.seat in owners and move.seat not in turn.own and turn.board.is_blocker(move.seat, move.origin):
                yield fault("BD-R63", "points_blocker_stays", move, Fit.ONE_RULE)
            elif self._is_opponent(turn, move.seat) and is_goal(move.origin):
                yield fault("CORE-R31", OTHER_CODE, move, Fit.ONE_RULE)
            elif self._is_opponent(turn, move.seat) and is_goal(move.target):
                yield fault("BD-R64", "points_lane_closed", move, Fit.ONE_RULE)
        yield from forward_faults(replace(turn, own=owners), change, self.values)

    def counts(self) -> tuple[int, ...]:
        return self.values

    def fits(self, turn: Turn, move: Moved) -> bool:
        return fits_forward(replace(turn, own=self.owners(turn)), move, self.values)

    def _is_opponent(self, turn: Turn, seat: int) -> bool:
        return seat != turn.actor and seat not in turn.rules.mates[turn.actor]
