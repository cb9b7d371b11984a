"""The uses of cards, as the engine itself shows them."""

from rules_for_tests import rules_of, with_rules

from companion.catalogue.shipped import SHIPPED
from companion.model.notation import parse_position
from companion.players.card_probes import empty_board, probe_cards
from companion.rules.setup import first_position


def test_probes_give_the_distances_of_each_card() -> None:
    """Distances ahead, and behind for a card that goes back."""
    probes = probe_cards(*with_rules(empty_board(*with_rules(first_position(SHIPPED.variant("dog"))))))
    assert probes.captures[8] == {"8", "joker"}
    assert probes.captures[-4] == {"+-4", "joker"}
    assert probes.captures[4] == {"+-4", "7", "joker"}
    assert probes.captures[-3] == frozenset()
    assert probes.start_cards == {"1/11", "13", "joker"}
    assert probes.mobility["joker"] > probes.mobility["1/11"] > probes.mobility["8"] == 1
    assert not probes.figure_captures


def test_how_far_the_dog_captures() -> None:
    probes = probe_cards(
        *with_rules(empty_board(*with_rules(first_position(SHIPPED.variant("black_dog"))))),
    )
    assert probes.figure_captures[5] == {"black5", "black6", "black1-7"}
    assert probes.figure_captures[7] == {"black1-7"}
    assert probes.figure_captures[8] == frozenset()
    assert probes.captures[-2] == frozenset()


def test_every_position_of_a_table_has_the_same_probes() -> None:
    first = first_position(SHIPPED.variant("black_dog"))
    later = parse_position(
        "v1 black_dog 4 turn=2 teams=0,1,0,1 0:0,7,35,62 1:k,k,9,20 2:k,30,33,g3 3:k,5,46,48 copied=8 dog=40 wheel=1"
    )
    assert empty_board(rules_of(first), first) == empty_board(rules_of(later), later)
    assert probe_cards(*with_rules(empty_board(*with_rules(first)))) is probe_cards(
        *with_rules(empty_board(*with_rules(later)))
    )
