"""The reader's states are values: an old one stays the same, and steps that need the board's place have it."""

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np
import pytest
from drawn_cameras import drawn_camera
from table_readers import board_of
from test_reader import COLOURS, START, figures, labels

from companion.board.files import load_board
from companion.simulation.camera.pinhole import Stand
from companion.simulation.camera.virtual_camera import Scene, VirtualCamera
from vision.find.board_mask import board_mask
from vision.frames import Frame
from vision.read.appearance import EmptyBoard
from vision.read.view import draw_view
from vision.reader import expect, first_state, look
from vision.results import FrameResult, FrameStatus
from vision.states import Located, Reading, Searching, State

BOARD = load_board("black_dog")
STEP_MS = 330


@pytest.fixture(scope="module")
def camera() -> VirtualCamera:
    return drawn_camera(BOARD, COLOURS, seed=11)


def fresh() -> State:
    return first_state(board_of(BOARD), (*COLOURS, "black"))


def shown(state: State, frames: list[Frame]) -> Iterator[tuple[State, FrameResult]]:
    for frame in frames:
        state, result = look(state, frame)
        yield state, result


def film(camera: VirtualCamera, scenes: list[Scene]) -> list[Frame]:
    """Three pictures of each scene."""
    pictures = [camera.render(scene) for scene in scenes for _ in range(3)]
    return [Frame(image, STEP_MS * number) for number, image in enumerate(pictures)]


def alike(one: FrameResult, other: FrameResult) -> bool:
    outcomes = [(result.status, result.rest_ms, result.remarks, result.reading is None) for result in (one, other)]
    if outcomes[0] != outcomes[1] or one.reading is None or other.reading is None:
        return outcomes[0] == outcomes[1]
    return np.array_equal(one.reading.scores, other.reading.scores) and one.reading.disc_deg == other.reading.disc_deg


