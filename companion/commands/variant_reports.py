"""The program `variants`: lists the games, shows one, and checks a file of one's own.

Law: every fault of a file is one line with the file, the key and the reason, and `show` uses only the data of the game.
"""

import textwrap
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from companion.board.files import boards_for
from companion.board.shapes import shape_named
from companion.catalogue.house_variants import check_file
from companion.catalogue.shipped import SHIPPED_TABLES
from companion.open_row.catalogue import Face, SwitchRule, game_ids, load_game
from companion.rules.catalogue import Catalogue
from companion.rules.settings import OptionRule
from companion.rules.variant import Variant
from companion.texts import shipped_wording
from companion.views.wording import game_words as say
from companion.views.wording.messages import Messages

#: Lines longer than this are wrapped, with the rest under their beginning.
_WIDTH = 110


def list_lines(catalogue: Catalogue, language: str) -> list[str]:
    """Every game, one a line: id, numbers of players, a description."""
    words = shipped_wording()[language]
    rows = [(game.id, game.seat_counts, game.deck_size) for game in map(catalogue.variant, catalogue.ids)]
    for name in game_ids():
        row = load_game(name)
        rows.append((name, tuple(map(int, row.seats)), sum(face.count for face in row.cards.values())))
    width = max(len(name) for name, _, _ in rows)
    return [
        f"{name:<{width}}  {_span(counts):<5}  {say.game_line(words, name, counts, cards)}"
        for name, counts, cards in sorted(rows)
    ]


def show_lines(catalogue: Catalogue, name: str, language: str) -> Iterator[str]:
    """A game in full.  Raises UnknownVariantError, VariantFileError."""
    words = shipped_wording()[language]
    if name in game_ids():
        yield from _show_rows(name, words)
        return
    variant = catalogue.variant(name)
    yield f"{name}: {say.game_line(words, name, variant.seat_counts, variant.deck_size)}"
    yield from _facts(words, say.facts(words, variant))
    cards = {card: (variant.deck[card], say.card_words(words, variant.uses[card])) for card in variant.cards}
    yield from _cards(words, cards)
    yield from _switches(words, variant.options)


def variant_json(catalogue: Catalogue, name: str) -> dict[str, Any]:
    """A game as one JSON object; texts are in every language.  Raises UnknownVariantError, VariantFileError."""
    if name in game_ids():
        return _rows_json(name)
    variant = catalogue.variant(name)
    counts = variant.seat_counts
    return {
        "variant": name,
        "text": _texts(lambda words: say.game_line(words, name, counts, variant.deck_size)),
        "players": list(counts),
        "teams": {str(count): list(variant.default_teams(count)) for count in counts},
        "boards": [
            {"sectors": sectors, "fields": variant.field_count(sectors), "players": list(players)}
            for sectors, players in variant.boards.items()
        ],
        "pawns": {str(count): variant.pawns[count] for count in counts},
        "ranks": list(variant.rank_names),
        "cards": [_card_json(card, variant.deck[card], variant.uses[card]) for card in variant.cards],
        "facts": _texts(lambda words: say.facts(words, variant)),
        "switches": [_switch_json(switch, rule) for switch, rule in variant.options.items()],
    }


def check_lines(file: Path) -> tuple[list[str], list[str]]:
    """Every fault of a variant file, a line each, and a summary of a sound one with its boards.  Raises OSError."""
    faults, variant = check_file(file)
    if variant is None:
        return faults, [f"{file.name}: common ground of other files, no fault found"]
    boards = [(sectors, boards_for(variant, sectors)) for sectors in variant.sectors]
    faults += [f"{file.name}: {_no_board(variant, sectors)}" for sectors, found in boards if not found]
    players = say.listed(shipped_wording()["en"], variant.seat_counts)
    summary = f"{file.name}: sound: {players} players, {len(variant.cards)} cards, {len(variant.options)} house rules"
    shipped = "; as a game of your own it needs another name" if file.stem in SHIPPED_TABLES else ""
    return faults, [summary + shipped, *(_board_line(variant, *found) for found in boards if found[1])]


