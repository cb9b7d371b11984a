"""DOG Cards on the tablet by touch alone: chosen, played from the deal to the result, every legal action."""

from dataclasses import replace

import pytest
from card_fingers import CardPeople, lane, place, tap_target, tell, tile
from card_games import card_game
from card_sessions import GAME
from gallery.card_views import card_view, first_view, rich_table, view_of, wrong_table
from touched_tables import TouchedLauncher
from ui_driver import Driver, open_driver, set_up_page, words

from companion.model.verdict import VerdictKind
from companion.open_row.actions import ActionKind, format_action, parse_action
from companion.open_row.legal import legal_actions
from companion.open_row.players import random_player, sensible_player
from companion.open_row.position import CardPosition, rules_of, seen_by
from companion.session import commands as cmd
from ui.presenters.card_table.targets import Target, TargetKind


@pytest.fixture
def driver() -> Driver:
    return open_driver()


def begin(driver: Driver, players: int) -> None:
    """Chooses the game and the number of players in the set-up, and starts."""
    driver.enter("setup")
    chosen = next(
        widget for widget in driver.visible() if getattr(widget, "tile", None) and widget.tile.variant == GAME
    )
    driver.tap(chosen)
    driver.tap_text(words("setup.tab_players"))
    driver.tap_text(str(players))
    driver.tap_text(words("setup.start"))
    assert driver.stepped.screens.current == "card_table"


@pytest.mark.long
@pytest.mark.parametrize(
    ("players", "seed"),
    [(2, 21), (3, 42), (4, 36)],
)
def test_a_whole_game_from_the_deal_to_the_result_by_touch_alone(driver: Driver, players: int, seed: int) -> None:
    driver.model.launcher = driver.launcher = TouchedLauncher()
    begin(driver, players)
    people = CardPeople(driver, driver.launcher.table.cards, seed=seed)
    while driver.model.view.result is None:
        people.turn()
        seen = driver.launcher.table.cards
        assert (seen.rows, seen.finished, seen.discard) == (
            people.table.rows,
            people.table.finished,
            people.table.discard,
        )
    sheet = driver.screen.face.standings
    assert {line.name for line in sheet if line.won} == {
        driver.model.view.seats[seat].name for seat in driver.model.view.result
    }
    assert {line.share for line in sheet if line.won} == {1.0}
    driver.tap_text(words("over.rematch"))
    assert driver.model.view.ply == 0
    assert driver.model.view.first == 1


@pytest.fixture(scope="module")
def sampled_positions() -> list[CardPosition]:
    """Tables of games by players of both kinds, as everybody sees them, and those with something for every card."""
    found = [rich_table(), rich_table(turn=1), wrong_table()]
    for seats, seed in ((2, 1), (3, 2), (4, 3)):
        players = [random_player if seat % 2 else sensible_player for seat in range(seats)]
        for ply, (before, _, _) in enumerate(card_game(seed, players, most=240)):
            if ply % 80 == 70 and before.given is None:
                found.append(before)
    return [seen_by(position, None) for position in found]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("number", [1, 2, 3])
def test_every_legal_action_can_be_tapped(driver: Driver, number: int, sampled_positions: list[CardPosition]) -> None:
    position = sampled_positions[number]
    driver.model.open(driver.model.settings)
    driver.show(view_of(position))
    driver.enter("card_table")
    for index, choice in enumerate(legal_actions(rules_of(position), position)):
        if index % 3 and choice.action.kind in (ActionKind.BUY, ActionKind.SEARCH):
            continue
        taps = tell(driver, choice.action)
        assert driver.posted[-1] == cmd.DeclareAction(seat=position.turn, action=format_action(choice.action))
        assert taps <= 3


def test_where_the_card_may_go_is_lit_and_nothing_else(driver: Driver) -> None:
    open_table(driver, view_of(rich_table()))
    driver.tap(tile(driver, "4"))
    face = driver.screen.face
    assert [spot.number for spot in face.open_row if spot.lit] == [str(number) for number in range(1, 9)]
    assert not any(row.lit for player in face.players for row in player.rows)
    assert face.discard.lit
    assert not face.draw.lit
    driver.tap(tile(driver, "4"))
    assert not any(spot.lit for spot in driver.screen.face.open_row)


def open_table(driver: Driver, view: object) -> None:
    driver.model.open(driver.model.settings)
    driver.show(view)
    driver.enter("card_table")


