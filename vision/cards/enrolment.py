"""How a face is learnt: a card alone at the place of the pile, seen twice in different turns."""

from dataclasses import dataclass

import numpy as np

from vision.cards.alignment import affine_of, cut_out, size_px
from vision.cards.faces import Face
from vision.cards.fits import Fitting, contradiction, in_place
from vision.cards.outlines import CardPose, clearest_outline
from vision.cards.pile import logarithmic
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
    upright = logarithmic(first)
    faces = np.ascontiguousarray(np.stack([upright, upright[::-1, ::-1]])[None])
    size = (first.shape[1], first.shape[0])
    total = first.astype(np.float32)
    for other in others:
        fitting = Fitting(logarithmic(other), faces)
        starts = [(turned, fitting.roughly(0, turned, in_place(size))[1]) for turned in (0, 1)]
        fits = [fit for turned, start in starts if (fit := fitting.finely(0, turned, start)) is not None]
        best = max(fits, key=lambda fit: fit.value, default=None)
        if best is None or contradiction(best.misfit, thresholds) >= thresholds.same_face:
            raise NotOneFaceError("the pictures do not show one and the same face")
        picture = np.asarray(cut_out(other, best.affine, size), dtype=np.float32)
        total += picture[::-1, ::-1] if best.turned else picture
    return Face(name, np.asarray(np.rint(total / (1 + len(others))), dtype=np.uint8))
