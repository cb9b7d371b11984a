"""Making a board of one's own: steps, taps that can be undone, problems, and the drawing over the photograph."""

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from gallery.boards import own_board, own_camera
from gallery.devices import drafted
from gallery.views import COLOURS

import companion
from companion.app.table_setup import with_game
from companion.board.files import load_board, own_board_ids
from companion.catalogue.shipped import SHIPPED
from companion.preparation.own_board import Pawn
from companion.settings.schema import Settings
from companion.texts import LANGUAGES
from ui import draft_file
from ui.i18n import load_words
from ui.presenters.overlay import WHOLE, frame_of, of_corners, of_draft
from ui.presenters.own_board.board import STEPS, OwnBoard, Step
from ui.presenters.own_board.words import help_line, outlines, problem_line, sector_colours
from ui.presenters.setup import SetupForm

WORDS = load_words("en")
TRUTH = own_board()
CAMERA = own_camera(COLOURS)


def at(step: Step) -> OwnBoard:
    return replace(drafted(), step=step)


def plain(step: Step, template: str = "black_dog") -> OwnBoard:
    """A grey photograph without anything to be seen, its corners given; nothing is looked for in it."""
    board = OwnBoard.like(template).photographed(np.full((400, 500, 3), 128, dtype=np.uint8))
    assert board.taps.corners == ()
    for corner in ((50.0, 20.0), (450.0, 30.0), (460.0, 380.0), (40.0, 370.0)):
        board = board.put(None, corner)
    return replace(board, step=step)


def test_the_corners_of_the_photographed_board_are_proposed():
    board = drafted()
    width, height = TRUTH.size_mm
    for px, corner in zip(board.taps.corners, ((0, 0), (width, 0), (width, height), (0, height)), strict=True):
        assert np.hypot(*(np.array(px) - CAMERA.project(*corner))) < 9


def test_corners_are_tapped_one_by_one_and_then_dragged():
    board = plain(Step.CORNERS)
    assert board.ready
    assert not board.takes_taps
    assert board.put(None, (250.0, 200.0)).taps == board.taps
    assert board.held((452.0, 27.0), 10.0) == 1
    assert board.held((250.0, 200.0), 10.0) is None
    moved = board.put(1, (444.0, 33.0))
    assert moved.taps.corners[1] == (444.0, 33.0)
    assert moved.undone().taps == board.taps
    assert board.turned().taps.corners == (*board.taps.corners[1:], board.taps.corners[0])


def test_corners_that_do_not_go_round_are_reported_and_go_no_further():
    board = plain(Step.CORNERS)
    crossed = board.put(0, (460.0, 380.0)).put(2, (50.0, 20.0)).put(1, (40.0, 370.0))
    refused = crossed.forward()
    assert refused.step is Step.CORNERS
    assert "clockwise" in problem_line(refused.problem, WORDS)
    assert of_draft(crossed, COLOURS).marks
    assert len(of_corners(crossed, COLOURS).marks) == 4


def test_start_fields_are_requested_in_order_from_the_first_tap():
    board = plain(Step.STARTS)
    hints = [board.sheet.start_hint(sector) for sector in range(4)]
    board = board.put(None, hints[2])
    assert board.asked == 1
    assert board.sheet.start_hint(1) == hints[3]
    assert board.put(None, hints[0]).problem.code == "order"
    for hint in (hints[3], hints[0], hints[1]):
        board = board.put(None, hint)
    assert board.asked is None
    assert board.ready
    assert board.problem.code == ""


def test_undo_goes_back_to_the_step_in_which_the_tap_was_made():
    board = at(Step.SPOTS)
    spot = ("kennel", 1, 4)
    there = board.place_of(spot)
    moved = board.put(spot, (there[0] + 9, there[1]))
    assert moved.place_of(spot) == pytest.approx((there[0] + 9, there[1]), abs=0.01)
    assert replace(moved, step=Step.KEEP).undone().step is Step.SPOTS
    before = moved.undone().undone()
    assert before.step is Step.STARTS
    assert len(before.taps.starts) == 3


