"""The place of a card: found by its print if no outline shows, and laid on though it is bent."""

import cv2
import numpy as np
import pytest
from card_decks import SIZE_MM
from card_piles import drawn_deck, straight

from vision.cards.alignment import affine_of, curl, cut_out, size_px
from vision.cards.faces import EnrolledDeck, Face
from vision.cards.fits import Fitting, in_place
from vision.cards.outlines import CardPose
from vision.cards.pile import Floats, logarithmic
from vision.cards.recognition import recognise
from vision.cards.search import TURN_STEP_DEG, find_print
from vision.cards.thresholds import THRESHOLDS
from vision.frames import Image

WHITE = 245


def worded(number: int) -> Image:
    """A white card with a word in its middle and no edge at all."""
    sheet = np.full((91, 59, 3), WHITE, dtype=np.uint8)
    cv2.putText(sheet, f"{number}", (8, 44), cv2.FONT_HERSHEY_TRIPLEX, 1.6, (20, 20, 20), 3, cv2.LINE_AA)
    cv2.putText(sheet, ["home", "swap", "turn"][number % 3], (6, 66), cv2.FONT_HERSHEY_TRIPLEX, 0.6, (30, 30, 120), 1)
    cv2.circle(sheet, (12 + 8 * (number % 5), 79), 3, (120, 60, 20), -1, cv2.LINE_AA)
    return sheet


def worded_deck() -> EnrolledDeck:
    return EnrolledDeck.of(SIZE_MM, [Face(f"{number}", worded(number)) for number in range(12, 24)])


def white_heap(card: Image, pose: CardPose) -> Image:
    """The card on a heap as white as itself that fills the place."""
    back = cv2.invertAffineTransform(affine_of(pose))
    middle = np.array([[1.0, 0.0, 29.0], [0.0, 1.0, 45.0]])
    onto = np.vstack([middle, [0, 0, 1]]) @ np.vstack([back, [0, 0, 1]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    heap = cv2.warpAffine(card, onto[:2], (180, 180), flags=flags, borderValue=(WHITE,) * 3)
    noise = np.random.default_rng(1).normal(0, 2, heap.shape)
    return np.asarray(np.clip(heap + noise, 0, 255), dtype=np.uint8)


@pytest.mark.thinned(2)
@pytest.mark.sampled(2)
@pytest.mark.parametrize("turn", [0.0, 47.0, 131.0, 305.0])
def test_a_white_card_on_a_white_heap_is_found_by_its_print(turn: float) -> None:
    deck, pose = worded_deck(), CardPose(97.0, 84.0, turn)
    heap = white_heap(worded(17), pose)
    best = find_print(logarithmic(heap), deck.small)[0]
    assert np.hypot(best.x_mm - pose.x_mm, best.y_mm - pose.y_mm) < 5
    off = (best.turn_deg - turn) % 180
    assert min(off, 180 - off) <= TURN_STEP_DEG
    found = recognise(heap, deck)
    assert found is not None
    assert found.names == ("17",)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("turn", [10.0, 75.0, 140.0])
def test_a_white_card_on_white_on_a_dark_table_is_found_by_its_print(turn: float) -> None:
    """Print is much fainter than the edge of the heap."""
    faint = {
        number: cv2.addWeighted(worded(number), 0.4, np.full((91, 59, 3), WHITE, dtype=np.uint8), 0.6, 0)
        for number in range(12, 24)
    }
    deck = EnrolledDeck.of(SIZE_MM, [Face(f"{number}", picture) for number, picture in faint.items()])
    pose = CardPose(97.0, 84.0, turn)
    heap = white_heap(faint[17], pose)
    below = np.zeros(heap.shape[:2], dtype=np.uint8)
    for aside in (-9.0, 0.0, 8.0):
        corners = cv2.boxPoints(((97.0, 84.0), SIZE_MM, turn + aside))
        cv2.fillConvexPoly(below, np.rint(corners).astype(np.int32), 1)
    heap[below == 0] = np.random.default_rng(2).normal(40, 3, (np.count_nonzero(below == 0), 3)).astype(np.uint8)
    best = find_print(logarithmic(heap), deck.small)[0]
    assert np.hypot(best.x_mm - pose.x_mm, best.y_mm - pose.y_mm) < 5


@pytest.mark.thinned(2)
@pytest.mark.sampled(4)
@pytest.mark.parametrize("size", [(1, 1), (33, 47), (40, 200), (180, 180)])
def test_places_are_in_the_picture_whatever_its_size(size: tuple[int, int]) -> None:
    noise = np.random.default_rng(3).normal(0, 1, (*size, 3)).astype(np.float32)
    places = find_print(noise, worded_deck().small)
    assert all(0 <= place.x_mm <= size[1] + 4 and 0 <= place.y_mm <= size[0] + 4 for place in places)
    assert bool(places) == (max(size) > 91)


def bent(logs: Floats, move: tuple[float, float]) -> Floats:
    """A card's logarithmic picture as it shows with its ends `move` pixels beside its middle."""
    height = logs.shape[0]
    whole = cv2.copyMakeBorder(logs, 40, 40, 40, 40, cv2.BORDER_REPLICATE)
    y, x = np.indices(whole.shape[:2]).astype(np.float32) - 40
    away = curl(y - (height - 1) / 2, height).astype(np.float32)
    moved = (x + 40 - np.float32(move[0]) * away, y + 40 - np.float32(move[1]) * away)
    return np.asarray(cv2.remap(whole, *moved, cv2.INTER_LINEAR), dtype=np.float32)


@pytest.mark.parametrize("move", [(2.0, 0.0), (0.0, -2.0), (-1.4, 1.4)])
def test_a_bent_card_is_no_other_print(move: tuple[float, float]) -> None:
    face = logarithmic(straight(drawn_deck().faces[1].picture))
    fitting = Fitting(bent(face, move), np.ascontiguousarray(np.stack([face, face[::-1, ::-1]])[None]))
    start = in_place(size_px(SIZE_MM))
    start[:, 2] += 40
    fit = fitting.finely(0, 0, start)
    assert fit is not None
    assert np.abs(fit.affine[:, 3] - move).max() < 0.5
    assert fit.misfit.max() < THRESHOLDS.block_misfit


def test_a_bend_of_nothing_shows_the_same() -> None:
    picture = np.random.default_rng(2).normal(0, 1, (180, 180, 3)).astype(np.float32)
    affine = affine_of(CardPose(90.0, 95.0, 33.0))
    flat, curled = (cut_out(picture, one, (59, 91)) for one in (affine, np.column_stack([affine, np.zeros(2)])))
    assert np.abs(flat - curled)[1:-1, 1:-1].max() < 0.2
