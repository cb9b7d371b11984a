"""Drawn tables to learn from: more various than those that are measured, and never the same ones.

`python tests/bench/drawn_lessons.py OUT FIRST COUNT` writes the lessons of tables FIRST to FIRST + COUNT - 1 as
OUT/drawn-FIRST.npz; numbers below 1000 and from 4000 to 4999 are refused, as the measured tables have them.  From
5000 on boards and pawns are invented from scratch (`invented_looks`).
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

import cv2
import msgspec
import numpy as np
from invented_looks import drawn_so, invented, invented_pawn, photographed
from invented_tables import INVENTED
from numpy.typing import NDArray
from table_readers import board_of

from companion.board.files import BoardProfile, load_board
from companion.board.profile import Pawn
from companion.simulation.camera import board_art, pawn_art
from companion.simulation.camera.board_art import Bgr
from companion.simulation.camera.pinhole import Stand
from companion.simulation.camera.virtual_camera import Figure, Scene, Thing, VirtualCamera
from vision.frames import Image
from vision.lab.training.harvest import Truth, harvest

Rng = np.random.Generator
Points = NDArray[np.float64]

FIRST_NUMBER = 1000
FIRST_INVENTED = 5000
PICTURES = 6
BOARDS = ("black_dog", "black_dog", "star_4", "star_6", "toc_4", "toc_6")
SIZES = ((1280, 720), (1280, 720), (640, 480))
METALS_BGR = ((46, 146, 201), (51, 115, 184), (173, 169, 168), (55, 175, 212), (136, 140, 140))
#: How far a shadow falls for each millimetre of height.
DRIFT = np.array([0.6, 0.45])
_ROUND = np.linspace(0, 2 * np.pi, 32, endpoint=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stray(Thing):
    """A coin, a chip or a scrap: its outline in board millimetres and how thick it is."""

    outline: tuple[tuple[float, float], ...]
    tall_mm: float


class LessonCamera(VirtualCamera):
    """A virtual camera that gives stray things thickness and shadow."""

    def _draw_thing(self, image: Image, thing: Thing) -> None:
        if not isinstance(thing, Stray):
            super()._draw_thing(image, thing)
            return
        outline, gain = np.array(thing.outline), self._gain_at(thing.x_mm, thing.y_mm)
        foot, top = self._shown(outline, 0.0), self._shown(outline, thing.tall_mm)
        dark = np.zeros(image.shape[:2], dtype=np.uint8)
        cv2.fillConvexPoly(dark, cv2.convexHull(self._shown(outline + thing.tall_mm * DRIFT, 0.0)), 255, cv2.LINE_AA, 4)
        image[:] = image * (1 - 0.42 * cv2.GaussianBlur(dark, (0, 0), 1.2).astype(np.float32)[..., None] / 255)
        middle = outline.mean(axis=0)
        inner = self._shown(middle + 0.82 * (outline - middle), thing.tall_mm)
        for shape, shade in ((np.concatenate([foot, top]), 0.7), (top, 1.1), (inner, 1.0)):
            paint = [min(shade * gain * part, 255.0) for part in thing.bgr]
            cv2.fillConvexPoly(image, cv2.convexHull(shape), paint, cv2.LINE_AA, 4)

    def _shown(self, outline: Points, tall_mm: float) -> NDArray[np.int32]:
        shown = [self.project(float(x), float(y), tall_mm) for x, y in outline]
        return np.round(np.array(shown) * 16).astype(np.int32)


def lesson_pictures(number: int) -> tuple[BoardProfile, Iterator[tuple[Image, Truth]]]:
    """One table in its own print, paint and light, and its pictures with their truth."""
    if number < FIRST_NUMBER or number in INVENTED:
        raise ValueError(f"table {number} is measured, so it must not be learnt")
    rng = np.random.default_rng([number, 5])
    profile = load_board(str(rng.choice(BOARDS)))
    pawn = invented_pawn(rng) if number >= FIRST_INVENTED else _pawn(rng)
    profile = msgspec.structs.replace(profile, pawn=pawn)
    return profile, _pictures(profile, number, rng)


def _pawn(rng: Rng) -> Pawn:
    shape = str(rng.choice(["cone", "cone", "peg", "marble"]))
    if shape == "marble":
        return Pawn(shape="marble", diameter_mm=float(rng.uniform(11, 17)))
    foot = float(rng.uniform(8.5, 15))
    return Pawn(shape=shape, foot_mm=foot, height_mm=foot * float(rng.uniform(1.5, 3.1)))


@contextmanager
def _printed(rng: Rng, names: list[str]) -> Iterator[None]:
    """Pawns, paper, ink and light of random colours; half of the tables keep the print of our own boards."""
    paints = {}
    for name in names:
        what = rng.random()
        if what < 0.3:
            paints[name] = tuple(int(part) for part in 236 - rng.uniform(0, 26) - rng.uniform(0, 10, 3))
        elif what < 0.45:
            paints[name] = tuple(int(part) for part in 26 + rng.uniform(0, 20) + rng.uniform(-6, 6, 3))
        elif what < 0.75:
            paints[name] = board_art.PAINT[str(rng.choice(["red", "yellow", "green", "blue", "purple", "orange"]))]
        else:
            paints[name] = tuple(int(part) for part in rng.uniform(15, 240, 3))
    prints = {"_INK": board_art._INK}
    if rng.random() < 0.5:
        paper = rng.uniform(30, 240) + rng.uniform(-30, 30, 3)
        prints["_CREAM"] = tuple(int(part) for part in np.clip(paper, 10, 245))
        prints["_PAPER"] = tuple(int(part) for part in np.clip(rng.uniform(40, 245) + rng.uniform(-40, 40, 3), 10, 248))
        prints["_INK"] = tuple(int(part) for part in rng.uniform(20, 90, 3))
    light = np.array([rng.uniform(-0.7, 0.7), rng.uniform(-0.7, 0.7), 0.8]) if rng.random() < 0.5 else pawn_art.LIGHT
    with (
        patch.dict(board_art.PAINT, paints),
        patch.multiple(board_art, **prints),
        patch.multiple(pawn_art, LIGHT=light),
    ):
        yield


def _pictures(profile: BoardProfile, number: int, rng: Rng) -> Iterator[tuple[Image, Truth]]:
    seats = len(profile.goal)
    names = [f"lesson {seat}" for seat in range(seats + 1)]
    size = SIZES[int(rng.integers(len(SIZES)))]
    from_scratch = number >= FIRST_INVENTED
    low = from_scratch and rng.random() < 0.6
    stand = Stand(
        elevation_deg=float(rng.uniform(31, 55) if low else rng.uniform(33, 90)),
        azimuth_deg=float(rng.uniform(-25, 25)),
        roll_deg=float(rng.uniform(-3, 3)),
    )
    cast = np.array([rng.uniform(0.6, 1.08), rng.uniform(0.85, 1.0), rng.uniform(0.9, 1.0)]) * _strength(rng)
    spots = spots_of(profile)
    with drawn_so(invented(rng, profile), tuple(names)) if from_scratch else _printed(rng, names):
        camera = LessonCamera(profile, tuple(names[:seats]), seed=number, size=size, stand=stand)
        paints = {name: board_art.PAINT[name] for name in names}
        standing: dict[int, Figure] = {}
        disc_deg = 0.0
        for picture in range(PICTURES):
            move_pawns(rng, profile, spots, standing, names, 0.03 if picture == 0 else float(rng.uniform(0.05, 0.4)))
            things = stray_things(rng, spots, standing, paints) if picture and rng.random() < 0.5 else ()
            if picture and rng.random() < 0.2:
                cast = np.clip(cast * rng.uniform(0.75, 1.3, 1) * rng.uniform(0.95, 1.05, 3), 0.25, 1.1)
            if profile.wheel and picture and rng.random() < 0.5:
                disc_deg = 90.0 * float(rng.integers(4)) + float(rng.uniform(-2, 2))
            scene = Scene(figures=tuple(standing.values()), disc_deg=disc_deg, things=things)
            shots = [_lit(camera.render(scene), cast, rng) for _ in range(int(rng.integers(1, 4)))]
            if from_scratch:
                shots = [photographed(shot, rng) for shot in shots[:1]]
            pawns = np.array([(figure.x_mm, figure.y_mm) for figure in standing.values()]).reshape(-1, 2)
            stray = tuple(np.array(thing.outline) for thing in things)
            learnt = not stray and (picture == 0 or rng.random() < 0.9)
            yield np.mean(shots, axis=0).astype(np.uint8), Truth(pawns, stray, disc_deg, confirmed=learnt)


def _strength(rng: Rng) -> float:
    return float(rng.uniform(0.28, 0.6) if rng.random() < 0.4 else rng.uniform(0.6, 1.1))


def spots_of(profile: BoardProfile) -> list[tuple[tuple[float, float], int]]:
    """Every spot with the seat whose pawns wait there, -1 on the track and in the lanes."""
    spots = [(spot, -1) for spot in profile.track]
    for seat, lane in enumerate(profile.goal):
        spots += [(spot, -1) for spot in lane]
        spots += [(spot, seat) for spot in profile.kennel[seat]]
    return spots


def move_pawns(
    rng: Rng,
    profile: BoardProfile,
    spots: list[tuple[tuple[float, float], int]],
    standing: dict[int, Figure],
    names: list[str],
    share: float,
    waiting: float = 0.7,
) -> None:
    """Some pawns stay where they are, the others are put down anew: `share` of the track's and lanes' spots get one,
    and `waiting` of the kennels'."""
    stay = float(rng.uniform(0.2, 0.95))
    radius = profile.pawn.width_mm / 2
    for place, (spot, seat) in enumerate(spots):
        if place in standing and rng.random() < stay:
            continue
        standing.pop(place, None)
        beside = place - 1 in standing and seat < 0
        if rng.random() < (waiting if seat >= 0 else min(0.6, share * (1.8 if beside else 1.0))):
            off = np.clip(rng.normal(0, 1.3, 2), -3.2, 3.2)
            if rng.random() < 0.03:
                off = rng.uniform(-2.2 * radius, 2.2 * radius, 2)
            colour = names[seat] if seat >= 0 else str(rng.choice(names))
            standing[place] = Figure(colour=colour, x_mm=spot[0] + float(off[0]), y_mm=spot[1] + float(off[1]))


