"""Whether a pawn stands on a spot, by a small network that sees the spot as it is, as it is bare, and as it was.

Law: the network knows no colours by name and no rules; it says empty, pawn or something else, and how sure it is.
`vision/lab/training` is how it was taught.
"""

import threading
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.read.appearance import EmptyBoard, Lab
from vision.read.windows import HEIGHT, WIDTH, Windows

Numbers = NDArray[np.float64]
Views = NDArray[np.float32]

#: The classes of the network, in the order of its answers.
EMPTY, PAWN, FOREIGN = 0, 1, 2
#: Lab now, Lab when bare, where that is known, Lab when confirmed, the pawn's outline, whether one stood there then.
CHANNELS: Final = 12
#: The first channels are those of the picture that is judged, the others those of what is remembered.
SEEN: Final = 3
#: The lighter part of the spots (this percentile of their lightness) is brought to this lightness in every picture.
LIGHTER_PART: Final = 75
LIGHTNESS: Final = 170.0
#: The network is shown so many spots at a time, so that what lies between its layers stays in the processor's cache.
BATCH: Final = 16
#: Prints that differ by less than this (Lab, 8 bit) are the same print.
SAME_PRINT_LAB: Final = 12.0
#: Between these log-odds of a pawn, taken from one look, a spot is in doubt; it is looked at again from such pixels
#: beside it.
DOUBTFUL_LOG_ODDS: Final = (-4.0, 8.0)
SHIFTS_PX: Final = ((1, 0), (-1, 0), (0, 1), (0, -1))
#: A pixel whose colour strays so far (in squared deviations) from the confirmed picture has changed; a spot with such a
#: share of them has changed too.
CHANGE_SIGMA: Final = np.array((8.0, 5.0, 5.0), dtype=np.float32)[:, None, None]
CHANGED_SQUARED: Final = 9.0
SAME_SHARE: Final = 0.2
MOST_GAIN: Final = 5.0


@dataclass(frozen=True, slots=True, eq=False)
class RememberedViews:
    """What the network is shown of every spot beside the picture to be judged, (n, CHANNELS - 3, HEIGHT, WIDTH), and
    what it was drawn of: it stays the same as long as they do."""

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
        """Whether it was drawn of these very values, none of which ever changes."""
        return self.empty is empty and self.then is then and self.classes is classes and self.windows is windows

    def beside(self, lab: Lab) -> Views:
        """What the network is shown of a picture (h, w, 3), as `spot_views` has it."""
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
    """What the network is shown of every spot, (n, CHANNELS, HEIGHT, WIDTH) in 0 to 255.

    `then` is the last confirmed picture with the `classes` (n,) that stood in it, -1 where it is not to be compared;
    spots of one `group` (n,) look alike when they are empty.
    """
    return RememberedViews.of(empty, group, then, classes, windows).beside(lab)


def _suppose(bare: Views, known: NDArray[np.bool_], spots: NDArray[np.int64]) -> None:
    """Where a spot has never been seen bare it is supposed to look as its like do, as far as they agree."""
    seen, views = known[spots][:, None], bare[spots]
    count = np.maximum(seen.sum(axis=0), 1)
    mean = (views * seen).sum(axis=0) / count
    spread = np.sqrt((((views - mean) ** 2) * seen).sum(axis=0) / count).max(axis=0)
    known_by_group = np.logical_or.reduce(known[spots]) & (spread < SAME_PRINT_LAB)
    bare[spots] = np.where(seen | ~known_by_group, views, mean)
    known[spots] |= known_by_group


def compared(views: Views) -> Views:
    """Views in which what is remembered has given way to how far it is from what is seen, 0 where nothing is known;
    the array is used up."""
    views[:, 3:6] = (views[:, 0:3] - views[:, 3:6]) * (views[:, 6:7] > 0)
    views[:, 7:10] = (views[:, 0:3] - views[:, 7:10]) * (views[:, 7:8] > 0)
    return views


def occupancy(views: Views) -> Numbers:
    """Log-probabilities (n, 3) of empty, pawn and something foreign for compared views; doubtful spots are looked at
    from beside and in a mirror too."""
    logs = _infer(views)
    odds = logs[:, PAWN] - logs[:, EMPTY]
    doubtful = np.flatnonzero((odds > DOUBTFUL_LOG_ODDS[0]) & (odds < DOUBTFUL_LOG_ODDS[1]))
    if len(doubtful):
        looks = [views[doubtful][..., ::-1], *(np.roll(views[doubtful], step, axis=(2, 3)) for step in SHIFTS_PX)]
        again = _infer(np.concatenate(looks)).reshape(len(looks), len(doubtful), -1)
        logs[doubtful] = _normal((logs[doubtful] + again.sum(axis=0)) / (1 + len(looks)))
    return logs


def unchanged(views: Views) -> Numbers:
    """How far compared views look as when they were confirmed, (n,): 1 wholly, 0 not, or not to be known."""
    inside = views[:, 10] > 127
    moved = ((views[:, 7:10] / CHANGE_SIGMA) ** 2).sum(axis=1) > CHANGED_SQUARED
    share = (moved & inside).sum(axis=(1, 2)) / np.maximum(inside.sum(axis=(1, 2)), 1)
    return np.asarray(np.clip(1 - share / SAME_SHARE, 0.0, 1.0), dtype=np.float64)


def _infer(views: Views) -> Numbers:
    network, answers = _network(threading.get_ident()), []
    for first in range(0, len(views), BATCH):
        network.setInput(np.ascontiguousarray(views[first : first + BATCH]))
        answers.append(np.array(network.forward(), dtype=np.float64))
    return _normal(np.concatenate(answers))


def _normal(logs: Numbers) -> Numbers:
    return np.asarray(logs - np.logaddexp.reduce(logs, axis=1, keepdims=True), dtype=np.float64)


@cache
def _network(_thread: int) -> cv2.dnn.Net:
    """One a thread, as a network keeps its working memory."""
    weights = (resources.files("vision.read") / "weights" / "occupancy.onnx").read_bytes()
    return cv2.dnn.readNetFromONNX(np.frombuffer(weights, dtype=np.uint8))


def _relit(views: Views, where: NDArray[np.bool_] | None) -> Views:
    """Views (n, HEIGHT, WIDTH, 3) in Lab as (n, 3, HEIGHT, WIDTH) in a common light, that of the pixels in `where`."""
    sample = views[:, ::3, ::3, 0]
    lightness = sample if where is None else sample[where[:, ::3, ::3]]
    gain = float(np.clip(LIGHTNESS / max(float(np.percentile(lightness, LIGHTER_PART)), 1.0), 0.5, MOST_GAIN))
    lit = np.ascontiguousarray(np.moveaxis(views, -1, 1))
    lit *= gain
    lit[:, 1:] -= 128.0 * (gain - 1.0)
    return np.asarray(np.clip(lit, 0.0, 255.0, out=lit), dtype=np.float32)