def test_a_place_that_is_not_lit_asks_the_referee_why(driver: Driver) -> None:
    driver.model.launcher = driver.launcher = TouchedLauncher()
    begin(driver, 2)
    driver.tap(tile(driver, "8"))
    tap_target(driver, Target(TargetKind.ROW, 0, 1))
    verdict = driver.model.view.verdict
    assert (verdict.kind, verdict.ruling) == (VerdictKind.ILLEGAL, "DC-R04")
    assert driver.screen.face.banner.tone == "illegal"
    assert verdict.text["en"] in driver.screen.face.banner.sentence
    assert driver.model.view.ply == 0


def test_of_two_meanings_of_a_row_the_tapped_place_decides(driver: Driver) -> None:
    position = rich_table(turn=1)
    open_table(driver, view_of(position))
    row = Target(TargetKind.ROW, 1, 1)
    driver.tap(tile(driver, "1/11"))
    tap_target(driver, row, at_place=1)
    assert driver.posted[-1].action == "exchange 1/11 1.1@1"
    driver.tap(tile(driver, "1/11"))
    tap_target(driver, row, at_place=11)
    assert driver.posted[-1].action == "lay 1/11 1.1"
    driver.tap(tile(driver, "1/11"))
    tap_target(driver, row, at_place=5)
    assert driver.screen.face.pane == "which"
    assert len(driver.screen.face.choices) == 2


def test_a_card_on_its_own_number_is_corrected_by_one_tap(driver: Driver) -> None:
    open_table(driver, view_of(wrong_table()))
    assert driver.screen.face.banner.tone == "unclear"
    driver.tap(place(driver, 5))
    assert driver.posted[-1].action == "mend 5"


def test_a_card_of_the_open_row_is_named_and_named_again(driver: Driver) -> None:
    open_table(driver, first_view(2))
    driver.tap(place(driver, 7))
    driver.tap(tile(driver, "joker"))
    assert driver.posted == [cmd.RevealCard(place=7, card="joker")]
    assert driver.screen.face.banner.word == words("banner.place", place=8)
    driver.tap_text(words("nav.cancel"))
    assert driver.screen.face.pane == "cards"


def test_partners_exchange_in_the_order_of_their_seats(driver: Driver) -> None:
    view = first_view(4)
    open_table(driver, replace(view, turn=2))
    driver.tap_text(words("play.exchanged"))
    assert driver.posted == [cmd.Exchange(seat=seat) for seat in (2, 3, 0, 1)]


def test_undo_pause_and_the_card_aid_are_one_tap_away(driver: Driver) -> None:
    open_table(driver, card_view(3, 30))
    driver.tap_text(words("play.undo"))
    driver.tap_text(words("play.pause"))
    assert driver.posted == [cmd.Undo(), cmd.Pause()]
    driver.tap_text(words("home.card_aid"))
    assert driver.stepped.screens.current == "cards"
    driver.tap_text(words("nav.back"))
    assert driver.stepped.screens.current == "card_table"


def test_what_is_picked_is_dropped_when_the_table_goes_on(driver: Driver) -> None:
    view = card_view(2, 20)
    open_table(driver, view)
    driver.tap(tile(driver, "joker"))
    driver.show(replace(view, ply=view.ply + 1))
    assert driver.screen.face.picked == ""


def test_a_saved_game_is_in_the_list_and_opens_on_its_own_screen(driver: Driver) -> None:
    saved = replace(driver.launcher.games[0], variant=GAME, names=("Anna", "Ben"))
    driver.launcher.games = [saved]
    driver.enter("home")
    assert any("DOG Cards" in text for text in driver.texts())
    driver.tap_text(words("home.resume"))
    assert driver.stepped.screens.current == "card_table"


def test_house_rules_and_team_are_set_up_like_those_of_any_game(driver: Driver) -> None:
    driver.model.launcher = driver.launcher = TouchedLauncher()
    driver.enter("setup")
    driver.tap(next(w for w in driver.visible() if getattr(w, "tile", None) and w.tile.variant == GAME))
    driver.tap_text(words("setup.tab_rules"))
    no = [
        widget
        for widget in driver.visible()
        if getattr(widget, "text", "") == words("rules.no") and hasattr(widget, "tone")
    ]
    driver.tap(no[0])
    driver.tap_text(words("setup.tab_players"))
    driver.tap_text("4")
    assert words("teams.of", team="A") in driver.texts()
    assert len(set_up_page(driver).ids.seats.children) == 4
    driver.tap_text(words("setup.start"))
    cards = driver.launcher.table.cards
    assert cards.seat_count == 4
    assert len(cards.options) == 1
    assert parse_action(rules_of(cards), "give 8").kind is ActionKind.GIVE
    assert lane(driver, Target(TargetKind.ROW, 3, 1)).height >= 72
