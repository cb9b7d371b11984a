"""The prints of the simulated table, drawn flat: board, disc and wooden table top, with the markers of the profile.

A second drawing beside `companion.board` on purpose: it stands for boards that others printed, on uneven paper, so that
the reader is not measured on our own print alone.  The places of spots come from the same profile.
"""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board.files import BoardProfile

Image = NDArray[np.uint8]
Bgr = tuple[int, int, int]
Spot = tuple[float, float]

#: Resolution of the board and disc prints.
PX_PER_MM: Final = 4
TABLE_MM: Final = 2400.0
TABLE_PX_PER_MM: Final = 0.75

#: Printed and painted colours by the names of docs/reference/formats/README.md.
PAINT: Final[dict[str, Bgr]] = {
    "red": (42, 40, 196),
    "yellow": (36, 190, 236),
    "green": (62, 132, 34),
    "blue": (176, 84, 30),
    "black": (34, 32, 32),
    "white": (232, 236, 236),
    "purple": (140, 44, 112),
    "orange": (24, 118, 236),
}

_CREAM: Final[Bgr] = (176, 212, 226)
_DISC: Final[Bgr] = (138, 178, 196)
_INK: Final[Bgr] = (52, 56, 66)
_PAPER: Final[Bgr] = (238, 242, 244)
#: From this brightness on in its darkest channel a colour is too pale for a pale ground.
_PALE: Final = 200
_FIELD_SHARE: Final = 0.43
_SUBPIXEL: Final = 4


class Print:
    """A picture in millimetres: `origin_mm` is its upper left corner on the board."""

    def __init__(self, size_mm: Spot, colour: Bgr, origin_mm: Spot = (0.0, 0.0)) -> None:
        self.origin_mm = origin_mm
        shape = (round(size_mm[1] * PX_PER_MM), round(size_mm[0] * PX_PER_MM), 3)
        self.image: Image = np.full(shape, colour, dtype=np.uint8)

    def _px(self, spot: Spot) -> tuple[int, int]:
        """Fixed-point pixels; OpenCV counts pixel centres, so half a pixel is taken off."""
        scale = 1 << _SUBPIXEL
        x = ((spot[0] - self.origin_mm[0]) * PX_PER_MM - 0.5) * scale
        y = ((spot[1] - self.origin_mm[1]) * PX_PER_MM - 0.5) * scale
        return round(x), round(y)

    def disc(self, spot: Spot, radius_mm: float, colour: Bgr) -> None:
        radius = round(radius_mm * PX_PER_MM * (1 << _SUBPIXEL))
        cv2.circle(self.image, self._px(spot), radius, colour, -1, cv2.LINE_AA, _SUBPIXEL)

    def ring(self, spot: Spot, radius_mm: float, colour: Bgr, width_mm: float = 0.6) -> None:
        radius = round(radius_mm * PX_PER_MM * (1 << _SUBPIXEL))
        width = max(1, round(width_mm * PX_PER_MM))
        cv2.circle(self.image, self._px(spot), radius, colour, width, cv2.LINE_AA, _SUBPIXEL)

    def line(self, start: Spot, end: Spot, colour: Bgr, width_mm: float) -> None:
        width = max(1, round(width_mm * PX_PER_MM))
        cv2.line(self.image, self._px(start), self._px(end), colour, width, cv2.LINE_AA, _SUBPIXEL)

    def frame(self, inset_mm: float, size_mm: Spot, colour: Bgr, width_mm: float) -> None:
        width = max(1, round(width_mm * PX_PER_MM))
        far = (size_mm[0] - inset_mm, size_mm[1] - inset_mm)
        cv2.rectangle(self.image, self._px((inset_mm, inset_mm)), self._px(far), colour, width, cv2.LINE_AA, _SUBPIXEL)

    def paw(self, spot: Spot, size_mm: float, colour: Bgr, turn_deg: float = 0.0) -> None:
        """A paw mark: one pad and four toes."""
        side, cosine, sine = size_mm / 2, math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))
        for x, y, radius in (
            (0.0, 0.3, 0.46),
            (-0.6, -0.15, 0.2),
            (-0.24, -0.52, 0.22),
            (0.24, -0.52, 0.22),
            (0.6, -0.15, 0.2),
        ):
            toe = (spot[0] + side * (x * cosine - y * sine), spot[1] + side * (x * sine + y * cosine))
            self.disc(toe, side * radius, colour)

    def bone(self, spot: Spot, length_mm: float, turn_deg: float, colour: Bgr) -> None:
        half, angle = length_mm / 2, math.radians(turn_deg)
        along, across = (math.cos(angle), math.sin(angle)), (-math.sin(angle), math.cos(angle))
        ends = [(spot[0] + end * half * along[0], spot[1] + end * half * along[1]) for end in (-1, 1)]
        self.line(ends[0], ends[1], colour, length_mm * 0.22)
        for end in ends:
            for side in (-1, 1):
                knob = (end[0] + side * 0.14 * length_mm * across[0], end[1] + side * 0.14 * length_mm * across[1])
                self.disc(knob, length_mm * 0.15, colour)

    def marker(self, dictionary: str, number: int, centre: Spot, size_mm: float) -> None:
        """The black square with its code on a white margin of a sixth of its side."""
        side = round(size_mm * PX_PER_MM)
        code = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary))
        picture = cv2.cvtColor(cv2.aruco.generateImageMarker(code, number, side), cv2.COLOR_GRAY2BGR)
        margin = round(side / 6)
        whole = cv2.copyMakeBorder(picture, margin, margin, margin, margin, cv2.BORDER_CONSTANT, value=(246, 248, 250))
        left = round((centre[0] - self.origin_mm[0]) * PX_PER_MM - whole.shape[1] / 2)
        top = round((centre[1] - self.origin_mm[1]) * PX_PER_MM - whole.shape[0] / 2)
        up, along = max(0, -top), max(0, -left)
        area = self.image[max(0, top) : top + whole.shape[0], max(0, left) : left + whole.shape[1]]
        area[:] = whole[up : up + area.shape[0], along : along + area.shape[1]]


