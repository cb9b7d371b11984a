"""The tags at the head of a record: `[Variant "black_dog"]`.  They are the start of the game and nothing else.

Law: redundant tags (the position holds variant, switches, sectors, seats and teams too) must agree with it.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Final

from companion.model.notation import format_switch, parse_position
from companion.open_row.catalogue import game_ids
from companion.open_row.position import rules_of as card_rules_of
from companion.open_row.text import format_card_position, parse_card_position
from companion.players.level import Level
from companion.rules.catalogue import Catalogue, UnknownVariantError
from companion.rules.variant_files.file import VariantFileError
from companion.rules.variant_files.tables import tables_of, tables_with_early_starts
from companion.session.card_game import tables_of as card_tables_of
from companion.session.events import CardGameStarted, GameStarted, Start
from companion.session.evolve import evolve
from companion.session.game import Game
from companion.session.state import NoGame, State
from companion.transcript.validate import validate_start
from companion.transcript.words import (
    RecordTextError,
    ValueTextError,
    Word,
    read_string,
    shown,
    split_line,
    write_quoted,
)

TAG: Final = "["
FORMAT: Final = "Pawtrack"
_PLAYER: Final = "Player"
VERSION: Final = 1
_LINE: Final = re.compile(r"\s*\[\s*(\w+)\s*(.*?)\s*\]\s*")
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_DATE: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
_HANDS: Final = {True: "counted", False: "not counted"}
_DEMO: Final = "yes"
_COMPUTER: Final = "Computer"
_PEOPLE: Final = "people"
_OPEN: Final = "open"
_ABANDONED: Final = "abandoned"

#: Values of the position, here in a form that is easy to read.
_EVERY_GAME: Final[dict[str, Callable[[Game], str]]] = {
    "Variant": lambda game: game.position.variant,
    "Options": lambda game: " ".join(f"{name}={format_switch(value)}" for name, value in game.position.options),
}
_ON_A_BOARD: Final[dict[str, Callable[[GameStarted], str]]] = {
    "Sectors": lambda start: str(start.position.sectors),
    "Seats": lambda start: ",".join(map(str, start.position.seats)),
    "Teams": lambda start: ",".join(map(str, start.position.teams)),
}
_KNOWN: Final = (
    FORMAT, "Game", "Date", "Demo", _COMPUTER, "Result", *_EVERY_GAME, *_ON_A_BOARD,
    "Board", _PLAYER, "First", "Dealer", "Cards", "Position",
)  # fmt: skip
_NEEDED: Final = ("Game", _PLAYER, "First", "Position")
#: The tags that only a game on a board has, and must have.
_NEEDED_ON_A_BOARD: Final = ("Board", "Dealer", "Cards")


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """The content of the tags: the start of the game, its time, and the result with the number of its line."""

    started: Start
    date_ms: int | None
    result: tuple[str, int] | None


@dataclass(slots=True)
class _Tags:
    """The texts of every tag by name (of the players: one list each), and its line."""

    values: dict[str, list[list[str]]] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)

    def text(self, name: str) -> str:
        return self.values[name][0][0]

    def fault(self, name: str, reason: str) -> RecordTextError:
        return RecordTextError(f"{name}: {shown(self.text(name))} {reason}", self.lines[name])


def write_tags(started: Start, state: State, date_ms: int | None) -> list[str]:
    """Returns the lines of the head; `state` is the game's last one, for the result."""
    game = _begun(started)
    on_board = started if isinstance(started, GameStarted) else None
    date = None if date_ms is None else _date_text(date_ms)
    return [
        _tag(FORMAT, str(VERSION)),
        _tag("Game", started.game),
        *([] if date is None else [_tag("Date", date)]),
        *([_tag("Demo", _DEMO)] if started.demo else []),
        *([_tag(_COMPUTER, _levels_text(on_board.levels))] if on_board and on_board.levels else []),
        _tag("Result", result_text(state)),
        *(_tag(name, text) for name, text in _redundant(started).items() if text),
        *([_tag("Board", on_board.board)] if on_board else []),
        *(_tag(_PLAYER, *player) for player in zip(started.colours, started.names, strict=True)),
        _tag("First", str(started.first)),
        *([_tag("Dealer", str(on_board.dealer)), _tag("Cards", _HANDS[on_board.counted])] if on_board else []),
        _tag("Position", game.text()),
    ]


def _begun(started: Start) -> Game:
    game = evolve(NoGame(), started)
    assert not isinstance(game, NoGame)
    return game


