"""The check of prose finds each fault, lets plain text pass, and no folder has more faults than it may have."""

import os
from pathlib import Path

import pytest
from prose.__main__ import ROOT, explained
from prose.faults import faults_of
from prose.limits import above, counted, lowered, read_allowed, write_allowed

PLAIN = "# Head\n\nThe camera reads the board.\nThe table shows the verdict.\n\n1. First step.\n- Item.\n"


def found_in(folder: Path, name: str, text: str) -> list[str]:
    """The rules that a file breaks."""
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")
    return [fault.rule for fault in faults_of(folder)]


def test_no_folder_has_more_faults_than_it_may_have() -> None:
    faults = faults_of(ROOT)
    allowed = read_allowed()
    assert explained(above(counted(faults), allowed), allowed, faults) == []


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("The picture was looked at.", "habits"),
        ("The tables were scored once.", "habits"),
        ("The reader of now is better.", "habits"),
        ("A fault is mended.", "habits"),
        ("Of 446 plays 8 asked.", "habits"),
        ("The page is told.", "habits"),
        ("The value is said.", "habits"),
        ("What is hidden stays out.", "habits"),
        ("A list of what stands there.", "habits"),
        ("Zero where there is none.", "habits"),
        ("One sentence. Another sentence.", "sentences"),
        ("word " * 25, "long_lines"),
    ],
)
def test_a_line_of_a_page_breaks_a_rule(tmp_path: Path, line: str, rule: str) -> None:
    assert found_in(tmp_path, "page.md", f"{PLAIN}\n{line}\n") == [rule]


@pytest.mark.parametrize(
    "text",
    [
        PLAIN,
        "```\nlooked at. It was said.\n```\n",
        "    looked at. It was said.\n",
        "`said` is the name of a field.\n",
        "| " + "a table " * 20 + "|\n",
        "What does a verdict mean?\n",
        "**Settings.** A plugin has a table.\n",
        "Some engines, e.g. Stockfish, do it.\n",
        "<!-- generated: faults CAM -->\nIt was said. Twice.\n<!-- end -->\n",
        "https://" + "x" * 130 + "\n",
    ],
)
def test_plain_text_code_and_tables_pass(tmp_path: Path, text: str) -> None:
    assert found_in(tmp_path, "page.md", text) == []


@pytest.mark.parametrize(
    "module",
    [
        '"""What is drawn."""\n',
        "# It was\n# said so.\n",
        'def f() -> None:\n    """The told value."""\n',
        "def test_the_page_is_told() -> None: ...\n",
    ],
)
def test_docstrings_comments_and_test_names_are_checked(tmp_path: Path, module: str) -> None:
    assert found_in(tmp_path, "module.py", module) == ["habits"]


def test_code_is_not_checked(tmp_path: Path) -> None:
    assert found_in(tmp_path, "module.py", 'said = told = "looked at"\n') == []


def test_a_long_test_name_is_found(tmp_path: Path) -> None:
    name = "test_" + "x" * 65
    assert found_in(tmp_path, "test_one.py", f"def {name}() -> None: ...\n") == []
    assert found_in(tmp_path, "test_one.py", f"def {name}x() -> None: ...\n") == ["test_names"]


def test_ids_and_comments_of_messages_are_checked(tmp_path: Path) -> None:
    text = '#. As it was said.\nmsgctxt "tablet"\nmsgid "not_told"\nmsgstr "I told you."\n'
    assert found_in(tmp_path, "companion/texts/en.po", text) == ["habits", "habits"]


def test_a_word_that_the_glossary_replaces_is_found(tmp_path: Path) -> None:
    row = "| term | meaning | code | not |\n|---|---|---|---|\n| pawn | a figure | | marble, peon |\n"
    assert found_in(tmp_path, "docs/reference/glossary.md", row) == []
    assert found_in(tmp_path, "docs/README.md", "Two marbles lie there.\n") == ["habits"]


def test_limits_only_fall(tmp_path: Path) -> None:
    file = tmp_path / "allowed.toml"
    write_allowed({("habits", "docs"): 3, ("sentences", "ui/kv"): 2}, file)
    allowed = read_allowed(file)
    assert above({("habits", "docs"): 3}, allowed) == {}
    assert above({("habits", "docs"): 4, ("habits", "ui/kv"): 1}, allowed) == {
        ("habits", "docs"): 4,
        ("habits", "ui/kv"): 1,
    }
    assert lowered({("habits", "docs"): 2}, allowed) == {("habits", "docs"): 2}
    assert lowered({("habits", "docs"): 4}, allowed) == {("habits", "docs"): 3}


def test_long_subjects_of_commits_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    git = tmp_path / "git"
    git.write_text(f"#!/bin/sh\necho {'x' * 65}\necho {'y' * 66}\n")
    git.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    (tmp_path / "page.md").write_text(PLAIN)
    assert [(fault.rule, fault.where[0]) for fault in faults_of(tmp_path)] == [("subjects", "y")]
