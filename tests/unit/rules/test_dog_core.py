"""The core rulings on the classic boards: DOG, DOG Compact and Braendi.  Red is seat 0 with start field 0."""

import pytest
from dog_tables import BRAENDI, COMPACT, DOG, GAMES, HOME, Game, after, boards, nexts, table
from rules_for_tests import rules_of, with_rules

from companion.rules.apply import is_done, winners
from companion.rules.legal import legal_plays

every_game = pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
printed_games = pytest.mark.parametrize("game", [DOG, COMPACT], ids=["dog", "dog_compact"])


@every_game
def test_the_lane_is_entered_over_the_own_start_field(game: Game) -> None:
    """CORE-R01: from behind it, counting it; no lap is required, and no other colour's start field will do."""
    assert boards(table("0:62", game=game.id), "3") == {"0:1", "0:g1"}
    assert boards(table("0:14", game=game.id), "3") == {"0:17"}
    assert boards(table("1:14", game=game.id, turn=1), "3") == {"1:17", "1:g1"}


@every_game
def test_a_fresh_pawn_does_not_turn_off_into_the_lane(game: Game) -> None:
    """CORE-R02: a move that begins on the own start field stays on the track."""
    started = after(table(game=game.id), game.start, "0:0", turn=0)
    assert boards(started, "3") == {"0:3"}
    assert boards(table("0:63", game=game.id), "3") == {"0:2", "0:g2"}


@printed_games
def test_nor_does_one_that_came_round(game: Game) -> None:
    """CORE-R02, DOG-R35: after a lap it is the same."""
    came_round = after(table("0:62", game=game.id), "2", "0:0", turn=0)
    assert boards(came_round, "3") == {"0:3"}
    went_back = after(table("0:4", game=game.id), "+-4", "0:0", turn=0)
    assert boards(went_back, "3") == {"0:3"}


@every_game
def test_how_a_pawn_came_behind_its_start_field_does_not_matter(game: Game) -> None:
    """CORE-R03: swapped there or gone back there, it may go home with the next fitting card."""
    assert boards(table("0:20 1:62", game=game.id), game.swap) == {"0:62 1:20"}
    assert boards(table("0:2", game=game.id), game.four) == {"0:6", "0:62"}
    assert "0:g1" in boards(table("0:62", game=game.id), "3")
    assert "0:g1" not in boards(table("0:2", game=game.id), "3")


@every_game
def test_going_home_is_free(game: Game) -> None:
    """CORE-R04: unless a house rule forbids it."""
    assert boards(table("0:61", game=game.id), "5") == {"0:2", "0:g2"}
    duty = {"core.home_optional": False}
    assert boards(table("0:61", game=game.id, options=duty), "5") == {"0:g2"}
    assert boards(table("0:61", game=game.id, options=duty), "9") == {"0:6"}


@every_game
def test_a_started_pawn_blocks(game: Game) -> None:
    """CORE-R05: the start field of its own colour makes a blocker, another one does not."""
    assert boards(table("0:0 3:62", game=game.id, turn=3), "3") == set()
    assert boards(table("0:16 3:14", game=game.id, turn=3), "3") == {"0:16 3:17"}


@printed_games
def test_a_pawn_that_came_round_blocks_as_well(game: Game) -> None:
    """CORE-R05, DOG-R35: after a lap, a walk backward or a swap; unlike Braendi."""
    walked = after(table("0:62 3:60", game=game.id), "2", "0:0 3:60", turn=3)
    went_back = after(table("0:4 3:60", game=game.id), game.four, "0:0 3:60", turn=3)
    swapped = after(table("0:20 1:0 3:60", game=game.id), game.swap, "0:0 1:20 3:60", turn=3)
    for position in (walked, went_back, swapped):
        assert boards(position, "5") == set()
    assert boards(swapped, game.swap) == {"0:0 1:60 3:20"}


@every_game
def test_nobody_overtakes_a_blocker(game: Game) -> None:
    """CORE-R06: foreign or own, forward, backward or on the way home."""
    assert boards(table("0:14 1:16", game=game.id), "3") == set()
    assert boards(table("0:0,62", game=game.id), "3") == {"0:3,62"}
    assert boards(table("0:18 1:16", game=game.id), game.four) == {"0:22 1:16"}
    assert boards(table("0:14", game=game.id), "3") == {"0:17"}


