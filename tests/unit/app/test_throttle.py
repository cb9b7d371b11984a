"""The load of a game: chosen from its own verdicts, kept for each machine, and never against a setting."""

import random
from itertools import pairwise
from pathlib import Path

import pytest

from companion.app.throttle import MOST_PATIENCE, RECENT, REST_S, Throttle
from companion.model.observation import Observation
from companion.preparation.speed import Speed
from companion.session.commands import LoseSight, ReportObservation, WatchSilently
from companion.settings.kept_load import KeptLoad, machine
from companion.settings.load import PATIENCE, SLOW_MB, SLOW_S, SLOWEST_MB, SLOWEST_S, Kept, Load
from companion.views.table_view import Health

QUICK_S, SLOW = 0.4, SLOW_S + 0.1
REPORT = ReportObservation(observation=Observation(t_ms=0, track=(), goal=(), kennel=()))


class Machine:
    """A machine with a clock; `verdict` plays one verdict that takes so long from the first still picture."""

    def __init__(self, setting: str = "auto", kept: Kept | None = None, memory_mb: int | None = None) -> None:
        self.now_s = 7.0
        self.kept: list[Kept] = []
        self.shown: list[Health] = []
        self.throttle = Throttle(
            setting, kept, memory_mb, self.kept.append, self.shown.append, clock=lambda: self.now_s
        )

    def verdict(self, seconds: float, command: object = REPORT) -> Load:
        read_s = (seconds - REST_S) / 4
        self.throttle.read(read_s)
        self.now_s += seconds - REST_S - read_s
        self.throttle.on_command(command)
        return self.throttle.load

    def verdicts(self, seconds: float, count: int) -> list[Load]:
        return [self.verdict(seconds) for _ in range(count)]


@pytest.mark.parametrize("verdict_s", [QUICK_S, SLOW_S - 0.01, SLOW, SLOWEST_S - 0.01, SLOWEST_S + 0.1])
def test_a_game_chooses_what_the_doctor_says(verdict_s: float) -> None:
    found = Speed(pictures=9.0, verdict_s=verdict_s, memory_mb=None)
    assert Machine().verdicts(verdict_s, 2)[-1] is found.load


@pytest.mark.parametrize("memory_mb", [None, SLOW_MB, SLOW_MB - 1, SLOWEST_MB, SLOWEST_MB - 1])
def test_a_small_machine_chooses_what_the_doctor_says(memory_mb: int | None) -> None:
    small = Machine(memory_mb=memory_mb)
    assert small.throttle.load is Speed(pictures=9.0, verdict_s=QUICK_S, memory_mb=memory_mb).load
    small.throttle.show()
    load = small.throttle.load
    assert [health.code for health in small.shown] == ([] if load is Load.FULL else [f"load_{load}_memory"])
    # however quick it is, it gets no more memory
    assert set(small.verdicts(QUICK_S, 3 * PATIENCE)) == {load}


def test_one_slow_verdict_is_none_and_two_soon_after_each_other_decide() -> None:
    quick = Machine()
    for _ in range(20):
        assert set(quick.verdicts(QUICK_S, RECENT - 1)) | {quick.verdict(3.0)} == {Load.FULL}
    assert (quick.kept, quick.shown) == ([], [])
    slow = Machine()
    slow.verdicts(QUICK_S, 50)
    assert slow.verdicts(SLOW, 1) + slow.verdicts(QUICK_S, RECENT - 2) == [Load.FULL] * (RECENT - 1)
    assert slow.verdict(SLOW) is Load.LESS
    assert slow.kept == [Kept(load=Load.LESS, verdict_ms=1100)]
    assert [(health.code, health.params) for health in slow.shown] == [("load_less", (("ms", 1100),))]


@pytest.mark.parametrize("setting", list(Load))
def test_a_setting_wins_over_every_measurement(setting: Load) -> None:
    fixed = Machine(setting, Kept(load=Load.LESS, verdict_ms=1500), memory_mb=10)
    fixed.throttle.show()
    assert {*fixed.verdicts(5.0, 50), *fixed.verdicts(QUICK_S, 1000)} == {setting}
    assert (fixed.kept, fixed.shown) == ([], [])


