"""The points that the printed rules leave open or mention in passing, as the pages of the games decide them."""

import pytest
from rules_for_tests import rules_of, with_rules
from written_tables import Table

from companion.app.card_setup import card_start_command
from companion.board.drawing import GameMarks
from companion.board.files import board_for, load_board
from companion.catalogue.shipped import SHIPPED
from companion.rules.deal import dealer_after
from companion.rules.legal import legal_plays
from companion.rules.rules import OptionError, ruleset
from companion.rules.setup import spread_seats
from companion.session.turns import when_stuck
from companion.settings.schema import Settings

ROYAL_LEFT = Table("dog_royal roy.direction=counter-clockwise")


def _boards(table: Table, before: str, card: str) -> set[object]:
    position = table.position(before)
    return {(play.result, play.draws) for play in legal_plays(rules_of(position), position, card)}


def _reached(table: Table, before: str, card: str, *after: tuple[str, int]) -> bool:
    position = table.position(before)
    wanted = {(table.seen(text, position), draws) for text, draws in after}
    return wanted <= _boards(table, before, card)


def test_special_fields_stay_where_they_are_printed() -> None:
    """ROY-R40: offset 10 of a sector is offset 6 for pawns that go counter-clockwise."""
    assert _reached(ROYAL_LEFT, "red:king@3", "3", ("red:king@6", 1))
    assert _reached(ROYAL_LEFT, "red:king@7", "3", ("red:king@10", 0))
    royal = SHIPPED.variant("dog_royal")
    spots = [
        {
            tuple(round(number, 1) for number in load_board(board).track[field])
            for field in GameMarks.of(royal, 4, 0, clockwise=clockwise).specials
        }
        for board, clockwise in (("star_4", True), ("star_4_left", False))
    ]
    assert len(spots[0]) == 4
    assert spots[0] == spots[1]


def test_the_plain_royal_game_goes_counter_clockwise_too() -> None:
    """ROY-R40: the same counting on a board that is listed the other way."""
    table = Table("dog_royal_plain roy.direction=counter-clockwise")
    assert _reached(table, "red:53", "8", ("red:61", 0))
    assert board_for(SHIPPED.variant("dog_royal_plain"), 4, clockwise=False) == "star_4_left"


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("game", ["super_tock", "super_tock_advanced"])
def test_super_tock_seats_two_to_six_on_the_large_board(game: str, players: int) -> None:
    """ST-R24: the board for four stays the usual one for up to four players."""
    position = Table(f"{game} players={players} sectors=6").position("red:100")
    assert len(position.seats) == players
    assert {play.result.pawns[0][-1] for play in legal_plays(*with_rules(position), "3")} == {103}
    assert SHIPPED.variant(game).usual_sectors(players) == (4 if players <= 4 else 6)


def test_nobody_has_to_walk_a_complete_round() -> None:
    """ST-R25: from the field behind its start a pawn goes home, also one that a 4 backward brought there."""
    table = Table("super_tock_advanced")
    assert _reached(table, "red:2", "4", ("red:70", 0))
    assert _reached(table, "red:70", "5", ("red:g3", 0))


def test_a_pawn_at_home_moves_on_while_all_others_wait() -> None:
    """DOG-R36: no pawn has to come out first."""
    assert _reached(Table("dog"), "red:g1", "2", ("red:g3", 0))


def test_a_pawn_in_the_lane_is_not_in_play() -> None:
    """TK-R31: the hand is laid down; a pawn on the track or in the centre is in play."""
    table = Table("tock_6")
    assert when_stuck(*with_rules(table.position("red:g1"))) == "lay_down"
    assert when_stuck(*with_rules(table.position("red:5"))) == "discard_one"
    assert when_stuck(*with_rules(table.position("red:centre"))) == "discard_one"


def test_the_deal_passes_to_the_left_once_the_cards_are_used_up() -> None:
    """TK-R32: the dealer keeps the deal for 5, 4 and 4 cards."""
    rules = rules_of(Table("tock_6").position(""))
    assert [dealer_after(rules, number, 2) for number in (1, 2, 3)] == [2, 2, 3]


@pytest.mark.parametrize("first", range(3))
def test_the_seat_that_was_named_begins_a_game_of_cards(first: int) -> None:
    """DC-R23."""
    settings = Settings(
        variant="dog_cards", names=("Anna", "Ben", "Carla"), colours=("red", "yellow", "green"), first=first
    )
    assert card_start_command(settings, "game").position.turn == first


@pytest.mark.parametrize(
    ("game", "name"), [("dog_royal", "core.help_same_card"), ("super_tock", "core.help_same_card")]
)
def test_a_switch_without_a_card_that_it_changes_is_refused(game: str, name: str) -> None:
    """CORE-R17: no card of these games is shared out."""
    variant = SHIPPED.variant(game)
    with pytest.raises(OptionError, match="shared out"):
        ruleset(variant, 4, spread_seats(4, 4), (0, 1, 0, 1), ((name, False),))
