"""The faces of a deck as a family showed them, ready to be compared, and which of them look alike to a camera."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.cards.agreement import agreement
from vision.cards.alignment import aligned, card_print, size_px, unit
from vision.cards.pile import LIGHT_MM, Floats, logarithmic, without_light
from vision.cards.thresholds import THRESHOLDS, CardThresholds
from vision.frames import Image, Points

#: Faces that agree less than this at that size are never look-alikes.
NOT_ALIKE: Final = 0.6


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """`picture` (height, width, 3) is the card seen straight from above, `PX_PER_MM` fine.

    Several faces may have one name, such as the sevens of four suits.  A face named None is known, and is no card to be
    proposed: a back.
    """

    name: str | None
    picture: Image


@dataclass(frozen=True, slots=True, eq=False)
class EnrolledDeck:
    """`prints` (n, 2, h, w, 3) are the faces free of light, upright and turned by half; `coarse` (2 n, values) the same
    small.  `alike` are the names that each face cannot be told from."""

    size_mm: tuple[float, float]
    faces: tuple[Face, ...]
    prints: Floats
    coarse: Floats
    alike: tuple[frozenset[str], ...]

    @classmethod
    def of(
        cls, size_mm: tuple[float, float], faces: Sequence[Face], thresholds: CardThresholds = THRESHOLDS
    ) -> "EnrolledDeck":
        """Raises ValueError where there is no face, or one of another size than the deck's cards."""
        width, height = size_px(size_mm)
        if not faces or any(face.picture.shape != (height, width, 3) for face in faces):
            raise ValueError(f"a deck needs faces of {width} x {height} pixels")
        upright = np.stack([unit(without_light(logarithmic(face.picture))) for face in faces])
        prints = np.stack([upright, upright[:, ::-1, ::-1]], axis=1)
        logs = [logarithmic(face.picture) for face in faces]
        coarse = np.stack([coarse_print(coarse_logs(turned)) for one in logs for turned in (one, one[::-1, ::-1])])
        return cls(size_mm, tuple(faces), prints, coarse, _look_alikes(faces, coarse, thresholds))

    @property
    def groups(self) -> tuple[tuple[str, ...], ...]:
        """Names that look alike to the camera, each group sorted: what people are shown after enrolment."""
        pairs = {
            tuple(sorted((face.name, other)))
            for face, others in zip(self.faces, self.alike, strict=True)
            for other in others
            if face.name is not None
        }
        return tuple(sorted(pairs))


def coarse_logs(logs: Floats) -> Floats:
    """A logarithmic picture (h, w, 3) at half its size."""
    height, width = logs.shape[:2]
    half = (-(-width // 2), -(-height // 2))
    return np.asarray(cv2.resize(logs, half, interpolation=cv2.INTER_AREA), dtype=np.float32)


def coarse_print(card: Floats) -> Floats:
    """The print of a card in a logarithmic picture of the coarse size, as a vector of length 1."""
    once = cv2.blur(card, (LIGHT_MM + 1, LIGHT_MM + 1), borderType=cv2.BORDER_REFLECT_101)
    light = cv2.blur(once, (LIGHT_MM // 2 + 1, LIGHT_MM // 2 + 1), borderType=cv2.BORDER_REFLECT_101)
    return unit(np.asarray(card - light, dtype=np.float32)).ravel()


def similarity(one: Image, other: Image) -> float:
    """How well two faces agree, the second one laid on the first as it fits best, upright or turned by half."""
    face = unit(without_light(logarithmic(one)))
    logs = logarithmic(other)
    return max(_laid_on(face, logs), _laid_on(face, np.ascontiguousarray(logs[::-1, ::-1])))


def _laid_on(face: Floats, logs: Floats) -> float:
    height, width = face.shape[:2]
    straight = in_place((width, height))
    fitted = aligned(logs, straight, face)
    tried = [straight] if fitted is None else [straight, fitted]
    return max(agreement(card_print(logs, affine, (width, height)), face).value for affine in tried)


def in_place(size: tuple[int, int]) -> Points:
    """The affine map of a face in a picture of itself."""
    return np.array([[1.0, 0.0, (size[0] - 1) / 2], [0.0, 1.0, (size[1] - 1) / 2]])


def _look_alikes(faces: Sequence[Face], coarse: Floats, thresholds: CardThresholds) -> tuple[frozenset[str], ...]:
    alike: list[set[str]] = [set() for _ in faces]
    likeness = coarse[::2] @ coarse.T
    likeness = np.maximum(likeness[:, ::2], likeness[:, 1::2])
    for i, one in enumerate(faces):
        for j in range(i):
            other = faces[j]
            if one.name == other.name or likeness[i, j] < NOT_ALIKE:
                continue
            if similarity(one.picture, other.picture) >= thresholds.look_alike:
                # a back has no name to offer
                alike[i] |= {other.name} - {None}  # type: ignore[arg-type]
                alike[j] |= {one.name} - {None}  # type: ignore[arg-type]
    return tuple(frozenset(names) for names in alike)
