"""Overlays of the stream in a browser, and measurements of their looks."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import cv2
import msgspec
import numpy as np
from browser_for_tests import Spectator
from numpy.typing import NDArray
from playwright.sync_api import Browser

from companion.views.broadcast.topics import state
from companion.views.table_view import TableView

#: Parts that show the content of the broadcast.
PARTS: Final = (
    "board",
    "scorebug",
    "lower-third",
    "last-play",
    "timeline",
    "ticker",
    "chances",
    "winner",
    "standings",
    "starting-soon",
    "paused",
)
#: All that are offered: one shows the camera's pictures, one speaks.
OFFERED: Final = (*PARTS, "table", "voice")
#: Width and height of the pictures that overlays are made for.
CANVASES: Final = ((1920, 1080), (1280, 720), (1080, 1920))

#: From here on the page hears no broker, which would speak between.
_BY_HAND: Final = """
window.handed ??= pawtrackFeed.take.bind(pawtrackFeed);
pawtrackFeed.take = () => {};
"""
_FAULTS: Final = (Path(__file__).parent / "overlay_faults.js").read_text(encoding="utf-8")


class OverlayPage(Spectator):
    """One overlay; states can be handed to it as if the broker had brought them."""

    def __init__(self, browser: Browser, url: str, part: str, query: str = "lang=en", **size: int) -> None:
        super().__init__(browser, f"{url}overlay/{part}?{query}", **{"width": 1920, "height": 1080} | size)
        self.part = part

    def hear(self, *states: Any, topic: str = "state") -> None:
        """Messages of a topic, one after the other."""
        self.page.wait_for_selector("body[data-quiet]")
        texts = [json.dumps(each) for each in states]
        take = f"([name, all]) => {{ {_BY_HAND} all.forEach((text) => window.handed(name, text)); }}"
        self.page.evaluate(take, [topic, texts])

    def resize(self, width: int, height: int) -> None:
        """Another size of picture, after the page has taken notice of it."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def looks_after(self, state: Any) -> str:
        """Returns the markup that it shows for a state; "" if it is quiet."""
        take = f"(text) => {{ {_BY_HAND} window.handed('state', text);"
        shown = "return document.body.dataset.quiet === 'true' ? '' : document.getElementById('part').innerHTML; }"
        return str(self.page.evaluate(take + shown, json.dumps(state)))

    @property
    def quiet(self) -> bool:
        return self.page.get_attribute("body", "data-quiet") == "true"

    def said(self) -> str:
        """All words on it; "" where it is quiet."""
        return "" if self.quiet else self.page.inner_text("#part")

    def faults(self) -> list[Any]:
        return list(self.page.evaluate(_FAULTS))

    def box(self) -> tuple[float, float, float, float]:
        """Returns left, top, right and bottom of the visible part."""
        box = self.page.locator("#part").bounding_box()
        assert box is not None
        return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]

    def picture(self) -> NDArray[np.uint8]:
        """Returns the picture that OBS gets: blue, green, red and alpha."""
        shot = np.frombuffer(self.page.screenshot(omit_background=True), np.uint8)
        return np.asarray(cv2.imdecode(shot, cv2.IMREAD_UNCHANGED), np.uint8)


def state_of(view: TableView, **changes: Any) -> dict[str, Any]:
    """The public state of a table as JSON values; `changes` replace fields of it."""
    made: Mapping[str, Any] = msgspec.to_builtins(state(view, 1_700_000_000_000))
    return {**made, **changes}
