"""The faces of a deck as a family enrolled them, ready for comparison, and the faces that look alike to a camera."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.cards.alignment import size_px, unit
from vision.cards.blocks import Mask, grid, light_free
from vision.cards.fits import Fitting, in_place, told_apart
from vision.cards.pile import LIGHT_MM, Floats, logarithmic
from vision.cards.search import small_print
from vision.cards.thresholds import THRESHOLDS, CardThresholds
from vision.frames import Image

#: The number of most similar faces with which each face is compared exactly.
MOST_ALIKE: Final = 3


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """`picture` (height, width, 3) is the card seen straight from above at `PX_PER_MM`.

    Several faces may have one name, such as the sevens of four suits.  A face named None is known but never proposed: a
    back.
    """

    name: str | None
    picture: Image


@dataclass(frozen=True, slots=True, eq=False)
class EnrolledDeck:
    """`logs` (n, 2, h, w, 3) are the logarithmic pictures of the faces, upright and turned by half; `values` (n, 2,
    blocks, values) the same without light, `coarse` (2 n, values) at half the size, and `small` (2 n, h, w, 3) at the
    scale of the search for print.  `alike` are the names that a camera cannot distinguish from each face."""

    size_mm: tuple[float, float]
    faces: tuple[Face, ...]
    logs: Floats
    values: Floats
    coarse: Floats
    small: Floats
    alike: tuple[frozenset[str], ...]

    @classmethod
    def of(
        cls, size_mm: tuple[float, float], faces: Sequence[Face], thresholds: CardThresholds = THRESHOLDS
    ) -> "EnrolledDeck":
        """Raises ValueError if there are no faces, or one has another size than the deck's cards."""
        width, height = size_px(size_mm)
        if not faces or any(face.picture.shape != (height, width, 3) for face in faces):
            raise ValueError(f"a deck needs faces of {width} x {height} pixels")
        upright = np.stack([logarithmic(face.picture) for face in faces])
        logs = np.ascontiguousarray(np.stack([upright, upright[:, ::-1, ::-1]], axis=1))
        values = np.stack([np.stack([light_free(turned, grid(height, width)) for turned in one]) for one in logs])
        coarse = np.stack([coarse_print(coarse_logs(turned)) for one in logs for turned in one])
        small = np.stack([_sought(turned) for one in logs for turned in one])
        return cls(size_mm, tuple(faces), logs, values, coarse, small, _look_alikes(faces, logs, values, thresholds))

    def rivals(self, index: int, turned: int, shows: Mask) -> list[tuple[int, int]]:
        """Returns the faces (index, turned) of other names, the most similar first, by the blocks (blocks,) that
        show."""
        return rivals(self.values, self.faces, index, turned, shows)

    @property
    def groups(self) -> tuple[tuple[str, ...], ...]:
        """Returns the names that look alike to the camera, each group sorted: shown after enrolment."""
        pairs = {
            tuple(sorted((face.name, other)))
            for face, others in zip(self.faces, self.alike, strict=True)
            for other in others
            if face.name is not None
        }
        return tuple(sorted(pairs))


def _sought(logs: Floats) -> Floats:
    print_ = small_print(logs)
    return unit(np.asarray(print_ - print_.mean(axis=(0, 1)), dtype=np.float32))


def coarse_logs(logs: Floats) -> Floats:
    """Returns a logarithmic picture (h, w, 3) at half its size."""
    height, width = logs.shape[:2]
    half = (-(-width // 2), -(-height // 2))
    return np.asarray(cv2.resize(logs, half, interpolation=cv2.INTER_AREA), dtype=np.float32)


def coarse_print(card: Floats) -> Floats:
    """Returns the print of a card in a logarithmic picture of the coarse size, as a vector of length 1."""
    once = cv2.blur(card, (LIGHT_MM + 1, LIGHT_MM + 1), borderType=cv2.BORDER_REFLECT_101)
    light = cv2.blur(once, (LIGHT_MM // 2 + 1, LIGHT_MM // 2 + 1), borderType=cv2.BORDER_REFLECT_101)
    return unit(np.asarray(card - light, dtype=np.float32)).ravel()


def rivals(values: Floats, faces: Sequence[Face], index: int, turned: int, shows: Mask) -> list[tuple[int, int]]:
    """Returns the faces (index, turned) of other names, the most similar first, by the blocks that show."""
    unlike = np.square(values[:, :, shows] - values[index, turned, shows]).sum(axis=(2, 3))
    own = faces[index].name
    order = np.argsort(unlike, axis=None)
    return [(int(one) // 2, int(one) % 2) for one in order if faces[int(one) // 2].name != own]


def _look_alikes(
    faces: Sequence[Face], logs: Floats, values: Floats, thresholds: CardThresholds
) -> tuple[frozenset[str], ...]:
    alike: list[set[str]] = [set() for _ in faces]
    whole = np.ones(values.shape[2], dtype=bool)
    straight = in_place((logs.shape[3], logs.shape[2]))
    for index in range(len(faces)):
        fitting = Fitting(logs[index, 0], logs)
        own = fitting.finely(index, 0, straight)
        for other, turned in rivals(values, faces, index, 0, whole)[:MOST_ALIKE]:
            rival = fitting.finely(other, turned, straight)
            if own is None or rival is None or told_apart(own, rival, whole) >= thresholds.look_alike:
                continue
            # a back has no name to offer
            alike[index] |= {faces[other].name} - {None}  # type: ignore[arg-type]
            alike[other] |= {faces[index].name} - {None}  # type: ignore[arg-type]
    return tuple(frozenset(names) for names in alike)
