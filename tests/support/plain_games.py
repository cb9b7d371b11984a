"""Games of the family played by brute force from their rules texts, one field at a time; nothing of the engine is used.

A board is a row of places a seat: track fields from 0 on, `HOME` and a number in the goal, `WAITS` in the kennel.
`ROUND` is the own start field for a pawn that came round to it, in a game that remembers this.
"""

import random
from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass, field
from itertools import combinations, product

WAITS, ROUND, HOME = -1, -2, 1000
Rows = tuple[tuple[int, ...], ...]
#: Seat and number of a pawn.
Pawn = tuple[int, int]


@dataclass(frozen=True)
class PlainGame:
    """The facts that a rules text gives; `cards` are the ways to play each card, in the words of `WAYS`."""

    cards: dict[str, tuple[tuple[str, int], ...]]
    starts: tuple[int, ...]
    teams: tuple[int, ...]
    fields: int
    entrance: int
    laps: bool = True
    captures_own: bool = True
    swaps_partner: bool = True
    swaps_from_start: bool = False
    rest_to_partner: bool = True
    swaps_own: bool = False
    remembers: bool = False
    void_swap: bool = False
    gaps: bool = True
    swaps_any: bool = False
    passes_own_start: bool = False
    mates: tuple[tuple[int, ...], ...] = field(init=False)

    def __post_init__(self) -> None:
        seats = range(len(self.teams))
        mates = tuple(tuple(b for b in seats if b != a and self.teams[a] == self.teams[b]) for a in seats)
        object.__setattr__(self, "mates", mates)


def plain_results(game: PlainGame, rows: Rows, seat: int, card: str) -> set[Rows]:
    """The boards to which the player on `seat` can bring this one with a card, rows in ascending order."""
    helped = tuple(mate for mate in game.mates[seat] if not _is_done(rows[mate]))
    owners = helped if _is_done(rows[seat]) else (seat,)
    found = {after for way, count in game.cards[card] for after in WAYS[way](game, rows, seat, owners, count)}
    return {tuple(tuple(sorted(row)) for row in after) for after in found}


def _is_done(row: tuple[int, ...]) -> bool:
    return sum(place > HOME for place in row) == 4


def _guarded(game: PlainGame, rows: Rows, place: int) -> bool:
    """Whether a pawn stands on the start field of its own colour."""
    return place in game.starts and place in rows[game.starts.index(place)]


def _closed(game: PlainGame, rows: Rows, seat: int, place: int) -> bool:
    """Whether a pawn on its own start field stops those of the seat; in some games it lets its own colour pass."""
    return _guarded(game, rows, place) and not (game.passes_own_start and place == game.starts[seat])


def _field(game: PlainGame, seat: int, place: int) -> int:
    """The track field of a pawn on the track."""
    return game.starts[seat] if place == ROUND else place


def _cleared(game: PlainGame, rows: Rows, fields: Container[int]) -> Rows:
    """The board with every pawn on these track fields back in its kennel."""
    return tuple(
        tuple(WAITS if place < HOME and _field(game, seat, place) in fields else place for place in row)
        for seat, row in enumerate(rows)
    )


def _put(game: PlainGame, rows: Rows, seat: int, pawn: int, place: int, *, fresh: bool = False) -> Rows:
    """Sends back whoever stands on a track field, then puts one pawn there."""
    clear = [list(row) for row in _cleared(game, rows, (place,) if place < HOME else ())]
    clear[seat][pawn] = ROUND if game.remembers and place == game.starts[seat] and not fresh else place
    return tuple(map(tuple, clear))


def _may_land(game: PlainGame, rows: Rows, seat: int, place: int) -> bool:
    team = (seat, *game.mates[seat])
    own = {_field(game, other, there) for other in team for there in rows[other]}
    return game.captures_own or place > HOME or place not in own


def _paths(game: PlainGame, seat: int, place: int, count: int, *, first: bool = True) -> Iterator[tuple[int, ...]]:
    """Every way to take `count` steps, blocked or not: past the entrance of the goal, or in.

    Nobody goes in who begins on the start field itself, unless the game remembers that the pawn came round (CORE-R02).
    """
    foot = (game.starts[seat] + game.entrance) % game.fields
    straight_in = place == foot == game.starts[seat] and first
    place = _field(game, seat, place)
    inside = place + 1 if place > HOME else HOME + 1
    onward = [inside] if (place > HOME or place == foot) and inside <= HOME + 4 and not straight_in else []
    if place < HOME and (place != foot or game.laps or straight_in):
        onward.append((place + 1) % game.fields)
    for step in onward:
        if count == 1:
            yield (step,)
        else:
            yield from ((step, *more) for more in _paths(game, seat, step, count - 1, first=False))


