"""A screen in memory (Xvfb): programs draw on it, and a test reads it like a person in front of it."""

import os
import struct
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import numpy as np

#: The head of an X window dump, which is what Xvfb keeps: 25 numbers of 32 bit, big end first.
_HEAD: Final = struct.Struct(">25I")
_COLOUR_BYTES: Final = 12


class VirtualScreen:
    """A screen of that size under `name` (for DISPLAY) until `close`; its picture lies in the folder."""

    def __init__(self, folder: Path, width: int, height: int) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._kept = folder / "Xvfb_screen0"
        reading, writing = os.pipe()
        screen = ["-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp", "-fbdir", str(folder)]
        self._server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), *screen], pass_fds=(writing,), stderr=subprocess.DEVNULL
        )
        os.close(writing)
        with os.fdopen(reading) as pipe:
            # the whole line: Xvfb ends when it cannot write the end of it
            self.name = f":{pipe.readline().strip()}"

    def picture(self) -> np.ndarray[Any, np.dtype[np.uint8]]:
        """Returns its picture: rows, columns, blue green red."""
        dump = self._kept.read_bytes()
        head = _HEAD.unpack_from(dump)
        size, width, height, row, colours = head[0], head[4], head[5], head[12], head[19]
        pixels = np.frombuffer(dump, np.uint8, row * height, size + colours * _COLOUR_BYTES)
        return pixels.reshape(height, row)[:, : width * 4].reshape(height, width, 4)[:, :, :3].copy()

    def close(self) -> None:
        self._server.terminate()
        try:
            self._server.wait(10)
        except subprocess.TimeoutExpired:
            self._server.kill()
            self._server.wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _kind: type[BaseException] | None, _e: BaseException | None, _t: TracebackType | None) -> None:
        self.close()
