"""Converts messages to the bytes of a packet's body and back."""

from dataclasses import astuple
from typing import Final

from firmware_bridge.protocol.messages import LAYOUTS, Message

_NUMBERS: Final = {kind: number for number, (kind, _) in LAYOUTS.items()}


class MessageError(ValueError):
    """A body that is no message of this protocol."""


def encode_message(message: Message) -> bytes:
    """Returns the message's number and its fields, little-endian."""
    number = _NUMBERS[type(message)]
    return bytes([number]) + LAYOUTS[number][1].pack(*astuple(message))


def decode_message(body: bytes) -> Message:
    """Raises MessageError for an unknown number or too few bytes; ignores the additions of newer firmware at the
    end."""
    if not body or body[0] not in LAYOUTS:
        raise MessageError(f"unknown message {body[:1].hex() or 'without a number'}")
    kind, layout = LAYOUTS[body[0]]
    if len(body) < 1 + layout.size:
        raise MessageError(f"{kind.__name__} has {len(body) - 1} bytes instead of {layout.size}")
    return kind(*layout.unpack_from(body, 1))


def decode_messages(bodies: list[bytes]) -> list[Message]:
    """Returns the messages among the bodies of whole packets, without those of other protocols."""
    messages = []
    for body in bodies:
        try:
            messages.append(decode_message(body))
        except MessageError:
            continue
    return messages
