"""The visitor's seat by touch: taps in a demo reach the simulated hands, at a table of people never."""

from dataclasses import replace

import pytest
from card_fingers import tap_target, tile
from gallery.card_scenes import on_table
from gallery.card_views import rich_table, view_of
from gallery.demo_scenes import CARD_HAND, HAND, OWN_TURN, SEATED, visited
from gallery.fakes import FakeVisitor
from gallery.scenes import play
from gallery.views import declared_view, sample_view
from ui_driver import Driver, open_driver, words

from companion.session import commands as cmd
from companion.views.demo_seat import DemoSeat
from companion.views.table_view import TableView
from ui.presenters.card_table.targets import Target, TargetKind

pytestmark = pytest.mark.long


@pytest.fixture
def driver() -> Driver:
    return open_driver()


def visit(driver: Driver, view: TableView, seat: DemoSeat = OWN_TURN) -> FakeVisitor:
    visited(play, view, seat)(driver.stepped, driver.launcher)
    visitor = driver.model.visitor
    assert isinstance(visitor, FakeVisitor)
    return visitor


def test_a_card_of_the_open_hand_is_laid_by_a_tap(driver: Driver) -> None:
    visit(driver, sample_view())
    assert {tile.face.card for tile in driver.visible() if type(tile).__name__ == "CardTile"} == set(HAND)
    driver.tap(driver.card("8"))
    assert driver.posted == [cmd.DeclarePlay(seat=0, card="8")]


def test_any_other_card_is_one_tap_away(driver: Driver) -> None:
    visit(driver, sample_view())
    driver.tap_text(words("demo.any_card"))
    driver.tap(driver.card("12"))
    assert driver.posted == [cmd.DeclarePlay(seat=0, card="12")]


def test_a_tapped_play_is_made_by_the_hands_and_kept_from_the_referee(driver: Driver) -> None:
    view = declared_view("8")
    visitor = visit(driver, view)
    driver.tap_text(next(text for text in driver.button_texts() if "8" in text and len(text) > 30))
    ((kind, result),) = visitor.asked
    assert kind == "play"
    assert result in {each.result for each in view.plays}
    assert driver.posted == []


def test_wrong_moves_and_putting_back(driver: Driver) -> None:
    visitor = visit(driver, declared_view("8"))
    driver.tap_text(words("demo.err"))
    visitor.seat = replace(OWN_TURN, astray=True)
    driver.model.look_at_visitor()
    driver.stepped.settle()
    driver.tap_text(words("demo.put_back"))
    assert visitor.asked == ["err", "put_back"]


def test_what_is_set_up_freely_is_laid_by_the_hands(driver: Driver) -> None:
    visitor = visit(driver, declared_view("8"))
    driver.tap_text(words("demo.move"))
    driver.tap_text(words("demo.lay"))
    assert [kind for kind, _ in visitor.asked] == ["lay"]
    assert driver.posted == []


def test_the_seat_is_left_and_taken_again(driver: Driver) -> None:
    visitor = visit(driver, sample_view())
    driver.tap_text(words("demo.leave"))
    assert visitor.seat == DemoSeat()
    driver.tap_text(words("demo.take"))
    assert visitor.seat == DemoSeat(seat=0)


def test_in_a_card_game_a_player_taps_the_own_hand_only_in_turn(driver: Driver) -> None:
    visited(on_table, view_of(rich_table()), DemoSeat(seat=0, hand=CARD_HAND))(driver.stepped, driver.launcher)
    assert [face.card for face in driver.screen.face.cards] == list(CARD_HAND)
    driver.tap(tile(driver, "4"))
    tap_target(driver, Target(TargetKind.ROW, 0, 2))
    assert driver.posted == [cmd.DeclareAction(seat=0, action="lay 4 0.2")]
    driver.tap_text(words("demo.err"))
    assert driver.model.visitor.asked == ["err"]
    visited(on_table, view_of(rich_table(turn=1)), SEATED)(driver.stepped, driver.launcher)
    tap_target(driver, Target(TargetKind.OPEN, number=3))
    assert driver.screen.face.pane == "others"
    assert driver.posted == []


def test_the_demo_begins_with_a_seat_and_a_table_of_people_has_none(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor = FakeVisitor(DemoSeat())
    opened = driver.launcher.open_table

    def with_visitor(settings: object) -> object:
        table = opened(settings)
        table.visitor = visitor
        return table

    monkeypatch.setattr(driver.launcher, "open_table", with_visitor)
    driver.tap_text(words("home.demo"))
    assert visitor.seat == DemoSeat(seat=0)
    # at any such seat, a game that people began is played by people
    visitor.seat = OWN_TURN
    driver.show(declared_view("8"))
    driver.model.look_at_visitor()
    driver.stepped.settle()
    assert driver.screen.visitor is None
    driver.screen.choose(driver.screen.view.plays[0])
    assert visitor.asked == []
    assert isinstance(driver.posted[-1], cmd.ChoosePlay)
