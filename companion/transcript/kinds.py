"""Every kind of entry in one table: the verb, the event and which of its fields stand without their names.

Law: a new event of plain fields is one line of `KINDS`.  Fields are written by their type; one that has its default is
left out, and so are None and False.
"""

from collections.abc import Callable
from difflib import get_close_matches
from types import NoneType
from typing import Any, Final, NamedTuple, get_args, get_type_hints

from msgspec import NODEFAULT
from msgspec.structs import FieldInfo, fields

from companion.model.notation import place_name
from companion.model.places import Place
from companion.model.position import Placement
from companion.model.verdict import Reason
from companion.players.level import Level
from companion.session import events as ev
from companion.session.state import State
from companion.transcript import words as w
from companion.transcript.played import PLAY_NAMES, read_play_entry, write_play_entry
from companion.transcript.words import RecordTextError, ValueTextError, Word


class Codec(NamedTuple):
    """One type of field: to a word and back.  Both know the game so far."""

    write: Callable[[Any, State], str]
    read: Callable[[str, State], Any]


class Kind(NamedTuple):
    """One kind of entry: `plain` fields stand without their names behind the verb, in this order.

    `own` are fields with a way of writing of their own.
    """

    verb: str
    event: type[Any]
    plain: tuple[str, ...] = ()
    own: dict[str, Codec] = {}  # noqa: RUF012 - never changed


def _here(state: State) -> Placement:
    return w.on_board(state).position.placement


def _codec(write: Callable[[Any], str], read: Callable[[str], Any]) -> Codec:
    return Codec(lambda value, _: write(value), lambda text, _: read(text))


def _list_of(write: Callable[[Any], str], read: Callable[[str], Any], separator: str = ",") -> Codec:
    return _codec(
        lambda values: w.write_list(values, write, separator), lambda text: w.read_list(text, read, separator)
    )


def _write_hand(hand: tuple[str, ...]) -> str:
    return w.write_list(hand, w.write_string)


def _read_hand(text: str) -> tuple[str, ...]:
    return w.read_list(text, w.read_string)


_CODECS: Final[dict[object, Codec]] = {
    int: _codec(str, w.read_integer),
    float: _codec(repr, w.read_number),
    bool: _codec(lambda value: "yes" if value else "no", w.read_flag),
    str: _codec(w.write_string, w.read_string),
    Level: _codec(str, w.read_level),
    Place: _codec(place_name, w.read_place),
    tuple[int, ...]: _list_of(str, w.read_integer),
    tuple[str, ...]: _codec(_write_hand, _read_hand),
    tuple[tuple[str, ...], ...]: _list_of(_write_hand, _read_hand, ";"),
    tuple[Reason, ...]: _list_of(w.write_reason, w.read_reason, ";"),
    Placement: Codec(
        lambda value, state: w.write_placement(value, _here(state)),
        lambda text, state: w.read_placement(text, _here(state)),
    ),
}
#: Undo and redo: how many entries before it are void, instead of the number of a row.
_ENTRIES_BACK: Final = Codec(
    lambda row, state: str(state.seq - row + 1), lambda text, state: state.seq - w.read_integer(text) + 1
)
#: Short names in the text for fields whose own name is long.
_SHORT: Final = {"acting_as": "as", "reasons": "why", "placement": "now"}
_LONG: Final = {short: name for name, short in _SHORT.items()}

KINDS: Final = (
    Kind("deal", ev.CardsDealt),
    Kind("figure", ev.DogPlaced, ("field",)),
    Kind("exchange", ev.CardExchanged, ("seat",)),
    Kind("free_start", ev.FreeStartDecided, ("seat",)),
    Kind("declare", ev.PlayDeclared, ("seat", "card")),
    Kind("withdraw", ev.DeclarationWithdrawn, ("seat", "card")),
    Kind("play", ev.PlayAccepted),
    Kind("illegal", ev.PlayRefused, ("seat", "card")),
    Kind("shadow", ev.ShadowJudged, ("seat", "card")),
    Kind("skip", ev.TurnSkipped, ("seat",)),
    Kind("forfeit", ev.HandForfeited, ("seat",)),
    Kind("discard", ev.CardDiscarded, ("seat",)),
    Kind("draw", ev.CardsDrawn, ("seat", "count")),
    Kind("enter", ev.CardsEntered, ("seat", "cards")),
    Kind("give_seat", ev.SeatGiven, ("seat",)),
    Kind("round_over", ev.RoundEnded),
    Kind("correct", ev.PositionCorrected),
    Kind("undo", ev.EventsUndone, ("back_to",), {"back_to": _ENTRIES_BACK}),
    Kind("redo", ev.EventsRedone, ("undo",), {"undo": _ENTRIES_BACK}),
    Kind("pause", ev.GamePaused),
    Kind("resume", ev.GameResumed),
    Kind("action", ev.ActionTaken, ("seat", "action")),
    Kind("reveal", ev.CardRevealed, ("place", "card")),
    Kind("won", ev.GameWon, ("seats",)),
    Kind("abandoned", ev.GameAbandoned),
)
_BY_VERB: Final = {kind.verb: kind for kind in KINDS}
_BY_EVENT: Final = {kind.event: kind for kind in KINDS}
_HINTS: Final = {kind.event: get_type_hints(kind.event) for kind in KINDS}
_FIELDS: Final = {kind.event: fields(kind.event) for kind in KINDS}


