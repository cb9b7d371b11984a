"""Boards that are hard to find, and what covers them: far and flat markers, hands, shadows, a hand from the first.

    python tests/bench/hidden_boards.py [--first N] [--tables N]

Tables with invented boards and pawns (`invented_looks`), drawn by their number.  Prints one line of counts a question.
"""

import argparse
from collections import Counter
from dataclasses import dataclass
from typing import Final
from unittest.mock import patch

import cv2
import msgspec
import numpy as np
from drawn_tables import BOARDS, DOG
from invented_looks import drawn_so, invented_pawn
from invented_tables import names_of, well_apart
from numpy.typing import NDArray
from table_readers import board_of, reader_of, spots_of

from companion.board.files import load_board
from companion.board.profile import BoardProfile
from companion.simulation.camera import hand_art
from companion.simulation.camera.pinhole import Stand
from companion.simulation.camera.virtual_camera import Figure, Hand, Scene, VirtualCamera
from vision.board import Labels
from vision.find.locator import BoardLocator
from vision.frames import Frame, Image
from vision.reader import BoardReader
from vision.results import FrameResult, FrameStatus

Points = NDArray[np.float64]

SKINS: Final = (
    (128, 158, 206),
    (96, 128, 182),
    (70, 98, 148),
    (150, 178, 222),
    (60, 80, 120),
    (40, 56, 86),
    (30, 40, 60),
)
SLEEVES: Final = (
    (96, 62, 40),
    (52, 48, 46),
    (70, 70, 150),
    (84, 104, 76),
    (30, 30, 30),
    (210, 210, 205),
    (60, 150, 160),
)
SIZE: Final = (960, 540)
#: Of each table so many hands, shadows and poor pictures are shown.
EACH: Final = 6
#: A board is elsewhere when a corner is further off than this part of the picture's width.
ELSEWHERE: Final = 0.008
SURE: Final = 0.95
PACE_MS: Final = 200


@dataclass(frozen=True, slots=True, eq=False)
class Setup:
    """A drawn table with pawns on it, the camera before it and the true figures."""

    profile: BoardProfile
    colours: tuple[str, ...]
    camera: VirtualCamera
    figures: tuple[Figure, ...]
    track: tuple[int, ...]
    labels: Labels

    @classmethod
    def of(cls, number: int, size: tuple[int, int] = SIZE) -> "Setup":
        rng = np.random.default_rng([number, 78])
        profile = msgspec.structs.replace(load_board(BOARDS[number % len(BOARDS)]), pawn=invented_pawn(rng))
        look, dog = well_apart(rng, profile), profile.wheel is not None
        colours = names_of(look.paints[: len(profile.goal)], dog=dog)
        stand = Stand(elevation_deg=float(rng.uniform(30, 75)), azimuth_deg=float(rng.uniform(-35, 35)))
        camera = VirtualCamera(profile, colours, seed=number, size=size, stand=stand)
        track, figures = [0] * len(profile.track), []
        for seat, colour in enumerate(colours):
            field = (int(rng.integers(5)) + seat * len(track) // len(colours)) % len(track)
            track[field] = 1 + seat
            places = (*profile.kennel[seat][:3], profile.track[field])
            figures += [Figure(colour=colour, x_mm=x, y_mm=y) for x, y in places]
        labels = spots_of(profile).labels(
            track=tuple(track),
            goal=((0,) * 4,) * len(colours),
            kennel_counts=(3,) * len(colours),
            wheel=0 if dog else None,
        )
        with drawn_so(look, (*colours, *((DOG,) if dog else ()))):
            camera.render(Scene(figures=tuple(figures)))
        return cls(profile, colours, camera, tuple(figures), tuple(track), labels)

    def reader(self) -> BoardReader:
        sectors, dog = tuple(range(len(self.colours))), self.profile.wheel is not None
        reader = reader_of(self.profile, sectors=sectors, colours=self.colours, dog=dog)
        reader.expect(self.labels)
        return reader

    def pictures(self, hand: Hand | None = None) -> list[Image]:
        return [self.camera.render(Scene(figures=self.figures, hand=hand)) for _ in range(3)]

    def surely_wrong(self, look: FrameResult) -> set[int]:
        """Fields of which something untrue is claimed surely."""
        if look.reading is None:
            return set()
        scores = spots_of(self.profile).parts(look.reading.scores).track
        false = (scores.argmax(axis=1) != self.track) & (np.exp(scores.max(axis=1)) > SURE)
        return set(np.flatnonzero(false).tolist())


def shown(reader: BoardReader, pictures: list[Image], t_ms: int) -> FrameResult:
    for number, picture in enumerate(pictures):
        look = reader.look(Frame(picture, t_ms + number * PACE_MS))
    return look


def any_hand(table: Setup, rng: np.random.Generator) -> Hand:
    hand_art._SKINS = (SKINS[int(rng.integers(len(SKINS)))],)
    hand_art._SLEEVES = (SLEEVES[int(rng.integers(len(SLEEVES)))],)
    width, height = table.profile.size_mm
    x, y = rng.uniform(0.25, 0.75, 2) * (width, height)
    return Hand(x_mm=float(x), y_mm=float(y), side=int(rng.integers(4)))


def shadow(table: Setup, rng: np.random.Generator) -> NDArray[np.float32]:
    """How bright (h, w, 3) the shadow of a person leaves each pixel."""
    middle = np.array([table.camera.project(*place) for place in ((0.0, 0.0), table.profile.size_mm)]).mean(axis=0)
    turn, wide = rng.uniform(0, 2 * np.pi), rng.uniform(0.05, 0.22) * SIZE[0]
    along = np.array([np.cos(turn), np.sin(turn)])
    across = np.array([-along[1], along[0]])
    head = middle + across * rng.uniform(-0.15, 0.15) * SIZE[0] + along * rng.uniform(-0.2, 0.25) * SIZE[0]
    sides = [head + across * wide / 2, head - across * wide / 2]
    body = np.array([*sides, *(side - along * SIZE[0] for side in reversed(sides))])
    mask = cv2.fillConvexPoly(np.zeros(SIZE[::-1], dtype=np.uint8), np.round(body).astype(np.int32), 255)
    cv2.circle(mask, (round(float(head[0])), round(float(head[1]))), round(0.6 * wide), 255, -1)
    share = cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.8, 5.0)).astype(np.float32)[..., None] / 255
    tint = np.array([rng.uniform(1, 1.18), 1, rng.uniform(0.88, 1.02)])
    return np.asarray(1 - share * (1 - rng.uniform(0.3, 0.72) * tint), dtype=np.float32)


