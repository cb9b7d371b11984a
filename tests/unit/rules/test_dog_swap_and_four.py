"""The swap and the +-4 of DOG, DOG Compact and Braendi.  Red is seat 0 with start field 0, green its partner."""

import pytest
from dog_tables import COMPACT, DOG, GAMES, HOME, Game, after, boards, table
from rules_for_tests import rules_of, with_rules

from companion.model.play import StepKind
from companion.rules.apply import after_play
from companion.rules.legal import legal_plays

every_game = pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
printed_games = pytest.mark.parametrize("game", [DOG, COMPACT], ids=["dog", "dog_compact"])


@every_game
def test_a_swap_takes_any_own_and_any_foreign_pawn(game: Game) -> None:
    """DOG-R13: opponents' and the partner's; a swap that hurts is as good as any other and must be made."""
    assert boards(table("0:20,25 1:62 2:40", game=game.id), game.swap) == {
        "0:25,62 1:20 2:40",
        "0:20,62 1:25 2:40",
        "0:25,40 1:62 2:20",
        "0:20,40 1:62 2:25",
    }
    assert boards(table("0:63 1:1", game=game.id), game.swap) == {"0:1 1:63"}


@every_game
def test_protected_pawns_are_not_swapped(game: Game) -> None:
    """DOG-R13, DOG-R14: blockers, lane and kennel pawns are out of it, whosever; a guest on a start field is not."""
    assert boards(table("0:20 1:16,g1 2:40", game=game.id), game.swap) == {"0:40 1:16,g1 2:20"}
    assert boards(table("0:0,20,g1 2:40", game=game.id), game.swap) == {"0:0,40,g1 2:20"}
    assert boards(table("0:16 2:0", game=game.id), game.swap) == {"0:0 2:16"}


@every_game
@pytest.mark.parametrize(
    "pawns", ["0:20", "0:20,30,g1", "0:20 1:16", "0:0 1:20", "0:20 1:g1 2:32", "0:g1 1:20", "1:20", ""]
)
def test_a_swap_without_a_target_has_no_effect(game: Game, pawns: str) -> None:
    """DOG-R14: one play, and nothing changes on the board; the turn passes."""
    position = table(pawns, game=game.id)
    (play,) = legal_plays(rules_of(position), position, game.swap)
    assert [step.kind for step in play.steps] == [StepKind.VOID]
    assert play.result == position.placement
    assert after_play(rules_of(position), position, play).turn == 1


@every_game
def test_a_swap_with_a_target_has_its_effect(game: Game) -> None:
    """DOG-R14: it is not laid for nothing if it can be carried out."""
    assert boards(table("0:20 1:30", game=game.id), game.swap) == {"0:30 1:20"}


@printed_games
def test_a_swap_without_a_target_may_be_unplayable(game: Game) -> None:
    """DOG-R14: as in Black DOG and Royal, by a house rule; then two own pawns are plainly no swap (DOG-R15)."""
    unplayable = {"dog.swap_void": "unplayable"}
    assert boards(table("0:20,30 1:16", game=game.id, options=unplayable), game.swap) == set()
    assert boards(table("0:20 1:30", game=game.id, options=unplayable), game.swap) == {"0:30 1:20"}


@every_game
def test_a_joker_as_a_swap(game: Game) -> None:
    """DOG-R14, DOG-R23: laid without effect only under that name; without a face it is no such play."""
    position = table("0:20 1:16", game=game.id)
    assert boards(position, "joker", game.swap) == {"0:20 1:16"}
    assert "0:20 1:16" not in boards(position, "joker")
    assert "0:30 1:20" in boards(table("0:20 1:30", game=game.id), "joker")


@every_game
def test_own_pawns_are_not_swapped(game: Game) -> None:
    """DOG-R15: a foreign pawn is one half of every swap."""
    for play in legal_plays(*with_rules(table("0:20,30 1:50", game=game.id)), game.swap):
        assert {play.steps[0].seat, play.steps[0].other_seat} == {0, 1}
    assert boards(table("0:20,30 1:50", game=game.id), game.swap) == {"0:30,50 1:20", "0:20,50 1:30"}


@every_game
def test_a_helper_swaps_his_partner_s_pawns(game: Game) -> None:
    """DOG-R13, CORE-R16: with opponents'; without one there is no target (DOG-R14)."""
    assert boards(table(f"0:{HOME} 1:20 2:40", game=game.id), game.swap) == {f"0:{HOME} 1:40 2:20"}
    assert boards(table(f"0:{HOME} 2:40,50", game=game.id), game.swap) == {f"0:{HOME} 2:40,50"}