def write_entry(event: ev.Event, state: State) -> str:
    """Returns the line of an event that followed on `state`."""
    if isinstance(event, ev.PlayAccepted):
        played, rest = write_play_entry(event, state)
        return " ".join((_BY_EVENT[type(event)].verb, played, *_named(event, state, rest)))
    kind = _BY_EVENT[type(event)]
    plain = [_codec_of(kind, name).write(getattr(event, name), state) for name in kind.plain]
    rest = {field.name: _default(field) for field in _FIELDS[kind.event] if field.name not in kind.plain}
    return " ".join((kind.verb, *plain, *_named(event, state, rest)))


class Entry(NamedTuple):
    """The event of a line, and why its play is not legal (None: legal, no play, or `next=` gives the result)."""

    event: ev.Event
    illegal_reason: str | None


def read_entry(line: list[Word], state: State, number: int) -> Entry:
    """Reads a line, in the game so far.  Raises RecordTextError."""
    verb, *rest = line
    kind = _BY_VERB.get(verb.text)
    if kind is None:
        raise RecordTextError(
            f"{w.shown(verb.text)} is no entry{did_you_mean(verb.text, _BY_VERB)}", number, verb.column
        )
    values: dict[str, Any] = {}
    illegal_reason = None
    if kind.event is ev.PlayAccepted:
        try:
            values, rest, illegal_reason = read_play_entry(rest, state)
        except ValueError as error:
            column = getattr(error, "column", None) or (rest[0].column if rest else verb.column)
            raise RecordTextError(str(error), number, column) from error
    for name in kind.plain:
        if not rest or ("=" in rest[0].text and rest[0].text.partition("=")[0] in _names(kind)):
            raise RecordTextError(f"{verb.text}: {name} is missing", number, verb.column)
        values[name] = _value(kind, name, rest.pop(0), state, number)
    for word in rest:
        name, text = _name_and_text(kind, word, values, number)
        values[name] = _value(kind, name, Word(text, word.column), state, number)
    return Entry(_built(kind, values, number, verb.column), illegal_reason)


def place_of(name: str, line: list[Word]) -> tuple[str, int]:
    """Returns a field's name in the text, and the column of its word; of the verb if it has none of its own."""
    verb, *rest = line
    short = _SHORT.get(name, name)
    plain = _BY_VERB[verb.text].plain
    if name in plain:
        return short, rest[plain.index(name)].column
    return short, next((word.column for word in rest if word.text.partition("=")[0] == short), verb.column)


def did_you_mean(text: str, known: Any) -> str:
    """Returns a hint for a mistyped name: the nearest known one, else all of them."""
    near = get_close_matches(text, list(known), n=1)
    return f"; did you mean {near[0]}?" if near else f"; known: {', '.join(known)}"


def _named(event: ev.Event, state: State, rest: dict[str, Any]) -> list[str]:
    """Returns the fields whose values differ from those of omitted fields."""
    kind = _BY_EVENT[type(event)]
    parts = []
    for name, default in rest.items():
        value = getattr(event, name)
        if value is True and default is not True:
            parts.append(_SHORT.get(name, name))
        elif value != default:
            text = "none" if value is None else _codec_of(kind, name).write(value, state)
            parts.append(f"{_SHORT.get(name, name)}={text}")
    return parts


def _name_and_text(kind: Kind, word: Word, values: dict[str, Any], number: int) -> tuple[str, str]:
    short, equals, text = word.text.partition("=")
    name = _LONG.get(short, short)
    hints = _HINTS[kind.event]
    if name not in hints or name in kind.plain or (kind.event is ev.PlayAccepted and name not in PLAY_NAMES):
        raise RecordTextError(
            f"{w.shown(word.text)} is not known of {kind.verb}{did_you_mean(short, _names(kind))}", number, word.column
        )
    if equals:
        if name in values and kind.event is not ev.PlayAccepted:
            raise RecordTextError(f"{short} is given twice", number, word.column)
        return name, text
    if hints[name] is not bool:
        raise RecordTextError(f"{short}: the value is missing", number, word.column)
    return name, "yes"


def _value(kind: Kind, name: str, word: Word, state: State, number: int) -> Any:
    if word.text == "none" and NoneType in get_args(_HINTS[kind.event][name]):
        return None
    try:
        return _codec_of(kind, name).read(word.text, state)
    except ValueTextError as error:
        raise RecordTextError(f"{_SHORT.get(name, name)}: {error}", number, word.column) from error


def _built(kind: Kind, values: dict[str, Any], number: int, column: int) -> ev.Event:
    for field in _FIELDS[kind.event]:
        if field.name not in values:
            default = _default(field)
            if default is NODEFAULT:
                name = _SHORT.get(field.name, field.name)
                raise RecordTextError(f"{kind.verb}: {name} is missing", number, column)
            values[field.name] = default
    event: ev.Event = kind.event(**values)
    return event


def _default(field: FieldInfo) -> Any:
    """Returns the value of an omitted field: its default, else None or False if it may be that; NODEFAULT = never."""
    if field.default is not NODEFAULT:
        return field.default
    if NoneType in get_args(field.type):
        return None
    return False if field.type is bool else NODEFAULT


def _codec_of(kind: Kind, name: str) -> Codec:
    if name in kind.own:
        return kind.own[name]
    hint = _HINTS[kind.event][name]
    if NoneType in get_args(hint):
        hint = next(part for part in get_args(hint) if part is not NoneType)
    return _CODECS[hint]


def _names(kind: Kind) -> list[str]:
    names = PLAY_NAMES if kind.event is ev.PlayAccepted else _HINTS[kind.event]
    return [_SHORT.get(name, name) for name in names if name not in kind.plain]
