"""Every value of every switch, played by `pawtrack run --headless`: the simulated camera sees every board as it is."""

import subprocess
import sys
from pathlib import Path

import pytest
from playout_tables import Case, switched

from companion.catalogue.shipped import SHIPPED
from companion.model.notation import format_switch

_SEATING = [
    case
    for case in switched()
    if any(path.startswith("seating.") for path in SHIPPED.variant(case.variant).options[case.options[0][0]].sets)
]
#: Six players where a switch is about six.
_PLAYERS = {"dog.teams6": 6, "braendi.teams6": 6}
_PLIES = 8
#: Far above what any takes on a busy machine: a game that does not go on ends the test.
_LIMIT_S = 400


def _played(case: Case, home: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The lines of a game of so many plays."""
    name, value = case.options[0]
    monkeypatch.setenv("PAWTRACK_HOME", str(home))
    command = [
        *(sys.executable, "-m", "companion", "run", "--headless", "--broker", "none", "--speed", "8", "--seed", "1"),
        *("--variant", case.variant, "--option", f"{name}={format_switch(value)}"),
        *("--players", str(_PLAYERS.get(name, case.players)), "--plies", str(_PLIES)),
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=_LIMIT_S, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def _no_verdict_was_wrong(lines: list[str]) -> bool:
    """Returns whether no verdict was wrong.

    A machine too slow to watch every moment asks, and the answered states do not count as right either.
    """
    right, judged = lines[-1].removeprefix("verdicts as the simulator played: ").partition(";")[0].split(" of ")
    asked = sum(" UNCLEAR " in line for line in lines)
    return int(right) + 2 * asked >= int(judged) >= _PLIES


@pytest.mark.long
@pytest.mark.thinned(3)
@pytest.mark.parametrize("case", _SEATING, ids=str)
def test_every_seating_is_played_before_the_camera(case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert _no_verdict_was_wrong(_played(case, tmp_path, monkeypatch))


@pytest.mark.long
@pytest.mark.thinned(40)
@pytest.mark.parametrize("case", [case for case in switched() if case not in _SEATING], ids=str)
def test_every_other_switch_is_played_before_the_camera(
    case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert _no_verdict_was_wrong(_played(case, tmp_path, monkeypatch))
