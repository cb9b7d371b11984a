"""The plays of the sensible player in positions where a person would not think twice."""

import random

import pytest
from rules_for_tests import rules_of, with_rules
from whole_games.whole_game import Table, WholeGame

from companion.model.notation import format_play, parse_position
from companion.model.places import Place
from companion.players.player import Knowledge, Player, plays_in_hand
from companion.players.random_player import RandomPlayer
from companion.players.sensible_player import SensiblePlayer
from companion.rules.schema import checked_position

OTHERS = "1:k,k,k,k 2:k,k,k,k 3:k,k,k,k"


def knows(line: str, hand: str, seat: int = 0, laid: str = "") -> Knowledge:
    position = checked_position(*with_rules(parse_position(f"v1 {line}")))
    return Knowledge(
        rules=rules_of(position), position=position, seat=seat, hand=tuple(hand.split()), laid=tuple(laid.split())
    )


def played(line: str, hand: str) -> str:
    """The play, which does not depend on the whim."""
    plays = {
        format_play(play) for seed in range(5) if (play := SensiblePlayer(random.Random(seed)).play(knows(line, hand)))
    }
    assert len(plays) == 1, plays
    return plays.pop()


def test_it_comes_out_when_it_can() -> None:
    assert played(f"dog 4 turn=0 teams=0,1,0,1 0:k,k,k,20 {OTHERS}", "13 2 9") == "13 0:k>0"


def test_it_goes_home_when_it_can() -> None:
    assert played(f"dog 4 turn=0 teams=0,1,0,1 0:k,k,62,20 {OTHERS}", "5 6 9") in ("5 0:62>g3", "6 0:62>g4")


def test_it_sends_home_who_is_nearly_home() -> None:
    assert played("dog 4 turn=0 teams=0,1,0,1 0:k,k,6,20 1:k,k,k,14 2:k,k,k,k 3:k,k,k,k", "8 9") == "8 0:6>14x1@14"


def test_it_spares_its_partner() -> None:
    assert played("dog 4 turn=0 teams=0,1,0,1 0:k,k,6,20 1:k,k,k,k 2:k,k,k,14 3:k,k,k,k", "8") == "8 0:20>28"


def test_it_does_not_stop_where_it_will_be_hit() -> None:
    """On 16 every start card of yellow, whose pawns all wait, would send it home."""
    assert played(f"dog 4 turn=0 teams=0,1,0,1 0:k,k,k,8 {OTHERS}", "8 6") == "6 0:8>14"
    assert (
        played(f"dog 4 turn=0 teams=0,1,0,1 0:k,k,k,8 {OTHERS}".replace("1:k,k,k,k", "1:g1,g2,g3,g4"), "8 6")
        == "8 0:8>16"
    )


def test_it_flees_from_who_is_behind_it() -> None:
    line = "dog 4 turn=0 teams=0,1,0,1 0:k,k,22,50 1:k,k,k,{} 2:k,k,k,k 3:k,k,k,k"
    assert played(line.format(42), "9") == "9 0:50>59"
    assert played(line.format(15), "9") == "9 0:22>31"


def test_it_walks_backward_behind_its_start() -> None:
    """The old trick: from the start field four back, and home is near (DOG-R19)."""
    assert played(f"dog 4 turn=0 teams=0,1,0,1 0:k,k,0,20 {OTHERS}", "+-4 5") == "+-4 0:0>60"


def test_a_helper_plays_for_its_partner() -> None:
    line = "dog 4 turn=0 teams=0,1,0,1 0:g1,g2,g3,g4 1:k,k,k,k 2:k,k,29,50 3:k,k,k,k"
    assert played(line, "6 2") == "6 2:29>g3"


def test_it_keeps_the_joker_where_a_plainer_card_does_as_well() -> None:
    assert played(f"dog 4 turn=0 teams=0,1,0,1 0:k,k,k,58 {OTHERS}", "joker 9") == "9 0:58>g3"