@pytest.mark.parametrize("start", [Load.LESS, Load.LEAST])
def test_a_machine_that_is_quick_again_does_everything_again(start: Load) -> None:
    """Step by step: a computer that was busy, or an old file on a new one."""
    found = Machine(kept=Kept(load=start, verdict_ms=1800))
    loads = found.verdicts(QUICK_S, 2 * PATIENCE)
    assert loads[: PATIENCE - 1] == [start] * (PATIENCE - 1)
    assert loads[-1] is Load.FULL
    assert [load.rank for load in loads] == sorted((load.rank for load in loads), reverse=True)
    assert found.shown[-1].code == "load_full"
    assert found.kept[-1] == Kept(load=Load.FULL, verdict_ms=400)
    later = Machine(kept=found.kept[-1])
    later.throttle.show()
    assert later.shown == []


@pytest.mark.parametrize("verdict_s", [0.7, 0.9, SLOW_S, SLOW, 1.4])
def test_a_machine_that_is_just_quick_enough_stays_as_it_is(verdict_s: float) -> None:
    assert set(Machine(kept=Kept(load=Load.LESS, verdict_ms=1200)).verdicts(verdict_s, 500)) == {Load.LESS}


@pytest.mark.parametrize("seed", range(10))
def test_a_load_that_makes_the_machine_quick_does_not_swing(seed: int) -> None:
    """Each load has its own time: everything is too slow, less is quick.  Many evenings, each a new start."""
    chance, kept, loads = random.Random(seed), Kept(), list[Load]()
    usual = {Load.FULL: 1.5, Load.LESS: 0.5, Load.LEAST: 0.45}
    for _ in range(20):
        evening = Machine(kept=kept)
        for _ in range(200):
            loads.append(evening.verdict(usual[evening.throttle.load] * chance.uniform(0.9, 1.1)))
        kept = evening.kept[-1] if evening.kept else kept
    changes = sum(one is not other for one, other in pairwise(loads))
    assert loads.count(Load.FULL) < 40
    assert 2 <= changes < 30
    assert kept.patience <= MOST_PATIENCE


def test_only_the_verdict_on_a_board_that_was_just_read_counts() -> None:
    found = Machine()
    for _ in range(10):
        found.verdict(QUICK_S)
        found.now_s += 5
        found.throttle.on_command(REPORT)
    assert found.throttle.load is Load.FULL
    found.throttle.read(3.0)
    found.throttle.on_command(LoseSight())
    found.throttle.on_command(REPORT)
    assert found.verdict(3.0, WatchSilently(report=REPORT)) is Load.LEAST


def test_two_machines_with_one_folder_remember_their_own(tmp_path: Path) -> None:
    old, quick = KeptLoad(tmp_path, "old"), KeptLoad(tmp_path, "quick")
    less = Kept(load=Load.LESS, verdict_ms=1300, patience=40)
    old.keep(less)
    quick.keep(Kept(load=Load.FULL, verdict_ms=390))
    assert (old.read(), quick.read().load) == (less, Load.FULL)
    assert KeptLoad(tmp_path, "another").read() == Kept()


def test_a_card_on_another_board_is_another_machine(tmp_path: Path) -> None:
    names = []
    for model in ("Raspberry Pi 3", "Raspberry Pi 5", None):
        sign = tmp_path / "model"
        sign.unlink(missing_ok=True)
        if model:
            sign.write_text(model)
        names += [machine((tmp_path / "id", sign)), machine((tmp_path / "id", sign))]
    assert names[::2] == names[1::2]
    assert len(set(names)) == 3
    assert all(name.isalnum() for name in names)


@pytest.mark.parametrize(
    "content", [b"", b"\xff", b"[]", b'{"load":"more"}', b'{"patience":0}', b'{"verdict_ms":-1}', b" " * 10_000]
)
def test_a_damaged_file_begins_anew_and_is_written_again(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "load-a.json").write_bytes(content)
    kept = KeptLoad(tmp_path, "a")
    assert kept.read() == Kept()
    kept.keep(Kept(load=Load.LEAST))
    assert kept.read().load is Load.LEAST


def test_a_disk_that_refuses_stops_no_game(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    KeptLoad(tmp_path / "missing", "a").keep(Kept(load=Load.LESS))
    assert "is not remembered" in caplog.text
