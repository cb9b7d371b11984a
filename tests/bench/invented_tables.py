"""Tables with invented boards and pawns (`invented_looks`) to measure on while the reader is developed.

Law: a table is made from its number alone; none of these numbers is ever learnt from.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import cv2
import msgspec
import numpy as np
from drawn_tables import BOARDS, DOG, DrawnTable
from invented_looks import Look, drawn_so, invented, invented_pawn, photographed
from numpy.typing import NDArray

from companion.board.files import BoardProfile, load_board
from companion.simulation.camera.board_art import Bgr
from companion.simulation.camera.pinhole import Stand
from vision.board import Labels
from vision.frames import Image
from vision.read.appearance import NAMED

INVENTED: Final = range(4000, 5000)
#: Colours of pawns are further from each other than this (Lab, 8 bit).
APART_LAB: Final = 32.0
SIZES: Final = ((1280, 720), (960, 540), (640, 480))


@dataclass(frozen=True, slots=True, kw_only=True)
class InventedTable(DrawnTable):
    """A table with a board and a set of pawns that exist nowhere else."""

    look: Look

    def pictures(self, states: int, each: int = 2) -> Iterator[tuple[Labels, list[Image]]]:
        rng = np.random.default_rng([self.number, 8])
        light = rng.uniform((0.6, 0.85, 0.9), (1.08, 1.0, 1.0)) * rng.uniform(0.35, 1.05)
        with drawn_so(self.look, (*self.colours, *((DOG,) if self.dog else ()))):
            for labels, images in DrawnTable.pictures(self, states, each):
                lit = [np.clip(image * light, 0, 255).astype(np.uint8) for image in images]
                yield labels, [photographed(image, rng) for image in lit]


def invented_table(number: int) -> InventedTable:
    """The table with this number."""
    rng = np.random.default_rng([number, 7])
    profile = load_board(BOARDS[number % len(BOARDS)])
    profile = msgspec.structs.replace(profile, pawn=invented_pawn(rng))
    low = rng.random() < 0.6
    look = well_apart(rng, profile)
    dog = profile.wheel is not None
    return InventedTable(
        number=number,
        board=BOARDS[number % len(BOARDS)],
        shape=profile.pawn.shape,
        light="6500 K",
        size=SIZES[int(rng.integers(len(SIZES)))],
        stand=Stand(
            elevation_deg=float(rng.uniform(31, 55) if low else rng.uniform(33, 90)),
            azimuth_deg=float(rng.uniform(-20, 20)),
            roll_deg=float(rng.uniform(-2, 2)),
        ),
        profile=profile,
        colours=names_of(look.paints[: len(profile.goal)], dog=dog),
        dog=dog,
        look=look,
    )


def _lab(paints: tuple[Bgr, ...]) -> NDArray[np.float64]:
    colours = np.array(paints, dtype=np.uint8).reshape(1, -1, 3)
    return cv2.cvtColor(colours, cv2.COLOR_BGR2LAB)[0].astype(np.float64)


def well_apart(rng: np.random.Generator, profile: BoardProfile) -> Look:
    """Returns a look whose pawns people could distinguish."""
    look = invented(rng, profile)
    while not _told_apart(look.paints):
        look = invented(rng, profile)
    return look


def _told_apart(paints: tuple[Bgr, ...]) -> bool:
    """Returns whether people could distinguish these colours."""
    lab = _lab(paints)
    away = np.linalg.norm(lab[:, None] - lab[None], axis=2)
    return float(away[~np.eye(len(lab), dtype=bool)].min()) > APART_LAB


def names_of(paints: tuple[Bgr, ...], *, dog: bool) -> tuple[str, ...]:
    """The nearest names of colours, each given once; the dog's own is left to it."""
    names = [name for name in NAMED if not (dog and name == DOG)]
    named = _lab(tuple((blue, green, red) for red, green, blue in (NAMED[name] for name in names)))
    away = np.linalg.norm(_lab(paints)[:, None] - named[None], axis=2)
    given = [""] * len(paints)
    for _ in paints:
        seat, name = np.unravel_index(int(away.argmin()), away.shape)
        given[int(seat)] = names[int(name)]
        away[seat], away[:, name] = np.inf, np.inf
    return tuple(given)
