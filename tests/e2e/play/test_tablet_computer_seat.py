"""A seat of the computer on the real tablet, by touch: given in the set-up, dealt its cards, and carried out."""

import pytest
from touched_tables import TouchedLauncher
from ui_driver import Driver, open_driver, words

from companion.computer_seats.thinker import Thinker
from companion.players.level import Level
from companion.session import commands as cmd
from companion.session.state import Phase
from companion.views.table_view import CardsToEnter

HAND = ("13", "2", "3", "8", "9")


@pytest.fixture
def driver() -> Driver:
    return open_driver()


def test_the_computer_gets_a_seat_and_its_cards_and_says_what_it_passes_on(driver: Driver) -> None:
    launcher = driver.model.launcher = driver.launcher = TouchedLauncher()
    driver.enter("setup")
    driver.tap_text(words("setup.tab_players"))
    driver.screen.offer_players(1)
    driver.stepped.settle()
    driver.tap_text("Computer, easy")
    driver.tap_text(words("setup.start"))
    table = launcher.table
    assert table.table.state.levels == (None, Level.EASY, None, None)
    driver.tap_text(words("play.dealt"))
    for card in HAND:
        tiles = [each for each in driver.visible() if getattr(getattr(each, "face", None), "card", "") == card]
        driver.tap(tiles[-1])
    assert driver.screen.entered == HAND
    driver.tap_text(words("computer.enter_done"))
    assert table.table.state.hand(1) == HAND
    assert driver.screen.entered == ()
    table.post(cmd.PlaceDog(field=10))
    announced = Thinker(lambda: table.table.state, lambda *_: None, lambda _: None).decision(table.table.view)
    assert isinstance(announced, cmd.Announce)
    assert isinstance(announced.decided, cmd.Exchange)
    table.post(announced)
    driver.stepped.settle()
    assert driver.screen.face.computer.card is None
    driver.tap_text(words("computer.show"))
    assert driver.screen.face.computer.card.card == announced.decided.card
    driver.tap_text(words("computer.done"))
    assert table.table.state.exchanged == (False, True, False, False)
    driver.tap_text(words("play.exchanged"))
    assert table.table.state.phase is Phase.PLAY
    assert table.table.view.to_enter == CardsToEnter(seat=1, count=1)
