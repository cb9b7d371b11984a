"""The manual's pages: every language has the same content, names only existing things, and leaves no blank unfilled."""

import re
from pathlib import PurePosixPath

import pytest
from gallery.scenes import scenes

from companion.texts import LANGUAGES
from companion.views.troubles import TROUBLES
from manual import pages
from manual.check import faults_of
from manual.developers import ROOT, linked
from manual.games import GAME_TEXT
from manual.pages import MANUALS, PAGES, TEXTS, TextError, all_games, pictures_named, titles, written_pages

#: The marks that must stand in the same order in every language: headings, buttons, pictures, blanks, links, commands,
#: tables.
_MARKS = re.compile(
    r"^#+ |\[\[[\w.]+\]\]|\]\([\w./-]+|\{\{[^}]+\}\}|^    pawtrack \w+|^\|[-|]+$|^\d\. |^- |^\*\*", re.MULTILINE
)


@pytest.fixture(scope="module")
def written() -> dict[str, dict[str, str]]:
    return {language: written_pages(language) for language in MANUALS}


def test_every_shipped_language_has_a_manual() -> None:
    assert set(LANGUAGES) >= set(MANUALS) >= {"de", "en", "fr", "it"}


@pytest.mark.parametrize("name", [*PAGES, GAME_TEXT])
def test_a_page_says_the_same_in_every_language(name: str) -> None:
    marks = {language: _MARKS.findall((TEXTS / language / f"{name}.md").read_text()) for language in MANUALS}
    assert len(marks["en"]) > 2
    assert {language: found for language, found in marks.items() if found != marks["en"]} == {}


def test_there_is_no_page_that_no_reader_comes_to() -> None:
    there = {path.relative_to(TEXTS).as_posix() for path in TEXTS.rglob("*.md")}
    assert there == {f"{language}/{name}.md" for language in MANUALS for name in (*PAGES, GAME_TEXT)}


@pytest.mark.parametrize("language", MANUALS)
def test_everything_is_filled_in(language: str, written: dict[str, dict[str, str]]) -> None:
    assert set(written[language]) == {*PAGES, *(f"games/{game}" for game in all_games())}
    left = re.compile(r"\{\{|\}\}|\[\[|\]\]|\{\w*\}|\b(?:prompt|banner|aid|option|variant|game)\.\w")
    assert {name: left.findall(text) for name, text in written[language].items() if left.search(text)} == {}
    named = list(titles(written[language]).values())
    assert len(set(named)) == len(named)


def test_every_picture_is_one_of_a_screen(written: dict[str, dict[str, str]]) -> None:
    tables = {f"table_{game}" for game in all_games()}
    for language in MANUALS:
        assert pictures_named(written[language]) - tables <= scenes().keys()
        assert pictures_named(written[language]) >= tables


@pytest.mark.parametrize("language", MANUALS)
def test_every_fault_is_explained_once(language: str, written: dict[str, dict[str, str]]) -> None:
    explained = re.findall(r"^### (PT-\S+)\n\n\*\*.{8,}", written[language]["troubles"], re.MULTILINE)
    assert sorted(explained) == sorted(set(TROUBLES.values()))


@pytest.mark.parametrize("language", MANUALS)
def test_what_is_left_to_the_developers_pages_is_linked_and_stands_there(
    language: str, written: dict[str, dict[str, str]]
) -> None:
    """A reader at the tablet has no other way to them."""
    pages_named = re.findall(
        r'<a href="\.\./developers/([\w/-]+)\.html">(.+?)</a>', "".join(written[language].values())
    )
    assert len(pages_named) == 3
    for page, title in pages_named:
        source = ROOT / f"{page.removesuffix('index') + 'README' if page.endswith('index') else page}.md"
        assert source.read_text(encoding="utf-8").startswith(f"# {title}\n")


@pytest.mark.parametrize("text", ["[[home.nowhere]]", "{{faults XYZ}}"])
def test_what_there_is_not_is_refused_with_the_text_that_names_it(text: str) -> None:
    with pytest.raises(TextError, match=r"en/start\.md names"):
        pages._filled("start", text, pages.load_words("en"))


def test_what_is_wrong_with_built_pages_is_found(tmp_path: pages.Path) -> None:
    (tmp_path / "b.html").write_text('<h1 id="top">b</h1>')
    (tmp_path / "a.html").write_text(
        '<a href="b.html#top"><a href="https://example.org"><a href="#here"><p id="here"><img src="data:,">'
    )
    assert faults_of(tmp_path) == []
    (tmp_path / "c.html").write_text(
        '<a href="gone.html"><a href="b.html#gone"><a href="."><script src="https://example.org/x.js"></script>'
    )
    assert [fault.split(" ")[:3] for fault in faults_of(tmp_path)] == [
        ["c.html", "loads", "https://example.org/x.js"],
        ["c.html", "leads", "to"],
        ["c.html", "leads", "to"],
        ["c.html", "leads", "to"],
    ]


def test_links_of_the_repository_lead_only_to_pages_of_the_site() -> None:
    shown = {"pages/a.md", "pages/rules/README.md", "hardware/p.png"}
    text = "[a](a.md#x) [r](rules) [c](../companion/x.py) ![p](../hardware/p.png) [w](https://x.org) [h](#h)"
    assert linked(text, PurePosixPath("pages/b.md"), shown) == (
        "[a](a.md#x) [r](rules/README.md) c ![p](../hardware/p.png) [w](https://x.org) [h](#h)"
    )
