"""docs/explanation/wheel.md says only what is so: the tests it names exist, and its numbers are those of the build."""

import re
import subprocess
from pathlib import Path

from wheel_boards import build
from wheel_mutants import MUTANTS

TESTS = Path(__file__).resolve().parents[2]
PAGE = (TESTS.parent / "docs/explanation/wheel.md").read_text(encoding="utf-8")
SHOWN = PAGE.partition("## What is shown by which test")[2].partition("## Figures")[0]


def test_every_test_that_the_page_names_is_there() -> None:
    files = {path.name: path for path in TESTS.rglob("test_wheel_*.py")}
    tests = [name for path in files.values() for name in re.findall(r"def test_(\w+)", path.read_text("utf-8"))]
    named = [name for name in re.findall(r"`([^`]+)`", SHOWN) if name.endswith(".py") or "_" in name]
    assert len(named) > 50
    unknown = [
        name
        for name in named
        if name not in files and not any(re.fullmatch(name.replace("...", ".*"), test) for test in tests)
    ]
    assert unknown == []


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
