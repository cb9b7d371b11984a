"""Measuring counts what the reader reads against the truth, draws what it misreads, and keeps what is done."""

import json
import shutil
from pathlib import Path
from typing import Any

import cv2
import pytest
from drawn_recordings import record
from typer.testing import CliRunner

from companion.commands.camera.vision import app
from companion.lab import readings
from companion.lab.truth import load_truth
from companion.system.signals import INTERRUPTED
from vision.board import Board, Labels
from vision.lab.measure import Failure, Score, measure, score_of
from vision.lab.mistake_pictures import LIST_NAME, MistakeBook, draw_failure
from vision.lab.score_tables import by_fact, in_all, interval, tables
from vision.lab.truth import TruthError
from vision.reader import BoardReader

#: Super Tock in the sun, 640 x 480, with a mistake in it.
NUMBER, PLAYS = 2, 2


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return record(tmp_path_factory.mktemp("drawn"), NUMBER, PLAYS)


@pytest.fixture
def copy(drawn: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(drawn, tmp_path / "copy"))


def read(folder: Path) -> tuple[Score, list[Failure]]:
    recording = load_truth(folder)
    score, failures = score_of(recording), []
    measure(recording, score, failures.append)
    return score, failures


def verdicts(folder: Path) -> list[str]:
    return [json.loads(line)["verdict"] for line in (folder / "truth.jsonl").read_text().splitlines()]


def with_a_false_truth(folder: Path, *, kennel: bool = False) -> None:
    """Changes the truth of the last pictures: the first pawn on the track stands one field farther.

    With `kennel` a waiting one stands in another spot of the same kennel.
    """
    recording = load_truth(folder)
    spots, classes = recording.layout.board.spots, recording.scenes[-1].classes
    if kennel:
        partly = (pool for pool in spots.pools if len(set(classes[pool.first : pool.stop])) == 2)
        pool = next(partly)
        taken, free = classes.index(pool.kind, pool.first), classes.index(0, pool.first)
    else:
        taken = next(field for field, kind in enumerate(classes) if kind)
        free = taken + 1
    path = folder / "frames_truth.jsonl"
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    for line in lines[-3:]:
        move(line["pieces"], recording.layout.board, taken, free)
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))


def move(pieces: list[list[Any]], board: Board, taken: int, free: int) -> None:
    """The piece nearest to the spot `taken` stands on `free`."""
    places = board.spots.places_mm
    near = [
        abs(x + board.size_mm[0] / 2 - places[taken][0]) + abs(board.size_mm[1] / 2 - y - places[taken][1])
        for _, x, y in pieces
    ]
    pieces[near.index(min(near))][1:] = places[free][0] - board.size_mm[0] / 2, board.size_mm[1] / 2 - places[free][1]


def test_the_reader_is_given_how_many_pieces_there_are(drawn: Path) -> None:
    recording = load_truth(drawn)
    assert recording.layout.board.spots.piece_counts == (*(4 for _ in recording.colours), 1)


def test_a_plain_recording_is_read_exactly_right_and_counted_once(drawn: Path) -> None:
    score, failures = read(drawn)
    assert failures == []
    assert score.boards == score.boards_right > PLAYS
    assert score.spots == sum(tally.spots for tally in score.by_what.values()) == sum(count for count, _ in score.bins)
    assert {verdict: tally.boards for verdict, tally in score.by_verdict.items() if verdict} == {
        verdict: verdicts(drawn).count(verdict) for verdict in set(verdicts(drawn))
    }


def test_what_is_known_of_the_making_is_among_the_facts(drawn: Path, copy: Path) -> None:
    score, _ = read(drawn)
    assert score.facts["light"] == "sun"
    assert score.facts["colour of the light"] == "4000 to 5000 K"
    assert (score.facts["pawns"], score.facts["board"], score.facts["art"]) == ("small cone", "toc_4", "cream")
    assert score.facts["camera height"] == "60 to 75°"
    (copy / "made.json").unlink()
    assert score_of(load_truth(copy)).facts["light"] == "unknown"


