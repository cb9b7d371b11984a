"""Traced tables to learn from (`traced_tables`): invented boards and pawns in physically based light.

`python tests/bench/traced_lessons.py OUT FIRST COUNT [PICTURES]` writes the lessons of tables FIRST to
FIRST + COUNT - 1 as OUT/traced-FIRST.npz, and the pictures themselves where a folder for them is given.  It runs in a
Python that has mitsuba (`pip install -e .[training]`).  A table takes about 15 seconds of one core.
"""

import sys
import time
from pathlib import Path
from typing import Final

import cv2
import msgspec
import numpy as np
from drawn_lessons import BOARDS, move_pawns, spots_of, stray_things
from invented_looks import Look, drawn_so, invented, invented_pawn, photographed
from table_readers import board_of
from traced_cameras import developed, some_exposure
from traced_tables import TracedTable

from companion.board.files import BoardProfile, load_board
from companion.simulation.camera import board_art, virtual_camera
from companion.simulation.camera.virtual_camera import Figure
from vision.board import Board
from vision.find.markers import marker_corners_mm
from vision.find.pose import Pose, find_pose
from vision.frames import Image
from vision.lab.training.harvest import Samples, Truth, harvest

Rng = np.random.Generator

FIRST_NUMBER: Final = 6000
PICTURES: Final = 6
#: Pictures are dear: each table is shown in so many orders, so that each picture is compared with several others.
ORDERS: Final = 3


def prints_of(profile: BoardProfile, look: Look, rng: Rng) -> tuple[Image, Image | None]:
    """The flat prints of the board and, on its bounding square, of its disc."""
    with drawn_so(look, ()):
        top = virtual_camera.draw_board(profile, {}, rng)
        if profile.wheel is None:
            return top, None
        disc, _ = virtual_camera.draw_disc(profile, rng)
    rim = board_art.PX_PER_MM
    return top, np.ascontiguousarray(disc[rim:-rim, rim:-rim])


def traced(number: int) -> tuple[Board, Pose | None, list[tuple[Image, Truth]]]:
    """Returns one table, its pose, and its pictures with their truth, the first with an almost empty track."""
    if number < FIRST_NUMBER:
        raise ValueError(f"traced tables begin with {FIRST_NUMBER}")
    rng = np.random.default_rng([number, 9])
    profile = load_board(str(rng.choice(BOARDS)))
    profile = msgspec.structs.replace(profile, pawn=invented_pawn(rng))
    look = invented(rng, profile)
    table = TracedTable(profile, look, prints_of(profile, look, rng), rng)
    names = [str(seat) for seat in range(len(profile.goal) + 1)]
    spots, waiting = spots_of(profile), float(rng.uniform(0.3, 0.95))
    grain = float(np.exp(rng.uniform(np.log(0.006), np.log(0.05))))
    standing: dict[int, Figure] = {}
    shown: list[tuple[Image, Truth]] = []
    exposure, disc_deg = None, 0.0
    for picture in range(PICTURES):
        move_pawns(
            rng, profile, spots, standing, names, 0.03 if picture == 0 else float(rng.uniform(0.08, 0.4)), waiting
        )
        things = (
            stray_things(rng, spots, standing, dict(zip(names, look.paints, strict=True)))
            if picture and rng.random() < 0.4
            else ()
        )
        if profile.wheel and picture and rng.random() < 0.5:
            disc_deg = 90.0 * float(rng.integers(4)) + float(rng.uniform(-2, 2))
        light = table.light(standing.values(), things, disc_deg)
        if exposure is None:
            exposure = some_exposure(light, rng)
        image = photographed(developed(light, exposure * float(rng.normal(1, 0.04)), grain, rng), rng)
        pawns = np.array([(figure.x_mm, figure.y_mm) for figure in standing.values()]).reshape(-1, 2)
        shown.append(
            (image, Truth(pawns, tuple(np.array(thing.outline) for thing in things), disc_deg, confirmed=not things))
        )
    board = board_of(profile)
    printed = marker_corners_mm(board.markers)
    pose = find_pose({name: table.seen(corners) for name, corners in printed.items()}, printed, table.size)
    return board, pose, shown


def lessons_of(board: Board, pose: Pose | None, shown: list[tuple[Image, Truth]], number: int) -> list[Samples]:
    """Returns the lessons of the pictures in several orders; nothing if the board was not found."""
    found = []
    for order in range(ORDERS):
        rng = np.random.default_rng([number, order, 10])
        rest = rng.permutation(len(shown) - 1) + 1 if order else range(1, len(shown))
        samples = harvest(board, [shown[0], *(shown[place] for place in rest)], rng, 1.0 / ORDERS, pose)
        if samples is not None:
            found.append(samples)
    return found


def main() -> None:
    cv2.setNumThreads(1)
    out, first, count = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    kept = Path(sys.argv[4]) if len(sys.argv) > 4 else None
    found: list[Samples] = []
    for number in range(first, first + count):
        began = time.monotonic()
        board, pose, shown = traced(number)
        for picture, (image, _) in enumerate(shown if kept else ()):
            cv2.imwrite(str(kept / f"{number}-{picture}.jpg"), image)  # type: ignore[operator]
        found += lessons_of(board, pose, shown, number)
        print(
            f"{number}: {time.monotonic() - began:.0f} s, {sum(len(s.answers) for s in found)} views",
            file=sys.stderr,
            flush=True,
        )
    out.mkdir(parents=True, exist_ok=True)
    np.savez(
        out / f"traced-{first}.npz",
        views=np.concatenate([samples.views for samples in found]),
        answers=np.concatenate([samples.answers for samples in found]),
    )


if __name__ == "__main__":
    main()
