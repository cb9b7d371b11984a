"""What a game, its cards and its house-rule switches are, in words a player understands.

Law: the words live in `companion/texts/games/<language>.toml` alone; a game, rank or switch of somebody's own that has
none there is told by its name and its numbers.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from importlib import resources
from typing import Any, Final

from companion.model.notation import format_switch
from companion.open_row.catalogue import Face, GameFile, SwitchRule
from companion.rules.mechanic import Use
from companion.rules.variant import OptionRule, Variant

LANGUAGES: Final = ("de", "en", "fr", "it")
#: From so many values in a row on they are told as a range.
_RANGE: Final = 3
#: Settings of a use that are told by a text of their own when they are on.
_CLAUSES: Final = {"burns": True, "ignores_rank": True, "without_target": "void"}
_Words = Mapping[str, Mapping[str, str]]


@lru_cache(maxsize=len(LANGUAGES))
def load_words(language: str) -> _Words:
    """The tables of one language."""
    text = resources.files("companion.texts").joinpath(f"games/{language}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def label(language: str, name: str, **values: str | int) -> str:
    """The heading of a part."""
    return load_words(language)["labels"][name].format(**values)


def game_line(language: str, game: str, players: Sequence[int], cards: int) -> str:
    """One line about a game."""
    games = load_words(language)["games"]
    if game in games:
        return games[game]
    return games["own"].format(players=listed(language, players), cards=cards)


def listed(language: str, values: Sequence[object], joined: str = "or") -> str:
    """Values as people say them: "1 or 11", "2, 3 or 4", "1–7"."""
    numbers = [value for value in values if isinstance(value, int)]
    if len(numbers) == len(values) > _RANGE and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]}–{numbers[-1]}"
    told = [str(value) for value in values]
    link = load_words(language)["words"][joined]
    return link.join(part for part in (", ".join(told[:-1]), told[-1] if told else "") if part)


def card_words(language: str, uses: Sequence[Use]) -> str:
    """What a card can be played for."""
    link = load_words(language)["words"]["or"]
    return link.join(_use(language, use) for use in uses)


def face_words(language: str, face: Face) -> str:
    """What a card of a game without a board can be played for."""
    uses = load_words(language)["uses"]
    told = []
    if face.values:
        told.append(uses["numbers"].format(values=listed(language, face.values)))
    told += [uses[name] for name, there in (("begins_row", face.start), ("wild", face.wild)) if there]
    if face.looks:
        told.append(uses["looks"].format(count=face.looks))
    told += [uses[name] for name, there in (("searches", face.searches), ("robs", face.robs)) if there]
    return "; ".join(told)


def switch_words(language: str, name: str) -> str:
    """What a house-rule switch does; empty for one that has no words."""
    return load_words(language)["switches"].get(name, "")


def switch_value_line(language: str, rule: OptionRule | SwitchRule) -> str:
    """The default and what may be chosen, as it is written in settings: `true (true or false)`."""
    default, *_ = values = [format_switch(value) for value in (rule.default, *rule.values)]
    told = listed(language, values[1:]) if len(rule.values) > 1 else load_words(language)["words"]["fixed"]
    return f"{default} ({told})"


def facts(language: str, variant: Variant) -> dict[str, tuple[str, ...]]:
    """Everything about a game but its cards and switches: lines by the name of their heading."""
    return {
        "players": tuple(_seatings(language, variant)),
        "board": tuple(_boards(language, variant)),
        "pawns": tuple(_by_count(language, "pawns", {count: variant.pawns[count] for count in variant.seat_counts})),
        "setup": tuple(_free_start(language, variant)),
        "deal": tuple(_deal(language, variant)),
        "special": tuple(_special(language, variant)),
    }


def row_facts(language: str, game: GameFile) -> dict[str, tuple[str, ...]]:
    """The same for a game without a board."""
    counts = [int(seats) for seats in game.seats]
    size = {count: 2 if game.seats[str(count)].partners else 1 for count in counts}
    deal = []
    for seats, seating in game.seats.items():
        text = _fact(language, "row" if seating.rows == 1 else "rows")
        deal.append(text.format(players=seats, hand=seating.hand, rows=seating.rows, end=game.row_end))
    return {
        "players": tuple(_teams(language, size)),
        "deal": tuple(deal),
        "special": (_fact(language, "open_row").format(count=game.open_row),),
    }


def _fact(language: str, name: str) -> str:
    return load_words(language)["facts"][name]


def _use(language: str, use: Use) -> str:
    uses = load_words(language)["uses"]
    tag = str(use.__struct_config__.tag)
    name = f"{tag}_opponents" if getattr(use, "partners", None) == "opponents" else tag
    values: tuple[int, ...] = getattr(use, "values", ())
    blanks = {"values": listed(language, values), "points": getattr(use, "points", 0)}
    told = uses.get(name, tag).format(**blanks)
    clauses = [uses[_clause(key)] for key, value in _CLAUSES.items() if getattr(use, key, None) == value]
    if use.only_with:
        clauses.append(uses["only_with"].format(switch=use.only_with))
    return f"{told} ({', '.join(clauses)})" if clauses else told


def _clause(setting: str) -> str:
    return "void" if setting == "without_target" else setting


def _seatings(language: str, variant: Variant) -> Iterator[str]:
    return _teams(language, {count: variant.default_teams(count).count(0) for count in variant.seat_counts})


def _teams(language: str, size: Mapping[int, int]) -> Iterator[str]:
    for seats, counts in _grouped(size).items():
        name = "alone" if seats == 1 else "teams"
        yield _fact(language, name).format(players=listed(language, counts), size=seats)


def _boards(language: str, variant: Variant) -> Iterator[str]:
    for sectors, counts in variant.boards.items():
        players = listed(language, counts)
        yield _fact(language, "board").format(fields=variant.field_count(sectors), sectors=sectors, players=players)


def _by_count(language: str, name: str, values: Mapping[int, int | str]) -> Iterator[str]:
    for value, counts in _grouped(values).items():
        yield _fact(language, name).format(count=value, cards=value, players=listed(language, counts))


def _grouped(values: Mapping[int, Any]) -> dict[Any, list[int]]:
    groups: dict[Any, list[int]] = {}
    for key, value in values.items():
        groups.setdefault(value, []).append(key)
    return groups


def _free_start(language: str, variant: Variant) -> Iterator[str]:
    setup = variant.setup
    name = "free_start_later" if setup.when == "after_exchange" else f"free_start_{setup.duty}"
    counts = [count for count in variant.seat_counts if setup.free_starts(count)]
    if counts:
        yield _fact(language, name).format(players=listed(language, counts))


def _deal(language: str, variant: Variant) -> Iterator[str]:
    counts = variant.seat_counts
    cycle = variant.deal.hand_cycle
    hands = {count: cycle if isinstance(cycle, str) else cycle[str(count)] for count in counts}
    for cards, players in _grouped(hands).items():
        name = "hand" if "-" in cards else "hand_same"
        yield _fact(language, name).format(cards=cards.replace("-", ", "), players=listed(language, players))
    ways = {count: way for count in counts if (way := variant.deal.exchange_with(count))}
    stuck = {count: variant.deal.when_stuck(count) for count in counts}
    for name, players in [*_grouped(ways).items(), *_grouped(stuck).items()]:
        yield _fact(language, name).format(players=listed(language, players))


def _special(language: str, variant: Variant) -> Iterator[str]:
    known = load_words(language)["facts"]
    tags = [str(block.__struct_config__.tag) for block in (*variant.slots.values(), *variant.effects)]
    yield from (known[tag] for tag in tags if tag in known)
    if variant.ranks:
        names = load_words(language)["ranks"]
        yield known["ranks"].format(ranks=", ".join(names.get(name, name) for name in variant.rank_names))
    if variant.centre:
        yield known["centre"].format(door=variant.centre.door)
