"""Two cameras over one board: hidden spots, disputes, unrest, late and missing pictures, and never a sure guess."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.board import Pool, Spots
from vision.results import BoardReading, FrameResult, FrameStatus, Remark
from vision.two_cameras import LATE_MS, MOST_DISPUTED, NEAR_MS, SURE, UNREST_MS, TwoCameras, joined

#: Ten fields, the last two of them on a disc, and a pool of three spots; empty, red, blue.
SPOTS = Spots(
    places_mm=np.arange(26.0).reshape(13, 2),
    group=np.zeros(13, dtype=np.int64),
    on_disc=np.arange(13) // 2 == 4,
    pools=(Pool(10, 13, 1),),
)
#: The same with two red pieces and one blue piece.
COUNTED = replace(SPOTS, piece_counts=(2, 1))
RED, BLUE = 1, 2
LONG_MS = max(UNREST_MS.values()) + LATE_MS
Numbers = NDArray[np.float64]


def rows(standing: dict[int, int], sure: float = 0.99, hidden: tuple[int, ...] = ()) -> Numbers:
    scores = np.full((13, 3), np.log((1 - sure) / 2))
    scores[np.arange(13), [standing.get(spot, 0) for spot in range(13)]] = np.log(sure)
    scores[list(hidden)] = -np.log(3)
    return scores


def reading(scores: Numbers, t_ms: int = 0, turn: int | None = 0) -> BoardReading:
    deg = None if turn is None else 90.0 * turn
    return BoardReading(t_ms=t_ms, scores=scores, counted=scores, quarter_turn=turn, disc_deg=deg)


def read(scores: Numbers, turn: int | None = 0, rest_ms: int = LONG_MS, *remarks: Remark) -> FrameResult:
    return FrameResult(FrameStatus.SETTLED, reading(scores, turn=turn), rest_ms, remarks)


def chances(result: FrameResult, spot: int) -> list[float]:
    assert result.reading is not None
    return np.exp(result.reading.scores[spot]).tolist()


def both(first: FrameResult, second: FrameResult, for_ms: int = 0, spots: Spots = SPOTS) -> FrameResult:
    """Returns the result of two cameras that have shown the same for so long."""
    cameras = TwoCameras(spots)
    for t_ms in range(0, for_ms + 1, 100):
        cameras.after(0, first, t_ms)
        result = cameras.after(1, second, t_ms)
    return result


def test_a_spot_hidden_from_one_is_that_of_the_other():
    first, second = rows({3: RED}, hidden=(5, 7)), rows({3: RED, 5: BLUE}, hidden=(6, 7))
    result = both(read(first), read(second))
    assert chances(result, 5) == pytest.approx([0.005, 0.005, 0.99])
    assert chances(result, 6)[0] == pytest.approx(0.99)
    assert chances(result, 7) == pytest.approx([1 / 3] * 3)


def test_two_looks_are_surer_than_one_but_not_as_two_strangers():
    result = both(read(rows({3: RED}, 0.8)), read(rows({3: RED}, 0.8)))
    assert 0.8 < chances(result, 3)[RED] < 0.8**2 / (0.8**2 + 2 * 0.1**2)
    assert min(chances(both(read(rows({}, 0.999)), read(rows({}, 0.999))), 3)) > 2e-4


def test_a_dispute_waits_for_late_pictures_and_then_nothing_is_sure():
    first, second = read(rows({3: RED})), read(rows({4: RED}))
    assert both(first, second, LATE_MS - 100).status is FrameStatus.MOVING
    result = both(first, second, LATE_MS)
    assert result.status is FrameStatus.SETTLED
    assert result.remarks[0] is Remark.CAMERAS_DISAGREE
    assert result.disputed == (3, 4)
    assert max(chances(result, 3)) < 0.51
    assert max(chances(result, 4)) < 0.51


def test_a_camera_that_shows_another_board_leaves_nothing_to_read():
    result = both(read(rows({3: RED, 5: BLUE})), read(rows({4: RED, 5: BLUE, 6: BLUE})), LATE_MS)
    assert len(result.disputed) > MOST_DISPUTED
    assert result.status is FrameStatus.DISAGREE
    assert result.reading is None


def test_a_dispute_that_ends_is_forgotten():
    cameras, moved, before = TwoCameras(SPOTS), read(rows({4: RED})), read(rows({3: RED}))
    for t_ms in range(0, 3 * LATE_MS, 300):
        cameras.after(0, moved, t_ms)
        late = t_ms % 1200 == 0
        status = cameras.after(1, before if late else moved, t_ms).status
        assert status is (FrameStatus.MOVING if late else FrameStatus.SETTLED)


def test_a_spot_in_dispute_before_a_move_is_not_late_after_it():
    cameras, moves = TwoCameras(SPOTS), FrameResult(FrameStatus.MOVING)
    first, second = read(rows({3: RED, 5: BLUE})), read(rows({3: RED}))
    for t_ms in (0, LATE_MS):
        for camera, result in enumerate((first, second)):
            found = cameras.after(camera, result, t_ms)
    assert found.disputed == (5,)
    found = [cameras.after(camera, moves, LATE_MS + 300) for camera in (0, 1)][1]
    assert found.status is FrameStatus.MOVING
    first, second = read(rows({4: RED, 5: BLUE})), read(rows({4: RED}))
    for camera, result in enumerate((first, second)):
        found = cameras.after(camera, result, LATE_MS + 600)
    assert (found.status, found.disputed) == (FrameStatus.SETTLED, (5,))
    found = cameras.after(0, read(rows({4: BLUE, 5: BLUE})), LATE_MS + 900)
    assert found.status is FrameStatus.MOVING


@pytest.mark.parametrize(
    "missed",
    [
        {3: RED, 5: BLUE},
        {3: RED, 4: RED, 6: RED, 5: BLUE},
        {3: RED, 4: BLUE, 5: BLUE},
        {5: BLUE},
        {3: BLUE, 4: BLUE, 5: RED},
        {3: RED, 5: BLUE, 7: BLUE, 8: BLUE, 9: BLUE},
    ],
)
def test_of_two_cameras_the_one_that_shows_every_piece_counts(missed):
    every = rows({3: RED, 4: RED, 5: BLUE})
    for pair in ((every, rows(missed)), (rows(missed), every)):
        result = both(*(read(scores) for scores in pair), spots=COUNTED)
        assert (result.status, result.disputed) == (FrameStatus.SETTLED, ())
        assert result.reading is not None
        assert (result.reading.scores.argmax(axis=1) == every.argmax(axis=1)).all()
        assert np.exp(result.reading.scores.max(axis=1)).min() > SURE


def test_a_captured_piece_at_home_counts_though_one_camera_misses_it():
    result = both(read(rows({3: RED, 11: RED, 5: BLUE})), read(rows({3: RED, 5: BLUE})), spots=COUNTED)
    assert chances(result, 11)[RED] > SURE


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({3: RED, 4: RED, 5: BLUE}, {3: RED, 6: RED, 5: BLUE}),
        ({3: RED, 5: BLUE}, {4: RED, 5: BLUE}),
        ({3: RED, 4: RED, 5: BLUE}, {3: RED, 5: RED, 4: BLUE}),
        ({3: RED, 4: RED, 5: BLUE, 6: BLUE}, {3: RED, 4: BLUE}),
    ],
)
def test_numbers_decide_nothing_where_both_may_be_right_or_both_are_wrong(first, second):
    pair = read(rows(first)), read(rows(second))
    assert both(*pair, spots=COUNTED).status is FrameStatus.MOVING
    result = both(*pair, LATE_MS, COUNTED)
    assert set(result.disputed) == {spot for spot in range(10) if first.get(spot) != second.get(spot)}
    assert result.reading is None or max(max(chances(result, spot)) for spot in result.disputed) < 0.51


def test_each_camera_may_miss_another_piece():
    result = both(read(rows({3: RED, 4: RED})), read(rows({3: RED, 5: BLUE})), spots=COUNTED)
    assert result.status is FrameStatus.SETTLED
    assert chances(result, 4)[RED] == chances(result, 5)[BLUE] == pytest.approx(0.99)


def test_places_in_a_pool_keep_no_other_spot_in_doubt():
    first = read(rows({4: RED, 10: RED, 5: BLUE}))
    result = both(first, read(rows({4: BLUE, 11: RED, 12: RED, 5: BLUE})), spots=COUNTED)
    assert result.status is FrameStatus.SETTLED
    assert chances(result, 4)[RED] == pytest.approx(0.99)


def test_an_unsure_piece_makes_no_camera_complete():
    scores = rows({3: RED, 4: RED, 5: BLUE})
    scores[4] = np.log([0.1, 0.85, 0.05])
    result = both(read(scores), read(rows({3: RED, 4: RED, 6: RED, 5: BLUE})), LATE_MS, COUNTED)
    assert result.disputed == (6,)
    assert max(chances(result, 6)) < 0.51


def test_a_camera_that_misses_a_piece_for_long_is_reported():
    pair = read(rows({3: RED, 4: RED, 5: BLUE})), read(rows({3: RED, 5: BLUE}))
    assert both(*pair, LATE_MS - 100, COUNTED).remarks == ()
    result = both(*pair, LATE_MS, COUNTED)
    assert (result.remarks, result.disputed) == ((Remark.CAMERAS_DISAGREE,), (4,))
    assert chances(result, 4)[RED] == pytest.approx(0.99)


def test_where_pieces_stand_in_a_pool_is_free():
    pair = read(rows({10: RED, 11: RED})), read(rows({11: RED, 12: RED}, sure=0.98))
    for result in (both(*pair), both(*reversed(pair))):
        assert result.status is FrameStatus.SETTLED
        assert not result.disputed
        assert [chances(result, spot)[RED] > SURE for spot in (10, 11, 12)] == [True, True, False]


@pytest.mark.parametrize("other", [rows({10: RED, 11: RED}), rows({11: RED}, 0.8), rows({11: RED}, hidden=(12,))])
def test_a_pool_is_as_other_spots_unless_both_are_sure_of_the_number(other: Numbers):
    pair = reading(rows({12: RED})), reading(other)
    found, without_pool = (joined(*pair, spots, 0).scores for spots in (SPOTS, replace(SPOTS, pools=())))
    assert np.array_equal(found, without_pool)


def test_a_disc_on_two_stops_is_a_dispute_about_all_its_spots():
    result = both(read(rows({}), turn=0), read(rows({}), turn=1), LATE_MS)
    assert result.disputed == (8, 9)


def test_a_disc_that_one_camera_cannot_tell_is_that_of_the_other():
    result = both(read(rows({}), turn=None), read(rows({}), turn=3))
    assert result.reading is not None
    assert (result.reading.quarter_turn, result.reading.disc_deg) == (3, 270.0)


def test_pictures_of_different_moments_are_not_joined():
    cameras = TwoCameras(SPOTS)
    cameras.after(0, read(rows({3: RED})), 0)
    result = cameras.after(1, read(rows({4: RED})), NEAR_MS + 1)
    assert result.status is FrameStatus.SETTLED
    assert chances(result, 4)[RED] == pytest.approx(0.99)
    assert not result.remarks


@pytest.mark.parametrize("status", [FrameStatus.NO_MARKERS, FrameStatus.TOO_DARK, FrameStatus.BAD_PICTURE])
def test_a_second_camera_that_sees_nothing_is_reported_alone(status):
    first = read(rows({3: RED}, hidden=(5,)))
    result = both(first, FrameResult(status))
    assert result.reading is not None
    assert first.reading is not None
    assert np.array_equal(result.reading.scores, first.reading.scores)
    assert result.remarks == (Remark.ONE_BLIND,)


@pytest.mark.parametrize("unrest", UNREST_MS)
def test_what_one_camera_sees_move_holds_the_other_back_for_a_moment_only(unrest):
    moves, scores = FrameResult(unrest), rows({3: RED})
    for pair in ((0, 1), (1, 0)):
        for rest_ms, status in ((UNREST_MS[unrest] - 1, unrest), (UNREST_MS[unrest], FrameStatus.SETTLED)):
            results = (read(scores, 0, rest_ms), moves)
            result = both(results[pair[0]], results[pair[1]])
            assert result.status is status
            assert Remark.ONE_BLIND not in result.remarks


def test_without_a_reading_the_camera_that_is_further_on_speaks():
    for status in FrameStatus:
        if status not in (FrameStatus.SETTLED, FrameStatus.HAND, FrameStatus.DISAGREE):
            assert both(FrameResult(status), FrameResult(FrameStatus.HAND)).status is FrameStatus.HAND
            assert both(FrameResult(FrameStatus.BAD_PICTURE), FrameResult(status)).status is status


def test_what_the_other_camera_makes_up_for_is_not_remarked():
    scores = rows({})
    pair = read(scores, 0, LONG_MS, Remark.COVERED, Remark.CAMERA_MOVED), read(scores, 0, LONG_MS, Remark.GLARE)
    assert both(*pair).remarks == (Remark.CAMERA_MOVED,)
    pair = read(scores, 0, LONG_MS, Remark.COVERED), read(scores, 0, LONG_MS, Remark.COVERED, Remark.GLARE)
    assert both(*pair).remarks == (Remark.COVERED,)


def test_the_time_of_a_reading_never_goes_back():
    cameras, scores, times = TwoCameras(SPOTS), rows({3: RED}), []
    steps = ((0, 500, True), (1, 300, True), (0, 600, False), (1, 500, True), (0, 900, True), (1, 700, True))
    for camera, t_ms, settled in steps:
        result = cameras.after(camera, read(scores) if settled else FrameResult(FrameStatus.MOVING), t_ms)
        times += [result.reading.t_ms] if result.reading else []
    assert times == sorted(times)
    assert len(times) == len(steps)


def test_no_two_readings_make_a_class_sure_that_one_of_them_surely_denies():
    """The law, on rows of any kind: wherever two sure cameras differ, the best class stays near one half."""
    rng = np.random.default_rng(42)
    for _ in range(200):
        first, second = (np.log(rng.dirichlet((0.2, 0.2, 0.2), size=13) + 1e-9) for _ in range(2))
        found = np.exp(joined(reading(first), reading(second), SPOTS, 0).scores)
        assert np.allclose(found.sum(axis=1), 1.0, atol=1e-3)
        sure = np.minimum(first.max(axis=1), second.max(axis=1)) >= np.log(SURE)
        differ = sure & (first.argmax(axis=1) != second.argmax(axis=1))
        in_pool = slice(SPOTS.pools[0].first, SPOTS.pools[0].stop)
        if np.array_equal(*(np.sort(each.argmax(axis=1)[in_pool]) for each in (first, second))):
            differ[in_pool] = False
        assert (found[differ].max(axis=1) < 0.56).all()
        agree = first.argmax(axis=1) == second.argmax(axis=1)
        assert (found[agree].argmax(axis=1) == first.argmax(axis=1)[agree]).all()


def test_no_fault_is_believed_beside_a_camera_that_sees_every_piece():
    """The law, on boards of any kind: no spot of both is surely another one than that of the camera without a fault."""
    rng = np.random.default_rng(43)
    decided = 0
    for _ in range(300):
        places = rng.permutation(10)[:5].tolist()
        true = dict(zip(places[:3], (RED, RED, BLUE), strict=True))
        faulty = {spot: kind for spot, kind in true.items() if rng.random() < 0.7}
        faulty |= {spot: int(rng.integers(1, 3)) for spot in places if rng.random() < 0.2}
        pair = [reading(rows(true)), reading(rows(faulty))]
        if rng.random() < 0.5:
            pair.reverse()
        scores = joined(*pair, COUNTED, 0).scores
        surely = scores.max(axis=1) >= np.log(SURE)
        assert (scores.argmax(axis=1) == rows(true).argmax(axis=1))[surely].all()
        decided += surely.all() and true != faulty
    assert decided > 100
