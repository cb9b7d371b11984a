"""Wrong acts by fingers on the tablet's window and by fingers on a browser's page: the same answers, word for word.

Both tables are in the same state before each act.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from board_fingers import TouchedSession
from browser_fingers import BrowserSession, BrowserTablet
from playwright.sync_api import Browser
from tablet_tables import TabletTable, tablet_table
from touched_tables import TouchedLauncher
from ui_driver import open_driver

from companion.model.places import KENNEL, Place
from companion.session import commands as cmd
from companion.session.events import Event
from ui.presenters.spots import Spot

Act = Callable[[TouchedSession], None]
DEALT: tuple[cmd.Command, ...] = (cmd.Deal(),)
TO_PLAY = (*DEALT, cmd.PlaceDog(field=12), *(cmd.Exchange(seat=seat) for seat in range(4)))


def touched(*commands: cmd.Command) -> Act:
    """The fingers that mean these commands, whatever the rules say of them."""

    def act(session: TouchedSession) -> None:
        for command in commands:
            session._touch(command)

    return act


def track(field: int) -> Spot:
    return Spot(None, Place(field))


def reported(*spots: Spot, turns: int = 0) -> Act:
    """Something else stands on the board: pawns and their fields in turn, and quarters of the wheel."""

    def act(session: TouchedSession) -> None:
        session._text("play.set_seen")
        for spot in spots:
            session._spot(spot)
        for _ in range(turns):
            session._text("edit.turn_on")
        session._text("edit.confirm_seen")

    return act


def laid(card: str) -> tuple[cmd.Command, ...]:
    return (*TO_PLAY, cmd.DeclarePlay(seat=0, card=card))


#: The commands before, and the wrong act.
WRONG: dict[str, tuple[tuple[cmd.Command, ...], Act]] = {
    "the dog beside the wheel": (DEALT, touched(cmd.PlaceDog(field=3))),
    "the dog on a start field": (DEALT, touched(cmd.PlaceDog(field=0))),
    "a hand with a playable card": (TO_PLAY, touched(cmd.Forfeit(seat=0, hand=("swap", "swap", "2", "swap", "swap")))),
    "too few fields": (laid("9"), reported(track(0), track(7))),
    "too many fields": (laid("2"), reported(track(0), track(3))),
    "backwards": (laid("2"), reported(track(0), track(62))),
    "the pawn of a neighbour": (laid("2"), reported(track(16), track(18))),
    "two pawns": (laid("2"), reported(track(0), track(2), track(16), track(18))),
    "out of the kennel with no card for it": (laid("2"), reported(Spot(0, KENNEL, 0), track(2))),
    "the dog with a card of pawns": (laid("2"), reported(track(12), track(14))),
    "the wheel with a card that turns none": (laid("2"), reported(track(0), track(2), turns=1)),
    "nothing moved": (laid("2"), reported()),
}


def on_new_window(table: TabletTable) -> TouchedSession:
    """The same game on the window, from its beginning."""
    driver = open_driver()
    driver.model.launcher = driver.launcher = TouchedLauncher()
    assert driver.model.begin(table.settings)
    driver.enter("play")
    return TouchedSession(driver)


class Answer(msgspec.Struct):
    """The sentences on the screen and the events in the record after an act."""

    events: list[Event]
    notice: str
    banner: tuple[str, str, str]


def on_window(window: TouchedSession, act: Act) -> Answer:
    table, screen = window.table.table, window.driver.screen
    before = len(table.course().events)
    act(window)
    window.driver.stepped.settle()
    banner = screen.face.banner
    shown = (banner.tone, banner.word, banner.sentence)
    return Answer(kept(table.course().events[before:]), screen.face.notice, shown)


def in_browser(tablet: BrowserTablet, act: Act) -> Answer:
    table = tablet.table.opened.table
    before = len(table.course().events)
    act(BrowserSession(tablet))
    tablet.settle()
    tone = tablet.page.get_attribute("#banner", "data-tone") or ""
    shown = (tone, tablet.text("#banner-word"), tablet.text("#banner-sentence"))
    notice = tablet.text("#notice-text") if tablet.page.locator("#notice").is_visible() else ""
    return Answer(kept(table.course().events[before:]), notice, shown)


def kept(events: Any) -> list[Event]:
    """The events without the time of their picture."""
    return [msgspec.structs.replace(event, t_ms=0) if "t_ms" in event.__struct_fields__ else event for event in events]


@pytest.mark.long
def test_a_wrong_act_has_the_same_answer_on_both(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    with tablet_table() as table:
        table.begin()
        tablet = BrowserTablet(browser, table, (1280, 800))
        for name, (before, act) in WRONG.items():
            table.begin()
            window = on_new_window(table)
            for command in before:
                table.post(command)
                window.table.post(command)
            window.driver.stepped.settle()
            tablet.settle()
            placed = table.view.position
            assert on_window(window, act) == in_browser(tablet, act), name
            assert table.view.position == placed, name
        assert tablet.strange == []
        assert tablet.misfits == set()
        tablet.close()
