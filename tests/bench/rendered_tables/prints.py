"""The art of the boards: fields, lanes and yards of a profile on a ground, the disc apart, markers with their margin.

Law: the geometry is the profile's; everything else is drawn here, and shares no code with other drawings of boards.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board.profile import BoardProfile, Point
from rendered_tables.textures import MATERIALS, Picture, bgr, clouds, mixed

Flat = NDArray[np.uint8]

PX_PER_MM: Final = 4
#: The print of a board as a family keeps it, in pixels a millimetre.
KEPT_PX_PER_MM: Final = 2
FIELD_MM: Final = 7.6
#: OpenCV draws to a sixteenth of a pixel.
_SHIFT: Final = 4


@dataclass(frozen=True, slots=True)
class Art:
    """How a board looks: `material` and its two colours, how fields are drawn, the inks of the sectors, its surface.

    `fields`: hole (a dark hollow with a light lower rim), ring, dot (filled, with an edge) or stone.  `ornament`: the
    decoration between the fields.  `roughness` as Mitsuba's principled surface has it.
    """

    material: str
    light: str
    dark: str
    fields: str
    fill: str
    edge: str
    inks: tuple[str, ...]
    roughness: float
    ornament: str = ""
    yard: float = 0.35
    specular: float = 0.5


class Sheet:
    """A print in the making; places in millimetres from its upper left corner."""

    def __init__(self, art: Art, side_mm: float, rng: np.random.Generator) -> None:
        self.art = art
        self.rng = rng
        self.side = round(side_mm * PX_PER_MM)
        self.flat: Picture = MATERIALS[art.material](self.side, rng, art.light, art.dark)
        # ink takes unevenly on every ground
        self._ink = 0.82 + 0.18 * clouds(self.side, rng, 9, 2)

    def circle(
        self, at: Point, radius_mm: float, colour: Picture, width_mm: float = 0.0, strength: float = 1.0
    ) -> None:
        """A filled circle, or one of a line of this width."""
        reach = radius_mm + width_mm + 1
        x0, y0 = (max(0, round((part - reach) * PX_PER_MM)) for part in at)
        x1, y1 = (min(self.side, round((part + reach) * PX_PER_MM)) for part in at)
        if x0 >= x1 or y0 >= y1:
            return
        mask = np.zeros((y1 - y0, x1 - x0), dtype=np.uint8)
        scale = PX_PER_MM * 2**_SHIFT
        middle = (round(at[0] * scale - x0 * 2**_SHIFT), round(at[1] * scale - y0 * 2**_SHIFT))
        wide = -1 if width_mm == 0 else max(1, round(width_mm * PX_PER_MM))
        cv2.circle(mask, middle, round(radius_mm * scale), 255, wide, cv2.LINE_AA, _SHIFT)
        share = mask.astype(np.float32) / 255 * self._ink[y0:y1, x0:x1] * strength
        self.flat[y0:y1, x0:x1] = mixed(self.flat[y0:y1, x0:x1], colour, share)

    def line(self, places: "list[Point]", width_mm: float, colour: Picture, strength: float = 1.0) -> None:
        low = np.maximum(0, np.floor((np.min(places, axis=0) - width_mm) * PX_PER_MM)).astype(int)
        high = np.minimum(self.side, np.ceil((np.max(places, axis=0) + width_mm) * PX_PER_MM)).astype(int)
        if (low >= high).any():
            return
        mask = np.zeros((high[1] - low[1], high[0] - low[0]), dtype=np.uint8)
        points = np.round((np.array(places) * PX_PER_MM - low) * 2**_SHIFT).astype(np.int32)
        cv2.polylines(mask, [points], False, 255, max(1, round(width_mm * PX_PER_MM)), cv2.LINE_AA, _SHIFT)
        part = np.s_[low[1] : high[1], low[0] : high[0]]
        share = mask.astype(np.float32) / 255 * self._ink[part] * strength
        self.flat[part] = mixed(self.flat[part], colour, share)

    def field(self, at: Point, ink: str | None = None, radius_mm: float = FIELD_MM) -> None:
        """Draws one field, in the ink of a sector if it belongs to one."""
        art = self.art
        fill, edge = bgr(ink or art.fill), bgr(ink or art.edge)
        if art.fields == "hole":
            self.circle((at[0] + 0.5, at[1] + 0.6), radius_mm, np.minimum(1, bgr(art.light) * 1.15))
            self.circle(at, radius_mm, fill * (0.55 if ink else 1))
            self.circle((at[0] - 0.3, at[1] - 0.4), radius_mm - 1.0, fill * (0.7 if ink else 0.85))
        elif art.fields == "ring":
            self.circle(at, radius_mm - 0.8, edge, 1.6)
        elif art.fields == "stone":
            self.circle((at[0] + 0.8, at[1] + 1.0), radius_mm, bgr(art.dark) * 0.5, strength=0.6)
            self.circle(at, radius_mm, fill)
            self.circle((at[0] - 1.5, at[1] - 1.8), radius_mm * 0.45, np.minimum(1, fill * 1.2), strength=0.5)
        else:
            self.circle(at, radius_mm, edge if not ink else bgr(art.edge))
            self.circle(at, radius_mm - 0.9, fill)

    def marker(self, dictionary: str, name: int, at: Point, size_mm: float) -> None:
        """A marker on its white margin, printed black on paper that is stuck on the board."""
        codes = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary))
        inner, outer = round(size_mm * PX_PER_MM), round(size_mm * PX_PER_MM * 4 / 3)
        square = np.full((outer, outer), 0.93, dtype=np.float32)
        rim = (outer - inner) // 2
        square[rim : rim + inner, rim : rim + inner] = (
            0.05 + cv2.aruco.generateImageMarker(codes, name, inner) / 255 * 0.88
        )
        x, y = (round(part * PX_PER_MM - outer / 2) for part in at)
        cut = square[max(0, -y) : self.side - y, max(0, -x) : self.side - x]
        self.flat[max(0, y) : y + outer, max(0, x) : x + outer] = cut[:, :, None]

    def picture(self) -> Flat:
        return np.round(np.clip(cv2.GaussianBlur(self.flat, (0, 0), 0.8), 0, 1) * 255).astype(np.uint8)


def draw_top(profile: BoardProfile, art: Art, rng: np.random.Generator, *, markers: bool) -> Flat:
    """The print of the whole board, (side, side, 3) BGR, upright; `profile` is a square one."""
    sheet = Sheet(art, profile.size_mm[0], rng)
    ornament(sheet, profile)
    on_disc = set(profile.wheel.fields) if profile.wheel else set()
    per_sector = len(profile.track) // len(profile.goal)
    for sector, spots in enumerate(profile.kennel):
        middle = np.mean(spots, axis=0)
        reach = max(float(np.hypot(*(np.array(spot) - middle))) for spot in spots) + 12
        sheet.circle((float(middle[0]), float(middle[1])), reach, bgr(art.inks[sector]), strength=art.yard)
    for number, spot in enumerate(profile.track):
        if number not in on_disc:
            start = number % per_sector == 0
            sheet.field(spot, art.inks[number // per_sector] if start else None, FIELD_MM + 0.9 * start)
    for sector in range(len(profile.goal)):
        for spot in (*profile.goal[sector], *profile.kennel[sector]):
            sheet.field(spot, art.inks[sector])
    if profile.centre:
        sheet.field(profile.centre, None, FIELD_MM + 3)
    if markers:
        for name, at in zip(profile.markers.ids, profile.markers.centres, strict=True):
            sheet.marker(profile.markers.dictionary, name, at, profile.markers.size_mm)
    return sheet.picture()


def draw_disc(profile: BoardProfile, art: Art, rng: np.random.Generator) -> Flat:
    """The print of the disc on its bounding square, at wheel = 0."""
    wheel = profile.wheel
    if wheel is None:
        raise ValueError(f"board {profile.id} has no disc")
    sheet = Sheet(art, 2 * wheel.radius_mm, rng)
    sheet.flat = np.clip(sheet.flat * 0.86 + 0.05, 0, 1).astype(np.float32)
    left, top = wheel.centre[0] - wheel.radius_mm, wheel.centre[1] - wheel.radius_mm
    sheet.circle((wheel.radius_mm, wheel.radius_mm), wheel.radius_mm - 2, bgr(art.edge), 1.2)
    for number in wheel.fields:
        x, y = profile.track[number]
        sheet.field((x - left, y - top))
    for shade, numbers in wheel.paws.items():
        for number in numbers:
            x, y = profile.track[number][0] - left, profile.track[number][1] - top
            ink = bgr("#f0ede4" if shade == "white" else "#1a1a1c")
            sheet.circle((x, y + 1.2), 2.6, ink)
            for off in (-2.6, 0.0, 2.6):
                sheet.circle((x + off, y - 2.6 + abs(off) / 4), 1.2, ink)
    marker = profile.markers.wheel
    if marker:
        sheet.marker(
            profile.markers.dictionary, marker.id, (marker.centre[0] - left, marker.centre[1] - top), marker.size_mm
        )
    return sheet.picture()


def ornament(sheet: Sheet, profile: BoardProfile) -> None:
    """Draws the decoration between the fields."""
    if sheet.art.ornament == "path":
        sheet.line([*profile.track, profile.track[0]], 13, bgr(sheet.art.dark), 0.5)
    elif sheet.art.ornament:
        {"chequers": _chequers, "flowers": _flowers, "stars": _stars, "stitches": _stitches}[sheet.art.ornament](
            sheet, profile.size_mm[0]
        )


def _chequers(sheet: Sheet, side: float) -> None:
    """Two rows of chequers along the edges."""
    for step in range(0, int(side), 9):
        for number, across in enumerate((3.0, 9.0)):
            for x, y in ((step, across), (step, side - across), (across, step), (side - across, step)):
                if (step // 9 + number) % 2:
                    sheet.circle((x, y), 3.0, bgr(sheet.art.edge))


def _flowers(sheet: Sheet, side: float) -> None:
    """Flowers anywhere, under the fields."""
    for _ in range(60):
        x, y, wide = (float(part) for part in (*sheet.rng.uniform(10, side - 10, 2), sheet.rng.uniform(2, 5)))
        petal = sheet.rng.uniform(0.45, 0.95, 3).astype(np.float32)
        for angle in np.arange(0, 2 * np.pi, 1.26):
            at = (x + wide * float(np.cos(angle)), y + wide * float(np.sin(angle)))
            sheet.circle(at, wide * 0.62, petal, strength=0.8)
        sheet.circle((x, y), wide * 0.5, bgr("#f3c84b"))


def _stars(sheet: Sheet, side: float) -> None:
    """Golden circles and dots, as of a map of the sky."""
    for part in (0.1, 0.19, 0.28, 0.47):
        sheet.circle((side / 2, side / 2), part * side, bgr(sheet.art.edge), 0.7, 0.8)
    for _ in range(240):
        x, y = sheet.rng.uniform(4, side - 4, 2)
        sheet.circle((float(x), float(y)), float(sheet.rng.uniform(0.2, 0.9)), bgr(sheet.art.edge), strength=0.9)


def _stitches(sheet: Sheet, side: float) -> None:
    """A seam along the edges."""
    for step in range(0, int(side), 6):
        for x, y, dx, dy in ((step, 7, 3.5, 0), (step, side - 7, 3.5, 0), (7, step, 0, 3.5), (side - 7, step, 0, 3.5)):
            sheet.line([(x, y), (x + dx, y + dy)], 1.0, bgr(sheet.art.edge))


def write_print(path: Path, flat: Flat) -> Path:
    """Writes the picture of a print.  Raises OSError."""
    if not cv2.imwrite(str(path), flat):
        raise OSError(f"{path} cannot be written")
    return path


def keep_print(top: Path, recording: Path) -> None:
    """Puts the empty board laid flat beside the profile of a recording, as somebody took it in another light."""
    flat = cv2.imread(str(top))
    side = flat.shape[0] * KEPT_PX_PER_MM // PX_PER_MM
    kept = cv2.GaussianBlur(cv2.resize(flat, (side, side), interpolation=cv2.INTER_AREA), (0, 0), 0.8)
    cv2.imwrite(str(recording / "board" / "board.png"), cv2.convertScaleAbs(kept, alpha=0.85, beta=12))