@every_game
def test_the_four_goes_both_ways(game: Game) -> None:
    """DOG-R16: the player chooses for every play; only by four fields."""
    assert boards(table("0:20", game=game.id), game.four) == {"0:24", "0:16"}
    assert boards(table("0:62", game=game.id), game.four) == {"0:2", "0:g2", "0:58"}
    assert boards(table("0:20,40", game=game.id), game.four) == {"0:24,40", "0:16,40", "0:20,44", "0:20,36"}


@every_game
def test_back_over_the_own_start_field(game: Game) -> None:
    """DOG-R17: the pawn is then behind it and may go home, as from nowhere else."""
    came_back = after(table("0:2", game=game.id), game.four, "0:62", turn=0)
    assert boards(came_back, "3") == {"0:1", "0:g1"}
    went_on = after(table("0:2", game=game.id), game.four, "0:6", turn=0)
    assert boards(went_on, "3") == {"0:9"}


@printed_games
def test_back_over_the_own_start_field_may_be_forbidden(game: Game) -> None:
    """DOG-R17: by a house rule; other start fields and the own one as an end are not concerned."""
    forbidden = {"dog.back_over_own_start": False}
    assert boards(table("0:2", game=game.id, options=forbidden), game.four) == {"0:6"}
    assert boards(table("0:4,18", game=game.id, options=forbidden), game.four) == {
        "0:8,18",
        "0:0,18",
        "0:4,22",
        "0:4,14",
    }


@every_game
def test_a_blocker_stops_the_way_back(game: Game) -> None:
    """DOG-R18: the own one or another's; a guest on a start field stops nobody."""
    assert boards(table("0:18 1:16", game=game.id), game.four) == {"0:22 1:16"}
    assert boards(table("0:0,2", game=game.id), game.four) == {"0:2,4", "0:2,60", "0:0,6"}
    assert boards(table("0:18 2:16", game=game.id), game.four) == {"0:22 2:16", "0:14 2:16"}


@every_game
def test_back_from_the_own_start_field(game: Game) -> None:
    """DOG-R19: it opens the blockade and the way home."""
    opened = after(table("0:0 3:60,58", game=game.id), game.four, "0:60 3:58", turn=0)
    assert "0:g1 3:58" in boards(opened, "5")
    assert boards(table("0:0 3:58", game=game.id, turn=3), "8") == set()
    assert boards(table("0:60 3:58", game=game.id, turn=3), "8") == {"0:60 3:2"}


@every_game
def test_back_onto_the_own_start_field(game: Game) -> None:
    """DOG-R20: legal, but not onto a blocker; a guest there is captured."""
    assert boards(table("0:4", game=game.id), game.four) == {"0:8", "0:0"}
    assert boards(table("0:4 1:0", game=game.id), game.four) == {"0:8 1:0", "0:0"}
    assert boards(table("0:0,4", game=game.id), game.four) == {"0:4", "0:4,60", "0:0,8"}


@printed_games
def test_who_went_back_onto_the_own_start_field_blocks_it(game: Game) -> None:
    """DOG-R20: and does not go straight home."""
    went_back = after(table("0:4 3:62", game=game.id), game.four, "0:0 3:62", turn=3)
    assert boards(went_back, "3") == set()
    assert boards(table("0:0 3:62", game=game.id), "3") == {"0:3 3:62"}


@every_game
def test_no_way_back_in_or_into_the_lane(game: Game) -> None:
    """DOG-R21: from the track it leads along the track; in the lane there is none."""
    assert boards(table("0:g4", game=game.id), game.four) == set()
    assert boards(table("0:g1", game=game.id), game.four) == set()
    assert boards(table("0:3", game=game.id), game.four) == {"0:7", "0:63"}
    assert boards(table("0:60,g4", game=game.id), game.four) == {"0:0,g4", "0:56,g4"}


@every_game
def test_the_way_back_captures_at_its_end(game: Game) -> None:
    """DOG-R22: any pawn there, and none on the way."""
    assert boards(table("0:20 1:18 3:16", game=game.id), game.four) == {"0:24 1:18 3:16", "0:16 1:18"}
    assert boards(table("0:20,16", game=game.id), game.four) == {"0:20", "0:16,24", "0:12,20", "0:16"}
