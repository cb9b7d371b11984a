"""Events to JSON and back: the type's name beside, the body a JSON object with its version `v`.

Law: an encoded event decodes to an equal one, and an event that is not fully understood is refused, never half read.
"""

from contextlib import suppress
from typing import Any, Final, get_args

import msgspec

from companion.rules.catalogue import Catalogue, UnknownVariantError
from companion.rules.variant_files.file import VariantFileError
from companion.rules.variant_files.tables import FORMAT, tables_fault
from companion.session.card_game import first_of
from companion.session.events import CardGameStarted, Event, GameStarted
from companion.session.results import Result, ResultCorrected, ResultEntered, ResultEvent, ResultRefusedError, checked
from companion.store.upcasters import VERSIONS, Body, lift
from companion.system.quoting import one_line

#: A row of a game with its plays, or of a result without.
RecordedEvent = Event | ResultEvent
EVENT_TYPES: Final[dict[str, type[Any]]] = {kind.__name__: kind for kind in get_args(RecordedEvent)}
_KEYS: Final = {name: {field.name for field in msgspec.structs.fields(kind)} for name, kind in EVENT_TYPES.items()}


class CodecError(ValueError):
    """An unreadable stored event; one line with the reason."""


class NewerError(CodecError):
    """The event is whole, but only a newer version of the program can read it."""


def encode_event(event: RecordedEvent) -> tuple[str, str]:
    """Returns the type's name and the body as JSON text."""
    kind = type(event).__name__
    body = msgspec.to_builtins(event)
    return kind, msgspec.json.encode({"v": VERSIONS.get(kind, 1), **body}).decode()


def decode_event(catalogue: Catalogue, kind: str, text: str) -> RecordedEvent:
    """Reads an event; `catalogue` has the rules of older games that do not keep their own.  Raises CodecError."""
    if kind not in EVENT_TYPES:
        raise NewerError(f"event {kind[:40]!r} is unknown: the record is from a newer version, update the program")
    try:
        body = msgspec.json.decode(text, type=dict[str, Any])
        version = body.pop("v", None)
    except (msgspec.DecodeError, RecursionError) as error:
        raise CodecError(f"event {kind}: {error}") from error
    return _built(catalogue, kind, version, body)


def _built(catalogue: Catalogue, kind: str, version: object, body: Body) -> RecordedEvent:
    if not isinstance(version, int) or version < 1:
        raise CodecError(f"event {kind}: v: {str(version)[:20]} is no version")
    if version > VERSIONS.get(kind, 1):
        raise NewerError(f"event {kind} has version {version}: the record is from a newer version, update the program")
    try:
        lifted = lift(catalogue, kind, version, body)
        unknown = sorted(set(lifted) - _KEYS[kind])
        if unknown:
            raise NewerError(f"event {kind}: {unknown[0][:40]!r} is unknown: the record is from a newer version")
        event: RecordedEvent = msgspec.convert(lifted, EVENT_TYPES[kind])
    except (UnknownVariantError, VariantFileError) as error:
        raise CodecError(f"it was begun before games kept their rules, and its game is gone: {error}") from error
    except (msgspec.ValidationError, KeyError, TypeError) as error:
        raise CodecError(f"event {kind}: {error}") from error
    if isinstance(event, GameStarted):
        _check_rules(catalogue, event)
    if isinstance(event, CardGameStarted):
        _check_first_position(event)
    if isinstance(event, ResultEntered | ResultCorrected):
        _check_result(event.result)
    return event


def _check_first_position(started: CardGameStarted) -> None:
    """Checks a game of cards alone: if it cannot begin by its rules, it is damaged.  Raises CodecError."""
    if started.rules.format > FORMAT:
        raise NewerError(f"its rules have format {started.rules.format}: the record is from a newer version")
    try:
        first_of(started)
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        raise CodecError(f"the rules of the game: {one_line(str(error))}") from error


def _check_result(result: Result) -> None:
    """Raises CodecError for a result that no game can have."""
    try:
        checked(result)
    except ResultRefusedError as error:
        raise CodecError(f"the result: {error}") from error


def _check_rules(catalogue: Catalogue, started: GameStarted) -> None:
    """Checks a game's rules: if they are unplayable, it is damaged.  Raises CodecError."""
    if started.rules.format > FORMAT:
        raise NewerError(f"its rules have format {started.rules.format}: the record is from a newer version")
    known = None
    with suppress(UnknownVariantError, VariantFileError):
        known = dict(catalogue.variant(started.position.variant).tables)
    fault = tables_fault(started.position, started.rules, known)
    if fault is not None:
        raise CodecError(fault)
