"""The 7 of DOG and Braendi: shared out over own pawns, who is overtaken burns.  Red is seat 0, green its partner."""

import pytest
from dog_tables import GAMES, HOME, Game, boards, nexts, splits, table
from rules_for_tests import with_rules

from companion.rules.legal import legal_plays

every_game = pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])


@every_game
def test_any_number_of_own_pawns_shares_the_seven(game: Game) -> None:
    """DOG-R01: one to four pawns in nobody's way, parts of at least one, seven in all."""
    four = {f"0:{','.join(map(str, ends))}" for ends in splits((1, 10, 20, 33), 7)}
    assert len(four) == 120
    assert nexts(table("0:1,10,20,33", game=game.id), "7") == four
    assert nexts(table("0:20", game=game.id), "7") == {"0:27"}


@pytest.mark.parametrize(("name", "players"), [("dog", 2), ("dog", 3), ("dog", 5), ("dog_compact", 2)])
def test_five_own_pawns_share_the_seven(name: str, players: int) -> None:
    """DOG-R01: in the five-pawn games all five."""
    five = {f"0:{','.join(map(str, ends))}" for ends in splits((1, 10, 20, 33, 50), 7)}
    assert len(five) == 330
    assert nexts(table("0:1,10,20,33,50", game=name, players=players), "7") == five


@every_game
def test_parts_never_make_more_or_less_than_seven(game: Game) -> None:
    """DOG-R01, CORE-R10: the points of a play add up, and no part is empty."""
    for play in legal_plays(*with_rules(table("0:1,10,20,g2 1:12,24", game=game.id)), "7"):
        assert sum(step.value for step in play.steps) == 7
        assert all(step.value >= 1 for step in play.steps)


@pytest.mark.parametrize("revisit", [True, False])
def test_a_pawn_may_take_two_parts(revisit: bool) -> None:
    """DOG-R02: a 1, the other 3, a 3; it leads nowhere that parts in a row would not lead (what is overtaken burns
    anyway), so the switch changes no result."""
    position = table("0:5,20 1:7", options={} if revisit else {"dog.seven_revisit": False})
    assert nexts(position, "7") == {
        "0:5,27 1:7",
        "0:6,26 1:7",
        *(f"0:{5 + first},{27 - first}" for first in range(2, 8)),
    }


@every_game
def test_who_is_overtaken_burns(game: Game) -> None:
    """DOG-R03, DOG-R05: opponents, the partner's pawn and own ones, on the way and at its end."""
    assert nexts(table("0:5 1:7 2:9 3:10", game=game.id), "7") == {"0:12"}
    assert nexts(table("0:5 1:12", game=game.id), "7") == {"0:12"}
    assert nexts(table("0:5 1:13,4", game=game.id), "7") == {"0:12 1:4,13"}
    assert nexts(table("0:5 1:16 2:17", game=game.id), "5") == {"0:10 1:16 2:17"}


@every_game
def test_a_pawn_burns_by_a_part_too(game: Game) -> None:
    """DOG-R03: split or not, on passed fields and on the end field of a part."""
    assert nexts(table("0:5,30 1:7 3:33", game=game.id), "7") == {
        "0:5,37 1:7",
        "0:6,36 1:7",
        "0:7,35",
        "0:8,34",
        "0:9,33",
        "0:10,32 3:33",
        "0:11,31 3:33",
        "0:12,30 3:33",
    }


@every_game
def test_other_cards_burn_nobody(game: Game) -> None:
    """DOG-R03: the 7 is the only one (CORE-R26)."""
    assert nexts(table("0:5 1:7 2:9", game=game.id), "8") == {"0:13 1:7 2:9"}
    assert nexts(table("0:5 1:7 2:9", game=game.id), game.four) == {"0:1 1:7 2:9", "0:9 1:7"}