def stray_things(
    rng: Rng,
    spots: list[tuple[tuple[float, float], int]],
    standing: dict[int, Figure],
    paints: dict[str, Bgr],
) -> tuple[Stray, ...]:
    """Coins, chips and scraps, mostly on spots where nobody stands."""
    free = [spot for place, (spot, _) in enumerate(spots) if place not in standing]
    things = []
    for _ in range(int(rng.integers(1, 9))):
        middle = np.array(free[int(rng.integers(len(free)))]) + rng.normal(0, 2.5, 2)
        paint = METALS_BGR[int(rng.integers(len(METALS_BGR)))]
        if rng.random() < 0.45:
            paint = paints[str(rng.choice(list(paints)))]
        if rng.random() < 0.65:
            outline = middle + float(rng.uniform(6.5, 12.5)) * np.column_stack([np.cos(_ROUND), np.sin(_ROUND)])
        else:
            turn = float(rng.uniform(0, np.pi))
            axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
            square = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]) * rng.uniform(5, 18, 2)
            outline = middle + square @ axes
        x_mm, y_mm = float(middle[0]), float(middle[1])
        corners = tuple((float(x), float(y)) for x, y in outline)
        tall_mm = float(rng.uniform(0.2, 2.4))
        things.append(Stray(x_mm=x_mm, y_mm=y_mm, radius_mm=0.0, bgr=paint, outline=corners, tall_mm=tall_mm))
    return tuple(things)


