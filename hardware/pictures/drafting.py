"""Draws solids as building instructions do: parallel projection, soft light, dark outlines, words and measures.

A small painter in numpy, because OpenSCAD cannot draw without a screen.  Everything is drawn three times too large and
made smaller at the end, so that lines are smooth.
"""

import importlib.util
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from meshes import Floats, Mesh
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Colour = tuple[int, int, int]
Place = tuple[float, float, float]
Pixel = tuple[float, float]

FINER: Final = 3
PAPER: Final[Colour] = (255, 255, 255)
INK: Final[Colour] = (38, 42, 48)
MEASURE: Final[Colour] = (200, 40, 30)
HINT: Final[Colour] = (20, 110, 200)
_LIGHT: Final = np.array([-0.35, -0.55, 0.76])
#: Neighbouring pixels are divided by a line where their surfaces turn by more than about 25 degrees ...
_CREASE: Final = 0.90
#: ... or lie so many millimetres behind each other.
_STEP_MM: Final = 0.9


@dataclass(frozen=True, slots=True, kw_only=True)
class Solid:
    """One thing of a scene: turned clockwise by `turn_deg` and, with `flip`, onto its head, then moved by `shift`."""

    mesh: Mesh
    colour: Colour
    shift: Place = (0, 0, 0)
    flip: bool = False
    turn_deg: float = 0

    def placed(self) -> Floats:
        cosine, sine = math.cos(math.radians(self.turn_deg)), math.sin(math.radians(self.turn_deg))
        turned = self.mesh.triangles @ np.array([[cosine, -sine, 0], [sine, cosine, 0], [0, 0, 1]])
        placed: Floats = turned * np.array([1.0, -1.0, -1.0] if self.flip else [1.0, 1.0, 1.0]) + np.array(self.shift)
        return placed


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """Where one looks from: `round_deg` about the vertical (0: from the front, -y), `above_deg` over the table."""

    round_deg: float = -35
    above_deg: float = 32
    scale: float = 8
    centre: Place = (0, 0, 0)

    def axes(self) -> Floats:
        """(3, 3): rows are right, down and away, as directions of the scene."""
        turn, tilt = math.radians(self.round_deg), math.radians(self.above_deg)
        right = [math.cos(turn), math.sin(turn), 0.0]
        away = [-math.sin(turn) * math.cos(tilt), math.cos(turn) * math.cos(tilt), -math.sin(tilt)]
        down = np.cross(away, right)
        return np.array([right, down, away])