def _redundant(started: Start) -> dict[str, str]:
    """Returns the tags that repeat values of the position, by name; empty if there is nothing to repeat."""
    game = _begun(started)
    texts = {name: derive(game) for name, derive in _EVERY_GAME.items()}
    if isinstance(started, GameStarted):
        texts |= {name: derive(started) for name, derive in _ON_A_BOARD.items()}
    return texts


def result_text(state: State) -> str:
    """Returns the winners by seats; else abandoned or open."""
    if isinstance(state, NoGame) or state.result is None:
        return _OPEN
    return ",".join(map(str, state.result)) or _ABANDONED


def first_tag(lines: Sequence[str]) -> None:
    """Raises RecordTextError unless the first line marks a record, of a known version."""
    tag = _LINE.fullmatch(lines[0])
    if tag is None or tag[1] != FORMAT:
        raise RecordTextError(f'it is no Pawtrack record: its first line must be [{FORMAT} "{VERSION}"]', 1)
    version = tag[2].strip('"')
    if not version.isdecimal() or not 0 < int(version[:9]) <= VERSION:
        newer = version.isdecimal() and int(version[:9]) > VERSION
        advice = "is from a newer program: update this one" if newer else "is unknown"
        raise RecordTextError(f"version {shown(version)} of the record {advice}; it reads version {VERSION}", 1)


def read_tags(catalogue: Catalogue, lines: Sequence[str], *, early_starts: bool = False) -> Head:
    """Reads the head of a record; `early_starts`: its free starts stand before the first deal.

    Raises RecordTextError.
    """
    tags = _Tags()
    for number, line in enumerate(lines, start=1):
        if line.lstrip().startswith(TAG):
            name, values = _read_line(line, number)
            if name in tags.lines and name != _PLAYER:
                raise RecordTextError(f"the tag {name} stands twice", number)
            tags.values.setdefault(name, []).append(values)
            tags.lines[name] = number
    for name in _NEEDED:
        if name not in tags.lines:
            raise RecordTextError(f"the tag {name} is missing", len(lines))
    if _has_no_board(tags):
        started: Start = _started_with_cards(tags)
    else:
        started = _started(catalogue, tags, len(lines), early_starts=early_starts)
    for name, text in _redundant(started).items():
        if name in tags.lines and tags.text(name) != text:
            raise tags.fault(name, f"does not fit the position, which says {text!r}")
    result = None if "Result" not in tags.lines else (tags.text("Result"), tags.lines["Result"])
    return Head(started=started, date_ms=_date(tags), result=result)


def check_result(head: Head, state: State) -> None:
    """Raises RecordTextError if the tag gives another result than the entries."""
    if head.result is not None and head.result[0] != result_text(state):
        text, number = head.result
        reason = f"Result: {shown(text)} does not fit the entries, which say {result_text(state)!r}"
        raise RecordTextError(reason, number)


def _tag(name: str, *values: str) -> str:
    return f"[{name} {' '.join(write_quoted(value) for value in values)}]"


def _read_line(line: str, number: int) -> tuple[str, list[str]]:
    tag = _LINE.fullmatch(line)
    if tag is None:
        raise RecordTextError(f'{shown(line.strip())} is no tag; write it as [Game "..."]', number)
    if tag[1] not in _KNOWN:
        raise RecordTextError(f"the tag {shown(tag[1])} is unknown; known: {', '.join(_KNOWN)}", number)
    words, _ = split_line(tag[2], number)
    wanted = 2 if tag[1] == _PLAYER else 1
    if len(words) != wanted:
        form = '"colour" "name"' if wanted == 2 else '"one text"'
        raise RecordTextError(f"{tag[1]}: write [{tag[1]} {form}]", number)
    return tag[1], [_quoted(word, tag.start(2), number) for word in words]


def _quoted(word: Word, offset: int, number: int) -> str:
    try:
        return read_string(word.text)
    except ValueTextError as error:
        raise RecordTextError(str(error), number, word.column + offset) from error


def _has_no_board(tags: _Tags) -> bool:
    return tags.text("Position").split()[1:2] in [[variant] for variant in game_ids()]


