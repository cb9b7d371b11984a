"""The commands that docs/accuracy.md and docs/performance.md name can be run."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
TEXTS = [(ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("accuracy.md", "performance.md")]


@pytest.mark.parametrize(
    "target", sorted({name for text in TEXTS for name in re.findall(r"`make ([a-z][a-z-]*)", text)})
)
def test_a_named_target_exists(target: str) -> None:
    assert re.search(rf"^(?:[a-z-]+ )*{target}(?: [a-z-]+)*:", MAKEFILE, re.MULTILINE)


def test_a_named_script_exists() -> None:
    named = {name for text in TEXTS for name in re.findall(r"\btests/[\w/]+\.(?:py|cpp)\b", text)}
    assert named
    assert sorted(name for name in named if not (ROOT / name).exists()) == []


@pytest.mark.parametrize("text", TEXTS, ids=("accuracy", "performance"))
def test_every_figure_has_a_command(text: str) -> None:
    table = [line for line in text.split("## ")[1].splitlines() if line.startswith("|")]
    rows = [[cell.strip() for cell in row.split("|")[1:-1]] for row in table[2:]]
    assert rows
    assert [
        row[0] for row in rows if not (row[-1].startswith("`") or row[-1] in ("the same", "by hand, see below"))
    ] == []
