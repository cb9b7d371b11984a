"""Detects faults of a picture or of the board's content: too dark, no colours, blurred, dazzled, an object on a field.

Law: a trouble is a message for the people at the table; it never changes the content of a spot, except that a dazzled
spot is not judged.
"""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Image, is_picture
from vision.read.appearance import EmptyBoard, Lab, shaded_distance
from vision.read.evidence import Cover
from vision.read.silhouettes import Silhouettes
from vision.results import FrameStatus

Flags = NDArray[np.bool_]
Mask = NDArray[np.uint8]

#: A picture whose brighter parts (this percentile of the grey levels) stay below the level is too dark for a judgement.
BRIGHTER_PART: Final = 95
DARK_LEVEL: Final = 42.0
#: This percentile of the picture at an eighth of the size measures its colourfulness: text that the camera writes into
#: a corner is smaller.
COLOURFUL_PART: Final = 99.5
#: A picture with at most this colourfulness has only greys; in a room that never exceeds the second there is no
#: decision.
GREY: Final = 0.02
LEAST_COLOUR: Final = 0.2
#: A picture below this part of the usual colourfulness has lost its colours: a pale lamp may take half of them.
COLOURLESS_PART: Final = 0.25
#: The darkest levels are all noise: this offset is added before colours are compared.
DARK_NOISE: Final = 16
#: Edges (mean change of slope by mean lightness) weaker than this part of the usual ones mean a blurred picture.
BLURRED_PART: Final = 0.5
#: Without a usual picture for comparison: a quarter of the size still shows edges, and the strongest of the fine ones
#: (this percentile of the changes of slope) are weaker than this part of the contrast, which is that of these
#: percentiles.
COARSE_EDGES: Final = 0.02
STRONGEST: Final = 99.8
SOFT_PART: Final = 0.085
CONTRAST: Final = (1, 99)
#: All three colours saturated: blinding light.
BLINDING: Final = 250
#: The least size of a dazzled patch, in parts of a pawn's outline.
GLARE_PAWNS: Final = 1.0
#: A spot with this share of its outline dazzled is not judged.
DAZZLED_SHARE: Final = 0.3
#: A pixel with this squared deviation is not the bare board in any light.
FOREIGN_SQUARED: Final = 20.0
#: A spot that is read as empty has an object on it if this share of the visible pixels of its foot is foreign.
FOREIGN_SHARE: Final = 0.6
MIN_IN_VIEW: Final = 0.6


def too_dark(grey: Image) -> bool:
    """Reports whether the table is too dark for colours to be recognised; `grey` (h, w)."""
    return float(np.percentile(grey[::8, ::8], BRIGHTER_PART)) < DARK_LEVEL


