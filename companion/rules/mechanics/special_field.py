"""Special fields: who moves a pawn there may draw a card; a citizen may jump to the next one (ROY-R16..R22)."""

from collections.abc import Iterable, Iterator
from typing import ClassVar

from companion.model.places import Place
from companion.rules.mechanic import Effect
from companion.rules.turn import Draft, Turn, jump


class SpecialField(Effect, frozen=True, kw_only=True, tag="special_field"):
    """`fields` are offsets within every sector.  The jump draws nothing again (ROY-R18) and is the player's choice."""

    fields: tuple[int, ...]

    missing: ClassVar[str] = "jump"
    lets_draw: ClassVar[bool] = True

    def watched_offsets(self) -> tuple[int, ...]:
        return self.fields

    def pending(self, turn: Turn, draft: Draft) -> bool:  # noqa: ARG002 - the same for every player
        return bool(draft.landed)

    def outcomes(self, turn: Turn, draft: Draft) -> Iterable[Draft]:
        drawn = draft._replace(draws=draft.draws + 1)
        yield drawn
        for seat, field in draft.landed:
            place = Place(field)
            index = draft.board.rank(seat, place)
            if turn.rules.ranks[index].jumps:
                yield from (jump(drawn, seat, index, target) for target in self._next_free(turn, draft, place))

    def _next_free(self, turn: Turn, draft: Draft, place: Place) -> Iterator[Place]:
        """The next special field clockwise that nobody stands on, if any (ROY-R17)."""
        count = turn.rules.field_count
        fields = sorted(turn.rules.watched, key=lambda field: (field - place) % count)
        free = [Place(field) for field in fields if field not in draft.board.occupied]
        yield from free[:1]
