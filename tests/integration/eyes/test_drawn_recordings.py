"""Drawn recordings keep docs/reference/formats/recording.md, tell the truth, and are judged by the code of a table."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import accuracy
import msgspec
import numpy as np
import pytest
from answered_questions import judged_when_answered
from drawn_recordings import record
from drawn_scenery import ARTS, scenery, tinted_camera
from rules_for_tests import rules_of, with_rules
from stress import judged

from companion.catalogue.shipped import SHIPPED
from companion.lab.truth import load_truth
from companion.model.position import Position
from companion.referee.judge import judge
from companion.rules.rules import Rules
from companion.rules.schema import placement_from_json, position_to_json
from companion.sensors.board_observer import BoardObserver
from companion.sensors.recording import InputLine, load_recording
from companion.sensors.replay import replay_recording
from companion.simulation.camera.virtual_camera import Scene
from vision.lab.measure import measure, score_of
from vision.sources.files import FolderSource, frames_of

#: Black DOG with a turn of the disc, and Super Tock, both small pictures.
NUMBERS, PLAYS = (2, pytest.param(32, marks=pytest.mark.long)), 3


@pytest.fixture(scope="module", params=NUMBERS)
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return record(tmp_path_factory.mktemp("drawn"), request.param, PLAYS)


def lines(folder: Path, name: str) -> list[dict]:
    return [json.loads(line) for line in (folder / f"{name}.jsonl").read_text().splitlines()]


def test_a_drawn_recording_has_the_form_of_any_other(folder: Path) -> None:
    recording = load_recording(SHIPPED, folder)
    assert len(recording.inputs) >= PLAYS
    pictures = [line["frame"] for line in lines(folder, "frames_truth")]
    assert pictures == sorted(path.name for path in recording.frames.iterdir())
    assert sum(line["verdict"] == "legal" for line in lines(folder, "truth")) == PLAYS


def test_every_true_verdict_is_the_judges(folder: Path) -> None:
    position = load_recording(SHIPPED, folder).position
    for line in lines(folder, "truth"):
        if line.get("why") == "out_of_turn":
            continue
        laid = placement_from_json(rules_of(position), line["next"])
        verdict = judge(*with_rules(msgspec.structs.replace(position, turn=line["seat"])), line["card"], laid)
        assert verdict.kind.value == line["verdict"]
        if line["verdict"] == "legal":
            position = position.with_placement(laid)


def test_the_truth_is_what_a_replay_says(folder: Path) -> None:
    said = [(line["t_ms"], line["verdict"]) for line in replay_recording(load_recording(SHIPPED, folder))]
    before = -1
    for line in lines(folder, "truth"):
        until = line["t_ms"] + 590
        mine = [verdict for t_ms, verdict in said if before < t_ms <= until]
        assert mine[-1:] == [line["verdict"]]
        before = until


def test_an_answered_question_does_not_return(folder: Path) -> None:
    """Nobody saw the first play; if somebody answers which it was, the later states are judged by it."""
    truth, recording = lines(folder, "truth"), load_recording(SHIPPED, folder)
    assert judged_when_answered(recording, truth) == ["right"] * len(truth)
    first = next(number for number, line in enumerate(truth) if line["verdict"] == "legal")
    since = truth[first - 1]["t_ms"] if first else 0
    lost = {f"{t_ms:09d}.jpg" for t_ms in range(since + 1, truth[first]["t_ms"] + 1)}
    kept = folder.with_name(f"{folder.name}-blind")
    shutil.copytree(folder, kept)
    began = {path.name for path in sorted((kept / "frames").iterdir())[:3]}
    for name in lost - began:
        (kept / "frames" / name).unlink(missing_ok=True)
    verdicts = judged_when_answered(load_recording(SHIPPED, kept), truth)
    assert verdicts == ["right"] * first + ["asked"] + ["right"] * (len(truth) - first - 1)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("hands_too", [False, True])
def test_only_a_play_still_open_at_the_end_leads_to_a_question(folder: Path, *, hands_too: bool) -> None:
    """The recording ends before the first board at rest after a play: with the hand, or before any picture of it."""
    truth, recording = lines(folder, "truth"), load_recording(SHIPPED, folder)
    played = max(number for number, line in enumerate(truth[:-1]) if line["verdict"] == "legal")
    rested, ended = (line["t_ms"] for line in truth[played : played + 2])
    pictures = [(int(line["frame"][:9]), line["what"]) for line in lines(folder, "frames_truth")]
    hands = [t_ms for t_ms, what in pictures if rested < t_ms <= ended and what != "still"]
    until = rested if hands_too else max(hands)
    seen = (frame for frame in frames_of(FolderSource(recording.frames)) if frame.t_ms <= until)
    inputs = tuple(line for line in recording.inputs if line.t_ms <= ended)
    said = list(replay_recording(replace(recording, inputs=inputs), seen))
    assert (said[-1]["verdict"], said[-1]["t_ms"]) == ("unfinished", until)
    assert list(judged(truth[: played + 2], said)) == ["right"] * (played + 1) + ["asked"]


def test_what_people_state_in_a_recording_is_learnt(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As at a live table, whose reader is given every position that the record knows."""
    told: list[Position] = []

    def expect(self: BoardObserver, rules: Rules, position: Position) -> None:
        told.append(position)

    monkeypatch.setattr(BoardObserver, "expect", expect)
    recording = load_recording(SHIPPED, folder)
    laid = placement_from_json(rules_of(recording.position), lines(folder, "truth")[-1]["next"])
    stated = recording.position.with_placement(laid)
    line = InputLine(t_ms=100, kind="correct", position=position_to_json(rules_of(stated), stated))
    assert list(replay_recording(replace(recording, inputs=(line,)), iter(()))) == []
    assert [position.placement for position in told] == [recording.position.placement, laid]


