"""The pages that people put on a home screen name an icon that every phone can read."""

import io
import json
import re
from pathlib import Path

import pytest
from PIL import Image
from resvg_py import svg_to_bytes

from companion.looks.marks import touch_icon
from companion.looks.svg import picture
from companion.web.camera.requests import camera_pages
from companion.web.pages.pages import Page, all_pages
from companion.web.phones.requests import phone_pages
from companion.web.tablets.requests import MANIFEST, tablet_pages


def icon_of(pages: dict[str, Page], path: str) -> Image.Image:
    links = re.findall(r'rel="apple-touch-icon" href="([^"]+)"', pages[path].body.decode())
    assert len(links) == 1, path
    return Image.open(io.BytesIO(pages["/" + links[0]].body))


@pytest.fixture
def pages(tmp_path: Path) -> dict[str, dict[str, Page]]:
    phones = phone_pages({})
    return {
        "spectators": all_pages({}, tmp_path),
        "phones": phones,
        "camera": camera_pages({}),
        "tablets": phones | tablet_pages(),
    }


@pytest.mark.parametrize(
    ("door", "path"),
    [("spectators", "/"), ("spectators", "/lobby"), ("phones", "/"), ("camera", "/"), ("tablets", "/tablet")],
)
def test_a_page_names_an_icon_for_a_home_screen(pages: dict[str, dict[str, Page]], door: str, path: str) -> None:
    icon = icon_of(pages[door], path)
    drawn = Image.open(io.BytesIO(bytes(svg_to_bytes(svg_string=picture(touch_icon()), width=180, height=180))))
    assert icon.size == (180, 180)
    # a home screen paints clear pixels black
    assert icon.convert("RGBA").getchannel("A").getextrema() == (255, 255)
    assert icon.convert("RGB").tobytes() == drawn.convert("RGB").tobytes()


def test_the_icons_of_the_manifest_are_served(pages: dict[str, dict[str, Page]]) -> None:
    tablets = pages["tablets"]
    for icon in json.loads(tablets[MANIFEST].body)["icons"]:
        assert tablets["/" + icon["src"]].kind == icon["type"]
