"""The other games of the family on the tablet: chosen, set up and played by synthetic touches."""

from dataclasses import replace

import msgspec
import pytest
from gallery.views import all_waiting, candidates, game_view
from ui_driver import Driver, open_driver, set_up_page, words

from companion.catalogue.shipped import SHIPPED
from companion.session import commands as cmd
from companion.session.state import Phase
from companion.views.table_view import HealthState, PendingView
from ui.presenters.spots import Spot


@pytest.fixture
def driver() -> Driver:
    return open_driver()


def tile(driver, variant: str):
    return next(
        widget for widget in driver.visible() if getattr(getattr(widget, "tile", None), "variant", "") == variant
    )


@pytest.mark.thinned(3)
@pytest.mark.parametrize("variant", SHIPPED.ids)
def test_every_game_is_chosen_by_its_tile_and_started(driver, variant):
    driver.enter("setup")
    driver.tap(tile(driver, variant))
    driver.tap_text(words("setup.start"))
    (posted,) = driver.posted
    assert posted.variant.id == variant
    assert len(posted.seats) in SHIPPED.variant(variant).seat_counts
    assert driver.stepped.screens.current == "play"


def test_six_players_get_six_seats_and_the_board_with_six_arms(driver):
    driver.enter("setup")
    driver.tap(tile(driver, "dog"))
    driver.tap_text(words("setup.tab_players"))
    driver.tap_text("6")
    assert len(set_up_page(driver).ids.seats.children) == 6
    assert words("teams.of", team="C") in driver.texts()
    assert set_up_page(driver).ids.picture.board == "star_6"
    driver.tap_text(words("setup.start"))
    (posted,) = driver.posted
    assert (posted.board, posted.sectors, posted.seats) == ("star_6", 6, (0, 1, 2, 3, 4, 5))


def test_tock_is_played_alone_when_people_say_so(driver):
    driver.enter("setup")
    driver.tap(tile(driver, "tock_6"))
    driver.tap_text(words("setup.tab_players"))
    assert words("teams.pairs") in driver.texts()
    driver.tap(set_up_page(driver).ids.teams.children[0])
    assert words("teams.alone") in driver.texts()
    driver.tap_text(words("setup.start"))
    assert driver.posted[0].teams == (0, 1, 2, 3)


def test_a_house_rule_is_changed_shown_and_set_back(driver):
    driver.enter("setup")
    driver.tap(tile(driver, "dog_royal"))
    driver.tap_text(words("setup.tab_rules"))
    driver.tap_text(words("option.roy.free_start:may"))
    assert words("setup.tab_rules_changed", count=1) in driver.button_texts()
    assert words("setup.default", value=words("option.roy.free_start:must")) in driver.texts()
    driver.tap_text(words("setup.start"))
    assert driver.posted[0].options == (("roy.free_start", "may"),)
    driver.enter("setup")
    driver.tap_text(words("setup.tab_rules_changed", count=1))
    driver.tap_text(words("setup.all_default"))
    assert driver.screen.form.settings.options == {}


def test_all_house_rules_are_reached_by_turning_the_pages(driver):
    driver.enter("setup")
    driver.tap(tile(driver, "dog"))
    driver.tap_text(words("setup.tab_rules"))
    seen = set()
    for _ in range(set_up_page(driver).count):
        seen |= {widget.rule.name for widget in driver.visible() if getattr(widget, "rule", None)}
        set_up_page(driver).turn(1)
        driver.stepped.settle()
    assert seen == {name for name, rule in SHIPPED.variant("dog").options.items() if len(rule.values) > 1}


def test_a_joker_is_declared_as_another_card(driver):
    driver.play(game_view("dog", 6))
    driver.tap(driver.card("joker"))
    assert driver.posted == []
    driver.tap(driver.card("7"))
    assert driver.posted == [cmd.DeclarePlay(seat=0, card="joker", acting_as="7")]


def test_a_joker_goes_back_to_the_hand_before_its_face_is_declared(driver):
    driver.play(game_view("dog", 4))
    driver.tap(driver.card("joker"))
    driver.tap_text(words("play.withdraw"))
    assert driver.posted == []
    assert driver.card("joker")


def test_a_free_start_names_the_rank(driver):
    driver.play(all_waiting(game_view("dog_royal", 4)))
    driver.tap_text(words("rank.knight"))
    assert driver.posted == [cmd.FreeStart(seat=0, rank="knight", use=True)]


def test_a_free_start_may_be_left(driver):
    driver.play(all_waiting(game_view("dog_royal_plain", 4)))
    driver.tap_text(words("play.not_started"))
    assert driver.posted == [cmd.FreeStart(seat=0, use=False)]


def test_who_may_draw_says_so_or_does_without(driver):
    view = game_view("dog_royal", 4, pending=PendingView(kind="may_draw", seat=3, count=2))
    driver.play(view)
    driver.tap_text(words("play.drawn", count=2))
    driver.tap_text(words("play.not_drawn"))
    assert driver.posted == [cmd.DrawCards(seat=3, count=2), cmd.DrawCards(seat=3, count=0)]


def test_the_neighbour_throws_a_card_away(driver):
    driver.play(game_view("super_tock_advanced", 4, pending=PendingView(kind="discard", seat=1, count=1), turn=1))
    driver.tap_text(words("play.discarded"))
    assert driver.posted == [cmd.Discard(seat=1)]


def test_where_nothing_fits_one_card_of_the_shown_hand_goes(driver):
    driver.play(game_view("tock_6", 4))
    driver.tap_text(words("play.forfeit"))
    for card in ("Q", "9", "6", "3"):
        driver.tap(driver.card(card))
    laid = [widget for widget in driver.visible() if type(widget).__name__ == "LaidCard"]
    driver.tap(next(card for card in laid if card.face.card == "6"))
    driver.tap_text(words("forfeit.confirm_throw"))
    assert driver.posted == [cmd.Discard(seat=0, card="6", hand=("Q", "9", "6", "3"))]


def test_a_play_into_the_centre_is_entered_by_two_taps(driver):
    view = game_view("tock_6", 4)
    row = view.position.placement.pawns[0]
    door = view.position.placement.with_pawns(((*row[:2], row[2], 7), *view.position.placement.pawns[1:]))
    position = view.position.with_placement(door)
    off = tuple(replace(part, state=HealthState.OFF) if part.part == "camera" else part for part in view.health)
    driver.play(replace(view, position=position, declared="K", plays=candidates(position, "K"), health=off))
    from companion.model.places import CENTRE, Place

    for spot in (Spot(None, Place(7)), Spot(None, CENTRE)):
        driver.tap_at(*driver.screen.board.place_of(spot))
    choices = driver.screen.face.choices
    assert len(choices) == 1
    driver.tap_text(choices[0].text)
    (posted,) = driver.posted
    assert CENTRE in posted.result.pawns[0]


def test_a_rematch_keeps_the_teams(driver):
    view = game_view("tock_6", 4, phase=Phase.OVER, result=(1,))
    view = replace(view, position=msgspec.structs.replace(view.position, teams=(0, 1, 2, 3)))
    driver.play(view)
    driver.tap_text(words("over.rematch"))
    assert driver.posted[-1].teams == (0, 1, 2, 3)
