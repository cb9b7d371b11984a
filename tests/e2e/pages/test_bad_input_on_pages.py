"""For any message on the topics of a table, a page shows the last good state or an honest text, and raises nothing."""

import json
from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
import pytest
from gallery.views import game_view as any_game
from overlay_pages import OFFERED, state_of
from overlay_states import ANALYSIS, EPOCH, SEQ, busy_state
from page_broadcasts import Broadcast
from page_clients import fetch
from spoken_pages import SpokenPage
from views_for_tests import game_view, texts

from companion.views.broadcast import topics

PAGES: Final = ("", "lobby", *(f"overlay/{part}" for part in OFFERED))
ORDER: Final = {"epoch": EPOCH, "seq": SEQ, "ts": SEQ}
INFO: Final = msgspec.to_builtins(topics.info(game_view(), SEQ, "test", 20)) | {"epoch": EPOCH}
STATUS: Final = msgspec.to_builtins(topics.status("ready", EPOCH, SEQ))
COMMENTARY: Final = {
    **ORDER,
    "v": 1,
    "game": "gallery",
    "lines": [{"seq": SEQ, "seat": 1, "text": texts("Ben is bitten")}],
}
Pages = dict[str, SpokenPage]
#: No state at all; the last one is longer than any message of a table.
NONSENSE: Final = (
    "",
    "{",
    "5",
    '"text"',
    "[]",
    '{"v": 1}',
    "[" * 20_000,
    json.dumps(busy_state(seq=9999)) + " " * 40_000,
)
KNOWN: Final = {**ANALYSIS, **ORDER, "game": "gallery"}


@pytest.fixture(scope="module")
def pages(table: Broadcast) -> Iterator[Pages]:
    """A page of each kind, for the tests that send many messages to them."""
    made = {
        path: SpokenPage(table.browser, f"{table.server.url}{path}?lang=en")
        for path in ("", "lobby", "overlay/scorebug")
    }
    yield made
    for page in made.values():
        page.close()


def opened(table: Broadcast, path: str) -> SpokenPage:
    """A page that has heard a table, and in the midst of its game."""
    page = SpokenPage(table.browser, f"{table.server.url}{path}?lang=en")
    page.say("info", INFO)
    page.say("status", STATUS)
    return page


def games() -> Iterator[dict[str, Any]]:
    yield busy_state(pending={"kind": "draw", "seat": 2, "count": 2}, stage="draw")
    yield busy_state(amiss={"code": "x", "text": texts("A pawn is missing")}, last=None, recent=[])
    yield busy_state(result=[0, 2], stage="over", recent=busy_state()["recent"][:1])


@pytest.mark.parametrize("path", ["", "lobby", "overlay/timeline"])
def test_one_wrong_thing_of_a_sample_breaks_no_page(table: Broadcast, path: str) -> None:
    say_wrong_things(table, path, every=29)


@pytest.mark.long
@pytest.mark.parametrize("path", PAGES)
def test_one_wrong_thing_breaks_no_page(table: Broadcast, path: str, full: bool) -> None:
    say_wrong_things(table, path, every=1 if full else 5)


def say_wrong_things(table: Broadcast, path: str, every: int) -> None:
    page = opened(table, path)
    assert page.faults("state", *games(), every=every) == []
    page.say("state", busy_state(seq=SEQ + 100_000, ts=SEQ + 100_000))
    assert page.looks()["seq"] == str(SEQ + 100_000)
    heard = {"info": INFO, "status": STATUS, "analysis": KNOWN, "commentary": COMMENTARY}
    for name, good in heard.items():
        if page.listens(name):
            assert page.faults(name, good, every=every) == [], name
    page.say("state", busy_state(seq=SEQ + 100_001, ts=SEQ + 100_001))
    assert page.looks()["seq"] == str(SEQ + 100_001)
    assert page.troubles == []
    page.close()


def begin(pages: Pages) -> Iterator[SpokenPage]:
    """Each page as if it had just been opened."""
    for page in pages.values():
        page.page.reload()
        page.page.wait_for_selector("html[data-subscribed]")
        page.say("status", STATUS)
        yield page


def shown(page: SpokenPage, state: dict[str, Any]) -> dict[str, str]:
    """Returns the texts that the page shows for a state; the lobby fetches the board at the first state."""
    page.say("state", state)
    page.page.wait_for_selector("#board, [data-table] .board, #part.scorebug", state="attached")
    return page.looks()


def test_a_page_that_can_read_nothing_says_so_and_keeps_what_it_had(pages: Pages) -> None:
    for page in begin(pages):
        # an empty message takes a retained one away
        page.say("state", "")
    for path, place in (("", "#turn-text"), ("lobby", ".now")):
        assert pages[path].text(place) == "No game yet. It starts soon."
    for page in pages.values():
        page.say("state", "{")
    for path, place in (("", "#turn-text"), ("lobby", ".now")):
        assert pages[path].text(place) == "What this table sends cannot be read here."
    assert pages["overlay/scorebug"].looks()["markup"] == ""
    for page in pages.values():
        good = shown(page, busy_state())
        for nonsense in NONSENSE:
            page.say("state", nonsense)
            assert page.looks() == good
        assert page.troubles == []


