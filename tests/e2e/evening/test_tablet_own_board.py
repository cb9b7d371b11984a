"""A family makes a profile of its own board on the real tablet, by taps and drags on a photograph, and plays on it."""

import threading
import time
from collections.abc import Iterator

import numpy as np
import pytest
from gallery.boards import empty_photograph, own_board, own_camera
from gallery.views import COLOURS, sample_view
from rules_for_tests import with_rules
from ui_driver import Driver, open_driver

from companion.app.table_setup import with_game
from companion.board.files import fits, load_board, own_board_ids
from companion.catalogue.shipped import SHIPPED
from companion.rules.setup import first_position
from companion.sensors.board_observer import BoardObserver, PieceRoster
from companion.sensors.board_print import print_of
from companion.settings.schema import Settings
from companion.simulation.camera.pinhole import Stand
from companion.simulation.camera.virtual_camera import Figure, Scene
from ui.presenters.own_board.board import Step
from vision.frames import Frame
from vision.results import FrameStatus

TRUTH = own_board()
CAMERA = own_camera(COLOURS)


@pytest.fixture
def driver(tmp_path, monkeypatch) -> Iterator[Driver]:
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    driver = open_driver()
    driver.model.settings = with_game(SHIPPED, Settings(motion=False, sound=False), "dog", 4)
    driver.model.open(driver.model.settings)
    driver.launcher.table.photo = empty_photograph(COLOURS)
    driver.stepped.screens.get_screen("camera").back = "setup"
    screen = driver.stepped.screens.get_screen("own_board")
    screen.board = screen._fresh()
    driver.enter("camera")
    driver.tap_text("Set up a board of your own")
    yield driver
    # the board goes with its folder: no screen may draw it again
    driver.reset()
    driver.play(sample_view())


def truth_of(spot):
    group, sector, number = spot
    row = {"track": TRUTH.track, "goal": TRUTH.goal[sector], "kennel": TRUTH.kennel[sector]}[group]
    return row[number]


def on_screen(driver, px):
    """Returns the place of a photograph's pixel on the window."""
    photo = driver.screen.photo
    return photo.to_window(*photo.to_screen((px[0] / 1280, px[1] / 720)))


def seen_at(driver, place_mm):
    return on_screen(driver, CAMERA.project(*place_mm))


def wait_until(driver, come):
    end = time.monotonic() + 60
    while not come() and time.monotonic() < end:
        driver.stepped.settle()
        time.sleep(0.02)
    driver.stepped.settle()
    assert come()


def wait(driver):
    """Until the fields have been looked for."""
    wait_until(driver, lambda: not driver.screen.busy)


def photograph(driver):
    driver.tap_text("Photograph")
    wait_until(driver, lambda: driver.screen.board.step is Step.CORNERS)


def go_on(driver):
    driver.tap_text("Go on")
    wait(driver)


def tap_starts(driver):
    for sector in range(4):
        driver.tap_at(*seen_at(driver, TRUTH.track[16 * sector]))
    wait(driver)


def strays_mm(board):
    """How far every spot of the draft lies from the printed one."""
    size = board.sheet.draft.size_mm
    scale = (TRUTH.size_mm[0] / size[0], TRUTH.size_mm[1] / size[1])
    return {
        spot: float(np.hypot(*(np.array(place) * scale - truth_of(spot))))
        for spot, place in board.sheet.draft.spots.items()
    }


def test_a_camera_that_answers_late_holds_no_screen_up(driver):
    table, answers = driver.launcher.table, threading.Event()
    table.photograph = lambda: table.photo if answers.wait(10) else None
    driver.tap_text("Photograph")
    assert driver.screen.board.step is Step.PHOTOGRAPH
    answers.set()
    wait_until(driver, lambda: driver.screen.board.step is Step.CORNERS)
    answers.clear()
    driver.enter("camera")
    driver.screen.tap_corners()
    assert driver.screen.tapped is None
    answers.set()
    wait_until(driver, lambda: driver.screen.tapped is not None)


