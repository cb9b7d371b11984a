"""Walking: one own pawn goes forward by exactly one of the card's values (CORE-R10, CORE-R29, CORE-R30)."""

from collections.abc import Iterable, Iterator
from typing import ClassVar

from companion.rules.faults.fault import BoardChange, Fault, Fit, Moved, fault
from companion.rules.faults.walk_faults import fits_forward, forward_faults
from companion.rules.flat.codes import Opcode, UseCode, bits_of, flags_of
from companion.rules.mechanic import Use
from companion.rules.moves.ranks import rank_of
from companion.rules.moves.turn import Draft, Turn, advances


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
    refutes: ClassVar[frozenset[str]] = frozenset({"only_backward"})

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
