"""The core rulings as far as they are about plays.  Red is seat 0 with start field 0; its partner is green."""

from board_text import HOME, after, at, boards, moves
from rules_for_tests import rules_of, with_rules

from companion.model.position import Placement
from companion.rules.apply import is_done, winners
from companion.rules.legal import legal_plays


def test_lane_is_entered_over_the_start_field() -> None:
    """CORE-R01: from behind the own start field, which counts, on into the lane; no lap is required."""
    assert moves(at("62", dog=20), "3") == {"0:62>1", "0:62>g1"}


def test_lane_of_another_colour_is_walked_past() -> None:
    """CORE-R01: only the own start field leads into the own lane."""
    assert moves(at("14", dog=20), "3") == {"0:14>17"}


def test_no_way_home_from_the_start_field() -> None:
    """CORE-R02: a move that begins on the own start field stays on the track, after a lap too."""
    came_round = after(at("62", dog=20), "2", "0:62>0", turn=0)
    assert moves(came_round, "3") == {"0:0>3"}


def test_swapped_behind_the_start_field_goes_home() -> None:
    """CORE-R03: how a pawn came behind its start field does not matter."""
    swapped = after(at("20", "62", dog=33), "swap", "0:20<>1:62", turn=0)
    assert "0:62>g1" in moves(swapped, "3")


def test_turned_behind_the_start_field_goes_home() -> None:
    """CORE-R03: the wheel may have carried the pawn there."""
    turned = after(at("6", dog=33), "2", "0:6>8 wheel-", turn=0)
    assert "0:56>g1" in moves(turned, "9")


def test_walking_past_the_own_lane_is_free() -> None:
    """CORE-R04: where both are legal the player chooses."""
    assert moves(at("61", dog=20), "8") == {"0:61>5"}
    assert moves(at("61", dog=30), "black6") == {"0:61>3 dog:30>37", "0:61>g3 dog:30>37"}


def test_a_pawn_that_came_round_blocks() -> None:
    """CORE-R05: any pawn on the start field of its own colour, however it got there."""
    came_round = after(at("62", blue="61", dog=20), "2", "0:62>0", turn=3)
    assert moves(came_round, "8") == set()


def test_a_pawn_swapped_onto_its_start_field_blocks() -> None:
    """CORE-R05: also when somebody else put it there."""
    swapped = after(at("20", blue="0 61", dog=33, turn=3), "swap", "3:0<>0:20", turn=3)
    assert moves(swapped, "8") == {"3:20>28 wheel+", "3:20>28 wheel-"}


def test_nobody_overtakes_a_blocker() -> None:
    """CORE-R06: neither a foreign pawn nor an own one, on the track or on its way home."""
    assert moves(at("0 62", dog=20), "3") == {"0:0>3"}
    assert moves(at("15", "16", dog=40), "3") == set()


def test_nobody_lands_on_a_blocker() -> None:
    """CORE-R07: landing on it is illegal, for its own colour too."""
    assert moves(at("14", "16", dog=40), "2") == set()
    assert moves(at("0 62", dog=20), "2") == {"0:0>2"}


def test_a_foreign_pawn_on_a_start_field_is_a_normal_pawn() -> None:
    """CORE-R08: it can be jumped, captured, swapped, and the owner's starting pawn captures it."""
    position = at("16", "14", dog=40, turn=1)
    assert moves(position, "3") == {"1:14>17", "1:14>g1"}
    assert moves(position, "2") == {"1:14>16x0@16"}
    assert moves(position, "13") == {"1:14>27", "1:k>16x0@16"}
    assert moves(position, "swap") == {"1:14<>0:16"}


def test_no_start_onto_the_own_blocker() -> None:
    """CORE-R09: entering is illegal, walking with the same card is not."""
    assert moves(at("0", dog=33), "1/11") == {"0:0>1", "0:0>11"}


def test_every_point_is_walked() -> None:
    """CORE-R10: no point may lapse, in the lane either."""
    assert moves(at("g2", dog=20), "3") == set()
    assert moves(at("g2", dog=20), "2") == {"0:g2>g4"}
    assert moves(at("61", dog=20), "9") == {"0:61>6"}


def test_the_worst_play_is_offered_too() -> None:
    """CORE-R11: a player who can move must, also to his own harm; the choice among legal plays is free."""
    assert moves(at("61 g1", dog=63), "2") == {"0:61>63x0@63", "0:g1>g3"}


def test_own_and_partner_pawns_are_captured() -> None:
    """CORE-R12: the landing rule knows no friends."""
    assert moves(at("5 7", green="16", dog=33), "2") == {"0:5>7x0@7", "0:7>9"}
    assert moves(at("5", green="7", dog=33), "2") == {"0:5>7x2@7"}


def test_nobody_is_jumped_or_captured_in_the_lane() -> None:
    """CORE-R13: forward only, exact, past nobody."""
    assert moves(at("63 g2", dog=20), "3") == {"0:63>2"}
    assert moves(at("g1 g3", dog=20), "2") == set()
    assert moves(at("g1 g3", dog=20), "1/11") == {"0:g1>g2", "0:g3>g4", "0:k>0"}


def test_gaps_in_the_lane_may_stay_and_be_closed() -> None:
    """CORE-R14: any free lane field that is reached without jumping."""
    assert moves(at("62 g2", dog=20), "3") == {"0:62>1", "0:62>g1"}
    assert moves(at("g1", dog=20), "2") == {"0:g1>g3"}


