"""Which enrolled card lies on top of the pile: a proposal of one or two names, or nothing.

Law: silent rather than wrong.  A proposal is no proof; nothing is judged by it.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from vision.cards.alignment import pose_of
from vision.cards.faces import EnrolledDeck
from vision.cards.fits import Apart, CardFit, best_fit
from vision.cards.outlines import CardPose
from vision.cards.pile import logarithmic
from vision.cards.thresholds import THRESHOLDS, CardThresholds
from vision.frames import Image


@dataclass(frozen=True, slots=True, kw_only=True)
class CardProposal:
    """`names` has one name, or two that cannot be told apart, the likelier one first.  `certainty` is the confidence,
    0 to 1; `pose` is where the card lies."""

    names: tuple[str, ...]
    certainty: float
    pose: CardPose


def recognise(pile: Image, deck: EnrolledDeck, thresholds: CardThresholds = THRESHOLDS) -> CardProposal | None:
    """The card on top in a picture of the pile's place seen from above; None where that is not certain enough, or it is
    no card of the deck."""
    fit, apart = best_fit(logarithmic(pile), deck)
    if fit is None or fit.name is None or not _is_plain(fit, thresholds):
        return None
    rivals, hidden = _by_name(apart, deck, thresholds)
    sure = thresholds.least_confidence - thresholds.difference_offset
    alike = deck.alike[fit.index]
    close = {other for other, value in rivals.items() if value <= sure}
    if alike and not close:
        close.add(min(alike, key=lambda other: rivals[other]))
    # a pair is offered only where two look alike, or what tells them apart is covered: not to be told from another one
    # that is seen whole is what a card never shown is, too
    if len(close) > 1 or close - alike - hidden:
        return None
    clear = min((value for other, value in rivals.items() if other not in close), default=0.5)
    agrees = fit.agreement.value - thresholds.hidden_counts * (1 - fit.shown)
    confidence = min(agrees - thresholds.agreement_floor, clear + thresholds.difference_offset)
    if confidence <= thresholds.least_confidence:
        return None
    names = (fit.name, *(other for other in close if other is not None))
    return CardProposal(names=names, certainty=min(1.0, confidence), pose=pose_of(fit.affine))


def _is_plain(fit: CardFit, thresholds: CardThresholds) -> bool:
    """Whether enough of the card shows, and nothing that shows contradicts the face."""
    return fit.shown >= thresholds.least_shown and fit.agreement.worst >= thresholds.contradicts


def _by_name(
    apart: Mapping[int, Apart], deck: EnrolledDeck, thresholds: CardThresholds
) -> tuple[dict[str | None, float], set[str | None]]:
    """How clearly the card is the face of the fit rather than one of another name, by that name; and the names of those
    where what tells the two apart does not show: nothing speaks for the face there."""
    values: dict[str | None, float] = {}
    hidden: set[str | None] = set()
    for index, one in apart.items():
        name = deck.faces[index].name
        value = one.value
        if one.seen < thresholds.least_apart:
            hidden.add(name)
            value = min(value, 0.0)
        values[name] = min(value, values.get(name, value))
    return values, hidden
