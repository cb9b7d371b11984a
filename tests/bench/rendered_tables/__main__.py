"""Renders table recordings of random games with the truth beside them (docs/reference/formats/recording.md).

    python -m rendered_tables OUT --mitsuba PYTHON [--first N] [--count N] [--plays P] [--minutes M] [--stride S]

PYTHON is that of an environment with mitsuba and numpy.  Existing recordings are kept, so that it can be interrupted
and continued; it ends with the recording in which the minutes are over.
"""

import argparse
import shutil
import sys
import time
from pathlib import Path
from typing import Final

import cv2
from drawn_recordings import Story

from rendered_tables.camera import RenderedCamera, Renderer
from rendered_tables.looks import HELD_OUT, Look, look
from rendered_tables.prints import keep_print

PLAYS: Final = 7
COUNT: Final = 48


def folder_of(out: Path, made: Look) -> Path:
    return out / f"{made.number:03d}-{made.variant}-{made.art_name.replace(' ', '_')}"


def record(out: Path, number: int, plays: int, renderer: Renderer) -> Path:
    """Renders the recording of this number into a folder of its own, unless it is there, and gives the folder."""
    made = look(number)
    folder = folder_of(out, made)
    if (folder / "made.json").exists():
        return folder
    work = out / ".work" / folder.name
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    Story(work, made, RenderedCamera(made, renderer, work)).play(plays)
    if made.found_by == "print":
        keep_print(work / "top.png", work)
    for name in ("top.png", "disc.png", "table.png", "light.npy"):
        (work / name).unlink(missing_ok=True)
    shutil.rmtree(folder, ignore_errors=True)
    work.rename(folder)
    return folder


def main() -> int:
    parser = argparse.ArgumentParser(description="renders table recordings with the truth beside them")
    parser.add_argument("out", type=Path, help="the folder that they are put into")
    parser.add_argument(
        "--mitsuba", type=Path, required=True, help="the Python of an environment with mitsuba and numpy"
    )
    parser.add_argument("--first", type=int, default=HELD_OUT, help=f"the first number (default {HELD_OUT})")
    parser.add_argument("--count", type=int, default=COUNT, help=f"how many (default {COUNT})")
    parser.add_argument("--stride", type=int, default=1, help="take every so many-th, where several work at it")
    parser.add_argument("--plays", type=int, default=PLAYS, help=f"plays in each (default {PLAYS})")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="begin no more after so many")
    wanted = parser.parse_args()
    cv2.setNumThreads(1)
    began = time.monotonic()
    try:
        with Renderer(wanted.mitsuba) as renderer:
            for number in range(wanted.first, wanted.first + wanted.count, wanted.stride):
                if time.monotonic() - began > 60 * wanted.minutes:
                    break
                print(record(wanted.out, number, wanted.plays, renderer).name, file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
