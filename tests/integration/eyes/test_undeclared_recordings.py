"""Recordings in which nobody names the played card: the plays are found all the same (docs/reference/formats)."""

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


def without_declarations(folder: Path, copy: Path) -> Path:
    shutil.copytree(folder, copy)
    lines = (folder / "inputs.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    kept = [line for line in lines if json.loads(line)["kind"] != "declare"]
    assert len(kept) < len(lines)
    (copy / "inputs.jsonl").write_text("".join(kept), encoding="utf-8")
    return copy


def board(place: dict[str, Any]) -> object:
    return [sorted(map(str, row)) for row in place["pawns"]], place["dog"], place["wheel"]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("folder", CORPUS, ids=lambda path: path.name)
def test_every_play_is_found_with_its_card_among_others(folder: Path, tmp_path: Path) -> None:
    """A play that is illegal for the declared card is legal for another, so only the plays themselves can be found."""
    truth = [json.loads(line) for line in (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines()]
    plays = [true for true in truth if true["verdict"] == "legal"]
    said = list(replay_recording(load_recording(SHIPPED, without_declarations(folder, tmp_path / folder.name))))
    assert [line["verdict"] for line in said] == ["legal"] * len(plays)
    for line, true in zip(said, plays, strict=True):
        assert (line["seat"], board(line["next"])) == (true["seat"], board(true["next"]))
        assert true["card"] in line["card"]
        assert line["t_ms"] <= true["t_ms"]
