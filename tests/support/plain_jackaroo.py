"""Jackaroo played by a plain search, written from docs/reference/rules/jackaroo.md and from nothing else.

A board is a row of places by seat: a track field, `HOME`, or `LANE` + 1 to 4.  Walks go field by field.
"""

import random
from collections.abc import Iterator

HOME, LANE, FIELDS, SECTOR, PAWNS = -1, 1000, 72, 18, 4
Row = tuple[int, ...]
Rows = tuple[Row, ...]
VALUES = {"2": 2, "3": 3, "6": 6, "8": 8, "9": 9, "10": 10, "Q": 12}
CARDS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


class PlainJackaroo:
    """The game by some of its switches."""

    def __init__(self, **switches: object) -> None:
        self.foot = int(str(switches.get("lane_offset", 0)))
        self.pass_own = bool(switches.get("pass_own", False))
        self.jack_walks = bool(switches.get("jack_walks", False))
        self.parts = int(str(switches.get("seven_parts", 2))) or 7
        self.throws = bool(switches.get("ten_throws", True))
        self.team_only = switches.get("five", "any") == "team"
        self.king_takes_team = bool(switches.get("king_takes_team", True))

    def ends(self, rows: Rows, turn: int, card: str) -> set[Rows]:
        """The boards to which the card leads."""
        partner = (turn + 2) % 4
        hand = partner if is_home(rows[turn]) else turn
        found: list[Rows] = []
        if card in ("A", "K"):
            found += self.out(rows, hand)
        for value in (1, 11) if card == "A" else (VALUES[card],) if card in VALUES else ():
            found += [end for place in rows[hand] for end in self.walked(rows, hand, place, value)]
        if card == "K":
            found += [end for place in rows[hand] for end in self.walked(rows, hand, place, 13, sweeps=True)]
        if card == "4":
            found += [end for place in rows[hand] for end in self.back(rows, hand, place, 4)]
        if card == "5":
            found += self.anybody(rows, turn, hand)
        if card == "7":
            found += self.shared(rows, turn, hand, 7, 0, None)
        if card == "J":
            found += self.swapped(rows, hand)
            if self.jack_walks:
                found += [end for place in rows[hand] for end in self.walked(rows, hand, place, 11)]
        if card == "10" and self.throws:
            found.append(rows)
        return {tuple(tuple(sorted(row)) for row in end) for end in found}

    def out(self, rows: Rows, seat: int) -> Iterator[Rows]:
        start = seat * SECTOR
        if HOME in rows[seat] and start not in rows[seat]:
            yield put(taken(rows, start), seat, HOME, start)

    def walked(
        self, rows: Rows, seat: int, place: int, count: int, *, sweeps: bool = False, lane: bool = True
    ) -> Iterator[Rows]:
        for way in self.ways(rows, seat, place, count, lane=lane):
            cleared = taken(rows, way[-1])
            for field in way[:-1] if sweeps else ():
                spared = {seat, (seat + 2) % 4} if not self.king_takes_team else set()
                cleared = taken(cleared, field, spared)
            yield put(cleared, seat, place, way[-1])

    def ways(self, rows: Rows, seat: int, place: int, count: int, *, lane: bool) -> Iterator[list[int]]:
        """The fields of each walk, one after another."""
        if place == HOME or (place > LANE and not lane):
            return
        start = seat * SECTOR
        foot = (start + self.foot) % FIELDS
        begun: list[list[int]] = [[]]
        for step in range(1, count + 1):
            longer: list[list[int]] = []
            for way in begun:
                here = way[-1] if way else place
                turns_in = here == foot and lane and not (step == 1 and here == start == foot)
                nexts = [here + 1] if here > LANE else [(here + 1) % FIELDS, *([LANE + 1] if turns_in else [])]
                for field in nexts:
                    if self.may_step(rows, seat, field, last=step == count):
                        longer.append([*way, field])
            begun = longer
        yield from begun

    def may_step(self, rows: Rows, seat: int, field: int, *, last: bool) -> bool:
        if field > LANE:
            return field <= LANE + PAWNS and field not in rows[seat]
        if is_guarded(rows, field):
            return False
        return last or self.pass_own or field not in rows[seat]

    def back(self, rows: Rows, seat: int, place: int, count: int) -> Iterator[Rows]:
        if not 0 <= place < FIELDS:
            return
        way = [(place - step) % FIELDS for step in range(1, count + 1)]
        if all(self.may_step(rows, seat, field, last=field == way[-1]) for field in way):
            yield put(taken(rows, way[-1]), seat, place, way[-1])

    def anybody(self, rows: Rows, turn: int, hand: int) -> Iterator[Rows]:
        team = (turn, (turn + 2) % 4)
        for seat in range(4):
            if self.team_only and seat not in team:
                continue
            for place in rows[seat]:
                if seat == hand or place != seat * SECTOR:
                    yield from self.walked(rows, seat, place, 5, lane=seat in team)

    def shared(
        self, rows: Rows, turn: int, hand: int, points: int, portion: int, last: tuple[int, int] | None
    ) -> Iterator[Rows]:
        """A portion of the points, then the rest by another pawn."""
        if not points:
            yield rows
        if not points or portion == self.parts:
            return
        seat = (turn + 2) % 4 if is_home(rows[turn]) else hand
        for place in rows[seat]:
            for count in range(1, points + 1) if (seat, place) != last else ():
                for way in self.ways(rows, seat, place, count, lane=True):
                    after = put(taken(rows, way[-1]), seat, place, way[-1])
                    yield from self.shared(after, turn, hand, points - count, portion + 1, (seat, way[-1]))

    def placed(self, rows: Rows, hand: int, others: tuple[int, ...], *, from_home: bool) -> Iterator[Rows]:
        """An own pawn goes where another player's stands (PJ-R01, PJ-R02)."""
        for own in rows[hand]:
            for other in others:
                for foreign in rows[other]:
                    there = 0 <= foreign < FIELDS and not is_guarded(rows, foreign)
                    if there and (0 <= own < FIELDS or (own == HOME and from_home)):
                        yield put(put(rows, other, foreign, HOME), hand, own, foreign)

    def paired(self, rows: Rows, hand: int, points: int) -> Iterator[Rows]:
        """One own pawn goes forward and another one back, either first (PJ-R03, PJ-R04)."""
        for count in range(1, points):
            for first in rows[hand]:
                for way in self.ways(rows, hand, first, count, lane=True):
                    between = put(taken(rows, way[-1]), hand, first, way[-1])
                    for second in without(between[hand], way[-1]):
                        yield from self.back(between, hand, second, points - count)
                for between in self.back(rows, hand, first, count):
                    for second in without(between[hand], (first - count) % FIELDS):
                        yield from self.walked(between, hand, second, points - count)

    def swapped(self, rows: Rows, hand: int) -> Iterator[Rows]:
        for own in rows[hand]:
            for other in range(4):
                for foreign in rows[other] if other != hand else ():
                    if all(0 <= place < FIELDS and not is_guarded(rows, place) for place in (own, foreign)):
                        yield put(put(rows, hand, own, foreign), other, foreign, own)


