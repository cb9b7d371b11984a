"""A browser's tablet in the hands of a family: loaded anew, turned, cut off, in large letters, by keys alone."""

from collections.abc import Iterator

import pytest
from browser_fingers import MISFITS, BrowserTablet
from playwright.sync_api import Browser
from tablet_tables import TabletTable, tablet_table

from companion.session import commands as cmd
from companion.session.state import Phase

PHONE, PHONE_ACROSS = (390, 844), (844, 390)
#: Letters twice as large as a browser's own.
LARGE = {"fontSizes": {"standard": 32, "fixed": 26}}


@pytest.fixture(scope="module")
def opened_table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TabletTable]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PAWTRACK_HOME", str(tmp_path_factory.mktemp("home")))
        with tablet_table() as made:
            yield made


@pytest.fixture
def table(opened_table: TabletTable) -> TabletTable:
    """Anna has to lay a card."""
    opened_table.begin_turn()
    return opened_table


def turn(tablet: BrowserTablet, size: tuple[int, int]) -> None:
    tablet.page.set_viewport_size({"width": size[0], "height": size[1]})
    tablet.settle()


def test_a_play_goes_on_after_the_page_is_loaded_anew_and_turned(browser: Browser, table: TabletTable) -> None:
    tablet = BrowserTablet(browser, table, PHONE)
    tablet.press("card.black1-7")
    tablet.touch("spot..0.0")
    picked = tablet.page.locator(".spot.pick").count()
    tablet.page.reload()
    tablet.page.wait_for_selector("body[data-signal=live][data-seen]")
    tablet.settle()
    assert tablet.page.locator(".spot.pick").count() == picked == 1
    turn(tablet, PHONE_ACROSS)
    tablet.touch("spot..3.0")
    tablet.press(next(act for act in tablet.acts if act.startswith("play.")))
    position = table.view.position
    assert position
    assert 3 in position.placement.pawns[0]
    assert tablet.strange == []
    tablet.close()


def test_a_card_tapped_without_a_network_is_laid_once_when_it_is_back(browser: Browser, table: TabletTable) -> None:
    tablet = BrowserTablet(browser, table, PHONE)
    before = table.view.seq
    tablet.page.context.set_offline(True)
    tablet.part("card.8").tap()
    tablet.page.wait_for_selector("body[data-signal=lost]")
    assert tablet.page.locator("#badge").is_visible()
    assert table.view.declared is None
    tablet.page.context.set_offline(False)
    tablet.page.wait_for_selector("body[data-signal=live]")
    table.until(lambda: table.view.declared == "8")
    tablet.settle()
    assert table.view.seq == before + 1
    assert tablet.strange == []
    tablet.close()


def test_of_two_fingers_on_two_browsers_at_once_one_acts(browser: Browser, table: TabletTable) -> None:
    """Both take back the last play; of two plays one is taken back."""
    for card in ("8", "9"):
        table.post(cmd.DeclarePlay(seat=table.view.turn, card=card))
        table.post(cmd.ChoosePlay(result=table.view.plays[0].result))
    tablets = [BrowserTablet(browser, table, PHONE) for _ in range(2)]
    soon = tablets[0].page.evaluate("Date.now()") + 600
    press = f"setTimeout(() => document.querySelector('[data-act=undo]').click(), {soon} - Date.now())"
    for tablet in tablets:
        tablet.page.evaluate(f"() => void {press}")
    for tablet in tablets:
        tablet.page.wait_for_selector("[data-act=redo]")
        tablet.settle()
    assert table.view.ply == 1
    for tablet in tablets:
        tablet.close()


def test_letters_twice_as_large_fit(browser: Browser, table: TabletTable) -> None:
    tablet = BrowserTablet(browser, table, PHONE, "de")
    tablet.page.context.new_cdp_session(tablet.page).send("Page.setFontSizes", LARGE)
    assert tablet.page.evaluate("getComputedStyle(document.documentElement).fontSize") == "34px"
    for act in ("card.black1-7", "list", "report", "leave", "pause"):
        tablet.press(act)
        for size in (PHONE, PHONE_ACROSS, (1024, 768), (768, 1024), (1280, 800)):
            turn(tablet, size)
            assert tablet.page.evaluate(MISFITS) == [], (act, size)
    tablet.press("resume")
    tablet.close()


def test_a_round_begins_by_keys_alone(browser: Browser, table: TabletTable) -> None:
    table.begin()
    tablet = BrowserTablet(browser, table, (1280, 800))

    def tab_to(act: str) -> None:
        for _ in range(40):
            if tablet.page.evaluate("document.activeElement.dataset.act") == act:
                return
            tablet.page.keyboard.press("Tab")
        raise AssertionError(f"Tab never comes to {act}")

    def enter(act: str) -> None:
        tab_to(act)
        tablet.after(lambda: tablet.page.keyboard.press("Enter"))

    enter("act")
    assert table.view.phase is Phase.FIGURE
    # one spot of the board takes the Tab, the arrows go on from there
    tab_to("spot..0.0")
    for _ in range(12):
        tablet.page.keyboard.press("ArrowRight")
    enter("spot..12.0")
    enter("act")
    assert table.view.phase is Phase.PLAY
    # the button is gone: the next Tab is at the cards, not at the beginning of the page
    assert tablet.page.evaluate("document.activeElement.id") == "panel"
    tablet.page.keyboard.press("Tab")
    assert tablet.page.evaluate("document.activeElement.dataset.act") == tablet.acts_in("#panel")[0]
    enter("card.black1-7")
    enter("list")
    enter("play.2")
    assert table.view.ply == 1
    assert tablet.strange == []
    tablet.close()