class Sheet:
    """A picture of `size` pixels (width, height) in the making."""

    def __init__(self, size: tuple[int, int], view: View) -> None:
        self.size, self.view = size, view
        width, height = size[0] * FINER, size[1] * FINER
        self._depth = np.full((height, width), np.inf)
        self._normal = np.zeros((height, width, 3), dtype=np.float32)
        self._name = np.zeros((height, width), dtype=np.int32)
        self._colours: list[Colour] = [PAPER]
        self._image: Image.Image | None = None

    def at(self, place: Place) -> Pixel:
        """The pixel of a place of the scene."""
        across = self.view.axes() @ (np.array(place) - np.array(self.view.centre)) * self.view.scale
        return float(across[0] + self.size[0] / 2), float(across[1] + self.size[1] / 2)

    def add(self, solids: list[Solid], cut_mm: float | None = None) -> None:
        """Draws solids; with `cut_mm` only what lies further away, and the cut faces flat."""
        for solid in solids:
            self._colours.append(solid.colour)
            seen = (solid.placed() - np.array(self.view.centre)) @ self.view.axes().T
            normals = _unit(np.cross(seen[:, 1] - seen[:, 0], seen[:, 2] - seen[:, 0]))
            seen[..., :2] = seen[..., :2] * self.view.scale * FINER + np.array(self.size) * FINER / 2
            name = len(self._colours) - 1
            if cut_mm is None:
                self._paint(seen, normals, name)
            else:
                self._paint_cut(seen, normals, name, cut_mm)

    def _paint(self, seen: Floats, normals: Floats, name: int) -> None:
        for corners, normal in zip(seen, normals, strict=True):
            found = _covered(corners, self._depth.shape) if normal[2] < 0 else None
            if found is not None:
                self._keep(found, normal, name, found.inside & (found.depth < self._depth[found.window]))

    def _keep(self, found: "_Covered", normal: Floats, name: int, mask: NDArray[np.bool_]) -> None:
        self._depth[found.window][mask] = found.depth[mask]
        self._normal[found.window][mask] = normal
        self._name[found.window][mask] = name

    def _paint_cut(self, seen: Floats, normals: Floats, name: int, cut_mm: float) -> None:
        """Where the nearest surface behind the cut is seen from its inside, the cut goes through the solid."""
        shape = self._depth.shape
        nearest, solid = np.full(shape, np.inf), np.zeros(shape, dtype=bool)
        for corners, normal in zip(seen, normals, strict=True):
            found = _covered(corners, shape)
            if found is None:
                continue
            mask = found.inside & (found.depth >= cut_mm) & (found.depth < nearest[found.window])
            nearest[found.window][mask] = found.depth[mask]
            solid[found.window][mask] = normal[2] > 0
            if normal[2] < 0:
                self._keep(found, normal, name, mask & (found.depth < self._depth[found.window]))
        solid &= cut_mm < self._depth
        self._depth[solid], self._name[solid] = cut_mm, -name
        self._normal[solid] = (0, 0, -1)

    def shade(self) -> None:
        """Turns what was drawn into colours and outlines; from here on only words and lines may be added."""
        colours = np.array(self._colours, dtype=np.float64)
        names = np.abs(self._name)
        light = self.view.axes() @ _LIGHT
        bright = 0.62 + 0.40 * np.clip(self._normal @ light, -0.35, 1)
        bright[self._name < 0] = 0.93
        bright[names == 0] = 1
        picture = np.clip(colours[names] * bright[..., None], 0, 255)
        self._hatch(picture)
        picture[self._lines()] = INK
        self._image = Image.fromarray(picture.astype(np.uint8))

    def _hatch(self, picture: Floats) -> None:
        """Cut faces carry slanting lines, every other solid the other way."""
        rows, columns = np.nonzero(self._name < 0)
        if not rows.size:
            return
        slant = np.where(self._name[rows, columns] % 2 == 0, columns + rows, columns - rows)
        lined = slant % (9 * FINER) < FINER
        picture[rows[lined], columns[lined]] *= 0.72

    def _lines(self) -> NDArray[np.bool_]:
        outline = np.zeros(self._name.shape, dtype=np.uint8)
        crease = np.zeros_like(outline)
        flat = np.where(np.isinf(self._depth), 1e6, self._depth)
        for axis in (0, 1):
            a, b = (slice(None, -1), slice(None)), (slice(1, None), slice(None))
            if axis:
                a, b = (slice(None), slice(None, -1)), (slice(None), slice(1, None))
            outline[a] |= self._name[a] != self._name[b]
            turned = np.einsum("ijk,ijk->ij", self._normal[a], self._normal[b]) < _CREASE
            step = np.abs(flat[a] - flat[b]) > _STEP_MM
            crease[a] |= (turned | step) & (self._name[a] != 0) & (self._name[b] != 0)
        round_pen = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (FINER + 2, FINER + 2))
        thin_pen = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (FINER, FINER))
        lines: NDArray[np.bool_] = (cv2.dilate(outline, round_pen) > 0) | (cv2.dilate(crease, thin_pen) > 0)
        return lines

    @property
    def pen(self) -> ImageDraw.ImageDraw:
        if self._image is None:
            self.shade()
        assert self._image is not None
        return ImageDraw.Draw(self._image)

    def line(self, points: list[Pixel], colour: Colour = INK, width: float = 1.5) -> None:
        fine = [(x * FINER, y * FINER) for x, y in points]
        self.pen.line(fine, fill=colour, width=round(width * FINER), joint="curve")

    def dot(self, at: Pixel, radius: float, colour: Colour) -> None:
        x, y, r = at[0] * FINER, at[1] * FINER, radius * FINER
        self.pen.ellipse((x - r, y - r, x + r, y + r), fill=colour)

    def words(
        self, words: str, at: Pixel, *, size: float = 17, colour: Colour = INK, bold: bool = False, anchor: str = "mm"
    ) -> None:
        """Writes at a pixel, which `anchor` explains as Pillow does; a white rim keeps dark words legible."""
        self.pen.multiline_text(
            (at[0] * FINER, at[1] * FINER),
            words,
            fill=colour,
            font=_font(size, bold),
            anchor=anchor,
            align="center" if anchor[0] == "m" else "left",
            spacing=4 * FINER,
            stroke_width=0 if colour == PAPER else 2 * FINER,
            stroke_fill=PAPER,
        )

    def label(self, words: str, of: Place, at: Pixel, *, colour: Colour = INK) -> None:
        """Words at a pixel with a line to a place of the scene."""
        target = self.at(of)
        left = at[0] < target[0]
        knee = (at[0] + 10 if left else at[0] - 10, at[1])
        self.line([at, knee, target], colour, 1.4)
        self.dot(target, 3.6, PAPER)
        self.dot(target, 2.6, colour)
        self.words(words, (at[0] - 6 if left else at[0] + 6, at[1]), anchor="rm" if left else "lm", colour=colour)

    def arrow(self, start: Pixel, end: Pixel, colour: Colour = HINT, width: float = 5) -> None:
        length = math.dist(start, end)
        ahead = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
        head = 3.4 * width
        neck = (end[0] - ahead[0] * head, end[1] - ahead[1] * head)
        self.line([start, neck], colour, width)
        side = (-ahead[1] * head * 0.6, ahead[0] * head * 0.6)
        corners = [end, (neck[0] + side[0], neck[1] + side[1]), (neck[0] - side[0], neck[1] - side[1])]
        self.pen.polygon([(x * FINER, y * FINER) for x, y in corners], fill=colour)

    def measure(self, start: Pixel, end: Pixel, words: str, *, at: Pixel, anchor: str = "mm") -> None:
        """A measure between two pixels: a line with arrow heads at both ends, and its words."""
        length = math.dist(start, end)
        if length > 26:
            middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
            for tip in (start, end):
                self.arrow(middle, tip, MEASURE, 1.6)
        else:
            ahead = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
            self.arrow((start[0] - ahead[0] * 18, start[1] - ahead[1] * 18), start, MEASURE, 1.6)
            self.arrow((end[0] + ahead[0] * 18, end[1] + ahead[1] * 18), end, MEASURE, 1.6)
        self.words(words, at, colour=MEASURE, bold=True, size=16, anchor=anchor)

    def title(self, number: str, words: str) -> None:
        """A numbered badge and a sentence in the upper left corner."""
        x = 24.0
        if number:
            self.dot((40, 40), 22, HINT)
            self.words(number, (40, 40), size=24, bold=True, colour=PAPER)
            x = 76
        self.words(words, (x, 40), size=21, bold=True, anchor="lm")

    def save(self, file: Path) -> None:
        """Writes a small PNG."""
        if self._image is None:
            self.shade()
        assert self._image is not None
        small = self._image.resize(self.size, Image.Resampling.BOX)
        small.quantize(128, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(file, optimize=True)


@dataclass(frozen=True, slots=True)
class _Covered:
    """The pixels that one triangle may cover: their `window`, which of them are `inside`, and their `depth`."""

    window: tuple[slice, slice]
    inside: NDArray[np.bool_]
    depth: Floats


def _covered(corners: Floats, shape: tuple[int, ...]) -> _Covered | None:
    """None for a triangle that is seen edge-on or not at all."""
    (x0, y0, d0), (x1, y1, d1), (x2, y2, d2) = corners.tolist()
    area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
    left, right = max(math.floor(min(x0, x1, x2)), 0), min(math.ceil(max(x0, x1, x2)) + 1, shape[1])
    top, bottom = max(math.floor(min(y0, y1, y2)), 0), min(math.ceil(max(y0, y1, y2)) + 1, shape[0])
    if abs(area) < 1e-9 or left >= right or top >= bottom:
        return None
    x, y = np.arange(left, right)[None, :] + 0.5, np.arange(top, bottom)[:, None] + 0.5
    second = ((x - x0) * (y2 - y0) - (x2 - x0) * (y - y0)) / area
    third = ((x1 - x0) * (y - y0) - (x - x0) * (y1 - y0)) / area
    inside = (second >= -1e-9) & (third >= -1e-9) & (second + third <= 1 + 1e-9)
    depth = d0 + second * (d1 - d0) + third * (d2 - d0)
    return _Covered((slice(top, bottom), slice(left, right)), inside, depth)


def _unit(vectors: Floats) -> Floats:
    length = np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors / np.where(length > 0, length, 1)


def _font(size: float, bold: bool) -> ImageFont.FreeTypeFont:
    """Roboto, as it comes with Kivy."""
    spec = importlib.util.find_spec("kivy")
    assert spec is not None
    assert spec.submodule_search_locations is not None
    folder = Path(spec.submodule_search_locations[0]) / "data" / "fonts"
    return ImageFont.truetype(str(folder / f"Roboto-{'Bold' if bold else 'Regular'}.ttf"), round(size * FINER))
