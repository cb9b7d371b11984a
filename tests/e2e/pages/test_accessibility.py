"""axe-core finds nothing on the pages for viewers, streamers and players: names, contrast, headings, landmarks."""

from pathlib import Path
from typing import Any, Final

import pytest
from browser_fingers import BrowserTablet
from gallery.history_views import card_course, played_course
from overlay_pages import OFFERED, OverlayPage
from page_broadcasts import Broadcast
from phone_tables import phone_table
from playwright.sync_api import Browser, Page
from tablet_tables import tablet_table
from views_for_tests import game_view
from words_for_tests import WORDING

from companion.history.course import GameCourse
from companion.history.play_clock import Stored
from companion.history.replay import make_replay
from companion.texts import LANGUAGES
from companion.web.pages.replay_file import replay_file

#: From npm, for checks alone (`make test-all` installs it).
AXE: Final = Path(__file__).resolve().parents[3] / "node_modules/axe-core/axe.min.js"
WIDE, PHONE = (1280, 800), (390, 844)
#: The accessibility violations, and their places.
FINDINGS: Final = """async () => (await axe.run(document, { resultTypes: ["violations"] })).violations
  .map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])"""
LOOKS: Final = (("de", WIDE, "house"), ("fr", PHONE, "light"), ("en", WIDE, "contrast"), ("it", PHONE, "house"))


def findings(page: Page) -> list[Any]:
    page.evaluate(AXE.read_text(encoding="utf-8"))
    return list(page.evaluate(FINDINGS))


def looks(full: bool) -> tuple[tuple[str, tuple[int, int], str], ...]:
    assert {language for language, _, _ in LOOKS} == set(LANGUAGES)
    return LOOKS if full else LOOKS[:2]


def opened(table: Broadcast, path: str, size: tuple[int, int], wait: str) -> Page:
    page = table.browser.new_page(viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce")
    page.goto(path if "://" in path else f"{table.server.url}{path}")
    page.wait_for_selector(wait)
    return page


@pytest.mark.long
@pytest.mark.parametrize(
    ("path", "wait"),
    [("", '[data-seq="7"]'), ("lobby", "[data-table] .board"), ("stream", "[data-overlay]"), ("replay", "#games p")],
    ids=["viewers", "lobby", "stream", "replays"],
)
def test_nothing_is_found_on_the_pages(table: Broadcast, full: bool, path: str, wait: str) -> None:
    table.publisher.publish(game_view(), ())
    for language, size, _ in looks(full):
        page = opened(table, f"{path}?lang={language}", size, wait)
        assert findings(page) == []
        page.close()


@pytest.mark.long
def test_nothing_is_found_on_the_overlays(table: Broadcast, full: bool) -> None:
    for language, _, theme in looks(full):
        for part in OFFERED:
            query = f"lang={language}&sample=1&theme={theme}"
            page = OverlayPage(table.browser, str(table.server.url), part, query)
            page.page.wait_for_selector("body[data-quiet]")
            assert findings(page.page) == [], part
            page.close()


@pytest.mark.long
@pytest.mark.parametrize("course", [played_course(), card_course()], ids=["board", "cards"])
def test_nothing_is_found_on_a_replay(table: Broadcast, full: bool, course: GameCourse, tmp_path: Path) -> None:
    stored = tuple(Stored(1, 1_700_000_000_000 + 20 * row) for row in range(len(course.events)))
    for language, size, _ in looks(full):
        file = tmp_path / f"{language}.html"
        file.write_bytes(replay_file(course, make_replay(course, stored, WORDING), WORDING, language))
        page = opened(table, file.as_uri(), size, "#watched:not([hidden])")
        assert findings(page) == []
        page.close()


@pytest.mark.long
def test_nothing_is_found_on_the_page_of_a_seat(table: Broadcast, full: bool, tmp_path: Path) -> None:
    with phone_table() as phones:
        phones.begin("accessible", 6, "dog")
        seat = phones.table.view.turn
        address = phones.link(seat)
        for language, size, _ in looks(full)[:1]:
            page = opened(table, address.replace("/#", f"/?lang={language}#"), size, "[data-card]")
            assert findings(page) == []
            page.close()


@pytest.mark.long
def test_nothing_is_found_on_a_tablet(
    browser: Browser, full: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    with tablet_table() as tablets:
        tablets.begin()
        for language, size, _ in looks(full):
            tablet = BrowserTablet(browser, tablets, size, language)
            assert findings(tablet.page) == []
            tablet.press("act")
            # the board with its spots, and the sheet over it
            assert findings(tablet.page) == []
            tablet.press("pause")
            assert findings(tablet.page) == []
            tablet.press("resume")
            tablet.press("undo")
            tablet.close()
        assert tablets.opened.tablets
        tablets.opened.tablets.close_tablets()
        closed = browser.new_page(viewport={"width": PHONE[0], "height": PHONE[1]})
        closed.goto(tablets.link)
        closed.wait_for_selector("body[data-signal=scan]")
        assert findings(closed) == []
        closed.close()
