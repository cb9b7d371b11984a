"""A card position on one line, for people and logs.  The grammar is in docs/reference/formats/dog-cards.md.

Law: the line is complete and reads back to the same position; it is checked as strictly as the JSON.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final

from companion.model.notation import LONGEST_LINE, NotationError, format_switch, parse_switch
from companion.open_row.catalogue import Card, GameError, GameFile, compile_rules, load_game
from companion.open_row.position import CardPosition, Cards, Row
from companion.open_row.schema import checked_position
from companion.system.quoting import short

VERSION: Final = "v1"
_NOTHING: Final = "-"
_KEYS: Final = ("turn", "open", "draw", "discard", "given")
#: More cards than any deck has.
_MOST: Final = 999
_NUMBER: Final = re.compile(r"[0-9]{1,3}")
_RUN: Final = re.compile(r"([^*]+)\*([0-9]{1,3})")
_SEAT: Final = re.compile(r"([0-9]):([^:]+):([^:]+):([0-9])")


def format_card_position(position: CardPosition) -> str:
    """The position on one line."""
    return " ".join(_words(position))


def parse_card_position(line: str, game: GameFile | None = None) -> CardPosition:
    """Reads the one-line form; `game` None: that of the program.  Raises NotationError, PositionError."""
    if len(line) > LONGEST_LINE:
        raise NotationError(f"no card position: the line is longer than {LONGEST_LINE} characters")
    words = line.split()
    if len(words) < 3 or words[0] != VERSION:
        raise NotationError(f"no card position: the line must begin with {VERSION}, the game and the number of players")
    variant, seats = words[1], _number(words[2], "players")
    hands: list[Cards] = []
    rows: list[tuple[Row, ...]] = []
    finished: list[int] = []
    values: dict[str, str] = {}
    for word in words[3:]:
        if seat := _SEAT.fullmatch(word):
            if int(seat[1]) != len(hands):
                raise NotationError(f"{short(word)}: the next seat is {len(hands)}")
            hands.append(_cards(seat[2], "hand"))
            rows.append(_rows(seat[3]))
            finished.append(int(seat[4]))
            continue
        key, equals, value = word.partition("=")
        if not equals or not value or key in values or not (key in _KEYS or "." in key):
            raise NotationError(f"{short(word)} is neither a seat (0:?*7:13,2:0) nor a new key=value")
        values[key] = value
    if seats != len(hands):
        raise NotationError(f"players: {seats}, but {len(hands)} seats are given")
    return _assembled(variant, game, hands, rows, finished, values)


def _assembled(
    variant: str,
    game: GameFile | None,
    hands: list[Cards],
    rows: list[tuple[Row, ...]],
    finished: list[int],
    values: dict[str, str],
) -> CardPosition:
    for key in _KEYS[:-1]:
        if key not in values:
            raise NotationError(f"{key}: missing")
    switches = {key: parse_switch(value, key) for key, value in values.items() if "." in key}
    try:
        rules = compile_rules(variant, game or load_game(variant), len(hands), switches)
    except GameError as error:
        raise NotationError(str(error)) from error
    given = _repeated(values["given"]) if "given" in values else None
    if given is not None and len(given) != len(hands):
        raise NotationError(f"given: {len(given)} entries for {len(hands)} seats")
    return checked_position(
        rules,
        CardPosition(
            variant=rules.variant,
            options=rules.options,
            turn=_number(values["turn"], "turn"),
            open_row=_repeated(values["open"]),
            rows=tuple(rows),
            finished=tuple(finished),
            hands=tuple(hands),
            draw=_cards(values["draw"], "draw"),
            discard=_cards(values["discard"], "discard"),
            given=given and tuple(None if card == _NOTHING else card for card in given),
        ),
    )


def _words(position: CardPosition) -> Iterator[str]:
    yield VERSION
    yield position.variant
    yield str(position.seat_count)
    yield f"turn={position.turn}"
    yield f"open={_runs(position.open_row)}"
    for seat, (hand, rows) in enumerate(zip(position.hands, position.rows, strict=True)):
        laid = "|".join(_runs(row) for row in rows) or _NOTHING
        yield f"{seat}:{_runs(hand)}:{laid}:{position.finished[seat]}"
    yield f"draw={_runs(position.draw)}"
    yield f"discard={_runs(position.discard)}"
    if position.given is not None:
        yield f"given={_runs(_NOTHING if card is None else card for card in position.given)}"
    for name, switch in position.options:
        yield f"{name}={format_switch(switch)}"


def _runs(cards: Iterable[Card]) -> str:
    """Cards separated by commas, equal neighbours as `?*7`; `-` if there is none."""
    groups = ((card, sum(1 for _ in group)) for card, group in groupby(cards))
    return ",".join(card if count == 1 else f"{card}*{count}" for card, count in groups) or _NOTHING


def _cards(text: str, key: str) -> Cards:
    cards = () if text == _NOTHING else _repeated(text)
    if _NOTHING in cards:
        raise NotationError(f"{key}: {short(text)} has a place without a card")
    return cards


def _repeated(text: str) -> Cards:
    cards: list[Card] = []
    for word in text.split(","):
        run = _RUN.fullmatch(word)
        cards += [run[1]] * int(run[2]) if run else [word]
        if len(cards) > _MOST:
            raise NotationError(f"{short(text)} names more than {_MOST} cards")
    return tuple(cards)


def _rows(text: str) -> tuple[Row, ...]:
    return () if text == _NOTHING else tuple(_cards(row, "row") for row in text.split("|"))


def _number(text: str, key: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise NotationError(f"{key}: {short(text)} is no number")
    return int(text)
