"""Black DOG with two and three players, a card's uses: red is seat 0 (start field 0), seat 1 sits at 32 or 16."""

import pytest
from dog_tables import HOME, alone, boards, nexts, splits, table
from rules_for_tests import rules_of, with_rules

from companion.model.position_form import PositionError
from companion.rules.apply import after_play, is_done, passed, winners
from companion.rules.legal import legal_plays


def test_a_copy_knows_the_last_played_card() -> None:
    """BD-R57: a turn that was spent on discarding changes nothing about it; a first card copies nothing."""
    position = alone("0:5 1:40", copied="9")
    assert nexts(position, "copy") == {"0:14 1:40 dog:60 wheel:0"}
    discarded = passed(rules_of(position), position)
    assert (discarded.copied, discarded.turn) == ("9", 1)
    assert nexts(discarded, "copy") == {"0:5 1:49 dog:60 wheel:0"}
    assert nexts(alone("0:5 1:40"), "copy") == set()


def test_a_copied_partner_4_moves_others() -> None:
    """BD-R57, BD-R77: the copy has the whole freedom of the card."""
    assert boards(alone("1:35", copied="partner4"), "copy") == {"1:39"}


def test_others_pawns_make_the_card_playable() -> None:
    """BD-R61: a player without a pawn to move must move another's, if this is his only card."""
    assert boards(alone("1:35"), "partner4") == {"1:39"}
    assert boards(alone(""), "partner4") == set()
    assert boards(alone("0:g1,g2,g3 1:35"), "partner4") == {
        "0:g1,g2,g3 1:39",
        "0:g1,g2,g4 1:38",
        "0:g1,g3,g4 1:37",
        "0:g2,g3,g4 1:36",
    }


@pytest.mark.parametrize("switch", ["union", "printed"])
def test_nobody_must_be_done(switch: str) -> None:
    """BD-R62, BD-R77: with two and three, others' pawns are free from the first turn; the dog never."""
    options = {} if switch == "union" else {"bd.partner4_opponents": switch}
    reached = nexts(alone("0:1 1:35 2:49", players=3, options=options), "partner4")
    shared = splits((1, 35, 49), 4)
    assert reached == {f"0:{red} 1:{yellow} 2:{green} dog:60 wheel:0" for red, yellow, green in shared}


def test_another_s_blocker_moves_away() -> None:
    """BD-R63: it is protected from capture, swap and overtaking only, so it may open the way too."""
    position = alone("0:31 1:32")
    assert {"0:31 1:36", "0:33 1:34", "0:34 1:33"} <= boards(position, "partner4")
    assert "0:35 1:32" not in boards(position, "partner4")
    assert boards(position, "swap") == set()


def test_another_s_pawn_goes_home_or_past() -> None:
    """BD-R64: the mover chooses; pawns in the lane are moved as well."""
    assert boards(alone("1:30"), "partner4") == {"1:34", "1:g2"}
    assert boards(alone("1:g1"), "partner4") == set()
    assert boards(alone("1:g1,34"), "partner4") >= {"1:35,g4", "1:38,g1"}


def test_another_s_pawn_captures_mine() -> None:
    """BD-R65: landing is landing."""
    assert "1:37" in boards(alone("0:37 1:33"), "partner4")
    assert "0:37 1:36" not in boards(alone("0:37 1:33"), "partner4")
    assert boards(alone("1:33 2:37", players=3), "partner4") >= {"1:37", "1:33 2:41"}


def test_points_left_when_the_fourth_is_home() -> None:
    """BD-R66: they are spent on others or on the fifth pawn, all of them."""
    reached = boards(alone("0:20,63,g2,g3,g4 1:40"), "partner4")
    assert {f"0:20,{HOME} 1:42", f"0:22,{HOME} 1:40", f"0:21,{HOME} 1:41"} <= reached
    assert f"0:20,{HOME} 1:40" not in reached