@pytest.mark.long
def test_a_board_is_made_by_taps_and_drags_and_can_be_played_on(driver):
    photograph(driver)
    for _ in range(6):
        driver.tap(plus_key(driver, "Width"))
    for _ in range(4):
        driver.tap(plus_key(driver, "Height"))
    assert driver.screen.board.sheet.size_mm == TRUTH.size_mm
    width, height = TRUTH.size_mm
    for number, truth in enumerate(((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))):
        corner = on_screen(driver, driver.screen.board.taps.corners[number])
        driver.drag(corner, (corner[0] + 20, corner[1] - 9), seen_at(driver, truth))
    go_on(driver)
    tap_starts(driver)
    go_on(driver)
    go_on(driver)
    off = {spot: stray for spot, stray in strays_mm(driver.screen.board).items() if stray > 1.5}
    assert 0 < len(off) < 40, off
    for spot in off:
        held = on_screen(driver, driver.screen.board.place_of(spot))
        driver.drag(held, (held[0] + 30, held[1] + 30), seen_at(driver, truth_of(spot)))
    go_on(driver)
    driver.screen.lines()[0].text = "Grandma 1"
    driver.stepped.settle()
    driver.tap_text("Save")
    assert driver.stepped.screens.current == "setup"
    assert driver.model.settings.board == "Grandma_1"
    assert driver.launcher.settings().board == "Grandma_1"
    made = load_board("Grandma_1")
    assert fits(made, SHIPPED.variant("dog"))
    for ours, printed in zip(spots(made), spots(TRUTH), strict=True):
        assert np.hypot(ours[0] - printed[0], ours[1] - printed[1]) < 2.0, (ours, printed)
    standing = {**at_home(3), **WENT_OUT}
    assert read_from_elsewhere(made, print_of("Grandma_1")) == [standing.get(spot, 0) for spot in spots(TRUTH)]


def spots(profile):
    return [*profile.track, *(s for row in (*profile.goal, *profile.kennel) for s in row)]


def read_from_elsewhere(profile, flat):
    """Returns the readings, spot by spot, after the set-up and then three pawns that went out."""
    observer = BoardObserver(profile, PieceRoster(sectors=(0, 1, 2, 3), colours=COLOURS, dog=False), flat)
    camera = own_camera(COLOURS, Stand(elevation_deg=68.0, azimuth_deg=9.0))
    observer.expect(*with_rules(first_position(SHIPPED.variant("dog"))))
    sight = None
    for second, standing in enumerate((at_home(4), {**at_home(3), **WENT_OUT})):
        figures = tuple(Figure(colour=COLOURS[kind - 1], x_mm=x, y_mm=y) for (x, y), kind in standing.items())
        for step in range(16):
            look, _ = observer.observe(Frame(camera.render(Scene(figures=figures)), second * 1000 + step * 60))
        assert look.status is FrameStatus.SETTLED
        sight = observer.sight((1280, 720))
    for seen, printed in zip(sight.spots, spots(TRUTH), strict=True):
        u, v = camera.project(*printed)
        assert np.hypot(seen.at[0] * 1280 - u, seen.at[1] * 720 - v) < 5, printed
    return [spot.seen for spot in sight.spots]


WENT_OUT = {TRUTH.track[5]: 1, TRUTH.track[40]: 2, TRUTH.goal[3][1]: 4}


def at_home(count):
    """So many pawns in every kennel: the kind of each by its place."""
    return {TRUTH.kennel[seat][number]: 1 + seat for seat in range(4) for number in range(count)}


def plus_key(driver, title):
    stepper = next(
        widget for widget in driver.visible() if type(widget).__name__ == "Stepper" and widget.title == title
    )
    return next(child for child in stepper.children if getattr(child, "icon", "") == "plus")


