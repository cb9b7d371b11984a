"""The virtual camera: draws the simulated table as a webcam would see it.

Law: the pictures depend only on the seed and on the scenes drawn, in order; no code is shared with the reader of these
pictures.
"""

from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board.files import BoardProfile
from companion.simulation.camera.board_art import draw_board, draw_disc, draw_table_top
from companion.simulation.camera.ground import Ground, Prints
from companion.simulation.camera.hand_art import paint_hand
from companion.simulation.camera.pawn_art import PawnPainter
from companion.simulation.camera.pinhole import Pinhole, Stand
from companion.simulation.camera.scene import Figure, Hand, Scene, Thing

__all__ = ["SIZE_PX", "Figure", "Hand", "Image", "Scene", "Thing", "VirtualCamera"]

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]

SIZE_PX: Final = (1280, 720)
_NOISES: Final = 5
_NOISE_SD: Final = 2.6


@dataclass(frozen=True, slots=True, eq=False)
class _Sight:
    """The table as seen from the camera's present stand, with the board at its present place."""

    table: Pinhole
    board: Pinhole
    painter: PawnPainter


class _Sheets:
    """The prints and the noise of one table: drawn once for all pictures, by the chance that `rng` has then."""

    def __init__(
        self, profile: BoardProfile, sectors: dict[int, str], size: tuple[int, int], rng: np.random.Generator
    ) -> None:
        self._profile, self._sectors, self._before = profile, sectors, deepcopy(rng)
        self._prints: Prints | None = self._drawn(rng)
        self.noise = [_noise(size, rng) for _ in range(_NOISES)]

    @property
    def prints(self) -> Prints:
        """The prints; forgotten ones are drawn anew, and the same."""
        if self._prints is None:
            self._prints = self._drawn(deepcopy(self._before))
        return self._prints

    def forget_prints(self) -> None:
        self._prints = None

    def _drawn(self, rng: np.random.Generator) -> Prints:
        table, board = draw_table_top(rng), draw_board(self._profile, self._sectors, rng)
        return Prints(table, board, draw_disc(self._profile, rng) if self._profile.wheel else None)


