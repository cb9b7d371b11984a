"""Special fields: a move to one may let the player draw a card; a citizen may jump to the next one (ROY-R16..R22)."""

from collections.abc import Iterable, Iterator
from typing import ClassVar, Self

from msgspec.structs import replace

from companion.model.places import Place
from companion.model.play import Play, StepKind
from companion.rules.faults.fault import BoardChange, Fault, Fit, Moved, fault
from companion.rules.mechanic import Effect
from companion.rules.moves.turn import Draft, Turn, jump


class SpecialField(Effect, frozen=True, kw_only=True, tag="special_field"):
    """`fields` are offsets within every sector.  The jump draws nothing again (ROY-R18) and is the player's choice."""

    fields: tuple[int, ...]

    missing: ClassVar[str] = "jump"
    lets_draw: ClassVar[bool] = True

    def watched_offsets(self) -> tuple[int, ...]:
        return self.fields

    def mirrored(self, sector_length: int) -> Self:
        return replace(self, fields=tuple(-offset % sector_length for offset in self.fields))

    def pending(self, turn: Turn, draft: Draft) -> bool:  # noqa: ARG002 - the same for every player
        return bool(draft.landed)

    def outcomes(self, turn: Turn, draft: Draft) -> Iterable[Draft]:
        drawn = replace(draft, draws=draft.draws + 1)
        yield drawn
        for seat, field in draft.landed:
            place = Place(field)
            index = draft.board.rank(seat, place)
            if turn.rules.ranks[index].jumps:
                yield from (jump(drawn, seat, index, target) for target in self._next_free(turn, draft, place))

    def _next_free(self, turn: Turn, draft: Draft, place: Place) -> Iterator[Place]:
        """Yields the next free special field clockwise, if any (ROY-R17)."""
        count = turn.rules.field_count
        fields = sorted(turn.rules.watched, key=lambda field: (field - place) % count)
        free = [Place(field) for field in fields if field not in draft.board.occupied]
        yield from free[:1]

    def faults(self, turn: Turn, change: BoardChange, plays: tuple[Play, ...]) -> Iterable[Fault]:
        """Yields the fault of a pawn that went on from the special field where its play ended to another one."""
        if len(change.walked) != 1:
            return
        move = change.walked[0]
        rank = turn.board.rank(move.seat, move.origin)
        if any(play.result.pawns[move.seat][rank] == move.target for play in plays):
            return
        for play in plays:
            step = play.steps[-1]
            landed = step.kind is StepKind.ADVANCE and step.target in turn.rules.watched
            if landed and (step.seat, step.origin) == (move.seat, move.origin) and move.target in turn.rules.watched:
                yield self._jump_fault(turn, move)

    def _jump_fault(self, turn: Turn, move: Moved) -> Fault:
        if not turn.rules.ranks[turn.board.rank(move.seat, move.origin)].jumps:
            return fault("ROY-R16", "only_citizens_jump", move, Fit.ONE_RULE)
        return fault("ROY-R17", "jump_to_next_free", move, Fit.ONE_RULE)
