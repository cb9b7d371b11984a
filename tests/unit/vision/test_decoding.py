"""Decoding of hand-made pictures: every pawn is a flat patch where its outline is, so each pixel's meaning is known."""

import numpy as np
import pytest

from companion.board_files import load_board
from companion.simulation.pinhole import Pinhole, Stand
from vision.appearance import NAMED, EmptyBoard, Palette, to_lab
from vision.decoding import LEAST, Confirmed, Knowledge, decode
from vision.evidence import Looks
from vision.pose import find_pose
from vision.silhouettes import Silhouettes, draw_silhouettes
from vision.spots import SpotRow

COLOURS = ("red", "blue")
CREAM_BGR = (176, 212, 226)
SHAPE = (240, 320)
#: In millimetres: four spots with room between them, one that peeps out behind the fourth, one that does not, and one
#: that is out of the picture.
SPOTS_MM = np.array(
    [(30.0, 70.0), (65.0, 70.0), (100.0, 70.0), (140.0, 80.0), (140.0, 55.0), (140.0, 78.0), (900.0, 70.0)]
)
#: A printed ring lies under the foot and shows on so much of the outline, counted from below, when the pawn is gone.
PRINTED_SHARE = 0.65
FRONT, PEEPING, HIDDEN, OUTSIDE = 3, 4, 5, 6


def _outlines() -> Silhouettes:
    """Cones of our own board seen 50 degrees high; the camera stands at the lower edge."""
    size_px = (SHAPE[1], SHAPE[0])
    lens = Pinhole((170.0, 130.0), size_px, Stand(elevation_deg=50.0))
    corners = ((0.0, 0.0), (150.0, 0.0), (150.0, 110.0), (0.0, 110.0))
    printed = {name: np.array(at) + np.array([[0, 0], [20, 0], [20, 20], [0, 20]]) for name, at in enumerate(corners)}
    seen = {name: lens.project(np.column_stack([at, np.zeros(4)])) for name, at in printed.items()}
    pose = find_pose(seen, printed, size_px)
    assert pose is not None
    return draw_silhouettes(pose, load_board("black_dog"), SPOTS_MM, SHAPE)


OUTLINES = _outlines()


def row() -> SpotRow:
    count = len(SPOTS_MM)
    return SpotRow(SPOTS_MM, np.zeros(count, dtype=np.int64), np.zeros(count, dtype=bool), count, ())


def picture(
    pawns: dict[int, str], seed: int = 1, light: float = 1.0, prints: tuple[tuple[int, str], ...] = ()
) -> np.ndarray:
    """Lab of a cream board with pawns by spot, farther ones drawn first; `prints` lie under some spots."""
    image = np.full((SHAPE[0] * SHAPE[1], 3), CREAM_BGR, dtype=np.float64)
    for spot, name in prints:
        foot = OUTLINES.core[spot][-int(PRINTED_SHARE * len(OUTLINES.core[spot])) :]
        image[foot] = 0.7 * np.array(NAMED[name][::-1])
    for spot in sorted(pawns, key=lambda spot: float(OUTLINES.depth[spot])):
        image[OUTLINES.core[spot]] = NAMED[pawns[spot]][::-1]
    image = image * light + np.random.default_rng(seed).normal(0, 2.0, image.shape)
    return to_lab(np.clip(image, 0, 255).astype(np.uint8).reshape(*SHAPE, 3))


def knowledge(confirmed: Confirmed | None = None, seen_empty: bool = True) -> Knowledge:
    empty = EmptyBoard(SHAPE)
    bare = Palette(("",))
    if seen_empty:
        empty.learn(picture({}), np.ones(SHAPE, dtype=bool))
    bare.learn(0, picture({}).reshape(-1, 3).astype(np.float64))
    palette = Palette(COLOURS)
    for kind, name in enumerate(COLOURS):
        shown = picture({0: name}).reshape(-1, 3)
        palette.learn(kind, shown[OUTLINES.core[0]].astype(np.float64))
    return Knowledge(Looks(empty, palette, bare), confirmed)


def read(pawns: dict[int, str], known: Knowledge | None = None, **drawn: float) -> np.ndarray:
    return decode(picture(pawns, seed=7, **drawn), known or knowledge(), row(), OUTLINES)


def classes(scores: np.ndarray) -> list[int]:
    return [int(kind) for kind in scores.argmax(axis=1)]


