"""The figures on the boards of public photographs, as a person read them, and the outlines of the boards.

A file of `photograph_truths` describes one repository: the source of its pictures, its boards with spots laid by hand,
and every photograph with one character a spot, in the order of the spots: `.` empty, a letter a pawn of that colour,
`?` undecidable in the picture, so not counted.  The pictures themselves are in no repository of ours.
"""

import hashlib
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.board import Board, Labels, Markers, Piece, Spots
from vision.frames import Points

#: The meaning of the characters of `stands` beside the letters of the colours.
EMPTY, UNTOLD = ".", "?"
#: Classes of spots that are not counted.
NOT_COUNTED = -1
#: Boards are found by corners and print, as their markers lie loosely beside them: these are nowhere to be found.
ABSENT_IDS = (996, 997, 998, 999)
#: The side of an absent marker in millimetres.
ABSENT_MM = 30.0


class PhotographError(Exception):
    """A file that cannot be used; one line with its place and the reason."""


class _Piece(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    shape: str
    width_mm: float
    tall_mm: float


class _Grid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Spots in rows from the upper left one; `every` 2 leaves out every other, the first of the first row included."""

    first_mm: tuple[float, float]
    step_mm: tuple[float, float]
    columns: int
    rows: int
    every: int = 1


class _Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    size_mm: tuple[float, float]
    piece: _Piece
    colours: dict[str, str]
    spots_mm: tuple[tuple[float, float], ...] = ()
    grid: _Grid | None = None
    looks: str = ""
    marker_dictionary: str = ""


class _Photograph(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    path: str
    board: str
    session: str
    corners_px: tuple[tuple[float, float], tuple[float, float], tuple[float, float], tuple[float, float]]
    stands: str = ""
    hand: bool = False
    marker_ids: tuple[int, ...] = ()


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    repository: str
    commit: str
    licence: str
    shows: str
    boards: dict[str, _Board]
    photographs: tuple[_Photograph, ...]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Photograph:
    """One picture: `corners_px` (4, 2) of its board, `stands` (n,) the class of every spot, or `NOT_COUNTED`; `hand`
    where one is over the board, then nothing is counted.  `marker_ids` are whole in view, of `marker_dictionary`.
    `session`: taken of one board on one occasion."""

    path: str
    session: str
    board: Board
    colours: tuple[str, ...]
    corners_px: Points
    stands: NDArray[np.int64]
    hand: bool
    marker_dictionary: str
    marker_ids: tuple[int, ...]
    half: str

    @property
    def labels(self) -> Labels:
        """Returns the labels that a person would give the reader; an undecidable spot counts as empty."""
        return Labels(classes=tuple(int(kind) for kind in np.maximum(self.stands, 0)))


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """A repository with its photographs in the order of the file."""

    repository: str
    commit: str
    licence: str
    shows: str
    photographs: tuple[Photograph, ...]

    @property
    def folder(self) -> str:
        """Returns the path of its pictures in a folder of fetched repositories."""
        return self.repository.replace("/", "+")


def half_of(repository: str, path: str) -> str:
    """`look` or `score`, for good: by the name alone, before anything was measured."""
    return ("look", "score")[hashlib.sha256(f"{repository}/{path}".encode()).digest()[0] % 2]


def read_source(file: Path) -> Source:
    """Raises PhotographError."""
    try:
        written = msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), type=_File)
    except (OSError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise PhotographError(f"{file.name}: {error}") from error
    boards = {name: (_board(file, name, board), board) for name, board in written.boards.items()}
    photographs = tuple(_photograph(file, written.repository, boards, taken) for taken in written.photographs)
    return Source(written.repository, written.commit, written.licence, written.shows, photographs)


def _board(file: Path, name: str, board: _Board) -> Board:
    places = [*board.spots_mm, *(_places(board.grid) if board.grid else ())]
    looks = "".join(board.looks.split()) or "a" * len(places)
    if not places or len(looks) != len(places):
        raise PhotographError(f"{file.name}: board {name!r} has {len(places)} spots and {len(looks)} looks")
    if set(board.colours) & {EMPTY, UNTOLD} or any(len(letter) != 1 for letter in board.colours):
        raise PhotographError(f"{file.name}: board {name!r}: a colour is one letter, not {EMPTY!r} or {UNTOLD!r}")
    kinds = sorted(set(looks))
    group = np.array([kinds.index(look) for look in looks], dtype=np.int64)
    at = np.array(places, dtype=np.float64)
    spots = Spots(places_mm=at, group=group, on_disc=np.zeros(len(at), dtype=np.bool_))
    piece = board.piece
    if piece.shape not in ("cone", "peg", "marble"):
        raise PhotographError(f"{file.name}: board {name!r}: a piece is a cone, peg or marble, not {piece.shape!r}")
    shape = Piece(shape=piece.shape, width_mm=piece.width_mm, tall_mm=piece.tall_mm)  # type: ignore[arg-type]
    return Board(size_mm=board.size_mm, spots=spots, piece=shape, markers=_absent_markers(board.size_mm))


def _absent_markers(size_mm: tuple[float, float]) -> Markers:
    """Returns markers in the corners of a board that has none."""
    near, right, far = ABSENT_MM / 2, size_mm[0] - ABSENT_MM / 2, size_mm[1] - ABSENT_MM / 2
    centres = ((near, near), (right, near), (right, far), (near, far))
    return Markers(dictionary="DICT_7X7_1000", size_mm=ABSENT_MM, ids=ABSENT_IDS, centres=centres)


def _places(grid: _Grid) -> Iterator[tuple[float, float]]:
    for row in range(grid.rows):
        for column in range(grid.columns):
            if (row + column) % grid.every == 0:
                yield grid.first_mm[0] + column * grid.step_mm[0], grid.first_mm[1] + row * grid.step_mm[1]


def _photograph(file: Path, repository: str, boards: dict[str, tuple[Board, _Board]], taken: _Photograph) -> Photograph:
    if taken.board not in boards:
        raise PhotographError(f"{file.name}: {taken.path}: there is no board {taken.board!r}")
    board, written = boards[taken.board]
    count = len(board.spots.places_mm)
    stands = "".join(taken.stands.split()) or (UNTOLD * count if taken.hand else "")
    classes = {EMPTY: 0, UNTOLD: NOT_COUNTED, **{letter: 1 + n for n, letter in enumerate(written.colours)}}
    strange = sorted(set(stands) - set(classes))
    if strange or len(stands) != count:
        raise PhotographError(
            f"{file.name}: {taken.path}: {len(stands)} characters for {count} spots"
            + (f", unknown: {' '.join(strange)}" if strange else "")
        )
    return Photograph(
        path=taken.path,
        session=taken.session,
        board=board,
        colours=tuple(written.colours.values()),
        corners_px=np.array(taken.corners_px, dtype=np.float64),
        stands=np.array([classes[letter] for letter in stands], dtype=np.int64),
        hand=taken.hand,
        marker_dictionary=written.marker_dictionary,
        marker_ids=taken.marker_ids,
        half=half_of(repository, taken.path),
    )
