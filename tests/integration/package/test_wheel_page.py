"""docs/explanation/wheel.md names test files that exist and sizes that the build has."""

import re
import subprocess
from pathlib import Path

from wheel_boards import build
from wheel_mutants import MUTANTS

TESTS = Path(__file__).resolve().parents[2]
PAGE = (TESTS.parent / "docs/explanation/wheel.md").read_text(encoding="utf-8")
SHOWN = PAGE.partition("## Which test shows what")[2]


def test_every_test_file_that_the_page_names_exists() -> None:
    files = {path.name for path in TESTS.rglob("test_wheel_*.py")}
    named = set(re.findall(r"`(test_wheel_\w+\.py)`", SHOWN))
    assert named
    assert sorted(named - files) == []


def test_every_test_file_of_the_wheel_is_named() -> None:
    folders = ("integration", "properties", "unit/firmware_bridge")
    files = {path.name for folder in folders for path in (TESTS / folder).rglob("test_wheel_*.py")}
    files.remove(Path(__file__).name)
    assert sorted(name for name in files if name not in SHOWN) == []


def test_the_numbers_of_the_page_are_those_of_the_build() -> None:
    lines = subprocess.run(["avr-size", str(build() / "wheel.elf")], capture_output=True, text=True, check=True)
    text, data, bss = (int(word) for word in lines.stdout.splitlines()[1].split()[:3])
    assert f"(now {text + data} and {data + bss} bytes)" in PAGE
    assert f"breaks the firmware in {len(MUTANTS)} ways" in PAGE