@every_game
def test_a_blocker_is_neither_burned_nor_passed(game: Game) -> None:
    """DOG-R03, CORE-R06: a foreign pawn on a start field is no blocker and burns."""
    assert nexts(table("0:14 1:16", game=game.id), "7") == set()
    assert nexts(table("0:14,40 1:16", game=game.id), "7") == {"0:14,47 1:16", "0:15,46 1:16"}
    assert nexts(table("0:14 2:16", game=game.id), "7") == {"0:21"}


@every_game
def test_the_own_blocker_may_make_way_first(game: Game) -> None:
    """DOG-R01, CORE-R06: parts go in any order, so red 0 opens the road for red 62 and may be burned by it."""
    assert boards(table("0:0,62", game=game.id), "7") == {
        "0:7,62",
        "0:6,63",
        "0:0,5",
        "0:1,4",
        "0:4,g1",
        "0:2,3",
        "0:3,g2",
        "0:3",
        "0:2,g3",
        "0:4",
        "0:1,g4",
    }


@every_game
def test_an_own_pawn_that_burns_takes_no_points(game: Game) -> None:
    """DOG-R04: red 5 burns red 7 unless that has gone on; the rest must be possible with the others."""
    assert nexts(table("0:5,7", game=game.id), "7") == {
        "0:5,14",
        "0:6,13",
        "0:7,12",
        "0:8,11",
        "0:9,10",
        "0:10",
        "0:11",
        "0:12",
    }


@every_game
def test_no_rest_for_a_burned_pawn(game: Game) -> None:
    """DOG-R04, DOG-R07: red 13 can burn red 14 by its two steps up to the blocker; nobody is left for the others."""
    assert nexts(table("0:13,14 1:16", game=game.id), "7") == set()
    assert nexts(table("0:13,14,20 1:16", game=game.id), "7") == {
        "0:13,14,27 1:16",
        "0:14,26 1:16",
        "0:13,15,26 1:16",
        "0:14,15,25 1:16",
        "0:15,25 1:16",
        "0:15,24 1:16",
    }


@every_game
def test_parts_of_the_seven_close_gaps_in_the_lane(game: Game) -> None:
    """DOG-R06: they may close gaps, nothing burns there, nobody is jumped."""
    assert nexts(table("0:20,g1,g3", game=game.id), "7") == {
        "0:27,g1,g3",
        "0:26,g2,g3",
        "0:26,g1,g4",
        "0:25,g2,g4",
        "0:24,g3,g4",
    }
    assert nexts(table("0:g1,g2", game=game.id), "7") == set()


@every_game
def test_a_pawn_in_the_lane_is_not_burnt(game: Game) -> None:
    """DOG-R06, CORE-R13: a pawn in the lane burns neither by one that walks past it nor by one that comes in."""
    assert nexts(table("0:62,g1", game=game.id), "7") == {
        "0:5,g1",
        "0:4,g2",
        "0:3,g3",
        "0:2,g4",
        "0:g2,g4",
    }


@every_game
def test_a_seven_that_cannot_be_used_up_is_no_play(game: Game) -> None:
    """DOG-R07: three points in the lane are not seven."""
    assert nexts(table("0:g1,g3", game=game.id), "7") == set()
    assert nexts(table("0:g1,g3,14 1:16", game=game.id), "7") == set()
    assert nexts(table("0:g1,g3,11 1:16", game=game.id), "7") == {
        "0:15,g3,g4 1:16",
    }


@every_game
def test_the_rest_goes_to_the_partner(game: Game) -> None:
    """DOG-R08: whenever the own part brings the last own pawn home; whether another card would fit is no matter."""
    assert nexts(table("0:63,g2,g3,g4 2:40", game=game.id), "7") == {"0:6,g2,g3,g4 2:40", f"0:{HOME} 2:45"}
    assert nexts(table("0:63,g3,g4 2:40", game=game.id), "7") == {"0:6,g3,g4 2:40"}
    assert nexts(table("0:58,g2,g3,g4 2:40", game=game.id), "7") == {"0:1,g2,g3,g4 2:40", f"0:{HOME} 2:40"}


