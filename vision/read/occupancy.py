"""Detects a pawn on a spot by a small network with the spot as it is, as it is bare, and as it was.

Law: the network knows no names of colours and no rules; it returns the probabilities of empty, pawn and foreign.
`vision/lab/training` trains it.
"""

import threading
from dataclasses import dataclass
from importlib import resources
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.read.appearance import EmptyBoard, Lab
from vision.read.windows import HEIGHT, WIDTH, Windows

Numbers = NDArray[np.float64]
Views = NDArray[np.float32]

#: The classes of the network, in the order of its outputs.
EMPTY, PAWN, FOREIGN = 0, 1, 2
#: Lab now, Lab when bare, its known pixels, Lab when confirmed, the pawn's outline, whether a pawn stood there then.
CHANNELS: Final = 12
#: The first channels belong to the judged picture, the others to the memory.
SEEN: Final = 3
#: The lighter part of the spots (this percentile of their lightness) is scaled to this lightness in every picture.
LIGHTER_PART: Final = 75
LIGHTNESS: Final = 170.0
#: The network gets this many spots at a time, so that its layers' outputs stay in the processor's cache.
BATCH: Final = 16
#: Prints that differ by less than this (Lab, 8 bit) are the same print.
SAME_PRINT_LAB: Final = 12.0
#: With log-odds of a pawn between these in the first view a spot is in doubt; it is viewed again from pixels this far
#: beside it.
DOUBTFUL_LOG_ODDS: Final = (-4.0, 8.0)
SHIFTS_PX: Final = ((1, 0), (-1, 0), (0, 1), (0, -1))
#: A pixel with this deviation (squared) from the confirmed picture has changed; a spot with this share of such pixels
#: has changed too.
CHANGE_SIGMA: Final = np.array((8.0, 5.0, 5.0), dtype=np.float32)[:, None, None]
CHANGED_SQUARED: Final = 9.0
SAME_SHARE: Final = 0.2
MOST_GAIN: Final = 5.0
_OF_THREAD: Final = threading.local()


@dataclass(frozen=True, slots=True, eq=False)
class RememberedViews:
    """The network's inputs for every spot from the memory, (n, CHANNELS - 3, HEIGHT, WIDTH), and the values from which
    they were drawn: they stay valid as long as those."""

    views: Views
    empty: EmptyBoard
    then: Lab | None
    classes: NDArray[np.int64] | None
    windows: Windows

    @classmethod
    def of(
        cls,
        empty: EmptyBoard,
        group: NDArray[np.int64],
        then: Lab | None,
        classes: NDArray[np.int64] | None,
        windows: Windows,
    ) -> "RememberedViews":
        """The arguments are those of `spot_views`."""
        shown = np.zeros((len(windows.shapes), CHANNELS - SEEN, HEIGHT, WIDTH), dtype=np.float32)
        known: NDArray[np.bool_] = windows.views(empty.known.astype(np.float32))[..., 0] > 0.99
        if known.any():
            bare = _relit(windows.views(empty.lab), known)
            for alike in np.unique(group[~known.all(axis=(1, 2))]):
                _suppose(bare, known, np.flatnonzero(group == alike))
            shown[:, 0:3] = bare * known[:, None]
            shown[:, 3] = 255.0 * known
        if then is not None and classes is not None:
            shown[:, 4:7] = _relit(windows.views(then), None) * (classes >= 0)[:, None, None, None]
            shown[:, 8] = 255.0 * (classes > 0)[:, None, None]
        shown[:, 7] = windows.shapes
        return cls(shown, empty, then, classes, windows)

    def is_of(self, empty: EmptyBoard, then: Lab | None, classes: NDArray[np.int64] | None, windows: Windows) -> bool:
        """Reports whether it was drawn from these same immutable values."""
        return self.empty is empty and self.then is then and self.classes is classes and self.windows is windows

    def beside(self, lab: Lab) -> Views:
        """Returns the network's inputs for a picture (h, w, 3), as `spot_views` does."""
        shown = np.empty((len(self.views), CHANNELS, HEIGHT, WIDTH), dtype=np.float32)
        shown[:, :SEEN] = _relit(self.windows.views(lab), None)
        shown[:, SEEN:] = self.views
        return shown


def spot_views(
    lab: Lab,
    empty: EmptyBoard,
    group: NDArray[np.int64],
    then: Lab | None,
    classes: NDArray[np.int64] | None,
    windows: Windows,
) -> Views:
    """Returns the network's inputs for every spot, (n, CHANNELS, HEIGHT, WIDTH) in 0 to 255.

    `then` is the last confirmed picture with its `classes` (n,), -1 for spots excluded from comparison; spots of one
    `group` (n,) look alike when they are empty.
    """
    return RememberedViews.of(empty, group, then, classes, windows).beside(lab)


