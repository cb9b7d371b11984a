"""A machine's figures come from a real reader and referee, and the choice follows from them."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from companion.commands.cli import app
from companion.doctor.report import DOCTOR
from companion.preparation.speed import Speed, free_mb, measured
from companion.settings.file import save_settings
from companion.settings.kept_load import KeptLoad, machine
from companion.settings.load import SLOW_MB, SLOW_S, SLOWEST_MB, SLOWEST_S, Kept, Load
from companion.settings.schema import Settings
from companion.texts import LANGUAGES, shipped_wording


@pytest.mark.parametrize(
    ("verdict_s", "memory_mb", "load"),
    [
        (SLOW_S, SLOW_MB, "full"),
        (SLOW_S, None, "full"),
        (SLOW_S + 0.1, SLOW_MB, "less"),
        (SLOW_S, SLOW_MB - 1, "less"),
        (SLOWEST_S, SLOWEST_MB, "less"),
        (SLOWEST_S + 0.1, None, "least"),
        (SLOW_S, SLOWEST_MB - 1, "least"),
    ],
)
def test_a_slower_or_smaller_machine_is_given_less_to_do(verdict_s: float, memory_mb: int | None, load: str) -> None:
    assert Speed(pictures=20.0, verdict_s=verdict_s, memory_mb=memory_mb).load == load


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("memory_mb", [None, 512])
@pytest.mark.parametrize("verdict_s", [0.4, 1.5, 3.0])
def test_figures_and_choice_are_words_in_every_language(language: str, memory_mb: int | None, verdict_s: float) -> None:
    speed = Speed(pictures=21.7, verdict_s=verdict_s, memory_mb=memory_mb)
    wording = shipped_wording()
    text = " ".join(wording.sentences(speed.code, speed.params, DOCTOR)[language])
    assert "22" in text
    assert str(round(1000 * verdict_s)) in text
    assert ("512" in text) == (memory_mb is not None)
    for choice in ("speed_all", "speed_less", "speed_least", "speed_fixed"):
        assert " ".join(wording.sentences(choice, (), DOCTOR)[language])


@pytest.mark.parametrize(
    ("table", "free"),
    [
        ("MemTotal: 900000 kB\nMemAvailable:  524288 kB\n", 512),
        ("MemTotal: 900000 kB\n", None),
        ("MemAvailable: much\n", None),
        ("MemAvailable:\n", None),
        ("no table", None),
    ],
)
def test_memory_is_what_the_system_gives_or_unknown(tmp_path: Path, table: str, free: int | None) -> None:
    (tmp_path / "meminfo").write_text(table)
    assert free_mb(tmp_path / "meminfo") == free
    assert free_mb(tmp_path / "missing") is None


def test_every_play_of_the_measured_game_is_judged() -> None:
    """A verdict needs the rest of a picture at least; a play that was not seen would count as no time at all."""
    speed = measured()
    assert speed.verdict_s > 0.2
    assert speed.pictures > 0


def test_the_command_gives_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    found = Speed(pictures=40.0, verdict_s=0.5, memory_mb=900)
    monkeypatch.setattr("companion.preparation.speed.measured", lambda: found)
    said = CliRunner().invoke(app, ["doctor", "--speed", "--language", "en"])
    assert said.exit_code == 0
    assert said.output.count("\n") == 1
    row = json.loads(CliRunner().invoke(app, ["doctor", "--speed", "--json", "--language", "en"]).output)
    assert row["text"] == said.output.strip()
    assert (row["ms"], row["pictures"], row["memory"], row["choice"]) == (500, 40, 900, "speed_all")


@pytest.mark.parametrize(
    ("verdict_s", "kept", "setting", "choice"),
    [
        (0.5, None, "auto", "speed_all"),
        (0.5, Load.LESS, "auto", "speed_less"),
        (1.5, None, "auto", "speed_less"),
        (1.5, Load.LEAST, "auto", "speed_least"),
        (2.5, Load.LEAST, "full", "speed_all"),
        (0.5, None, "least", "speed_least"),
    ],
)
def test_the_command_says_what_games_here_leave_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, verdict_s: float, kept: Load | None, setting: str, choice: str
) -> None:
    """The memory of earlier games here counts, and a setting decides alone."""
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    save_settings(tmp_path / "settings.toml", Settings(load=setting))
    KeptLoad(tmp_path, "another").keep(Kept(load=Load.LEAST))
    if kept:
        KeptLoad(tmp_path, machine()).keep(Kept(load=kept, verdict_ms=1700))
    found = Speed(pictures=40.0, verdict_s=verdict_s, memory_mb=None)
    monkeypatch.setattr("companion.preparation.speed.measured", lambda: found)
    row = json.loads(CliRunner().invoke(app, ["doctor", "--speed", "--json", "--language", "en"]).output)
    assert row["choice"] == choice
    assert ("setting" in row["text"]) == (setting != "auto")