@pytest.mark.parametrize("name", ["dog", "dog_compact"])
def test_the_rest_may_be_forbidden(name: str) -> None:
    """DOG-R08: by a house rule."""
    never = {"dog.seven_overflow": "never"}
    assert nexts(table("0:63,g2,g3,g4 2:40", game=name, options=never), "7") == {"0:6,g2,g3,g4 2:40"}


@every_game
def test_the_rest_goes_to_any_of_the_partner_s_pawns(game: Game) -> None:
    """DOG-R09: shared out as well, and it must be used up."""
    assert nexts(table("0:63,g2,g3,g4 2:40,50", game=game.id), "7") == {
        "0:6,g2,g3,g4 2:40,50",
        *(f"0:{HOME} 2:{first},{second}" for first, second in splits((40, 50), 5)),
    }
    assert nexts(table("0:63,g2,g3,g4 2:46 3:48", game=game.id), "7") == {"0:6,g2,g3,g4 2:46 3:48"}
    assert nexts(table("0:63,g2,g3,g4", game=game.id), "7") == {"0:6,g2,g3,g4"}


@every_game
def test_the_rest_burns_as_well(game: Game) -> None:
    """DOG-R09, DOG-R03: the partner's pawn is moved by a 7."""
    assert f"0:{HOME} 2:45" in nexts(table("0:63,g2,g3,g4 1:42 2:40 3:45", game=game.id), "7")


@every_game
def test_the_own_pawn_goes_home_before_the_partner_s_moves(game: Game) -> None:
    """DOG-R10: so green 62 burns when red passes it on the way home, it cannot be moved out of the way first."""
    reached = nexts(table("0:61,g2,g3,g4 2:40,62", game=game.id), "7")
    assert reached == {"0:4,g2,g3,g4 2:40", f"0:{HOME} 2:43"}


@every_game
def test_a_helper_s_seven_is_shared_by_the_partner_s_pawns_only(game: Game) -> None:
    """DOG-R11: shared out among the partner's pawns only, and used up by them."""
    helped = {f"0:{HOME} 1:20 2:{first},{second}" for first, second in splits((40, 50), 7)}
    assert nexts(table(f"0:{HOME} 1:20 2:40,50", game=game.id), "7") == helped
    assert nexts(table(f"0:{HOME} 1:20 2:29,g2,g3,g4", game=game.id), "7") == {f"0:{HOME} 1:20 2:36,g2,g3,g4"}
    assert nexts(table(f"0:{HOME} 1:20 2:46 3:48", game=game.id), "7") == set()


@every_game
def test_no_partner_pawns_before(game: Game) -> None:
    """DOG-R12: own pawns only, while one of them is not home."""
    assert nexts(table("0:5 2:40", game=game.id), "7") == {"0:12 2:40"}
    assert nexts(table("2:40", game=game.id), "7") == set()
    assert nexts(table("0:g2,g3,g4 2:40", game=game.id), "7") == set()


@pytest.mark.parametrize("name", ["dog", "dog_compact"])
def test_the_canadian_seven_moves_the_partner_s_pawns(name: str) -> None:
    """DOG-R12: as a house rule it moves the partner's pawns at any time, opponents' never."""
    position = table("0:5 1:50 2:40", game=name, options={"dog.seven_partner": True})
    assert nexts(position, "7") == {f"0:{own} 1:50 2:{other}" for own, other in splits((5, 40), 7)}


def test_nobody_has_a_partner_alone() -> None:
    """DOG-R08: with two, three and five players the fourth pawn at home wins, but the 7 must be used up."""
    assert nexts(table("0:63,g2,g3,g4 1:40", players=2), "7") == {"0:6,g2,g3,g4 1:40"}
    with_fifth = nexts(table("0:20,63,g2,g3,g4 1:40", players=2), "7")
    assert f"0:25,{HOME} 1:40" in with_fifth
    assert all("1:40" in reached for reached in with_fifth)