def _lit(image: Image, cast: NDArray[np.float64], rng: Rng) -> Image:
    lit = image.astype(np.float32) * cast.astype(np.float32)
    if rng.random() < 0.4:
        # the soft edge of a shadow somewhere over the table
        height, width = image.shape[:2]
        turn = float(rng.uniform(0, 2 * np.pi))
        across, down = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height))
        edge = across * np.cos(turn) + down * np.sin(turn) - float(rng.uniform(-0.7, 0.7))
        lit *= (1 - float(rng.uniform(0.05, 0.35)) / (1 + np.exp(-edge * float(rng.uniform(8, 60)))))[..., None]
    if rng.random() < 0.5:
        grain = rng.normal(0, float(rng.uniform(1, 4)), (180, 320, 3)).astype(np.float32)
        lit += cv2.resize(grain, (image.shape[1], image.shape[0]))
    return np.clip(lit, 0, 255).astype(np.uint8)


def main() -> None:
    cv2.setNumThreads(1)
    out, first, count = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    found = []
    for number in range(first, first + count):
        profile, pictures = lesson_pictures(number)
        samples = harvest(board_of(profile), pictures, np.random.default_rng([number, 6]))
        if samples is not None:
            found.append(samples)
    out.mkdir(parents=True, exist_ok=True)
    np.savez(
        out / f"drawn-{first}.npz",
        views=np.concatenate([samples.views for samples in found]),
        answers=np.concatenate([samples.answers for samples in found]),
    )


if __name__ == "__main__":
    main()
