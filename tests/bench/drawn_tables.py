"""Drawn tables of great variety with their truth: boards, pawns, lights, camera stands, careless hands.

Law: a table is made from its number alone, so that a mistake can be reproduced.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.board.files import BoardProfile, load_board
from companion.board.profile import Pawn
from companion.sensors.board_spots import BoardSpots
from companion.simulation.camera.pinhole import Stand
from companion.simulation.camera.virtual_camera import Figure, Scene, VirtualCamera
from vision.board import Labels
from vision.frames import Image

BOARDS = ("black_dog", "star_4", "star_6", "toc_4", "toc_6")
PAWNS = {
    "small cone": Pawn(shape="cone", foot_mm=11.0, height_mm=19.0),
    "cone": Pawn(shape="cone", foot_mm=13.0, height_mm=24.0),
    "peg": Pawn(shape="peg", foot_mm=9.0, height_mm=28.0),
    "marble": Pawn(shape="marble", diameter_mm=14.0),
}
#: Gains of blue, green and red, as a camera's white balance leaves them.
LIGHTS = {
    "2700 K": (0.66, 0.86, 1.0),
    "4000 K": (0.86, 0.95, 1.0),
    "6500 K": (1.06, 1.0, 0.93),
    "dim": (0.30, 0.36, 0.40),
}
SIZES = ((1280, 720), (640, 480))
SEATS = ("red", "yellow", "green", "blue")
#: White pawns on white paper fields are the hardest there is: every other table with six seats has them.
MORE_SEATS = (("black", "purple"), ("white", "purple"))
DOG = "black"
#: Pawns are put down so far off the middle of their field, at one standard deviation.
CARELESS_MM = 1.2
FARTHEST_MM = 3.0


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnTable:
    """One table; `pictures` gives, state by state, pictures of it and the true figures."""

    number: int
    board: str
    shape: str
    light: str
    size: tuple[int, int]
    stand: Stand
    profile: BoardProfile
    colours: tuple[str, ...]
    dog: bool

    def pictures(self, states: int, each: int = 2) -> Iterator[tuple[Labels, list[Image]]]:
        """The first state is the set-up, with most pawns in their kennels."""
        rng = np.random.default_rng(self.number)
        camera = VirtualCamera(self.profile, self.colours, seed=self.number, size=self.size, stand=self.stand)
        for number in range(states):
            labels, figures = self._state(rng, out=1 if number == 0 else int(rng.integers(1, 5)))
            quarter = labels.quarter_turn or 0
            scene = Scene(
                figures=figures, disc_deg=90.0 * quarter + (float(rng.uniform(-1.5, 1.5)) if quarter else 0.0)
            )
            yield labels, [self._lit(camera.render(scene), rng) for _ in range(each)]

    def _lit(self, image: Image, rng: np.random.Generator) -> Image:
        gains = np.array(LIGHTS[self.light], dtype=np.float32)
        lit = image.astype(np.float32) * gains
        if self.light == "dim":
            lit += cv2.resize(rng.normal(0, 3.0, (180, 320, 3)).astype(np.float32), self.size)
        return np.clip(lit, 0, 255).astype(np.uint8)

    def _state(self, rng: np.random.Generator, out: int) -> tuple[Labels, tuple[Figure, ...]]:
        """`out` pawns a seat are on the way; every third one stands right beside another."""
        profile = self.profile
        track = [0] * len(profile.track)
        lanes = [[0] * 4 for _ in self.colours]
        kennels, placed = [], []
        for seat, colour in enumerate(self.colours):
            for _ in range(out):
                if rng.random() < 0.2:
                    free = [index for index, kind in enumerate(lanes[seat]) if kind == 0]
                    index = int(rng.choice(free))
                    lanes[seat][index] = 1 + seat
                    placed.append((colour, profile.goal[seat][index]))
                else:
                    field = _field(rng, track)
                    track[field] = 1 + seat
                    placed.append((colour, profile.track[field]))
            spots = rng.permutation(len(profile.kennel[seat]))[: 4 - out]
            placed += [(colour, profile.kennel[seat][spot]) for spot in spots]
            kennels.append(4 - out)
        if self.dog:
            field = _field(rng, track)
            track[field] = 1 + len(self.colours)
            placed.append((DOG, profile.track[field]))
        wheel = int(rng.integers(4)) if profile.wheel and rng.random() < 0.5 else 0
        labels = BoardSpots.of(profile, tuple(range(len(self.colours)))).labels(
            track=tuple(track),
            goal=tuple(tuple(lane) for lane in lanes),
            kennel_counts=tuple(kennels),
            wheel=wheel if profile.wheel else None,
        )
        return labels, tuple(_put_down(rng, colour, spot) for colour, spot in placed)


def drawn_table(number: int) -> DrawnTable:
    """The table with this number: board, pawns, light, size and stand go round at different paces."""
    rng = np.random.default_rng([number, 1])
    board = BOARDS[number % len(BOARDS)]
    shape = tuple(PAWNS)[number // 2 % len(PAWNS)]
    profile = load_board(board)
    dog = profile.wheel is not None
    seats = (*SEATS, *MORE_SEATS[number // 5 % 2])[: len(profile.goal)]
    return DrawnTable(
        number=number,
        board=board,
        shape=shape,
        light=tuple(LIGHTS)[number // 3 % len(LIGHTS)],
        size=SIZES[number % 4 == 3],
        stand=Stand(
            elevation_deg=float(rng.uniform(35, 90)),
            azimuth_deg=float(rng.uniform(-20, 20)),
            roll_deg=float(rng.uniform(-2, 2)),
        ),
        profile=msgspec.structs.replace(profile, pawn=PAWNS[shape]),
        colours=seats,
        dog=dog,
    )


def _field(rng: np.random.Generator, track: list[int]) -> int:
    """A free field, in one case of three right beside one that is taken."""
    free = [field for field, kind in enumerate(track) if kind == 0]
    beside = [field for field in free if track[field - 1] or track[(field + 1) % len(track)]]
    return int(rng.choice(beside if beside and rng.random() < 0.33 else free))


def _put_down(rng: np.random.Generator, colour: str, spot: tuple[float, float]) -> Figure:
    off: NDArray[np.float64] = np.clip(rng.normal(0, CARELESS_MM, 2), -FARTHEST_MM, FARTHEST_MM)
    return Figure(colour=colour, x_mm=spot[0] + float(off[0]), y_mm=spot[1] + float(off[1]))
