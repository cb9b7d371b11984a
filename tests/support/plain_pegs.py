"""Pegs and Jokers by brute force, written from docs/reference/rules/pegs-and-jokers.md and from nothing else.

A board is a row of places by seat: a track field, `HOME`, or `LANE` + 1 to 5.  Walks go field by field.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

HOME, LANE, SIDE, PEGS, BEFORE = -1, 1000, 18, 5, 5
Rows = tuple[tuple[int, ...], ...]
#: A peg by seat and number, and where it may be put next.
Step = Callable[[Rows, int, int], Iterator[int]]
NUMBERS = {"2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "9": 9, "10": 10, "A": 1}
FACES = {"J": 11, "Q": 12, "K": 13}
CARDS = (*NUMBERS, "7", "8", *FACES, "joker")


@dataclass(frozen=True)
class PlainPegs:
    """The game of `teams` by some of its switches."""

    teams: tuple[int, ...] = (0, 1, 0, 1)
    extra_lap: bool = True
    faces: str = "ten"
    two_swaps: bool = False
    nine_splits: bool = True

    @property
    def fields(self) -> int:
        return SIDE * len(self.teams)

    def start(self, seat: int) -> int:
        return SIDE * seat

    def door(self, seat: int) -> int:
        """The field before the lane."""
        return (self.start(seat) - BEFORE) % self.fields

    def mates(self, seat: int) -> list[int]:
        return [other for other, team in enumerate(self.teams) if other != seat and team == self.teams[seat]]

    def ends(self, rows: Rows, seat: int, card: str) -> set[Rows]:
        """The boards that the player can make of this one, rows in ascending order."""
        helped = [mate for mate in self.mates(seat) if not is_home(rows[mate])]
        owners = helped if is_home(rows[seat]) and helped else [seat]
        return {tuple(tuple(sorted(row)) for row in end) for end in self._played(rows, seat, owners, card)}

    def _played(self, rows: Rows, seat: int, owners: list[int], card: str) -> Iterator[Rows]:
        if card in FACES:
            yield from self._moved(rows, owners, self._forward(10 if self.faces == "ten" else FACES[card]))
        if card in FACES or card == "A":
            yield from self._out(rows, owners)
        if card in NUMBERS:
            yield from self._moved(rows, owners, self._forward(NUMBERS[card]))
        if card == "2" and self.two_swaps:
            yield from self._swapped(rows, owners)
        if card == "7":
            yield from self._seven(rows, seat, owners)
        if card == "8":
            yield from self._moved(rows, owners, self._backward(8))
        if card == "9" and self.nine_splits:
            for part in range(1, 9):
                yield from self._two(rows, owners, self._forward(part), self._backward(9 - part))
                yield from self._two(rows, owners, self._backward(part), self._forward(9 - part))
        if card == "joker":
            yield from self._joker(rows, owners)

    def _moved(self, rows: Rows, owners: list[int], step: Step) -> Iterator[Rows]:
        for owner in owners:
            for peg in range(PEGS):
                for place in step(rows, owner, peg):
                    yield self.put(rows, owner, peg, place)

    def _two(
        self, rows: Rows, owners: list[int], first: Step, then: Step, rest_for: tuple[int, list[int]] | None = None
    ) -> Iterator[Rows]:
        """One peg, then another one; with the last peg of the player home, the partners' have the rest."""
        for owner in owners:
            for peg in range(PEGS):
                for place in first(rows, owner, peg):
                    half = self.put(rows, owner, peg, place)
                    helps = rest_for is not None and owner == rest_for[0] and is_home(half[owner])
                    for other in rest_for[1] if rest_for is not None and helps else owners:
                        for second in range(PEGS):
                            for end in then(half, other, second) if (other, second) != (owner, peg) else ():
                                yield self.put(half, other, second, end)

    def _seven(self, rows: Rows, seat: int, owners: list[int]) -> Iterator[Rows]:
        yield from self._moved(rows, owners, self._forward(7))
        for part in range(1, 7):
            yield from self._two(rows, owners, self._forward(part), self._forward(7 - part), (seat, self.mates(seat)))

    def _out(self, rows: Rows, owners: list[int]) -> Iterator[Rows]:
        for owner in owners:
            if HOME in rows[owner] and self.start(owner) not in rows[owner]:
                yield self.put(rows, owner, rows[owner].index(HOME), self.start(owner))

    def _joker(self, rows: Rows, owners: list[int]) -> Iterator[Rows]:
        for owner in owners:
            for peg, place in enumerate(rows[owner]):
                for other, row in enumerate(rows):
                    for there in row if place < LANE and other != owner else ():
                        if 0 <= there < LANE:
                            yield self.put(rows, owner, peg, there)

    def _swapped(self, rows: Rows, owners: list[int]) -> Iterator[Rows]:
        for owner in owners:
            for peg, place in enumerate(rows[owner]):
                for other, row in enumerate(rows):
                    for number, there in enumerate(row):
                        if other != owner and 0 <= place < LANE and 0 <= there < LANE:
                            board = [list(each) for each in rows]
                            board[owner][peg], board[other][number] = there, place
                            yield tuple(map(tuple, board))

    def _forward(self, count: int) -> Step:
        def ends(rows: Rows, seat: int, peg: int) -> Iterator[int]:
            reached = {rows[seat][peg]} - {HOME}
            for _ in range(count):
                reached = {after for place in reached for after in self._next(seat, place)} - set(rows[seat])
            yield from reached

        return ends

    def _next(self, seat: int, place: int) -> Iterator[int]:
        if place > LANE:
            if place < LANE + PEGS:
                yield place + 1
            return
        if place == self.door(seat):
            yield LANE + 1
        if place != self.door(seat) or self.extra_lap:
            yield (place + 1) % self.fields

    def _backward(self, count: int) -> Step:
        def ends(rows: Rows, seat: int, peg: int) -> Iterator[int]:
            place = rows[seat][peg]
            way = [(place - step) % self.fields for step in range(1, count + 1)]
            if 0 <= place < LANE and not set(way) & set(rows[seat]):
                yield way[-1]

        return ends

    def put(self, rows: Rows, seat: int, peg: int, place: int) -> Rows:
        """Puts a peg on a place, and whoever stands there away: an opponent home, a partner's peg before its lane."""
        board = [list(row) for row in rows]
        board[seat][peg] = place
        other = next((s for s, row in enumerate(rows) if s != seat and place in row), None) if place < LANE else None
        if other is not None:
            number = rows[other].index(place)
            board[other][number] = HOME
            door = self.door(other)
            stands = next((s for s, row in enumerate(board) if door in row), None)
            if self.teams[other] == self.teams[seat] and (stands is None or self.teams[stands] != self.teams[other]):
                if stands is not None:
                    board[stands][board[stands].index(door)] = HOME
                board[other][number] = door
        return tuple(map(tuple, board))


def is_home(row: tuple[int, ...]) -> bool:
    return all(place > LANE for place in row)


def crowded(chance: random.Random, game: PlainPegs) -> Rows:
    """A board with its pegs near doors and start fields, where most can go wrong."""
    rows: list[tuple[int, ...]] = []
    for seat in range(len(game.teams)):
        row: list[int] = []
        homely = chance.random() < 0.25
        for _ in range(PEGS):
            any_door = game.door(chance.randrange(len(game.teams)))
            near = (game.start(seat) + chance.randint(-14, 5)) % game.fields
            place = chance.choice([near, near, chance.randrange(game.fields), any_door, HOME])
            if chance.random() < (0.85 if homely else 0.15):
                place = LANE + chance.randint(1, PEGS)
            row.append(HOME if place in row or (place < LANE and any(place in other for other in rows)) else place)
        rows.append(tuple(row))
    return tuple(rows)
