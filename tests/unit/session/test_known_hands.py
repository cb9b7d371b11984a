"""A game in which the table knows the hands: every card is held, proofs check themselves, and nobody else learns it."""

import msgspec
import pytest
from msgspec.structs import replace
from rules_for_tests import rules_of
from session_driver import HOME, Session, refusal
from words_for_tests import WORDING

from companion.catalogue.shipped import SHIPPED
from companion.model.places import goal, is_goal
from companion.rules.legal import legal_plays
from companion.session import commands as cmd
from companion.session import events as ev
from companion.session.evolve import replay
from companion.session.state import Phase
from companion.store.codec import decode_event, encode_event
from companion.views.broadcast import topics
from companion.views.table import table_view
from companion.views.view_context import ViewContext

ANNA = ("1/11", "10", "2", "3", "5", "6")
BEN = ("12", "2", "3", "5", "6", "swap")
CARLA = ("13", "2", "7", "8", "9", "joker")
DAVID = ("10", "12", "2", "3", "5", "6")


def known(*hands: tuple[str, ...], exchanged: bool = True) -> Session:
    """DOG for four with these hands; the exchange gives the first card of each to the partner."""
    session = Session().start(variant="dog")
    return session.dealt(*(hands or (ANNA, BEN, CARLA, DAVID)), exchanged=exchanged)


def test_the_exchange_moves_real_cards_when_everybody_has_pushed_one() -> None:
    """CORE-R21, CORE-R22: locked first, revealed together; a start card may be given away or kept."""
    session = known(exchanged=False)
    session.do(cmd.Exchange(seat=0, card="1/11"))
    assert session.state.hands is not None
    assert session.state.hands[0] == ("10", "2", "3", "5", "6")
    assert session.state.hands[2] == tuple(sorted(CARLA))
    assert refusal(session, cmd.Exchange(seat=2, card="1/11")) == "card_not_held"
    assert refusal(session, cmd.Exchange(seat=2)) == "name_the_card"
    session.do(cmd.Exchange(seat=2, card="joker"))
    session.do(cmd.Exchange(seat=3, card="12"))
    session.do(cmd.Exchange(seat=1, card="swap"))
    assert session.state.phase is Phase.PLAY
    assert session.state.hands[0] == ("10", "2", "3", "5", "6", "joker")
    assert session.state.hands[2] == ("1/11", "13", "2", "7", "8", "9")
    assert session.state.hands[3] == ("10", "2", "3", "5", "6", "swap")


def test_a_card_pushed_over_by_mistake_is_taken_back() -> None:
    """CORE-R21: also when it was the last one and all have changed hands."""
    session = known(exchanged=False)
    for seat, card in enumerate(("1/11", "swap", "joker")):
        session.do(cmd.Exchange(seat=seat, card=card))
    before = session.state
    session.do(cmd.Exchange(seat=3, card="12"))
    session.do(cmd.Undo())
    assert replace(session.state, seq=before.seq) == before
    session.do(cmd.Exchange(seat=3, card="2"))
    assert session.state.hands is not None
    assert session.state.hands[1] == ("12", "2", "2", "3", "5", "6")


def test_a_card_that_is_not_held_cannot_be_played() -> None:
    session = known()
    assert session.state.hands is not None
    assert "13" in session.state.hands[0]
    assert refusal(session, cmd.DeclarePlay(seat=0, card="9")) == "card_not_held"
    session.play("13")
    assert "13" not in session.state.hands[0]
    assert session.state.cards[0] == len(session.state.hands[0]) == 5


def test_a_forfeit_with_a_playable_card_is_refused_whatever_is_shown() -> None:
    """CORE-R24, CORE-R11: the known hand counts, not what somebody claims to hold."""
    session = known()
    assert refusal(session, cmd.Forfeit(seat=0, hand=("2", "3", "5", "6", "8", "9"))) == "card_is_playable"
    session.do(cmd.Correct(placement=session.position.placement, next_turn=3))
    session.do(cmd.Forfeit(seat=3, hand=None))
    forfeited = session.events[-1]
    assert isinstance(forfeited, ev.HandForfeited)
    assert forfeited.hand == ("12", "12", "2", "3", "5", "6")
    assert session.state.hands is not None
    assert session.state.hands[3] == ()