def _started_with_cards(tags: _Tags) -> CardGameStarted:
    for name in (*_NEEDED_ON_A_BOARD, *_ON_A_BOARD, _COMPUTER):
        if name in tags.lines:
            raise tags.fault(name, "is of a game on a board; this one has none")
    try:
        position = parse_card_position(tags.text("Position"))
    except ValueError as error:
        raise RecordTextError(f"Position: {error}", tags.lines["Position"]) from error
    players, first = len(tags.values[_PLAYER]), _seat(tags, "First")
    if players != position.seat_count or first != position.turn:
        written = f"{position.seat_count} seats, of which {position.turn} begins"
        raise RecordTextError(f"Position: it has {written}; {players} players are named", tags.lines["Position"])
    return CardGameStarted(
        game=tags.text("Game"),
        variant=position.variant,
        names=tuple(values[1] for values in tags.values[_PLAYER]),
        colours=tuple(values[0] for values in tags.values[_PLAYER]),
        position=format_card_position(position),
        first=first,
        rules=card_tables_of(card_rules_of(position)),
        demo=_is_demo(tags),
    )


def _levels_text(levels: tuple[Level | None, ...]) -> str:
    """Returns the level of the computer by seat, "people" for people."""
    return ",".join(_PEOPLE if level is None else level for level in levels)


def _levels(tags: _Tags) -> tuple[Level | None, ...]:
    if _COMPUTER not in tags.lines:
        return ()
    named = tags.text(_COMPUTER).split(",")
    if not {*named} <= {_PEOPLE, *Level} or len(named) != len(tags.values[_PLAYER]):
        raise tags.fault(_COMPUTER, f"is not {', '.join((_PEOPLE, *Level))} by seat")
    return tuple(None if name == _PEOPLE else Level(name) for name in named)


def _is_demo(tags: _Tags) -> bool:
    if "Demo" in tags.lines and tags.text("Demo") != _DEMO:
        raise tags.fault("Demo", f"is not {_DEMO!r}; without the tag it is a game of people")
    return "Demo" in tags.lines


def _started(catalogue: Catalogue, tags: _Tags, head: int, *, early_starts: bool) -> GameStarted:
    """Returns the start of a game on a board; `head` is the last line of the tags."""
    for name in _NEEDED_ON_A_BOARD:
        if name not in tags.lines:
            raise RecordTextError(f"the tag {name} is missing", head)
    try:
        position = parse_position(tags.text("Position"))
    except ValueError as error:
        raise RecordTextError(f"Position: {error}", tags.lines["Position"]) from error
    try:
        variant = catalogue.variant(position.variant)
    except (UnknownVariantError, VariantFileError) as error:
        raise RecordTextError(f"Position: {error}", tags.lines["Position"]) from error
    hands = {text: counted for counted, text in _HANDS.items()}
    if tags.text("Cards") not in hands:
        raise tags.fault("Cards", f"is neither {' nor '.join(map(repr, hands))}")
    started = GameStarted(
        game=tags.text("Game"),
        names=tuple(values[1] for values in tags.values[_PLAYER]),
        colours=tuple(values[0] for values in tags.values[_PLAYER]),
        board=tags.text("Board"),
        position=position,
        first=_seat(tags, "First"),
        dealer=_seat(tags, "Dealer"),
        counted=hands[tags.text("Cards")],
        rules=tables_with_early_starts(variant) if early_starts else tables_of(variant),
        demo=_is_demo(tags),
        levels=_levels(tags),
    )
    try:
        return validate_start(variant, started)
    except ValueTextError as error:
        raise RecordTextError(f"Position: {error}", tags.lines["Position"]) from error


def _seat(tags: _Tags, name: str) -> int:
    text = tags.text(name)
    players = len(tags.values[_PLAYER])
    if not text.isdecimal() or int(text[:9]) >= players:
        raise tags.fault(name, f"is no seat; the seats are 0 to {players - 1}")
    return int(text)


def _date_text(date_ms: int) -> str | None:
    try:
        return (_EPOCH + timedelta(milliseconds=date_ms)).strftime("%Y-%m-%dT%H:%M:%S.") + f"{date_ms % 1000:03d}Z"
    except OverflowError:
        # a clock that was set to nonsense: better no date than no record
        return None


def _date(tags: _Tags) -> int | None:
    if "Date" not in tags.lines:
        return None
    text = tags.text("Date")
    try:
        if not _DATE.fullmatch(text):
            raise ValueError
        passed = datetime.fromisoformat(text) - _EPOCH
    except ValueError:
        raise tags.fault("Date", "is no time; write it as 2026-01-31T18:30:00.000Z") from None
    return passed // timedelta(milliseconds=1)
