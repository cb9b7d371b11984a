"""A tablet in a browser for a game of cards alone, without any browser."""

from dataclasses import replace

import msgspec
import pytest
from gallery.card_views import first_view, rich_table, view_of, wrong_table

from companion.session import commands as cmd
from companion.session.state import Phase
from companion.texts import LANGUAGES, shipped_wording
from companion.views.table_view import TableView
from ui.presenters.browser.browser import Done
from ui.presenters.browser.card_tablet import BrowserCardTablet
from ui.presenters.browser.page import TabletPage

VIEWS: dict[str, TableView] = {
    "first": first_view(4),
    "rich": view_of(rich_table()),
    "wrong": view_of(wrong_table()),
    "exchange": replace(first_view(4), phase=Phase.EXCHANGE),
    "paused": replace(first_view(4), paused=True),
}


def tablet_of(view: TableView, language: str = "en") -> BrowserCardTablet:
    made = BrowserCardTablet(shipped_wording(), language, lambda: 7)
    made.show(view)
    return made


def page_of(tablet: BrowserCardTablet) -> TabletPage:
    page = tablet.page()
    assert page
    return page


def names(page: TabletPage) -> list[str]:
    """One act of each kind."""
    parts = [button.act for part in page.panel for button in (*part.cards, *part.acts)]
    acts = [*parts, *(act.act for act in page.foot), *(act.act for act in (page.sheet.acts if page.sheet else ()))]
    return list({act.partition(".")[0]: act for act in acts if act}.values())


def press(tablet: BrowserCardTablet, name: str) -> Done:
    return tablet.do(page_of(tablet).seen, name)


@pytest.mark.parametrize("name", VIEWS)
def test_whatever_is_pressed_in_any_order_the_tablet_goes_on(name: str) -> None:
    for first in names(page_of(tablet_of(VIEWS[name]))):
        tablet = tablet_of(VIEWS[name])
        assert not press(tablet, first).error
        for second in names(page_of(tablet)):
            again = tablet_of(VIEWS[name])
            press(again, first)
            assert not press(again, second).error
            assert msgspec.json.encode(page_of(again))


def test_a_card_is_picked_and_thrown_away() -> None:
    tablet = tablet_of(VIEWS["rich"])
    card = next(act for act in names(page_of(tablet)) if act.startswith("card."))
    assert press(tablet, card).commands == ()
    (thrown,) = press(tablet, "pile.discard").commands
    assert isinstance(thrown, cmd.DeclareAction)


def test_everything_is_put_back_after_an_undo() -> None:
    tablet = tablet_of(VIEWS["rich"])
    tablet.settle_undo()
    assert tablet.taps.put_back


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_has_a_name(language: str) -> None:
    for view in VIEWS.values():
        page = page_of(tablet_of(view, language))
        assert all(card.name for part in page.panel for card in part.cards)
