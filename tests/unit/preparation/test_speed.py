"""A machine's figures come from a real reader and referee, and the choice follows from them."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from companion.commands.cli import app
from companion.doctor.report import DOCTOR
from companion.preparation.speed import SLOW_MB, SLOW_S, SLOWEST_MB, SLOWEST_S, Speed, free_mb, measured
from companion.texts import LANGUAGES, shipped_wording


@pytest.mark.parametrize(
    ("verdict_s", "memory_mb", "choice"),
    [
        (SLOW_S, SLOW_MB, "speed_all"),
        (SLOW_S, None, "speed_all"),
        (SLOW_S + 0.1, SLOW_MB, "speed_less"),
        (SLOW_S, SLOW_MB - 1, "speed_less"),
        (SLOWEST_S, SLOWEST_MB, "speed_less"),
        (SLOWEST_S + 0.1, None, "speed_least"),
        (SLOW_S, SLOWEST_MB - 1, "speed_least"),
    ],
)
def test_a_slower_or_smaller_machine_is_given_less_to_do(verdict_s: float, memory_mb: int | None, choice: str) -> None:
    assert Speed(pictures=20.0, verdict_s=verdict_s, memory_mb=memory_mb).choice == choice


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
    assert " ".join(wording.sentences(speed.choice, (), DOCTOR)[language])


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


def test_the_command_gives_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    found = Speed(pictures=40.0, verdict_s=0.5, memory_mb=900)
    monkeypatch.setattr("companion.preparation.speed.measured", lambda: found)
    said = CliRunner().invoke(app, ["doctor", "--speed", "--language", "en"])
    assert said.exit_code == 0
    assert said.output.count("\n") == 1
    row = json.loads(CliRunner().invoke(app, ["doctor", "--speed", "--json", "--language", "en"]).output)
    assert row["text"] == said.output.strip()
    assert (row["ms"], row["pictures"], row["memory"], row["choice"]) == (500, 40, 900, "speed_all")
