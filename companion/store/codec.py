"""Events to JSON and back: the type's name beside, the body a JSON object with its version `v`.

Law: what was encoded decodes to an equal event, and what is not wholly understood is refused, never half read.
"""

from dataclasses import fields
from typing import Any, Final, get_args

import msgspec

from companion.session.events import Event
from companion.store.upcasters import VERSIONS, Body, lift

EVENT_TYPES: Final[dict[str, type[Any]]] = {kind.__name__: kind for kind in get_args(Event)}
_KEYS: Final = {name: {field.name for field in fields(kind)} for name, kind in EVENT_TYPES.items()}


class CodecError(ValueError):
    """A stored event that cannot be read; one line with the reason."""


def encode_event(event: Event) -> tuple[str, str]:
    """The type's name and the body as JSON text."""
    kind = type(event).__name__
    body = msgspec.to_builtins(event)
    return kind, msgspec.json.encode({"v": VERSIONS.get(kind, 1), **body}).decode()


def decode_event(kind: str, text: str) -> Event:
    """Reads an event.  Raises CodecError."""
    if kind not in EVENT_TYPES:
        raise CodecError(f"event {kind[:40]!r} is unknown: the record is from a newer version, update the program")
    try:
        body = msgspec.json.decode(text, type=dict[str, Any])
        version = body.pop("v", None)
    except msgspec.DecodeError as error:
        raise CodecError(f"event {kind}: {error}") from error
    return _built(kind, version, body)


def _built(kind: str, version: object, body: Body) -> Event:
    if not isinstance(version, int) or version < 1:
        raise CodecError(f"event {kind}: v: {str(version)[:20]} is no version")
    if version > VERSIONS.get(kind, 1):
        raise CodecError(f"event {kind} has version {version}: the record is from a newer version, update the program")
    try:
        lifted = lift(kind, version, body)
        unknown = sorted(set(lifted) - _KEYS[kind])
        if unknown:
            raise CodecError(f"event {kind}: {unknown[0][:40]!r} is unknown: the record is from a newer version")
        event: Event = msgspec.convert(lifted, EVENT_TYPES[kind])
    except (msgspec.ValidationError, KeyError) as error:
        raise CodecError(f"event {kind}: {error}") from error
    return event
