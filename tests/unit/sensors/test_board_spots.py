"""The row of spots: its order, which of them turn with the disc, and how what is known of a board fills it."""

import numpy as np
import pytest

from companion.board.files import load_board
from companion.sensors.board_spots import BoardSpots
from vision.board import Labels

BOARD = load_board("black_dog")
SPOTS = BoardSpots.of(BOARD, (0, 1, 2, 3))
EMPTY_LANE = (0, 0, 0, 0)


def labels(track: dict[int, int] | None = None, kennels: tuple[int, ...] = (0, 0, 0, 0)) -> Labels:
    classes = [0] * len(BOARD.track)
    for field, kind in (track or {}).items():
        classes[field] = kind
    return SPOTS.labels(track=tuple(classes), goal=(EMPTY_LANE,) * len(kennels), kennel_counts=kennels)


def test_spots_are_ordered_track_then_lanes_then_kennels() -> None:
    row = BoardSpots.of(BOARD, (0, 1, 2, 3))
    assert len(row.places_mm) == 64 + 4 * 4 + 4 * 5
    assert tuple(row.places_mm[5]) == BOARD.track[5]
    assert [tuple(spot) for spot in row.places_mm[row.goal_spots(2)]] == list(BOARD.goal[2])
    assert [tuple(spot) for spot in row.places_mm[row.kennel_spots(3)]] == list(BOARD.kennel[3])
    assert row.kennel_spots(3).stop == len(row.places_mm)


def test_seats_bring_their_own_sectors() -> None:
    """Two players at sectors 1 and 3: no spot of the unused lanes and kennels is watched."""
    row = BoardSpots.of(BOARD, (3, 1))
    assert row.seats == 2
    assert len(row.places_mm) == 64 + 2 * 4 + 2 * 5
    assert [tuple(spot) for spot in row.places_mm[row.goal_spots(0)]] == list(BOARD.goal[3])
    assert [tuple(spot) for spot in row.places_mm[row.kennel_spots(1)]] == list(BOARD.kennel[1])


def test_only_the_discs_fields_turn() -> None:
    row = BoardSpots.of(BOARD, (0, 1, 2, 3))
    assert BOARD.wheel is not None
    assert tuple(np.flatnonzero(row.on_disc)) == tuple(sorted(BOARD.wheel.fields))


def test_every_lane_and_kennel_is_a_group_of_its_own() -> None:
    row = BoardSpots.of(BOARD, (0, 1, 2, 3))
    assert set(row.group[:64]) == {0}
    groups = [set(row.group[spots(seat)].tolist()) for seat in range(4) for spots in (row.goal_spots, row.kennel_spots)]
    assert all(len(group) == 1 for group in groups)
    assert len(set.union({0}, *groups)) == 9


def test_known_classes_land_on_their_spots() -> None:
    row = BoardSpots.of(BOARD, (0, 1, 2, 3))
    known = row.classes(
        SPOTS.labels(
            track=tuple({7: 3, 40: 5}.get(field, 0) for field in range(64)),
            goal=(EMPTY_LANE, (0, 2, 0, 0), EMPTY_LANE, EMPTY_LANE),
            kennel_counts=(0, 0, 0, 0),
        ),
        np.zeros((len(row.places_mm), 6)),
    )
    filled = {int(spot): int(known[spot]) for spot in np.flatnonzero(known)}
    assert filled == {7: 3, 40: 5, row.goal_spots(1).start + 1: 2}


@pytest.mark.parametrize("liked", [(0, 1, 2), (1, 3, 4), (0, 2, 4)])
def test_a_kennel_fills_where_its_pawns_are_seen(liked: tuple[int, ...]) -> None:
    """The record knows how many wait there, the picture on which of the five spots."""
    row = BoardSpots.of(BOARD, (0, 1, 2, 3))
    scores = np.zeros((len(row.places_mm), 6))
    begin = row.kennel_spots(1).start
    scores[[begin + spot for spot in liked], 2] = 3.0
    known = row.classes(labels(kennels=(0, 3, 0, 0)), scores)
    assert np.flatnonzero(known).tolist() == [begin + spot for spot in liked]
    assert set(known[known > 0]) == {2}
