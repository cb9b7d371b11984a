"""How a face is learnt: a card alone at the place of the pile, seen twice in different turns."""

from dataclasses import dataclass

import numpy as np

from vision.cards.agreement import agreement
from vision.cards.alignment import affine_of, aligned, card_print, cut_out, size_px, unit
from vision.cards.faces import Face, in_place
from vision.cards.outlines import CardPose, clearest_outline
from vision.cards.pile import logarithmic, without_light
from vision.cards.thresholds import THRESHOLDS, CardThresholds
from vision.frames import Image


class NotOneFaceError(ValueError):
    """The pictures do not show one and the same face."""


@dataclass(frozen=True, slots=True, eq=False)
class ShownCard:
    """A card that lies alone: where, and its picture seen straight from above, upright or turned by half."""

    pose: CardPose
    picture: Image


def shown_card(pile: Image, size_mm: tuple[float, float], thresholds: CardThresholds = THRESHOLDS) -> ShownCard | None:
    """The card that lies alone in a picture of the pile's place; None where no outline is clear enough."""
    pose = clearest_outline(logarithmic(pile), size_mm)
    if pose is None or pose.clearness < thresholds.clear_outline:
        return None
    picture = np.asarray(cut_out(pile, affine_of(pose), size_px(size_mm)), dtype=np.uint8)
    return ShownCard(pose, picture)


def learn_face(name: str | None, first: Image, *others: Image, thresholds: CardThresholds = THRESHOLDS) -> Face:
    """A face from pictures of it (h, w, 3), the later ones laid on the first and averaged against noise.

    Raises NotOneFaceError where they show different cards, or one of them is blurred or covered.
    """
    face = unit(without_light(logarithmic(first)))
    size = (first.shape[1], first.shape[0])
    total = first.astype(np.float32)
    for other in others:
        best, picture = -1.0, first
        for turned in (other, np.ascontiguousarray(other[::-1, ::-1])):
            logs = logarithmic(turned)
            fitted = aligned(logs, in_place(size), face)
            if fitted is None:
                continue
            value = agreement(card_print(logs, fitted, size), face).value
            if value > best:
                best, picture = value, np.asarray(cut_out(turned, fitted, size), dtype=np.uint8)
        if best < thresholds.same_face:
            raise NotOneFaceError("the pictures do not show one and the same face")
        total += picture
    return Face(name, np.asarray(np.rint(total / (1 + len(others))), dtype=np.uint8))
