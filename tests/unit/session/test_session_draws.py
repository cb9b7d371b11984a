"""DOG Royal's special fields: the right to draw, its time, and the fate of hands of different size."""

import pytest
from msgspec.structs import replace
from rules_for_tests import rules_of
from session_driver import Session, refusal
from words_for_tests import WORDING

from companion.model.places import KENNEL, Place, goal
from companion.model.position import Placement
from companion.rules.legal import legal_plays
from companion.session import commands as cmd
from companion.session import events as ev
from companion.session.state import Owed, OwedKind, Phase
from companion.views.table import table_view
from companion.views.view_context import ViewContext

HOME = (KENNEL,) * 4


def royal(*rows: tuple[int, ...], seats: int = 4, turn: int = 0, **options: bool) -> Session:
    """A Royal game in play with these rows (king, knight, citizen, jester) for the first seats."""
    session = Session().start(variant="dog_royal", seats=seats, **options).to_play()
    pawns = tuple(tuple(Place(place) for place in row) for row in rows) + (HOME,) * (seats - len(rows))
    session.do(cmd.Correct(placement=Placement(pawns, session.position.placement.extras), next_turn=turn))
    return session


def lands(session: Session, card: str = "3", rank: int = 0, field: int = 10) -> None:
    """The pawn of this rank goes onto the field."""
    seat = session.position.turn
    number = next(
        index
        for index, play in enumerate(legal_plays(rules_of(session.position), session.position, card))
        if field in (play.result.pawns[seat][rank], play.result.pawns[(seat + 2) % 4][rank])
    )
    session.play(card, number)


KING_BEFORE_THE_HAT = (7, KENNEL, KENNEL, KENNEL)


def test_who_lands_on_a_special_field_may_draw_at_once() -> None:
    """ROY-R20, ROY-R21: one card, the hand grows; the turn has passed meanwhile."""
    session = royal(KING_BEFORE_THE_HAT)
    lands(session)
    assert session.state.owed == Owed(kind=OwedKind.MAY_DRAW, seat=0)
    assert session.position.turn == 1
    assert refusal(session, cmd.DrawCards(seat=1)) == "draw_first"
    assert refusal(session, cmd.DrawCards(seat=0, count=2)) == "draw_so_many"
    deck = session.state.deck or 0
    session.do(cmd.DrawCards(seat=0))
    assert (session.state.cards, session.state.deck) == ((5, 5, 5, 5), deck - 1)
    assert session.state.owed is None
    assert refusal(session, cmd.DrawCards(seat=0)) == "nothing_to_draw"


def test_what_is_not_drawn_at_once_lapses() -> None:
    """ROY-R20: the next play goes on without it, or the player declines it."""
    late = royal(KING_BEFORE_THE_HAT, (20, *HOME[1:]))
    lands(late)
    late.play("2")
    assert refusal(late, cmd.DrawCards(seat=0)) == "nothing_to_draw"
    declined = royal(KING_BEFORE_THE_HAT)
    lands(declined)
    declined.do(cmd.DrawCards(seat=0, count=0))
    assert isinstance(declined.events[-1], ev.CardsDrawn)
    assert (declined.state.cards[0], declined.state.owed) == (4, None)


def test_drawing_is_a_duty_where_people_agree_so() -> None:
    """ROY-R20: `roy.draw_optional` off; nobody plays before it is done."""
    session = royal(KING_BEFORE_THE_HAT, (20, *HOME[1:]), roy__draw_optional=False)
    lands(session)
    assert session.state.owed == Owed(kind=OwedKind.DRAW, seat=0)
    assert table_view(session.state, ViewContext(wording=WORDING, epoch=1)).turn == 0
    assert refusal(session, cmd.DeclarePlay(seat=1, card="2")) == "draw_first"
    assert refusal(session, cmd.DrawCards(seat=0, count=0)) == "draw_so_many"
    session.do(cmd.DrawCards(seat=0))
    session.play("2")


def test_a_swap_onto_a_special_field_draws_nothing() -> None:
    """ROY-R21: only a walk or the magnet does."""
    session = royal((10, KENNEL, KENNEL, KENNEL), (30, *HOME[1:]), turn=1)
    session.play("swap")
    assert session.position.placement.pawns[1][0] == 10
    assert session.state.owed is None


def test_a_pawn_walking_backward_and_a_copy_draw_too() -> None:
    """ROY-R21: the 4 backward, and a copy of it by the next player."""
    session = royal((14, KENNEL, KENNEL, KENNEL), (30, *HOME[1:]))
    lands(session, "+-4")
    assert session.state.owed == Owed(kind=OwedKind.MAY_DRAW, seat=0)
    lands(session, "copy", field=26)
    assert session.state.owed == Owed(kind=OwedKind.MAY_DRAW, seat=1)


def test_a_helper_draws_for_himself() -> None:
    """ROY-R22: the player who played the card."""
    lane = (goal(1), goal(2), goal(3), goal(4))
    session = royal(lane, HOME, (39, KENNEL, KENNEL, KENNEL))
    lands(session, "3", field=42)
    assert session.state.owed == Owed(kind=OwedKind.MAY_DRAW, seat=0)


def only_one_plays(cards: int) -> Session:
    """Everybody but Anna has forfeited, and she holds so many cards."""
    session = royal(KING_BEFORE_THE_HAT, core__verify_forfeit=False)
    for seat in (1, 2, 3):
        session.do(cmd.Correct(placement=session.position.placement, next_turn=seat))
        session.do(cmd.Forfeit(seat=seat, hand=None))
    session.do(cmd.Correct(placement=session.position.placement, next_turn=0))
    gone = 5 - cards
    session.state = replace(session.state, cards=(cards, 0, 0, 0), discard=session.state.discard + gone)
    return session


def test_a_round_goes_on_while_somebody_has_cards() -> None:
    """ROY-R24: one player plays on alone, card after card, and may copy his own (ROY-R25)."""
    session = only_one_plays(2)
    session.do(cmd.DeclarePlay(seat=0, card="2"))
    session.show(session.position.placement.with_pawns(((9, *HOME[1:]), HOME, HOME, HOME)))
    assert session.position.turn == 0
    session.play("copy")
    assert isinstance(session.events[-1], ev.RoundEnded)


@pytest.mark.parametrize("count", [0, 1])
def test_the_last_card_of_a_round_may_bring_another_one(count: int) -> None:
    """ROY-R24: the round waits for the answer, and ends or goes on with it."""
    session = only_one_plays(1)
    lands(session)
    assert session.state.phase is Phase.PLAY
    assert refusal(session, cmd.DeclarePlay(seat=0, card="2")) == "draw_or_not"
    session.do(cmd.DrawCards(seat=0, count=count))
    if count:
        assert (session.position.turn, session.state.cards) == (0, (1, 0, 0, 0))
        session.play("2")
    assert isinstance(session.events[-1], ev.RoundEnded)
    assert session.state.phase is Phase.DEAL


def test_nothing_is_offered_when_nothing_is_left_to_draw() -> None:
    """CORE-R20: with both piles used up but for the card just played."""
    session = royal(KING_BEFORE_THE_HAT)
    session.state = replace(session.state, deck=0, discard=0)
    lands(session)
    assert session.state.owed is None


def test_a_draw_is_taken_back_alone() -> None:
    session = royal(KING_BEFORE_THE_HAT)
    lands(session)
    before = session.state
    session.do(cmd.DrawCards(seat=0))
    session.do(cmd.Undo())
    assert replace(session.state, seq=before.seq) == before
