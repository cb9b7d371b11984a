"""The memory of each machine of the load of its games, in a file of its own beside the record.

Law: machines that share a data folder never read each other's file; without a readable one a machine begins anew.
"""

import hashlib
import logging
import os
import platform
from pathlib import Path
from typing import Final

import msgspec

from companion.settings.load import Kept
from companion.system.disk.whole_file import write_whole
from companion.system.files import read_bytes

log = logging.getLogger(__name__)

#: Files that differ between machines; a card that moves to a faster board is on another machine.
_SIGNS: Final = (Path("/etc/machine-id"), Path("/proc/device-tree/model"))
_LONGEST: Final = 4096


def machine(signs: tuple[Path, ...] = _SIGNS) -> str:
    """Returns a short name of this machine from which nobody can tell which one it is."""
    parts = [platform.node(), platform.machine(), str(os.cpu_count())]
    for sign in signs:
        try:
            parts.append(read_bytes(sign, _LONGEST).decode(errors="replace"))
        except OSError:
            continue
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:12]


class KeptLoad:
    """The file of one machine; a missing, damaged or unwritable one only loses the memory of its speed."""

    def __init__(self, folder: Path, name: str) -> None:
        """`name` is that of the machine."""
        self._path = folder / f"load-{name}.json"

    def read(self) -> Kept:
        try:
            return msgspec.json.decode(read_bytes(self._path, _LONGEST), type=Kept)
        except FileNotFoundError:
            return Kept()
        except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
            log.warning("%s cannot be read (%s); the speed of this machine is measured anew", self._path.name, error)
            return Kept()

    def keep(self, kept: Kept) -> None:
        """Writes the file whole or not at all; a disk error is logged."""
        try:
            write_whole(self._path, msgspec.json.encode(kept))
        except OSError as error:
            log.warning("the speed of this machine is not remembered: %s", error.strerror or error)
