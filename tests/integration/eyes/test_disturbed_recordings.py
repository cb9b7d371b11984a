"""Recordings as worse cameras, other light and weak lines give them: many questions, no wrong verdict."""

from pathlib import Path

import pytest
from disturbance_lists import HELD_OUT, KNOWN, ROOM
from stress import recordings_in, score

ROOT = Path(__file__).resolve().parents[3]
CORPUS = recordings_in(ROOT / "tests" / "vision_corpus")
BESIDE = recordings_in(ROOT.parent / "shared" / "recordings")
QUICK = (
    "JPEG quality 40",
    "exposure other at each picture, 10 %",
    "light bands 6 %",
    "odd size 1082x897",
    "size changes midway to 960x540",
    "60 % of the pictures lost",
    "two of three pictures as the one before",
)


@pytest.mark.sampled(9)
@pytest.mark.parametrize("name", QUICK)
@pytest.mark.parametrize("folder", CORPUS, ids=lambda path: path.name)
def test_no_verdict_on_a_disturbed_copy_is_wrong(folder: Path, name: str) -> None:
    assert score(folder, name).wrong == ()


@pytest.mark.long
def test_an_undisturbed_copy_is_judged_right() -> None:
    """The scorer counts the same states as the recordings."""
    scores = [score(folder, "none") for folder in CORPUS]
    assert [(found.asked, found.wrong) for found in scores] == [(0, ())] * len(CORPUS)
    assert sum(found.right for found in scores) == 5


@pytest.mark.long
@pytest.mark.thinned(31)
@pytest.mark.skipif(not BESIDE, reason="the whole recordings do not lie beside this checkout")
@pytest.mark.parametrize("name", [*KNOWN, *HELD_OUT, *ROOM])
@pytest.mark.parametrize("folder", BESIDE, ids=lambda path: path.name)
def test_no_verdict_on_a_disturbed_copy_of_a_whole_recording_is_wrong(folder: Path, name: str) -> None:
    assert score(folder, name).wrong == ()
