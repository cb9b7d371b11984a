"""The card on top of a pile, recognised or kept silent about."""

import cv2
import numpy as np
import pytest
from card_decks import FINE
from card_piles import PLACE, TWINS, Seat, drawn_deck, face_of, seat_with_deck, straight
from card_scenes import Laid, Trouble
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.cards.enrolment import NotOneFaceError, learn_face, shown_card
from vision.cards.faces import EnrolledDeck, Face
from vision.cards.pile import card_width_px, in_view
from vision.cards.recognition import recognise
from vision.frames import Image

ART = [face.name for face in drawn_deck().faces if face.name not in TWINS]
LAMPS = [(1.0, 1.0, 1.0), (0.7, 0.9, 1.1), (0.45, 0.45, 0.45)]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("number", range(len(ART)))
def test_a_card_in_another_light_is_named(number: int) -> None:
    seat, deck = seat_with_deck(1)
    card = Laid(face_of(ART[number]), 8.0, -6.0, 35.0 + 180 * (number % 2), 0.3)
    trouble = Trouble(lamp=LAMPS[number % 3], shadow=0.7, blur_px=1.0)
    found = recognise(seat.above(card, trouble=trouble), deck)
    assert found is not None
    assert found.names == (ART[number],)
    assert found.certainty > 0.42
    # the calibration of a seat is up to 2 mm beside the truth
    assert np.hypot(found.pose.x_mm - 98.0, found.pose.y_mm - 84.0) < 5


def test_the_card_on_top_is_named_and_none_below() -> None:
    seat, deck = seat_with_deck(1)
    heap = [Laid(face_of(name), 2.0 * i, -1.5 * i, 30.0 + 4 * i, 0.5 * i) for i, name in enumerate(ART)]
    for count in (2, len(heap)):
        found = recognise(seat.above(*heap[:count]), deck)
        assert found is None or found.names == (ART[count - 1],)
    assert found is not None


@pytest.mark.parametrize("name", TWINS)
def test_cards_that_look_alike_are_offered_together(name: str) -> None:
    seat, deck = seat_with_deck(1)
    assert deck.groups == (TWINS,)
    found = recognise(seat.above(Laid(face_of(name), 0.0, 0.0, 60.0, 0.3)), deck)
    assert found is not None
    assert sorted(found.names) == sorted(TWINS)


def test_faces_of_one_card_are_no_rivals() -> None:
    seat, deck = seat_with_deck(1)
    renamed = [Face("twin" if face.name in TWINS else face.name, face.picture) for face in deck.faces]
    same = EnrolledDeck.of(deck.size_mm, renamed)
    assert same.groups == ()
    found = recognise(seat.above(Laid(face_of(TWINS[0]), 0.0, 0.0, 60.0, 0.3)), same)
    assert found is not None
    assert found.names == ("twin",)


def test_an_empty_place_a_back_and_an_unknown_face_give_no_proposal() -> None:
    seat, deck = seat_with_deck(1)
    assert recognise(seat.above(), deck) is None
    assert recognise(seat.above(Laid(drawn_deck().back, 0.0, 0.0, 20.0, 0.3)), deck) is None
    for name in ART[:2]:
        fewer = EnrolledDeck.of(deck.size_mm, [face for face in deck.faces if face.name != name])
        assert recognise(seat.above(Laid(face_of(name), 3.0, 3.0, 20.0, 0.3)), fewer) is None


@pytest.mark.long
@settings(max_examples=6, deadline=None)
@given(st.integers(0, 2**31), st.sampled_from([(180, 180), (33, 47), (200, 40), (1, 1)]))
def test_any_picture_is_read_without_a_fault_and_without_a_name(seed: int, size: tuple[int, int]) -> None:
    _, deck = seat_with_deck(1)
    chance = np.random.default_rng(seed)
    kind = seed % 3
    noise = chance.integers(0, 256, (*size, 3), dtype=np.uint8)
    pile: Image = [noise, np.full_like(noise, seed % 256), noise // 16 * 16][kind]
    assert recognise(pile, deck) is None


def test_two_cards_are_not_one_face() -> None:
    seat = Seat.at(1)
    taken = [shown_card(seat.above(Laid(face_of(name), 0.0, 0.0, 20.0, 0.3)), (59.0, 91.0)) for name in ART[:2]]
    assert taken[0] is not None
    assert taken[1] is not None
    with pytest.raises(NotOneFaceError):
        learn_face("both", taken[0], taken[1])


def test_an_empty_place_shows_no_card() -> None:
    for seed in range(3):
        assert shown_card(Seat.at(seed).above(), (59.0, 91.0)) is None


def test_a_deck_needs_faces_of_its_size() -> None:
    with pytest.raises(ValueError, match="59 x 91"):
        EnrolledDeck.of((59.0, 91.0), [])
    with pytest.raises(ValueError, match="59 x 91"):
        EnrolledDeck.of((59.0, 91.0), [Face("a", np.zeros((91, 60, 3), dtype=np.uint8))])


def test_a_place_is_in_view_or_not_and_cards_have_a_width() -> None:
    near, far = Seat.at(1, width_px=90.0), Seat.at(1, width_px=40.0)
    assert in_view(near.camera.shown, PLACE, (440, 440))
    assert not in_view(near.camera.shown, PLACE, (300, 440))
    # seen at an angle it is narrower than straight from above
    assert 75 < card_width_px(near.camera.shown, PLACE, 59.0) < 95
    assert 33 < card_width_px(far.camera.shown, PLACE, 59.0) < 43


def marked(*marks: tuple[int, int]) -> Image:
    """The picture of the twins with discs at these places in millimetres."""
    picture = face_of(TWINS[0]).copy()
    for x, y in marks:
        cv2.circle(picture, (x * FINE, y * FINE), 4 * FINE, (20, 20, 20), -1)
    return picture


@pytest.mark.sampled(3)
@pytest.mark.parametrize("number", range(3))
def test_a_mark_that_is_on_one_of_two_faces_alone_tells_them_apart(number: int) -> None:
    """As the pips of the 4, the 5 and the 6 of a suit."""
    seat, deck = seat_with_deck(1)
    pictures = [marked(), marked((29, 45)), marked((29, 30), (29, 60))]
    faces = [Face(f"{index}", straight(picture)) for index, picture in enumerate(pictures)]
    others = [face for face in deck.faces if face.name not in TWINS]
    known = EnrolledDeck.of(deck.size_mm, [*faces, *others])
    found = recognise(seat.above(Laid(pictures[number], 0.0, 0.0, 60.0, 0.3)), known)
    assert found is not None
    assert found.names[0] == f"{number}"


def test_of_three_look_alikes_none_is_named() -> None:
    seat, deck = seat_with_deck(1)
    likes = [Face(name, straight(face_of(TWINS[0]))) for name in ("second", "third")]
    three = EnrolledDeck.of(deck.size_mm, [*deck.faces, *likes])
    assert recognise(seat.above(Laid(face_of(TWINS[0]), 0.0, 0.0, 60.0, 0.3)), three) is None
    # the other twin stands apart from all three
    found = recognise(seat.above(Laid(face_of(TWINS[1]), 0.0, 0.0, 60.0, 0.3)), three)
    assert found is None or found.names[0] == TWINS[1]
