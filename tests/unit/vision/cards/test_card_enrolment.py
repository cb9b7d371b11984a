"""The learning of a face on a cloth whose squares have edges enough for an outline of their own.

Also the names by faces that were learnt badly.
"""

from collections.abc import Callable
from functools import cache

import card_photos
import cv2
import numpy as np
import pytest
from card_decks import FINE, SIZE_MM
from card_piles import PLACE, TABLE_PX, Seat, drawn_deck, face_of, straight
from card_scenes import Laid, Trouble

from vision.cards.enrolment import ShownCard, learn_face, shown_card, turned_deg
from vision.cards.faces import EnrolledDeck, Face
from vision.cards.pile import seen_from_above
from vision.cards.recognition import recognise
from vision.frames import Image

#: A card's white border, which does not show on the cloth's white squares.
BORDER_PX = 4 * FINE
WHITE = (216, 216, 220)
#: The card is turned by so much between its two pictures.
TURNED_DEG = 75.0
#: Of 24 cards those that were not learnt at all, or beside where they lie, by the clearest outline of each picture.
HARD = (3, 4, 6, 7, 11, 12, 14, 16, 17, 21, 22, 23)


@cache
def on_cloth(number: int) -> tuple[Image, ShownCard, ShownCard]:
    """A face, and the card in two pictures on a chequered cloth."""
    chance, seat = np.random.default_rng(number), Seat.at(number)
    cloth = card_photos.tables(chance, TABLE_PX)[1]
    face = bordered(drawn_deck().faces[number % 5].picture)
    shown = []
    for turn_deg in (20.0 + 31 * number, 20.0 + 31 * number + 180 - TURNED_DEG):
        card = Laid(face, *chance.uniform(-14, 14, 2), turn_deg, 0.3)
        picture = card_photos.picture_of(seat.camera, cloth, [card], Trouble(noise=1.0), chance)
        found = shown_card(seen_from_above(picture, seat.camera.shown, PLACE), SIZE_MM)
        assert found is not None
        shown.append(found)
    return straight(face), shown[0], shown[1]


def bordered(art: Image) -> Image:
    """The card with its artwork inside a border."""
    face = np.full_like(art, WHITE)
    rim = slice(BORDER_PX, -BORDER_PX)
    inside = face[rim, rim]
    inside[:] = cv2.resize(art[2 * BORDER_PX : -2 * BORDER_PX, 2 * BORDER_PX : -2 * BORDER_PX], inside.shape[1::-1])
    return face


def likeness(one: Image, other: Image) -> float:
    """The correlation of two pictures, upright or turned by half, where a millimetre beside does not matter."""
    soft = [cv2.GaussianBlur(picture, (0, 0), 2).astype(np.float64) for picture in (one, other, other[::-1, ::-1])]
    return max(float(np.corrcoef(soft[0].ravel(), turned.ravel())[0, 1]) for turned in soft[1:])


@pytest.mark.sampled(12)
@pytest.mark.parametrize("number", HARD)
def test_a_face_that_is_shown_on_a_chequered_cloth_is_learnt_as_it_is(number: int) -> None:
    face, first, second = on_cloth(number)
    assert likeness(learn_face("a", first, second).picture, face) > 0.96


@pytest.mark.sampled(6)
@pytest.mark.parametrize("number", HARD)
def test_how_far_a_card_was_turned_is_seen_beside_the_edges_of_a_cloth(number: int) -> None:
    _, first, second = on_cloth(number)
    assert abs(turned_deg(first, second) - TURNED_DEG) < 15


SEATS = [(seed, number) for seed in (1, 2, 4) for number in range(5)]


def is_named(seed: int, number: int, as_learnt: Callable[[Image], Image], as_seen: Callable[[Image], Image]) -> bool:
    """Whether a card is named whose deck was learnt so, in a picture that is seen so."""
    name = drawn_deck().faces[number].name
    deck = EnrolledDeck.of(SIZE_MM, [Face(f.name, as_learnt(straight(f.picture))) for f in drawn_deck().faces])
    found = recognise(as_seen(Seat.at(seed).above(Laid(face_of(name), 8.0, -6.0, 35.0 + 60 * number, 0.3))), deck)
    return found is not None and found.names == (name,)


def with_cloth(face: Image) -> Image:
    """Returns a face that was learnt 5 mm beside its true place, with a strip of a cloth on two sides."""
    y, x = np.indices(face.shape[:2]) // 11
    inside = np.zeros(face.shape[:2], dtype=bool)
    inside[5:, 5:] = True
    cloth = np.where(((x + y) % 2)[..., None] == 0, WHITE, (110, 110, 190))
    return np.where(inside[..., None], face, cloth).astype(np.uint8)


def sharpened(picture: Image) -> Image:
    soft = cv2.GaussianBlur(picture, (0, 0), 1.0).astype(np.float64)
    return np.clip(2.0 * picture - soft, 0, 255).astype(np.uint8)


@pytest.mark.sampled(15)
@pytest.mark.parametrize(("seed", "number"), SEATS)
def test_a_card_is_named_whose_face_was_learnt_with_a_strip_of_the_table(seed: int, number: int) -> None:
    assert is_named(seed, number, with_cloth, lambda picture: picture)


@pytest.mark.sampled(15)
@pytest.mark.parametrize(("seed", "number"), SEATS)
def test_a_card_is_named_in_a_picture_that_is_sharper_than_its_face(seed: int, number: int) -> None:
    assert is_named(
        seed, number, lambda face: np.asarray(cv2.GaussianBlur(face, (0, 0), 0.7), dtype=np.uint8), sharpened
    )
