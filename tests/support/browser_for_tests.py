"""Debian's Chromium without a window, which is half as heavy as the one with it, as a spectator's browser."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

EXECUTABLE = "/usr/bin/chromium-headless-shell"
#: As root, in a closed network: without these Chromium calls home again and again.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE_MS = 120_000


#: The letters of each element in the order in which they are drawn, from the left; without those that take no room.
LETTERS_FROM_THE_LEFT = """(selector) => [...document.querySelectorAll(selector)].map((line) => {
  const text = line.firstChild, found = [];
  for (let at = 0; at < text.length; at += 1) {
    const range = document.createRange();
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    const box = range.getBoundingClientRect();
    if (box.width > 0) found.push([box.left, text.data[at]]);
  }
  return found.sort((one, other) => one[0] - other[0]).map(([, letter]) => letter).join("");
})"""


@contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=EXECUTABLE, args=FLAGS)
        yield browser
        browser.close()


class Spectator:
    """One page; every word of the console and every error of a script is kept."""

    def __init__(
        self,
        browser: Browser,
        url: str,
        width: int = 1280,
        height: int = 800,
        script: Path | None = None,
        *,
        touch: bool = False,
    ) -> None:
        """`script` runs in the page before its own; `touch`: the screen takes fingers."""
        self.troubles: list[str] = []
        size: ViewportSize = {"width": width, "height": height}
        self.page: Page = browser.new_page(viewport=size, reduced_motion="reduce", has_touch=touch)
        self.page.set_default_timeout(PATIENCE_MS)
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.page.on("console", lambda message: self.troubles.append(message.text))
        if script:
            self.page.add_init_script(path=script)
        self.page.goto(url)

    def close(self) -> None:
        self.page.close()

    def wait_for(self, *, seq: int | None = None, signal: str = "live") -> None:
        wanted = f'[data-seq="{seq}"]' if seq is not None else ""
        self.page.wait_for_selector(f'body[data-signal="{signal}"]{wanted}')

    def text(self, selector: str) -> str:
        return self.page.inner_text(selector)

    def pawns(self) -> list[list[int | str]]:
        """Returns the pawns of each seat on the page, in the public spelling, sorted."""
        figures = self.page.query_selector_all("#board [data-seat]")
        places: dict[int, list[int | str]] = {}
        for figure in figures:
            place = figure.get_attribute("data-place") or ""
            seat = int(figure.get_attribute("data-seat") or -1)
            places.setdefault(seat, []).append(int(place) if place.isdecimal() else place)
        return [sorted(places[seat], key=str) for seat in sorted(places)]

    def dog(self) -> int:
        return int(self.page.get_attribute('#board [data-figure="dog"]', "data-place") or -1)

    def wheel(self) -> int:
        return int(self.page.get_attribute("#board", "data-wheel") or -1)

    def spots_mm(self) -> list[tuple[float, float]]:
        """Returns the places of the drawn pawns, in board millimetres."""
        return self.page.evaluate(
            """() => [...document.querySelectorAll('#board [data-seat]')].map((figure) => {
                 const box = figure.ownerSVGElement.getScreenCTM().inverse().multiply(figure.getScreenCTM());
                 return [box.e, box.f];
               })"""
        )