def colourfulness(image: Image) -> float:
    """Returns the distance of the most colourful parts of a picture (h, w, 3) from its usual tint, in logarithms of the
    ratios of the channels: 0 for grey, about 1 for pawns.  Exposure and a tint of the whole picture change nothing."""
    eighth = (max(1, image.shape[1] // 8), max(1, image.shape[0] // 8))
    small = cv2.resize(image, eighth, interpolation=cv2.INTER_AREA)
    levels = np.log(small.reshape(-1, 3).astype(np.float32) + DARK_NOISE)
    ratios = levels[:, (0, 2)] - levels[:, 1:2]
    strange = np.hypot(*(ratios - np.median(ratios, axis=0)).T)
    return float(np.percentile(strange, COLOURFUL_PART))


def colourless(now: float, usual: float = 0.0) -> bool:
    """Reports whether a picture of this colourfulness shows only greys, as by infrared light; `usual` is the
    colourfulness of this table's pictures, 0 if unknown.  A picture with a NaN counts as colourless."""
    return not now > GREY or (usual >= LEAST_COLOUR and now < COLOURLESS_PART * usual)


def unusable(image: Image) -> FrameStatus | None:
    """Returns why a picture cannot be judged, whatever it shows; None if it can."""
    if not is_picture(image):
        return FrameStatus.BAD_PICTURE
    if too_dark(np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)):
        return FrameStatus.TOO_DARK
    return FrameStatus.COLOURLESS if colourless(colourfulness(image)) else None


def edges(half_grey: Image, board: Mask | None) -> float:
    """Returns the strength of the edges on the board in a grey half-size picture, relative to its lightness."""
    bend = np.abs(cv2.Laplacian(half_grey, cv2.CV_16S))
    mean = cv2.mean(bend, mask=board)[0]
    return mean / max(cv2.mean(half_grey, mask=board)[0], 1.0)


def unfocused(half_grey: Image) -> bool:
    """Reports whether a picture without a found board is blurred rather than bare: shapes without a sharp edge."""
    quarter = np.asarray(cv2.resize(half_grey, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    dark, light = np.percentile(half_grey, CONTRAST)
    strongest = float(np.percentile(np.abs(cv2.Laplacian(half_grey, cv2.CV_16S)), STRONGEST))
    return edges(quarter, None) > COARSE_EDGES and strongest < SOFT_PART * float(light - dark)


def glare(image: Image, board: Mask, empty: EmptyBoard, outlines: Silhouettes) -> Flags | None:
    """Returns the pixels (h, w) of the board saturated by a lamp or the sun, in patches larger than a pawn; None for
    none.

    An object that is white by itself, a white pawn or paper in bright light, was there before or is smaller.
    """
    white = cv2.bitwise_and(cv2.inRange(image, (BLINDING,) * 3, (255, 255, 255)), board)
    largest = max((len(pixels) for pixels in outlines.wide), default=0)
    if cv2.countNonZero(white) <= GLARE_PAWNS * largest:
        return None
    white[empty.known & (empty.lab[..., 0] > BLINDING - 5)] = 0
    _, names, figures, _ = cv2.connectedComponentsWithStats(white)
    large = np.flatnonzero(figures[:, cv2.CC_STAT_AREA] > GLARE_PAWNS * largest)
    large = large[large > 0]
    return np.isin(names, large) if len(large) else None


def dazzled_spots(blind: Flags, outlines: Silhouettes) -> NDArray[np.int64]:
    """Returns the spots that lie in the glare."""
    flat = blind.reshape(-1)
    return np.array(
        [spot for spot, core in enumerate(outlines.core) if len(core) and flat[core].mean() > DAZZLED_SHARE],
        dtype=np.int64,
    )


def foreign_object_spots(
    lab: Lab, classes: NDArray[np.int64], empty: EmptyBoard, outlines: Silhouettes
) -> tuple[int, ...]:
    """Returns the spots read as empty that do not look like the bare board: a coin, a crumb, a fallen pawn."""
    # a flat object covers only the foot of a pawn's outline, and the foot is nearest: last in the row
    feet = [core[len(core) // 2 :] for core in outlines.core]
    sizes = np.array([len(foot) for foot in feet])
    pixels, ends = np.concatenate(feet), np.cumsum(sizes)
    known = empty.known.reshape(-1)[pixels]
    odd = shaded_distance(lab.reshape(-1, 3)[pixels], empty.lab.reshape(-1, 3)[pixels]) > FOREIGN_SQUARED
    total = np.append(0, np.cumsum(known & odd))
    # the odd pixels alone, hidden ones included, tell of most spots that they are bare
    enough = total[ends] - total[ends - sizes] > FOREIGN_SHARE * np.maximum(1.0, MIN_IN_VIEW * sizes)
    cover = Cover(empty.known.size)
    found = []
    for spot in np.flatnonzero((classes == 0) & enough).tolist():
        foot, inside = feet[spot], slice(ends[spot] - len(feet[spot]), ends[spot])
        around = [outlines.wide[other] for other in outlines.neighbours[spot] if classes[other] > 0]
        seen = cover.visible(foot, around) & known[inside]
        in_view = int(np.count_nonzero(seen))
        if in_view < max(1.0, MIN_IN_VIEW * len(foot)):
            continue
        if np.count_nonzero(seen & odd[inside]) > FOREIGN_SHARE * in_view:
            found.append(spot)
    return tuple(found)