@pytest.mark.long
def test_the_number_alone_tells_a_recording(folder: Path, tmp_path: Path) -> None:
    number = json.loads((folder / "made.json").read_text())["number"]
    again = record(tmp_path, number, PLAYS)
    for path in ("truth.jsonl", "frames_truth.jsonl", "inputs.jsonl", "session.toml"):
        assert (again / path).read_text() == (folder / path).read_text()
    last = sorted((folder / "frames").iterdir())[-1]
    assert (again / "frames" / last.name).read_bytes() == last.read_bytes()


def test_scenery_meets_in_every_combination_that_matters() -> None:
    made = [scenery(number) for number in range(64)]
    assert {one.board for one in made} >= {"black_dog", "star_4", "star_6", "toc_4", "toc_6", "star_4_left"}
    assert {one.light for one in made} == {"window", "lamp", "sun", "ceiling", "dim"}
    assert {one.size for one in made if one.light == "dim"} == {(1280, 720), (640, 480)}
    assert min(one.stand.elevation_deg for one in made) < 40
    assert max(one.stand.elevation_deg for one in made) > 85
    assert all("black" not in one.colours for one in made if one.profile.wheel)


@pytest.mark.long
@pytest.mark.parametrize("number", [2, 3])
def test_the_ground_of_a_drawn_board_has_the_tint_of_its_art(number: int) -> None:
    """With a disc and without one."""
    made = replace(scenery(number), size=(640, 480))
    plain = tinted_camera(replace(made, art="cream")).render(Scene()).astype(np.float64)
    bright = plain.min(axis=2) > 60
    for art, tint in ARTS.items():
        shown = tinted_camera(replace(made, art=art)).render(Scene()).astype(np.float64)
        changed = bright & (np.abs(shown - plain).max(axis=2) > 12)
        assert (changed.mean() > 0.1) == (art != "cream")
        if art != "cream":
            assert np.median(shown[changed] / plain[changed], axis=0) == pytest.approx(tint, abs=0.05)


@pytest.mark.long
def test_the_page_counts_every_recording(folder: Path) -> None:
    recording = load_truth(folder)
    score = score_of(recording)
    measure(recording, score, lambda _: None)
    row = {"recording": folder.name, "states": 5, "right": 4, "asked": 1, "wrong": 0}
    row["median_ms_after_first_still_picture"] = 330
    group = accuracy.Group("given", "text", [folder], rows=[row], scores=[score])
    times = [line["t_ms"] for line in lines(folder, "truth")]
    group.complaints = [f"{folder.name}: asked at {times[1]} ms (7, legal)", f"{folder.name}: asked at {times[2]} ms"]
    page = accuracy.page_of([group], "make accuracy")
    assert "| **all** | 1 | 5 | 4 | 1 | 0 | 20.00% " in page
    assert f"- {folder.name}: asked at" in page
    assert "1 of 2 states were asked about or wrong" in page
    assert f"| given: {folder.name} | 5 | 4 | 1 | 0 |" in page
