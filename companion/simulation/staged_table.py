"""A camera over a simulated table whose clock is that of its pictures, so there is no waiting."""

from companion.simulation.camera.scene import PICTURE_EVERY_MS
from companion.simulation.camera.virtual_camera import VirtualCamera
from companion.simulation.physical_table import PhysicalTable
from companion.simulation.virtual_source import Picture


class StagedTable:
    """A source of pictures of the newest placement."""

    def __init__(self, camera: VirtualCamera, physical: PhysicalTable) -> None:
        self._camera = camera
        self._physical = physical
        self._t_ms = 0

    def open(self) -> None:
        """Does nothing."""

    def read(self) -> Picture:
        self._t_ms += PICTURE_EVERY_MS
        return Picture(self._camera.render(self._physical.scene()), self._t_ms)

    def close(self) -> None:
        """Does nothing."""
