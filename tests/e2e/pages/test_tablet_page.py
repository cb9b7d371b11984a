"""A browser as a tablet in real Chromium, by touch: a table from the code to the plays, and whole games."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from browser_for_tests import Spectator
from playwright.sync_api import Browser, Locator
from tablet_tables import TabletTable, tablet_table

from companion.session.state import Phase

#: Width and height of the window.
SIZES = {"phone": (390, 844), "ipad": (1024, 768), "ipad upright": (768, 1024), "laptop": (1366, 768)}
#: The browser's own errors where a code or a board is refused, as the page expects them.
EXPECTED = ("403", "404", "429", "ERR_CONNECTION")


class BrowserTablet(Spectator):
    """A browser that opens the code of a table; fingers tap."""

    def __init__(self, browser: Browser, table: TabletTable, size: str = "ipad", language: str = "en") -> None:
        self.table = table
        super().__init__(browser, f"{table.link}?lang={language}#{table.code}", *SIZES[size])
        self.page.wait_for_selector("body[data-signal=live][data-seen]")

    @property
    def strange(self) -> list[str]:
        return [trouble for trouble in self.troubles if not any(word in trouble for word in EXPECTED)]

    def acts(self, kind: str = "") -> list[str]:
        """The acts that can be pressed now, of a kind."""
        found = self.page.evaluate("[...document.querySelectorAll('[data-act]')].map((part) => part.dataset.act)")
        return [act for act in found if act.startswith(kind)]

    def press(self, act: str) -> None:
        """Presses a button and waits for the page that follows."""
        self._after(lambda: self._part(act).click())

    def touch(self, act: str) -> None:
        """Touches the board where a spot is; where it is enlarged first, touches the spot again."""
        for _ in range(3):
            box = self._part(act).bounding_box()
            assert box
            self._after(
                lambda box=box: self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            )  # type: ignore[misc]
            if not self.page.locator("#whole").is_visible():
                return

    def _part(self, act: str) -> Locator:
        return self.page.locator(f'[data-act="{act}"]').first

    def _after(self, do: object) -> None:
        seen = self.page.get_attribute("body", "data-seen")
        do()  # type: ignore[operator]
        self.page.wait_for_selector(f'body:not([data-seen="{seen}"])')

    def follow(self) -> None:
        """Waits until the page shows the newest row of the table."""
        tablet = self.table
        tablet.opened.table.mark().wait()


@contextmanager
def opened(folder: Path, variant: str = "black_dog") -> Iterator[TabletTable]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PAWTRACK_HOME", str(folder))
        with tablet_table(variant) as made:
            made.begin()
            yield made


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TabletTable]:
    with opened(tmp_path_factory.mktemp("home")) as made:
        yield made


def to_the_cards(tablet: BrowserTablet) -> None:
    """Deals, places the dog, exchanges."""
    while tablet.table.view.phase is not Phase.PLAY:
        if tablet.table.view.phase is Phase.FIGURE:
            tablet.touch("spot..18.0" if "spot..18.0" in tablet.acts() else tablet.acts("spot.")[0])
        else:
            tablet.press("act")


def test_a_table_from_the_code_to_the_first_play_by_touch(browser: Browser, table: TabletTable) -> None:
    tablet = BrowserTablet(browser, table)
    to_the_cards(tablet)
    tablet.press("card.13")
    assert table.view.declared == "13"
    tablet.press("play.0") if "play.0" in tablet.acts() else tablet.press("list")
    assert tablet.strange == []
    tablet.close()
