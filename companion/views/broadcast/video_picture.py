"""One picture of the table for viewers, and the ways to show it; it imports nothing of the game."""

from dataclasses import dataclass
from enum import StrEnum


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
