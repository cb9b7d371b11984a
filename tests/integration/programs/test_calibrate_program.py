"""`python -m companion calibrate`: a profile from a photograph without the tablet; every fault is one line."""

import os
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
from gallery.boards import own_board, own_camera
from gallery.views import COLOURS
from typer.testing import CliRunner

from companion.board.files import load_board
from companion.commands.cli import app
from companion.sensors.board_print import print_of
from companion.simulation.camera.virtual_camera import Scene

TRUTH = own_board()


@pytest.fixture(scope="module")
def photograph(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("photograph") / "empty.png"
    cv2.imwrite(str(path), own_camera(COLOURS).render(Scene()))
    return path


def places(*spots) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in (own_camera(COLOURS).project(*spot) for spot in spots))


STARTS = [TRUTH.track[16 * sector] for sector in range(4)]
WIDTH, HEIGHT = TRUTH.size_mm
CORNERS = ((0.0, 0.0), (WIDTH, 0.0), (WIDTH, HEIGHT), (0.0, HEIGHT))


def words(photograph: Path, **changes: str) -> list[str]:
    given = {"name": "Our board", "template": "star_4", "size": "48x47", "starts": places(*STARTS), **changes}
    return ["calibrate", str(photograph), *(word for key, value in given.items() for word in (f"--{key}", value))]


@pytest.mark.long
def test_a_photograph_becomes_a_board_that_can_be_named(photograph, tmp_path, monkeypatch):
    drawn = tmp_path / "drawn.png"
    typed = words(photograph, corners=places(*CORNERS), pawn="marble:16", draw=str(drawn))
    done = subprocess.run(
        [sys.executable, "-m", "companion", *typed],
        env={**os.environ, "PAWTRACK_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "--board Our_board" in done.stdout
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    made = load_board("Our_board")
    assert made.pawn.width_mm == 16
    assert made.size_mm == TRUTH.size_mm
    assert print_of("Our_board") is not None
    for ours, printed in zip(made.track, TRUTH.track, strict=True):
        assert np.hypot(ours[0] - printed[0], ours[1] - printed[1]) < 3
    assert cv2.imread(str(drawn)).shape == (720, 1280, 3)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"size": "big"}, "width and height in centimetres"),
        ({"starts": "10,10"}, "give the 4 start fields"),
        ({"starts": "ten,ten"}, "write places as x,y"),
        ({"corners": "1,1 2,2"}, "give 4"),
        ({"corners": "1,1 2,2 3,3 4,4"}, "four corners in turn"),
        ({"template": "chess"}, "use one of"),
        ({"pawn": "cube:3"}, "such as cone:14x25"),
    ],
)
def test_a_fault_is_one_line_that_says_what_to_write(photograph, tmp_path, monkeypatch, changes, expected):
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    done = CliRunner().invoke(app, words(photograph, **changes))
    assert done.exit_code == 2
    assert done.stdout == ""
    assert expected in done.stderr
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "boards").exists()


def test_what_is_no_picture_is_reported(tmp_path):
    nothing = tmp_path / "nothing.jpg"
    nothing.write_text("no picture", encoding="utf-8")
    for path in (nothing, tmp_path / "missing.jpg"):
        done = CliRunner().invoke(app, words(path))
        assert done.exit_code == 2
        assert "photograph of the empty board" in done.stderr
