"""The streamer's page in a real browser: previews, addresses, codes, and the scene collection for OBS."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import cv2
import numpy as np
import pytest
from browser_for_tests import Spectator
from overlay_pages import OFFERED
from page_broadcasts import Broadcast, broadcasting
from playwright.sync_api import Browser

from companion.texts import LANGUAGES

#: Nobody hears a voice without choosing it.
IN_SCENES = [part for part in OFFERED if part != "voice"]


def opened(table: Broadcast, language: str = "en", root: str = "", **size: int) -> Spectator:
    page = Spectator(table.browser, f"{root or table.server.url}stream?lang={language}", **size)
    page.page.wait_for_selector(".overlay .address")
    return page


@pytest.fixture(scope="module")
def stream(table: Broadcast) -> Iterator[Spectator]:
    """The page of most tests, tall enough for all previews; each preview is a page of its own."""
    page = opened(table, width=1400, height=4000)
    yield page
    assert page.troubles == []
    page.close()


def addresses(page: Spectator) -> list[str]:
    return [field.input_value() for field in page.page.query_selector_all(".address")]


def downloaded(page: Spectator, folder: Path) -> dict[str, Any]:
    with page.page.expect_download() as download:
        page.page.click("#download")
    download.value.save_as(folder / "scenes.json")
    return dict(json.loads((folder / "scenes.json").read_text(encoding="utf-8")))


def test_every_overlay_is_offered_and_its_module_is_there(table: Broadcast, stream: Spectator) -> None:
    assert [urlsplit(address).path for address in addresses(stream)] == [f"/overlay/{part}" for part in OFFERED]
    for part in OFFERED:
        assert stream.page.request.get(f"{table.server.url}overlay/parts/{part}.js").ok


def test_the_previews_show_a_made_up_game(stream: Spectator) -> None:
    frames = [frame for frame in stream.page.frames if "/overlay/" in frame.url]
    assert len(frames) == len(OFFERED)
    for frame in frames:
        frame.wait_for_selector("body[data-quiet=false]")


def test_what_is_chosen_stands_in_every_address(table: Broadcast) -> None:
    page = opened(table)
    page.page.select_option("#choose-theme", "light")
    page.page.select_option("#choose-side", "right")
    page.page.select_option("#choose-language", "it")
    asked = {urlsplit(each).path.rpartition("/")[2]: parse_qs(urlsplit(each).query) for each in addresses(page)}
    assert {query["lang"][0] for query in asked.values()} == {"it"}
    assert {query["theme"][0] for query in asked.values()} == {"light"}
    assert (asked["scorebug"]["side"], asked["board"]["side"]) == (["right"], ["left"])
    assert page.text("#title") == "Grafiche per la diretta"
    page.close()


def test_a_page_for_this_machine_alone_shows_no_code(stream: Spectator) -> None:
    assert stream.page.locator(".code").count() == 0


def test_the_code_leads_a_phone_to_the_house_s_address(tmp_path: Path, browser: Browser) -> None:
    """The streamer opens the page on the table's own machine, where the address is no use for others."""
    with broadcasting(tmp_path, browser, lan_address="192.0.2.7") as table:
        page = opened(table, root=f"http://127.0.0.1:{urlsplit(table.server.url or '').port}/")
        shot = page.page.locator(".code svg").first.screenshot()
        picture = cv2.imdecode(np.frombuffer(shot, np.uint8), cv2.IMREAD_GRAYSCALE)
        large = cv2.resize(picture, None, fx=4, fy=4, interpolation=cv2.INTER_NEAREST)
        read = urlsplit(cv2.QRCodeDetector().detectAndDecode(large)[0])
        shown = urlsplit(addresses(page)[0])
        assert (read.hostname, read.port) == ("192.0.2.7", shown.port)
        assert (read.path, read.query) == (shown.path, shown.query)
        page.close()


def test_an_address_is_copied(stream: Spectator) -> None:
    page = stream.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.click(".copy >> nth=1")
    page.wait_for_selector(".copy >> text=Copied")
    assert page.evaluate("navigator.clipboard.readText()") == addresses(stream)[1]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("canvas", ["1920x1080", "1280x720", "1080x1920"])
def test_the_scene_collection_is_one_that_obs_reads(table: Broadcast, canvas: str, tmp_path: Path) -> None:
    """Every name that a scene or the order speaks of is a source; the camera lies under every other scene."""
    page = opened(table)
    page.page.select_option("#choose-canvas", canvas)
    made = downloaded(page, tmp_path)
    sources = {source["name"]: source for source in made["sources"]}
    assert len(sources) == len(made["sources"]) == len(IN_SCENES) + 4
    width, height = map(int, canvas.split("x"))
    browsers = [source["settings"] for source in sources.values() if source["id"] == "browser_source"]
    assert [settings["url"] for settings in browsers] == [each for each in addresses(page) if "/voice" not in each]
    assert {(settings["width"], settings["height"]) for settings in browsers} == {(width, height)}
    scenes = {name: source["settings"]["items"] for name, source in sources.items() if source["id"] == "scene"}
    assert {each["name"] for each in made["scene_order"]} == set(scenes)
    assert made["current_scene"] == made["current_program_scene"] == "Game"
    for name, items in scenes.items():
        assert {item["name"] for item in items} <= set(sources)
        assert [item["id"] for item in items] == list(range(1, len(items) + 1))
        assert items[0]["name"] == ("Pawtrack table" if name == "Camera" else "Camera")
    laid = [item["name"] for items in scenes.values() for item in items if item["name"] != "Camera"]
    assert sorted(laid) == sorted(f"Pawtrack {part}" for part in IN_SCENES)
    assert page.troubles == []
    page.close()


def test_every_text_is_there_and_no_theme_is_a_name_of_a_file(table: Broadcast) -> None:
    """A text that no catalogue has is an empty one on a page."""
    page = opened(table, "de")
    lines = page.page.locator("h1, h2, p, button, option, .choice span")
    assert lines.count() > 3 * len(OFFERED)
    assert "" not in [line.strip() for line in lines.all_text_contents()]
    themes = page.page.locator("#choose-theme option").all_text_contents()
    assert themes == ["Standard", "starker Kontrast", "hell"]
    page.close()


@pytest.mark.sampled(4)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_fits_on_phone_and_desktop(table: Broadcast, language: str) -> None:
    page = opened(table, language)
    for width, height in ((1400, 900), (390, 844)):
        page.page.set_viewport_size({"width": width, "height": height})
        assert page.page.evaluate("document.documentElement.scrollWidth") <= width
        for selector in ("h1", "button", "select", ".choice", ".about", "h2"):
            for element in page.page.query_selector_all(selector):
                assert element.evaluate("each => each.scrollWidth <= each.clientWidth + 1"), selector
    assert page.troubles == []
    page.close()