def is_home(row: Row) -> bool:
    return all(place > LANE for place in row)


def is_guarded(rows: Rows, field: int) -> bool:
    """A pawn stands there on its own start field."""
    return field % SECTOR == 0 and field in rows[field // SECTOR]


def put(rows: Rows, seat: int, place: int, target: int) -> Rows:
    row = list(rows[seat])
    row[row.index(place)] = target
    return (*rows[:seat], tuple(row), *rows[seat + 1 :])


def without(row: Row, place: int) -> Row:
    return tuple(other for other in row if other != place)


def taken(rows: Rows, field: int, spared: set[int] | None = None) -> Rows:
    """The board without the pawn that stands on a track field: it goes home."""
    for seat, row in enumerate(rows):
        if field < FIELDS and field in row and seat not in (spared or set()):
            return put(rows, seat, field, HOME)
    return rows


def crowded(rng: random.Random) -> Rows:
    """A board whose pawns crowd on one stretch of the track, on start fields and in the lanes."""
    middle, used, rows = rng.randrange(FIELDS), set(), []
    for seat in range(4):
        row: list[int] = []
        late = rng.random() < 0.3
        for _ in range(PAWNS):
            near = (middle + rng.randint(-9, 9)) % FIELDS
            gate = (seat * SECTOR + rng.randint(-8, 2)) % FIELDS
            lane = LANE + rng.randint(1, PAWNS)
            place = rng.choice([near, gate, seat * SECTOR, HOME, lane] + [lane] * 8 * late)
            if (place > LANE and place in row) or place in used:
                place = HOME
            used |= {place} if 0 <= place < FIELDS else set()
            row.append(place)
        rows.append(tuple(sorted(row)))
    return tuple(rows)
