"""Boards made to measure: every spot has room, the name makes the board, and a game without a board gets one."""

import hashlib
import random
from itertools import chain, pairwise
from typing import Any, Final

import numpy as np
import pytest

from companion.board.files import board_for, boards_for, fits, load_board, runs_clockwise
from companion.board.profile import BoardProfile
from companion.board.shapes import BoardShape, made_text, outline_of, shape_named
from companion.catalogue.shipped import SHIPPED
from companion.rules.variant import Variant
from companion.rules.variant_files.file import build_variant

#: A pawn's foot is 14 mm wide; fingers need the rest.
LEAST_MM: Final = 19.0
LARGEST_MM: Final = 900.0
#: A marker's white margin is a sixth of its side.
WITH_MARGIN: Final = 0.5 + 1 / 6


def some_shapes(count: int, seed: int) -> list[BoardShape]:
    chance = random.Random(seed)
    return [
        BoardShape(
            sectors=chance.randint(2, 8),
            length=chance.randint(12, 24),
            goals=chance.randint(3, 6),
            pawns=chance.randint(3, 6),
            entrance=chance.randint(-7, 7),
            centre=chance.random() < 0.3,
            clockwise=chance.random() < 0.7,
        )
        for _ in range(count)
    ]


def distances(profile: BoardProfile) -> np.ndarray:
    centre = [profile.centre] if profile.centre else []
    spots = np.array([*profile.track, *chain(*profile.goal), *chain(*profile.kennel), *centre])
    return np.linalg.norm(spots[:, None] - spots[None], axis=2) + 1000 * np.eye(len(spots))


@pytest.mark.parametrize("shape", some_shapes(40, seed=41), ids=lambda shape: shape.name)
def test_every_spot_of_a_board_of_any_shape_has_room(shape: BoardShape) -> None:
    profile = load_board(shape.name)
    assert shape_named(shape.name) == shape
    assert (len(profile.goal), len(profile.track)) == (shape.sectors, shape.sectors * shape.length)
    assert {len(lane) for lane in profile.goal} == {shape.goals}
    assert {len(kennel) for kennel in profile.kennel} == {shape.pawns}
    assert runs_clockwise(profile) == shape.clockwise
    assert distances(profile).min() >= LEAST_MM
    assert max(profile.size_mm) <= LARGEST_MM
    reach = WITH_MARGIN * profile.markers.size_mm + profile.pawn.width_mm / 2
    spots = np.array([*profile.track, *chain(*profile.goal), *chain(*profile.kennel)])
    for centre in profile.markers.centres:
        assert np.abs(spots - centre).max(axis=1).min() >= reach


@pytest.mark.parametrize("shape", some_shapes(20, seed=42), ids=lambda shape: shape.name)
def test_fields_follow_each_other_and_a_lane_begins_at_its_field(shape: BoardShape) -> None:
    profile = load_board(shape.name)
    ring = np.array([*profile.track, profile.track[0]])
    steps = [float(np.linalg.norm(after - before)) for before, after in pairwise(ring)]
    assert max(steps) <= 1.1 * min(steps)
    for sector, lane in enumerate(profile.goal):
        away = np.linalg.norm(ring[:-1] - lane[0], axis=1)
        assert int(away.argmin()) == (sector * shape.length + shape.entrance) % len(profile.track)


def test_a_printed_board_fits_every_later_program() -> None:
    """The spots of a name never change: families have printed them."""
    text = "".join(made_text(shape) for shape in some_shapes(12, seed=43))
    assert (
        hashlib.sha256(text.encode()).hexdigest() == "ca56715397997597e0d6c152f05b5bb744a6d76535bee7db64eb664eafbdc1ae"
    )


@pytest.mark.parametrize(
    "name",
    ["made_9x16_g4_p4", "made_4x7_g4_p4", "made_4x16_g2_p4", "made_4x16_g4_p4_e0", "made_4x16", "xmade_4x16_g4_p4"],
)
def test_other_names_are_no_shape(name: str) -> None:
    assert shape_named(name) is None


def changed(name: str, **tables: Any) -> Variant:
    return build_variant(name, {**SHIPPED.variant(name).tables, **tables})


def test_a_game_that_fits_no_shipped_board_is_played_on_one_made_for_it() -> None:
    long = changed("dog", sector_length=19)
    assert board_for(long, 4) == "made_4x19_g4_p5"
    assert board_for(long, 4, clockwise=False) == "made_4x19_g4_p5_left"
    assert fits(load_board("made_4x19_g4_p5"), long)
    five = changed("dog", goal_fields=5)
    assert boards_for(five, 4) == ("made_4x16_g5_p5",)
    assert not fits(load_board("star_4"), five)
    many = changed("dog", pawns={str(count): 6 for count in range(2, 7)})
    assert boards_for(many, 4) == ("star_4", "black_dog")
    eight = changed("tock_6", boards={"8": [8]}, pawns={"8": 4}, walk={"lane_offset": -2})
    assert boards_for(eight, 8) == ("made_8x18_g4_p4_e-2_centre",)


def test_sectors_are_alike_all_round() -> None:
    outline = outline_of(BoardShape(sectors=3, length=13, goals=5, pawns=3))
    middle = np.array([outline.size_mm / 2] * 2)
    for rows in (outline.goal, outline.kennel):
        out = np.linalg.norm(np.array(rows) - middle, axis=2)
        assert np.ptp(out, axis=0).max() < 0.2
