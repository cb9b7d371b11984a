"""Tables of any game in one line of text each: the game with its players, and the figures on the board.

`dog_royal players=6 turn=blue` opens a table (red is to move by default, other words are switches);
`red:king@5,jester@g1 yellow:17 dog:24 copied:8` sets it up.  Pawns that are not named are in their kennels.
"""

from typing import Any

from rules_for_tests import rules_of

from companion.catalogue.shipped import SHIPPED
from companion.looks.colours import SECTOR_COLOURS
from companion.model.position import Placement, Position
from companion.rules.schema import placement_from_json, position_from_json

#: The sectors that are taken when so many play on a board of so many sectors.
SECTORS = {
    (2, 4): [0, 2],
    (3, 4): [0, 1, 2],
    (4, 4): [0, 1, 2, 3],
    (2, 6): [0, 3],
    (3, 6): [0, 2, 4],
    (4, 6): [0, 1, 3, 4],
    (5, 6): [0, 1, 2, 3, 4],
    (6, 6): [0, 1, 2, 3, 4, 5],
}


class Table:
    """A game with its players, as a `game` line names it."""

    def __init__(self, line: str) -> None:
        variant, *words = line.split()
        values = dict(word.split("=", 1) for word in words)
        self.variant = variant
        players = int(values.pop("players", "4"))
        sectors = int(values.pop("sectors", str(SHIPPED.variant(variant).usual_sectors(players))))
        self.seats = SECTORS[players, sectors]
        self.colours = [SECTOR_COLOURS[sector] for sector in self.seats]
        self.data: dict[str, Any] = {
            "v": 1,
            "variant": variant,
            "sectors": sectors,
            "seats": self.seats,
            "turn": self.colours.index(values.pop("turn", "red")),
            "options": {name: _switch(value) for name, value in values.items()},
        }

    def position(self, text: str) -> Position:
        """The position of a `before` line."""
        words = _words(text)
        copied = {"copied": words.pop("copied", None)} if SHIPPED.variant(self.variant).remembers_last_card else {}
        return position_from_json(SHIPPED, {**self.data, **copied, **self.placement(words, {"dog": 60, "wheel": 0})})

    def seen(self, text: str, position: Position) -> Placement:
        """Returns the placement of a `done` line."""
        before = dict(position.placement.extras)
        return placement_from_json(rules_of(position), self.placement(_words(text), before), seen=True)

    def placement(self, words: dict[str, str], others: dict[str, int]) -> dict[str, Any]:
        variant = SHIPPED.variant(self.variant)
        each = variant.pawns_per_seat(len(self.seats))
        data: dict[str, Any] = {
            "pawns": [self._row(words.pop(colour, ""), variant.rank_names, each) for colour in self.colours]
        }
        for name in variant.slots:
            if name == "touched":
                came_round = words.pop(name, "").split(",")
                data[name] = [colour in came_round for colour in self.colours]
            else:
                value = words.pop(name, str(others[name]))
                data[name] = None if value == "between" else _place(value)
        assert not words, f"unknown words {words}"
        return data

    def _row(self, text: str, ranks: tuple[str, ...], each: int) -> list[int | str]:
        places = [word for word in text.split(",") if word]
        if not ranks:
            return [_place(word) for word in places] + ["kennel"] * (each - len(places))
        named = dict(word.split("@") for word in places)
        return [_place(named.pop(rank, "kennel")) for rank in ranks]


def _words(text: str) -> dict[str, str]:
    return dict(word.split(":", 1) for word in text.split() if word != "-")


def _place(word: str) -> int | str:
    if word.startswith("g") and word[1:].isdigit():
        return f"goal-{word[1:]}"
    return int(word) if word.lstrip("-").isdigit() else word


def _switch(value: str) -> str | int | bool:
    if value in ("true", "false"):
        return value == "true"
    return int(value) if value.lstrip("-").isdigit() else value
