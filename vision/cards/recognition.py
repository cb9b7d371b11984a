"""Which enrolled card lies on top of the pile: a proposal of one or two names, or nothing.

Law: silent rather than wrong.  A proposal is no proof; nothing is judged by it.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.cards.agreement import Agreement, agreement, differences
from vision.cards.alignment import affine_of, aligned, card_print, pose_of, size_px
from vision.cards.faces import EnrolledDeck, coarse_print
from vision.cards.outlines import CardPose, find_outlines
from vision.cards.pile import Floats, logarithmic
from vision.cards.thresholds import THRESHOLDS, CardThresholds
from vision.frames import Image, Points

#: So many faces at outlines are laid on exactly.
MOST_TRIED: Final = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class CardProposal:
    """`names` has one name, or two that look alike to the camera, the likelier one first.  `certainty` is the
    confidence, 0 to 1; `pose` is where the card lies."""

    names: tuple[str, ...]
    certainty: float
    pose: CardPose


@dataclass(frozen=True, slots=True, eq=False)
class _Fit:
    """A face (`index` in the deck, `turned` by half) laid on the picture."""

    index: int
    turned: int
    affine: Points
    card: Floats
    agreement: Agreement


def recognise(pile: Image, deck: EnrolledDeck, thresholds: CardThresholds = THRESHOLDS) -> CardProposal | None:
    """The card on top in a picture of the pile's place seen from above; None where that is not certain enough, or it is
    no card of the deck."""
    logs = logarithmic(pile)
    fit = _best_fit(logs, deck)
    if fit is None:
        return None
    face = deck.faces[fit.index]
    names, rivals = _names_and_rivals(fit, deck)
    if face.name is None:
        return None
    apart = min((value for index, value in rivals if deck.faces[index].name not in names), default=0.5)
    confidence = min(fit.agreement.value - thresholds.agreement_floor, apart + thresholds.difference_offset)
    if confidence <= thresholds.least_confidence:
        return None
    return CardProposal(names=names, certainty=min(1.0, confidence), pose=pose_of(fit.affine))


def _names_and_rivals(fit: _Fit, deck: EnrolledDeck) -> tuple[tuple[str, ...], list[tuple[int, float]]]:
    """The name of the face with the closest one that it cannot be told from, and the difference test against every
    face of another name."""
    face = deck.faces[fit.index]
    others = [index for index, other in enumerate(deck.faces) if other.name != face.name]
    if not others:
        return tuple(name for name in (face.name,) if name is not None), []
    own = deck.prints[fit.index, fit.turned]
    tests = differences(fit.card, own, deck.prints[others].reshape(-1, *own.shape), fit.agreement.counted)
    rivals = list(zip(others, tests.reshape(-1, 2).min(axis=1).tolist(), strict=True))
    alike = [(value, name) for index, value in rivals if (name := deck.faces[index].name) in deck.alike[fit.index]]
    names = [face.name, *([min(alike)[1]] if alike else [])]
    return tuple(name for name in names if name is not None), rivals


def _best_fit(logs: Floats, deck: EnrolledDeck) -> _Fit | None:
    """The face that agrees best, laid on exactly; a rival that the difference test prefers is tried, too."""
    fits = [fit for start in _starts(logs, deck) if (fit := _fitted(logs, deck, *start)) is not None]
    best = max(fits, key=lambda fit: fit.agreement.value, default=None)
    if best is None:
        return None
    _, rivals = _names_and_rivals(best, deck)
    index, value = min(rivals, key=lambda rival: rival[1], default=(best.index, 0.5))
    if value >= 0:
        return best
    again = [_fitted(logs, deck, index, turned, best.affine) for turned in (0, 1)]
    return max([best, *(fit for fit in again if fit is not None)], key=lambda fit: fit.agreement.value)


def _fitted(logs: Floats, deck: EnrolledDeck, index: int, turned: int, start: Points) -> _Fit | None:
    face = deck.prints[index, turned]
    affine = aligned(logs, start, face)
    if affine is None:
        return None
    card = card_print(logs, affine, size_px(deck.size_mm))
    return _Fit(index, turned, affine, card, agreement(card, face))


def _starts(logs: Floats, deck: EnrolledDeck) -> list[tuple[int, int, Points]]:
    """Faces, their turns and rough places that are worth being laid on exactly, the likeliest first."""
    affines = [affine_of(outline) for outline in find_outlines(logs, deck.size_mm)]
    if not affines:
        return []
    size = size_px(deck.size_mm)
    seen = np.stack([coarse_print(card_print(logs, affine, size)) for affine in affines])
    likeness: NDArray[np.float32] = seen @ deck.coarse.T
    order = np.argsort(-likeness, axis=None)[:MOST_TRIED]
    chosen = [np.unravel_index(at, likeness.shape) for at in order]
    return [(int(which) // 2, int(which) % 2, affines[int(outline)]) for outline, which in chosen]
