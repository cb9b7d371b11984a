"""The messages between the table and the web program: lines of JSON over the pipes between them.

Down: first a `Setup`, then `Shown` and `Answered`; up: `Hello`, `Beat`, and what phones and tablets ask.
"""

import sys
from collections.abc import Callable
from enum import StrEnum
from hashlib import sha256
from typing import Annotated, Final, Literal

import msgspec

from companion.programs.lines import Beat
from companion.programs.tcp_ports import ListenAddress
from companion.web.video.wire import VideoDoor

#: Viewers of the gateway; `select`, the only choice of a socket loop on Windows, takes 512 sockets in all.
CAPACITY: Final = 320 if sys.platform == "win32" else 2000
#: How long the gateway waits at its end for the broker's last messages.
LAST_MESSAGES_S: Final = 4.0
#: How long the gateway waits at its end for viewers who take the last messages slowly.
FAREWELL_S: Final = 3.0

_Text = Annotated[str, msgspec.Meta(max_length=200)]
#: The id of an order.
Word = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9-]{1,64}$")]


class GatewayConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The addresses to listen on, and the port of the broker behind it on this machine.

    `password` logs the gateway itself in there as `user`; `logins` are the users that are passed on, with their
    passwords.  `trees` are those that viewers may read: public, delayed or both.  `origins` are web pages that may
    connect beside the table's own.  `capacity` is how many connections it holds.  `proxied`: all WebSockets come
    through a proxy that names the viewer's address (`proxied.py`).
    """

    mqtt: ListenAddress
    websocket: ListenAddress
    broker_port: int
    user: str
    password: str
    logins: dict[str, str]
    trees: tuple[str, ...]
    origins: tuple[str, ...] = ()
    capacity: int = CAPACITY
    proxied: bool = False


class PageConfig(msgspec.Struct, frozen=True):
    """The address of the spectators' page, and the files of this table beside the page's own: their text by path.

    `themes` is the folder of the family's own themes; `record_folder` is the record whose games viewers may watch
    again, empty if they may not; no game that ended less than `delay_s` ago.  `video` is the source of the table's
    pictures, None if viewers see none.  `spoken` are the voice's words for signs, by language and message.
    """

    where: ListenAddress
    files: dict[str, str]
    themes: str
    record_folder: str = ""
    delay_s: int = 0
    video: VideoDoor | None = None
    spoken: dict[str, dict[str, str]] = {}


class Door(StrEnum):
    """The players' phones, or the tablets in browsers."""

    PHONES = "phones"
    TABLETS = "tablets"


class PhonesConfig(msgspec.Struct, frozen=True):
    """The address of the phones' page, and the files of this table beside the page's own: their text by path.

    `doors` are those that are served; the program waits for the first `Shown` of each.
    """

    where: ListenAddress
    files: dict[str, str]
    doors: tuple[Door, ...] = (Door.PHONES,)


class Setup(msgspec.Struct, frozen=True, tag="setup"):
    """The parts that the program serves."""

    gateway: GatewayConfig | None = None
    page: PageConfig | None = None
    phones: PhonesConfig | None = None

    @property
    def handles(self) -> tuple[int, ...]:
        """The file numbers of the sockets that the program inherits."""
        listeners = [part.where for part in (self.page, self.phones) if part]
        listeners += [self.gateway.mqtt, self.gateway.websocket] if self.gateway else []
        return tuple(handle for each in listeners for handle in each.handles)


class Void(StrEnum):
    """The reasons why a phone's token is void."""

    #: Another phone has the seat, or the table disconnected this one.
    TAKEN = "taken"
    #: The game is over, or another one has begun.
    OVER = "over"


class Shown(msgspec.Struct, frozen=True, tag="shown"):
    """To the phones: the page of each seat as JSON, with a word that changes with it, and the valid secrets.

    `seats` are the seats of tokens, `void` the reasons why others are void, `invitations` open the seats; all as
    digests.  For tablets a seat is a page of its own.
    """

    pages: tuple[tuple[str, msgspec.Raw], ...] = ()
    seats: dict[str, int] = {}
    void: dict[str, Void] = {}
    invitations: tuple[str, ...] = ()
    door: Door = Door.PHONES


class Answered(msgspec.Struct, frozen=True, tag="answered"):
    """To a phone or tablet: the answer to request `number`; not `known`: its secret is void."""

    number: int
    known: bool
    body: msgspec.Raw
    door: Door = Door.PHONES


class Hello(msgspec.Struct, frozen=True, tag="hello"):
    """The program serves phones as soon as it has heard the first `Shown`."""


class Taking(msgspec.Struct, frozen=True, tag="taking"):
    """A phone shows an invitation."""

    number: int
    invitation: str


class Expectation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The state in which an order is given."""

    epoch: int
    seq: int


class SeatOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`card` (and `face`, for a joker) belong to declare, `play` in notation to choose."""

    id: Word
    expect: Expectation
    order: Literal["declare", "withdraw", "choose", "undo"]
    card: _Text | None = None
    face: _Text | None = None
    play: _Text | None = None


class Ordering(msgspec.Struct, frozen=True, tag="ordering"):
    """An order of the phone with the token of this digest."""

    number: int
    token: str
    order: SeatOrder


class Opening(msgspec.Struct, frozen=True, tag="opening"):
    """A browser becomes a tablet by the code; it speaks `language`."""

    number: int
    code: str
    language: str


class Touch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A touch of the board: its place in parts of the board's side (y down), and that side in pixels."""

    x: Annotated[float, msgspec.Meta(ge=-1, le=2)]
    y: Annotated[float, msgspec.Meta(ge=-1, le=2)]
    side: Annotated[float, msgspec.Meta(ge=1, le=100_000)]


class TabletAct(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A button of the page `seen`."""

    seen: Annotated[str, msgspec.Meta(max_length=64)]
    name: Annotated[str, msgspec.Meta(max_length=64)]
    touch: Touch | None = None


class Acting(msgspec.Struct, frozen=True, tag="acting"):
    """An act of the tablet with the token of this digest."""

    number: int
    token: str
    act: TabletAct


#: The messages of the doors to the table.
Asking = Hello | Taking | Ordering | Opening | Acting
ToWeb = Setup | Shown | Answered
ToTable = Asking | Beat
#: Reads a message of the table.  Raises msgspec.DecodeError.
to_web: Final[Callable[[bytes], ToWeb]] = msgspec.json.Decoder[ToWeb](ToWeb).decode
#: Reads a message of the web program.  Raises msgspec.DecodeError.
to_table: Final[Callable[[bytes], ToTable]] = msgspec.json.Decoder[ToTable](ToTable).decode


def digest(secret: str) -> str:
    """Returns the key under which a secret is found, so that the time of an answer reveals nothing about a guess."""
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
