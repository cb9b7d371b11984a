"""What cards can do, as the engine itself shows it."""

from companion.model.notation import parse_position
from companion.players.trials import bare_table, trials_of
from companion.rules.setup import first_position


def test_how_far_a_card_hits() -> None:
    """Distances ahead, and behind for a card that goes back."""
    trials = trials_of(bare_table(first_position("dog")))
    assert trials.hits[8] == {"8", "joker"}
    assert trials.hits[-4] == {"+-4", "joker"}
    assert trials.hits[4] == {"+-4", "7", "joker"}
    assert trials.hits[-3] == frozenset()
    assert trials.starters == {"1/11", "13", "joker"}
    assert trials.moves["joker"] > trials.moves["1/11"] > trials.moves["8"] == 1
    assert not trials.bites


def test_how_far_the_dog_bites() -> None:
    trials = trials_of(bare_table(first_position("black_dog")))
    assert trials.bites[5] == {"black5", "black6", "black1-7"}
    assert trials.bites[7] == {"black1-7"}
    assert trials.bites[8] == frozenset()
    assert trials.hits[-2] == frozenset()


def test_every_position_of_a_table_has_the_same_trials() -> None:
    first = first_position("black_dog")
    later = parse_position(
        "v1 black_dog 4 turn=2 teams=0,1,0,1 0:0,7,35,62 1:k,k,9,20 2:k,30,33,g3 3:k,5,46,48 copied=8 dog=40 wheel=1"
    )
    assert bare_table(first) == bare_table(later)
    assert trials_of(bare_table(first)) is trials_of(bare_table(later))
