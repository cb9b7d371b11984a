"""Paths on the screen: whole parts in lines that a label can hold."""

from pathlib import Path

import pytest

from ui.presenters.evening.backups import shown_path


def test_a_short_path_is_one_line_from_the_own_folder_on() -> None:
    assert shown_path(Path.home() / "games" / "a.csv") == str(Path("~") / "games" / "a.csv")
    assert shown_path(Path("/media/drive")) == "/media/drive"


@pytest.mark.parametrize("parts", [3, 9, 30])
def test_a_long_path_breaks_between_its_parts_and_loses_none(parts: int) -> None:
    path = Path("/", *(f"folder number {number}" for number in range(parts)))
    lines = shown_path(path).split("\n")
    assert "".join(lines) == str(path)
    assert max(map(len, lines)) <= 48
    assert len(lines) == 1 or all(line.endswith("/") for line in lines[:-1])


def test_a_part_longer_than_a_line_stands_alone() -> None:
    assert shown_path(Path("/a") / ("b" * 60) / "c").split("\n") == ["/a/", "b" * 60 + "/", "c"]