def test_i_may_bring_another_s_last_pawn_home() -> None:
    """BD-R67: then he has won, though I moved."""
    position = alone("0:5 1:31,g2,g3,g4")
    (winning,) = [
        play
        for play in legal_plays(rules_of(position), position, "partner4")
        if _home(play.result.pawns[1]) and 7 in play.result.pawns[0]
    ]
    assert winners(*with_rules(after_play(*with_rules(position), winning))) == (1,)
    assert not is_done(rules_of(position), position, 1)


def _home(row: tuple[int, ...]) -> bool:
    return sum(place < -1 for place in row) == 4


def test_the_last_pawn_needs_two_of_four() -> None:
    """BD-R68: legal when somebody takes the other two points."""
    assert boards(alone("0:63,g2,g3,g4"), "partner4") == {"0:3,g2,g3,g4"}
    assert f"0:{HOME} 1:42" in boards(alone("0:63,g2,g3,g4 1:40"), "partner4")


@pytest.mark.parametrize("players", [2, 3])
def test_forward_only_and_nobody_starts(players: int) -> None:
    """BD-R69, BD-R70: also when it is others' pawns that move."""
    position = alone("0:20 1:41", players=players)
    for play in legal_plays(rules_of(position), position, "partner4"):
        assert sum(step.value for step in play.steps if step.kind == "advance") == 4
        assert all(step.value > 0 for step in play.steps if step.kind == "advance")
        assert [row.count(-1) for row in play.result.pawns] == [row.count(-1) for row in position.placement.pawns]


def test_other_cards_move_own_pawns_only() -> None:
    """BD-R71, CORE-R27: Partner 4 alone overrides the rule."""
    position = alone("0:5 1:41 2:50", players=3)
    for card, board in (("2", "0:7 1:41 2:50"), ("9", "0:14 1:41 2:50"), ("12", "0:17 1:41 2:50")):
        assert boards(position, card) == {board}
    assert boards(alone("1:41 2:50", players=3), "9") == set()
    assert "0:5 1:45 2:50" in boards(position, "partner4")


def test_the_fifth_pawn_is_an_ordinary_kennel_pawn() -> None:
    """BD-R72: the fifth is an ordinary kennel pawn; with four elsewhere a start card still finds one."""
    assert boards(alone(""), "13") == {"0:0"}
    assert boards(alone("0:10,20,30,40"), "1/11") >= {"0:0,10,20,30,40"}
    assert boards(alone("0:10,20,30,40,50"), "13") == {
        "0:20,23,30,40,50",
        "0:10,30,33,40,50",
        "0:10,20,40,43,50",
        "0:10,20,30,50,53",
        "0:10,20,30,40,63",
    }


def test_five_pawns_are_needed() -> None:
    """BD-R73: five for two and three, four for four."""
    assert alone("0:1,2,3,4,5").turn == 0
    with pytest.raises(PositionError, match="pawns"):
        alone("0:1,2,3,4,5,6")
    with pytest.raises(PositionError, match="pawns"):
        table("0:1,2,3,4,5", game="black_dog", dog=60, wheel=0, copied=None)


def test_two_sit_where_they_like() -> None:
    """BD-R78: opposite is advice."""
    beside = alone("0:14 1:20", seats=[0, 1])
    assert boards(beside, "swap") == {"0:20 1:14"}
    assert boards(alone("1:14", seats=[0, 1], turn=1), "3") == {"1:17", "1:g1"}


@pytest.mark.parametrize("fifth", ["20", "k"])
def test_the_fourth_at_home_wins(fifth: str) -> None:
    """BD-R79: the fifth stays in its place; three are not enough."""
    position = alone(f"0:{fifth},63,g2,g3,g4 1:40")
    won = [
        after_play(rules_of(position), position, play)
        for play in legal_plays(rules_of(position), position, "2")
        if _home(play.result.pawns[0])
    ]
    assert [winners(rules_of(end), end) for end in won] == [(0,)]
    assert legal_plays(rules_of(won[0]), won[0], "9") == ()
    assert winners(*with_rules(alone("0:20,30,g2,g3,g4"))) == ()


def test_five_at_home_are_impossible() -> None:
    """BD-R79: the lane has four fields."""
    with pytest.raises(PositionError, match="pawns"):
        alone("0:g1,g1,g2,g3,g4")
