"""Decoding of hand-made pictures: flat patches for pawns, so that every pixel's meaning is known."""

import cv2
import numpy as np
import pytest

from vision.appearance import NAMED, EmptyBoard, Palette, to_lab
from vision.decoding import LEAST, Confirmed, Knowledge, decode
from vision.silhouettes import Silhouettes
from vision.spots import SpotRow

COLOURS = ("red", "blue")
CREAM_BGR = (176, 212, 226)
SHAPE = (80, 200)
#: Four spots in a row with room between them; behind the fourth one that peeps out and one that does not.
BOXES = ((20, 20), (60, 20), (100, 20), (150, 30), (150, 18), (150, 26))
SIDE = 16
REACH = 3


def _box(x: int, y: int, grown: int = 0) -> np.ndarray:
    rows, columns = np.mgrid[y - grown : y + SIDE + grown, x - grown : x + SIDE + grown]
    return (rows * SHAPE[1] + columns).ravel().astype(np.int64)


def outlines() -> Silhouettes:
    core = tuple(_box(x, y) for x, y in BOXES)
    wide = tuple(_box(x, y, REACH) for x, y in BOXES)
    near = tuple(
        tuple(k for k, other in enumerate(wide) if k != spot and np.isin(pixels, other).any())
        for spot, pixels in enumerate(core)
    )
    feet = np.array([(x + SIDE / 2, y + SIDE) for x, y in BOXES], dtype=np.float64)
    return Silhouettes(core=core, wide=wide, feet=feet, depth=feet[:, 1].copy(), neighbours=near)


def row() -> SpotRow:
    count = len(BOXES)
    places = np.array(BOXES, dtype=np.float64)
    return SpotRow(places, np.zeros(count, dtype=np.int64), np.zeros(count, dtype=bool), count, ())


def picture(pawns: dict[int, str], seed: int = 1, light: float = 1.0) -> np.ndarray:
    """Lab of a cream board with pawns by spot, farther ones drawn first."""
    image = np.full((*SHAPE, 3), CREAM_BGR, dtype=np.float64)
    for spot in sorted(pawns, key=lambda spot: BOXES[spot][1]):
        x, y = BOXES[spot]
        cv2.rectangle(image, (x, y), (x + SIDE - 1, y + SIDE - 1), NAMED[pawns[spot]][::-1], -1)
    image = image * light + np.random.default_rng(seed).normal(0, 2.0, image.shape)
    return to_lab(np.clip(image, 0, 255).astype(np.uint8))


def knowledge(confirmed: Confirmed | None = None, seen_empty: bool = True) -> Knowledge:
    empty = EmptyBoard(SHAPE)
    bare = Palette(("",))
    if seen_empty:
        empty.learn(picture({}), np.ones(SHAPE, dtype=bool))
    bare.learn(0, picture({}).reshape(-1, 3).astype(np.float64))
    palette = Palette(COLOURS)
    for kind, name in enumerate(COLOURS):
        shown = picture({0: name}).reshape(-1, 3)
        palette.learn(kind, shown[outlines().core[0]].astype(np.float64))
    return Knowledge(empty, palette, bare, confirmed)


def read(pawns: dict[int, str], known: Knowledge | None = None, **drawn: float) -> np.ndarray:
    return decode(picture(pawns, seed=7, **drawn), known or knowledge(), row(), outlines())


def classes(scores: np.ndarray) -> list[int]:
    return [int(kind) for kind in scores.argmax(axis=1)]


def test_scores_are_log_probabilities_with_a_floor() -> None:
    scores = read({0: "red", 2: "blue"})
    assert scores.shape == (len(BOXES), 3)
    assert np.exp(scores).sum(axis=1) == pytest.approx(1.0)
    assert scores.min() >= np.log(LEAST) - 1e-9


def test_pawns_and_empty_spots_are_told_apart_by_a_wide_margin() -> None:
    scores = read({0: "red", 2: "blue"})
    assert classes(scores) == [1, 0, 2, 0, 0, 0]
    ordered = np.sort(scores[:4], axis=1)
    assert (ordered[:, -1] - ordered[:, -2]).min() > 3.0


@pytest.mark.parametrize("light", [0.75, 1.12])
def test_other_light_on_an_empty_board_makes_no_pawns(light: float) -> None:
    assert classes(read({}, light=light)) == [0] * len(BOXES)


def test_spots_never_seen_empty_go_by_the_look_of_their_kind() -> None:
    assert classes(read({1: "blue"}, knowledge(seen_empty=False)))[:4] == [0, 2, 0, 0]


def test_a_pawn_in_front_does_not_make_one_behind() -> None:
    scores = read({3: "red"})
    assert classes(scores)[3] == 1
    assert scores[4, 1] < np.log(0.5)


def test_a_spot_that_cannot_be_seen_is_not_called_empty_for_sure() -> None:
    """Law of the module: a hidden spot says "I do not know"."""
    open_view = read({})[5, 1:].max()
    hidden = read({3: "red"})[5, 1:].max()
    assert hidden > open_view + 2


def test_a_pawn_that_peeps_out_behind_another_is_seen() -> None:
    scores = read({3: "red", 4: "blue"})
    assert classes(scores)[3:5] == [1, 2]


def test_a_spot_outside_the_picture_knows_nothing() -> None:
    drawn = outlines()
    nothing = np.empty(0, dtype=np.int64)
    cut = Silhouettes(
        core=(nothing, *drawn.core[1:]),
        wide=(nothing, *drawn.wide[1:]),
        feet=drawn.feet,
        depth=drawn.depth,
        neighbours=drawn.neighbours,
    )
    scores = decode(picture({1: "red"}), knowledge(), row(), cut)
    assert np.exp(scores[0]).max() < 0.95
    assert classes(scores)[1] == 1


def confirmed(pawns: dict[int, str]) -> Confirmed:
    kinds = np.zeros(len(BOXES), dtype=np.int64)
    for spot, name in pawns.items():
        kinds[spot] = 1 + COLOURS.index(name)
    return Confirmed(picture(pawns, seed=3), kinds)


def test_a_pawn_on_a_print_of_its_own_colour_that_goes_is_missed() -> None:
    """Spot 0 was never seen empty and its print is as red as the pawn, only flatter: the change tells."""
    before = confirmed({0: "red"})
    stays = read({0: "red"}, knowledge(before))
    leaves = read({}, knowledge(before))
    assert (classes(stays)[0], classes(leaves)[0]) == (1, 0)


def test_what_is_as_confirmed_is_surer_than_without_a_memory() -> None:
    alone = read({0: "red", 2: "blue"})
    remembered = read({0: "red", 2: "blue"}, knowledge(confirmed({0: "red", 2: "blue"})))
    assert classes(remembered) == [1, 0, 2, 0, 0, 0]
    assert remembered[0, 1] >= alone[0, 1]
    assert remembered[1, 0] >= alone[1, 0]


def test_a_new_light_is_not_taken_for_pawns_that_went() -> None:
    before = confirmed({0: "red", 2: "blue"})
    assert classes(read({0: "red", 2: "blue"}, knowledge(before), light=0.7)) == [1, 0, 2, 0, 0, 0]


def test_spots_not_to_be_compared_are_read_from_the_picture() -> None:
    """A disc that turned: class -1 stands for "the confirmed picture says nothing here"."""
    before = confirmed({0: "red"})
    carried = Confirmed(before.lab, np.full(len(BOXES), -1))
    assert classes(read({1: "red"}, knowledge(carried)))[:4] == [0, 1, 0, 0]
