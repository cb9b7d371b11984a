"""Themes of the overlays: shipped, and of the family's own."""

import re
from importlib import resources
from pathlib import Path

import pytest

from companion.web.pages.colours import colours_css
from companion.web.pages.pages import all_pages
from companion.web.pages.themes import FILE_BYTES, own_theme_files, theme_names

STATIC = Path(str(resources.files("companion.web.pages"))) / "static"
DOCUMENT = Path(__file__).parents[3] / "docs/how-to/streaming.md"
STYLE = b":root { --accent: #e4572e; }"


def test_a_family_s_theme_and_its_logo_are_served(tmp_path: Path) -> None:
    (tmp_path / "club.css").write_bytes(STYLE)
    (tmp_path / "club-logo.png").write_bytes(b"\x89PNG\r\n")
    pages = all_pages({}, tmp_path)
    assert (pages["/themes/club.css"].kind, pages["/themes/club.css"].body) == ("text/css; charset=utf-8", STYLE)
    assert pages["/themes/club-logo.png"].kind == "image/png"
    assert pages["/themes.json"].body == b'{"v":1,"themes":["club","contrast","light"]}'


@pytest.mark.parametrize("name", ["Club.css", "a b.css", "x.html", "x.js", ".css", "x.css.exe", "x" * 60 + ".css"])
def test_a_file_of_another_name_is_left_out(tmp_path: Path, name: str, caplog: pytest.LogCaptureFixture) -> None:
    folder = tmp_path / "themes"
    folder.mkdir()
    (folder / name).write_bytes(STYLE)
    (folder / "fine.css").write_bytes(STYLE)
    assert list(own_theme_files(folder)) == ["fine.css"]
    assert name in caplog.text


def test_a_file_that_cannot_be_read_is_left_out(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "big.css").write_bytes(b" " * (FILE_BYTES + 1))
    (tmp_path / "folder.css").mkdir()
    assert own_theme_files(tmp_path) == {}
    assert "big.css is not served: it is longer than 2 MB" in caplog.text
    assert "folder.css is not served" in caplog.text


def test_without_a_folder_there_are_the_shipped_themes(tmp_path: Path) -> None:
    assert theme_names(own_theme_files(tmp_path / "none")) == ["contrast", "light"]


def test_every_variable_of_a_theme_is_documented_and_used() -> None:
    section = DOCUMENT.read_text(encoding="utf-8").partition("## A theme of your own")[2].partition("\n## ")[0]
    documented = set(re.findall(r"`--([a-z-]+)`", section))
    styles = {path: path.read_text(encoding="utf-8") for path in STATIC.rglob("*.css")}
    used = {name for text in styles.values() for name in re.findall(r"var\(--([a-z-]+)", text)}
    from_cards = set(re.findall(r"--(card-[a-z]+):", colours_css()))
    assert documented <= used | from_cards
    themes = "".join(text for path, text in styles.items() if path.parent.name == "themes")
    assert set(re.findall(r"--([a-z-]+):", themes)) <= documented
