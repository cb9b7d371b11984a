"""Every value of every switch, played by `pawtrack run --headless`: the simulated camera sees every board as it is."""

from pathlib import Path

import pytest
from command_line import pawtrack
from playout_tables import Case, switched

from companion.catalogue.shipped import SHIPPED
from companion.model.notation import format_switch

_SEATING = [
    case
    for case in switched()
    if any(path.startswith("seating.") for path in SHIPPED.variant(case.variant).options[case.options[0][0]].sets)
]
#: Six players where a switch is about six.
_PLAYERS = {"dog.teams6": 6}
_PLIES = 8


@pytest.fixture(autouse=True)
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))


def _played(case: Case) -> list[str]:
    """The lines of a game of so many plays."""
    name, value = case.options[0]
    done = pawtrack(
        *("run", "--headless", "--variant", case.variant, "--option", f"{name}={format_switch(value)}"),
        *("--players", _PLAYERS.get(name, case.players), "--plies", _PLIES, "--speed", "10", "--seed", "1"),
        *("--broker", "none"),
    )
    assert done.exit_code == 0, done.output
    return done.stdout.splitlines()


def _as_the_simulator_played(lines: list[str]) -> bool:
    right, judged = lines[-1].removeprefix("verdicts as the simulator played: ").partition(",")[0].split(" of ")
    return int(right) == int(judged) >= _PLIES


@pytest.mark.long
@pytest.mark.parametrize("case", _SEATING, ids=str)
def test_every_seating_is_played_before_the_camera(case: Case) -> None:
    assert _as_the_simulator_played(_played(case))


@pytest.mark.long
@pytest.mark.thinned(20)
@pytest.mark.parametrize("case", [case for case in switched() if case not in _SEATING], ids=str)
def test_every_other_switch_is_played_before_the_camera(case: Case) -> None:
    assert _as_the_simulator_played(_played(case))