def test_a_swap_is_laid_without_effect_only_as_the_last_resort() -> None:
    """DOG-R14: with hidden hands it is a claim, with known hands it is checked."""
    session = known()
    session.stand(HOME, HOME, HOME, HOME, turn=1)
    session.play("swap")
    accepted = session.events[-1]
    assert isinstance(accepted, ev.PlayAccepted)
    assert not accepted.claimed
    better = known(ANNA, ("12", "13", "3", "5", "6", "swap"), CARLA, DAVID)
    better.stand(HOME, HOME, HOME, HOME, turn=1)
    refused = better.play("swap").events[0]
    assert isinstance(refused, ev.PlayRefused)
    assert (refused.reasons[0].ruling, refused.reasons[0].code) == ("DOG-R14", "void_swap_not_last")
    assert refusal(better, cmd.ChoosePlay(result=better.position.placement)) == "void_swap_not_last"
    better.do(cmd.WithdrawDeclaration())
    better.play("13")


def test_a_joker_as_a_swap_counts_the_other_cards_only() -> None:
    """DOG-R14: no *other* card of the hand can be played, though the joker itself could bring a pawn in."""
    session = known(ANNA, ("12", "2", "3", "5", "6", "joker"), CARLA, ("9", "10", "12", "2", "3", "5"))
    session.stand(HOME, HOME, HOME, HOME, turn=1)
    accepted = session.play("joker", acting_as="swap").events[0]
    assert isinstance(accepted, ev.PlayAccepted)
    assert accepted.result == session.position.placement


def test_a_withdrawn_card_is_back_in_the_hand() -> None:
    """CORE-R23: without effect so far it was never spent."""
    session = known()
    before = session.state.hands
    session.do(cmd.DeclarePlay(seat=0, card="13"))
    session.do(cmd.WithdrawDeclaration())
    assert session.state.hands == before


def test_a_joker_is_declared_as_a_face_it_can_have() -> None:
    """DOG-R23, DOG-R24."""
    session = known()
    session.do(cmd.Correct(placement=session.position.placement, next_turn=2))
    assert refusal(session, cmd.DeclarePlay(seat=2, card="joker", acting_as="joker")) == "cannot_stand_for"
    assert refusal(session, cmd.DeclarePlay(seat=2, card="8", acting_as="13")) == "cannot_stand_for"
    session.play("joker", acting_as="13")
    assert session.state.hands is not None
    assert "joker" not in session.state.hands[2]


@pytest.mark.parametrize(
    ("hands", "code"),
    [
        ((ANNA, BEN, CARLA), "hands_do_not_fit"),
        ((ANNA, BEN, CARLA, DAVID[1:]), "hands_do_not_fit"),
        ((ANNA, BEN, CARLA, (*DAVID[1:], "14")), "unknown_card"),
    ],
)
def test_hands_that_cannot_be_are_not_dealt(hands: tuple[tuple[str, ...], ...], code: str) -> None:
    assert refusal(Session().start(variant="dog"), cmd.Deal(hands=hands)) == code


def solo() -> Session:
    """DOG for two with known hands that cannot be played: all pawns wait."""
    session = Session().start(variant="dog", seats=2).dealt(DAVID, DAVID)
    return session.stand([-1] * 5, [-1] * 5)


