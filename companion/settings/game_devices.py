"""The camera and wheel with which a game of people was begun, stored beside the record: devices belong to this machine.

Law: a resumed game uses its own devices, and a simulated device never watches or plays a game that people began.
"""

import logging
from pathlib import Path
from typing import Final

import msgspec

from companion.settings.schema import NONE, Settings, as_demo, for_people
from companion.system.disk.whole_file import write_whole
from companion.system.files import read_bytes

log = logging.getLogger(__name__)

#: The number of games whose devices are remembered; the oldest are forgotten first.
MOST_GAMES: Final = 500
_MOST_BYTES: Final = 1 << 20


class Devices(msgspec.Struct, frozen=True):
    """As in the settings: `camera`, `wheel` and `second_camera`."""

    camera: str = NONE
    wheel: str = NONE
    second_camera: str = NONE


class GameDevices:
    """The file; a missing, damaged or unwritable one only loses the memory of devices."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def of(self, game: str) -> Devices | None:
        return self._read().get(game)

    def keep(self, game: str, settings: Settings) -> None:
        """Writes the file whole or not at all; a disk error is logged."""
        known = {other: devices for other, devices in self._read().items() if other != game}
        newest = list(known.items())[-MOST_GAMES + 1 :]
        kept = dict(newest) | {game: Devices(settings.camera, settings.wheel, settings.second_camera)}
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self._path, msgspec.json.format(msgspec.json.encode(kept)))
        except OSError as error:
            log.warning("the devices of this game are not remembered: %s", error.strerror or error)

    def _read(self) -> dict[str, Devices]:
        try:
            return msgspec.json.decode(read_bytes(self._path, _MOST_BYTES), type=dict[str, Devices])
        except FileNotFoundError:
            return {}
        except (OSError, msgspec.DecodeError, RecursionError) as error:
            log.warning("%s cannot be read (%s); games go on with the devices of the settings", self._path.name, error)
            return {}


def resumed(settings: Settings, own: Devices | None, *, demo: bool) -> Settings:
    """The settings with the devices with which a recorded game is resumed.

    `own` are the devices at its beginning, None if they are unknown: then the present ones are used, unless simulated.
    """
    if demo:
        return as_demo(settings)
    if own is None:
        return for_people(settings)
    return for_people(msgspec.structs.replace(settings, **msgspec.structs.asdict(own)))
