# ruff: noqa: E501 - the lines of a Markdown table are as long as they are
"""The time of the reader for one picture, by its size: watched, judged, and the board found anew.

    python tests/bench/eyes_speed.py [--first N] [--tables N]

Drawn tables with invented boards and pawns (`hidden_boards`).  Processor time of one core, so that other work on the
machine counts little.  Writes `build/figures/eyes-speed.md`.
"""

import argparse
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from typing import Final, TypeVar
from unittest.mock import patch

import cv2
import numpy as np
from hidden_boards import Setup, poor
from table_readers import board_of
from tables import machine, spread, write

from companion.simulation.camera.virtual_camera import Scene
from vision.board import Board
from vision.find.locator import BoardLocator
from vision.find.marker_search import MarkerSearch
from vision.find.markers import MarkerFinder
from vision.find.rectify import laid_flat
from vision.frames import Frame, Image

Result = TypeVar("Result")

SIZES: Final = ((1280, 720), (1920, 1080))
#: Pictures of one rest: one is judged, the others are watched; and so many times a pawn is moved.
REST: Final = 6
MOVES: Final = 4
PACE_MS: Final = 100
#: Parts of the picture's width that a board far away fills.
FAR: Final = (0.3, 0.7)

PAGE = """# Speed of the eyes

{tables} drawn tables from number {first} on, OpenCV on one core, processor time. Written by `python tests/bench/eyes_speed.py` on {machine}.

| what | size | n | median ms | 95 % ms | longest ms |
|---|---|---|---|---|---|
{rows}
"""

Times = dict[tuple[str, str], list[float]]


def timed(ask: Callable[[], Result]) -> tuple[float, Result]:
    """Returns milliseconds of processor time, and the result."""
    began = time.process_time()
    result = ask()
    return (time.process_time() - began) * 1000, result


def measure(number: int, size: tuple[int, int], times: Times) -> None:
    """All pictures of one table, at one size."""
    name, table = f"{size[0]}x{size[1]}", Setup.of(number, size)
    pictures = _watched(table, name, times)
    board, rng = board_of(table.profile), np.random.default_rng([number, 80])
    far, _, _ = poor(pictures[0], size[0], float(rng.uniform(*FAR)), rng)
    flat = _found(board, pictures[0], name, times)
    _found(board, far, name, times)
    if flat is not None:
        _found_by_print(board, flat, pictures, name, times)


def _watched(table: Setup, name: str, times: Times) -> list[Image]:
    """Shows the reader the table, and then one of its pawns on other fields; the pictures of the first rest."""
    reader, judged = table.reader(), None
    *others, walker = table.figures
    free = [place for place, kind in zip(table.profile.track, table.track, strict=True) if not kind]
    walks = [walker, *(replace(walker, x_mm=x, y_mm=y) for x, y in free[:: len(free) // MOVES][:MOVES])]
    rests = [[table.camera.render(Scene(figures=(*others, pawn))) for _ in range(REST)] for pawn in walks]
    for rest, pictures in enumerate(rests):
        for place, picture in enumerate(pictures):
            frame = Frame(picture, (rest * REST + place) * PACE_MS)
            took, look = timed(lambda frame=frame: reader.look(frame))  # type: ignore[misc]
            fresh = look.reading is not None and look.reading.scores is not judged
            judged = look.reading.scores if look.reading else None
            kind = ("judged" if rest else "found, judged and learnt at first") if fresh else "watched"
            times[kind, name].append(took)
    return rests[0]


def _found(board: Board, image: Image, name: str, times: Times) -> Image | None:
    """Finds a board by its markers; returns its look from above if it was found."""
    grey = _grey(image)
    with patch.object(MarkerSearch, "find", autospec=True, side_effect=MarkerSearch.find) as together:
        took, (_, _, pose) = timed(lambda: BoardLocator.of(board).look(image, grey))
    kind = "found by markers sought together" if together.called else "found by markers that can be read"
    times[kind if pose is not None else "not found", name].append(took)
    return None if pose is None else laid_flat(image, pose.pixels, board.size_mm)


def _found_by_print(board: Board, flat: Image, pictures: list[Image], name: str, times: Times) -> None:
    """Finds a board by its print alone, twice: the drawing of the print by the first search is kept."""
    locator = BoardLocator.of(board, flat)
    with (
        patch.object(MarkerFinder, "_detect", lambda *_: {}),
        patch.object(MarkerSearch, "find", lambda *_: {}),
    ):
        for image, which in zip(pictures, ("for the first time", "again"), strict=False):
            grey = _grey(image)
            took, (locator, _, pose) = timed(lambda at=locator, grey=grey, image=image: at.look(image, grey))  # type: ignore[misc]
            times[f"found by its print {which}" if pose is not None else "not found by its print", name].append(took)
            locator = locator.lost()


def _grey(image: Image) -> Image:
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)


def main() -> None:
    parser = argparse.ArgumentParser(description="measures the time of one picture")
    parser.add_argument("--first", type=int, default=200, help="number of the first table (default 200)")
    parser.add_argument("--tables", type=int, default=10, help="how many (default 10)")
    wanted = parser.parse_args()
    cv2.setNumThreads(1)
    times: Times = defaultdict(list)
    for size in SIZES:
        for number in range(wanted.first, wanted.first + wanted.tables):
            measure(number, size, times)
    rows = [
        f"| {what} | {size} | {len(row)} | {spread(row)} | {max(row):.1f} |"
        for (what, size), row in sorted(times.items())
    ]
    write(
        "eyes-speed.md", PAGE.format(tables=wanted.tables, first=wanted.first, machine=machine(), rows="\n".join(rows))
    )
    print("\n".join(rows))


if __name__ == "__main__":
    main()
