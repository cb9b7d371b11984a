"""`python -m companion run` on a machine without a display, as a user runs it: a real process, broker, record and
browser."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from browser_for_tests import chromium

from companion.catalogue.shipped import SHIPPED
from companion.model.places import place_to_json
from companion.model.position import Position
from companion.session.evolve import replay
from companion.store.event_log import EventLog

PATIENCE_S = 600
#: Once the program has ended nothing more comes; only a busy browser may still have to show it.
SHOWN_MS = 60_000


def environment(home: Path) -> dict[str, str]:
    hidden = {"DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"}
    return {key: value for key, value in os.environ.items() if key not in hidden} | {"PAWTRACK_HOME": str(home)}


def recorded_position(home: Path) -> Position:
    log = EventLog(SHIPPED, home / "record.sqlite")
    state = replay(log.load(log.games()[0].game))
    log.close()
    assert state.position is not None
    return state.position


@pytest.mark.parametrize(("plies", "faults"), [(3, 0), pytest.param(20, 4, marks=pytest.mark.long)])
def test_a_headless_game_has_no_wrong_verdict_and_is_shown(tmp_path: Path, plies: int, faults: int) -> None:
    """Some plies with seeded mistakes: no verdict is wrong, and the browser shows the recorded position."""
    truth = tmp_path / "truth.jsonl"
    command = [sys.executable, "-m", "companion", "run", "--plies", str(plies), "--speed", "2", "--seed", "2"]
    # first the browser: one that starts slowly would come after the last play
    with chromium() as browser:
        page = browser.new_page()
        page.set_default_timeout(PATIENCE_S * 1000)
        program = subprocess.Popen(
            [*command, "--truth", str(truth)], env=environment(tmp_path), stdout=subprocess.PIPE, text=True
        )
        assert program.stdout is not None
        said = [program.stdout.readline()]
        assert "no display" in said[0]
        # where the broker starts slowly the address comes later
        while not said[-1].startswith("viewer page: http"):
            said.append(program.stdout.readline())
            assert said[-1], "".join(said)
        page.goto(said[-1].removeprefix("viewer page: ").strip())
        said += program.stdout.readlines()
        program.stdout.close()
        assert program.wait(timeout=PATIENCE_S) == 0, "".join(said)
        position = recorded_position(tmp_path)
        page.wait_for_function(
            "ply => window.pawtrackState && window.pawtrackState.ply >= ply", arg=plies, timeout=SHOWN_MS
        )
        shown = page.eval_on_selector_all(
            "[data-place]", "pawns => pawns.map(pawn => [pawn.dataset.seat ?? pawn.dataset.figure, pawn.dataset.place])"
        )
    acts = [json.loads(line) for line in truth.read_text(encoding="utf-8").splitlines()]
    mistakes = {act["why"] for act in acts if act["kind"] == "illegal"}
    # In lock-step (test_simulated_game.py) every verdict must come.  Here the clock of the machine runs: the busier it
    # is, the more verdicts come after the next hand and are questions.  A wrong one may never come.
    given = [act for act in acts if act["answer"] in ("legal", "illegal")]
    assert [act for act in given if not act["right"]] == []
    assert given
    assert len(mistakes) >= faults
    assert sorted(map(tuple, shown)) == sorted(expected_pawns(position))


def expected_pawns(position: Position) -> list[tuple[str, str]]:
    pawns = [
        (str(seat), str(place_to_json(place))) for seat, row in enumerate(position.placement.pawns) for place in row
    ]
    return [*pawns, ("dog", str(position.placement.extra("dog")))]


def test_what_cannot_be_played_without_a_display_says_so(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "companion", "run", "--headless", "--camera", "0"]
    done = subprocess.run(command, env=environment(tmp_path), capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert re.fullmatch(r"pawtrack: .*\n", done.stderr)


@pytest.mark.long
@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "game", ["--variant tock_6 --players 6", "--variant dog --players 3 --option dog.swap_void=unplayable"]
)
def test_another_game_of_the_family_is_chosen_on_the_command_line(tmp_path: Path, game: str) -> None:
    """Its board, its players and its cards through the same reader and referee; no verdict is wrong."""
    truth = tmp_path / "truth.jsonl"
    command = [sys.executable, "-m", "companion", "run", "--headless", *game.split(), "--plies", "3", "--speed", "3"]
    options = ["--seed", "1", "--broker", "none", "--truth", str(truth)]
    done = subprocess.run(
        [*command, *options], env=environment(tmp_path), capture_output=True, text=True, check=False, timeout=PATIENCE_S
    )
    assert done.returncode == 0, done.stderr
    acts = [json.loads(line) for line in truth.read_text(encoding="utf-8").splitlines()]
    assert len(acts) >= 3
    assert [act for act in acts if act["answer"] in ("legal", "illegal") and not act["right"]] == []
    assert recorded_position(tmp_path).variant == game.split()[1]


def said_headless(home: Path, *arguments: str) -> list[str]:
    command = [sys.executable, "-m", "companion", "run", "--headless", "--broker", "none", "--speed", "20"]
    done = subprocess.run(
        [*command, *arguments], env=environment(home), capture_output=True, text=True, timeout=PATIENCE_S, check=True
    )
    return done.stdout.splitlines()


@pytest.mark.long
def test_a_demo_goes_on_unless_a_new_one_is_wanted(tmp_path: Path) -> None:
    first, second, third = (
        said_headless(tmp_path, *arguments)
        for arguments in (("--variant", "dog", "--plies", "1"), ("--plies", "2"), ("--plies", "1", "--new"))
    )
    assert [line.endswith("(plays so far: 1); --new begins another one") for line in second].count(True) == 1
    assert not any(line.startswith("going on with") for line in (*first, *third))
    for lines in (first, second, third):
        assert re.fullmatch(r"verdicts as the simulator played: 1 of 1; wrong moves: \d, kinds: \d", lines[-1]), lines


@pytest.mark.long
@pytest.mark.parametrize(("variant", "has_wheel"), [("dog", False), ("black_dog", True)])
def test_only_a_game_with_a_wheel_has_a_line_about_it(tmp_path: Path, variant: str, has_wheel: bool) -> None:
    said = said_headless(tmp_path, "--variant", variant, "--wheel", "none", "--plies", "1")
    assert any(line.startswith("wheel:") for line in said) == has_wheel
