"""The manual as MkDocs builds it: opened as a file without a network it loads, searches and changes its language."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from browser_for_tests import chromium
from PIL import Image
from playwright.sync_api import Page

from manual.check import faults_of
from manual.pages import MANUALS, pictures_named, written_pages
from manual.sites import DEVELOPERS, build_family_site

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Something in the place of each picture: drawing them is the business of the gallery's tests."""
    folder = tmp_path_factory.mktemp("pictures")
    for name in pictures_named(written_pages("en")):
        for language in MANUALS:
            Image.new("RGB", (16, 10)).save(folder / f"{name}.{language}.png")
    return folder


@pytest.fixture(scope="module")
def site(pictures: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    site = tmp_path_factory.mktemp("site")
    for language in ("en", "fr"):
        build_family_site(language, pictures, tmp_path_factory.mktemp("work"), site)
    return site


@pytest.fixture
def page() -> Iterator[Page]:
    """A page of a browser without a network, which must have nothing to complain of."""
    with chromium() as browser:
        opened = browser.new_context(offline=True).new_page()
        complaints: list[str] = []
        opened.on("console", lambda message: complaints.append(message.text))
        opened.on("pageerror", lambda error: complaints.append(str(error)))
        opened.on("request", lambda asked: complaints.append(asked.url) if asked.url.startswith("http") else None)
        yield opened
        assert complaints == []


def test_every_link_leads_somewhere_and_nothing_comes_from_the_network(site: Path) -> None:
    elsewhere = {place for place in (*MANUALS, DEVELOPERS) if not (site / place).exists()}
    assert len(elsewhere) == 3
    assert [fault for fault in faults_of(site) if not any(f"/{place}/" in fault for place in elsewhere)] == []


def test_a_fault_is_found_by_its_id_and_a_word_by_another_form_of_it(site: Path, page: Page) -> None:
    for language, wanted, found in (("en", "PT-CAM-09", "PT-CAM-09"), ("fr", "jouer", "La première partie")):
        page.goto((site / language / "wheel.html").as_uri())
        page.click(".md-search__input")
        page.keyboard.type(wanted)
        page.wait_for_selector(".md-search-result__item")
        assert found in page.inner_text(".md-search-result__list")


def test_the_language_is_changed_on_the_same_page(site: Path, page: Page) -> None:
    page.goto((site / "en/games/dog.html").as_uri())
    page.hover(".md-select")
    page.click(".md-select__link[lang=fr]")
    page.wait_for_url((site / "fr/games/dog.html").as_uri())
    assert page.get_attribute("html", "lang") == "fr"


def test_a_link_that_leads_nowhere_ends_the_build(
    pictures: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mkdocs.exceptions import Abort

    texts = written_pages("en")
    broken = texts | {"start": texts["start"] + "\n[gone](troubles.md#the-oven)\n"}
    monkeypatch.setattr("manual.sites.written_pages", lambda _: broken)
    with pytest.raises(Abort):
        build_family_site("en", pictures, tmp_path / "work", tmp_path / "site")
