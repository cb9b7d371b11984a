"""A table with a camera begins with the load of the last game here, and slow verdicts of its own lower it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.app.choices import Choices
from companion.app.throttle import LOAD
from companion.bootstrap.launcher import Launcher
from companion.bootstrap.open_table import OpenTable
from companion.model.observation import Observation
from companion.session.commands import ReportObservation
from companion.settings.kept_load import KeptLoad, machine
from companion.settings.load import Kept, Load
from companion.settings.schema import NONE, SIMULATED, Settings
from companion.views.table_view import Health

CAMERA = "http://127.0.0.1:9/video"
LESS = Kept(load=Load.LESS, verdict_ms=1234)
Open = Callable[..., OpenTable]


@pytest.fixture
def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Open]:
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    monkeypatch.setattr("companion.preparation.speed.free_mb", lambda: 4000)
    made: list[Launcher] = []

    def opens(camera: str = CAMERA, load: str = "auto", variant: str = "black_dog") -> OpenTable:
        for each in made:
            each.close()
        made.append(Launcher(Choices(camera=SIMULATED if camera == SIMULATED else None)))
        return made[-1].open_table(Settings(camera=camera, broker=NONE, load=load, variant=variant))

    yield opens
    for each in made:
        each.close()


def shown(table: OpenTable) -> Health | None:
    table.table.mark().wait(10)
    return next((health for health in table.table.view.health if health.part == LOAD), None)


def judge(table: OpenTable, read_s: float) -> None:
    """Two boards come to rest, and each is read in this time."""
    for _ in range(2):
        table._throttle.read(read_s)
        table.post(ReportObservation(observation=Observation(t_ms=0, track=(), goal=(), kennel=())))
        table.table.mark().wait(10)


def test_slow_verdicts_are_noted_and_remembered_for_the_next_game(opened: Open, tmp_path: Path) -> None:
    table = opened()
    judge(table, 0.1)
    assert (shown(table), [*tmp_path.glob("load-*")]) == (None, [])
    judge(table, 1.1)
    health = shown(table)
    assert health
    assert health.code == "load_less"
    assert health.text
    kept = KeptLoad(tmp_path, machine()).read()
    assert (kept.load, health.params) == (Load.LESS, (("ms", kept.verdict_ms),))
    assert shown(opened()) == health


def test_a_setting_decides_alone(opened: Open, tmp_path: Path) -> None:
    KeptLoad(tmp_path, machine()).keep(LESS)
    table = opened(load="full")
    judge(table, 3.0)
    assert (shown(table), table._throttle.load) == (None, Load.FULL)
    assert KeptLoad(tmp_path, machine()).read() == LESS


@pytest.mark.parametrize("tapped", [{"camera": NONE}, {"camera": SIMULATED}, {"variant": "dog_cards"}])
def test_only_a_camera_slows_a_machine(opened: Open, tmp_path: Path, tapped: dict[str, str]) -> None:
    """A game without one, and a demo, which draws its own pictures, leave nothing out."""
    KeptLoad(tmp_path, machine()).keep(LESS)
    table = opened(**tapped)
    assert (shown(table), table._throttle.load) == (None, Load.FULL)


def test_little_memory_is_enough_to_do_less(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.preparation.speed.free_mb", lambda: 512)
    health = shown(opened())
    assert health
    assert (health.code, health.params) == ("load_less_memory", (("memory", 512),))
