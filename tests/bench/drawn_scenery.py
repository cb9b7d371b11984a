"""The look of a drawn recording: game, board and its art, pawns and colours, light, camera, pace; all by a number.

Law: scenery follows from its number alone, so that a misread picture can be drawn again.
"""

from dataclasses import dataclass
from typing import Any, Final
from unittest.mock import patch

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.board.files import BoardProfile, load_board
from companion.board.profile import Pawn
from companion.model.position import Switch
from companion.simulation.camera import virtual_camera
from companion.simulation.camera.board_art import draw_board, draw_disc
from companion.simulation.camera.pinhole import Stand
from companion.simulation.camera.virtual_camera import Scene, VirtualCamera
from vision.frames import Image

Floats = NDArray[np.float32]
Options = tuple[tuple[str, Switch], ...]

#: Game, printed sectors of its seats in the order of play, board.
TABLES: Final[tuple[tuple[str, tuple[int, ...], str], ...]] = (
    ("black_dog", (0, 1, 2, 3), "black_dog"),
    ("dog", (0, 1, 2, 3), "star_4"),
    ("super_tock", (0, 1, 2, 3), "toc_4"),
    ("black_dog", (0, 1, 2, 3), "black_dog"),
    ("dog", (0, 1, 2, 3, 4, 5), "star_6"),
    ("tock_6", (0, 1, 2, 3, 4, 5), "toc_6"),
    ("dog", (0, 3, 2, 1), "star_4_left"),
    ("black_dog", (0, 1, 2), "black_dog"),
    ("super_tock_advanced", (0, 1, 2, 3), "toc_4"),
    ("braendi", (0, 1, 2, 3), "star_4"),
    ("dog_royal", (0, 1, 2, 3), "star_4"),
    ("dog", (0, 5, 4, 3, 2, 1), "star_6_left"),
    ("super_tock_advanced", (0, 1, 2, 3, 4, 5), "toc_6"),
    ("dog_compact", (0, 2), "star_4"),
    ("dog_royal_plain", (0, 1, 2, 3, 4, 5), "star_6"),
    ("tock_6", (0, 1, 2, 3), "toc_4"),
)
LEFT: Final[Options] = (("dog.direction", "counter-clockwise"),)
PAWNS: Final = {
    "cone 13 x 24 mm": Pawn(shape="cone", foot_mm=13.0, height_mm=24.0),
    "small cone 11 x 19 mm": Pawn(shape="cone", foot_mm=11.0, height_mm=19.0),
    "large cone 15 x 29 mm": Pawn(shape="cone", foot_mm=15.0, height_mm=29.0),
    "peg 9 x 28 mm": Pawn(shape="peg", foot_mm=9.0, height_mm=28.0),
    "marble 14 mm": Pawn(shape="marble", diameter_mm=14.0),
}
COLOURS: Final = (
    ("red", "yellow", "green", "blue", "black", "white"),
    ("blue", "green", "red", "yellow", "white", "purple"),
    ("yellow", "red", "purple", "green", "blue", "black"),
    ("white", "blue", "red", "green", "yellow", "black"),
    ("green", "orange", "blue", "red", "black", "purple"),
    ("red", "white", "blue", "yellow", "green", "purple"),
)
#: The neutral figure is black, so no seat of such a game can be.
FIGURE: Final = "black"
KELVIN: Final = (5200, 2700, 4000, 6500, 3200, 5600, 3000)
#: How the light falls, beside its colour.
LIGHTS: Final = ("window", "lamp", "sun", "ceiling", "dim")
#: Blue, green, red that the plain ground of board and disc is tinted by; the fields and their print stay.
ARTS: Final = {
    "cream": (1.0, 1.0, 1.0),
    "slate": (0.86, 0.68, 0.58),
    "green": (0.52, 0.78, 0.66),
    "night": (0.34, 0.28, 0.27),
    "rust": (0.44, 0.52, 0.80),
}
SIZES: Final = ((1280, 720), (640, 480))
#: Milliseconds between two pictures: as rendered recordings have them, and as a camera gives them.
PACES: Final = (330, 110)
#: Plain colours of board and disc.
_PLAIN: Final = ((176, 212, 226), (138, 178, 196))


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenery:
    """`jpeg` is the quality of the pictures, `bend` the lens's radial distortion (k1)."""

    number: int
    variant: str
    options: Options
    seats: tuple[int, ...]
    colours: tuple[str, ...]
    board: str
    profile: BoardProfile
    shape: str
    light: str
    kelvin: int
    art: str
    size: tuple[int, int]
    stand: Stand
    pace_ms: int
    jpeg: int
    bend: float
    hands_each: int = 1

    def made(self) -> dict[str, Any]:
        """Returns the facts about how the recording was made, as in made.json beside it."""
        return {
            "source": "drawn",
            "number": self.number,
            "light": self.light,
            "kelvin": self.kelvin,
            "elevation_deg": round(self.stand.elevation_deg),
            "shape": self.shape,
            "board": self.board,
            "art": self.art,
            "size": list(self.size),
            "colours": list(self.colours),
        }