def test_only_legal_plays_are_learnt_from(drawn: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    learnt: list[Labels] = []
    learn = BoardReader.expect
    monkeypatch.setattr(BoardReader, "expect", lambda reader, labels: (learnt.append(labels), learn(reader, labels))[1])
    read(drawn)
    recording = load_truth(drawn)
    legal = [scene.labels for scene in recording.scenes if scene.verdict == "legal"]
    assert learnt == [recording.scenes[0].labels, *legal]


def test_a_misread_board_is_counted_and_drawn(copy: Path, tmp_path: Path) -> None:
    with_a_false_truth(copy)
    score, failures = read(copy)
    assert score.boards - score.boards_right == 1
    assert len(score.mistakes) == 2
    assert in_all([score]).wrong == 2
    book = MistakeBook(tmp_path / "book")
    assert "None." in (tmp_path / "book" / LIST_NAME).read_text()
    book.take(failures[0])
    listed = (tmp_path / "book" / LIST_NAME).read_text()
    assert listed.count("sure), is") == 2
    picture = cv2.imread(str(next((tmp_path / "book").glob("*.png"))))
    assert picture is not None
    assert picture.shape[1] > failures[0].image.shape[1]


def test_a_pawn_read_in_another_spot_of_its_kennel_is_a_mistake(copy: Path) -> None:
    """A game only counts the waiting pawns; their physical places show how well the reader reads."""
    with_a_false_truth(copy, kennel=True)
    score, _ = read(copy)
    assert score.boards - score.boards_right == 1
    assert [score.by_what[key].wrong for key in score.by_what if key[0] == "kennel"].count(1) == 2


def test_a_board_that_cannot_be_read_is_reported_too(copy: Path) -> None:
    for path in sorted((copy / "frames").iterdir())[-3:]:
        cv2.imwrite(str(path), 0 * cv2.imread(str(path)))
    score, failures = read(copy)
    assert score.unread == 1
    assert failures[0].mistakes == ()
    assert draw_failure(failures[0]).shape[0] == 2 * 480


@pytest.mark.long
def test_tables_are_markdown_and_add_up(drawn: Path) -> None:
    first, _ = read(drawn)
    second, _ = read(drawn)
    text = tables([first, second])
    assert f"| **all** | {2 * first.boards} | 0 |" in text
    assert by_fact([first, second])["light"]["sun"].spots == 2 * first.spots
    for block in text.split("\n\n"):
        widths = {line.count("|") for line in block.splitlines() if line.startswith("|")}
        assert len(widths) <= 1


def test_an_interval_holds_its_share_and_narrows() -> None:
    assert interval(0, 0) == (0.0, 1.0)
    assert interval(0, 300) == pytest.approx((0.0, 0.0126), abs=1e-4)
    low, high = interval(10, 100)
    assert low < 0.1 < high
    assert interval(100, 1000)[0] > low


def test_the_command_prints_tables_and_draws(copy: Path, tmp_path: Path) -> None:
    with_a_false_truth(copy)
    done = CliRunner().invoke(app, ["measure", str(copy), "--mistakes", str(tmp_path / "book")])
    assert done.exit_code == 1
    assert "## Reliability" in done.stdout
    assert "1 of 1: copy" in done.stderr
    assert len(list((tmp_path / "book").glob("*.png"))) == 1


@pytest.mark.long
def test_an_interrupt_keeps_what_is_done(drawn: Path, copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(recording, score, report):  # type: ignore[no-untyped-def]
        if recording.folder == copy:
            raise KeyboardInterrupt
        measure(recording, score, report)

    monkeypatch.setattr(readings, "measure", stopped)
    done = CliRunner().invoke(app, ["measure", str(drawn), str(copy)])
    assert done.exit_code == INTERRUPTED
    assert f"| {drawn.name} |" in done.stdout
    assert "interrupted" in done.stderr


def test_a_folder_without_a_recording_is_refused_in_one_line(copy: Path, tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["measure", str(tmp_path / "nothing")])
    assert done.exit_code == 2
    assert done.stderr.count("\n") == 1
    (copy / "truth.jsonl").write_text("{}\n")
    with pytest.raises(TruthError, match="copy"):
        load_truth(copy)
