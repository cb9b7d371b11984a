"""Phones of players in a real browser: six at one table beside the tablet, cut off, asleep, sent away."""

import os
import signal
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from browser_for_tests import Spectator
from phone_tables import PhoneTable, phone_table
from playwright.sync_api import Browser

from companion.model.observation import Seen
from companion.model.verdict import VerdictKind
from companion.rules.legal import legal_plays
from companion.session import commands as cmd
from companion.texts import LANGUAGES

#: The browser's own errors for refused or cut requests, as a phone expects them.
EXPECTED = (
    "403",
    "ERR_INTERNET_DISCONNECTED",
    "ERR_NETWORK_CHANGED",
    "ERR_CONNECTION",
    "ERR_EMPTY_RESPONSE",
    # a server that dies in the middle of an answer
    "ERR_CONTENT_LENGTH_MISMATCH",
)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PhoneTable]:
    with phone_table() as made:
        yield made


class Phone(Spectator):
    """A phone that scanned the code of a seat; its browser shares nothing with the others'."""

    def __init__(self, browser: Browser, table: PhoneTable, seat: int, language: str = "en") -> None:
        table.until(lambda: table.ask(invitation=table.invitation(seat))[0] == 200)
        super().__init__(browser, table.link(seat).replace("/#", f"/?lang={language}#"), 390, 844)
        self.table = table
        self.page.wait_for_selector("body[data-signal=live]")

    def lay(self, card: str) -> None:
        self.page.click(f'[data-card="{card}"]')
        self.laid(card)

    def laid(self, card: str) -> None:
        """The card lies open, and the phone shows it."""
        self.table.until(lambda: self.table.table.view.declared == card)
        self.page.locator("[data-card]").first.wait_for(state="detached")

    @property
    def strange(self) -> list[str]:
        return [trouble for trouble in self.troubles if not any(word in trouble for word in EXPECTED)]


def show_play(table: PhoneTable, card: str) -> None:
    state = table.table.board
    assert state
    result = legal_plays(state.rules, state.position, card)[0].result
    table.table.post(cmd.ReportObservation(observation=Seen(t_ms=1, placement=result)))


@pytest.mark.long
def test_six_phones_and_the_tablet_play_and_every_phone_shows_it(browser: Browser, table: PhoneTable) -> None:
    table.begin("six phones", 6, "dog")
    phones = [Phone(browser, table, seat) for seat in range(6)]
    for turn in range(6):
        seat, card = table.table.view.turn, "8"
        for other, phone in enumerate(phones):
            offered = phone.page.locator("[data-card]")
            offered.first.wait_for() if other == seat else offered.first.wait_for(state="detached")
        if turn == 2:
            # somebody taps the card of this seat on the tablet
            table.table.post(cmd.DeclarePlay(seat=seat, card=card))
            phones[seat].page.wait_for_selector("#turn-card:not([hidden])")
        else:
            phones[seat].lay(card)
        show_play(table, card)
        table.until(lambda seat=seat: table.table.view.turn != seat)
        for phone in phones:
            phone.wait_for(seq=table.table.view.seq)
            assert phone.page.get_attribute("#verdict", "data-verdict") == VerdictKind.LEGAL
    assert [phone.strange for phone in phones] == [[]] * 6
    for phone in phones:
        phone.close()


@pytest.mark.long
def test_a_phone_reconnects_by_itself_and_its_order_counts_once(browser: Browser, table: PhoneTable) -> None:
    table.begin("cut off")
    with closing(Phone(browser, table, 0)) as phone:
        for card in ("8", "9", "10"):
            phone.page.wait_for_selector("[data-card]:enabled")
            before = table.table.view.seq
            phone.page.context.set_offline(True)
            phone.page.click(f'[data-card="{card}"]')
            phone.page.wait_for_selector("body[data-signal=lost]")
            assert table.table.view.seq == before
            phone.page.context.set_offline(False)
            phone.laid(card)
            phone.page.wait_for_selector("body[data-signal=live]")
            assert table.table.view.seq == before + 1
            phone.page.click("#asked button:enabled")
            table.until(lambda: table.table.view.declared is None)
        assert phone.strange == []


