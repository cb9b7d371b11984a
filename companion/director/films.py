"""The reports of OBS on its films, a recording and a stream, beside the inputs of the director's decisions."""

from dataclasses import dataclass
from enum import StrEnum

from companion.director.decide import Heard
from companion.handover.chapters import Chapter


class Film(StrEnum):
    """The kinds of film that OBS makes."""

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


#: All reports of OBS.
Told = Heard | ChapterFilmed | RecordingEnded
