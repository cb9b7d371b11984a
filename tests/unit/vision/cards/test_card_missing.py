"""Print of a face that is not on the card: a card of the same suit that was never shown."""

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest
from card_decks import SIZE_MM

from vision.cards.blocks import COLUMNS, ROWS, FaceBlocks, grid, measured_noise, missing_print
from vision.cards.faces import EnrolledDeck, Face
from vision.cards.fits import Fitting, in_place
from vision.cards.pile import Floats, logarithmic
from vision.cards.recognition import is_another, recognise
from vision.cards.thresholds import THRESHOLDS
from vision.frames import Image

WHOLE = grid(91, 59)
EVERYWHERE = np.ones(COLUMNS * ROWS, dtype=bool)
CORNERS = ((16, 20), (42, 20), (16, 70), (42, 70))
#: The places of a card's marks, in pixels.
MARKS = {
    "4": CORNERS,
    "5": (*CORNERS, (29, 45)),
    "6": (*CORNERS, (16, 45), (42, 45)),
    "2": ((29, 20), (29, 70)),
}


@cache
def suit(name: str, ink: int = 90) -> Image:
    """A card (91, 59, 3) with so many round marks."""
    card = np.full((91, 59, 3), 200, dtype=np.uint8)
    for mark in MARKS[name]:
        cv2.circle(card, mark, 6, (ink,) * 3, -1, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(card, (0, 0), 0.8), dtype=np.uint8)


def noisy(picture: Image, spread: float) -> Image:
    noise = np.random.default_rng(7).normal(0, spread, picture.shape)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


def missing(seen: Floats, name: str) -> float:
    """How much of the print of a card with this name is not in a logarithmic picture (91, 59, 3)."""
    face = FaceBlocks.of(logarithmic(suit(name)))
    return missing_print(seen, face, EVERYWHERE, measured=measured_noise(seen, WHOLE))


@pytest.mark.parametrize("spread", [1.0, 4.0])
def test_two_marks_that_are_not_there_are_missing(spread: float) -> None:
    assert 0.15 < missing(logarithmic(noisy(suit("4"), spread)), "6") < 0.35
    assert missing(logarithmic(noisy(suit("6"), spread)), "6") == 0
    assert missing(logarithmic(noisy(suit("6"), spread)), "4") == 0


def test_print_that_is_weaker_or_aside_is_not_missing() -> None:
    faint, lit = logarithmic(suit("6", 150)), logarithmic(suit("6")).copy()
    lit[:45] = np.log(np.exp(lit[:45]) + 300)
    for seen in (faint, lit, np.roll(faint, 1, axis=1), cv2.GaussianBlur(faint, (0, 0), 1.4)):
        assert missing(seen, "6") == 0


def test_a_card_without_a_mark_of_the_face_is_not_that_face() -> None:
    deck = EnrolledDeck.of(SIZE_MM, [Face(name, suit(name)) for name in ("6", "2")])
    above = np.full((180, 180, 3), 120, dtype=np.uint8)
    above[40:131, 60:119] = suit("4")
    above = noisy(above, 4.0)
    wrong = recognise(above, deck, replace(THRESHOLDS, most_missing=1.0))
    assert wrong is not None
    assert wrong.names == ("6",)
    assert recognise(above, deck) is None
    above[40:131, 60:119] = noisy(suit("6"), 4.0)
    right = recognise(above, deck)
    assert right is not None
    assert right.names == ("6",)


def test_marks_under_a_finger_are_not_missing() -> None:
    deck = EnrolledDeck.of(SIZE_MM, [Face(name, suit(name)) for name in ("6", "2")])
    seen = suit("6").copy()
    cv2.line(seen, (10, 43), (80, 47), (110, 140, 200), 19)
    fitting = Fitting(logarithmic(seen), deck.logs)
    fit = fitting.finely(0, 0, in_place((59, 91)))
    assert fit is not None
    assert fitting.missing(fit, EVERYWHERE) >= THRESHOLDS.most_missing
    assert not is_another(fit, EVERYWHERE, fitting, THRESHOLDS)
