"""The tablet held upright: the board above, the panel below; turning it loses nothing.  By touch in the real window."""

from collections.abc import Iterator

import pytest
from card_fingers import tile
from gallery import card_views
from gallery.scenes import scenes
from gallery.views import declared_view, sample_view
from touched_tables import TouchedLauncher
from ui_driver import Driver, open_driver, set_up_page, words

from companion.model.places import Place
from companion.model.verdict import VerdictKind
from companion.views.table_view import EXCHANGES, HealthState, Stage
from ui.presenters.spots import Spot
from ui.widgets.look import Look

HIGH, WIDE = (800, 1280), (1280, 800)


@pytest.fixture
def driver() -> Iterator[Driver]:
    driver = open_driver()
    driver.resize(*HIGH)
    yield driver
    driver.resize(*WIDE)


def turn_over(driver: Driver) -> None:
    """The tablet is laid on its side and set up again."""
    for size in (WIDE, HIGH):
        driver.resize(*size)


def tap_spot(driver: Driver, spot: Spot) -> None:
    board = driver.screen.board
    driver.tap_at(*board.to_window(*board.place_of(spot)))


def tap_first(driver: Driver, kind: str) -> None:
    driver.tap(next(widget for widget in driver.visible() if type(widget).__name__ == kind))


@pytest.mark.parametrize("size", [HIGH, (1080, 1920), (600, 1024), (768, 1024), WIDE, (1000, 1000), (480, 480)])
def test_the_layout_that_is_shown_fits_into_the_window(size):
    look = Look()
    look.fit(*size)
    assert look.portrait == (size[1] > size[0])
    room = (800, 1280) if look.portrait else (1280, 800)
    assert size[0] >= round(room[0] * look.scale) or look.scale == 0.4
    assert size[1] >= round(room[1] * look.scale) or look.scale == 0.4


def test_the_board_lies_above_the_panel_and_is_no_smaller_than_beside_it(driver):
    driver.play(sample_view())
    board, panel = driver.screen.board, driver.screen.ids.panel
    high = min(board.size)
    assert board.y > panel.top
    driver.resize(*WIDE)
    assert board.right < panel.x
    assert high >= min(board.size)


def test_turning_the_tablet_keeps_tapped_pawns_and_the_open_list(driver):
    driver.play(declared_view("partner4", camera=HealthState.OFF))
    tap_spot(driver, Spot(None, Place(5)))
    lit = driver.screen.board.lit
    assert lit
    turn_over(driver)
    assert driver.screen.board.lit == lit
    driver.tap_text(words("play.list"))
    turn_over(driver)
    assert driver.screen.face.pane == "list"
    tap_first(driver, "PlayButton")
    assert len(driver.posted) == 1


@pytest.mark.long
def test_turning_the_tablet_keeps_the_open_hand_and_the_edited_board(driver):
    driver.play(sample_view())
    driver.tap_text(words("play.forfeit"))
    driver.tap(driver.card("13"))
    turn_over(driver)
    assert driver.screen.hand.cards == ("13",)
    driver.tap_text(words("nav.cancel"))
    driver.tap_text(words("play.amend"))
    driver.tap_text(words("amend.by_hand"))
    tap_spot(driver, Spot(None, Place(5)))
    turn_over(driver)
    tap_spot(driver, Spot(None, Place(6)))
    assert Place(6) in driver.screen.draft.placement.pawns[0]


@pytest.mark.long
def test_turning_the_tablet_keeps_the_picked_card_of_a_card_game(driver):
    driver.model.open(driver.model.settings)
    driver.show(card_views.view_of(card_views.rich_table()))
    driver.enter("card_table")
    driver.tap(tile(driver, "4"))
    turn_over(driver)
    assert driver.screen.face.picked == "4"
    turned = [widget for widget in driver.visible() if type(widget).__name__ == "OpenCard"]
    assert len({round(widget.width) for widget in turned}) == 1
    assert len({round(widget.y) for widget in turned}) == 2


def go_on(driver: Driver) -> None:
    """Makes the tap, or two, that the panel requires before a card can be played."""
    pane = driver.screen.face.pane
    if pane == "deal":
        driver.tap_text(words("play.dealt"))
    elif pane in EXCHANGES:
        driver.tap_text(words("play.exchanged"))
    elif pane == Stage.FIGURE:
        tap_spot(driver, Spot(None, Place(24)))
    elif pane == "start":
        driver.tap(driver.screen.ids.panel.children[0].ids.pane.children[0].ids.answers.children[-1])


@pytest.mark.long
def test_a_game_is_set_up_dealt_and_a_play_judged_by_touch(driver):
    driver.model.launcher = driver.launcher = TouchedLauncher()
    driver.tap_text(words("home.new_game"))
    driver.tap_text(words("setup.tab_players"))
    driver.tap_text("2")
    driver.tap_text(words("setup.start"))
    for _ in range(8):
        if driver.screen.face.pane == "cards":
            break
        go_on(driver)
    assert driver.screen.face.pane == "cards"
    for card in driver.model.view.cards:
        driver.tap(driver.card(card))
        if driver.model.view.plays:
            break
        driver.tap_text(words("play.withdraw"))
    driver.tap_text(words("play.list"))
    tap_first(driver, "PlayButton")
    verdict = driver.model.view.verdict
    assert verdict.kind is VerdictKind.LEGAL
    assert words("verdict.legal") in driver.texts()


@pytest.mark.long
@pytest.mark.parametrize("size", [HIGH, (600, 1024), (1080, 1920)])
def test_the_board_of_six_is_shown_large_beside_the_choice(driver, size):
    driver.resize(*size)
    scenes()["setup_six"](driver.stepped, driver.launcher)
    driver.stepped.settle()
    page = set_up_page(driver)
    board, seats = page.ids.picture, page.ids.seats
    assert len(seats.children) == 6
    assert min(board.size) >= size[0] / 3
    assert board.x >= page.ids.board.right
    assert board.top <= seats.y
