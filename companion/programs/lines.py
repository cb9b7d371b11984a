"""Messages between the table and a program that it has started: one line of JSON each, over the pipes between them."""

import msgspec


class Beat(msgspec.Struct, frozen=True, tag="beat"):
    """The sign of life, every second; the first comes as soon as the program does its work."""


def line_of(message: msgspec.Struct) -> bytes:
    return msgspec.json.encode(message) + b"\n"
