"""Cards that no face was shown of: of the same print in other inks, of the same suit with another rank."""

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest
from card_decks import SIZE_MM
from card_piles import drawn_deck, straight

from vision.cards.blocks import COLUMNS, ROWS
from vision.cards.cover import cover_of, strewn
from vision.cards.faces import EnrolledDeck, Face
from vision.cards.fits import Fitting, in_place
from vision.cards.inks import likeness_of_inks
from vision.cards.pile import logarithmic
from vision.cards.recognition import is_another, recognise
from vision.cards.thresholds import THRESHOLDS
from vision.frames import Image

WHOLE = np.ones((91, 59), dtype=bool)
#: The blocks between the outer marks of a number card.
MIDDLE = np.zeros((91, 59), dtype=bool)
MIDDLE[26:65] = True
#: Daylight, a cold lamp, a warm one and a candle: blue, green and red.
LAMPS = ((1.0, 1.0, 1.0), (1.1, 1.0, 0.8), (0.7, 0.9, 1.1), (0.35, 0.62, 1.0))
#: Blue, green and red.
INKS = {"red": (40, 40, 190), "blue": (190, 90, 20), "green": (60, 120, 20), "yellow": (20, 190, 230)}
BLACK = (30, 30, 30)
#: Of number cards: pale blue, as by a cold lamp.
PAPER = (225, 215, 150)


@cache
def oval(ink: tuple[int, int, int]) -> Image:
    """A card (91, 59, 3) with an oval of paper on a coloured ground, and a sign of the same ink in it."""
    card = np.full((91, 59, 3), 235, dtype=np.uint8)
    cv2.rectangle(card, (3, 3), (55, 87), ink, -1)
    cv2.ellipse(card, (29, 45), (19, 34), 25, 0, 360, (235,) * 3, -1, cv2.LINE_AA)
    cv2.line(card, (22, 32), (36, 32), ink, 6)
    cv2.line(card, (36, 32), (27, 60), ink, 6)
    return np.asarray(cv2.GaussianBlur(card, (0, 0), 0.8), dtype=np.uint8)


@cache
def suit(count: int, ink: tuple[int, int, int] = BLACK) -> Image:
    """A card (91, 59, 3) with so many marks, as the number cards of a suit have them."""
    card = np.full((91, 59, 3), PAPER, dtype=np.uint8)
    for x, y in marks(count):
        for part in ((0, -4), (-4, 2), (4, 2)):
            cv2.circle(card, (x + part[0], y + part[1]), 5, ink, -1, cv2.LINE_AA)
        cv2.line(card, (x, y), (x, y + 7), ink, 2)
    return np.asarray(cv2.GaussianBlur(card, (0, 0), 0.8), dtype=np.uint8)


def marks(count: int) -> list[tuple[int, int]]:
    """The places of the marks in pixels: two columns, and what is odd in the middle."""
    rows = {4: (17, 74), 5: (17, 74), 6: (17, 45, 74), 7: (17, 45, 74), 8: (17, 36, 55, 74), 9: (17, 36, 55, 74)}
    middle = {5: [(29, 45)], 7: [(29, 30)], 9: [(29, 45)]}
    return [(x, y) for y in rows[count] for x in (16, 42)] + middle.get(count, [])


def lit(card: Image, lamp: tuple[float, float, float]) -> Image:
    noise = np.random.default_rng(3).normal(0, 2, card.shape)
    return np.clip(card * np.array(lamp) + noise, 0, 255).astype(np.uint8)


def alone(card: Image) -> Image:
    """The place of the pile from above with this card on it."""
    above = np.full((180, 180, 3), 110, dtype=np.uint8)
    above[40:131, 60:119] = card
    return lit(above, LAMPS[0])


def alike(card: Image, face: Image) -> float:
    return likeness_of_inks(logarithmic(card), logarithmic(face), WHOLE)


FACES = [*map(oval, INKS.values()), *(straight(face.picture) for face in drawn_deck().faces), suit(9), suit(4)]


@pytest.mark.parametrize("number", range(len(FACES)))
def test_a_face_has_its_inks_by_every_lamp(number: int) -> None:
    for lamp in LAMPS:
        assert alike(lit(FACES[number], lamp), FACES[number]) > 0.9


def test_a_face_has_its_inks_beside_a_tinted_shadow() -> None:
    for face in FACES:
        seen = face.copy()
        seen[50:] = (seen[50:] * np.array([0.8, 0.65, 0.55])).astype(np.uint8)
        assert alike(seen, face) >= THRESHOLDS.inks_alike


