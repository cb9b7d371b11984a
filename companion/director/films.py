"""What OBS tells of its films, a recording and a stream, beside what the director decides about."""

from dataclasses import dataclass
from enum import StrEnum

from companion.director.decide import Heard
from companion.handover.chapters import Chapter


class Film(StrEnum):
    """What OBS makes of its picture."""

    RECORDING = "recording"
    STREAM = "stream"


@dataclass(frozen=True, slots=True)
class ChapterFilmed:
    """A chapter begins in a film that is being made."""

    film: Film
    chapter: Chapter


@dataclass(frozen=True, slots=True)
class RecordingEnded:
    path: str


#: All that OBS tells.
Told = Heard | ChapterFilmed | RecordingEnded
