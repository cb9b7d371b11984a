"""A simulated table on which placements are laid as somebody asks for them, and a camera that looks at it.

Its clock is that of its pictures: nobody waits.
"""

from collections.abc import Sequence

from companion.model.position import Placement
from companion.simulation.camera.virtual_camera import VirtualCamera
from companion.simulation.physical_table import PhysicalTable
from companion.simulation.virtual_source import PICTURE_EVERY_MS, Picture


class StagedTable:
    """A source of pictures of whatever was laid last."""

    def __init__(self, camera: VirtualCamera, physical: PhysicalTable) -> None:
        self._camera = camera
        self._physical = physical
        self._t_ms = 0

    def lay(self, placement: Placement, kennels: Sequence[Sequence[int]]) -> None:
        """Clears the table and lays the placement; `kennels` are the places of each seat's kennel to be filled."""
        self._physical.set_up(placement, kennels)

    def open(self) -> None:
        """Nothing is needed."""

    def read(self) -> Picture:
        self._t_ms += PICTURE_EVERY_MS
        return Picture(self._camera.render(self._physical.scene()), self._t_ms)

    def close(self) -> None:
        """Nothing is held."""
