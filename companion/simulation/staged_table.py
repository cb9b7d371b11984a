"""A camera that looks at a simulated table whose clock is that of its pictures: nobody waits."""

from companion.simulation.camera.virtual_camera import VirtualCamera
from companion.simulation.physical_table import PhysicalTable
from companion.simulation.virtual_source import PICTURE_EVERY_MS, Picture


class StagedTable:
    """A source of pictures of whatever was laid last."""

    def __init__(self, camera: VirtualCamera, physical: PhysicalTable) -> None:
        self._camera = camera
        self._physical = physical
        self._t_ms = 0

    def open(self) -> None:
        """Nothing is needed."""

    def read(self) -> Picture:
        self._t_ms += PICTURE_EVERY_MS
        return Picture(self._camera.render(self._physical.scene()), self._t_ms)

    def close(self) -> None:
        """Nothing is held."""
