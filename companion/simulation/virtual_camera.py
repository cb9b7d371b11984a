"""The virtual camera: draws what lies on the simulated table as a webcam would see it.

Law: the pictures depend on the seed and on what is drawn, in order, and on nothing else; and nothing here is shared
with the eyes that read them.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board_files import BoardProfile
from companion.simulation.board_art import (
    PX_PER_MM,
    TABLE_MM,
    TABLE_PX_PER_MM,
    draw_board,
    draw_disc,
    draw_table_top,
)
from companion.simulation.hand_art import paint_hand
from companion.simulation.pawn_art import PawnPainter
from companion.simulation.pinhole import Pinhole, Stand

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]

SIZE_PX: Final = (1280, 720)
_FINE: Final = 2
_NOISES: Final = 5
_NOISE_SD: Final = 2.6
_SOFTNESS_PX: Final = 0.55


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A pawn or the dog: `colour` by name, its foot in board millimetres, `lift_mm` when a hand holds it."""

    colour: str
    x_mm: float
    y_mm: float
    lift_mm: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """Fingertips over a place; it reaches in from `side` 0 top, 1 right, 2 bottom, 3 left; `who` picks the arm."""

    x_mm: float
    y_mm: float
    side: int
    who: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """Everything in view at one moment; `disc_deg` is the disc's angle, clockwise, from its place at wheel = 0."""

    figures: tuple[Figure, ...] = ()
    disc_deg: float = 0.0
    hand: Hand | None = None


class VirtualCamera:
    """Draws scenes of one table.  `colours` are the seats' colours, `seats` the printed sectors they sit at.

    Where no `stand` is given, the seed chooses one: 55 to 66 degrees high, nearly straight.
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
        self._pinhole = Pinhole(profile.size_mm, size, chosen)
        self._size = size
        self._gain = _light_over(size, rng)
        sectors = dict(zip(seats or range(len(colours)), colours, strict=False))
        self._ground = self._lay(draw_table_top(rng), draw_board(profile, sectors, rng))
        self._lit = self._finish(self._ground, self._gain)
        self._disc = draw_disc(profile, rng) if profile.wheel else None
        self._painter = PawnPainter(profile, self._pinhole)
        self._noise = [_noise(size, rng) for _ in range(_NOISES)]
        self._rng = rng
        self._turned: tuple[float, Image] | None = None
        self._still: tuple[Scene, Image] | None = None

    def project(self, x_mm: float, y_mm: float, z_mm: float = 0.0) -> tuple[float, float]:
        """Where a point of the table is in the picture, in pixels."""
        u, v = self._pinhole.project(np.array([[x_mm, y_mm, z_mm]]))[0]
        return float(u), float(v)

    def render(self, scene: Scene) -> Image:
        """The picture of `scene`, (height, width, 3) BGR, with fresh sensor noise."""
        if self._still is None or self._still[0] != scene:
            self._still = (scene, self._compose(scene))
        speckle = self._noise[int(self._rng.integers(_NOISES))]
        shift = int(self._rng.integers(0, speckle.shape[0] - self._size[1]))
        noisy = cv2.add(self._still[1], speckle[shift : shift + self._size[1]], dtype=cv2.CV_8U)
        return np.asarray(noisy, dtype=np.uint8)

    def _compose(self, scene: Scene) -> Image:
        image = self._board(scene.disc_deg).copy()
        figures = sorted(scene.figures, key=lambda figure: -self._pinhole.depth(figure.x_mm, figure.y_mm))
        for figure in figures:
            self._painter.shadow(figure.x_mm, figure.y_mm, figure.lift_mm).draw_on(image)
        for figure in figures:
            gain = self._gain_at(figure.x_mm, figure.y_mm)
            self._painter.pawn(figure.colour, figure.x_mm, figure.y_mm, figure.lift_mm, gain).draw_on(image)
        if scene.hand:
            self._draw_hand(image, scene.hand)
        return image

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

    def _lay(self, table: Image, board: Image) -> Image:
        """Table top and board in perspective, twice as fine as the picture, not yet lit."""
        width, height = self.profile.size_mm
        corner = (width / 2 - TABLE_MM / 2, height / 2 - TABLE_MM / 2)
        ground = self._warp(table, 1 / TABLE_PX_PER_MM, corner, cv2.BORDER_REFLECT)
        size = (board.shape[1], board.shape[0])
        shade = cv2.GaussianBlur(self._cover(size, 1 / PX_PER_MM, (3.0, 4.0)), (0, 0), 7.0)
        shaded = _blend(ground, np.zeros_like(ground), (0.5 * shade).astype(np.uint8))
        printed = self._warp(board, 1 / PX_PER_MM, (0.0, 0.0), cv2.BORDER_REPLICATE)
        return _blend(shaded, printed, self._cover(size, 1 / PX_PER_MM, (0.0, 0.0)))

    def _board(self, disc_deg: float) -> Image:
        """The lit table with the disc at this angle; kept until it turns."""
        if self._turned is None or self._turned[0] != disc_deg:
            self._turned = (disc_deg, self._with_disc(disc_deg))
        return self._turned[1]

    def _with_disc(self, disc_deg: float) -> Image:
        wheel = self.profile.wheel
        if self._disc is None or wheel is None:
            return self._lit
        picture, origin = self._disc
        rim = self._rim(wheel.centre, wheel.radius_mm)
        left, top, width, height = _even_box(rim, self._ground.shape)
        middle = (picture.shape[1] / 2 - 0.5, picture.shape[0] / 2 - 0.5)
        spin = np.vstack([cv2.getRotationMatrix2D(middle, -disc_deg, 1.0), [0.0, 0.0, 1.0]])
        to_area = np.array([[1.0, 0.0, -left], [0.0, 1.0, -top], [0.0, 0.0, 1.0]])
        matrix = to_area @ self._fine_homography(1 / PX_PER_MM, origin) @ spin
        size = (width, height)
        turned = cv2.warpPerspective(
            picture, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        ).astype(np.uint8)
        mask = np.zeros((height, width), dtype=np.uint8)
        cv2.fillPoly(mask, [np.round((rim - (left, top)) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
        ground = self._ground[top : top + height, left : left + width]
        area = _blend(ground, turned, mask)
        lit = self._lit.copy()
        box = (slice(top // _FINE, (top + height) // _FINE), slice(left // _FINE, (left + width) // _FINE))
        lit[box] = self._finish(area, self._gain[box])
        return lit

    def _rim(self, centre: tuple[float, float], radius_mm: float) -> NDArray[np.float64]:
        around = np.linspace(0, 2 * np.pi, 240, endpoint=False)
        circle = np.stack(
            [centre[0] + radius_mm * np.cos(around), centre[1] + radius_mm * np.sin(around), 0 * around], axis=1
        )
        rim: NDArray[np.float64] = self._pinhole.project(circle) * _FINE + (_FINE - 1) / 2
        return rim

    def _finish(self, fine: Image, gain: Floats) -> Image:
        small = cv2.resize(fine, (gain.shape[1], gain.shape[0]), interpolation=cv2.INTER_AREA)
        soft = cv2.GaussianBlur(small, (0, 0), _SOFTNESS_PX)
        lit: Image = np.clip(soft * gain[:, :, None], 0, 255).astype(np.uint8)
        return lit

    def _warp(self, flat: Image, mm_per_px: float, origin_mm: tuple[float, float], border: int) -> Image:
        size = (self._size[0] * _FINE, self._size[1] * _FINE)
        matrix = self._fine_homography(mm_per_px, origin_mm)
        return cv2.warpPerspective(flat, matrix, size, flags=cv2.INTER_LINEAR, borderMode=border).astype(np.uint8)

    def _cover(self, size_px: tuple[int, int], mm_per_px: float, origin_mm: tuple[float, float]) -> Image:
        """Where in the fine picture a print of this size lies: 255 inside, 0 outside."""
        right, bottom = size_px[0] - 0.5, size_px[1] - 0.5
        corners = np.array([[[-0.5, -0.5], [right, -0.5], [right, bottom], [-0.5, bottom]]])
        seen = cv2.perspectiveTransform(corners, self._fine_homography(mm_per_px, origin_mm))
        mask = np.zeros((self._size[1] * _FINE, self._size[0] * _FINE), dtype=np.uint8)
        cv2.fillConvexPoly(mask, np.round(seen[0] * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
        return mask

    def _fine_homography(self, mm_per_px: float, origin_mm: tuple[float, float]) -> NDArray[np.float64]:
        """From the centres of a print's pixels to the picture at double resolution."""
        first = (origin_mm[0] + mm_per_px / 2, origin_mm[1] + mm_per_px / 2)
        finer = np.array([[_FINE, 0.0, (_FINE - 1) / 2], [0.0, _FINE, (_FINE - 1) / 2], [0.0, 0.0, 1.0]])
        return finer @ self._pinhole.homography(0.0, mm_per_px, first)