def test_it_helps_a_partner_who_cannot_come_out() -> None:
    knowledge = knows(
        "dog 4 turn=0 teams=0,1,0,1 0:k,k,k,20 1:k,k,k,20 2:k,k,k,k 3:k,k,k,k".replace("1:k,k,k,20", "1:k,k,k,30"),
        "13 2 9",
    )
    assert SensiblePlayer(random.Random(1)).gift(knowledge) == "13"


def test_it_gives_no_start_card_to_an_opponent() -> None:
    knowledge = knows("dog 4 turn=0 teams=0,1 0:k,k,k,k,20 2:k,k,k,k,k", "13 13 3")
    assert SensiblePlayer(random.Random(1)).gift(knowledge) == "3"


def test_it_throws_away_what_helps_least() -> None:
    knowledge = knows(f"tock_6 4 turn=0 teams=0,1,2,3 0:k,k,k,k {OTHERS}", "A 9 K 7")
    assert SensiblePlayer(random.Random(1)).discard(knowledge) in ("9", "7")


def test_it_starts_the_pawn_its_hand_can_move() -> None:
    """With tens and nines in the hand the king would stand still (ROY-R05)."""
    knowledge = knows(f"dog_royal 4 turn=0 teams=0,1,0,1 0:k,k,k,k {OTHERS}", "10 9 8 12")
    assert SensiblePlayer(random.Random(1)).free_start(knowledge, (0, 1, 2, 3), must=True) != 0


def test_it_puts_the_dog_where_others_are_in_danger() -> None:
    line = "black_dog 4 turn=0 teams=0,1,0,1 0:k,k,k,k 1:k,k,k,13 2:k,k,k,k 3:k,k,k,k dog=50 wheel=0"
    knowledge = knows(line, "2")
    bare = knowledge.position.placement.pawns
    position = knowledge.position.with_placement(type(knowledge.position.placement)(bare, (("wheel", 0),)))
    asked = Knowledge(rules=rules_of(position), position=position, seat=0, hand=("2",))
    fields = tuple(Place(field) for field in (8, 10, 24, 40))
    assert SensiblePlayer(random.Random(1)).figure_field(asked, fields) in (8, 10)


def test_nothing_to_play_is_no_play() -> None:
    knowledge = knows(f"dog 4 turn=0 teams=0,1,0,1 0:k,k,k,k {OTHERS}", "2 3")
    assert SensiblePlayer(random.Random(1)).play(knowledge) is None
    assert RandomPlayer(random.Random(1)).play(knowledge) is None


def test_a_void_card_is_laid_only_when_nothing_else_goes() -> None:
    """DOG-R14: the swap without a target, and the joker that is laid as one."""
    line = f"dog 4 turn=0 teams=0,1,0,1 0:k,k,k,20 {OTHERS}"
    assert {play.card for play in plays_in_hand(*with_rules(knows(line, "").position), ("swap", "2"))} == {"2"}
    stuck = knows(f"dog 4 turn=0 teams=0,1,0,1 0:k,k,k,k {OTHERS}", "").position
    assert [format_play(play) for play in plays_in_hand(rules_of(stuck), stuck, ("2", "swap"))] == ["swap void"]


@pytest.mark.long
@pytest.mark.sampled(8)
@pytest.mark.parametrize("variant", ["dog", "super_tock_advanced"])
def test_it_beats_players_without_a_plan(variant: str) -> None:
    """Ten games against random players, each side in turn: by luck alone ten of ten is one in a thousand."""
    for seed in range(10):
        chance = random.Random(seed)
        sensible, lost = SensiblePlayer(chance), RandomPlayer(chance)
        seats: list[Player] = [sensible, lost] if seed % 2 else [lost, sensible]
        game = WholeGame(Table(variant=variant, seats=(0, 2)), seats, chance)
        while not game.is_over:
            game.advance()
        assert game.state.result == (0 if seed % 2 else 1,), seed