def _walked(game: PlainGame, rows: Rows, seat: int, pawn: int, count: int, *, burns: bool = False) -> Iterator[Rows]:
    place = rows[seat][pawn]
    for path in _paths(game, seat, place, count) if place != WAITS else ():
        stopped = any(step in rows[seat] if step > HOME else _closed(game, rows, seat, step) for step in path)
        gap = any(deeper not in rows[seat] for deeper in range(path[-1] + 1, HOME + 5)) if path[-1] > HOME else False
        if not stopped and (game.gaps or not gap) and _may_land(game, rows, seat, path[-1]):
            yield _put(game, _cleared(game, rows, path) if burns else rows, seat, pawn, path[-1])


def _forward(game: PlainGame, rows: Rows, seat: int, owners: tuple[int, ...], count: int) -> Iterator[Rows]:
    del seat
    for owner in owners:
        for pawn in range(len(rows[owner])):
            yield from _walked(game, rows, owner, pawn, count)


def _backward(game: PlainGame, rows: Rows, seat: int, owners: tuple[int, ...], count: int) -> Iterator[Rows]:
    del seat
    for owner in owners:
        for pawn, place in enumerate(_field(game, owner, place) for place in rows[owner]):
            path = [(place - step) % game.fields for step in range(1, count + 1)]
            on_track = 0 <= place < HOME and not any(_closed(game, rows, owner, step) for step in path)
            if on_track and _may_land(game, rows, owner, path[-1]):
                yield _put(game, rows, owner, pawn, path[-1])


def _out(game: PlainGame, rows: Rows, seat: int, owners: tuple[int, ...], count: int) -> Iterator[Rows]:
    del seat, count
    for owner in owners:
        start = game.starts[owner]
        if WAITS in rows[owner] and start not in rows[owner] and _may_land(game, rows, owner, start):
            yield _put(game, rows, owner, rows[owner].index(WAITS), start, fresh=True)


def _swap(game: PlainGame, rows: Rows, seat: int, owners: tuple[int, ...], count: int) -> Iterator[Rows]:
    del seat, count
    found = False
    for owner in owners:
        others = [other for other in range(len(rows)) if other != owner or game.swaps_own]
        if not game.swaps_partner:
            others = [other for other in others if other not in game.mates[owner]]
        mine = _loose(game, rows, owner, blockers=game.swaps_from_start)
        for pawn, other in ((pawn, other) for pawn in mine for other in others):
            for foreign in _loose(game, rows, other):
                if (other, foreign) != (owner, pawn):
                    found = True
                    yield _exchanged(game, rows, (owner, pawn), (other, foreign))
    foreign = [seat for seat in range(len(rows)) if seat not in owners] if game.swaps_any else []
    for one, other in combinations(foreign, 2):
        for pawn, second in product(_loose(game, rows, one), _loose(game, rows, other)):
            yield _exchanged(game, rows, (one, pawn), (other, second))
    if game.void_swap and not found:
        yield rows


def _loose(game: PlainGame, rows: Rows, seat: int, *, blockers: bool = False) -> list[int]:
    """The numbers of the seat's pawns on the track that may be swapped."""
    places = [_field(game, seat, place) for place in rows[seat]]
    fresh = rows[seat].index(game.starts[seat]) if game.starts[seat] in rows[seat] else None
    return [pawn for pawn, place in enumerate(places) if 0 <= place < HOME and (blockers or pawn != fresh)]


def _exchanged(game: PlainGame, rows: Rows, first: Pawn, second: Pawn) -> Rows:
    places = [_field(game, seat, rows[seat][pawn]) for seat, pawn in (first, second)]
    away = _cleared(game, rows, places)
    return _put(game, _put(game, away, *first, places[1]), *second, places[0])