def _even_box(points: NDArray[np.float64], shape: tuple[int, ...]) -> tuple[int, int, int, int]:
    """Left, top, width, height round `points` in whole pixels of the final picture, inside the fine picture."""
    low = np.maximum(np.floor(points.min(axis=0)).astype(int) // _FINE * _FINE - 4 * _FINE, 0)
    high = np.ceil(points.max(axis=0)).astype(int) // _FINE * _FINE + 5 * _FINE
    high = np.minimum(high, (shape[1], shape[0]))
    return int(low[0]), int(low[1]), int(high[0] - low[0]), int(high[1] - low[1])


def _blend(under: Image, over: Image, mask: Image) -> Image:
    """`over` where the mask is 255, `under` where it is 0."""
    share = mask.astype(np.uint16)[:, :, None]
    blended: Image = ((under * (255 - share) + over * share + 127) // 255).astype(np.uint8)
    return blended


def _light_over(size: tuple[int, int], rng: np.random.Generator) -> Floats:
    """Light from one side and a lens that is darker towards its corners."""
    across, down = np.meshgrid(
        np.linspace(-1, 1, size[0], dtype=np.float32), np.linspace(-1, 1, size[1], dtype=np.float32)
    )
    slope = 1 - float(rng.uniform(0.06, 0.12)) * across - float(rng.uniform(0.02, 0.08)) * down
    vignette = 1 - 0.16 * (across**2 + down**2) / 2
    light: Floats = (slope * vignette).astype(np.float32)
    return light


def _noise(size: tuple[int, int], rng: np.random.Generator) -> NDArray[np.int16]:
    """A sheet of grain, somewhat taller than the picture so that it can be cut out at different heights."""
    raw = rng.normal(0, 1, (size[1] + 64, size[0], 3)).astype(np.float32)
    grain = cv2.GaussianBlur(raw, (0, 0), 0.6)
    scaled: NDArray[np.int16] = np.round(grain * (_NOISE_SD / float(grain.std()))).astype(np.int16)
    return scaled