@pytest.mark.long
def test_a_wrong_start_field_is_reported_and_ignored(driver):
    photograph(driver)
    go_on(driver)
    driver.tap_at(*seen_at(driver, TRUTH.track[0]))
    driver.tap_at(*seen_at(driver, TRUTH.track[32]))
    assert len(driver.screen.board.taps.starts) == 1
    assert "not the next start field" in driver.screen.problem
    driver.tap_at(*seen_at(driver, TRUTH.track[16]))
    assert len(driver.screen.board.taps.starts) == 2
    assert driver.screen.problem == ""
    driver.tap_text("Undo")
    assert len(driver.screen.board.taps.starts) == 1


def test_after_a_search_that_fails_the_start_fields_are_tapped_again(driver, monkeypatch):
    photograph(driver)
    go_on(driver)
    with monkeypatch.context() as broken:
        broken.setattr("ui.presenters.own_board.sheet.with_anchors", None)
        tap_starts(driver)
    assert driver.screen.board.step is Step.STARTS
    assert driver.screen.board.taps.starts == ()
    assert "could not be searched for" in driver.screen.problem
    driver.tap_at(*seen_at(driver, TRUTH.track[0]))
    assert driver.screen.problem == ""
    assert len(driver.screen.board.taps.starts) == 1


def test_a_draft_waits_until_it_is_saved_or_discarded(driver):
    photograph(driver)
    go_on(driver)
    driver.tap_at(*seen_at(driver, TRUTH.track[0]))
    driver.tap_text("Back")
    driver.tap_text("Set up a board of your own")
    assert driver.screen.board.step is Step.STARTS
    assert len(driver.screen.board.taps.starts) == 1
    assert driver.screen.photo.has_picture
    driver.tap_text("Discard")
    assert driver.screen.board.begun
    driver.tap_once_more("Really discard?")
    assert not driver.screen.board.begun
    assert driver.screen.board.step is Step.PHOTOGRAPH


def test_a_name_that_is_taken_is_reported_and_nothing_is_lost(driver):
    photograph(driver)
    go_on(driver)
    tap_starts(driver)
    for _ in range(3):
        go_on(driver)
    driver.screen.lines()[0].text = "star_4"
    driver.stepped.settle()
    driver.tap_text("Save")
    assert driver.stepped.screens.current == "own_board"
    assert "name already" in driver.screen.problem
    assert own_board_ids() == ()
    assert len(driver.screen.board.taps.starts) == 4


def test_the_magnifier_shows_while_a_finger_is_down(driver):
    photograph(driver)
    photo = driver.screen.photo
    shown = []
    photo.bind(on_put=lambda *_: shown.append(len(photo.canvas.after.children)))
    place = on_screen(driver, driver.screen.board.taps.corners[1])
    before = photo.show_glass
    seen = []
    photo.show_glass = lambda aim, finger: (before(aim, finger), seen.append(len(photo.canvas.after.children)))
    driver.drag(place, (place[0] - 40, place[1] - 40))
    del photo.show_glass
    assert seen
    assert min(seen) > 10
    assert shown == [0]


def test_the_camera_screen_takes_the_corners_of_a_board_without_markers(driver):
    driver.enter("camera")
    driver.tap_text("Tap the four corners")
    screen = driver.screen
    assert screen.tapped is not None
    while screen.tapped.taps.corners:
        screen.tapped = screen.tapped.restarted()
    driver.stepped.settle()
    width, height = TRUTH.size_mm
    corners = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]
    for corner in corners:
        u, v = CAMERA.project(*corner)
        driver.tap_at(*screen.picture.to_window(*screen.picture.to_screen((u / 1280, v / 720))))
    driver.tap_text("Done")
    given = driver.launcher.table.corners
    for at, corner in zip(given, corners, strict=True):
        u, v = CAMERA.project(*corner)
        assert abs(at[0] * 1280 - u) < 1
        assert abs(at[1] * 720 - v) < 1
    assert screen.tapped is None
