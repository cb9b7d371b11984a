"""The messages between the table and the program of its camera: lines of JSON over the pipes between them.

Down: first a `Setup`, then the rest of `ToCamera`; up: `ToTable`.
Law: nothing here loads vision, OpenCV or numpy.
"""

import pickle
from collections.abc import Callable
from typing import Final

import msgspec

from companion.model.observation import Observation
from companion.programs.lines import Beat
from companion.sensors.apart.watched_game import WatchedGame
from companion.settings.schema import NONE
from companion.views.sight import Point, Sight
from companion.views.table_view import Health


class Drawn(msgspec.Struct, frozen=True):
    """A camera that draws the simulated table of a demo: by this chance, so many times as fast as the clock."""

    seed: int
    speed: float


class Setup(msgspec.Struct, frozen=True, tag="setup"):
    """The cameras and the board as the settings name them, the printed sectors with players, and their colours.

    A game of the record need not keep to the limits of settings, and no others are needed here.
    `drawn` is the camera of a demo, None with a real one.
    """

    camera: str
    board: str
    colours: tuple[str, ...]
    seats: tuple[int, ...]
    drawn: Drawn | None = None
    second_camera: str = NONE


class Watch(msgspec.Struct, frozen=True, tag="watch"):
    """The running game, as `packed` makes it; empty: none is on."""

    game: bytes


class Corners(msgspec.Struct, frozen=True, tag="corners"):
    """The four corners of the board, in parts of the picture, upper left of the board first."""

    corners: tuple[Point, ...]


class Look(msgspec.Struct, frozen=True, tag="look"):
    """A wish for the newest picture, small or in full size."""

    full: bool = False


class LookForBoard(msgspec.Struct, frozen=True, tag="look_for_board"):
    """A wish for the place of the board in the newest picture."""


class Pace(msgspec.Struct, frozen=True, tag="pace"):
    """The least milliseconds between two pictures of the camera."""

    every_ms: int


class Staged(msgspec.Struct, frozen=True, tag="staged"):
    """Everything that the camera of a demo sees at this moment, as its stage gives it."""

    scene: bytes


class Observed(msgspec.Struct, frozen=True, tag="observed"):
    """A settled picture of the board, as msgpack, which has every number.

    `read_s` is the time in which a board that has just come to rest was read; 0 for one that lies still.
    """

    packed: bytes
    read_s: float = 0.0

    @classmethod
    def of(cls, observation: Observation, read_s: float) -> "Observed":
        return cls(msgspec.msgpack.encode(observation), read_s)

    @property
    def observation(self) -> Observation:
        return _OBSERVATION.decode(self.packed)


class SightLost(msgspec.Struct, frozen=True, tag="sight_lost"):
    """The camera is out, or has not seen the board for a while."""


class Reported(msgspec.Struct, frozen=True, tag="reported"):
    """The health of the camera."""

    health: Health


class Pictured(msgspec.Struct, frozen=True, tag="pictured"):
    """A picture, RGBA, row by row; without pixels before the first one."""

    full: bool
    width: int = 0
    height: int = 0
    rgba: bytes = b""


class Seen(msgspec.Struct, frozen=True, tag="seen"):
    """The place of the board in the newest picture; None until it has been found."""

    sight: Sight | None


class NextPicture(msgspec.Struct, frozen=True, tag="next_picture"):
    """The camera of a demo is about to draw, and waits for a `Staged`."""


ToCamera = Setup | Watch | Corners | Look | LookForBoard | Staged | Pace
ToTable = Beat | Observed | SightLost | Reported | Pictured | Seen | NextPicture
_OBSERVATION: Final[msgspec.msgpack.Decoder[Observation]] = msgspec.msgpack.Decoder(Observation)
#: Reads a message of the table.  Raises msgspec.DecodeError.
to_camera: Final[Callable[[bytes], ToCamera]] = msgspec.json.Decoder[ToCamera](ToCamera).decode
#: Reads a message of the camera's program.  Raises msgspec.DecodeError.
to_table: Final[Callable[[bytes], ToTable]] = msgspec.json.Decoder[ToTable](ToTable).decode


def packed(game: WatchedGame | None) -> bytes:
    """Returns the game for `Watch`: pickled, since only the table writes to the program that it has started."""
    return b"" if game is None else pickle.dumps(game)


def unpacked(game: bytes) -> WatchedGame | None:
    return pickle.loads(game) if game else None
