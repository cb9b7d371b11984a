"""Tables of the DOG family in short for the tests: `"0:62,g1 2:33"` is what stands outside the kennels, by seat.

Positions are read from their JSON and results are written from it, so that every test holds the formats too.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace
from rules_for_tests import rules_of

from companion.catalogue.shipped import SHIPPED
from companion.model.position import Placement, Position
from companion.rules.apply import after_play
from companion.rules.legal import legal_plays
from companion.rules.schema import placement_from_json, placement_to_json, position_from_json

HOME = "g1,g2,g3,g4"
#: The sectors that are taken when so many play; two sit opposite each other.
SEATS = {2: [0, 2], 3: [0, 1, 2], 4: [0, 1, 2, 3], 5: [0, 1, 2, 3, 4], 6: [0, 1, 2, 3, 4, 5]}


class Game(NamedTuple):
    """The names of the same card in a game of the family."""

    id: str
    start: str
    one_eleven: str
    four: str
    swap: str


DOG = Game("dog", "13", "1/11", "+-4", "swap")
COMPACT = Game("dog_compact", "13", "1/11", "+-4", "swap")
BRAENDI = Game("braendi", "K", "A", "4", "J")
GAMES = (DOG, COMPACT, BRAENDI)


def table(
    pawns: str = "",
    *,
    game: str = "dog",
    players: int = 4,
    turn: int = 0,
    options: dict[str, Any] | None = None,
    **more: Any,
) -> Position:
    """A position; pawns that are not named are in their kennels.

    `touched` names the seats whose start pawn came round; `dog`, `wheel`, `seats`, `teams` and `copied` as in
    docs/reference/formats/position.md.
    """
    data = {
        "v": 1,
        "variant": game,
        "options": options or {},
        "sectors": 4 if players < 5 else 6,
        "seats": SEATS[players],
        "turn": turn,
        "pawns": _rows(pawns, players, _pawns_each(game, players)),
        **more,
    }
    if "touched" in more:
        data["touched"] = [seat in more["touched"] for seat in range(players)]
    return position_from_json(SHIPPED, data)


def alone(pawns: str, *, players: int = 2, dog: int = 60, **more: Any) -> Position:
    """A Black DOG position for two (red and green, opposite) or three, five pawns each."""
    return table(pawns, game="black_dog", players=players, dog=dog, **{"wheel": 0, "copied": None, **more})


def nexts(position: Position, card: str, acting_as: str | None = None) -> set[str]:
    """Returns the results of the legal plays: pawns, and the other parts in writing, as in `"0:0,g1 touched:0"`."""
    found = [written(play.result, position) for play in legal_plays(rules_of(position), position, card, acting_as)]
    assert len(found) == len(set(found)), f"a result is offered twice: {sorted(found)}"
    return set(found)


def boards(position: Position, card: str, acting_as: str | None = None) -> set[str]:
    """As `nexts`, the pawns only."""
    return {
        written(play.result, position, pawns_only=True)
        for play in legal_plays(rules_of(position), position, card, acting_as)
    }


def written(placement: Placement, position: Position, *, pawns_only: bool = False) -> str:
    """A placement as these tests write it."""
    data = placement_to_json(SHIPPED.variant(position.variant), placement)
    words = []
    for seat, row in enumerate(data["pawns"]):
        track = sorted(place for place in row if isinstance(place, int))
        goal = sorted(place for place in row if str(place).startswith("goal"))
        if track or goal:
            words.append(f"{seat}:{','.join([*map(str, track), *(f'g{place[-1]}' for place in goal)])}")
    if pawns_only:
        return " ".join(words)
    came_round = [str(seat) for seat, bit in enumerate(data.get("touched", ())) if bit]
    words += [f"touched:{','.join(came_round)}"] if came_round else []
    words += [f"{name}:{data[name]}" for name in ("dog", "wheel") if name in data]
    return " ".join(words)


def after(
    position: Position, card: str, board: str, acting_as: str | None = None, *, turn: int | None = None
) -> Position:
    """The position after the play that leads to `board` (pawns only); `turn` moves next, else who comes next."""
    for play in legal_plays(rules_of(position), position, card, acting_as):
        if written(play.result, position, pawns_only=True) == board:
            follows = after_play(rules_of(position), position, play)
            return follows if turn is None else replace(follows, turn=turn)
    raise AssertionError(f"{card} does not lead to {board!r}, only to {sorted(boards(position, card, acting_as))}")


def seen(position: Position, pawns: str, *, kennels: bool = True, **more: Any) -> Placement:
    """Returns the figures on the board, as `judge` takes them.

    A place may be `off`.  Without `kennels` the others are left out.
    """
    count = len(position.seats)
    each = len(position.placement.pawns[0]) if kennels else 0
    before = placement_to_json(SHIPPED.variant(position.variant), position.placement)
    shown: dict[str, Any] = {name: before[name] for name in ("dog", "wheel") if name in before}
    return placement_from_json(rules_of(position), {"pawns": _rows(pawns, count, each), **shown, **more}, seen=True)


def _rows(pawns: str, players: int, each: int) -> list[list[int | str]]:
    rows: list[list[int | str]] = [[] for _ in range(players)]
    for word in pawns.split():
        seat, _, places = word.partition(":")
        rows[int(seat)] = [_place(place) for place in places.split(",")]
    return [[*row, *["kennel"] * (each - len(row))] for row in rows]


def _place(name: str) -> int | str:
    if name.isdigit():
        return int(name)
    return f"goal-{name[1]}" if name.startswith("g") else {"k": "kennel", "off": "off"}[name]


def _pawns_each(game: str, players: int) -> int:
    return SHIPPED.variant(game).pawns.get(players, 4)


def splits(pawns: Sequence[int], points: int) -> set[tuple[int, ...]]:
    """Every way to share points among pawns that are in nobody's way: where they stand afterwards."""
    if len(pawns) == 1:
        return {(pawns[0] + points,)}
    return {(pawns[0] + first, *rest) for first in range(points + 1) for rest in splits(pawns[1:], points - first)}