@pytest.mark.long
def test_the_page_s_server_dies_and_the_phone_goes_on(browser: Browser, table: PhoneTable) -> None:
    table.begin("server dies")
    with closing(Phone(browser, table, 0)) as phone:
        for card in ("8", "9"):
            assert table.server.pid
            os.kill(table.server.pid, signal.SIGKILL)
            phone.lay(card)
            phone.page.click("#asked button:enabled")
            table.until(lambda: table.table.view.declared is None)
        assert phone.strange == []


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_player_does_by_phone_in_every_language(browser: Browser, table: PhoneTable, language: str) -> None:
    table.begin(f"in {language}", 2, "dog")
    with closing(Phone(browser, table, 0, language)) as phone:
        shown = phone.page.locator("#asked")
        phone.page.click('[data-card="joker"]')
        assert phone.page.locator('[data-card="joker"]').count() == 0
        assert fits(phone)
        phone.page.click('[data-card="13"]')
        phone.laid("joker")
        shown.locator("button").click()
        phone.page.wait_for_selector("[data-card]")
        phone.lay("8")
        show_play(table, "8")
        table.until(lambda: table.table.view.turn == 1)
        phone.wait_for(seq=table.table.view.seq)
        shown.locator("button").click()
        assert shown.locator("button").count() == 2
        assert fits(phone)
        shown.locator("button").first.click()
        table.until(lambda: table.table.view.turn == 0)
        phone.page.wait_for_selector("[data-card]:enabled")
        # the phone slept, and another one took the seat meanwhile
        table.take(0)
        phone.page.wait_for_selector("body[data-signal=taken]")
        assert phone.text("#closed")
        assert fits(phone)
        assert phone.page.evaluate("() => document.documentElement.lang") == language
        phone.page.reload()
        phone.page.wait_for_selector("body[data-signal=scan]")
        table.until(lambda: table.ask(invitation=table.invitation(0))[0] == 200)
        phone.page.goto(table.link(0))
        phone.page.wait_for_selector("body[data-signal=live]")
        table.table.post(cmd.Abandon())
        phone.page.wait_for_selector("body[data-signal=over]")
        assert phone.strange == []


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_while_others_play_a_phone_shows_the_board_and_everybodys_cards(browser: Browser, language: str) -> None:
    with phone_table("black_dog") as table, closing(Phone(browser, table, 1, language)) as phone:
        assert table.table.view.turn == 0
        watched = phone.page.locator("#watched")
        watched.wait_for()
        assert watched.locator("#board [data-seat]").count() == sum(map(len, table.table.view.position.placement.pawns))
        held = ["–" if seat.cards is None else str(seat.cards) for seat in table.table.view.seats]
        assert all(
            number in row for number, row in zip(held, watched.locator("#seats li").all_inner_texts(), strict=True)
        )
        assert fits(phone)
        table.table.post(cmd.DeclarePlay(seat=0, card="8"))
        show_play(table, "8")
        table.until(lambda: table.table.view.turn == 1)
        phone.page.wait_for_selector("[data-card]:enabled")
        assert not watched.is_visible()
        assert phone.strange == []


def fits(phone: Phone) -> bool:
    """Nothing is wider than the screen, and no button's words stick out of it."""
    wide: Any = phone.page.evaluate(
        """() => [document.documentElement.scrollWidth - innerWidth,
            ...[...document.querySelectorAll('#asked button')].map((each) => each.scrollWidth - each.clientWidth)]"""
    )
    return max(wide) <= 0


@pytest.mark.long
def test_a_reloaded_page_keeps_its_seat_and_shows_no_secret(browser: Browser, table: PhoneTable) -> None:
    table.begin("reloaded")
    with closing(Phone(browser, table, 2)) as phone:
        secret = table.invitation(2)
        assert "#" not in phone.page.url
        phone.page.reload()
        phone.page.wait_for_selector("body[data-signal=live]")
        assert phone.text("#own-name") == "Carla"
        assert secret not in phone.page.content()
        answer = phone.page.request.get(table.url)
        assert "unsafe" not in answer.headers["content-security-policy"]
        assert phone.strange == []