def test_scores_are_log_probabilities_with_a_floor() -> None:
    scores = read({0: "red", 2: "blue"})
    assert scores.shape == (len(SPOTS_MM), 3)
    assert np.exp(scores).sum(axis=1) == pytest.approx(1.0)
    assert scores.min() >= np.log(LEAST) - 1e-9


def test_pawns_and_empty_spots_are_told_apart_by_a_wide_margin() -> None:
    scores = read({0: "red", 2: "blue"})
    assert classes(scores) == [1, 0, 2, 0, 0, 0, 0]
    ordered = np.sort(scores[:4], axis=1)
    assert (ordered[:, -1] - ordered[:, -2]).min() > 3.0


@pytest.mark.parametrize("light", [0.75, 1.12])
def test_other_light_on_an_empty_board_makes_no_pawns(light: float) -> None:
    assert classes(read({}, light=light)) == [0] * len(SPOTS_MM)


def test_spots_never_seen_empty_go_by_the_look_of_their_kind() -> None:
    assert classes(read({1: "blue"}, knowledge(seen_empty=False)))[:4] == [0, 2, 0, 0]


def test_a_pawn_in_front_does_not_make_one_behind() -> None:
    scores = read({FRONT: "red"})
    assert classes(scores)[FRONT:OUTSIDE] == [1, 0, 0]


def test_a_spot_that_cannot_be_seen_is_not_called_empty_for_sure() -> None:
    """Law of the module: a hidden spot says "I do not know"."""
    open_view = read({})[HIDDEN, 1:].max()
    hidden = read({FRONT: "red"})[HIDDEN, 1:].max()
    assert hidden > open_view + 2


def test_a_pawn_that_peeps_out_behind_another_is_seen() -> None:
    scores = read({FRONT: "red", PEEPING: "blue"})
    assert (classes(scores)[FRONT], classes(scores)[PEEPING]) == (1, 2)


def test_a_spot_outside_the_picture_knows_nothing() -> None:
    scores = read({1: "red"})
    assert len(OUTLINES.core[OUTSIDE]) == 0
    assert np.exp(scores[OUTSIDE]).max() < 0.95
    assert classes(scores)[1] == 1


def confirmed(pawns: dict[int, str]) -> Confirmed:
    kinds = np.zeros(len(SPOTS_MM), dtype=np.int64)
    for spot, name in pawns.items():
        kinds[spot] = 1 + COLOURS.index(name)
    return Confirmed(picture(pawns, seed=3), kinds)


def test_a_pawn_that_leaves_a_print_of_its_own_colour_is_missed() -> None:
    """Spot 0 was never seen empty and its print is as red as the pawn: only the change tells that it has gone."""
    prints = ((0, "red"),)
    never_seen = knowledge(seen_empty=False)
    before = Confirmed(picture({0: "red"}, seed=3, prints=prints), confirmed({0: "red"}).classes)
    remembering = Knowledge(never_seen.looks, before)
    gone = picture({}, seed=7, prints=prints)
    assert classes(decode(gone, never_seen, row(), OUTLINES))[0] == 1, "without the memory the print passes for a pawn"
    assert classes(decode(gone, remembering, row(), OUTLINES))[0] == 0
    stays = picture({0: "red"}, seed=7, prints=prints)
    assert classes(decode(stays, remembering, row(), OUTLINES))[0] == 1


def test_what_is_as_confirmed_is_surer_than_without_a_memory() -> None:
    alone = read({0: "red", 2: "blue"})
    remembered = read({0: "red", 2: "blue"}, knowledge(confirmed({0: "red", 2: "blue"})))
    assert classes(remembered) == [1, 0, 2, 0, 0, 0, 0]
    assert remembered[0, 1] >= alone[0, 1]
    assert remembered[1, 0] >= alone[1, 0]


def test_in_a_new_light_the_memory_keeps_quiet() -> None:
    """When nearly everything changed at once it was the lamp: the confirmed picture neither accuses nor vouches."""
    before = confirmed({0: "red", 2: "blue"})
    alone = read({0: "red", 2: "blue"}, light=0.6)
    assert read({0: "red", 2: "blue"}, knowledge(before), light=0.6) == pytest.approx(alone)


def test_spots_not_to_be_compared_are_read_from_the_picture() -> None:
    """A disc that turned: class -1 stands for "the confirmed picture says nothing here"."""
    before = confirmed({0: "red"})
    carried = Confirmed(before.lab, np.full(len(SPOTS_MM), -1))
    assert classes(read({1: "red"}, knowledge(carried)))[:4] == [0, 1, 0, 0]
