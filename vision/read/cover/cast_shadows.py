"""Shadows that pawns throw on the spots beside them: as small as a pawn, so only the table tells what they look like.

Law: on one table all shadows have one tint, and none is deeper than the rest; both are learnt where nobody stands.
Print that differs from the remembered one just so lies in such a shadow, or has come out of one.  Where a pawn of this
table would look so too, only what is like none of its pawns is taken for a shadow.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.read.appearance import EmptyBoard, Lab, Palette
from vision.read.cover.shadows import TOE
from vision.read.evidence import unlike_pawns
from vision.read.silhouettes import Pixels, Silhouettes

#: A shadow changes the light of so much (its logarithm) or more at its middle, and of so many pawns' outlines at least
#: before anything is learnt of it.
FALLEN: Final = 0.25
LEAST_PAWNS: Final = 1.0
#: The deepest shadow is that of all but a few pixels, and by so much (logarithm) others may be deeper.
DEEPEST_PART: Final = 95
SAME_DEPTH: Final = 0.1
#: By so much may the tint of a single pixel differ from that of a shadow, and that of a pawn that is taken for one.
PIXEL_TINT: Final = 0.05
PAWN_TINT: Final = 0.08
#: So much of a spot is explained by a shadow, or as it was, and none of it has changed the other way.
EXPLAINED: Final = 0.85
OTHER_WAY: Final = 0.05
#: By so much (logarithm) the mean of many pixels may differ with the order in which they are added.
SLACK: Final = 0.001

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Shade:
    """How the shadows of a table look: their tint (2,), chroma by lightness, for one unit of the logarithm of light,
    and how dark the `deepest` is."""

    tint: Numbers
    deepest: float

    def explains(self, light: Numbers, tint: Numbers, stray: float = PIXEL_TINT) -> NDArray[np.bool_]:
        """Which changes of `light` (n,) and `tint` (n, 2), by `stray` off, are those of a shadow that came or went."""
        off = np.linalg.norm(tint - light[:, None] * self.tint, axis=1)
        return np.asarray((off < stray) & (np.abs(light) < self.deepest + SAME_DEPTH))


def cast_shade(empty: EmptyBoard, lab: Lab, bare: NDArray[np.bool_], outlines: Silhouettes) -> Shade | None:
    """The shade by a picture (h, w, 3) and where nobody stands in it (h, w); None where it shows too little of one."""
    known = (empty.known & bare).reshape(-1)
    light, tint = _change(empty.lab.reshape(-1, 3)[known], lab.reshape(-1, 3)[known])
    fallen = np.abs(light) > FALLEN
    pawn = np.median([len(pixels) for pixels in outlines.wide])
    if np.count_nonzero(fallen) < LEAST_PAWNS * max(pawn, 1.0):
        return None
    light, tint = light[fallen], tint[fallen]
    shade = Shade(
        np.asarray(np.median(tint / light[:, None], axis=0)), float(np.percentile(np.abs(light), DEEPEST_PART))
    )
    return shade if shade.explains(light, tint).mean() > 0.5 else None


def without_cast_shadows(
    lab: Lab, empty: EmptyBoard, shade: Shade | None, palette: Palette, outlines: Silhouettes
) -> tuple[Lab, NDArray[np.int64]]:
    """Returns the picture (h, w, 3) with shadowed spots as they are remembered, and those spots (m,).

    A shadowed spot differs from the remembered print by a shadow; if there are none, the very same picture is returned.
    """
    if shade is None:
        return lab, np.empty(0, dtype=np.int64)
    then, now, known = empty.lab.reshape(-1, 3), lab.reshape(-1, 3), empty.known.reshape(-1)
    shaded = [
        spot
        for spot in _changed(then, now, known, outlines.core)
        if _lies_in(shade, then[outlines.core[spot]], now[outlines.core[spot]], palette)
    ]
    if not shaded:
        return lab, np.empty(0, dtype=np.int64)
    after = lab.copy()
    for spot in shaded:
        _relight(after.reshape(-1, 3), then, outlines.wide[spot][known[outlines.wide[spot]]], shade)
    return after, np.array(shaded, dtype=np.int64)


def _changed(then: Lab, now: Lab, known: NDArray[np.bool_], cores: tuple[Pixels, ...]) -> list[int]:
    """The spots, wholly known, whose light may have changed enough in the mean for a shadow; all are compared at once,
    and so with some slack."""
    sizes, pixels = np.array([len(core) for core in cores]), np.concatenate(cores)
    light = np.log((np.take(now[:, 0], pixels) + TOE) / (np.take(then[:, 0], pixels) + TOE))
    ends = np.cumsum(sizes)
    sums, counts = (
        np.diff(np.append(0, np.cumsum(values, dtype=np.float64))[np.stack([ends - sizes, ends])], axis=0)[0]
        for values in (light, known[pixels])
    )
    may = (sizes > 0) & (counts == sizes) & (np.abs(sums) > (FALLEN / 2 - SLACK) * sizes)
    return [int(spot) for spot in np.flatnonzero(may)]


def _lies_in(shade: Shade, then: Lab, now: Lab, palette: Palette) -> bool:
    """Whether the print of a spot, of colours `then` (n, 3), shows in or out of a shadow as `now` (n, 3)."""
    light, tint = _change(then, now)
    way = float(np.sign(light.mean()))
    if not (abs(float(light.mean())) >= FALLEN / 2 and (way * light < -FALLEN / 2).mean() <= OTHER_WAY):
        return False
    if not shade.explains(light, tint).mean() >= EXPLAINED:
        return False
    pawns = palette.middles()
    pawn_light, pawn_tint = _change(np.broadcast_to(then.mean(axis=0), pawns.shape), pawns)
    like_shade = shade.explains(pawn_light, pawn_tint, PAWN_TINT) & (way * pawn_light > 0)
    return not like_shade.any() or bool(unlike_pawns(now, palette, [np.arange(len(now))])[0] > 0)


def _relight(colours: Lab, then: Lab, pixels: Pixels, shade: Shade) -> None:
    """Gives the `pixels` whose change is that of a shadow the remembered light, in place."""
    light, tint = _change(then[pixels], colours[pixels])
    changed = shade.explains(light, tint)
    at, before = pixels[changed], then[pixels[changed], 0]
    colours[at, 1:] = (
        128
        + ((colours[at, 1:] - 128) / (colours[at, 0] + TOE)[:, None] - light[changed][:, None] * shade.tint)
        * (before + TOE)[:, None]
    )
    colours[at, 0] = before


def _change(then: Numbers | Lab, now: Numbers | Lab) -> tuple[Numbers, Numbers]:
    """How the light of colours (n, 3) changed: the logarithm of the lightness (n,), and the tint (n, 2)."""
    before, after = then[:, 0] + TOE, now[:, 0] + TOE
    tint = (now[:, 1:] - 128) / after[:, None] - (then[:, 1:] - 128) / before[:, None]
    return np.asarray(np.log(after / before), dtype=np.float64), np.asarray(tint, dtype=np.float64)