def _board_line(variant: Variant, sectors: int, boards: tuple[str, ...]) -> str:
    players = say.listed(shipped_wording()["en"], variant.boards[sectors])
    made = ", made for it; print it with `pawtrack print board`" if shape_named(boards[0]) else ""
    return f"  board for {players} players: {boards[0]}{made}"


def _no_board(variant: Variant, sectors: int) -> str:
    why = "a disc" if variant.wheel_offsets else "so short sectors"
    return (
        f"sector_length: no board has {sectors} sectors of {variant.sector_length} fields, and none with {why} is made"
    )


def _show_rows(name: str, words: Messages) -> Iterator[str]:
    game = load_game(name)
    counts = tuple(map(int, game.seats))
    deck = sum(face.count for face in game.cards.values())
    yield f"{name}: {say.game_line(words, name, counts, deck)}"
    yield from _facts(words, say.row_facts(words, game))
    yield from _cards(words, {card: (face.count, say.face_words(words, face)) for card, face in game.cards.items()})
    yield from _switches(words, game.options)


def _rows_json(name: str) -> dict[str, Any]:
    game = load_game(name)
    counts = tuple(map(int, game.seats))
    deck = sum(face.count for face in game.cards.values())
    return {
        "variant": name,
        "text": _texts(lambda words: say.game_line(words, name, counts, deck)),
        "players": list(counts),
        "boards": [],
        "cards": [_face_json(card, face) for card, face in game.cards.items()],
        "facts": _texts(lambda words: say.row_facts(words, game)),
        "switches": [_switch_json(switch, rule) for switch, rule in game.options.items()],
    }


def _card_json(card: str, count: int, uses: tuple[Any, ...]) -> dict[str, Any]:
    return {
        "card": card,
        "count": count,
        "uses": [msgspec.to_builtins(use) for use in uses],
        "text": _texts(lambda words: say.card_words(words, uses)),
    }


def _face_json(card: str, face: Face) -> dict[str, Any]:
    return {
        "card": card,
        "count": face.count,
        "uses": [msgspec.to_builtins(face)],
        "text": _texts(lambda words: say.face_words(words, face)),
    }


def _switch_json(name: str, rule: OptionRule | SwitchRule) -> dict[str, Any]:
    return {
        "switch": name,
        "default": rule.default,
        "values": list(rule.values),
        "rulings": list(rule.rulings),
        "refused": getattr(rule, "refused", ""),
        "text": _texts(lambda words: say.switch_words(words, name)),
    }


def _texts(text_of: Callable[[Messages], Any]) -> dict[str, Any]:
    return {words.language: text_of(words) for words in shipped_wording().languages}


def _span(counts: tuple[int, ...]) -> str:
    return f"{counts[0]}-{counts[-1]}" if len(counts) > 1 else str(counts[0])


def _facts(words: Messages, facts: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    labels = {name: say.label(words, name) for name, lines in facts.items() if lines}
    width = max(map(len, labels.values()))
    for name, label in labels.items():
        lines = [part for line in facts[name] for part in textwrap.wrap(line, _WIDTH - width, subsequent_indent="  ")]
        for index, line in enumerate(lines):
            yield f"  {'' if index else label:<{width}}  {line}"


def _cards(words: Messages, cards: Mapping[str, tuple[int, str]]) -> Iterator[str]:
    yield ""
    yield say.label(words, "cards", count=sum(count for count, _ in cards.values()))
    width = max(map(len, cards))
    for card, (count, text) in cards.items():
        yield f"  {card:<{width}}  {count:>2} x  {text}"


def _switches(words: Messages, rules: Mapping[str, OptionRule] | Mapping[str, SwitchRule]) -> Iterator[str]:
    if not rules:
        return
    yield ""
    yield say.label(words, "switches")
    for name, rule in rules.items():
        rulings = f"  [{', '.join(rule.rulings)}]" if rule.rulings else ""
        yield f"  {name} = {say.switch_value_line(words, rule)}{rulings}"
        text = say.switch_words(words, name)
        if text:
            yield from textwrap.wrap(text, _WIDTH, initial_indent="      ", subsequent_indent="      ")
