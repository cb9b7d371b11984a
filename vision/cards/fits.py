"""Faces laid on the card in a picture of the pile: roughly where its outline may be, then exactly."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import cv2
import numpy as np

from vision.cards.agreement import Agreement, agreement, differences
from vision.cards.alignment import SHRINKS, affine_of, aligned, cut_out, detail, seen_detail, size_px, softened
from vision.cards.cover import uncovered
from vision.cards.faces import EnrolledDeck, coarse_logs, coarse_print, in_place
from vision.cards.outlines import find_outlines
from vision.cards.pile import Floats, print_where
from vision.frames import Points

#: So many faces at outlines are laid on roughly, and so many of those exactly.
MOST_TRIED: Final = 14
MOST_EXACT: Final = 5
#: An outline is looked at so far aside, too, in steps of coarse pixels along the card and across.
ASIDE: Final = (-2, 0, 2)
#: How much softer than the shown face a card may be, in pixels: out of focus, further off, pushed while it was seen.
SOFTNESS: Final = (0.0, 0.8, 1.4)
#: A face that fits only where much of the card is taken for covered is worth that much less, for the whole card.
COVER_COSTS: Final = 0.5


@dataclass(frozen=True, slots=True)
class Apart:
    """How a card is told from a rival: `value` is 0.5 where it is the face and -0.5 where it is the rival; `seen` is
    how much of what tells the two apart shows, as the squared distance of two prints of length 1."""

    value: float
    seen: float


@dataclass(frozen=True, eq=False)
class CardFit:
    """A face (`index` in the deck, `turned` by half), laid on the picture and made as soft as that is.

    `card` is the print (h, w, 3) of the card where it shows, which `shows` (h, w) masks.
    """

    deck: EnrolledDeck
    index: int
    turned: int
    affine: Points
    softness: float
    card: Floats
    shows: Floats
    agreement: Agreement

    @property
    def name(self) -> str | None:
        return self.deck.faces[self.index].name

    @cached_property
    def shown(self) -> float:
        """Which part of the card and of its print shows, whichever is less."""
        own = self.deck.prints[self.index, self.turned]
        return min(float(self.shows.mean()), float((own * own * self.shows[..., None]).sum()))

    @property
    def explained(self) -> float:
        """By this the fits of one picture are compared."""
        return self.agreement.value - COVER_COSTS * (1 - self.shown)

    def apart(self) -> dict[int, Apart]:
        """How clearly the card is this face and none of another name, by the index of that one."""
        others = [index for index, other in enumerate(self.deck.faces) if other.name != self.name]
        if not others:
            return {}
        own = _soft_print(self.deck.logs[self.index, self.turned][None], self.softness, self.shows)[0]
        logs = self.deck.logs[others].reshape(-1, *own.shape)
        rivals = _soft_print(logs, self.softness, self.shows)
        values, seen = differences(self.card, own, rivals)
        least = values.reshape(-1, 2).argmin(axis=1) + 2 * np.arange(len(others))
        nearest = seen.reshape(-1, 2).min(axis=1)
        return {
            other: Apart(float(values[row]), float(near))
            for other, row, near in zip(others, least, nearest, strict=True)
        }


def best_fit(logs: Floats, deck: EnrolledDeck) -> tuple[CardFit | None, dict[int, Apart]]:
    """The face that agrees best with a logarithmic picture of the pile (h, w, 3), and how it is told from others; None
    where none can be laid on it.  A rival that is preferred where the two differ is tried, too."""
    fits = [fit for start in _roughly_laid(logs, deck) if (fit := _laid(logs, deck, *start)) is not None]
    best = max(fits, key=lambda fit: fit.explained, default=None)
    if best is None:
        return None, {}
    apart = best.apart()
    rival = min(apart, key=lambda index: apart[index].value, default=None)
    if rival is not None and apart[rival].value < 0:
        again = [fit for turned in (0, 1) if (fit := _laid(logs, deck, rival, turned, best.affine)) is not None]
        better = max([best, *again], key=lambda fit: fit.explained)
        if better is not best:
            best, apart = better, better.apart()
    wanted = _soft_print(deck.logs[best.index, best.turned][None], best.softness, best.shows)[0]
    return replace(best, agreement=agreement(best.card, wanted, best.shows, bent=True)), apart


def _laid(logs: Floats, deck: EnrolledDeck, index: int, turned: int, start: Points) -> CardFit | None:
    face = deck.logs[index, turned]
    affine = aligned(logs, start, face, SHRINKS[-1:])
    if affine is None:
        return None
    cut = np.asarray(cut_out(logs, affine, size_px(deck.size_mm)), dtype=np.float32)
    fine, wanted = detail(cut), detail(face)
    softness = max(SOFTNESS, key=lambda one: float((fine * softened(wanted, one)).sum()))
    shows = uncovered(cut, _blurred(face, softness))
    card = print_where(cut, shows)
    own = _soft_print(face[None], softness, shows)[0]
    return CardFit(deck, index, turned, affine, softness, card, shows, agreement(card, own, shows))


def _roughly_laid(logs: Floats, deck: EnrolledDeck) -> list[tuple[int, int, Points]]:
    """The starts whose detail agrees best once they are laid on roughly."""
    found = []
    straight = in_place(size_px(deck.size_mm))
    for index, turned, start in _starts(logs, deck):
        face = deck.logs[index, turned]
        affine = aligned(logs, start, face, SHRINKS[:-1])
        if affine is not None:
            seen = seen_detail(logs, affine, face, SHRINKS[-2])
            wanted = seen_detail(face, straight, face, SHRINKS[-2])
            found.append((float((seen * wanted).sum()), index, turned, affine))
    found.sort(key=lambda one: -one[0])
    return [one[1:] for one in found[:MOST_EXACT]]


def _starts(logs: Floats, deck: EnrolledDeck) -> list[tuple[int, int, Points]]:
    """Faces, their turns and places where an outline is, the likeliest first."""
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


def _blurred(logs: Floats, sigma: float) -> Floats:
    return logs if sigma == 0 else np.asarray(cv2.GaussianBlur(logs, (0, 0), sigma), dtype=np.float32)


def _soft_print(logs: Floats, sigma: float, shows: Floats) -> Floats:
    """The prints of faces (n, h, w, 3) as a camera shows them that is out of focus, where something lies over them."""
    return np.stack([print_where(_blurred(one, sigma), shows) for one in logs])
