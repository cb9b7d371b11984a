"""The page of library defaults names only existing settings and tests."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/reference/library-defaults.md").read_text(encoding="utf-8")
ROWS = re.findall(
    r"^\| ([^|]+) \| ([^|]+) \| ([^|]+) \| `([^`|]+)`: `([^`|]+)` \| (?:`([^`|]+)`|-) \|$", PAGE, re.MULTILINE
)
LIBRARIES = {"Kivy", "SDL", "OpenCV", "paho-mqtt", "pyserial", "nats-server", "ffmpeg", "SQLite"}


def test_every_line_of_the_table_is_a_row_and_no_library_is_left_out() -> None:
    lines = [line for line in PAGE.splitlines() if line.startswith("| ")]
    assert len(ROWS) == len(lines) - 1
    assert {library for library, *_ in ROWS} == LIBRARIES


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]}: {row[4]}"[:60])
def test_the_setting_stands_in_its_file_and_the_test_exists(row: tuple[str, ...]) -> None:
    *_, file, setting, test = row
    assert setting in (ROOT / file).read_text(encoding="utf-8")
    if test:
        path, _, name = test.partition("::")
        assert re.search(rf"^def {name}\(", (ROOT / path).read_text(encoding="utf-8"), re.MULTILINE)
