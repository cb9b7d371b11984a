"""Copy, helper and the fifth pawn over several turns of a session."""

import pytest
from rules_for_tests import rules_of
from session_driver import HOME, Session, position, refusal, table

from companion.model.places import KENNEL, goal
from companion.rules.legal import legal_plays
from companion.session import commands as cmd
from companion.session import events as ev
from companion.session.state import Phase

LANE = [goal(1), goal(2), goal(3), goal(4)]
FIVE = [KENNEL] * 5


def number_of(session: Session, card: str, *, seat: int, place: int) -> int:
    """The first play of the card that puts a pawn of the seat there."""
    plays = legal_plays(rules_of(session.position), session.position, card)
    return next(number for number, play in enumerate(plays) if place in play.result.pawns[seat])


def test_a_copy_of_a_black_card_moves_pawn_and_dog() -> None:
    """BD-R55: as if he had played it himself."""
    session = Session().start(position([[1, *HOME[1:]], [17, *HOME[1:]], HOME, HOME], dog=40))
    session.play("black5")
    dog = session.position.placement.extra("dog")
    session.play("copy")
    assert session.position.placement.pawns[1][-1] == 22
    assert session.position.placement.extra("dog") == (dog or 0) + 6
    assert session.position.copied == "black5"


def test_a_copy_without_a_use_is_no_play() -> None:
    """BD-R56, BD-R51: with nothing else in the hand the player forfeits."""
    session = Session().ready()
    session.play("2")
    session.stand([5, *HOME[1:]], HOME, HOME, HOME, turn=1)
    session.do(cmd.Forfeit(seat=1, hand=("copy", "copy", "2", "3", "swap")))
    assert session.state.out[1]


def test_a_player_copies_his_own_card_when_he_plays_on_alone() -> None:
    """BD-R54, BD-R53: however many sat out since."""
    session = Session().ready(core__verify_forfeit=False)
    session.play("2")
    for seat in (1, 2, 3):
        session.do(cmd.Forfeit(seat=seat, hand=None))
    assert session.position.turn == 0
    session.play("copy")
    assert session.position.placement.pawns[0][-1] == 4


@pytest.mark.parametrize(("at_once", "rest"), [(True, 2), (False, None)])
def test_the_rest_of_a_seven_helps_at_once(at_once: bool, rest: int | None) -> None:
    """CORE-R17: from the moment the fourth pawn is in; `core.help_same_card` off = from the next card on."""
    rows = [[62, *LANE[1:]], HOME, [40, *HOME[1:]], HOME]
    options = () if at_once else (("core.help_same_card", False),)
    session = Session().start(table("dog", rows, options=options), variant="dog")
    reached = {
        play.result.pawns[2][-1]
        for play in legal_plays(rules_of(session.position), session.position, "7")
        if goal(1) in play.result.pawns[0]
    }
    assert reached == ({40 + 4} if rest else set())
    if rest:
        session.play("7", number_of(session, "7", seat=2, place=44))
        session.do(cmd.Correct(placement=session.position.placement, next_turn=0))
        session.play("3")
        assert session.position.placement.pawns[2][-1] == 47


def two(*rows: list[int], turn: int = 0) -> Session:
    """Black DOG for two, in play."""
    return Session().start(seats=2).to_play().stand(*rows, turn=turn)


def test_any_of_the_five_pawns_may_wait_beside_the_kennel() -> None:
    """BD-R73, BD-R72: with all five captured a start card brings in one, whichever."""
    session = two(FIVE, FIVE)
    session.play("13")
    assert session.position.placement.pawns[0] == (*FIVE[1:], 0)


def test_partner_4_is_nearly_always_playable_for_two() -> None:
    """BD-R77, CORE-R11: on the other's pawns; so it is no hand to discard from."""
    session = two(FIVE, [17, *FIVE[1:]])
    hand = ("2", "3", "8", "9", "partner4")
    assert refusal(session, cmd.Discard(seat=0, card="2", hand=hand)) == "card_is_playable"
    session.play("partner4")
    assert session.position.placement.pawns[1][-1] == 21


def test_four_at_home_win_while_the_fifth_is_on_the_way() -> None:
    """BD-R79: at once, and the hands are dropped (CORE-R19)."""
    session = two([30, 63, *LANE[1:]], FIVE)
    session.play("2", number_of(session, "2", seat=0, place=goal(1)))
    assert session.events[-1] == ev.GameWon(seats=(0,))
    assert (session.state.phase, session.state.cards) == (Phase.OVER, (4, 5))


def test_a_pawn_that_captures_on_a_special_field_draws() -> None:
    """ROY-R23: a landing pawn stands there, so the draw is never lost to a capture."""
    session = Session().start(variant="dog_royal").to_play()
    rows = ((7, *HOME[1:]), (KENNEL, 10, KENNEL, KENNEL), tuple(HOME), tuple(HOME))
    session.do(cmd.Correct(placement=session.position.placement.with_pawns(rows), next_turn=0))  # type: ignore[arg-type]
    session.play("3")
    assert session.position.placement.pawns[1] == tuple(HOME)
    session.do(cmd.DrawCards(seat=0))
    assert session.state.cards[0] == 5
