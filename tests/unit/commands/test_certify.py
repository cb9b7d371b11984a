"""The command `certify`: the placements in words, and its message if it cannot test."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from companion.commands.cli import app
from companion.preparation.table_test.files import certificate_path
from companion.texts import LANGUAGES


@pytest.fixture(autouse=True)
def own_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path / "home"))


def run(*arguments: str, entered: str = "") -> tuple[int, str]:
    ended = CliRunner().invoke(app, ["certify", *arguments], input=entered)
    return ended.exit_code, ended.output


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("variant", ["black_dog", "dog_royal", "tock_6"])
def test_every_placement_has_a_text_in_every_language(language: str, variant: str) -> None:
    status, said = run("--placements", "--variant", variant, "--language", language)
    assert status == 0
    lines = said.splitlines()
    assert sum("/12 " in line for line in lines) == 13
    assert "{" not in said
    assert "…" not in said
    assert len(lines) > 13 * 4


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ((), "no camera is set"),
        (("--variant", "dog_cards"), "no board"),
        (("--board", "nowhere"), "cannot be read"),
        (("--language", "xx", "--placements"), "unknown"),
        (("--camera", "/nowhere/film.mp4"), "film"),
    ],
)
def test_what_cannot_be_tested_is_one_line(arguments: tuple[str, ...], reason: str) -> None:
    status, said = run(*arguments, entered="\n" * 20)
    assert status == 2
    assert reason in said
    assert len([line for line in said.splitlines() if line.startswith("pawtrack:")]) == 1


@pytest.mark.long
def test_a_simulated_table_is_certified_checked_and_kept(tmp_path: Path) -> None:
    status, said = run("--camera", "simulated", "--keep", str(tmp_path / "kept"))
    assert (status, certificate_path("black_dog").exists()) == (0, True)
    assert "Gold" in said
    assert run("--check", "--camera", "simulated")[0] == 0
    assert run("--check", "--camera", "simulated", "--board", "star_4", "--variant", "dog")[0] == 1
    status, said = run("--camera", "simulated", "--keep", str(tmp_path / "kept"))
    assert status == 2
    assert "another folder" in said