def scenery(number: int) -> Scenery:
    """The scenery of this number: its parts go round at different paces, so that all meet."""
    rng = np.random.default_rng([number, 4])
    variant, seats, board = TABLES[number % len(TABLES)]
    shape = tuple(PAWNS)[number // 2 % len(PAWNS)]
    profile = msgspec.structs.replace(load_board(board), pawn=PAWNS[shape])
    names = [name for name in COLOURS[number // 3 % len(COLOURS)] if profile.wheel is None or name != FIGURE]
    return Scenery(
        number=number,
        variant=variant,
        options=LEFT if board.endswith("_left") else (),
        seats=seats,
        colours=tuple(names[: len(seats)]),
        board=board,
        profile=profile,
        shape=shape,
        light=LIGHTS[number % len(LIGHTS)],
        kelvin=KELVIN[number % len(KELVIN)],
        art=tuple(ARTS)[number // 5 % len(ARTS)],
        size=SIZES[number % 3 == 2],
        stand=Stand(
            elevation_deg=float(rng.uniform(35, 90)),
            azimuth_deg=float(rng.uniform(-20, 20)),
            roll_deg=float(rng.uniform(-2, 2)),
        ),
        pace_ms=PACES[number // 2 % 2],
        jpeg=int(rng.integers(74, 93)),
        bend=float(rng.uniform(-0.06, 0.02)) if number % 4 == 1 else 0.0,
    )


class SceneCamera:
    """The virtual camera under the light of a scenery, through its lens."""

    def __init__(self, made: Scenery) -> None:
        rng = np.random.default_rng([made.number, 5])
        self._camera = tinted_camera(made)
        self._size = made.size
        self._dim = made.light == "dim"
        self._gain = _fall(made, rng)[:, :, None] * kelvin_gains(made.kelvin)
        self._bend = _bent(made.size, made.bend) if made.bend else None
        self._rng = rng

    def picture(self, scene: Scene) -> Image:
        """(height, width, 3) BGR, with fresh noise."""
        lit = self._camera.render(scene).astype(np.float32) * self._gain
        if self._dim:
            grain = self._rng.normal(0, 3.0, (self._size[1] // 4, self._size[0] // 4, 3)).astype(np.float32)
            lit += cv2.resize(grain, self._size)
        if self._bend is not None:
            lit = cv2.remap(lit, self._bend[0], self._bend[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.clip(lit, 0, 255).astype(np.uint8)


def tinted_camera(made: Scenery) -> VirtualCamera:
    """A virtual camera over a board of the scenery's art."""
    tint = np.array(ARTS[made.art], dtype=np.float32)

    def board(profile: BoardProfile, colours: dict[int, str], rng: np.random.Generator) -> Image:
        return _tinted(draw_board(profile, colours, rng), tint)

    def disc(profile: BoardProfile, rng: np.random.Generator) -> tuple[Image, tuple[float, float]]:
        picture, origin = draw_disc(profile, rng)
        return _tinted(picture, tint), origin

    camera = VirtualCamera(
        made.profile, made.colours, made.number, made.size, seats=tuple(made.seats), stand=made.stand
    )
    with patch.multiple(virtual_camera, draw_board=board, draw_disc=disc):
        camera.render(Scene())  # prints are drawn for the first picture and kept
    return camera


def _tinted(flat: Image, tint: Floats) -> Image:
    """The print with its plain ground tinted; mottled paper, but no field, is within 26 of its plain colour."""
    away = [np.abs(flat.astype(np.int16) - np.array(plain)).max(axis=2) for plain in _PLAIN]
    ground = (np.minimum(away[0], away[1]) < 26).astype(np.float32)
    share = cv2.GaussianBlur(ground, (0, 0), 1.0)[:, :, None]
    return np.clip(flat * (1 - share + share * tint), 0, 255).astype(np.uint8)


def kelvin_gains(kelvin: int) -> Floats:
    """Gains of blue, green and red that a camera's white balance leaves of light of this colour: of half of it."""
    warm = (6000 - kelvin) / 3300
    return np.array([1 - 0.34 * warm, 1 - 0.12 * warm, 1 + 0.02 * warm], dtype=np.float32)


def _fall(made: Scenery, rng: np.random.Generator) -> Floats:
    """How strongly every pixel is lit, (height, width)."""
    across, down = np.meshgrid(
        np.linspace(-1, 1, made.size[0], dtype=np.float32), np.linspace(-1, 1, made.size[1], dtype=np.float32)
    )
    turn = float(rng.uniform(0, 2 * np.pi))
    along = np.cos(turn) * across + np.sin(turn) * down
    if made.light == "lamp":
        x, y = rng.uniform(-0.5, 0.5, 2)
        fall = 1.12 - 0.4 * np.minimum(1, (across - x) ** 2 + (down - y) ** 2)
    elif made.light == "sun":
        edge = np.clip((along - float(rng.uniform(-0.4, 0.4))) * 60, 0, 1)
        fall = 0.62 + 0.5 * edge
    elif made.light == "dim":
        fall = 0.38 - 0.06 * along
    else:
        fall = 1.0 + (0.18 if made.light == "window" else 0.04) * along
    return np.asarray(fall, dtype=np.float32)


def _bent(size: tuple[int, int], k1: float) -> tuple[Floats, Floats]:
    """From where in a straight picture each pixel of a bent one comes."""
    width, height = size
    focal = 0.77 * width
    across, down = np.meshgrid(
        (np.arange(width, dtype=np.float32) - width / 2) / focal,
        (np.arange(height, dtype=np.float32) - height / 2) / focal,
    )
    # One step of the inverse is exact enough: the lines have to bend, the amount matters little.
    straight = 1 - k1 * (across**2 + down**2)
    xs = (across * straight * focal + width / 2).astype(np.float32)
    ys = (down * straight * focal + height / 2).astype(np.float32)
    return xs, ys