def test_a_captured_pawn_gets_no_more_points() -> None:
    """CORE-R15: it is in its kennel before the next part of the same card."""
    assert boards(at("18", green="19", dog=62), "partner4") == {
        "0:22 2:19 dog=62 wheel=0",
        "0:18 2:23 dog=62 wheel=0",
        "0:21 2:20 dog=62 wheel=0",
        "0:20 2:21 dog=62 wheel=0",
        "0:19 2:22 dog=62 wheel=0",
    }


def test_a_helper_plays_his_partner_s_pawns() -> None:
    """CORE-R16: every "own" of a card reads "partner's"."""
    helper = at(HOME, "10", "34", dog=62)
    assert moves(helper, "1/11") == {"2:34>35", "2:34>45", "2:k>32"}
    assert moves(helper, "swap") == {"2:34<>1:10"}
    assert moves(helper, "magnet") == {"2:34>61"}
    assert moves(helper, "black5") == {"2:34>39 dog:62>4"}


def test_helping_begins_within_the_card() -> None:
    """CORE-R17: once the fourth pawn is in, the rest of the same Partner 4 may go to opponents (BD-R66)."""
    last_comes_home = "0:g4,g3,g2,g1 1:21 dog=50 wheel=0"
    assert last_comes_home in boards(at("62 g2 g3 g4", "20", dog=50), "partner4")
    assert not any("1:21" in board for board in boards(at("62 g3 g4", "20", dog=50), "partner4"))


def test_the_last_pawn_of_a_team_wins() -> None:
    """CORE-R19: the game is over when the card is done; the wheel is not turned."""
    position = at(HOME, "20", "31 g2 g3 g4", dog=50)
    won = after(position, "2", "2:31>g1")
    assert winners(rules_of(won), won) == (0, 2)
    assert legal_plays(rules_of(won), won, "8") == ()


def test_a_won_game_drops_the_wheel_turn() -> None:
    """CORE-R19: the opponent's pawn ends on a paw by the card that wins, and the disc rests."""
    position = at(HOME, "23", "30 g2 g3 g4", dog=50)
    won = {board for board in boards(position, "partner4") if "2:g4,g3,g2,g1" in board}
    assert won == {"0:g4,g3,g2,g1 1:24 2:g4,g3,g2,g1 dog=50 wheel=0"}


def test_an_opponent_may_bring_the_last_pawn_home() -> None:
    """CORE-R19: the complete team has won, after a move of any player."""
    position = at(HOME, "14 g2 g3 g4", "40", HOME, dog=50)
    won = after(position, "partner4", "2:40>41 1:14>g1")
    assert winners(rules_of(won), won) == (1, 3)


def test_of_two_teams_complete_by_one_card_the_player_s_wins() -> None:
    """CORE-R19: then the player who played it was first."""
    position = at(HOME, "15 g2 g3 g4", "31 g2 g3 g4", HOME, dog=50)
    both = next(play for play in legal_plays(rules_of(position), position, "partner4") if _all_home(play.result))
    assert winners(*with_rules(position.with_placement(both.result))) == (1, 3)
    assert winners(
        *with_rules(after(position, "partner4", _short(position, both.result))),
    ) == (0, 2)


def _all_home(placement: Placement) -> bool:
    return all(place < -1 for row in placement.pawns for place in row)


def _short(position: object, result: Placement) -> str:
    return next(move for move in moves(position, "partner4") if after(position, "partner4", move).placement == result)


def test_jumped_pawns_stay() -> None:
    """CORE-R26: own and foreign pawns are jumped and counted, not captured."""
    assert moves(at("5 6", "7", dog=33), "8") == {"0:5>13", "0:6>14"}


def test_only_own_pawns_move() -> None:
    """CORE-R27: neither the partner's nor an opponent's, while the own ones are not home."""
    assert moves(at("5", "17", "33", "49", dog=62), "9") == {"0:5>14"}


def test_the_kennel_is_left_with_a_start_card_only() -> None:
    """CORE-R28: and onto the own start field only."""
    position = at(dog=33)
    starters = {card for card in ("1/11", "13") if moves(position, card) == {"0:k>0"}}
    assert starters == {"1/11", "13"}
    others = ("2", "3", "8", "9", "10", "12", "partner4", "black5", "black6", "black1-7", "swap", "magnet")
    assert all(moves(position, card) == set() for card in others)


def test_an_ordinary_card_moves_one_pawn() -> None:
    """CORE-R29: one card, one pawn."""
    assert all(play.count(":") == 1 for play in moves(at("1 2 3 4", dog=33), "9"))


def test_no_card_goes_back() -> None:
    """CORE-R30: every walk of Black DOG is clockwise."""
    position = at("20", dog=60)
    walked = [
        step
        for card in ("1/11", "2", "9", "black1-7", "partner4")
        for play in legal_plays(rules_of(position), position, card)
        for step in play.steps
        if step.seat == 0 and step.origin == 20
    ]
    assert walked
    assert all(step.target == 20 + step.value for step in walked)


def test_nothing_else_moves() -> None:
    """CORE-R31: everything that the card does not move, capture or carry stays in its place."""
    position = at("20 g1", "30", "40", "50", dog=60, wheel=2)
    assert boards(position, "9") == {"0:g1,29 1:30 2:40 3:50 dog=60 wheel=2"}


def test_done_means_four_pawns_home() -> None:
    """CORE-R17: not three."""
    assert is_done(*with_rules(at(HOME)), 0)
    assert not is_done(*with_rules(at("g1 g2 g3")), 0)