def field_radius_mm(profile: BoardProfile) -> float:
    """Fields are drawn as large as their neighbours allow."""
    steps = [math.dist(a, b) for a, b in pairwise(profile.track)]
    return _FIELD_SHARE * min(steps)


def draw_board(profile: BoardProfile, colours: dict[int, str], rng: np.random.Generator) -> Image:
    """The fixed print: outline, lanes, kennels, markers.  `colours` names the colour of each sector in play."""
    sheet = Print(profile.size_mm, _CREAM)
    _mottle(sheet.image, rng, 5.0)
    sheet.frame(3.0, profile.size_mm, _INK, 0.7)
    sheet.frame(5.0, profile.size_mm, _INK, 0.3)
    radius = field_radius_mm(profile)
    starts = {sector * len(profile.track) // len(profile.goal): sector for sector in range(len(profile.goal))}
    for number, spot in enumerate(profile.track):
        sheet.line(spot, profile.track[(number + 1) % len(profile.track)], _INK, 0.8)
    for sector, lane in enumerate(profile.goal):
        paint = PAINT.get(colours.get(sector, ""), _PAPER)
        _lane(sheet, (profile.track[sector * len(profile.track) // len(profile.goal)], *lane), radius, paint)
        for spot in profile.kennel[sector]:
            _field(sheet, spot, radius, _ground(paint, 0.6))
    for number, spot in enumerate(profile.track):
        if number in starts:
            _seat_field(sheet, spot, radius, PAINT.get(colours.get(starts[number], ""), _PAPER))
        else:
            _field(sheet, spot, radius, _PAPER)
    if profile.centre:
        _field(sheet, profile.centre, radius * 1.15, _PAPER)
    if profile.wheel:
        sheet.disc(profile.wheel.centre, profile.wheel.radius_mm + 2.0, (96, 122, 136))
    _scatter_paws(sheet, profile, rng)
    for number, centre in zip(profile.markers.ids, profile.markers.centres, strict=True):
        sheet.marker(profile.markers.dictionary, number, centre, profile.markers.size_mm)
    return sheet.image


def draw_disc(profile: BoardProfile, rng: np.random.Generator) -> tuple[Image, Spot]:
    """The disc's print for wheel = 0 and the board place of its upper left corner.  Needs a profile with a wheel."""
    wheel = profile.wheel
    if wheel is None:
        raise ValueError(f"board {profile.id} has no wheel")
    reach = wheel.radius_mm + 1.0
    origin = (wheel.centre[0] - reach, wheel.centre[1] - reach)
    sheet = Print((2 * reach, 2 * reach), _DISC, origin)
    _mottle(sheet.image, rng, 4.0)
    sheet.ring(wheel.centre, wheel.radius_mm - 0.6, _INK, 1.2)
    sheet.ring(wheel.centre, wheel.radius_mm - 2.6, _INK, 0.4)
    radius = field_radius_mm(profile)
    following = set(wheel.fields)
    for number in wheel.fields:
        after = (number + 1) % len(profile.track)
        if after in following:
            sheet.line(profile.track[number], profile.track[after], _INK, 0.8)
    for number in wheel.fields:
        _wheel_field(sheet, profile, number, radius)
    for quarter in range(4):
        angle = math.radians(90 * quarter)
        spot = (wheel.centre[0] + 62 * math.cos(angle), wheel.centre[1] + 62 * math.sin(angle))
        sheet.bone(spot, 20.0, 90 * quarter + 90, _PAPER)
    if profile.markers.wheel:
        sheet.marker(
            profile.markers.dictionary,
            profile.markers.wheel.id,
            profile.markers.wheel.centre,
            profile.markers.wheel.size_mm,
        )
    return sheet.image, origin


def draw_table_top(rng: np.random.Generator) -> Image:
    """Planks with a grain, `TABLE_MM` square."""
    side = round(TABLE_MM * TABLE_PX_PER_MM)
    fine = cv2.resize(
        rng.normal(0, 1, (side, side // 24)).astype(np.float32), (side, side), interpolation=cv2.INTER_CUBIC
    )
    broad = cv2.resize(
        rng.normal(0, 1, (side // 14, side // 200)).astype(np.float32), (side, side), interpolation=cv2.INTER_CUBIC
    )
    rings = np.sin(broad * 5 + np.linspace(0, 60, side, dtype=np.float32)[:, None])
    grain = 0.045 * fine + 0.07 * rings + 0.05 * broad
    plank = side // 11
    tone = 1 + 0.07 * rng.normal(0, 1, 12)[np.arange(side) // plank][:, None]
    tone = np.where((np.arange(side) % plank < 2)[:, None], 0.55, tone)
    shade = (1 + grain) * tone
    top: Image = np.empty((side, side, 3), dtype=np.uint8)
    for channel, paint in enumerate((70, 112, 158)):
        lit = paint * shade
        top[:, :, channel] = np.clip(lit, 0, 255, out=lit)
    return top


def _lane(sheet: Print, spots: Sequence[Spot], radius: float, paint: Bgr) -> None:
    for near, far in pairwise(spots):
        sheet.line(near, far, _INK, 0.8)
    for spot in spots[1:]:
        _seat_field(sheet, spot, radius, paint)


def _field(sheet: Print, spot: Spot, radius: float, paint: Bgr) -> None:
    sheet.disc(spot, radius, paint)
    sheet.ring(spot, radius, _INK, 0.6)
    sheet.ring(spot, radius * 0.86, _mix(paint, _INK, 0.25), 0.3)


def _seat_field(sheet: Print, spot: Spot, radius: float, paint: Bgr) -> None:
    """A ring in the seat's colour round a pale middle, so that a pawn of that colour still stands out."""
    sheet.disc(spot, radius, paint)
    sheet.disc(spot, radius * 0.64, _ground(paint, 0.75))
    sheet.ring(spot, radius, _INK, 0.6)


def _wheel_field(sheet: Print, profile: BoardProfile, number: int, radius: float) -> None:
    spot = profile.track[number]
    paws = profile.wheel.paws if profile.wheel else {}
    if number in paws.get("black", ()):
        sheet.disc(spot, radius, (40, 38, 38))
        sheet.ring(spot, radius, _INK, 0.6)
        sheet.paw(spot, radius * 1.25, _PAPER)
    elif number in paws.get("white", ()):
        _field(sheet, spot, radius, _PAPER)
        sheet.paw(spot, radius * 1.25, (40, 38, 38))
    else:
        _field(sheet, spot, radius, _PAPER)


def _scatter_paws(sheet: Print, profile: BoardProfile, rng: np.random.Generator) -> None:
    """A few pale paw marks on unprinted ground."""
    taken = [*profile.track, *profile.markers.centres, *(s for row in (*profile.goal, *profile.kennel) for s in row)]
    for _ in range(60):
        spot = (float(rng.uniform(25, profile.size_mm[0] - 25)), float(rng.uniform(25, profile.size_mm[1] - 25)))
        clear = all(math.dist(spot, other) > 27 for other in taken)
        if profile.wheel and math.dist(spot, profile.wheel.centre) < profile.wheel.radius_mm + 12:
            clear = False
        if clear:
            sheet.paw(spot, 12.0, _mix(_CREAM, _INK, 0.22), float(rng.uniform(0, 360)))
            taken.append(spot)


def _mottle(image: Image, rng: np.random.Generator, strength: float) -> None:
    """Uneven paper: soft clouds over the plain colour."""
    coarse = rng.normal(0, strength, (24, 24)).astype(np.float32)
    clouds = cv2.resize(coarse, (image.shape[1], image.shape[0]), interpolation=cv2.INTER_CUBIC)
    image[:] = np.clip(image.astype(np.float32) + clouds[:, :, None], 0, 255).astype(np.uint8)


def _ground(paint: Bgr, share: float) -> Bgr:
    """The ground under a pawn of this colour: paler than the pawn, but darker under pale pawns."""
    return _mix(paint, _INK, 0.5 * share) if min(paint) > _PALE else _mix(paint, _PAPER, share)


def _mix(one: Bgr, other: Bgr, share: float) -> Bgr:
    blue, green, red = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return blue, green, red
