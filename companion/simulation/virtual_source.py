"""The virtual camera as a source of pictures: opened, read and closed like a real one, at a real one's pace."""

import time
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from companion.simulation.camera.scene import PICTURE_EVERY_MS, Scene
from companion.simulation.camera.virtual_camera import VirtualCamera
from companion.system.gc_tuning import free_memory

Image = NDArray[np.uint8]


class Staged(Protocol):
    """A table in front of the camera."""

    def scene(self) -> Scene: ...


@dataclass(frozen=True, slots=True)
class Picture:
    """`image` is (height, width, 3) BGR; `t_ms` simulated milliseconds since the table was set up."""

    image: Image
    t_ms: int


class VirtualSource:
    """Pictures a simulated table; simulated time runs `speed` times as fast as the clock on the wall."""

    def __init__(self, camera: VirtualCamera, table: Staged, speed: float = 1.0) -> None:
        self._camera = camera
        self._table = table
        self._speed = speed
        self._began_s = time.monotonic()
        self._due_s = self._began_s
        self._drawn = False

    def open(self) -> None:
        self._due_s = time.monotonic()

    def read(self) -> Picture:
        """Waits until the next picture is due and draws the present table."""
        wait_s = self._due_s - time.monotonic()
        if wait_s > 0:
            time.sleep(wait_s)
        now_s = time.monotonic()
        self._due_s = max(self._due_s, now_s) + PICTURE_EVERY_MS / 1000 / self._speed
        t_ms = round((now_s - self._began_s) * 1000 * self._speed)
        picture = Picture(self._camera.render(self._table.scene()), t_ms)
        if not self._drawn:
            # the drawing of a table takes several times the memory of its pictures
            self._drawn = True
            self._camera.forget_prints()
            free_memory()
        return picture

    def close(self) -> None:
        """Does nothing."""