@every_game
def test_nobody_lands_on_a_blocker(game: Game) -> None:
    """CORE-R07: it is illegal, not without effect."""
    assert boards(table("0:14 1:16", game=game.id), "2") == set()
    assert boards(table("0:20 1:16", game=game.id), game.four) == {"0:24 1:16"}
    assert boards(table("0:0,62", game=game.id), "2") == {"0:2,62"}


@every_game
def test_a_foreign_pawn_on_a_start_field_is_a_normal_pawn(game: Game) -> None:
    """CORE-R08: it is jumped, captured, swapped, and the owner's starting pawn captures it."""
    position = table("0:16 1:14", game=game.id, turn=1)
    assert boards(position, "3") == {"0:16 1:17", "0:16 1:g1"}
    assert boards(position, "2") == {"1:16"}
    assert boards(position, game.start) == {"0:16 1:27", "1:14,16"}
    assert boards(position, game.swap) == {"0:14 1:16"}


@every_game
def test_no_start_onto_the_own_blocker(game: Game) -> None:
    """CORE-R09: walking with the same card is not concerned."""
    assert boards(table("0:0", game=game.id), game.start) == {"0:13"}
    assert boards(table("0:0", game=game.id), game.one_eleven) == {"0:1", "0:11"}
    assert boards(table("0:5", game=game.id), game.start) == {"0:0,5", "0:18"}


@every_game
def test_every_point_is_walked(game: Game) -> None:
    """CORE-R10: nothing lapses, in the lane either."""
    assert boards(table("0:g2", game=game.id), "3") == set()
    assert boards(table("0:g2", game=game.id), "2") == {"0:g4"}
    assert boards(table("0:61", game=game.id), "9") == {"0:6"}


@every_game
def test_the_worst_play_is_among_the_plays(game: Game) -> None:
    """CORE-R11, CORE-R12: capturing an own or the partner's pawn is legal, and the only play must be made."""
    assert boards(table("0:5,10", game=game.id), "5") == {"0:10", "0:5,15"}
    assert boards(table("0:5 2:7", game=game.id), "2") == {"0:7"}


@every_game
def test_the_lane_is_safe_and_narrow(game: Game) -> None:
    """CORE-R13: no jumping, no capture, nothing backward."""
    assert boards(table("0:63,g2", game=game.id), "3") == {"0:2,g2"}
    assert boards(table("0:g1,g3", game=game.id), "2") == set()
    assert boards(table("0:g4", game=game.id), game.four) == set()
    assert boards(table("0:g1", game=game.id), "3") == {"0:g4"}


@every_game
def test_gaps_in_the_lane_may_stay(game: Game) -> None:
    """CORE-R14: any free lane field that is reached without jumping, and a gap may be closed later."""
    assert boards(table("0:62,g4", game=game.id), "5") == {"0:3,g4", "0:g3,g4"}
    assert boards(table("0:62,g4", game=game.id), "3") == {"0:1,g4", "0:g1,g4"}
    assert boards(table("0:g2,g4", game=game.id), game.one_eleven) == {"0:0,g2,g4", "0:g3,g4"}


@every_game
def test_a_captured_pawn_gets_no_more_points(game: Game) -> None:
    """CORE-R15: red 7 is burned by red 5 and waits in its kennel, so red 5 walks all the rest alone."""
    alone = {"0:9", "0:10", "0:11", "0:12"}
    both = {"0:5,13", "0:6,12", "0:7,11", "0:8,10"}
    assert boards(table("0:5,6", game=game.id), "7") == alone | both
    assert "0:12" in boards(table("0:5 1:6", game=game.id), "7")
    assert boards(table("0:5 1:6", game=game.id), "2") == {"0:7 1:6"}


@every_game
def test_a_helper_plays_his_partner_s_pawns(game: Game) -> None:
    """CORE-R16: every "own" of a card reads "partner's"; one pawn short of home he helps nobody."""
    helper = table(f"0:{HOME} 1:10 2:34", game=game.id)
    assert boards(helper, game.start) == {f"0:{HOME} 1:10 2:47", f"0:{HOME} 1:10 2:32,34"}
    assert boards(helper, game.four) == {f"0:{HOME} 1:10 2:38", f"0:{HOME} 1:10 2:30"}
    assert boards(helper, game.swap) == {f"0:{HOME} 1:34 2:10"}
    assert boards(helper, "7") == {f"0:{HOME} 1:10 2:41"}
    assert boards(table("0:g2,g3,g4 1:10 2:34", game=game.id), "8") == set()


