"""Shadows that fall on the board, or have gone since it was learnt: taken out of the picture before it is judged.

Law: a shadow changes the light and keeps the print: under it everything is darker by about one factor, of about one
tint, and each line of the board still shows.  A thing that hides the print is no shadow, however dark and grey it is;
without print to be kept or hidden, a place counts only if it is joined to one with print.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.board_mask import Mask
from vision.read.appearance import EmptyBoard, Lab, Palette
from vision.read.evidence import AppearanceModel
from vision.read.silhouettes import Silhouettes

#: Light is compared at every second pixel, in windows of so many of those.
STEP: Final = 2
WINDOW: Final = 9
#: Of every so many of those one tells whether there may be a shadow at all: so many of them are then darker.
THIN: Final = 4
LEAST_SHARE: Final = 0.02
#: Lightness (Lab, 8 bit) with so much added goes with the cube root of the light.
TOE: Final = 40.8
#: Light that differs by less (in its logarithm) is no shadow that matters, by more is none.
FAINTEST: Final = 0.1
DEEPEST: Final = 0.9
#: Print shows where its lightness varies by so much (squared) within a window; it is kept where what the light changes
#: varies by less than the first part of that, and hidden where by more than the second.
PRINT: Final = 0.0016
KEPT_PART, HIDDEN_PART = 0.3, 0.8
#: So many windows at least must keep their print, and this share of those that tell.
MIN_KEPT: Final = 40
KEPT_SHARE: Final = 0.7
#: A shadow is of one depth and tint: by so much may its parts differ, in the logarithm and in chroma by lightness.
SAME_DEPTH: Final = 0.16
SAME_TINT: Final = 0.035
#: Round a spot in a shadow that is too small to be known for one, all but this part of the print is darker by so much
#: (logarithm); a pawn's own shadow and its neighbours leave more of it as it was.
LIT_PART: Final = 0.25
DIM: Final = 0.2
#: Without a shadow a pawn looks like one of another kind where that is likelier by so much, in nats a pixel.
PLAINLY: Final = 0.5
#: So much is doubted of new things in a shadow, and of their colour more: a red pawn in a deep one may look black.  Of
#: 767 spots that were read with 0.95 or more 2 were misread (tests/bench/shadowed_spots.py, drawn shadows); those of
#: real people may be worse.
DOUBT: Final = 0.03
COLOUR_DOUBT: Final = 0.15
#: A narrower thing, in pixels of the small picture, is a pawn or its own shadow; and a pawn in a shadow is no hole.
NARROWEST: Final = 15

Numbers = NDArray[np.float32]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class _Change:
    """How the light of a small picture (h, w) differs from the remembered one where it is `known`: the logarithm of the
    lightness, and the tint (h, w, 2), chroma by lightness; and where the print is `kept` and where it is `hidden`."""

    known: Numbers
    light: Numbers
    tint: Numbers
    kept: Flags
    hidden: Flags

    @classmethod
    def between(cls, then: Lab, now: Lab, known: Flags) -> "_Change":
        before, after = then[..., 0] + TOE, now[..., 0] + TOE
        where = known.astype(np.float32)
        light = np.asarray(np.log(after / before) * where, dtype=np.float32)
        tint = ((now[..., 1:] - 128) / after[..., None] - (then[..., 1:] - 128) / before[..., None]) * where[..., None]
        print_varies = _variance(np.asarray(np.log(before) * where, dtype=np.float32), where)
        light_varies = _variance(light, where)
        tells = known & (print_varies > PRINT)
        kept, hidden = (
            tells & (light_varies < KEPT_PART * print_varies),
            tells & (light_varies > HIDDEN_PART * print_varies),
        )
        return cls(where, light, np.asarray(tint, dtype=np.float32), kept, hidden)


def without_shadows(lab: Lab, empty: EmptyBoard, board: Mask) -> tuple[Lab, Flags | None]:
    """Returns the picture (h, w, 3) as it would be without shadows on the board, and its pixels (h, w) that lay in one.

    `board` masks the board at half size.  Without shadows it returns the very same picture and None.
    """
    known = empty.known[::STEP, ::STEP] & (board > 0)
    if not known.any():
        return lab, None
    left, top, width, height = cv2.boundingRect(known.view(np.uint8))
    box = (slice(top, top + height), slice(left, left + width))
    large = (slice(STEP * top, STEP * (top + height)), slice(STEP * left, STEP * (left + width)))
    now, then = lab[large][::STEP, ::STEP], empty.lab[large][::STEP, ::STEP]
    if not _differs(then, now, known[box]):
        return lab, None
    change = _Change.between(then, now, known[box])
    shades = [shade for sign in (-1.0, 1.0) for shade in _shades(change, sign)]
    if not shades:
        return lab, None
    depth, tint = np.zeros_like(change.light), np.zeros_like(change.tint)
    for deep, tinted, share in shades:
        depth += deep * share
        tint += tinted * share[..., None]
    return taken_out(lab, large, depth, tint)


def taken_out(lab: Lab, where: tuple[slice, slice], depth: Numbers, tint: Numbers) -> tuple[Lab, Flags]:
    """The picture (h, w, 3) without shadows of a depth and tint, both given for each second pixel of the part `where`,
    and which pixels (h, w) lay in one."""
    after = lab.copy()
    size = after[where].shape[1::-1]
    fine_depth, fine_tint = (cv2.resize(part, size, interpolation=cv2.INTER_LINEAR) for part in (depth, tint))
    relight(after[where], np.asarray(fine_depth, dtype=np.float32), np.asarray(fine_tint, dtype=np.float32))
    shaded = np.zeros(lab.shape[:2], dtype=np.bool_)
    shaded[where] = np.abs(fine_depth) > FAINTEST
    return after, shaded


def dim_pawns(
    lab: Lab, kinds: NDArray[np.int64], spots: NDArray[np.int64], looks: AppearanceModel, outlines: Silhouettes
) -> NDArray[np.int64]:
    """Those of the `spots` (m,) with a pawn of the `kinds` (n,) that would have another colour in the remembered light,
    in a picture (h, w, 3) out of which all larger shadows have been taken: the print all round is darker than that."""
    flat, then, known = lab.reshape(-1, 3), looks.empty.lab.reshape(-1, 3)[:, 0], looks.empty.known.reshape(-1)
    found = []
    for spot in spots[kinds[spots] > 0].tolist():
        core = outlines.core[spot]
        beside = np.setdiff1d(outlines.wide[spot], core, assume_unique=True)
        beside = beside[known[beside]]
        if not len(beside) or not len(core):
            continue
        light = np.log((flat[beside, 0] + TOE) / (then[beside] + TOE))
        depth = float(np.quantile(light, 1 - LIT_PART))
        if not depth >= -DIM and _other_kind(flat[core], depth, looks.palette, int(kinds[spot]) - 1):
            found.append(spot)
    return np.array(found, dtype=np.int64)


def _other_kind(colours: Lab, depth: float, palette: Palette, kind: int) -> bool:
    """Whether the pixels (n, 3) of a pawn look like those of plainly another kind without a shadow of this depth."""
    relit = colours[None].copy()
    relight(relit, np.full(relit.shape[:2], depth, dtype=np.float32), np.zeros((1, len(colours), 2), np.float32))
    likely = palette.log_likelihood(relit[0]).mean(axis=1)
    return not float(likely.max() - likely[kind]) <= PLAINLY


def doubted(scores: NDArray[np.float64], spots: NDArray[np.int64], learnt: NDArray[np.int64]) -> NDArray[np.float64]:
    """The scores (n, classes) where nothing new is sure of the `spots` that lie in a shadow, least of all its colour.
    `learnt` (n,) is what stood there last, -1 where that is unknown."""
    changed = spots[scores[spots].argmax(axis=1) != learnt[spots]]
    chances = np.exp(scores[changed])
    chances[:, 1:] += COLOUR_DOUBT * (chances[:, 1:].mean(axis=1, keepdims=True) - chances[:, 1:])
    chances += DOUBT * (1 / scores.shape[1] - chances)
    after = scores.copy()
    after[changed] = np.log(chances)
    return after


def _differs(then: Lab, now: Lab, known: Flags) -> bool:
    """Whether the light differs anywhere by so much, and over so much of the board, that it is worth a closer look."""
    thin = (slice(None, None, THIN), slice(None, None, THIN))
    seen = known[thin]
    light = np.log((now[..., 0][thin][seen] + TOE) / (then[..., 0][thin][seen] + TOE))
    return float((np.abs(light) > FAINTEST).mean()) > LEAST_SHARE


def _shades(change: _Change, sign: float) -> list[tuple[float, Numbers, Numbers]]:
    """Shadows (-1) or light where one was (1): depth, tint (2,), and how much of it falls on each pixel (h, w)."""
    smooth = _mean(change.light, change.known)
    darker = (sign * smooth > FAINTEST).astype(np.uint8)
    count, names = cv2.connectedComponents(cv2.morphologyEx(darker, cv2.MORPH_OPEN, _round(NARROWEST)))
    found = []
    for name in range(1, count):
        inside = names == name
        core = cv2.erode(inside.astype(np.uint8), _round(WINDOW)) > 0
        kept, hidden = inside & core & change.kept, inside & core & change.hidden
        if np.count_nonzero(kept) < MIN_KEPT or kept.sum() < KEPT_SHARE * (kept.sum() + hidden.sum()):
            continue
        depth = float(np.median(change.light[kept]))
        if not abs(depth) <= DEEPEST:
            continue
        tint = np.median(change.tint[kept], axis=0).astype(np.float32)
        share = _fallen(change, inside, depth, tint)
        if share.any():
            found.append((depth, tint, share))
    return found


def _fallen(change: _Change, inside: Flags, depth: float, tint: Numbers) -> Numbers:
    """Returns how much of the shadow falls on each pixel (h, w); light of another depth or tint is none of it."""
    light, colour = _mean(change.light, change.known), _mean(change.tint, change.known)
    share = np.clip(light / depth, 0.0, 1.0)
    alike = (np.abs(light) < abs(depth) + SAME_DEPTH) & (
        np.linalg.norm(colour - share[..., None] * tint, axis=2) < SAME_TINT
    )
    near = cv2.dilate(inside.astype(np.uint8), _round(WINDOW)) > 0
    share = np.where(alike & near, share, 0.0).astype(np.float32)
    share = cv2.morphologyEx(share, cv2.MORPH_CLOSE, _round(NARROWEST))
    return np.asarray(cv2.morphologyEx(share, cv2.MORPH_OPEN, _round(NARROWEST)), dtype=np.float32)


def relight(lab: Lab, depth: Numbers, tint: Numbers) -> None:
    """Takes shadows of a depth (h, w) and tint (h, w, 2) out of the picture (h, w, 3), in place."""
    where = depth != 0
    colours = lab[where]
    before = colours[:, 0] + TOE
    after = before * np.exp(-depth[where])
    colours[:, 1:] = 128 + ((colours[:, 1:] - 128) / before[:, None] - tint[where]) * after[:, None]
    colours[:, 0] = np.clip(after - TOE, 0, 255)
    lab[where] = colours


def _mean(values: Numbers, weights: Numbers) -> Numbers:
    """Returns the mean of the known values about each pixel, 0 if none is known."""
    near = cv2.boxFilter(weights, -1, (WINDOW, WINDOW))
    total = cv2.boxFilter(values, -1, (WINDOW, WINDOW))
    near = near if total.ndim == 2 else near[..., None]
    return np.asarray(total / np.maximum(near, 1e-3), dtype=np.float32)


def _variance(values: Numbers, weights: Numbers) -> Numbers:
    return np.asarray(_mean(values**2, weights) - _mean(values, weights) ** 2, dtype=np.float32)


def _round(side: int) -> Mask:
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)), dtype=np.uint8)
