"""The eyes at work, for people to look at: each table at rest as a picture with what is read drawn over it."""

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from vision.frames import Frame, Image
from vision.overlay import draw_overlay, said
from vision.pipeline import Eyes, Labels
from vision.profile import BoardProfile
from vision.sources import SourceEnded, open_source
from vision.truth import TrueRecording

TITLE: Final = "Pawtrack"
#: A single picture counts as one that stays: it is shown so often, so far apart in milliseconds.
_STAYS: Final = range(0, 2000, 330)
_PICTURES: Final = (".png", ".jpg", ".jpeg")


@dataclass(frozen=True, slots=True)
class Sitting:
    """The board and who sits round it: `colours` go by seat, the seats are the sectors in order; `taught` where the
    eyes know how the pawns look."""

    profile: BoardProfile
    colours: tuple[str, ...]
    taught: bool


class Viewing:
    """Draws frame after frame into one file; `written` once it exists, `said` is the newest line of words."""

    def __init__(self, eyes: Eyes, sitting: Sitting, file: Path, *, window: bool = False) -> None:
        """Raises OSError where a window is wanted and there is no display."""
        if window and sys.platform.startswith("linux") and not {"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys():
            raise OSError("no window can be opened here; leave out --window and look at the written picture")
        self._eyes, self._sitting = eyes, sitting
        self._file, self._window = file, window
        self._read: object = None
        self.written = self.closed = False
        self.said = "no picture came"

    def see(self, frame: Frame) -> tuple[str, bool]:
        """A line about the frame, and whether the table lies still in it.  Raises OSError where the file cannot be
        written."""
        look = self._eyes.look(frame)
        self.said = said(look, self._sitting.colours)
        if look.reading is not None and not self._sitting.taught:
            self.said += "  |  colours are guessed: nobody has told what stands there"
        pose, image = self._eyes.pose, frame.image
        if pose is not None:
            image = draw_overlay(image, pose, self._sitting.profile, look, self.said)
        rests = look.reading is not None and pose is not None
        if look.reading is not None and look.reading.track is not self._read:
            self._read = look.reading.track
            self._write(image)
        self._show(image)
        return f"{frame.t_ms} ms: {self.said}", rests

    def _write(self, image: Image) -> None:
        ok, png = cv2.imencode(self._file.suffix or ".png", image)
        if not ok:
            raise OSError(f"{self._file} cannot be written as a picture")
        self._file.write_bytes(png.tobytes())
        self.written = True

    def _show(self, image: Image) -> None:
        if self._window:
            cv2.imshow(TITLE, image)
            self.closed = cv2.waitKey(1) & 0xFF == ord("q")


def eyes_for(sitting: Sitting, *, dog: bool, flat: Image | None, kennels: int) -> Eyes:
    """Eyes for a table, told that so many pawns of each colour wait in the kennel, if any.  Raises ValueError."""
    profile, seats = sitting.profile, len(sitting.colours)
    if seats > len(profile.goal):
        raise ValueError(f"the board {profile.id} has {len(profile.goal)} sectors, but --colours names {seats}")
    eyes = Eyes(profile, sectors=tuple(range(seats)), colours=sitting.colours, dog=dog, flat=flat)
    if kennels:
        eyes.expect(all_in_kennels(profile, seats, kennels))
    return eyes


def taught_by(recording: TrueRecording) -> tuple[Eyes, Sitting]:
    """Eyes that are told what truly stands in the first picture at rest."""
    eyes = Eyes(
        recording.profile,
        sectors=recording.sectors,
        colours=recording.colours,
        dog=recording.dog,
        flat=recording.flat,
    )
    still = next((scene for scene in recording.scenes if scene.still), None)
    if still is not None:
        eyes.expect(still.labels)
    return eyes, Sitting(recording.profile, recording.colours, still is not None)


def all_in_kennels(profile: BoardProfile, seats: int, pawns: int) -> Labels:
    """A table set up for a game: so many pawns of each seat in its kennel, and nothing else on the board."""
    return Labels(
        track=(0,) * len(profile.track),
        goal=((0, 0, 0, 0),) * seats,
        kennel_counts=(pawns,) * seats,
        wheel=0 if profile.wheel else None,
    )


def frames_of(source: str) -> Iterator[Frame]:
    """The frames of a source; a single picture counts as one that stays for a while.  Raises SourceError."""
    path = Path(source)
    image = cv2.imread(source) if path.is_file() and path.suffix.lower() in _PICTURES else None
    if image is not None:
        yield from (Frame(np.asarray(image, dtype=np.uint8), t_ms) for t_ms in _STAYS)
        return
    opened = open_source(source)
    opened.open()
    try:
        while True:
            frame = opened.read()
            if frame is not None:
                yield frame
    except SourceEnded:
        return
    finally:
        opened.close()