@pytest.mark.parametrize("number", range(len(FACES) - 2))
def test_the_same_print_in_other_inks_is_unlike(number: int) -> None:
    for turn in (45, 90, 135):
        hues = cv2.cvtColor(FACES[number], cv2.COLOR_BGR2HSV)
        hues[..., 0] = (hues[..., 0].astype(int) + turn) % 180
        for lamp in LAMPS:
            seen = lit(np.asarray(cv2.cvtColor(hues, cv2.COLOR_HSV2BGR), dtype=np.uint8), lamp)
            assert alike(seen, FACES[number]) < THRESHOLDS.inks_alike


def test_black_print_in_a_colour_is_unlike_and_the_other_way_round() -> None:
    for ink in INKS.values():
        for lamp in LAMPS:
            assert alike(lit(suit(4, ink), lamp), suit(4)) < THRESHOLDS.inks_alike
            assert alike(lit(suit(4), lamp), suit(4, ink)) < THRESHOLDS.inks_alike


def test_a_small_sign_in_another_colour_is_unlike() -> None:
    """As the numbers in the corners of a card with a black word."""
    cards = []
    for ink in INKS.values():
        card = suit(4).copy()
        for corner in ((26, 30), (26, 56)):
            cv2.rectangle(card, corner, (corner[0] + 5, corner[1] + 5), ink, -1)
        cards.append(card)
    for card in cards:
        for face in cards:
            assert (alike(lit(card, LAMPS[0]), face) >= THRESHOLDS.inks_alike) == (card is face)


def test_a_card_of_which_nothing_shows_contradicts_nothing() -> None:
    assert likeness_of_inks(logarithmic(oval(BLACK)), logarithmic(FACES[0]), ~WHOLE) == 1.0


@pytest.mark.sampled(2)
@pytest.mark.parametrize("ink", ["green", "blue"])
def test_the_like_card_in_another_colour_is_not_named(ink: str) -> None:
    others = [Face(name, oval(INKS[name])) for name in INKS if name != ink]
    deck = EnrolledDeck.of(SIZE_MM, others)
    assert recognise(alone(oval(INKS[ink])), deck) is None
    found = recognise(alone(oval(INKS["red"])), deck)
    assert found is not None
    assert found.names == ("red",)


@pytest.mark.parametrize("rank", [6, 8, 9])
def test_marks_of_another_rank_are_no_finger(rank: int) -> None:
    card, four = logarithmic(lit(suit(rank), LAMPS[0])), logarithmic(suit(4))
    cover = cover_of(card, four, THRESHOLDS)
    assert strewn(card, four, MIDDLE, cover) >= THRESHOLDS.most_strewn


def test_a_finger_is_no_mark_of_another_rank() -> None:
    four = suit(4)
    for skin in ((110, 140, 200), (40, 50, 80)):
        seen = four.copy()
        cv2.line(seen, (24, 42), (80, 47), skin, 19)
        card = logarithmic(lit(cv2.GaussianBlur(seen, (0, 0), 0.7), LAMPS[0]))
        # as traced by its own colour, and where that fails
        for cover in (cover_of(card, logarithmic(four), THRESHOLDS), ~WHOLE):
            assert strewn(card, logarithmic(four), MIDDLE, cover) < THRESHOLDS.most_strewn


def test_a_nine_whose_middle_seems_to_be_covered_is_no_four() -> None:
    deck = EnrolledDeck.of(SIZE_MM, [Face("4", suit(4)), Face("5", suit(5))])
    fitting = Fitting(logarithmic(lit(suit(9), LAMPS[0])), deck.logs)
    fit = fitting.finely(0, 0, in_place((59, 91)))
    assert fit is not None
    shows = np.ones((ROWS, COLUMNS), dtype=bool)
    shows[2:7] = False
    assert is_another(fit, shows.ravel(), fitting, THRESHOLDS)
    assert not is_another(fit, shows.ravel(), fitting, replace(THRESHOLDS, most_strewn=1.0))


@pytest.mark.long
@pytest.mark.parametrize("count", range(4, 10))
def test_the_rank_that_was_not_shown_is_not_named(count: int) -> None:
    deck = EnrolledDeck.of(SIZE_MM, [Face(f"{other}", suit(other)) for other in range(4, 10) if other != count])
    assert recognise(alone(suit(count)), deck) is None