def test_states_out_of_order_show_the_newest(pages: Pages) -> None:
    for page in begin(pages):
        newest = shown(page, busy_state(seq=9, ts=9000))
        for old in ({"seq": 8, "ts": 9500}, {"seq": 99, "epoch": EPOCH - 1, "ts": 8000}, {"game": "b", "ts": 8000}):
            page.say("state", busy_state(**{"seq": 9, "ts": 9000, "dealer": 3, **old}))
            assert page.looks() == newest
        page.say("status", {**STATUS, "state": "lost", "epoch": EPOCH - 1, "ts": 1})
        assert page.looks() == newest
        page.say("state", busy_state(game="b", seq=1, ts=9001))
        assert page.looks()["seq"] == "1"
        assert page.troubles == []


def test_a_broker_that_is_away_for_an_hour_is_shown_and_found_again(table: Broadcast) -> None:
    for path, signal in (("", "body"), ("overlay/scorebug", "body"), ("lobby", "[data-table]")):
        page = SpokenPage(table.browser, f"{table.server.url}{path}?lang=en", clock=True)
        page.say("status", STATUS)
        page.say("state", busy_state())
        page.page.evaluate("broker.drop()")
        assert page.page.get_attribute(signal, "data-signal") == "lost"
        assert "Signal lost" in page.text("body")
        assert "Anna" in page.text("body")
        while page.page.evaluate("broker.tries") < 4:
            page.page.clock.run_for(10_000)
        page.page.clock.fast_forward(3_300_000)
        page.page.evaluate("broker.away = false")
        while page.page.get_attribute("html", "data-subscribed") == "1":
            page.page.clock.run_for(1000)
        # the kept state is an hour old
        assert page.page.get_attribute(signal, "data-signal") == "lost"
        page.say("state", busy_state(seq=SEQ + 5))
        assert page.page.get_attribute(signal, "data-signal") == "live"
        assert page.troubles == []
        page.close()


@pytest.mark.parametrize("jump_s", [-86_400, 86_400])
def test_a_clock_that_jumps_neither_ends_nor_keeps_anything(table: Broadcast, jump_s: int) -> None:
    viewer, third = (
        SpokenPage(table.browser, f"{table.server.url}{path}?lang=en", clock=True)
        for path in ("", "overlay/lower-third")
    )
    for page in (viewer, third):
        page.say("status", STATUS)
        page.say("state", {**busy_state(), "last": None})
        page.say("state", busy_state(seq=SEQ + 1))
        shown = page.looks()
        page.page.evaluate("(jump) => { const now = Date.now; Date.now = () => now() + jump; }", jump_s * 1000)
        page.say("status", STATUS)
        assert page.looks() == shown
        assert page.page.get_attribute("body", "data-signal") == "live"
        page.page.clock.run_for(76_000)
        assert page.page.get_attribute("body", "data-signal") == "lost"
        assert page.troubles == []
    assert third.looks()["markup"] == ""
    for page in (viewer, third):
        page.close()


def test_a_verdict_that_is_the_newest_again_after_an_undo_is_no_news(table: Broadcast) -> None:
    page = SpokenPage(table.browser, f"{table.server.url}overlay/lower-third?lang=en", clock=True)
    first, second = ({**busy_state()["last"], "seq": SEQ + row} for row in (1, 2))
    for row, last in enumerate((None, first, second), start=1):
        page.say("state", busy_state(seq=SEQ + row, last=last))
    page.page.clock.run_for(60_000)
    assert page.looks()["markup"] == ""
    page.say("state", busy_state(seq=SEQ + 3, last=first))
    assert page.looks()["markup"] == ""
    # nor is one of before the program was started again
    page.say("state", busy_state(epoch=EPOCH + 1, seq=SEQ + 3, last=second))
    assert page.looks()["markup"] == ""
    page.say("state", busy_state(epoch=EPOCH + 1, seq=SEQ + 4, last={**second, "seq": SEQ + 4}))
    assert second["text"]["en"] in page.text("#part")
    page.close()


def test_names_and_sentences_without_end_stay_within_the_page(pages: Pages) -> None:
    endless = busy_state(seq=SEQ + 500)
    for seat in endless["seats"]:
        seat["name"] = "W" * 5000
    for path, page in pages.items():
        page.say("state", endless)
        assert page.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        assert page.troubles == []


def test_a_page_opens_itself_anew_when_another_board_lies_on_the_table(table: Broadcast) -> None:
    config = json.loads(fetch(urlsplit(table.server.url).port, "/config.json"))
    served = [config]
    page = SpokenPage(table.browser, str(table.server.url))
    page.page.route("**/config.json", lambda route: route.fulfill(json=served[0]))
    page.page.evaluate("window.before = true")
    for content, stays in ((config["content"], True), ("another", False)):
        served[0] = {**config, "content": content}
        page.page.evaluate("delete document.documentElement.dataset.subscribed; broker.drop(); broker.away = false")
        page.page.wait_for_selector("html[data-subscribed]")
        assert bool(page.page.evaluate("window.before")) == stays
    page.close()


def test_a_board_without_a_wheel_shows_none(table: Broadcast) -> None:
    table.lay("star_4")
    page = SpokenPage(table.browser, f"{table.server.url}overlay/board?lang=en")
    page.say("state", state_of(any_game("dog", 4), epoch=EPOCH))
    assert page.page.query_selector("#board .disc *") is None
    assert len(page.pawns()) == 4
    # nor does a number that belongs to another game turn anything
    state = busy_state(seq=SEQ + 1)
    page.say("state", {**state, "position": {**state["position"], "wheel": 3}})
    assert page.troubles == []
    page.close()
