"""Seats by phone on the tablet: switched on in the set-up, a code a seat, a phone that is sent away."""

from typing import Any

import pytest
from code_reader import read_code
from gallery.phone_scenes import invitations, tablet_invitation
from gallery.views import sample_view
from ui_driver import Driver, open_driver, words

from ui.i18n import load_words
from ui.presenters.phones import columns, phone_tiles, phones_line


@pytest.fixture
def driver() -> Driver:
    return open_driver()


def seats_of(driver: Driver) -> list[Any]:
    return list(reversed(driver.screen.ids.seats.children))


def code_shown(driver: Driver, seat: int) -> str:
    code = seats_of(driver)[seat].ids.code
    x, y = (round(part) for part in code.to_window(code.x, code.y))
    picture = driver.screenshot()
    high = picture.shape[0]
    return read_code(picture[high - y - round(code.height) : high - y, x : x + round(code.width), 0])


def test_phones_are_off_until_a_family_switches_them_on(driver):
    driver.enter("setup")
    driver.tap_text(words("setup.tab_devices"))
    driver.tap_text(words("setup.phones_off"))
    driver.tap_text(words("setup.start"))
    assert driver.launcher.settings().phones
    assert driver.stepped.screens.current == "phones"
    assert words("phones.none") in driver.texts()
    driver.tap_text(words("nav.back"))
    assert driver.stepped.screens.current == "play"


def test_without_the_switch_neither_start_nor_pause_offers_phones(driver):
    driver.enter("setup")
    driver.tap_text(words("setup.start"))
    assert driver.stepped.screens.current == "play"
    driver.play(sample_view(paused=True))
    assert words("phones.short") not in driver.texts()


def test_every_seat_has_a_code_of_its_own_that_a_phone_reads(driver):
    driver.play(sample_view())
    driver.launcher.table.invitations = invitations(4, taken=(1,))
    driver.show(sample_view(paused=True))
    driver.tap_text(words("phones.short"))
    assert [code_shown(driver, seat) for seat in (0, 2, 3)] == [
        driver.launcher.table.invitations[seat].url for seat in (0, 2, 3)
    ]
    assert seats_of(driver)[1].ids.code.text == ""
    driver.tap_text(words("phones.dismiss"))
    assert code_shown(driver, 1) == driver.launcher.table.invitations[1].url
    assert words("phones.taken") not in driver.texts()


def test_a_phone_that_comes_is_seen_without_a_tap(driver):
    driver.play(sample_view())
    driver.launcher.table.invitations = invitations(4)
    driver.show(sample_view(paused=True))
    driver.tap_text(words("phones.short"))
    driver.launcher.table.invitations = invitations(4, taken=(3,))
    driver.screen.refresh()
    driver.stepped.settle()
    assert words("phones.taken") in driver.texts()


def test_a_code_that_no_phone_could_open_is_not_shown():
    alone = invitations(4, host="127.0.0.1")
    assert phone_tiles(sample_view(), alone) == ()
    assert phones_line(alone, load_words("en")) == words("phones.no_network")


def test_codes_are_as_large_as_can_be():
    assert [columns(tiles, portrait=False) for tiles in range(7)] == [1, 1, 2, 3, 4, 3, 3]
    assert [columns(tiles, portrait=True) for tiles in range(7)] == [1, 1, 2, 2, 2, 2, 2]


def test_one_more_tablet_has_a_code_to_scan_and_to_type_and_all_are_closed(driver):
    driver.play(sample_view())
    driver.launcher.table.invitations = invitations(4)
    driver.launcher.table.tablet = invitation = tablet_invitation(2)
    driver.show(sample_view(paused=True))
    driver.tap_text(words("phones.short"))
    assert code_shown(driver, 4) == invitation.url
    assert any(invitation.address in text and invitation.code in text for text in driver.texts())
    driver.tap_text(words("tablets.close", count=2))
    assert driver.launcher.table.tablet.count == 0
    assert words("tablets.close", count=2) not in driver.texts()
