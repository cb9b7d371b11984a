"""Recorded tables go through the real reader and referee: every settled state gets the verdict that is true.

The corpus here is a small sample of rendered pictures; whole recordings are judged where they lie beside us.
"""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from companion.catalogue.shipped import SHIPPED
from companion.sensors.recording import load_recording
from companion.sensors.replay import replay_recording

ROOT = Path(__file__).resolve().parents[3]
CORPUS = sorted(path.parent for path in (ROOT / "tests" / "vision_corpus").glob("*/session.toml"))
BESIDE = sorted(path.parent for path in (ROOT.parent / "shared" / "recordings").glob("black-dog-*/session.toml"))


def judged(folder: Path) -> list[dict[str, Any]]:
    return list(replay_recording(load_recording(SHIPPED, folder)))


def same(said: dict[str, Any], true: dict[str, Any]) -> bool:
    if said["verdict"] != true["verdict"] or said["card"] != true["card"]:
        return False
    return true["verdict"] != "legal" or sorted_place(said["next"]) == sorted_place(true["next"])


def sorted_place(place: dict[str, Any]) -> object:
    return [sorted(map(str, row)) for row in place["pawns"]], place["dog"], place["wheel"]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("folder", CORPUS, ids=lambda path: path.name)
def test_the_corpus_is_judged_right(folder: Path) -> None:
    assert_right(folder)


@pytest.mark.sampled(4)
@pytest.mark.skipif(not BESIDE, reason="the whole recordings do not lie beside this checkout")
@pytest.mark.parametrize("folder", BESIDE, ids=lambda path: path.name)
def test_the_whole_recordings_are_judged_right(folder: Path) -> None:
    assert_right(folder)


def test_a_fault_and_a_question_name_their_code(tmp_path: Path) -> None:
    """A card that the move does not fit, and then another card on top of it."""
    folder = shutil.copytree(ROOT / "tests" / "vision_corpus" / "window", tmp_path / "window")
    inputs = folder / "inputs.jsonl"
    inputs.write_text(inputs.read_text(encoding="utf-8").replace("partner4", "8"), encoding="utf-8")
    found = [(line["verdict"], line["code"]) for line in judged(folder)]
    assert found == [("illegal", "partner_not_yet"), ("unclear", "play_not_seen")]


def assert_right(folder: Path) -> None:
    truth = [json.loads(line) for line in (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines()]
    lines = judged(folder)
    assert len(lines) == len(truth)
    assert [(line, true) for line, true in zip(lines, truth, strict=True) if not same(line, true)] == []
