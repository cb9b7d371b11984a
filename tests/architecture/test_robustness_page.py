"""docs/robustness.md names tests and commands that there are."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/robustness.md").read_text(encoding="utf-8")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


@pytest.mark.parametrize(("file", "name"), sorted(set(re.findall(r"`(tests/[\w/]+\.py)::(test_\w+)`", PAGE))))
def test_a_named_test_exists(file: str, name: str) -> None:
    assert re.search(rf"^def {name}\(", (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize("target", sorted(set(re.findall(r"`make ([a-z][a-z-]*)", PAGE))))
def test_a_named_target_exists(target: str) -> None:
    assert re.search(rf"^{target}:", MAKEFILE, re.MULTILINE)


def test_no_test_is_named_that_cannot_be_found() -> None:
    named = re.findall(r"`([\w/]*test_\w+\.py)[`:]", PAGE)
    assert named
    assert [file for file in named if not (ROOT / file).exists()] == []
