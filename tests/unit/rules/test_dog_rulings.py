"""The dog and the black cards of Black DOG."""

from board_text import HOME, at, boards, moves
from rules_for_tests import rules_of, with_rules

from companion.rules.legal import legal_plays
from companion.rules.moves.board import position_board
from companion.rules.moves.path import figure_path


def test_a_pawn_that_lands_on_the_dog_goes_home() -> None:
    """BD-R20: the pawn goes to its kennel, the dog stays; it may be done freely, though other pawns could move."""
    position = at("5 20", dog=13)
    assert moves(position, "8") == {"0:5>13x0@13", "0:20>28 wheel+", "0:20>28 wheel-"}
    assert "0:20 dog=13 wheel=0" in boards(position, "8")


def test_landing_on_the_dog_on_a_paw_does_not_turn() -> None:
    """BD-R21: the pawn is gone."""
    assert moves(at("4", dog=12), "8") == {"0:4>12x0@12"}


def test_jumping_over_the_dog_is_safe() -> None:
    """BD-R22: only landing on it exactly is fatal."""
    assert moves(at("5", dog=10), "8") == {"0:5>13"}


def test_the_dog_takes_everybody_on_its_way() -> None:
    """BD-R23: whom it passes and whom it reaches, the mover's own and his partner's too."""
    position = at("33", "20", "21", "23", dog=19)
    assert moves(position, "black5") == {"0:33>38 dog:19>24x1@20x2@21x3@23"}
    assert moves(at("33", "24", dog=19), "black5") == {"0:33>38 dog:19>24x1@24"}


def test_the_dog_goes_round_start_fields() -> None:
    """BD-R24: all four, whether somebody stands there or not, and does not count them."""
    assert moves(at("33", dog=14), "black5") == {"0:33>38 dog:14>20"}
    assert moves(at("33", "16", dog=14), "black5") == {"0:33>38 dog:14>20"}
    assert figure_path(position_board(*with_rules(at(dog=14))), "dog", 3) == (15, 17, 18)


def test_a_foreign_pawn_on_a_start_field_is_safe_from_the_dog() -> None:
    """BD-R25: the dog never sets foot there."""
    assert moves(at("33", blue="16", dog=14), "black5") == {"0:33>38 dog:14>20"}


def test_the_dog_never_ends_on_a_start_field() -> None:
    """BD-R26: from any field, by any value."""
    for dog in range(64):
        if dog % 16:
            for play in legal_plays(*with_rules(at("g1", dog=dog)), "black1-7"):
                assert (play.result.extra("dog") or 0) % 16 != 0


def test_nothing_stops_the_dog_and_no_lane_is_its_way() -> None:
    """BD-R27: it runs the ring past a blocker."""
    assert moves(at("0", dog=62), "black5") == {"0:0>5 dog:62>4"}


def test_the_pawn_just_moved_may_be_bitten() -> None:
    """BD-R28: first the pawn, then the dog; a pawn in the lane or on a start field is safe."""
    assert moves(at("15", dog=17), "black5") == {"0:15>20 dog:17>22x0@20"}
    assert moves(at("11", dog=14), "black5") == {"0:11>16 dog:14>20"}
    assert "0:62>g3 dog:61>3" in moves(at("62", dog=61), "black5")


def test_a_pawn_bitten_by_its_own_landing_lets_the_dog_run() -> None:
    """BD-R29: the pawn goes home, the dog still moves."""
    assert moves(at("33", dog=38), "black5") == {"0:33>38x0@38 dog:38>43"}


def test_no_own_move_no_black_card() -> None:
    """BD-R30: the dog is never moved alone."""
    assert moves(at(dog=20), "black5") == set()
    assert moves(at("15", "16", dog=20), "black6") == set()


def test_black_1_7_uses_one_value_twice() -> None:
    """BD-R31: the same value for pawn and dog, from 1 to 7."""
    walked = {
        tuple(step.value for step in play.steps[:2]) for play in legal_plays(*with_rules(at("33", dog=20)), "black1-7")
    }
    assert walked == {(value, value) for value in range(1, 8)}


def test_a_lane_pawn_is_an_own_pawn() -> None:
    """BD-R32: one step in the lane, one of the dog."""
    assert moves(at("g3", dog=20), "black1-7") == {"0:g3>g4 dog:20>21"}


def test_black_cards_start_nobody() -> None:
    """BD-R33: they carry no start symbol."""
    assert [moves(at(dog=20), card) for card in ("black5", "black6", "black1-7")] == [set(), set(), set()]


def test_a_helper_moves_the_partner_s_pawn_then_the_dog() -> None:
    """BD-R34: his own are home."""
    assert moves(at(HOME, green="40", dog=20), "black6") == {"2:40>46 dog:20>26"}


def test_the_dog_must_move() -> None:
    """BD-R35: every play of a black card moves it, and it always can."""
    for play in legal_plays(*with_rules(at("33", "21", "35", dog=20)), "black1-7"):
        assert play.result.extra("dog") != 20


def test_black_6_moves_six() -> None:
    """BD-R28: both by six."""
    assert moves(at("33", dog=20), "black6") == {"0:33>39 dog:20>26"}


def test_one_eleven_is_one_function() -> None:
    """BD-R83: 1 or 11, never both."""
    assert moves(at("33 34 35 36", dog=20), "1/11") == {
        *(
            f"0:{field}>{field + 1}" + captured
            for field, captured in ((33, "x0@34"), (34, "x0@35"), (35, "x0@36"), (36, ""))
        ),
        *(f"0:{field}>{field + 11}" for field in (34, 35, 36)),
        "0:33>44 wheel+",
        "0:33>44 wheel-",
    }


def test_the_dog_moves_with_a_black_card_only() -> None:
    """BD-R84: and with a copy of one; a turn of the wheel may carry it."""
    position = at("33 g1", "40", "50", "20", dog=19, copied="black5")
    for card in ("1/11", "13", "2", "3", "8", "9", "10", "12", "partner4", "swap", "magnet"):
        for play in legal_plays(rules_of(position), position, card):
            assert all(step.kind != "dog" for step in play.steps)
            assert play.result.extra("dog") == 19
    assert moves(position, "copy") == {"0:33>38 dog:19>24x3@20"}
