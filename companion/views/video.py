"""The table in moving pictures: whether viewers see it, and whether clips of it are kept."""

from typing import Final

from companion.views.table_view import HealthState, TableView

#: The part of the table, as health names it, that shows viewers the camera's pictures.
VIDEO: Final = "mqtt.video"
#: The part that keeps clips, and its codes while it watches.
CLIPS: Final = "clips"
_LOOKING: Final = ("clips_on", "clips_full", "clips_failed")


def shows_video(view: TableView | None) -> bool:
    """Returns whether viewers can see the camera's pictures; a permanent notice at the table shows it."""
    return view is not None and any(each.part == VIDEO and each.state is HealthState.OK for each in view.health)


def keeps_clips(view: TableView | None) -> bool:
    """Returns whether the last seconds of the board are in memory for a clip; a notice at the table shows it."""
    return view is not None and any(each.part == CLIPS and each.code in _LOOKING for each in view.health)
