"""`--record FOLDER` on a live table, then `replay`: the same reader and referee come to the same verdicts."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

RUN = [sys.executable, "-m", "companion", "run", "--broker", "none", "--plies", "2", "--speed", "3", "--seed", "4"]


@pytest.mark.long
def test_a_recorded_table_replays_to_the_same_plays(tmp_path: Path) -> None:
    folder = tmp_path / "recording"
    hidden = {"DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"}
    environment = {key: value for key, value in os.environ.items() if key not in hidden}
    environment["PAWTRACK_HOME"] = str(tmp_path / "home")
    live = subprocess.run(
        [*RUN, "--record", str(folder)],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    accepted = [line.split()[2] for line in live.stdout.splitlines() if " LEGAL " in line]
    again = subprocess.run(
        [sys.executable, "-m", "companion", "replay", str(folder), "--json"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert again.stderr == ""
    lines = [json.loads(line) for line in again.stdout.splitlines()]
    assert [line["card"] for line in lines if line["verdict"] == "legal"] == accepted
    assert all(line["confidence"] > 0.9 for line in lines if line["verdict"] == "legal")