def _in_two(game: PlainGame, rows: Rows, seat: int, owners: tuple[int, ...], count: int) -> Iterator[Rows]:
    """One pawn walks all, or two share; with its last pawn home a player gives the rest to the partners."""
    yield from _forward(game, rows, seat, owners, count)
    for first in range(1, count):
        for owner in owners:
            for pawn in range(len(rows[owner])):
                for half in _walked(game, rows, owner, pawn, first):
                    gives = game.rest_to_partner and owner == seat and _is_done(half[seat]) and game.mates[seat]
                    for other in game.mates[seat] if gives else owners:
                        for second in range(len(half[other])):
                            if (other, second) != (owner, pawn):
                                yield from _walked(game, half, other, second, count - first)


def _burning(game: PlainGame, rows: Rows, seat: int, owners: tuple[int, ...], count: int) -> Iterator[Rows]:
    """Shared out over any pawns in any order, never twice in a row by one; whom it passes it burns."""
    known: set[tuple[Rows, int, Pawn | None]] = set()

    def spend(board: Rows, left: int, last: Pawn | None) -> Iterator[Rows]:
        if (board, left, last) in known:
            return
        known.add((board, left, last))
        if not left:
            yield board
            return
        gives = owners == (seat,) and _is_done(board[seat]) and game.mates[seat]
        for owner in game.mates[seat] if gives else owners:
            for pawn in range(len(board[owner])):
                for part in range(1, left + 1) if (owner, pawn) != last else ():
                    for after in _walked(game, board, owner, pawn, part, burns=True):
                        yield from spend(after, left - part, (owner, pawn))

    yield from spend(rows, count, None)


def _each_once(game: PlainGame, rows: Rows, seat: int, owners: tuple[int, ...], count: int) -> Iterator[Rows]:
    """Shared out over any pawns in turn, each of them once; the partner takes what the last own one leaves."""

    def spend(board: Rows, left: int, used: frozenset[Pawn]) -> Iterator[Rows]:
        if not left:
            yield board
            return
        gives = owners == (seat,) and _is_done(board[seat]) and game.mates[seat]
        for pawn in ((owner, pawn) for owner in (game.mates[seat] if gives else owners) for pawn in range(4)):
            for part in range(1, left + 1) if pawn not in used else ():
                for after in _walked(game, board, *pawn, part):
                    yield from spend(after, left - part, used | {pawn})

    yield from spend(rows, count, frozenset())


def _sweeping(game: PlainGame, rows: Rows, seat: int, owners: tuple[int, ...], count: int) -> Iterator[Rows]:
    """One pawn goes, and sends home whomever it passes."""
    del seat
    for owner in owners:
        for pawn in range(len(rows[owner])):
            yield from _walked(game, rows, owner, pawn, count, burns=True)


def _others(game: PlainGame, rows: Rows, seat: int, owners: tuple[int, ...], count: int) -> Iterator[Rows]:
    """A pawn of somebody else goes, on the track alone if it is an opponent's; none leaves its own start field."""
    for owner in range(len(rows)):
        for pawn, place in enumerate(rows[owner]) if owner not in owners else ():
            if place != game.starts[owner]:
                goals = [there for there in rows[owner] if there > HOME]
                for after in _walked(game, rows, owner, pawn, count):
                    if owner in (seat, *game.mates[seat]) or [there for there in after[owner] if there > HOME] == goals:
                        yield after


Way = Callable[[PlainGame, Rows, int, tuple[int, ...], int], Iterator[Rows]]
WAYS: dict[str, Way] = {
    "out": _out,
    "forward": _forward,
    "backward": _backward,
    "swap": _swap,
    "in two": _in_two,
    "burning": _burning,
    "each once": _each_once,
    "sweeping": _sweeping,
    "others": _others,
}


def crowded_board(chance: random.Random, game: PlainGame, pawns: int = 4) -> Rows:
    """A board on which pawns crowd before the start fields, on them and in the goals, where most can go wrong."""
    rows: list[tuple[int, ...]] = []
    for start in game.starts:
        row: list[int] = []
        homely = chance.random() < 0.25
        for _ in range(pawns):
            near = (start + chance.randint(-9, 4)) % game.fields
            place = chance.choice([near, chance.randrange(game.fields), chance.choice(game.starts), WAITS])
            if chance.random() < (0.8 if homely else 0.2):
                place = HOME + chance.randint(1, 4)
            stand = {_field(game, seat, there) for seat, other in enumerate(rows) for there in other}
            taken = place in row or (place < HOME and place in stand)
            row.append(WAITS if taken else place)
        came_round = game.remembers and chance.random() < 0.5
        rows.append(tuple(ROUND if came_round and place == start else place for place in row))
    return tuple(rows)
