"""The 7 against a plain search: every order of every portion, one at a time, on random tables (DOG-R01..R12).

The search knows nothing of the engine: a portion walks field by field, burns whom it meets, and whoever has just walked
does not walk again at once (portions in a row are one portion).
"""

import random
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from dog_tables import SEATS, table, written
from rules_for_tests import rules_of

from companion.model.position import Position
from companion.rules.apply import winners
from companion.rules.legal import legal_plays

LANE = 1000  # a lane field is 1000 + its number
KENNEL = -1


class Board(NamedTuple):
    """Places by seat, and whose start pawn came round (Braendi only)."""

    rows: tuple[tuple[int, ...], ...]
    touched: tuple[bool, ...]


class Search:
    """All ends of a 7 for `seat`; `mates` take the rest once its own four pawns are home."""

    def __init__(self, position: Position, seat: int) -> None:
        self.fields = position.sectors * 16
        self.starts = [sector * 16 for sector in position.seats]
        self.touching = position.variant == "braendi"
        self.seat = seat
        self.mates = [
            other
            for other in range(len(self.starts))
            if position.teams[other] == position.teams[seat] and other != seat
        ]
        self.ends: set[Board] = set()
        self.known: set[tuple[Board, int, tuple[int, int] | None]] = set()

    def spend(self, board: Board, points: int, last: tuple[int, int] | None) -> None:
        if (board, points, last) in self.known:
            return
        self.known.add((board, points, last))
        if not points:
            self.ends.add(Board(tuple(tuple(sorted(row)) for row in board.rows), board.touched))
            return
        helping = self.mates and sum(place > LANE for place in board.rows[self.seat]) == 4
        owner = self.mates[0] if helping else self.seat
        for pawn, place in enumerate(board.rows[owner]):
            if place == KENNEL or (owner, pawn) == last:
                continue
            for count in range(1, points + 1):
                for path, end in self.walks(board, owner, place, count):
                    self.spend(self.walked(board, owner, pawn, path, end), points - count, (owner, pawn))

    def walks(self, board: Board, owner: int, place: int, count: int) -> Iterator[tuple[list[int], int]]:
        lane = [other - LANE for other in board.rows[owner] if other > LANE]
        if place > LANE:
            depth = place - LANE
            if depth + count <= 4 and not any(depth < other <= depth + count for other in lane):
                yield [], place + count
            return
        path = [(place + step) % self.fields for step in range(1, count + 1)]
        if not any(self.blocked(board, field) for field in path):
            yield path, path[-1]
        start = self.starts[owner]
        ahead = (start - place) % self.fields
        may = ahead > 0 or (self.touching and board.touched[owner])
        depth = count - ahead
        if may and 1 <= depth <= 4 and all(other > depth for other in lane):
            path = path[:ahead]
            if not any(self.blocked(board, field) for field in path):
                yield path, LANE + depth

    def blocked(self, board: Board, field: int) -> bool:
        if field not in self.starts:
            return False
        owner = self.starts.index(field)
        return field in board.rows[owner] and not board.touched[owner]

    def walked(self, board: Board, owner: int, pawn: int, path: list[int], end: int) -> Board:
        rows = [[KENNEL if place in path else place for place in row] for row in board.rows]
        rows[owner][pawn] = end
        touched = [
            self.touching and start in row and (came or (seat == owner and end == start))
            for seat, (row, start, came) in enumerate(zip(rows, self.starts, board.touched, strict=True))
        ]
        return Board(tuple(tuple(row) for row in rows), tuple(touched))


def random_board(rng: random.Random, position: Position) -> Board:
    """Returns a board whose pawns crowd before the start fields and in the lanes, where a 7 has most choices."""
    fields = position.sectors * 16
    taken: set[int] = set()
    rows = []
    for sector, pawns in zip(position.seats, position.placement.pawns, strict=True):
        row: list[int] = []
        crowd = rng.random() < 0.2
        for _ in pawns:
            near = (sector * 16 + rng.randint(-7, 3)) % fields
            place = rng.choice([near, rng.randrange(fields), rng.randrange(position.sectors) * 16, KENNEL])
            if crowd or rng.random() < 0.3:
                place = LANE + rng.randint(1, 4)
            if place != KENNEL and (place in row or place in taken):
                place = KENNEL
            taken.update({place} if 0 <= place < LANE else ())
            row.append(place)
        rows.append(tuple(row))
    on_start = [sector * 16 in row for sector, row in zip(position.seats, rows, strict=True)]
    touched = tuple(position.variant == "braendi" and here and rng.random() < 0.5 for here in on_start)
    return Board(tuple(rows), touched)


def shown(board: Board) -> str:
    """The board as `written` writes it."""
    words = []
    for seat, row in enumerate(board.rows):
        places = [str(place) if place < LANE else f"g{place - LANE}" for place in sorted(row) if place != KENNEL]
        words += [f"{seat}:{','.join(places)}"] if places else []
    came_round = [str(seat) for seat, bit in enumerate(board.touched) if bit]
    return " ".join([*words, f"touched:{','.join(came_round)}"] if came_round else words)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("game", "players", "tables"),
    [("dog", 4, 60), ("braendi", 4, 80), ("dog", 2, 12), ("dog_compact", 3, 12), ("dog", 5, 12), ("dog", 6, 30)],
)
def test_the_seven_equals_a_plain_search(game: str, players: int, tables: int) -> None:
    """DOG-R01, DOG-R02, DOG-R03, DOG-R04, DOG-R06, DOG-R07, DOG-R08, DOG-R09, DOG-R10, DOG-R11, CORE-R02."""
    rng = random.Random(f"{game} {players}")
    found = 0
    for _ in range(tables):
        turn = rng.randrange(players)
        board = random_board(rng, table(game=game, players=players))
        touched = {"touched": [seat for seat, bit in enumerate(board.touched) if bit]} if game == "braendi" else {}
        pawns = shown(Board(board.rows, (False,) * players))
        position = table(pawns, game=game, players=players, turn=turn, seats=SEATS[players], **touched)
        if winners(rules_of(position), position):
            continue
        search = Search(position, turn)
        search.spend(board, 7, None)
        plays = [written(play.result, position) for play in legal_plays(rules_of(position), position, "7")]
        assert len(plays) == len(set(plays))
        assert set(plays) == {shown(end) for end in search.ends}, pawns
        found += len(plays)
    assert found > 5 * tables
