"""A browser as a tablet in real Chromium, by touch: a table from the code to its plays."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from board_fingers import SensiblePeople
from browser_fingers import MISFITS, BrowserSession, BrowserTablet
from playwright.sync_api import Browser
from tablet_tables import TabletTable, tablet_table

from companion.session import commands as cmd
from companion.texts import LANGUAGES

#: Width and height of the window.
SIZES = {
    "phone": (390, 844),
    "phone across": (844, 390),
    "ipad": (1024, 768),
    "ipad upright": (768, 1024),
    "laptop": (1280, 800),
}

#: A finger that meets the button where the page stands in the moment of its next move.
TAP_AS_IT_MOVES = """new Promise((ready) => requestAnimationFrame(() => requestAnimationFrame(ready))).then(() => {
  addEventListener("scroll", () => {
    const tap = new PointerEvent("click", { bubbles: true, detail: 1, pointerType: "touch" });
    document.querySelector("[data-act=pause]").dispatchEvent(tap);
    document.body.dataset.tapped = "";
  }, { once: true });
})"""


@contextmanager
def opened(folder: Path, variant: str = "black_dog") -> Iterator[TabletTable]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PAWTRACK_HOME", str(folder))
        with tablet_table(variant) as made:
            yield made


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TabletTable]:
    with opened(tmp_path_factory.mktemp("home")) as made:
        yield made


def test_the_first_round_by_touch_on_a_phone(browser: Browser, table: TabletTable) -> None:
    table.begin()
    tablet = BrowserTablet(browser, table, SIZES["phone"])
    session = BrowserSession(tablet)
    people = SensiblePeople(session, 3)
    while session.plays < 2:
        people.step()
    tablet.press("pause")
    assert tablet.text("#sheet-title") == "Paused"
    tablet.press("resume")
    tablet.press("undo")
    # the second play has turned the wheel: its disc is ringed as it is drawn, and the ring has a width
    ring, disc = (tablet.page.locator(part).bounding_box() for part in ("#spots .disc.pick", "#board .disc"))
    assert ring
    assert disc
    assert all(abs(ring[side] - disc[side]) < 4 for side in ("x", "y", "width", "height")), (ring, disc)
    tablet.press("redo")
    assert tablet.page.locator("#spots .disc").count() == 0
    assert tablet.strange == []
    tablet.close()


def test_a_double_tap_answers_no_question_that_comes_between(browser: Browser, table: TabletTable) -> None:
    """Where the button of the exchange was, a card can lie."""
    table.begin()
    table.post(cmd.Deal())
    table.post(cmd.PlaceDog(field=12))
    tablet = BrowserTablet(browser, table, SIZES["phone"])
    tablet.press_text("All have exchanged")
    card = tablet.part("card.8").bounding_box()
    assert card
    mouse = tablet.page.mouse
    mouse.move(card["x"] + card["width"] / 2, card["y"] + card["height"] / 2)
    mouse.down(click_count=2)
    mouse.up(click_count=2)
    tablet.settle()
    assert table.view.declared is None
    tablet.press("card.8")
    assert table.view.declared == "8"
    assert tablet.strange == []
    tablet.close()


def test_the_board_comes_into_view_after_a_card_below_it(browser: Browser, table: TabletTable) -> None:
    table.begin_turn()
    tablet = BrowserTablet(browser, table, SIZES["phone"])
    for size in (SIZES["phone"], SIZES["phone across"]):
        tablet.page.set_viewport_size({"width": size[0], "height": size[1]})
        tablet.page.evaluate("scrollTo(0, 99)")
        tablet.press("card.black1-7")
        board = tablet.page.locator("#board").bounding_box()
        assert board
        assert board["y"] >= 0
        assert board["y"] + board["height"] <= size[1]
        tablet.press("withdraw")
    assert tablet.scrolled == 0
    assert tablet.strange == []
    tablet.close()


def test_a_finger_on_its_way_when_the_page_moves_does_nothing(browser: Browser, table: TabletTable) -> None:
    table.begin()
    tablet = BrowserTablet(browser, table, SIZES["phone"])
    tablet.page.evaluate("scrollTo(0, 250)")
    tablet.settle()
    tablet.page.evaluate(TAP_AS_IT_MOVES)
    table.post(cmd.Deal())
    tablet.page.wait_for_selector("[data-tapped]")
    tablet.settle()
    assert not table.view.paused
    tablet.press("pause")
    assert table.view.paused
    tablet.press("resume")
    tablet.close()


def test_the_board_is_corrected_by_touch_and_by_keys(browser: Browser, table: TabletTable) -> None:
    table.begin_turn()
    tablet = BrowserTablet(browser, table, SIZES["ipad"])
    tablet.press("amend")
    tablet.press("edit")
    kennel = next(act for act in tablet.acts if act.startswith("spot.0."))
    tablet.touch(kennel)
    tablet.touch("spot..7.0")
    tablet.press("nudge.on")
    # the same by keys alone
    for spot in ("spot..8.0", "spot..5.0"):
        tablet.key(spot, "Enter")
    tablet.press("next.2")
    tablet.press("set")
    position = table.view.position
    assert position
    assert (5 in position.placement.pawns[0], table.view.turn) == (True, 2)
    assert tablet.strange == []
    tablet.close()


def test_a_closed_tablet_takes_a_typed_code(browser: Browser, table: TabletTable) -> None:
    table.begin()
    tablet = BrowserTablet(browser, table, SIZES["laptop"])
    assert table.opened.tablets
    table.opened.tablets.close_tablets()
    tablet.page.wait_for_selector("body[data-signal=over]")
    tablet.page.fill("#code", "wrong")
    tablet.page.press("#code", "Enter")
    tablet.page.wait_for_selector("body[data-signal=void]")
    tablet.page.fill("#code", table.code.upper())
    tablet.page.press("#code", "Enter")
    tablet.page.wait_for_selector("body[data-signal=live]")
    tablet.close()


@pytest.mark.parametrize("language", [pytest.param(each, marks=pytest.mark.sampled(4)) for each in LANGUAGES])
def test_nothing_is_cut_off_at_any_size(browser: Browser, table: TabletTable, language: str) -> None:
    table.begin()
    table.post(cmd.Deal())
    tablet = BrowserTablet(browser, table, SIZES["phone"], language)
    for size in SIZES.values():
        tablet.page.set_viewport_size({"width": size[0], "height": size[1]})
        assert tablet.page.evaluate(MISFITS) == [], size
    assert tablet.page.get_attribute("html", "lang") == language
    tablet.close()
