"""The wheel of Black DOG: fields 8 to 12 of every sector turn, 8 and 12 are paws."""

import pytest
from board_text import HOME, after, at, board, boards, moves
from rules_for_tests import with_rules

from companion.catalogue.shipped import SHIPPED
from companion.rules.legal import legal_plays


@pytest.mark.parametrize("paw", [8, 12, 24, 28, 40, 44, 56, 60])
def test_every_paw_turns_the_wheel(paw: int) -> None:
    """BD-R05: there are eight, and a number card that ends on one turns the wheel."""
    assert paw in SHIPPED.variant("black_dog").fields_at(SHIPPED.variant("black_dog").paws, 4)
    origin = paw - 3
    assert moves(at(str(origin), dog=1), "3") == {f"0:{origin}>{paw} wheel+", f"0:{origin}>{paw} wheel-"}


@pytest.mark.parametrize("field", [7, 9, 10, 11, 13])
def test_no_other_field_turns_the_wheel(field: int) -> None:
    """BD-R05: neither the wheel fields between the paws nor those beside the disc."""
    assert moves(at(str(field - 3), dog=1), "3") == {f"0:{field - 3}>{field}"}


def test_walking_past_a_paw_does_not_turn() -> None:
    """BD-R05: only the end of a move counts."""
    assert moves(at("7", dog=1), "9") == {"0:7>16"}


def test_anybody_s_pawn_counts_that_the_player_moves() -> None:
    """BD-R05: the partner's, and by Partner 4 an opponent's."""
    partner = at("20", green="36", dog=1)
    assert moves(partner, "partner4") >= {"2:36>40 wheel+", "2:36>40 wheel-"}
    opponent = at(HOME, "20", "50", dog=1)
    assert moves(opponent, "partner4") >= {"1:20>24 wheel+", "1:20>24 wheel-"}


def test_turning_is_a_duty_with_a_free_direction() -> None:
    """BD-R06: two plays, forward and back; none without a turn."""
    assert moves(at("10", dog=1), "2") == {"0:10>12 wheel+", "0:10>12 wheel-"}


def test_a_turn_is_a_quarter() -> None:
    """BD-R07: to the next paw of the same colour, 16 fields on or back."""
    assert boards(at("10", dog=1), "2") == {"0:28 dog=1 wheel=1", "0:60 dog=1 wheel=3"}


def test_everybody_on_the_disc_is_carried() -> None:
    """BD-R07, BD-R17: pawns and dog move by 16 fields, whoever stands beside the disc stays, nobody is captured."""
    position = at("10 g4", "24 25 7", "43", "59 56", dog=27, wheel=3)
    assert boards(position, "2") == {
        "0:g4,28 1:7,40,41 2:59 3:8,11 dog=43 wheel=0",
        "0:g4,60 1:7,8,9 2:27 3:40,43 dog=11 wheel=2",
    }


def test_the_wheel_turns_after_pawn_and_dog() -> None:
    """BD-R08: the turn comes last, so it carries the dog from the end of its run."""
    assert moves(at("3", dog=3 + 16), "black5") == {"0:3>8 dog:19>24 wheel+", "0:3>8 dog:19>24 wheel-"}
    assert boards(at("3", dog=19), "black5") == {"0:24 dog=40 wheel=1", "0:56 dog=8 wheel=3"}


def test_several_paws_are_one_turn() -> None:
    """BD-R09: two pawns on paws by one Partner 4, on different colours too, turn the wheel once."""
    position = at("6", green="10", dog=1)
    turned = {board for board in boards(position, "partner4") if "wheel=0" not in board}
    assert {"0:24 2:28 dog=1 wheel=1", "0:56 2:60 dog=1 wheel=3"} <= turned


def test_a_pawn_taken_from_its_paw_by_the_dog_does_not_turn() -> None:
    """BD-R10: the dog comes before the wheel."""
    assert moves(at("7", dog=10), "black5") == {"0:7>12 dog:10>15x0@12"}


def test_a_pawn_that_only_rests_on_a_paw_does_not_turn() -> None:
    """BD-R11: only who still stands there at the end; here red stops on 8, and goes on after green."""
    position = at("7", green="36", dog=1)
    assert "0:9 2:38 dog=1 wheel=0" in boards(position, "partner4")
    assert "0:9 2:38 dog=1 wheel=1" not in boards(position, "partner4")


def test_who_captures_on_the_paw_turns() -> None:
    """BD-R12: pawn A lands on the paw, pawn B of the same card captures it there, B stands."""
    turned = {board for board in boards(at("7", green="5", dog=1), "partner4") if "wheel=1" in board}
    assert "2:24 dog=1 wheel=1" in turned


def test_no_turn_by_swap() -> None:
    """BD-R13: a figure stood there before; for a copied swap too."""
    assert moves(at("5", "24", dog=1), "swap") == {"0:5<>1:24"}
    assert moves(at("5", "24", dog=1, copied="swap"), "copy") == {"0:5<>1:24"}


def test_a_magnet_turns() -> None:
    """BD-R14: the pull is an active move; for a copied magnet too."""
    position = at("5", "9", dog=1, copied="magnet")
    assert moves(position, "magnet") == {"0:5>8 wheel+", "0:5>8 wheel-"}
    assert moves(position, "copy") == {"0:5>8 wheel+", "0:5>8 wheel-"}


def test_the_dog_on_a_paw_does_not_turn() -> None:
    """BD-R15: only pawns do."""
    assert moves(at("33", dog=19), "black5") == {"0:33>38 dog:19>24"}


def test_a_carried_pawn_does_not_turn_again() -> None:
    """BD-R16: a pawn that is carried from paw to paw did not walk there."""
    position = at("10", "24", dog=1)
    assert moves(position, "2") == {"0:10>12 wheel+", "0:10>12 wheel-"}
    assert "1:40" in board(after(position, "2", "0:10>12 wheel+"))


def test_the_dog_does_not_bite_while_carried() -> None:
    """BD-R17: a turn is one field to one field."""
    for play in legal_plays(*with_rules(at("10 9", "25 27", "41 42", dog=26)), "2"):
        assert sum(place != -1 for row in play.result.pawns for place in row) == 6


def test_a_blocker_does_not_stop_the_wheel() -> None:
    """BD-R18: turning is not walking; red is carried over yellow's occupied start field."""
    assert "0:28 1:16 dog=1 wheel=1" in boards(at("10", "16", dog=1), "2")


def test_who_is_carried_back_over_his_start_may_go_home() -> None:
    """BD-R19: position only; and who is carried on past it must go round again."""
    back = after(at("10", dog=1), "2", "0:10>12 wheel-", turn=0)
    assert moves(back, "black5") >= {"0:60>g1 dog:1>6"}
    on = after(at("55", dog=1), "1/11", "0:55>56 wheel+", turn=0)
    assert not any(">g" in play for play in moves(on, "black1-7"))


def test_the_wheel_counts_modulo_four() -> None:
    """BD-R06: four quarter turns are none."""
    assert boards(at("10", dog=1, wheel=3), "2") == {"0:28 dog=1 wheel=0", "0:60 dog=1 wheel=2"}


def test_only_a_landing_on_the_paw_turns_the_wheel() -> None:
    """BD-R05: the same pawns on the same fields, once moved onto the paw (turn) and once walked past it (no turn)."""
    reached = boards(at("6 8", dog=1), "partner4")
    walked_past = "0:8,10 dog=1 wheel=0"
    landed = {"0:24,26 dog=1 wheel=1", "0:56,58 dog=1 wheel=3"}
    assert reached >= {walked_past, *landed}
