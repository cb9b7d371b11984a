"""Which enrolled card lies on top of the pile: a proposal of one or two names, or nothing.

Law: silent rather than wrong.  A proposal is no proof; nothing is judged by it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.cards.agreement import Agreement, agreement, differences
from vision.cards.alignment import affine_of, aligned, card_print, cut_out, pose_of, size_px, softened
from vision.cards.faces import EnrolledDeck, coarse_logs, coarse_print
from vision.cards.outlines import CardPose, find_outlines
from vision.cards.pile import Floats, logarithmic
from vision.cards.thresholds import THRESHOLDS, CardThresholds
from vision.frames import Image, Points

#: So many faces at outlines are laid on exactly.
MOST_TRIED: Final = 12
#: An outline is looked at so far aside, too, in steps of coarse pixels along the card and across.
ASIDE: Final = (-2, 0, 2)
#: How much softer than the shown face a card may be, in pixels: out of focus, further off, pushed while it was seen.
SOFTNESS: Final = (0.0, 0.8, 1.4)


@dataclass(frozen=True, slots=True, kw_only=True)
class CardProposal:
    """`names` has one name, or two that cannot be told apart, the likelier one first.  `certainty` is the confidence,
    0 to 1; `pose` is where the card lies."""

    names: tuple[str, ...]
    certainty: float
    pose: CardPose


@dataclass(frozen=True, slots=True, eq=False)
class _Fit:
    """A face (`index` in the deck, `turned` by half), laid on the picture and made as soft as that is."""

    index: int
    turned: int
    affine: Points
    card: Floats
    softness: float
    agreement: Agreement


def recognise(pile: Image, deck: EnrolledDeck, thresholds: CardThresholds = THRESHOLDS) -> CardProposal | None:
    """The card on top in a picture of the pile's place seen from above; None where that is not certain enough, or it is
    no card of the deck."""
    fit, tests = _best_fit(logarithmic(pile), deck)
    if fit is None or (name := deck.faces[fit.index].name) is None:
        return None
    rivals = _by_name(tests, deck)
    sure = thresholds.least_confidence - thresholds.difference_offset
    alike = deck.alike[fit.index]
    close = {other for other, value in rivals.items() if value <= sure}
    if alike and not close:
        close.add(min(alike, key=lambda other: rivals[other]))
    # a pair is offered only where two look alike; not to be told from others is what a card never shown is, too
    if len(close) > 1 or close - alike:
        return None
    apart = min((value for other, value in rivals.items() if other not in close), default=0.5)
    confidence = min(fit.agreement.value - thresholds.agreement_floor, apart + thresholds.difference_offset)
    if confidence <= thresholds.least_confidence:
        return None
    names = (name, *(other for other in close if other is not None))
    return CardProposal(names=names, certainty=min(1.0, confidence), pose=pose_of(fit.affine))


def _by_name(tests: Sequence[tuple[int, float]], deck: EnrolledDeck) -> dict[str | None, float]:
    """How clearly the card is the face of the fit rather than one of another name, by that name."""
    values: dict[str | None, float] = {}
    for index, value in tests:
        name = deck.faces[index].name
        values[name] = min(value, values.get(name, value))
    return values


def _tests(fit: _Fit, deck: EnrolledDeck) -> list[tuple[int, float]]:
    """The difference test against every face of another name, by its index."""
    face = deck.faces[fit.index]
    others = [index for index, other in enumerate(deck.faces) if other.name != face.name]
    if not others:
        return []
    own = softened(deck.prints[fit.index, fit.turned], fit.softness)
    rivals = np.stack([softened(one, fit.softness) for one in deck.prints[others].reshape(-1, *own.shape)])
    values = differences(fit.card, own, rivals, fit.agreement.counted)
    return list(zip(others, values.reshape(-1, 2).min(axis=1).tolist(), strict=True))


def _best_fit(logs: Floats, deck: EnrolledDeck) -> tuple[_Fit | None, list[tuple[int, float]]]:
    """The face that agrees best, laid on exactly, and its difference tests; a rival that they prefer is tried, too."""
    fits = [fit for start in _starts(logs, deck) if (fit := _fitted(logs, deck, *start)) is not None]
    best = max(fits, key=lambda fit: fit.agreement.explained, default=None)
    if best is None:
        return None, []
    tests = _tests(best, deck)
    index, value = min(tests, key=lambda rival: rival[1], default=(best.index, 0.5))
    if value >= 0:
        return best, tests
    again = [fit for turned in (0, 1) if (fit := _fitted(logs, deck, index, turned, best.affine)) is not None]
    better = max([best, *again], key=lambda fit: fit.agreement.explained)
    return better, (tests if better is best else _tests(better, deck))


def _fitted(logs: Floats, deck: EnrolledDeck, index: int, turned: int, start: Points) -> _Fit | None:
    face = deck.prints[index, turned]
    affine = aligned(logs, start, face)
    if affine is None:
        return None
    card = card_print(logs, affine, size_px(deck.size_mm))
    tried = [(agreement(card, softened(face, softness)), softness) for softness in SOFTNESS]
    best, softness = max(tried, key=lambda one: one[0].explained)
    return _Fit(index, turned, affine, card, softness, best)


def _starts(logs: Floats, deck: EnrolledDeck) -> list[tuple[int, int, Points]]:
    """Faces, their turns and rough places that are worth being laid on exactly, the likeliest first."""
    affines = [moved for outline in find_outlines(logs, deck.size_mm) for moved in _aside(affine_of(outline))]
    if not affines:
        return []
    half, (width, height) = coarse_logs(logs), size_px(deck.size_mm)
    size = (-(-width // 2), -(-height // 2))
    seen = np.stack([coarse_print(np.asarray(cut_out(half, _halved(one), size))) for one in affines])
    likeness = (seen @ deck.coarse.T).reshape(-1, len(ASIDE) ** 2, len(deck.coarse))
    best, where = likeness.max(axis=1), likeness.argmax(axis=1)
    order = np.argsort(-best, axis=None)[:MOST_TRIED]
    starts = []
    for outline, which in zip(*np.unravel_index(order, best.shape), strict=True):
        affine = affines[int(outline) * len(ASIDE) ** 2 + int(where[outline, which])]
        starts.append((int(which) // 2, int(which) % 2, affine))
    return starts


def _aside(affine: Points) -> list[Points]:
    """The affine map, and others by some millimetres along the card and across it."""
    moves = [affine[:, :2] @ (2 * x, 2 * y) for y in ASIDE for x in ASIDE]
    return [np.column_stack([affine[:, :2], affine[:, 2] + move]) for move in moves]


def _halved(affine: Points) -> Points:
    """The affine map between the two at half their size."""
    return np.column_stack([affine[:, :2], (affine[:, 2] + 0.5) / 2 - 0.5])
