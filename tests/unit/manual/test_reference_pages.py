"""The generated parts of the pages: up to date, complete, and true of the program."""

import re
from pathlib import Path

import pytest
from referee_codes import codes_of_the_referee

from companion.commands.command_table import MODULES
from companion.settings.schema import Settings
from companion.views.troubles import TROUBLES
from manual.developers import ROOT
from manual.reference import reasons, settings
from manual.reference.parts import renewed, stale_pages

PAGES = {path: path.read_text(encoding="utf-8") for path in (ROOT / "docs").rglob("*.md")}
GENERATED = "\n".join(
    part for text in PAGES.values() for part in re.findall(r"^<!-- generated: .*?^<!-- end -->", text, re.M | re.S)
)
#: Stands for a ruling that a house rule or the game names.
OPEN_RULINGS = ("as the switch says", "as the rules say")


def test_every_generated_part_is_up_to_date() -> None:
    stale = [page.relative_to(ROOT).as_posix() for page in stale_pages(ROOT)]
    assert stale == [], "renew them: make docs, or alone: .venv/bin/python -m manual.reference"


def test_a_changed_part_is_stale_and_the_text_around_it_stays(tmp_path: Path) -> None:
    page = tmp_path / "docs" / "page.md"
    page.parent.mkdir()
    page.write_text("before\n<!-- generated: faults CLK -->\nold\n<!-- end -->\nafter\n")
    assert stale_pages(tmp_path) == [page]
    page.write_text(renewed(page.read_text()))
    assert stale_pages(tmp_path) == []
    text = page.read_text()
    assert text.startswith("before\n<!-- generated: faults CLK -->\n\n| id |")
    assert text.endswith("|\n\n<!-- end -->\nafter\n")
    assert "PT-CLK-03" in text
    assert "old" not in text


def test_every_mark_begins_a_part() -> None:
    marks = sum(text.count("<!-- generated:") for text in PAGES.values())
    assert marks == GENERATED.count("<!-- generated:") == GENERATED.count("<!-- end -->") > 20


@pytest.mark.parametrize("mark", ["oven", "faults OVN", "reasons oven", "reasons ask_wheel", "settings oven"])
def test_a_mark_that_names_nothing_known_is_an_error(mark: str) -> None:
    with pytest.raises((KeyError, ValueError)):
        renewed(f"<!-- generated: {mark} -->\n<!-- end -->\n")


def test_every_fault_has_one_row() -> None:
    rows = re.findall(r"^\| (PT-[A-Z]{3}-\d\d) \|", GENERATED, re.MULTILINE)
    assert sorted(rows) == sorted(TROUBLES.values())


def test_every_reason_of_the_referee_has_one_row() -> None:
    rows = re.findall(r"^\| `([a-z_]+)` \| (?:[A-Z]+-R\d\d|none|as the)", GENERATED, re.MULTILINE)
    assert len(rows) == len(set(rows))
    assert codes_of_the_referee() - {"not_your_turn"} <= set(rows)


def test_every_command_has_one_section() -> None:
    sections = re.findall(r"^## pawtrack (\S+)$", GENERATED, re.MULTILINE)
    assert sections == list(MODULES)
    assert "[OPTIONS]" in GENERATED
    assert "| `--plies <int range>` |" in GENERATED


def test_every_setting_has_one_row() -> None:
    table = settings.settings_table("all")
    assert re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE) == list(Settings.__struct_fields__)


def test_a_setting_without_a_meaning_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Settings.__doc__
    assert whole
    monkeypatch.setattr(Settings, "__doc__", whole.replace("`clips`: ", ""))
    with pytest.raises(ValueError, match="clips"):
        settings.settings_table("all")


def test_the_rulings_of_the_table_are_those_of_the_faults_book() -> None:
    """`tests/golden/faults.txt` shows the ruling that the referee names for each wrong play."""
    book = (ROOT / "tests/golden/faults.txt").read_text(encoding="utf-8")
    named = set(re.findall(r"^  ruling  (\S+)\n  code    (\w+)$", book, re.MULTILINE))
    shown = {code: reasons.reason_table(code).splitlines()[-1].split(" | ")[1] for _, code in named}
    wrong = {
        (code, ruling, shown[code])
        for ruling, code in named
        if ruling not in shown[code] and shown[code] not in OPEN_RULINGS
    }
    assert len(named) > 100
    assert wrong == set()