@every_game
def test_helping_begins_with_the_fourth_pawn_at_home(game: Game) -> None:
    """CORE-R17: within the 7 too, unless the house lets it begin with the next card."""
    last = "0:63,g2,g3,g4 2:40"
    assert boards(table(last, game=game.id), "7") == {"0:6,g2,g3,g4 2:40", f"0:{HOME} 2:45"}
    later = {"core.help_same_card": False}
    assert boards(table(last, game=game.id, options=later), "7") == {"0:6,g2,g3,g4 2:40"}
    assert is_done(*with_rules(table(f"0:{HOME}", game=game.id)), 0)
    assert not is_done(*with_rules(table("0:g2,g3,g4", game=game.id)), 0)


@every_game
def test_the_last_pawn_of_a_team_ends_the_game(game: Game) -> None:
    """CORE-R19, DOG-R33: at once; a position that is won has no plays."""
    won = after(table(f"0:{HOME} 1:20 2:31,g2,g3,g4", game=game.id), "2", f"0:{HOME} 1:20 2:{HOME}")
    assert winners(rules_of(won), won) == (0, 2)
    assert [legal_plays(rules_of(won), won, card) for card in ("8", game.start, "joker")] == [(), (), ()]
    assert winners(*with_rules(table(f"0:{HOME} 2:g2,g3,g4", game=game.id))) == ()


@every_game
def test_jumped_pawns_stay(game: Game) -> None:
    """CORE-R26: own and foreign ones are jumped, counted and left alone, backward too."""
    assert boards(table("0:5,6 1:7", game=game.id), "8") == {"0:6,13 1:7", "0:5,14 1:7"}
    assert "0:21 1:23" in boards(table("0:25 1:23", game=game.id), game.four)
    assert boards(table("0:5 1:7", game=game.id), "2") == {"0:7"}


@every_game
def test_only_own_pawns_move(game: Game) -> None:
    """CORE-R27: neither the partner's nor an opponent's."""
    assert boards(table("0:5 1:17 2:33 3:49", game=game.id), "9") == {"0:14 1:17 2:33 3:49"}
    assert boards(table("1:17 2:33 3:49", game=game.id), "9") == set()


@every_game
def test_the_kennel_is_left_with_a_start_card_only(game: Game) -> None:
    """CORE-R28: and onto the own start field only."""
    empty = table(game=game.id)
    assert boards(empty, game.start) == boards(empty, game.one_eleven) == {"0:0"}
    assert boards(table(game=game.id, turn=3), game.start) == {"3:48"}
    for card in ("2", "3", game.four, "5", "6", "7", "8", "9", "10"):
        assert boards(empty, card) == set()


@every_game
def test_an_ordinary_card_moves_one_pawn(game: Game) -> None:
    """CORE-R29: one card, one pawn."""
    assert boards(table("0:1,20", game=game.id), "9") == {"0:10,20", "0:1,29"}


@every_game
def test_only_the_four_goes_back(game: Game) -> None:
    """CORE-R30: every other walk is clockwise."""
    position = table("0:30", game=game.id)
    for card in ("2", "3", "5", "6", "7", "8", "9", "10"):
        assert boards(position, card) == {f"0:{30 + int(card)}"}
    assert boards(position, game.four) == {"0:26", "0:34"}


@every_game
def test_nothing_else_moves(game: Game) -> None:
    """CORE-R31: everything that the card does not move or capture stays in its place."""
    assert nexts(table("0:20,g1 1:30 2:40,g4 3:51", game=game.id), "9") == {"0:29,g1 1:30 2:40,g4 3:51"}


def test_the_four_seats_of_braendi() -> None:
    """CORE-R16: two teams of opposite seats; nobody else helps."""
    helper = table(f"1:{HOME} 2:40 3:50", game=BRAENDI.id, turn=1)
    assert boards(helper, "5") == {f"1:{HOME} 2:40 3:55"}