def _suppose(bare: Views, known: NDArray[np.bool_], spots: NDArray[np.int64]) -> None:
    """Fills in the bare look of spots never seen bare from spots of their group, as far as those agree."""
    seen, views = known[spots][:, None], bare[spots]
    count = np.maximum(seen.sum(axis=0), 1)
    mean = (views * seen).sum(axis=0) / count
    spread = np.sqrt((((views - mean) ** 2) * seen).sum(axis=0) / count).max(axis=0)
    known_by_group = np.logical_or.reduce(known[spots]) & (spread < SAME_PRINT_LAB)
    bare[spots] = np.where(seen | ~known_by_group, views, mean)
    known[spots] |= known_by_group


def compared(views: Views) -> Views:
    """Returns views with the memory replaced by its difference from the picture, 0 where unknown; overwrites the
    array."""
    known, compared_there = views[:, 6:7] > 0, views[:, 7:8] > 0
    for memory, there in ((views[:, 3:6], known), (views[:, 7:10], compared_there)):
        np.subtract(views[:, 0:3], memory, out=memory)
        np.multiply(memory, there, out=memory)
    return views


def occupancy(views: Views) -> Numbers:
    """Returns log-probabilities (n, 3) of empty, pawn and foreign for compared views; doubtful spots are also viewed
    from beside and in a mirror."""
    logs = _infer(views)
    odds = logs[:, PAWN] - logs[:, EMPTY]
    doubtful = np.flatnonzero((odds > DOUBTFUL_LOG_ODDS[0]) & (odds < DOUBTFUL_LOG_ODDS[1]))
    if len(doubtful):
        looks = [views[doubtful][..., ::-1], *(np.roll(views[doubtful], step, axis=(2, 3)) for step in SHIFTS_PX)]
        again = _infer(np.concatenate(looks)).reshape(len(looks), len(doubtful), -1)
        logs[doubtful] = _normal((logs[doubtful] + again.sum(axis=0)) / (1 + len(looks)))
    return logs


def unchanged(views: Views) -> Numbers:
    """Returns how far compared views look as when they were confirmed, (n,): 1 wholly, 0 not, or unknown."""
    inside = views[:, 10] > 127
    moved = ((views[:, 7:10] / CHANGE_SIGMA) ** 2).sum(axis=1) > CHANGED_SQUARED
    share = (moved & inside).sum(axis=(1, 2)) / np.maximum(inside.sum(axis=(1, 2)), 1)
    return np.asarray(np.clip(1 - share / SAME_SHARE, 0.0, 1.0), dtype=np.float64)


def _infer(views: Views) -> Numbers:
    network, answers = _network(), []
    for first in range(0, len(views), BATCH):
        network.setInput(np.ascontiguousarray(views[first : first + BATCH]))
        answers.append(np.array(network.forward(), dtype=np.float64))
    return _normal(np.concatenate(answers))


def _normal(logs: Numbers) -> Numbers:
    return np.asarray(logs - np.logaddexp.reduce(logs, axis=1, keepdims=True), dtype=np.float64)


def _network() -> cv2.dnn.Net:
    """Returns the network of this thread, because a network keeps its working memory; it ends with the thread."""
    network: cv2.dnn.Net | None = getattr(_OF_THREAD, "network", None)
    if network is None:
        weights = (resources.files("vision.read") / "weights" / "occupancy.onnx").read_bytes()
        network = _OF_THREAD.network = cv2.dnn.readNetFromONNX(np.frombuffer(weights, dtype=np.uint8))
    return network


def _relit(views: Views, where: NDArray[np.bool_] | None) -> Views:
    """Returns views (n, HEIGHT, WIDTH, 3) in Lab as (n, 3, HEIGHT, WIDTH) in a common light, that of the pixels in
    `where`."""
    sample = views[:, ::3, ::3, 0]
    lightness = sample if where is None else sample[where[:, ::3, ::3]]
    gain = float(np.clip(LIGHTNESS / max(float(np.percentile(lightness, LIGHTER_PART)), 1.0), 0.5, MOST_GAIN))
    lit = np.ascontiguousarray(np.moveaxis(views, -1, 1))
    lit *= gain
    lit[:, 1:] -= 128.0 * (gain - 1.0)
    return np.asarray(np.clip(lit, 0.0, 255.0, out=lit), dtype=np.float32)