def test_a_drag_looks_for_no_field_again_and_a_tap_does():
    board = at(Step.BENDS)
    board.look_for_fields()
    assert not board.sheet.takes_a_while
    dragged = replace(board, step=Step.SPOTS).put(("track", 0, 5), (300.0, 300.0))
    assert not dragged.sheet.takes_a_while
    assert board.put(None, (300.0, 300.0)).sheet.takes_a_while


def test_starting_over_empties_the_step_and_can_be_undone():
    board = at(Step.STARTS)
    again = board.restarted()
    assert again.taps.starts == ()
    assert again.taps.corners == board.taps.corners
    assert again.undone().taps == board.taps
    assert replace(again, step=Step.STARTS).restarted() is not None
    assert at(Step.CORNERS).restarted().taps.corners == ()


def test_a_size_that_was_changed_survives_undo():
    board = plain(Step.CORNERS).put(0, (60.0, 30.0)).with_side(0, 4)
    assert board.undone().sheet.size_mm == board.sheet.size_mm == (470.0, 450.0)


def test_a_disc_that_is_moved_by_its_middle_keeps_its_size():
    board = plain(Step.SPOTS)
    middle = board.place_of(("wheel", 0, 0))
    moved = board.put(("wheel", 0, 0), (middle[0] + 6, middle[1]))
    assert moved.place_of(("wheel", 0, 0))[0] == pytest.approx(middle[0] + 6)
    before, after = board.sheet.draft.wheel, moved.sheet.draft.wheel
    assert after[1] == pytest.approx(before[1], rel=0.02)
    assert after[0] != before[0]


def test_measures_stay_within_reason():
    board = OwnBoard.like("star_4")
    assert board.with_side(0, -1000).sheet.size_mm[0] == 200
    assert board.with_foot(-99).pawn.width_mm == 6
    assert board.with_height(999).pawn.tall_mm == 80
    marble = board.with_shape("marble")
    assert marble.pawn == Pawn(shape="marble", diameter_mm=14.0)
    assert marble.with_foot(2).pawn.diameter_mm == 16.0
    assert board.with_shape("peg").pawn.shape == "peg"


def test_a_board_is_saved_once_and_only_with_a_name(tmp_path, monkeypatch):
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    board = at(Step.KEEP)
    assert not board.ready
    refused, name = board.with_name("../x").kept(tmp_path / "boards")
    assert (refused.problem.code, name) == ("name", "")
    _, name = board.with_name("Omas Brett").kept(tmp_path / "boards")
    assert (name, own_board_ids()) == ("Omas_Brett", ("Omas_Brett",))
    assert load_board(name).family == "dog"
    refused, name = board.with_name("Omas Brett").kept(tmp_path / "boards")
    assert (refused.problem.code, name) == ("taken", "")


def test_a_saved_board_is_offered_where_its_game_is_played(tmp_path, monkeypatch):
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    at(Step.KEEP).with_name("Omas Brett").kept(tmp_path / "boards")
    form = SetupForm(SHIPPED, with_game(SHIPPED, Settings(), "dog", 4)).with_board("Omas_Brett")
    assert (form.rejected, form.settings.board) == ("", "Omas_Brett")
    assert "Omas_Brett" not in [option.value for option in outlines(form, WORDS)]


def test_outlines_are_those_of_the_game_and_the_one_in_use():
    form = SetupForm(SHIPPED, with_game(SHIPPED, Settings(), "dog", 4))
    assert {option.value for option in outlines(form, WORDS)} == {"star_4", "black_dog"}
    assert outlines(form, WORDS, "toc_6")[-1].value == "toc_6"


def test_every_sector_has_a_colour_of_its_own():
    colours = sector_colours(SHIPPED, with_game(SHIPPED, Settings(), "dog", 2), 4)
    assert len(set(colours)) == 4
    assert {colours[0], colours[2]} == {"red", "yellow"}


def test_the_photograph_is_shown_large_once_the_corners_are_known():
    assert frame_of(at(Step.CORNERS)) == WHOLE
    left, top, right, bottom = frame_of(at(Step.SPOTS))
    assert 0 < left < right < 1
    assert 0 <= top < bottom <= 1
    for mark in of_draft(at(Step.SPOTS), COLOURS).marks:
        assert left < mark.at[0] < right
        assert top < mark.at[1] < bottom


