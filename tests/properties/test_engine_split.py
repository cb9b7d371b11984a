"""Partner 4 against an oracle that shares no code with the engine and tries every order of portions."""

import random
from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st
from rules_for_tests import rules_of, with_rules

from companion.model.notation import format_position, parse_position
from companion.model.position import Placement, Position
from companion.rules.legal import legal_plays, stages
from companion.rules.schema import checked_position

Pawn = tuple[int, int]
Pawns = dict[Pawn, int]
#: Rows of places as the engine codes them (kennel -1, goal-n -1-n), dog, wheel.
Result = tuple[tuple[tuple[int, ...], ...], int, int]
PAWS = {8, 12, 24, 28, 40, 44, 56, 60}
WHEEL = {field for sector in range(4) for field in range(16 * sector + 8, 16 * sector + 13)}


def random_position(seed: int) -> Position:
    """A crowded position: pawns near each other, starts and paws, lanes filled at random, sometimes a side done."""
    chance = random.Random(seed)
    base = chance.randrange(64)
    free = [(base + near) % 64 for near in range(chance.choice((14, 20, 40)))]
    dog = chance.choice([field for field in free if field % 16])
    free.remove(dog)
    chance.shuffle(free)
    rows = []
    for seat in range(4):
        lane = ["g1", "g2", "g3", "g4"]
        chance.shuffle(lane)
        done = chance.random() < 0.25
        row = []
        for _ in range(4):
            what = chance.random()
            if done or what < 0.15:
                row.append(lane.pop())
            elif what < 0.35 or not free:
                row.append("k")
            else:
                row.append(str(free.pop()))
        rows.append(f"{seat}:{','.join(row)}")
    line = f"v1 black_dog 4 turn={chance.randrange(4)} teams=0,1,0,1 {' '.join(rows)} dog={dog} wheel=0"
    return checked_position(*with_rules(parse_position(line)))


def oracle(position: Position) -> tuple[set[Result], set[Result]]:
    """All results of Partner 4, and all proper states on the way, by plain recursion over portions."""
    start = {
        (seat, index): place for seat, row in enumerate(position.placement.pawns) for index, place in enumerate(row)
    }
    search = Search(position.turn, position.placement.extra("dog") or 0)
    if not _complete(start):
        search.spend(start, 4, None, frozenset())
    return search.results, search.between


class Search:
    """`spend` tries every portion of every pawn and returns whether the points could be used up."""

    def __init__(self, actor: int, dog: int) -> None:
        self.actor, self.dog = actor, dog
        self.results: set[Result] = set()
        self.between: set[Result] = set()

    def spend(self, pawns: Pawns, left: int, last: Pawn | None, moved: frozenset[Pawn]) -> bool:
        if left == 0:
            self.results.update(_ends(pawns, self.dog, moved))
            return True
        helped = _done(pawns, self.actor) or _done(pawns, (self.actor + 2) % 4)
        used_up = False
        for pawn, place in pawns.items():
            if pawn == last or place == -1 or (not helped and pawn[0] % 2 != self.actor % 2):
                continue
            ways = [way for points in range(1, left + 1) for way in _ways(pawns, pawn[0], place, points)]
            after = {way: self.landed(pawns, pawn, way[-1]) for way in ways}
            usable = {way for way in ways if self.spend(after[way], left - len(way), pawn, moved | {pawn})}
            used_up |= bool(usable)
            for way in ways:
                walks_on = any(longer[: len(way)] == way and len(longer) > len(way) for longer in usable)
                lands_free = sum(stands == -1 for stands in after[way].values()) == sum(
                    stands == -1 for stands in pawns.values()
                )
                if len(way) < left and (way in usable or (walks_on and lands_free)):
                    self.between.add((_rows(after[way]), self.dog, 0))
        return used_up

    def landed(self, pawns: Pawns, pawn: Pawn, target: int) -> Pawns:
        after = dict(pawns)
        if target == self.dog:
            return after | {pawn: -1}
        for other, stands in pawns.items():
            if target >= 0 and stands == target:
                after[other] = -1
        return after | {pawn: target}


def _done(pawns: Pawns, seat: int) -> bool:
    return all(place <= -2 for (owner, _), place in pawns.items() if owner == seat)


def _complete(pawns: Pawns) -> bool:
    return any(_done(pawns, side) and _done(pawns, side + 2) for side in (0, 1))


def _rows(pawns: Pawns) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(sorted(place for (owner, _), place in pawns.items() if owner == seat)) for seat in range(4))


def _ways(pawns: Pawns, seat: int, place: int, points: int) -> list[tuple[int, ...]]:
    """Field by field, as a hand would go: along the track and, once on the start field, into the lane."""
    lane = {stands for (owner, _), stands in pawns.items() if owner == seat}
    ways: list[tuple[int, ...]] = [()]
    for _ in range(points):
        longer = []
        for way in ways:
            here = way[-1] if way else place
            if here >= 0:
                longer.append((*way, (here + 1) % 64))
            if here == 16 * seat and way:
                longer.append((*way, -2))
            if -5 < here <= -2:
                longer.append((*way, here - 1))
        ways = longer
    return [way for way in ways if not any(there in lane if there <= -2 else _blocker(pawns, there) for there in way)]


def _blocker(pawns: Pawns, field: int) -> bool:
    return field % 16 == 0 and any(stands == field and owner == field // 16 for (owner, _), stands in pawns.items())


def _ends(pawns: Pawns, dog: int, moved: frozenset[Pawn]) -> Iterator[Result]:
    if _complete(pawns) or not any(pawns[pawn] in PAWS for pawn in moved):
        yield _rows(pawns), dog, 0
        return
    for turn in (1, -1):
        carried = {pawn: (place + 16 * turn) % 64 if place in WHEEL else place for pawn, place in pawns.items()}
        yield _rows(carried), (dog + 16 * turn) % 64 if dog in WHEEL else dog, turn % 4


def _result(placement: Placement) -> Result:
    return placement.pawns, placement.extra("dog") or 0, placement.extra("wheel") or 0


@settings(deadline=None, max_examples=4)
@given(st.integers(0, 2**32 - 1))
def test_partner_4_equals_brute_force(seed: int) -> None:
    """BD-R58 to BD-R71: the same results and the same states on the way, none more and none less."""
    position = random_position(seed)
    results, between = oracle(position)
    assert {_result(play.result) for play in legal_plays(rules_of(position), position, "partner4")} == results, (
        format_position(position)
    )
    spent = {
        _result(stage.placement)
        for stage in stages(rules_of(position), position, "partner4")
        if stage.missing == "spend_points"
    }
    assert spent == between, format_position(position)
