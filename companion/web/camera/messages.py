"""The messages between the table and the program of the phone's camera: lines of JSON over the pipes between them.

Down: first a `DoorSetup`, then `Keys`, `Want` and `TableSeen`; up: `Hello`, `Beat`, `Admitted`, `Taken` and
`Standing`.
"""

from collections.abc import Callable
from enum import StrEnum
from typing import Final

import msgspec

from companion.programs.lines import Beat
from companion.programs.tcp_ports import ListenAddress

#: The longest picture, in bytes: twice the size of one with `LONGEST_SIDE` pixels in fine quality.
LONGEST_PICTURE: Final = 3 * 1024 * 1024
#: The most pixels across or down.
LONGEST_SIDE: Final = 2048
#: The most pictures a second.
PER_S: Final = 10


class PhoneState(StrEnum):
    """The state of the one phone."""

    #: No phone has sent anything for a while.
    GONE = "gone"
    HERE = "here"
    #: Its page is not in view: a locked screen, a call, another program.
    HIDDEN = "hidden"
    #: The page may not use the camera, or another program of the phone uses it.
    DENIED = "denied"


class Keys(msgspec.Struct, frozen=True, tag="keys"):
    """The digests of the present code and of the token that is valid; empty: none is."""

    code: str
    token: str = ""


class DoorSetup(msgspec.Struct, frozen=True, tag="setup"):
    """The address to listen on, the file with certificate and key, and the files of this table by path."""

    where: ListenAddress
    certificate: str
    files: dict[str, str]


class Want(msgspec.Struct, frozen=True, tag="want"):
    """The table wants one more picture."""


class TableSeen(msgspec.Struct, frozen=True, tag="seen"):
    """The state of the camera for the phone: `good` and a sentence in every language."""

    good: bool
    text: dict[str, str]


class Hello(msgspec.Struct, frozen=True, tag="hello"):
    """The program lets a phone in as soon as it has the `Keys`."""


class Admitted(msgspec.Struct, frozen=True, tag="admitted"):
    """The code is used up; a phone has the token of this digest."""

    token: str


class Taken(msgspec.Struct, frozen=True, tag="taken"):
    """A picture (JPEG), with the time at which it was taken by the clock of this machine, in ms."""

    t_ms: int
    jpeg: bytes


class Standing(msgspec.Struct, frozen=True, tag="standing"):
    state: PhoneState


ToDoor = DoorSetup | Keys | Want | TableSeen
ToTable = Hello | Beat | Admitted | Taken | Standing
#: Reads a message of the table.  Raises msgspec.DecodeError.
to_door: Final[Callable[[bytes], ToDoor]] = msgspec.json.Decoder[ToDoor](ToDoor).decode
#: Reads a message of the door.  Raises msgspec.DecodeError.
to_table: Final[Callable[[bytes], ToTable]] = msgspec.json.Decoder[ToTable](ToTable).decode
