"""The centre: a pawn on a door goes in, a pawn inside goes out to a door; the card is spent on it (TK-R15..R20)."""

from collections.abc import Iterable, Iterator

from companion.model.places import CENTRE, Place
from companion.rules.mechanic import Use
from companion.rules.path import may_not_take
from companion.rules.turn import Draft, Turn, jump


class Centre(Use, frozen=True, kw_only=True, tag="centre"):
    """No settings: the doors are the game's.  One pawn at a time; a newcomer captures (TK-R16, ST-R07)."""

    def outcomes(self, turn: Turn) -> Iterable[Draft]:
        for seat in turn.own:
            for index, place in turn.board.movable(seat):
                for target in self._targets(turn, seat, place):
                    if may_not_take(turn.board, seat, target) is None:
                        yield jump(turn.start, seat, index, target)

    def _targets(self, turn: Turn, seat: int, place: Place) -> Iterator[Place]:
        if place in turn.rules.doors:
            yield CENTRE
        elif place == CENTRE:
            yield from (Place(door) for door in exits(turn, seat))


def exits(turn: Turn, seat: int) -> tuple[int, ...]:
    """The doors by which a pawn of `seat` may leave the centre; blockers do not matter (TK-R17, ST-R08)."""
    rules = turn.rules
    if rules.centre is None or rules.centre.exit == "any":
        return rules.doors
    return ((rules.starts[seat] + rules.centre.door) % rules.field_count,)
