"""The messages between the table and the server of the phones' page: lines of JSON, over the pipes between them."""

from typing import Final

import msgspec

from companion.publishers.phones.orders import SeatOrder
from companion.publishers.phones.tokens import Void
from companion.publishers.tcp_ports import ListenAddress

#: The longest body of a request, in bytes; an order has about 200.
BODY_BYTES: Final = 1024


class PhonesConfig(msgspec.Struct, frozen=True):
    """The address to listen on, and the files that are served beside the page's own: their text by path."""

    where: ListenAddress
    files: dict[str, str]


class Shown(msgspec.Struct, frozen=True, tag="shown"):
    """The table to the server: the page of each seat as JSON, with a word that changes with it, and the valid secrets.

    `seats` are the seats of tokens, `void` the reasons why others are void, `invitations` open the seats; all as
    digests.
    """

    pages: tuple[tuple[str, msgspec.Raw], ...] = ()
    seats: dict[str, int] = {}
    void: dict[str, Void] = {}
    invitations: tuple[str, ...] = ()


class Answered(msgspec.Struct, frozen=True, tag="answered"):
    """The table to the server: the answer to request `number`; not `known`: its secret is void."""

    number: int
    known: bool
    body: msgspec.Raw


class Hello(msgspec.Struct, frozen=True, tag="hello"):
    """The server to the table: it has begun and knows nothing yet."""


class Taking(msgspec.Struct, frozen=True, tag="taking"):
    """The server to the table: a phone shows an invitation."""

    number: int
    invitation: str


class Ordering(msgspec.Struct, frozen=True, tag="ordering"):
    """The server to the table: an order of the phone with the token of this digest."""

    number: int
    token: str
    order: SeatOrder


class Taken(msgspec.Struct, frozen=True):
    """The answer to a phone that took a seat."""

    seat: int
    token: str


ToServer = Shown | Answered
ToTable = Hello | Taking | Ordering