class VirtualCamera:
    """Draws scenes of one table.  `colours` are the seats' colours, `seats` the printed sectors they sit at.

    Without a `stand`, the seed chooses one: 55 to 66 degrees high, nearly straight.  Prints and noise are drawn for the
    first picture, so that a table without viewers costs nothing.
    """

    def __init__(
        self,
        profile: BoardProfile,
        colours: tuple[str, ...],
        seed: int,
        size: tuple[int, int] = SIZE_PX,
        *,
        seats: tuple[int, ...] | None = None,
        stand: Stand | None = None,
    ) -> None:
        rng = np.random.default_rng(seed)
        self.profile = profile
        chosen = stand or Stand(
            elevation_deg=float(rng.uniform(55, 66)),
            azimuth_deg=float(rng.uniform(-7, 7)),
            roll_deg=float(rng.uniform(-1.2, 1.2)),
        )
        self._set_up = Pinhole(profile.size_mm, size, chosen)
        self._size = size
        self._gain = _light_over(size, rng)
        self._sectors = dict(zip(seats or range(len(colours)), colours, strict=False))
        self._where = ((0.0, 0.0), (0.0, 0.0, 0.0))
        self._sight = self._look_from(*self._where)
        self._ground: Ground | None = None
        self._rng = rng
        self._still: tuple[Scene, Image] | None = None

    def project(self, x_mm: float, y_mm: float, z_mm: float = 0.0) -> tuple[float, float]:
        """The place of a point over the board in the newest picture, in pixels."""
        u, v = self._sight.board.project(np.array([[x_mm, y_mm, z_mm]]))[0]
        return float(u), float(v)

    def render(self, scene: Scene) -> Image:
        """The picture of `scene`, (height, width, 3) BGR, with fresh sensor noise."""
        if self._still is None or self._still[0] != scene:
            self._still = (scene, self._compose(scene))
        speckle = self._sheets.noise[int(self._rng.integers(_NOISES))]
        shift = int(self._rng.integers(0, speckle.shape[0] - self._size[1]))
        noisy = cv2.add(self._still[1], speckle[shift : shift + self._size[1]], dtype=cv2.CV_8U)
        return np.asarray(noisy, dtype=np.uint8)

    def forget_prints(self) -> None:
        """Frees what only another view of the table needs; for such a view it is drawn anew."""
        self._sheets.forget_prints()

    @cached_property
    def _sheets(self) -> _Sheets:
        return _Sheets(self.profile, self._sectors, self._size, self._rng)

    def _drawn_ground(self) -> Ground:
        """The table and the board in the present view, drawn on first use."""
        if self._ground is None:
            prints, sight = self._sheets.prints, self._sight
            self._ground = Ground(self.profile, prints, sight.table, sight.board, self._gain)
        return self._ground

    def _compose(self, scene: Scene) -> Image:
        if self._where != (scene.pushed_mm, scene.knocked_deg):
            self._where = (scene.pushed_mm, scene.knocked_deg)
            self._sight, self._ground = self._look_from(*self._where), None
        pinhole, painter = self._sight.board, self._sight.painter
        image = self._drawn_ground().picture(scene.disc_deg).copy()
        for thing in scene.things:
            self._draw_thing(image, thing)
        figures = sorted(scene.figures, key=lambda figure: -pinhole.depth(figure.x_mm, figure.y_mm))
        for figure in figures:
            painter.shadow(figure.x_mm, figure.y_mm, figure.lift_mm).draw_on(image)
        for figure in figures:
            gain = self._gain_at(figure.x_mm, figure.y_mm)
            painter.pawn(figure.colour, figure.x_mm, figure.y_mm, figure.lift_mm, gain).draw_on(image)
        if scene.hand:
            self._draw_hand(image, scene.hand)
        return image if scene.light == 1.0 else np.clip(scene.light * image, 0, 255).astype(np.uint8)

    def _look_from(self, pushed_mm: tuple[float, float], knocked_deg: tuple[float, float, float]) -> _Sight:
        over_table = self._set_up.knocked(*knocked_deg)
        over_board = over_table.over_pushed(*pushed_mm)
        return _Sight(over_table, over_board, PawnPainter(self.profile, over_board))

    def _draw_thing(self, image: Image, thing: Thing) -> None:
        """A disc with a darker rim, as bright as the light there."""
        gain = self._gain_at(thing.x_mm, thing.y_mm)
        for share, shade in ((1.0, 0.75), (0.86, 1.0)):
            around = np.linspace(0, 2 * np.pi, 48, endpoint=False)
            ring = np.stack([np.cos(around), np.sin(around), 0 * around], axis=1) * (share * thing.radius_mm)
            outline = self._sight.board.project(ring + np.array([thing.x_mm, thing.y_mm, 0.0]))
            colour = [min(255.0, part * gain * shade) for part in thing.bgr]
            cv2.fillPoly(image, [np.round(outline * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)

    def _draw_hand(self, image: Image, hand: Hand) -> None:
        top = self.profile.pawn.tall_mm
        tip = self.project(hand.x_mm, hand.y_mm, top)
        beside = self.project(hand.x_mm + 10, hand.y_mm, top)
        scale = float(np.hypot(beside[0] - tip[0], beside[1] - tip[1])) / 10
        for sprite in paint_hand(self._size, tip, hand.side, scale, hand.who):
            sprite.draw_on(image)

    def _gain_at(self, x_mm: float, y_mm: float) -> float:
        u, v = self.project(x_mm, y_mm)
        column, row = min(max(round(u), 0), self._size[0] - 1), min(max(round(v), 0), self._size[1] - 1)
        return round(float(self._gain[row, column]), 3)


def _light_over(size: tuple[int, int], rng: np.random.Generator) -> Floats:
    """Light from one side and a lens that is darker towards its corners."""
    across, down = np.meshgrid(
        np.linspace(-1, 1, size[0], dtype=np.float32), np.linspace(-1, 1, size[1], dtype=np.float32)
    )
    slope = 1 - float(rng.uniform(0.06, 0.12)) * across - float(rng.uniform(0.02, 0.08)) * down
    vignette = 1 - 0.16 * (across**2 + down**2) / 2
    light: Floats = (slope * vignette).astype(np.float32)
    return light


def _noise(size: tuple[int, int], rng: np.random.Generator) -> NDArray[np.int8]:
    """A sheet of grain, somewhat taller than the picture so that it can be cut out at different heights."""
    raw = rng.normal(0, 1, (size[1] + 64, size[0], 3)).astype(np.float32)
    grain = cv2.GaussianBlur(raw, (0, 0), 0.6)
    scaled: NDArray[np.int8] = np.round(grain * (_NOISE_SD / float(grain.std()))).astype(np.int8)
    return scaled
