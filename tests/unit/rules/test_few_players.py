"""Black DOG with two and three players: five pawns each, everyone alone."""

import pytest
from board_text import board
from rules_for_tests import rules_of, with_rules

from companion.catalogue.shipped import SHIPPED
from companion.model.notation import format_play, parse_position
from companion.model.position import Position
from companion.rules.apply import winners
from companion.rules.deal import DealError, draw_card
from companion.rules.legal import legal_plays
from companion.rules.schema import checked_position, position_from_json, position_to_json
from companion.rules.setup import first_position


def two(red: str, green: str, *, dog: int = 60, turn: int = 0) -> Position:
    return checked_position(
        *with_rules(parse_position(f"v1 black_dog 4 turn={turn} teams=0,1 0:{red} 2:{green} dog={dog} wheel=0")),
    )


def plays(position: Position, card: str) -> set[str]:
    return {format_play(play).partition(" ")[2] for play in legal_plays(rules_of(position), position, card)}


def test_five_pawns_four_wait() -> None:
    """BD-R72: one starts free; the fifth has a place beside the full kennel and gets no free start of its own."""
    position = first_position(SHIPPED.variant("black_dog"), 4, (0, 1, 3))
    assert [len(row) for row in position.placement.pawns] == [5, 5, 5]
    assert [sum(place == -1 for place in row) for row in position.placement.pawns] == [4, 4, 4]
    all_home_again = two("k,k,k,k,k", "k,k,k,k,33")
    assert plays(all_home_again, "8") == set()
    assert plays(all_home_again, "13") == {"0:k>0"}


def test_any_pawn_may_be_the_fifth() -> None:
    """BD-R73: pawns of a colour are interchangeable, so five on the track are one position however they are listed."""
    data = position_to_json(*with_rules(two("1,2,3,5,6", "33,k,k,k,k")))
    turned_round = {**data, "pawns": [row[::-1] for row in data["pawns"]]}
    assert position_from_json(SHIPPED, turned_round) == position_from_json(SHIPPED, data)


def test_a_card_is_drawn_from_the_reshuffled_pile() -> None:
    """BD-R76: but the card on top stays where a Copy could need it."""
    assert draw_card(3, 20, top_stays=True) == (2, 20, False)
    assert draw_card(0, 20, top_stays=True) == (18, 1, True)
    assert draw_card(0, 20, top_stays=False) == (19, 0, True)
    with pytest.raises(DealError, match="0 are left"):
        draw_card(0, 1, top_stays=True)


def test_partner_4_moves_everybody_always() -> None:
    """BD-R77: any split, all four on others."""
    reached = {board(position) for position in _after(two("5,k,k,k,k", "33,k,k,k,k"), "partner4")}
    assert {"0:9 1:33 dog=60 wheel=0", "0:5 1:37 dog=60 wheel=0", "0:7 1:35 dog=60 wheel=0"} <= reached


def _after(position: Position, card: str) -> list[Position]:
    return [position.with_placement(play.result) for play in legal_plays(rules_of(position), position, card)]


def test_two_players_sit_anywhere() -> None:
    """BD-R78: opposite seats are advice."""
    adjacent = parse_position("v1 black_dog 4 turn=0 teams=0,1 0:k,k,k,k,0 1:k,k,k,k,16 dog=60 wheel=0")
    assert checked_position(rules_of(adjacent), adjacent).seats == (0, 1)


def test_four_at_home_win_with_the_fifth_on_the_track() -> None:
    """BD-R79: at once."""
    position = two("63,g2,g3,g4,20", "33,k,k,k,k")
    winning = [after for after in _after(position, "2") if winners(rules_of(after), after) == (0,)]
    assert [board(after) for after in winning] == ["0:g4,g3,g2,g1,20 1:33 dog=60 wheel=0"]
    assert legal_plays(rules_of(winning[0]), winning[0], "8") == ()


def test_a_start_field_without_a_player_is_a_normal_field() -> None:
    """BD-R24: only the dog goes round it."""
    assert plays(two("14,k,k,k,k", "33,k,k,k,k", dog=15), "2") == {"0:14>16"}
    assert plays(two("40,k,k,k,k", "33,k,k,k,k", dog=15), "black5") == {"0:40>45 dog:15>21"}