def test_every_spot_is_drawn_where_it_can_be_taken_hold_of():
    board = at(Step.SPOTS)
    overlay = of_draft(board, COLOURS)
    assert len(overlay.marks) == 64 + 16 + 20
    for mark in overlay.marks:
        px = (mark.at[0] * 1280, mark.at[1] * 720)
        assert board.held(px, 5.0) is not None
        assert board.place_of(mark.handle) == pytest.approx(px, abs=0.01)
    assert [mark.colour for mark in overlay.marks if mark.look == "start"] == list(COLOURS)


def test_a_mark_is_as_large_as_the_foot_of_a_pawn_there():
    board = at(Step.SPOTS)
    draft = board.sheet.draft
    foot = board.pawn.width_mm / 2
    for mark in of_draft(board, COLOURS).marks:
        x, y = draft.spots[mark.handle]
        middle, right, down = (np.array(CAMERA.project(*place)) for place in ((x, y), (x + foot, y), (x, y + foot)))
        # the draft knows the camera by four corners alone
        assert mark.half[0] * 1280 == pytest.approx(np.hypot(*(right - middle)), rel=0.2)
        assert mark.half[1] * 720 == pytest.approx(np.hypot(*(down - middle)), rel=0.2)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_and_every_complaint_has_words(language):
    words = load_words(language)
    boards = [at(step) for step in STEPS] + [OwnBoard.like("star_4"), at(Step.STARTS).restarted()]
    boards += [replace(plain(Step.CORNERS), step=Step.CORNERS).restarted()]
    for board in boards:
        assert not help_line(board, COLOURS, words).startswith("own."), board.step
    for code in problem_codes():
        assert f"own.error.{code}" in words.words, code


def problem_codes() -> set[str]:
    """Every code with which a board is refused in the companion."""
    folder = Path(companion.__file__).parent
    modules = ("preparation/own_board.py", "board/writing.py")
    text = "".join((folder / name).read_text(encoding="utf-8") for name in modules)
    codes = set(re.findall(r'(?:OwnBoardError|BoardFileError)\(\s*"(\w+)"', text))
    assert {"name", "corners", "full"} <= codes
    return codes | {"order", "no_picture"}


def test_a_draft_survives_switching_off_and_goes_when_it_is_dropped(tmp_path, monkeypatch, caplog):
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    assert draft_file.load() is None
    board = at(Step.SPOTS).put(("goal", 2, 1), (640.0, 400.0)).with_name("Half done")
    draft_file.save(board, photograph=True)
    later = draft_file.load()
    assert (later.taps, later.step, later.name, later.pawn) == (board.taps, board.step, board.name, board.pawn)
    assert later.sheet.size_mm == board.sheet.size_mm
    assert np.abs(later.sheet.photograph.astype(int) - board.sheet.photograph).mean() < 4
    assert own_board_ids() == ()
    (tmp_path / "boards" / "draft" / "draft.json").write_text("{", encoding="utf-8")
    assert draft_file.load() is None
    draft_file.delete()
    assert list((tmp_path / "boards" / "draft").iterdir()) == []


def test_a_disk_that_refuses_stops_nobody(tmp_path, monkeypatch, caplog):
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    (tmp_path / "boards").write_text("in the way", encoding="utf-8")
    draft_file.save(at(Step.SPOTS), photograph=True)
    assert "not kept on disk" in caplog.text


def test_another_photograph_or_outline_can_be_undone_too():
    board = at(Step.SPOTS)
    again = board.photographed(np.full((400, 500, 3), 128, dtype=np.uint8))
    assert again.step is Step.CORNERS
    assert again.undone().sheet.photograph is board.sheet.photograph
    other = board.with_template("black_dog")
    assert other.taps.starts == ()
    assert other.sheet.size_mm == (450.0, 450.0)
    assert other.undone().sheet.size_mm == board.sheet.size_mm
    assert other.undone().taps == board.taps
