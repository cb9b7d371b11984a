"""The manual is found in the language in force, and a fault's explanation in it."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from companion.commands.cli import app
from companion.system.manual import find_manual


@pytest.fixture
def packed(tmp_path: Path) -> Path:
    for language in ("en", "fr"):
        (tmp_path / language).mkdir()
        for page in ("index", "troubles"):
            (tmp_path / language / f"{page}.html").write_text(page)
    return tmp_path


def test_the_first_page_in_the_language_in_force_else_in_english(packed: Path) -> None:
    assert find_manual("fr", folders=(packed,)) == (packed / "fr/index.html").as_uri()
    assert find_manual("it", folders=(packed,)) == (packed / "en/index.html").as_uri()


def test_a_fault_is_explained_at_its_place_on_the_page(packed: Path) -> None:
    expected = (packed / "fr/troubles.html").as_uri() + "#pt-cam-09"
    assert find_manual("fr", "PT-CAM-09", (packed / "gone", packed)) == expected


def test_without_a_manual_there_is_no_address(tmp_path: Path) -> None:
    assert find_manual("en", folders=(tmp_path,)) is None


def test_a_fault_that_there_is_not_is_refused_in_one_line() -> None:
    said = CliRunner().invoke(app, ["manual", "PT-XXX-99"])
    assert said.exit_code == 2
    assert said.stderr.startswith("pawtrack: no fault has the id 'PT-XXX-99'")
