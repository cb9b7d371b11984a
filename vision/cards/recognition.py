"""Recognises the enrolled card on top of the pile: a proposal of one or two names, or none.

Law: silent rather than wrong.  A proposal is no evidence; no verdict depends on it.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.cards.alignment import affine_of, cut_out, pose_of, size_px
from vision.cards.blocks import Mask
from vision.cards.cover import cover_of, strewn, visible
from vision.cards.faces import EnrolledDeck, coarse_logs, coarse_print
from vision.cards.fits import MOST_MISFIT, Fit, Fitting, contradiction, explained, told_apart
from vision.cards.inks import likeness_of_inks
from vision.cards.outlines import CardPose, find_outlines
from vision.cards.pile import Floats, logarithmic
from vision.cards.search import find_print
from vision.cards.thresholds import THRESHOLDS, CardThresholds
from vision.frames import Image, Points

#: The number of faces and positions fitted roughly, and of the best of them fitted exactly.
MOST_TRIED, MOST_LAID = 16, 6
#: The number of positions added because they have the outline of a card: print under a finger resembles no face.
MOST_BY_OUTLINE: Final = 12
#: The number of faces most similar to the best one that are fitted as its rivals.
MOST_RIVALS: Final = 6
#: Each position is also tried at these offsets, in steps of coarse pixels along the card and across.
ASIDE: Final = (-2, 0, 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class CardProposal:
    """`names` has one name, or two that cannot be distinguished, the likelier first.  `certainty` is the confidence, 0
    to 1; `pose` is the position of the card."""

    names: tuple[str, ...]
    certainty: float
    pose: CardPose


def recognise(pile: Image, deck: EnrolledDeck, thresholds: CardThresholds = THRESHOLDS) -> CardProposal | None:
    """Recognises the top card in a picture of the pile's place seen from above; None if that is not certain enough, or
    the card is not of the deck."""
    logs = logarithmic(pile)
    fitting = Fitting(logs, deck.logs)
    best = _best_fit(logs, fitting, deck)
    if best is None:
        return None
    fits = [best, *_rivals(best, fitting, deck)]
    best = max(fits, key=lambda fit: fit.value)
    found = _proposal(fits, visible(best, thresholds), fitting, deck, thresholds)
    return found or _beside_cover(best, fitting, deck, thresholds)


def _beside_cover(rough: Fit, fitting: Fitting, deck: EnrolledDeck, thresholds: CardThresholds) -> CardProposal | None:
    """Returns the proposal without the pixels under a finger: whole blocks are too coarse if it hides most of them."""
    cover = cover_of(*fitting.pictures(rough), thresholds)
    if not cover.any() or not 1 - cover.mean() >= thresholds.least_shown:
        return None
    beside = fitting.beside(cover)
    best = beside.finely(rough.index, rough.turned, rough.affine)
    if best is None:
        return None
    return _proposal([best, *_rivals(best, beside, deck)], beside.grid.shows, beside, deck, thresholds)


def _proposal(
    fits: list[Fit], shows: Mask, fitting: Fitting, deck: EnrolledDeck, thresholds: CardThresholds
) -> CardProposal | None:
    """Returns the proposal of the best of these fits, if it is certain enough in the blocks (blocks,) that show."""
    best = max(fits, key=lambda fit: fit.value)
    name = deck.faces[best.index].name
    if name is None or not is_plain(best, shows, fitting, thresholds) or is_another(best, shows, fitting, thresholds):
        return None
    covered = fitting.covered or not shows.all()
    alike = deck.alike[best.index]
    least = thresholds.told_apart_covered if covered else thresholds.told_apart
    near = [(deck.faces[fit.index].name, fit) for fit in fits if not told_apart(best, fit, shows) >= least]
    # faces that looked alike at enrolment are not distinguished later
    close = {other for other, fit in near if other in alike or not _outprinted(best, fit, shows, fitting, thresholds)}
    close -= {name}
    # a pair is offered only if two faces look alike: a card never enrolled may also lie between two others, and the
    # deciding part may be covered
    if len(close) > (0 if covered else 1) or close - alike:
        return None
    names = (name, *(other for other in close if other is not None))
    certainty = 1 - contradiction(fitting.inside(best)[shows], thresholds)
    return CardProposal(names=names, certainty=certainty, pose=pose_of(best.affine))


def is_plain(fit: Fit, shows: Mask, fitting: Fitting, thresholds: CardThresholds) -> bool:
    """Reports whether enough of the card shows, and no visible part contradicts the face."""
    least = thresholds.least_explained if shows.all() else thresholds.least_explained_covered
    if fitting.covered:
        least = thresholds.least_explained_beside
    enough = explained(fit.misfit[shows], fit.blank[shows]) >= least
    enough = enough and fitting.shown(fit, shows) >= thresholds.least_shown
    return enough and contradiction(fitting.inside(fit)[shows], thresholds) < 1


def is_another(fit: Fit, shows: Mask, fitting: Fitting, thresholds: CardThresholds) -> bool:
    """Reports whether the card is a similar one that was never enrolled: covered blocks have the marks of another card,
    or where no finger hides it print of the face is absent or inks have other colours."""
    card, face = fitting.pictures(fit)
    if not fitting.covered:
        cover = cover_of(card, face, thresholds)
        if not strewn(card, face, ~fitting.shown_pixels(shows), cover) < thresholds.most_strewn:
            return True
        fitting = fitting.beside(cover)
    if not fitting.missing(fit, shows) < thresholds.most_missing:
        return True
    return not likeness_of_inks(card, face, fitting.shown_pixels(shows)) >= thresholds.inks_alike


def _outprinted(best: Fit, rival: Fit, shows: Mask, fitting: Fitting, thresholds: CardThresholds) -> bool:
    """Reports whether the rival fits a little worse, and the card lacks its print where the two differ.  A block that
    mismatches the best one, too, has the print of neither."""
    plain = shows & (best.misfit < thresholds.block_misfit)
    return told_apart(best, rival, shows) >= 0 and fitting.leaning(best, rival, plain) >= thresholds.leaning


def _best_fit(logs: Floats, fitting: Fitting, deck: EnrolledDeck) -> Fit | None:
    rough = []
    for index, turned, start in _starts(logs, deck):
        value, affine = fitting.roughly(index, turned, start)
        rough.append((value, index, turned, affine))
    rough.sort(key=lambda one: -one[0])
    fits = [fitting.finely(index, turned, affine) for _, index, turned, affine in rough[:MOST_LAID]]
    return max((fit for fit in fits if fit is not None), key=lambda fit: fit.value, default=None)


def _rivals(best: Fit, fitting: Fitting, deck: EnrolledDeck) -> list[Fit]:
    """Returns the faces of other names that are most similar to the best one, fitted at its position."""
    shows = (best.misfit < MOST_MISFIT) & fitting.grid.shows
    order = deck.rivals(best.index, best.turned, shows)[:MOST_RIVALS]
    fits = [fitting.finely(index, turned, best.affine) for index, turned in order]
    return [fit for fit in fits if fit is not None]


def _starts(logs: Floats, deck: EnrolledDeck) -> list[tuple[int, int, Points]]:
    """Returns faces, their turns and rough positions for an exact fit, the likeliest first."""
    places = find_print(logs, deck.small) + find_outlines(logs, deck.size_mm)[:MOST_BY_OUTLINE]
    affines = [moved for place in places for moved in _aside(affine_of(place))]
    if not affines:
        return []
    half, (width, height) = coarse_logs(logs), size_px(deck.size_mm)
    size = (-(-width // 2), -(-height // 2))
    seen = np.stack([coarse_print(np.asarray(cut_out(half, _halved(one), size))) for one in affines])
    likeness = (seen @ deck.coarse.T).reshape(-1, len(ASIDE) ** 2, len(deck.coarse))
    best, where = likeness.max(axis=1), likeness.argmax(axis=1)
    order = np.argsort(-best, axis=None)[:MOST_TRIED]
    starts = []
    for place, which in zip(*np.unravel_index(order, best.shape), strict=True):
        affine = affines[int(place) * len(ASIDE) ** 2 + int(where[place, which])]
        starts.append((int(which) // 2, int(which) % 2, affine))
    return starts


def _aside(affine: Points) -> list[Points]:
    """Returns the affine map, and others shifted by some millimetres along the card and across it."""
    moves = [affine[:, :2] @ (2 * x, 2 * y) for y in ASIDE for x in ASIDE]
    return [np.column_stack([affine[:, :2], affine[:, 2] + move]) for move in moves]


def _halved(affine: Points) -> Points:
    """Returns the corresponding affine map between both pictures at half their size."""
    return np.column_stack([affine[:, :2], (affine[:, 2] + 0.5) / 2 - 0.5])
