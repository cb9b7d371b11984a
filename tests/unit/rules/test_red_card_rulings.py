"""Magnet, swap and copy of Black DOG."""

from board_text import HOME, after, at, boards, moves
from msgspec.structs import replace
from rules_for_tests import rules_of, with_rules

from companion.rules.apply import after_play
from companion.rules.legal import legal_plays


def test_the_magnet_pulls_to_the_next_figure() -> None:
    """BD-R36: the first one clockwise on the track, of any colour, the dog too; lane pawns do not count."""
    assert moves(at("3 g1", "7", dog=20), "magnet") == {"0:3>6"}
    assert moves(at("3", blue="g1", dog=7), "magnet") == {"0:3>6"}
    assert moves(at("3 6", dog=20), "magnet") == {"0:3>5", "0:6>19"}


def test_the_magnet_stops_behind_a_blocker() -> None:
    """BD-R37: a blocker is a figure like others."""
    assert moves(at("3", "16", dog=20), "magnet") == {"0:3>15"}


def test_the_magnet_stops_behind_a_pawn_on_a_foreign_start_field() -> None:
    """BD-R38: that pawn is the next figure."""
    assert moves(at("3", blue="16", dog=20), "magnet") == {"0:3>15"}


def test_the_magnet_passes_the_own_lane() -> None:
    """BD-R39: it goes on along the track."""
    assert moves(at("62", dog=6), "magnet") == {"0:62>5"}


def test_the_magnet_may_end_on_the_own_start_field() -> None:
    """BD-R40: the pawn becomes a blocker and must go round again."""
    pulled = after(at("62", dog=1), "magnet", "0:62>0", turn=0)
    assert moves(pulled, "2") == {"0:0>2"}
    assert moves(replace(pulled, turn=3), "13") == {"3:k>48"}


def test_no_magnet_for_a_pawn_directly_behind_a_figure() -> None:
    """BD-R41: it must move by one field at least."""
    assert moves(at("6", dog=7), "magnet") == set()


def test_the_magnet_takes_a_pawn_from_its_start_field_only() -> None:
    """BD-R42: from the start field yes, from kennel and lane no."""
    assert moves(at("0 g1", dog=7), "magnet") == {"0:0>6"}
    assert moves(at("g1", dog=7), "magnet") == set()


def test_the_magnet_runs_up_to_the_dog_round_the_board() -> None:
    """BD-R43: almost a whole lap when the two are alone."""
    assert moves(at("7", dog=6), "magnet") == {"0:7>5"}


def test_the_magnet_captures_nobody() -> None:
    """BD-R44: it ends on a free field and nobody is bitten."""
    for play in legal_plays(*with_rules(at("3 20 40", "7 50", "33", "55 61", dog=30)), "magnet"):
        assert all(step.captures == () for step in play.steps)


def test_no_swap_with_protected_pawns_only() -> None:
    """BD-R45: then the card cannot be played."""
    assert moves(at("5", "16 g1", "32", "48", dog=60), "swap") == set()


def test_an_own_blocker_is_not_swapped() -> None:
    """BD-R46: neither as the own nor as the foreign half."""
    assert moves(at("0 5", "20", dog=60), "swap") == {"0:5<>1:20"}
    assert moves(at("0", "20", dog=60), "swap") == set()


def test_two_own_pawns_or_the_dog_are_not_swapped() -> None:
    """BD-R47: partner's or opponent's only."""
    assert moves(at("5 7", dog=60), "swap") == set()
    assert moves(at("5", "g2", "9", dog=60), "swap") == {"0:5<>2:9"}


def test_who_is_swapped_onto_his_start_field_blocks() -> None:
    """BD-R48: at once."""
    swapped = after(at("5", blue="0 63", dog=60), "swap", "0:5<>3:0", turn=3)
    assert not any("63>" in play for play in moves(swapped, "2"))


def test_a_bad_swap_is_a_legal_play() -> None:
    """BD-R49: a duty when nothing else can be played."""
    assert moves(at("62", "1", dog=20), "swap") == {"0:62<>1:1"}


def test_a_helper_swaps_the_partner_s_pawn_with_an_opponent_s() -> None:
    """BD-R50: his own are all home."""
    assert moves(at(HOME, "20", "40", "50", dog=60), "swap") == {"2:40<>1:20", "2:40<>3:50"}


def test_a_copy_cannot_open_a_round() -> None:
    """BD-R51: there is nothing to copy."""
    assert legal_plays(*with_rules(at("5", "20", dog=60)), "copy") == ()


def test_a_copy_of_a_copy_copies_the_same_card() -> None:
    """BD-R52: and the choice of function is free again."""
    position = at("5", "20", dog=60, copied="1/11")
    copied = after(position, "copy", "0:5>16")
    assert copied.copied == "1/11"
    assert moves(copied, "copy") == {"1:20>21", "1:20>31", "1:k>16x0@16"}
    assert [play.acting_as for play in legal_plays(rules_of(copied), copied, "copy")] == ["1/11"] * 3


def test_a_played_card_is_what_a_copy_stands_for() -> None:
    """BD-R52: every card but the copy itself is remembered."""
    position = at("5", "20", dog=60, copied="8")
    assert after(position, "2", "0:5>7").copied == "2"


def test_the_own_last_card_may_be_copied() -> None:
    """BD-R54: when everybody else sat out."""
    again = replace(after(at("5", dog=60), "2", "0:5>7"), turn=0)
    assert moves(again, "copy") == {"0:7>9"}


def test_a_copied_black_card_moves_pawn_and_dog() -> None:
    """BD-R55: with free choice of the value."""
    assert len(legal_plays(*with_rules(at("g1", dog=20, copied="black1-7")), "copy")) == 3
    assert moves(at("33", dog=20, copied="black5"), "copy") == {"0:33>38 dog:20>25"}


def test_a_copy_of_a_useless_card_is_unplayable() -> None:
    """BD-R56: no legal use, no play."""
    assert moves(at("g4", dog=60, copied="8"), "copy") == set()


def test_every_face_can_be_copied() -> None:
    """BD-R56: a copy leads where the face itself would."""
    position = at("5 62 g2", "20 47", "33", "50", dog=60)
    for card in ("1/11", "13", "2", "3", "8", "partner4", "black5", "black1-7", "swap", "magnet"):
        assert boards(replace(position, copied=card), "copy") == boards(position, card)


def test_after_play_passes_the_turn() -> None:
    """BD-R54: clockwise, round and round."""
    position = at(blue="50", dog=60, turn=3)
    assert after_play(rules_of(position), position, legal_plays(rules_of(position), position, "2")[0]).turn == 0
