"""What lies over a card is left out, and what contradicts a face is not taken for a cover."""

import cv2
import numpy as np
import pytest
from card_decks import FINE
from card_piles import TWINS, Seat, face_of, seat_with_deck, straight
from card_scenes import Laid, Trouble
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.cards.cover import uncovered
from vision.cards.faces import EnrolledDeck, Face
from vision.cards.pile import logarithmic, print_where
from vision.cards.recognition import recognise
from vision.frames import Image

SKIN = (90, 125, 185)
LAMPS = [(1.0, 1.0, 1.0), (0.7, 0.9, 1.1), (0.5, 0.5, 0.5)]


def lit(picture: Image, lamp: tuple[float, float, float]) -> Image:
    return np.asarray(np.clip(picture * np.array(lamp), 0, 255), dtype=np.uint8)


@settings(max_examples=25, deadline=None)
@given(st.integers(12, 46), st.integers(20, 70), st.booleans(), st.sampled_from(LAMPS))
def test_a_finger_over_the_rim_is_left_out_and_little_else(
    middle: int, reach: int, from_above: bool, lamp: tuple[float, float, float]
) -> None:
    face = straight(face_of("art 1"))
    seen = face.copy()
    rows = slice(0, reach) if from_above else slice(91 - reach, 91)
    seen[rows, middle - 8 : middle + 8] = SKIN
    shows = uncovered(logarithmic(lit(seen, lamp)), logarithmic(face))
    covered = shows[rows, middle - 8 : middle + 8] == 0
    assert covered.mean() > 0.9
    assert shows.mean() > 1 - (reach + 8) * 26 / (59 * 91)


@pytest.mark.parametrize("radius", [4, 8])
def test_what_differs_in_the_middle_of_a_card_is_no_cover(radius: int) -> None:
    face = straight(face_of("art 1"))
    seen = face.copy()
    cv2.circle(seen, (29, 45), radius, SKIN, -1)
    assert uncovered(logarithmic(seen), logarithmic(face)).all()


def test_what_is_thin_is_no_cover() -> None:
    face = straight(face_of("art 1"))
    seen = face.copy()
    seen[:, 25:32] = (20, 20, 20)
    assert uncovered(logarithmic(seen), logarithmic(face)).all()


def test_a_print_is_the_same_whatever_covers_a_part() -> None:
    logs = logarithmic(straight(face_of("art 2")))
    shows = np.ones(logs.shape[:2], dtype=np.float32)
    shows[:, 30:] = 0
    covered = logs.copy()
    covered[:, 30:] = 2.0
    assert np.abs(print_where(covered, shows) - print_where(logs, shows)).max() < 1e-5


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seed", range(4))
def test_a_card_under_a_finger_is_named(seed: int) -> None:
    seat, deck = Seat.at(1), seat_with_deck(1)[1]
    name = f"art {seed}"
    card = Laid(face_of(name), 5.0, -4.0, 30.0 + 60 * seed, 0.3)
    found = recognise(seat.above(card, trouble=Trouble(finger=0.1 + 0.01 * seed)), deck)
    assert found is not None
    assert found.names == (name,)


def marked(place: tuple[int, int] | None) -> Image:
    picture = face_of(TWINS[0]).copy()
    if place:
        cv2.circle(picture, (place[0] * FINE, place[1] * FINE), 5 * FINE, (20, 20, 20), -1)
    return picture


def test_a_face_never_shown_that_differs_in_one_mark_is_not_named() -> None:
    seat, deck = Seat.at(1), seat_with_deck(1)[1]
    known = EnrolledDeck.of(deck.size_mm, [face for face in deck.faces if face.name != TWINS[1]])
    assert recognise(seat.above(Laid(marked((14, 40)), 0.0, 0.0, 60.0, 0.3)), known) is None


def test_a_mark_under_a_cover_leaves_a_pair() -> None:
    seat, deck = Seat.at(1), seat_with_deck(1)[1]
    faces = [Face("plain", straight(marked(None))), Face("marked", straight(marked((29, 78))))]
    known = EnrolledDeck.of(deck.size_mm, [*faces, *(face for face in deck.faces if face.name not in TWINS)])
    assert known.groups == ()
    covered = marked((29, 78))
    covered[66 * FINE :] = SKIN
    found = recognise(seat.above(Laid(covered, 0.0, 0.0, 60.0, 0.3)), known)
    assert found is not None
    assert sorted(found.names) == ["marked", "plain"]
