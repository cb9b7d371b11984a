"""The print of a disc seen straight from above, one pixel a millimetre: its angle between steps, and what is known."""

from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from vision.board import Disc
from vision.read.appearance import Lab
from vision.read.disc_print import RINGS, STEPS, DiscPrint
from vision.read.view import IN_PLACE

SIDE = 200
DISC = Disc(centre=(100.0, 100.0), radius_mm=90.0)
POSE: Any = SimpleNamespace(pixels=lambda places: places)
EVERYWHERE = np.ones((SIDE, SIDE), dtype=np.bool_)


def shown(disc_deg: float, right: float = 0.0, light: float = 1.0) -> Lab:
    """Soft spots of many shades and tints, turned clockwise, some pixels to the right, and in another light."""
    chance = np.random.default_rng(4)
    soft = cv2.GaussianBlur(chance.normal(0, 1, (SIDE, SIDE, 3)).astype(np.float32), (0, 0), 5.0)
    print_ = np.array((150.0, 128.0, 128.0)) + soft / soft.std() * np.array((25.0, 6.0, 6.0))
    turn = cv2.getRotationMatrix2D((100.0, 100.0), -disc_deg, 1.0)
    turn[0, 2] += right
    lab = cv2.warpAffine(print_.astype(np.float32), turn, (SIDE, SIDE), borderMode=cv2.BORDER_REFLECT)
    return np.asarray(lab * np.float32((light, 1.0, 1.0)), dtype=np.float32)


KNOWN = DiscPrint.unknown(DISC).learnt(shown(0.0), EVERYWHERE, POSE, 0.0, IN_PLACE)


@pytest.mark.parametrize("disc_deg", [0.0, 0.5, 1.0, 1.5, 90.7, 178.8, 269.5, 275.0, 350.5, 359.4])
def test_the_angle_lies_between_the_steps_of_two_degrees(disc_deg: float) -> None:
    angle = KNOWN.angle(shown(disc_deg), POSE, None, IN_PLACE)
    assert angle is not None
    assert 0 <= angle < 360
    assert abs((angle - disc_deg + 180) % 360 - 180) < 0.25


@pytest.mark.parametrize("disc_deg", [20.0, 45.0, 135.0, 250.0, 340.0])
def test_between_two_stops_there_is_no_angle(disc_deg: float) -> None:
    assert KNOWN.angle(shown(disc_deg), POSE, None, IN_PLACE) is None


@pytest.mark.parametrize(
    ("last_deg", "kept"), [(88.2, True), (87.8, False), (93.8, True), (94.2, False), (1.0, False), (None, False)]
)
def test_an_angle_within_three_degrees_of_the_last_is_the_last(last_deg: float | None, *, kept: bool) -> None:
    angle = KNOWN.angle(shown(91.0), POSE, last_deg, IN_PLACE)
    assert angle is not None
    assert (angle == last_deg) == kept
    assert kept or abs(angle - 91.0) < 0.25


def test_the_light_does_not_turn_the_disc() -> None:
    angle = KNOWN.angle(shown(90.7, light=0.6), POSE, None, IN_PLACE)
    assert angle == pytest.approx(90.7, abs=0.25)


def test_a_disc_is_read_where_it_is_shown() -> None:
    beside = shown(90.7, right=6.0)
    assert KNOWN.angle(beside, POSE, None, np.array([6.0, 0.0])) == pytest.approx(90.7, abs=0.25)
    assert KNOWN.angle(beside, POSE, None, IN_PLACE) is None


@pytest.mark.parametrize(("row", "column", "step"), [(100, 160, 0), (160, 100, 45), (100, 40, 90), (40, 100, 135)])
def test_print_is_known_but_for_a_cell_round_what_hides_it(row: int, column: int, step: int) -> None:
    """Five millimetres are hidden, a cell is of two: as much is unknown on every side."""
    bare = EVERYWHERE.copy()
    bare[row - 2 : row + 3, column - 2 : column + 3] = False
    known = DiscPrint.unknown(DISC).learnt(shown(0.0), bare, POSE, 0.0, IN_PLACE).known
    rings, steps = np.nonzero(~known)
    assert set(rings.tolist()) == {11, 12, 13}
    assert set(((steps - step + 90) % STEPS - 90).tolist()) == {-2, -1, 0, 1, 2}


def test_a_turned_disc_teaches_the_print_at_its_stop_by_and_by() -> None:
    turned = DiscPrint.unknown(DISC).learnt(shown(90.0), EVERYWHERE, POSE, 90.0, IN_PLACE)
    assert turned.seen == pytest.approx(KNOWN.seen, abs=2.0)
    assert KNOWN.known.shape == (RINGS, STEPS)
    assert KNOWN.known.all()
    later = KNOWN.learnt(shown(180.0), EVERYWHERE, POSE, 0.0, IN_PLACE)
    other = np.roll(KNOWN.seen, STEPS // 2, axis=1)
    assert later.seen == pytest.approx(0.65 * KNOWN.seen + 0.35 * other, abs=1.0)


@pytest.mark.parametrize("hidden", [0.2, 0.4])
def test_a_part_of_the_disc_is_enough_for_its_angle(hidden: float) -> None:
    bare = EVERYWHERE.copy()
    bare[:, : round(hidden * SIDE)] = False
    known = DiscPrint.unknown(DISC).learnt(shown(0.0), bare, POSE, 0.0, IN_PLACE)
    assert not known.known.all()
    for disc_deg in (0.7, 90.7, 180.7):
        assert known.angle(shown(disc_deg), POSE, None, IN_PLACE) == pytest.approx(disc_deg, abs=0.5)
