"""The manual of a checkout: built without the packages for documentation, whole but for its pictures."""

from pathlib import Path

from companion.system.manual import find_manual
from companion.views.troubles import TROUBLES
from manual.check import faults_of
from manual.pages import MANUALS, PAGES
from manual.plain import body_of, build_plain


def test_every_page_is_there_and_every_link_leads_somewhere(tmp_path: Path) -> None:
    build_plain(tmp_path)
    assert all((tmp_path / language / f"{page}.html").is_file() for language in MANUALS for page in PAGES)
    assert faults_of(tmp_path) == []


def test_the_program_finds_the_pages_and_each_fault(tmp_path: Path) -> None:
    build_plain(tmp_path)
    for language in MANUALS:
        text = (tmp_path / language / "troubles.html").read_text(encoding="utf-8")
        assert find_manual(language, folders=(tmp_path,)) == (tmp_path / language / "index.html").as_uri()
        assert find_manual(language, "PT-CAM-09", (tmp_path,)) is not None
        assert [fault for fault in TROUBLES.values() if f'id="{fault.lower()}"' not in text] == []


def test_a_page_keeps_its_words_tables_and_links_and_loses_its_pictures() -> None:
    table = "| a | b |\n|---|---|\n| 1<br>2 | **3** |\n"
    body = body_of(f"# A page\n\n![A screen](../pictures/home.png)\n\n[Dog](games/dog.md#rules)\n\n{table}")
    assert "<img" not in body
    assert '<a href="games/dog.html#rules">Dog</a>' in body
    assert "<td>1<br>2</td>\n<td><strong>3</strong></td>" in body
