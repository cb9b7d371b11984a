"""Shows the reader at work: each table at rest as a picture with the reading drawn over it."""

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2

from vision.board import Labels, Markers
from vision.frames import Frame, Image
from vision.lab.overlay import draw_overlay, frame_text
from vision.lab.truth import LabBoard, TrueRecording
from vision.pictures import read_picture
from vision.reader import BoardReader
from vision.sources.files import frames_of
from vision.sources.opening import open_source
from vision.upright import UprightSource

TITLE: Final = "Pawtrack"
#: A single picture counts as a still camera: it is repeated at these times in milliseconds.
_STAYS: Final = range(0, 2000, 330)
_PICTURES: Final = (".png", ".jpg", ".jpeg")


@dataclass(frozen=True, slots=True)
class ShownTable:
    """The board and the `colours` of its pieces by class; `taught` if the reader knows the look of the pieces."""

    layout: LabBoard
    colours: tuple[str, ...]
    taught: bool


class Viewing:
    """Draws frame after frame into one file; `written` once it exists, `newest_line` describes the newest."""

    def __init__(self, reader: BoardReader, table: ShownTable, file: Path, *, window: bool = False) -> None:
        """Raises OSError if a window is wanted and there is no display."""
        if window and sys.platform.startswith("linux") and not {"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys():
            raise OSError("no window can be opened here; leave out --window and look at the written picture")
        self._reader, self._table = reader, table
        self._file, self._window = file, window
        self._read: object = None
        self.written = self.closed = False
        self.newest_line = "no picture came"

    def see(self, frame: Frame) -> tuple[str, bool]:
        """Returns a line about the frame, and whether the table is at rest in it.  Raises OSError if the file cannot be
        written."""
        look = self._reader.look(frame)
        self.newest_line = frame_text(look, self._table.colours)
        if look.reading is not None and not self._table.taught:
            self.newest_line += "  |  colours are guessed: nobody has said what stands there"
        pose, image = self._reader.pose, frame.image
        if pose is not None:
            image = draw_overlay(
                image, pose, self._table.layout.board, look, self.newest_line, self._table.layout.starts
            )
        rests = look.reading is not None and pose is not None
        if look.reading is not None and look.reading.scores is not self._read:
            self._read = look.reading.scores
            self._write(image)
        self._show(image)
        return f"{frame.t_ms} ms: {self.newest_line}", rests

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


def reader_for(table: ShownTable, *, figure: str | None, kennels: int) -> BoardReader:
    """Returns a reader for a table with this many pawns of each colour in the kennel, if any.

    `figure` is the colour of the neutral figure, if there is one.
    """
    colours = (*table.colours, *((figure,) if figure else ()))
    reader = BoardReader(table.layout.board, colours, table.layout.print)
    if kennels:
        reader.expect(all_in_kennels(table.layout, kennels))
    return reader


def taught_by(recording: TrueRecording) -> tuple[BoardReader, ShownTable]:
    """Returns a reader that has learnt the truth of the first picture at rest."""
    reader = BoardReader(recording.layout.board, recording.piece_colours, recording.layout.print)
    still = next((scene for scene in recording.scenes if scene.still), None)
    if still is not None:
        reader.expect(still.labels)
    return reader, ShownTable(recording.layout, recording.colours, still is not None)


def all_in_kennels(layout: LabBoard, pawns: int) -> Labels:
    """Returns a table set up for a game: this many pawns of each colour in its kennel, and an otherwise empty board."""
    board = layout.board
    quarter = 0 if board.disc else None
    return Labels(classes=(0,) * len(layout.parts), pool_counts=(pawns,) * len(board.spots.pools), quarter_turn=quarter)


def frames_shown(source: str, markers: Markers) -> Iterator[Frame]:
    """Yields the frames of a source, mirrored back if it mirrors them; a single picture counts as a still camera for a
    while.  Raises SourceError."""
    path = Path(source)
    image = read_picture(path) if path.is_file() and path.suffix.lower() in _PICTURES else None
    if image is not None:
        yield from (Frame(image, t_ms) for t_ms in _STAYS)
        return
    yield from frames_of(UprightSource(open_source(source), markers))
