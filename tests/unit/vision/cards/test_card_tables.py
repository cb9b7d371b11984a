"""Faces are learnt on plain pale tables as on others, and pictures that show no single card are refused."""

import cv2
import numpy as np
import pytest
from card_decks import SIZE_MM
from card_pale import OTHERS, PALE, place_with, playing_card
from card_piles import straight
from card_scenes import Laid

from vision.cards.enrolment import NotOneFaceError, ShownCard, learn_face, shown_card
from vision.frames import Image

TABLES = (*PALE, *OTHERS)
NUMBERS = (0, 5, 12, 20, 33, 45)
#: Cards whose prints have next to nothing in common: an ace and a court card, a nine and a red eight.
PAIRS = ((0, 12), (8, 33))
#: The card underneath lies so far aside in millimetres, and is turned by so many degrees.
UNDERNEATH = ((18.0, 8.0, 15.0), (6.0, 4.0, 8.0))
TURN_DEG = 100.0


def shown(table: str, cards: list[Laid], seed: int) -> ShownCard | None:
    return shown_card(place_with(table, cards, seed), SIZE_MM)


def likeness(learnt: Image, number: int) -> float:
    """The correlation of a learnt face with a card, upright or turned by half, without the rim."""
    inner = (slice(4, -4), slice(4, -4))
    face = straight(playing_card(number))
    soft = [cv2.GaussianBlur(one, (0, 0), 2)[inner].astype(np.float64) for one in (learnt, face, face[::-1, ::-1])]
    return max(float(np.corrcoef(soft[0].ravel(), turned.ravel())[0, 1]) for turned in soft[1:])


def upon(number: int, below: int, turn_deg: float, seed: int) -> list[Laid]:
    """A card upon another one."""
    (x, y), (dx, dy, more) = np.random.default_rng(seed).uniform(-5, 5, 2), UNDERNEATH[seed % len(UNDERNEATH)]
    along = np.exp(1j * np.radians(turn_deg)) * complex(dx, dy)
    lower = Laid(playing_card(below), x + along.real, y + along.imag, turn_deg + more, 0.3)
    return [lower, Laid(playing_card(number), x, y, turn_deg, 0.6)]


@pytest.mark.thinned(30)
@pytest.mark.sampled(5)
@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("table", TABLES)
def test_a_face_is_learnt_on_every_table(table: str, number: int) -> None:
    chance, turn_deg = np.random.default_rng(number), 33.0 * number
    first, second = (
        shown(table, [Laid(playing_card(number), *chance.uniform(-14, 14, 2), turned, 0.3)], number)
        for turned in (turn_deg, turn_deg + TURN_DEG)
    )
    assert first is not None
    assert second is not None
    # on white the shade beside a card passes for its edge, 1 to 2 mm off
    assert likeness(learn_face("a", first, second).picture, number) > (0.85 if table == "white" else 0.92)


@pytest.mark.thinned(10)
@pytest.mark.sampled(3)
@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("table", TABLES)
def test_two_cards_that_were_exchanged_are_refused(table: str, pair: tuple[int, int]) -> None:
    first = shown(table, [Laid(playing_card(pair[0]), 3, 2, 20, 0.3)], 1)
    second = shown(table, [Laid(playing_card(pair[1]), -3, 5, 20 + TURN_DEG, 0.3)], 2)
    assert first is not None
    assert second is not None
    with pytest.raises(NotOneFaceError):
        learn_face("a", first, second)


@pytest.mark.thinned(5)
@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", range(len(UNDERNEATH)))
@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("table", TABLES)
def test_of_two_cards_turned_together_at_most_the_upper_is_learnt(table: str, pair: tuple[int, int], seed: int) -> None:
    first, second = (
        shown(table, upon(*pair, turn_deg, seed), seed) for turn_deg in (25.0 + 77 * seed, 125.0 + 77 * seed)
    )
    try:
        learnt = learn_face("a", first, second) if first is not None and second is not None else None
    except NotOneFaceError:
        learnt = None
    assert learnt is None or likeness(learnt.picture, pair[0]) > 0.85


@pytest.mark.sampled(2)
@pytest.mark.parametrize("tilt_deg", [3.0, 30.0])
@pytest.mark.parametrize("table", TABLES)
def test_an_empty_table_shows_no_card(table: str, tilt_deg: float) -> None:
    assert shown_card(place_with(table, [], 4, tilt_deg=tilt_deg), SIZE_MM) is None


@pytest.mark.parametrize("number", NUMBERS[:3])
@pytest.mark.parametrize("table", PALE)
def test_a_card_half_outside_the_place_is_not_shown(table: str, number: int) -> None:
    assert shown(table, [Laid(playing_card(number), 95.0, 0.0, 10.0, 0.3)], number) is None
