"""Descriptions of games, their cards and their house-rule switches, in words a player understands.

Law: the words live in the catalogues of `companion/texts` alone, in the contexts whose names begin with `games`; a
house game, rank or switch that has none there is described by its name and its numbers.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from companion.model.notation import format_switch
from companion.open_row.catalogue import Face, GameFile, SwitchRule
from companion.rules.mechanic import Use
from companion.rules.settings import OptionRule
from companion.rules.variant import Variant
from companion.views.wording.messages import Messages

#: From so many values in a row on they are written as a range.
_RANGE: Final = 3
#: The portions of points that go to two pawns at most.
_TWO_PAWNS: Final = 2
#: Settings of a use that have a text of their own when they are on.
_CLAUSES: Final = {"burns": True, "ignores_rank": True, "without_target": "void"}


def label(words: Messages, name: str, **values: str | int) -> str:
    """Returns the heading of a part."""
    return words["games.labels"][name].format(**values)


def game_line(words: Messages, game: str, players: Sequence[int], cards: int) -> str:
    """Returns one line about a game."""
    games = words["games.games"]
    if game in games:
        return games[game]
    return games["own"].format(players=listed(words, players), cards=cards)


def listed(words: Messages, values: Sequence[object], joined: str = "or") -> str:
    """Returns values in spoken form: "1 or 11", "2, 3 or 4", "1–7"."""
    numbers = [value for value in values if isinstance(value, int)]
    if len(numbers) == len(values) > _RANGE and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]}–{numbers[-1]}"
    texts = [str(value) for value in values]
    link = words["games.words"][joined]
    return link.join(part for part in (", ".join(texts[:-1]), texts[-1] if texts else "") if part)


def card_words(words: Messages, uses: Sequence[Use]) -> str:
    """Returns the uses of a card in words."""
    link = words["games.words"]["or"]
    return link.join(_use(words, use) for use in uses)


def face_words(words: Messages, face: Face) -> str:
    """Returns the uses of a card of a game without a board in words."""
    uses = words["games.uses"]
    parts = []
    if face.values:
        parts.append(uses["numbers"].format(values=listed(words, face.values)))
    parts += [uses[name] for name, there in (("begins_row", face.start), ("wild", face.wild)) if there]
    if face.looks:
        parts.append(uses["looks"].format(count=face.looks))
    parts += [uses[name] for name, there in (("searches", face.searches), ("robs", face.robs)) if there]
    return "; ".join(parts)


def switch_words(words: Messages, name: str) -> str:
    """Returns the effect of a house-rule switch; empty for one that has no words."""
    return words["games.switches"].get(name, "")


def switch_value_line(words: Messages, rule: OptionRule | SwitchRule) -> str:
    """Returns the default and the possible values, in the form of settings: `true (true or false)`."""
    default, *_ = values = [format_switch(value) for value in (rule.default, *rule.values)]
    choices = listed(words, values[1:]) if len(rule.values) > 1 else words["games.words"]["fixed"]
    return f"{default} ({choices})"


def facts(words: Messages, variant: Variant) -> dict[str, tuple[str, ...]]:
    """Returns everything about a game but its cards and switches: lines by the name of their heading."""
    return {
        "players": tuple(_seatings(words, variant)),
        "board": tuple(_boards(words, variant)),
        "pawns": tuple(_by_count(words, "pawns", {count: variant.pawns[count] for count in variant.seat_counts})),
        "setup": tuple(_free_start(words, variant)),
        "deal": tuple(_deal(words, variant)),
        "special": tuple(_special(words, variant)),
    }


def row_facts(words: Messages, game: GameFile) -> dict[str, tuple[str, ...]]:
    """Returns the same for a game without a board."""
    counts = [int(seats) for seats in game.seats]
    size = {count: 2 if game.seats[str(count)].partners else 1 for count in counts}
    deal = []
    for seats, seating in game.seats.items():
        text = _fact(words, "row" if seating.rows == 1 else "rows")
        deal.append(text.format(players=seats, hand=seating.hand, rows=seating.rows, end=game.row_end))
    return {
        "players": tuple(_teams(words, size)),
        "deal": tuple(deal),
        "special": (_fact(words, "open_row").format(count=game.open_row),),
    }


def _fact(words: Messages, name: str) -> str:
    return words["games.facts"][name]


def _use(words: Messages, use: Use) -> str:
    uses = words["games.uses"]
    tag = str(use.__struct_config__.tag)
    name = kind_of(use)
    values: tuple[int, ...] = getattr(use, "values", ())
    blanks = {"values": listed(words, values), "points": getattr(use, "points", 0)}
    text = uses.get(name, tag).format(**blanks)
    clauses = [uses[_clause(key)] for key, value in _CLAUSES.items() if getattr(use, key, None) == value]
    if use.only_with:
        clauses.append(uses["only_with"].format(switch=use.only_with))
    return f"{text} ({', '.join(clauses)})" if clauses else text


def kind_of(use: Use) -> str:
    """Returns the tag of a use, with the setting that changes what it is in words."""
    tag = str(use.__struct_config__.tag)
    if getattr(use, "partners", None) == "opponents":
        return f"{tag}_opponents"
    if getattr(use, "any_pair", False):
        return f"{tag}_any"
    whose = getattr(use, "whose", "any")
    if whose != "any":
        return f"{tag}_{whose}"
    if getattr(use, "portions", 0) == _TWO_PAWNS:
        return f"{tag}_two"
    return f"{tag}_card" if getattr(use, "loses_turn", None) is False else tag


def _clause(setting: str) -> str:
    return "void" if setting == "without_target" else setting


def _seatings(words: Messages, variant: Variant) -> Iterator[str]:
    return _teams(words, {count: variant.default_teams(count).count(0) for count in variant.seat_counts})


def _teams(words: Messages, size: Mapping[int, int]) -> Iterator[str]:
    for seats, counts in _grouped(size).items():
        name = "alone" if seats == 1 else "teams"
        yield _fact(words, name).format(players=listed(words, counts), size=seats)


def _boards(words: Messages, variant: Variant) -> Iterator[str]:
    for sectors, counts in variant.boards.items():
        players = listed(words, counts)
        yield _fact(words, "board").format(fields=variant.field_count(sectors), sectors=sectors, players=players)


def _by_count(words: Messages, name: str, values: Mapping[int, int | str]) -> Iterator[str]:
    for value, counts in _grouped(values).items():
        yield _fact(words, name).format(count=value, cards=value, players=listed(words, counts))


def _grouped(values: Mapping[int, Any]) -> dict[Any, list[int]]:
    groups: dict[Any, list[int]] = {}
    for key, value in values.items():
        groups.setdefault(value, []).append(key)
    return groups


def _free_start(words: Messages, variant: Variant) -> Iterator[str]:
    setup = variant.setup
    name = f"free_start_{setup.duty}" + ("_later" if setup.when == "after_exchange" else "")
    counts = [count for count in variant.seat_counts if setup.free_starts(count)]
    if counts:
        yield _fact(words, name).format(players=listed(words, counts))


def _deal(words: Messages, variant: Variant) -> Iterator[str]:
    counts = variant.seat_counts
    cycle = variant.deal.hand_cycle
    hands = {count: cycle if isinstance(cycle, str) else cycle[str(count)] for count in counts}
    for cards, players in _grouped(hands).items():
        name = "hand" if "-" in cards else "hand_same"
        yield _fact(words, name).format(cards=cards.replace("-", ", "), players=listed(words, players))
    ways = {count: way for count in counts if (way := variant.deal.exchange_with(count))}
    stuck = {count: variant.deal.when_stuck(count) for count in counts}
    for name, players in [*_grouped(ways).items(), *_grouped(stuck).items()]:
        yield _fact(words, name).format(players=listed(words, players))
    if variant.deal.draws_after_play:
        yield _fact(words, "draws_after_play")


def _special(words: Messages, variant: Variant) -> Iterator[str]:
    known = words["games.facts"]
    tags = [str(block.__struct_config__.tag) for block in (*variant.slots.values(), *variant.effects)]
    yield from (known[tag] for tag in tags if tag in known)
    if variant.ranks:
        names = words["games.ranks"]
        yield known["ranks"].format(ranks=", ".join(names.get(name, name) for name in variant.rank_names))
    if variant.centre:
        yield known["centre"].format(door=variant.centre.door)
