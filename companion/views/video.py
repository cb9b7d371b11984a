"""The table in moving pictures: the views for viewers, one picture, and whether it is shown or kept."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from companion.views.table_view import HealthState, TableView

#: The part of the table, as health names it, that shows viewers the camera's pictures.
VIDEO: Final = "mqtt.video"
#: The part that keeps clips, and its codes while it watches.
CLIPS: Final = "clips"
_LOOKING: Final = ("clips_on", "clips_full", "clips_failed")


class VideoView(StrEnum):
    """As the camera sees the table, or the board laid flat, seen from above."""

    CAMERA = "camera"
    FLAT = "flat"


@dataclass(frozen=True, slots=True, kw_only=True)
class VideoPicture:
    """One picture for viewers.  `shows` is False if everything is masked: nothing may be seen."""

    jpeg: bytes
    width: int
    height: int
    shows: bool = True


def shows_video(view: TableView | None) -> bool:
    """Returns whether viewers can see the camera's pictures; a permanent notice at the table shows it."""
    return view is not None and any(each.part == VIDEO and each.state is HealthState.OK for each in view.health)


def keeps_clips(view: TableView | None) -> bool:
    """Returns whether the last seconds of the board are in memory for a clip; a notice at the table shows it."""
    return view is not None and any(each.part == CLIPS and each.code in _LOOKING for each in view.health)