def test_the_drawn_card_is_checked_by_itself() -> None:
    """BD-R74, DOG-R29: a card that helps must be played, and nobody has to show anything."""
    session = solo()
    session.do(cmd.Discard(seat=0, card="12"))
    assert refusal(session, cmd.DrawCards(seat=0)) == "name_the_card"
    assert refusal(session, cmd.DrawCards(seat=0, cards=("99",))) == "unknown_card"
    session.do(cmd.DrawCards(seat=0, cards=("joker",)))
    assert refusal(session, cmd.Discard(seat=0, card="2")) == "card_is_playable"
    session.do(cmd.Undo())
    session.do(cmd.DrawCards(seat=0, cards=("8",)))
    assert refusal(session, cmd.Discard(seat=0)) == "name_the_card"
    assert refusal(session, cmd.Discard(seat=0, card="12")) == "card_not_held"
    session.do(cmd.Discard(seat=0, card="8"))
    assert session.state.hands is not None
    assert session.state.hands[0] == ("10", "2", "3", "5", "6")


def test_the_next_round_may_be_played_with_hidden_hands() -> None:
    session = known()
    session.do(cmd.NewRound())
    session.do(cmd.Deal())
    assert session.state.hands is None
    session.do(cmd.Exchange(seat=0, card="13"))
    assert session.events[-1] == ev.CardExchanged(seat=0)


def test_undo_gives_the_cards_back() -> None:
    session = known()
    before = session.state.hands
    session.play("13")
    session.do(cmd.Undo())
    assert session.state.hands == before
    assert replay(tuple(session.events)) == session.state


def leaking(session: Session) -> set[str]:
    """The fields by which equal tables with different hidden cards would look different."""
    view = table_view(session.state, ViewContext(wording=WORDING, epoch=1))
    messages = topics.event_messages(WORDING, view, tuple(session.events), 0)
    payloads = [topics.state(view, 0), topics.info(view, 0, "1"), *messages]
    return {repr(view), *(msgspec.json.encode(payload).decode() for payload in payloads)}


def test_no_view_and_no_message_tells_a_known_hand() -> None:
    """CORE-R25: two tables that differ only in the hands look the same to everybody."""
    one = known(ANNA, BEN, CARLA, DAVID)
    other = known(ANNA, tuple(reversed(CARLA)), ("9", *CARLA[1:]), ("joker", *DAVID[1:]))
    assert one.state.hands != other.state.hands
    assert leaking(one) == leaking(other)


def test_no_message_tells_a_drawn_card() -> None:
    """CORE-R25: how many, not which."""
    tables = []
    for card in ("8", "joker"):
        session = solo()
        session.do(cmd.Discard(seat=0, card="12"))
        session.do(cmd.DrawCards(seat=0, cards=(card,)))
        tables.append(leaking(session))
    assert tables[0] == tables[1]


def test_no_message_tells_what_was_shown_to_prove_a_discard() -> None:
    """CORE-R25: the card thrown away lies face up, the others go back into the hand."""
    tables = []
    for card in ("2", "9"):
        session = Session().start(variant="dog", seats=2).dealt((card, *DAVID[:5]), DAVID)
        session.stand([-1] * 5, [-1] * 5)
        session.do(cmd.Discard(seat=0, card="12"))
        assert session.events[-1] == ev.CardDiscarded(
            seat=0, card="12", because="draw", shown=session.state.earlier.hands[0] if session.state.earlier else ()
        )
        tables.append(leaking(session))
    assert tables[0] == tables[1]


def test_known_hands_are_in_the_record_and_come_back() -> None:
    session = known()
    session.play("13")
    for event in session.events:
        kind, text = encode_event(event)
        assert decode_event(SHIPPED, kind, text) == event


def test_a_deal_of_an_older_record_has_no_hands() -> None:
    """Old records stay readable: a field that they lack has a default."""
    body = '{"v":1,"round":1,"dealer":3,"first":0,"cards":5,"deck":90,"reshuffled":false}'
    assert decode_event(SHIPPED, "CardsDealt", body) == ev.CardsDealt(
        round=1, dealer=3, first=0, cards=5, deck=90, reshuffled=False
    )
    assert decode_event(SHIPPED, "DogPlaced", '{"v":1,"field":24}') == ev.DogPlaced(field=24)  # type: ignore[arg-type]


