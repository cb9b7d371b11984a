"""All unknowns of the reader: one word each, in every language, with a cure, as the doctor has it."""

import re
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from printed_pictures import seen_board
from table_readers import reader_of

from companion.board.files import load_board
from companion.doctor.devices import check_camera
from companion.doctor.results import CheckContext
from companion.preparation.table_test.watch import _HINDRANCES
from companion.sensors.unknowns import REMARKS, STATES, TURNED, camera_health
from companion.settings.schema import Settings
from companion.simulation.camera.virtual_camera import Scene, VirtualCamera
from companion.texts import LANGUAGES, shipped_wording
from companion.views.table_view import HealthState
from companion.views.troubles import TROUBLES
from vision.frames import Frame, Image
from vision.results import Corner, FrameResult, FrameStatus, Remark

ROOT = Path(__file__).parents[3]
WORDING = shipped_wording()
COLOURS = ("red", "yellow", "green", "blue")
#: Words for unknowns; those for a board in play are no trouble.
TROUBLED = [code for state, code in STATES.values() if state is not HealthState.OK]
WORDS = [*TROUBLED, *REMARKS.values(), TURNED]


def test_each_state_and_remark_of_the_reader_has_its_word() -> None:
    assert STATES.keys() == set(FrameStatus)
    assert REMARKS.keys() == set(Remark)
    assert set(WORDS) <= TROUBLES.keys()
    assert len({TROUBLES[code] for code in WORDS}) == len(WORDS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_word_says_what_is_the_case_and_what_to_do(language: str) -> None:
    texts = [WORDING.sentences(code, (), "messages")[language] for code in WORDS]
    assert all(len(sentences) == 2 for sentences in texts)
    assert len({sentences[0] for sentences in texts}) == len(WORDS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_doctor_and_tablet_have_the_same_words(language: str) -> None:
    assert {("doctor", code) for code in WORDS if code in WORDING[language]["doctor"]} == set()


def test_the_page_of_the_reader_names_each() -> None:
    page = (ROOT / "docs/explanation/vision.md").read_text(encoding="utf-8")
    shown = set(re.findall(r"^\|[^|]+\| `(\w+)`[^|]*\| `(camera_\w+)` \|$", page, re.MULTILINE))
    known = {str(status): code for status, (_, code) in STATES.items()} | {
        str(each): code for each, code in REMARKS.items()
    }
    assert all(known[what] == word for what, word in shown if word != TURNED)
    assert set(WORDS) - {word for _, word in shown} == set()


def test_whatever_keeps_a_table_from_being_certified_has_a_word_there() -> None:
    silent = {FrameStatus.SETTLED, FrameStatus.TURNING, FrameStatus.DISAGREE}
    assert _HINDRANCES.keys() == set(FrameStatus) - silent


def dark(image: Image) -> Image:
    return image // 30


def grey(image: Image) -> Image:
    return np.asarray(cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR), dtype=np.uint8)


def as_it_is(image: Image) -> Image:
    return image


@pytest.mark.sampled(3)
@pytest.mark.parametrize("spoilt", [dark, grey, as_it_is])
def test_the_doctor_names_a_picture_as_the_tablet_does(tmp_path: Path, spoilt: Callable[[Image], Image]) -> None:
    board = load_board("black_dog")
    image = spoilt(VirtualCamera(board, COLOURS, 3, (1280, 720)).render(Scene()))
    for number in range(3):
        cv2.imwrite(str(tmp_path / f"{number * 400:09}.png"), image)
    reader = reader_of(board, sectors=(0, 1, 2, 3), colours=COLOURS, dog=True)
    looks = [reader.look(Frame(image.copy(), number * 400)) for number in range(3)]
    tablet = camera_health(looks[-1]).code
    (found,) = check_camera(CheckContext(folder=tmp_path, settings=Settings(camera=str(tmp_path))))
    assert found.code == ("camera_pictures" if tablet == "camera_ok" else tablet)


@pytest.mark.parametrize("status", list(FrameStatus))
def test_no_state_is_silent(status: FrameStatus) -> None:
    assert camera_health(FrameResult(status)).code


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_corners_that_are_missing_are_named(language: str) -> None:
    """In the words of each language, all of them, and in no other state."""
    result = FrameResult(FrameStatus.MARKERS_MISSING, missing=tuple(Corner))
    health = camera_health(result)
    said = WORDING.say(health.code, health.params)[language]
    names = [WORDING[language]["phrases"][f"corner.{corner}"] for corner in Corner]
    assert len(set(names)) == len(Corner)
    assert ", ".join(names) in said
    assert camera_health(FrameResult(FrameStatus.NO_MARKERS)).params == ()


@pytest.mark.sampled(3)
@pytest.mark.parametrize("hidden", [(0, 1), (1, 2), (0, 1, 2)])
def test_the_tablet_names_the_corners_that_the_picture_lacks(hidden: tuple[int, ...]) -> None:
    board = load_board("star_4")
    reader = reader_of(board, sectors=(0, 1, 2, 3), colours=COLOURS, dog=False)
    image, _ = seen_board("star_4", 0, hidden, (960, 540))
    for number in range(3):
        result = reader.look(Frame(image.copy(), number * 400))
    health = camera_health(result)
    assert (health.code, health.state) == ("camera_markers_missing", HealthState.SEARCHING)
    assert dict(health.params) == {"corners": "|".join(list(Corner)[number] for number in hidden)}
