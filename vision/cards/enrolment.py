"""Learns a face: a card alone at the place of the pile, seen twice in different turns."""

import math
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from vision.cards.alignment import affine_of, cut_out, pose_of, size_px
from vision.cards.faces import Face
from vision.cards.fits import Fit, Fitting, contradiction
from vision.cards.outlines import CardPose, clearest_outline, shared_outline
from vision.cards.pile import Floats, logarithmic
from vision.cards.thresholds import THRESHOLDS, CardThresholds
from vision.frames import Image

#: The least clearness of an outline among the edges of one picture alone.  Tuning set: cards on a chequered cloth had
#: 0.64 to 0.74.
LEAST_CLEAR: Final = 0.5
#: Outlines of one card in two pictures agree relative to its print to this.  Tuning set: on plain tables nine of ten
#: did to 2.1 mm and 0.9 degrees.
SAME_MM, SAME_DEG = 3.0, 2.0


class NotOneFaceError(ValueError):
    """Raised if the pictures do not show one and the same face."""


@dataclass(frozen=True, slots=True, eq=False)
class ShownCard:
    """A card of (width, height) alone in a picture of the `pile`'s place (h, w, 3), upright or turned by half."""

    pile: Image
    pose: CardPose
    size_mm: tuple[float, float]

    @property
    def picture(self) -> Image:
        """Returns the card seen straight from above."""
        return np.asarray(cut_out(self.pile, affine_of(self.pose), size_px(self.size_mm)), dtype=np.uint8)


def shown_card(pile: Image, size_mm: tuple[float, float], thresholds: CardThresholds = THRESHOLDS) -> ShownCard | None:
    """Finds the card that lies alone in a picture of the pile's place; None if no outline is clear enough."""
    pose = clearest_outline(logarithmic(pile), size_mm)
    if pose is None or not pose.clearness >= thresholds.clear_outline:
        return None
    return ShownCard(pile, pose, size_mm)


def turned_deg(first: ShownCard, second: ShownCard) -> float:
    """Returns the turn of a card between the two pictures, 0 to 90 degrees."""
    one, other = _without_table(first, second)
    turned = abs(one.pose.turn_deg - other.pose.turn_deg) % 180
    return min(turned, 180 - turned)


def learn_face(name: str | None, first: ShownCard, second: ShownCard, thresholds: CardThresholds = THRESHOLDS) -> Face:
    """Returns a face from two pictures of it: the second is laid on the first, and both are averaged against noise.

    Raises NotOneFaceError if they show different cards, or one of them is blurred or covered.
    """
    laid = _laid_on(first, second)
    if laid is None or not (_is_same(laid, thresholds) and _lies_at(laid, second.pose)):
        first, laid = _laid_anew(first, second)
    if laid is None or not _is_same(laid, thresholds):
        raise NotOneFaceError("the pictures do not show one and the same face")
    other = np.asarray(cut_out(second.pile, laid.affine, size_px(first.size_mm)), dtype=np.float32)
    if laid.turned:
        other = other[::-1, ::-1]
    return Face(name, np.asarray(np.rint((first.picture + other) / 2), dtype=np.uint8))


def _laid_anew(first: ShownCard, second: ShownCard) -> tuple[ShownCard, Fit | None]:
    """Returns the first card at the clearest outline in both pictures, and its picture laid on the second."""
    first, second = _without_table(first, second)
    laid = _laid_on(first, second)
    if laid is None:
        return first, None
    second = replace(second, pose=_upright(laid))
    pictures = (logarithmic(first.pile), logarithmic(second.pile))
    first = replace(first, pose=shared_outline(pictures, (first.pose, second.pose), first.size_mm))
    return first, _laid_on(first, second)


def _is_same(laid: Fit, thresholds: CardThresholds) -> bool:
    return contradiction(laid.misfit, thresholds) < thresholds.same_face


def _without_table(first: ShownCard, second: ShownCard) -> tuple[ShownCard, ShownCard]:
    """Returns one card in two pictures of the place, each at its clearest outline among the edges that the other
    picture lacks: a cloth has enough edges for an outline of its own."""
    one, other = logarithmic(first.pile), logarithmic(second.pile)
    return _placed_anew(first, one, other), _placed_anew(second, other, one)


def _placed_anew(shown: ShownCard, logs: Floats, moved: Floats) -> ShownCard:
    pose = clearest_outline(logs, shown.size_mm, moved)
    # a card that hardly moved has hardly an edge of its own
    return replace(shown, pose=pose) if pose is not None and pose.clearness >= LEAST_CLEAR else shown


def _laid_on(first: ShownCard, second: ShownCard) -> Fit | None:
    """Returns the picture of the first card laid on the second card; None if it would have to be stretched."""
    upright = logarithmic(first.picture)
    faces = np.ascontiguousarray(np.stack([upright, upright[::-1, ::-1]])[None])
    fitting = Fitting(logarithmic(second.pile), faces)
    starts = [(turned, fitting.roughly(0, turned, affine_of(second.pose))[1]) for turned in (0, 1)]
    fits = [fit for turned, start in starts if (fit := fitting.finely(0, turned, start)) is not None]
    return max(fits, key=lambda fit: fit.value, default=None)


def _upright(laid: Fit) -> CardPose:
    """Returns the pose of the card on which a picture was laid, turned by half or not."""
    pose = pose_of(laid.affine)
    return replace(pose, turn_deg=pose.turn_deg + 180 * laid.turned)


def _lies_at(laid: Fit, pose: CardPose) -> bool:
    """Reports whether the position of the print agrees with the position of the outline."""
    by_print = pose_of(laid.affine)
    turned = abs(by_print.turn_deg - pose.turn_deg) % 180
    away = math.hypot(by_print.x_mm - pose.x_mm, by_print.y_mm - pose.y_mm)
    return away < SAME_MM and min(turned, 180 - turned) < SAME_DEG