def test_a_record_from_before_figures_had_names_still_places_the_dog() -> None:
    """BD-R02: the game has only one."""
    session = Session().start()
    session.do(cmd.Deal())
    old = replay((*session.events, ev.DogPlaced(field=24)))  # type: ignore[arg-type]
    assert old.position is not None
    assert old.position.placement.extra("dog") == 24
    assert old.phase is Phase.EXCHANGE


def test_all_plays_of_a_held_card_are_offered() -> None:
    """The view lists the plays of the declared card only."""
    session = known()
    session.do(cmd.DeclarePlay(seat=0, card="13"))
    view = table_view(session.state, ViewContext(wording=WORDING, epoch=1))
    assert len(view.plays) == len(legal_plays(rules_of(session.position), session.position, "13")) == 1


@pytest.mark.parametrize(
    ("seven_overflow", "other", "refused"),
    [
        ("always", "+-4", False),
        ("only-if-no-fit", "8", False),
        ("only-if-no-fit", "+-4", True),
        ("only-if-no-fit", "joker", True),
    ],
)
def test_the_rest_of_a_7_waits_for_a_missing_card(seven_overflow: str, other: str, refused: bool) -> None:
    """DOG-R08: Anna's last pawn needs 4 points; an 8 does not bring it home, a 4 or a joker does."""
    session = Session().start(variant="dog", dog__seven_overflow=seven_overflow)
    session.dealt(("7", other, "2", "2", "2", "2"), BEN, CARLA, DAVID, exchanged=False)
    session.do(cmd.Exchange(seat=0, card="2"))
    session.exchange()
    found = _home_with_a_rest(session)
    if not refused:
        assert isinstance(found, ev.PlayAccepted)
        assert not found.claimed
        return
    assert isinstance(found, ev.PlayRefused)
    assert (found.reasons[0].ruling, found.reasons[0].code) == ("DOG-R08", "seven_rest_not_needed")
    assert dict(found.reasons[0].params) == {"card": "7", "other": other}


def test_the_rest_of_a_7_is_believed_where_hands_are_hidden() -> None:
    """DOG-R08: the record notes that it rests on the player's word."""
    found = _home_with_a_rest(Session().start(variant="dog", dog__seven_overflow="only-if-no-fit").to_play())
    assert isinstance(found, ev.PlayAccepted)
    assert found.claimed


def test_a_fault_of_the_hand_outweighs_another_play_than_the_announced_one() -> None:
    """DOG-R08: people who move for the computer learn first that the play is forbidden."""
    session = Session().start(variant="dog", dog__seven_overflow="only-if-no-fit")
    session.dealt(("7", "+-4", "2", "2", "2", "2"), BEN, CARLA, DAVID, exchanged=False)
    session.do(cmd.Exchange(seat=0, card="2"))
    session.exchange()
    found = _home_with_a_rest(session, announces=True)
    assert isinstance(found, ev.PlayRefused)
    assert [reason.code for reason in found.reasons] == ["seven_rest_not_needed"]


def _home_with_a_rest(session: Session, *, announces: bool = False) -> ev.Event:
    """Anna brings her last pawn home with 4 points of a 7 and moves her partner's pawn by 3.

    `announces`: she has announced a play of her own pawn alone.
    """
    session.stand([61, *map(goal, (2, 3, 4))], HOME, [40, *HOME[1:]], HOME, turn=0)
    results = [play.result for play in legal_plays(session.state.rules, session.position, "7")]
    wanted = next(result for result in results if 43 in result.pawns[2] and all(map(is_goal, result.pawns[0])))
    alone = next(result for result in results if result.pawns[2] == session.position.placement.pawns[2])
    session.do(cmd.DeclarePlay(seat=0, card="7", announced=alone if announces else None))
    return session.show(wanted).events[0]