def cover(table: Setup, rng: np.random.Generator, counts: Counter[str]) -> None:
    """Hands and shadows over a board that was learnt without, and a hand over the picture that is learnt."""
    reader = table.reader()
    if shown(reader, table.pictures(), 0).status is not FrameStatus.SETTLED:
        counts["tables not read"] += 1
        return
    learnt, plainly_wrong = reader.state, table.surely_wrong(shown(reader, table.pictures(), 1000))
    for _ in range(EACH):
        reader.state = learnt
        look = shown(reader, table.pictures(any_hand(table, rng)), 2000)
        counts["hands"] += 1
        counts["hands seen"] += look.status is FrameStatus.HAND
        reader.state, light = learnt, shadow(table, rng)
        look = shown(reader, [np.clip(image * light, 0, 255).astype(np.uint8) for image in table.pictures()], 2000)
        counts["shadows"] += 1
        counts["shadows taken for hands"] += look.status is FrameStatus.HAND
        counts["boards read in shadows"] += look.reading is not None
        counts["spots surely wrong by shadows"] += len(table.surely_wrong(look) - plainly_wrong)
    for _ in range(EACH // 2):
        reader = table.reader()
        if shown(reader, table.pictures(any_hand(table, rng)), 0).status is not FrameStatus.SETTLED:
            continue
        look = shown(reader, table.pictures(), 2000)
        counts["hands in the first picture"] += 1
        counts["read rightly when they have gone"] += look.reading is not None and not table.surely_wrong(look)


def find(table: Setup, rng: np.random.Generator, counts: Counter[str]) -> None:
    """The board in poor pictures from far away."""
    image, (width_mm, height_mm) = table.pictures()[0], table.profile.size_mm
    rim = np.array([[0.0, 0.0], [width_mm, 0.0], [width_mm, height_mm], [0.0, height_mm]])
    corners = np.array([table.camera.project(*corner) for corner in rim])
    for _ in range(EACH // 2):
        width, share = int(rng.integers(420, 961)), float(rng.uniform(0.5, 1.0))
        picture, scale, shift = poor(image, width, share, rng)
        grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
        _, _, pose = BoardLocator.of(board_of(table.profile)).look(picture, grey)
        counts["boards"] += 1
        if pose is not None:
            strays = np.linalg.norm(pose.pixels(rim) - ((corners + 0.5) * scale - 0.5 + shift), axis=1)
            counts["found"] += 1
            counts["found elsewhere"] += bool(strays.max() > ELSEWHERE * width)


def poor(image: Image, width: int, share: float, rng: np.random.Generator) -> tuple[Image, float, Points]:
    """A picture in a frame so wide of which it fills a share, soft, noisy and compressed; scale and shift it got."""
    scale = share * width / image.shape[1]
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    height = round(width * image.shape[0] / image.shape[1])
    left, top = (width - small.shape[1]) // 2, (height - small.shape[0]) // 2
    rim = (top, height - small.shape[0] - top, left, width - small.shape[1] - left)
    soft = cv2.GaussianBlur(cv2.copyMakeBorder(small, *rim, cv2.BORDER_REPLICATE), (0, 0), rng.uniform(0.5, 0.95))
    noisy = np.clip(soft + rng.normal(0, rng.uniform(0, 4), soft.shape), 0, 255).astype(np.uint8)
    packed = cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(55, 88))])[1]
    shown_so = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), dtype=np.uint8)
    return shown_so, scale, np.array([left, top], dtype=np.float64)


def main() -> None:
    parser = argparse.ArgumentParser(description="finds and reads boards that are far away or covered")
    parser.add_argument("--first", type=int, default=200, help="number of the first table (default 200)")
    parser.add_argument("--tables", type=int, default=12, help="how many (default 12)")
    wanted = parser.parse_args()
    cv2.setNumThreads(1)
    counts: Counter[str] = Counter()
    with patch.multiple(hand_art, _SKINS=hand_art._SKINS, _SLEEVES=hand_art._SLEEVES):
        for number in range(wanted.first, wanted.first + wanted.tables):
            table, rng = Setup.of(number), np.random.default_rng([number, 79])
            find(table, rng, counts)
            cover(table, rng, counts)
    for name, count in counts.items():
        print(f"{count:5} {name}")


if __name__ == "__main__":
    main()