def test_a_board_is_searched_then_located_then_read(camera: VirtualCamera) -> None:
    frames = film(camera, [Scene(figures=figures(START))])
    kinds = [type(state) for state, _ in shown(fresh(), frames)]
    assert kinds == [Searching, Reading, Reading]
    dark = [Frame(frame.image // 12, frame.t_ms) for frame in frames]
    assert {type(state) for state, _ in shown(fresh(), dark)} == {Searching}


def test_a_board_found_at_another_pose_has_to_be_read_anew(camera: VirtualCamera) -> None:
    *_, (state, _) = shown(fresh(), film(camera, [Scene(figures=figures(START))]))
    assert isinstance(state, Reading)
    moved = state.relocated(state.view.pose)
    assert isinstance(moved, Located)
    assert not isinstance(moved, Reading)
    assert moved.learnt_from is None


@pytest.mark.sampled(2)
@pytest.mark.parametrize("taught", [True, False])
def test_what_the_network_is_shown_of_the_memory_is_drawn_once_a_lesson(camera: VirtualCamera, taught: bool) -> None:
    frames, state = film(camera, [Scene(figures=figures(START))]), fresh()
    _, first, second = (state for state, _ in shown(expect(state, labels(START)) if taught else state, frames))
    assert isinstance(first, Reading)
    assert isinstance(second, Reading)
    assert first.views is not None
    assert first.views is second.views
    assert first.views.empty is first.empty
    after = expect(second, labels(START))
    assert isinstance(after, Reading)
    assert after.views is not None
    assert after.views.empty is after.empty
    assert after.empty is not first.empty


def test_what_was_drawn_of_another_memory_is_not_shown(camera: VirtualCamera) -> None:
    frames = film(camera, [Scene(figures=figures(START))])
    *_, (state, _) = shown(expect(fresh(), labels(START)), frames)
    assert isinstance(state, Reading)
    lab, shape = state.picture.lab, state.view.shape
    drawn, anew = state.scores(lab), replace(state, views=None).scores(lab)
    assert np.array_equal(drawn, anew)
    blank = replace(state, empty=EmptyBoard.unknown(shape))
    assert np.array_equal(blank.scores(lab), replace(blank, views=None).scores(lab))
    assert not np.array_equal(blank.scores(lab), drawn)
    turned = replace(state, view=draw_view(state.view.pose, state.table.board, shape, 5.0))
    assert np.array_equal(turned.scores(lab), replace(turned, views=None).scores(lab))
    forgotten = replace(state, learnt_from=None)
    assert np.array_equal(forgotten.scores(lab), replace(forgotten, views=None).scores(lab))


def test_the_learnt_picture_is_carried_to_pictures_of_another_size(camera: VirtualCamera) -> None:
    """Unchanged spots are recognised, also after a half turn of the camera."""
    frames = film(camera, [Scene(figures=figures(START))])
    *_, (state, _) = shown(expect(fresh(), labels(START)), frames)
    assert isinstance(state, Located)
    assert state.learnt_from is not None
    for size, moved in (((960, 540), False), ((960, 540), True)):
        later = []
        for frame in frames:
            image = np.ascontiguousarray(np.rot90(frame.image, 2)) if moved else frame.image
            later.append(Frame(cv2.resize(image, size, interpolation=cv2.INTER_AREA), frame.t_ms + 5000))
        *_, (after, _) = shown(state, later)
        assert isinstance(after, Located)
        assert after.learnt_from is not None
        assert after.learnt_from.lab.shape[:2] == size[::-1]
        assert np.array_equal(after.learnt_from.classes, state.learnt_from.classes)


def test_a_pawn_from_another_side_is_not_judged_by_the_learnt_picture(camera: VirtualCamera) -> None:
    *_, (state, _) = shown(expect(fresh(), labels(START)), film(camera, [Scene(figures=figures(START))]))
    other = drawn_camera(BOARD, COLOURS, seed=11, stand=Stand(azimuth_deg=120.0, elevation_deg=45.0))
    later = [Frame(frame.image, frame.t_ms + 5000) for frame in film(other, [Scene(figures=figures(START))])]
    *_, (after, _) = shown(state, later)
    assert isinstance(after, Located)
    assert after.learnt_from is not None
    assert np.count_nonzero(after.learnt_from.classes >= 0) < len(after.learnt_from.classes) / 4


def test_what_lies_round_the_board_is_forgotten_at_a_new_pose(camera: VirtualCamera) -> None:
    *_, (state, _) = shown(expect(fresh(), labels(START)), film(camera, [Scene(figures=figures(START))]))
    assert isinstance(state, Located)
    outside = board_mask(state.view.pose, state.table.board, state.view.shape) == 0
    assert state.empty.known[outside].any()
    moved = state.relocated(replace(state.view.pose))
    assert not moved.empty.known[outside].any()
    assert moved.empty.known[~outside].any()


@pytest.mark.long
def test_the_same_pictures_after_the_same_state_give_the_same_results(camera: VirtualCamera) -> None:
    """Also when the disc turned and a lesson was learnt in between: nothing writes into an older state."""
    turned = {
        (field + 16) % 64 if field in (BOARD.wheel.fields if BOARD.wheel else ()) else field: kind
        for field, kind in START.items()
    }
    frames = film(camera, [Scene(figures=figures(START)), Scene(figures=figures(turned), disc_deg=90.0)])
    start = expect(fresh(), labels(START))
    begun, later = frames[:3], frames[3:]
    *_, (read, _) = shown(start, begun)
    assert isinstance(read, Reading)
    before = read.empty.lab.copy(), read.memory.palette.counts.copy(), read.picture.scores.copy()
    first = [result for _, result in shown(read, later)]
    expect(
        next(state for state, result in shown(read, later) if result.status is FrameStatus.SETTLED),
        labels(turned, wheel=1),
    )
    again = [result for _, result in shown(read, later)]
    assert first[-1].reading is not None
    assert first[-1].reading.quarter_turn == 1
    assert all(alike(one, other) for one, other in zip(first, again, strict=True))
    for was, now in zip(before, (read.empty.lab, read.memory.palette.counts, read.picture.scores), strict=True):
        assert np.array_equal(was, now)
