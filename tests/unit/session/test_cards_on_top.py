"""How a game goes on when plays were not seen: cards laid, and turns passed, on top of an open card."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace
from session_driver import HOME, Session, position, refusal
from test_grounds import BOTH, PLAYED, WRONG, accused, next_card, seen
from test_senses import BEFORE, look, picture

from companion.model.position import Position
from companion.model.verdict import VerdictKind
from companion.session import commands as cmd
from companion.session import events as ev
from companion.session.decide import DOUBT_STANDS_MS
from companion.session.decide.boards.open_turn import Laid, NothingOpen, Question


def test_two_plays_that_were_never_seen_alone_are_found_together() -> None:
    session = seen()
    next_card(session)
    look(session, BOTH, 4000, 0)
    plays = [event for event in session.events if isinstance(event, ev.PlayAccepted)]
    assert [(play.seat, play.card, play.inferred) for play in plays] == [(0, "3", True), (1, "13", True)]
    assert plays[-1].result == BOTH.placement
    assert session.position.turn == 2


def test_a_row_that_was_found_on_a_board_leaves_that_board_seen() -> None:
    """The next player is judged at once: no second picture of the start is needed."""
    session = seen()
    next_card(session)
    look(session, BOTH, 4000, 0)
    session.do(cmd.DeclarePlay(seat=2, card="3"))
    wrong = position([[9, *HOME[1:]], [16, *HOME[1:]], [34, *HOME[1:]], HOME])
    look(session, wrong, 5000, 0)
    assert isinstance(look(session, wrong, 5000 + DOUBT_STANDS_MS, 0), ev.PlayRefused)


def test_a_finished_play_under_the_next_card_is_not_reinterpreted() -> None:
    """The question of which pawn went is open, and the pawns change places under the next card."""
    two, other = [6, 12, *HOME[2:]], [6, 15, *HOME[2:]]
    for one_went, known in (([9, 12, *HOME[2:]], False), (two, True)):
        session = Session().start(position([two, HOME, HOME, HOME]))
        look(session, position([two, HOME, HOME, HOME]), 0, 0)
        session.do(cmd.DeclarePlay(seat=0, card="3"))
        doubtful = picture(position([one_went, HOME, HOME, HOME]), 1000, 0)
        session.senses = session.senses.watching(replace(session.senses.referee.witness, view=doubtful))
        session.senses = session.senses.with_turn(Laid(questions=Question.PLAY))
        next_card(session)
        look(session, position([other, [16, *HOME[1:]], HOME, HOME]), 4000, 0)
        assert any(isinstance(event, ev.PlayAccepted) for event in session.events) is known


def test_when_only_the_first_play_is_there_the_next_card_lies_open() -> None:
    session = seen()
    next_card(session)
    look(session, PLAYED, 4000, 0)
    assert session.state.declared is not None
    assert (session.state.declared.seat, session.state.declared.card) == (1, "13")
    assert isinstance(session.senses.referee.turn, Laid)


def test_the_next_card_lies_open_once_a_person_has_chosen_the_play() -> None:
    session = seen()
    next_card(session)
    session.do(cmd.ChoosePlay(result=PLAYED.placement))
    assert session.state.declared is not None
    assert session.state.declared.seat == 1


def turns_of(session: Session) -> list[tuple[type, int]]:
    """The plays that are in the record and the turns that were passed, in order."""
    turns = (event for event in session.events if isinstance(event, ev.PlayAccepted | ev.TurnSkipped))
    return [(type(event), event.seat) for event in turns]


def test_who_passes_over_a_play_that_was_not_seen_is_part_of_the_row() -> None:
    session = seen()
    session.do(cmd.SkipTurn(seat=1))
    session.do(cmd.DeclarePlay(seat=2, card="13"))
    session.do(cmd.SkipTurn(seat=3))
    look(session, position([[9, *HOME[1:]], HOME, [32, *HOME[1:]], HOME]), 4000, 0)
    assert turns_of(session) == [
        (ev.PlayAccepted, 0),
        (ev.TurnSkipped, 1),
        (ev.PlayAccepted, 2),
        (ev.TurnSkipped, 3),
    ]
    assert (session.position.turn, session.senses.referee.turn) == (0, NothingOpen())


def test_the_top_card_lies_open_if_only_the_play_under_a_pass_is_made() -> None:
    session = seen()
    session.do(cmd.SkipTurn(seat=1))
    session.do(cmd.DeclarePlay(seat=2, card="13"))
    look(session, PLAYED, 4000, 0)
    assert session.state.declared is not None
    assert (session.state.declared.seat, type(session.senses.referee.turn)) == (2, Laid)
    assert isinstance(session.events[-2], ev.TurnSkipped)


def test_nobody_is_accused_under_a_pass() -> None:
    """A player who passes believes that the play was made, like one who lays a card."""
    session = seen()
    session.do(cmd.SkipTurn(seat=1))
    assert not accused(session, 1000)


def test_only_the_next_player_passes() -> None:
    session = seen()
    assert refusal(session, cmd.SkipTurn(seat=2)) == "not_your_turn"


def test_who_passes_over_a_fault_that_still_lies_there_has_not_passed() -> None:
    session = seen()
    assert accused(session, 1000)
    session.do(cmd.SkipTurn(seat=1))
    assert session.do(cmd.ReportObservation(observation=picture(WRONG, 2000, 0))).verdict is not None
    assert (type(session.senses.referee.turn), session.position.turn) == (Laid, 0)
    look(session, PLAYED, 4000, 0)
    assert session.position.turn == 1


def test_who_passes_over_a_fault_that_was_put_right_has_passed() -> None:
    """The pass may come before the picture that shows it."""
    session = seen()
    assert accused(session, 1000)
    session.do(cmd.SkipTurn(seat=1))
    look(session, PLAYED, 2000, 0)
    assert session.position.turn == 2


def round_over(session: Session) -> None:
    """All others have laid a card on top of the open one, and its player passes; the next one lays another."""
    for seat, card in enumerate(("13", "13", "13"), start=1):
        session.do(cmd.DeclarePlay(seat=seat, card=card))
    session.do(cmd.SkipTurn(seat=0))
    session.do(cmd.DeclarePlay(seat=1, card="2"))


@pytest.mark.parametrize("before", [lambda session: None, lambda session: accused(session, 1000)])
def test_who_passes_a_round_later_is_part_of_the_row_too(before: Callable[[Session], object]) -> None:
    """Also where a fault was put right meanwhile, and only that was not seen."""
    session = seen()
    before(session)
    round_over(session)
    all_of_them = [[9, *HOME[1:]], [18, *HOME[1:]], [32, *HOME[1:]], [48, *HOME[1:]]]
    look(session, position(all_of_them), 4000, 0)
    look(session, position(all_of_them), 4000 + DOUBT_STANDS_MS, 0)
    told = [event for event in session.events if isinstance(event, ev.PlayAccepted | ev.TurnSkipped)]
    assert [event.seat for event in told] == [0, 1, 2, 3, 0, 1]
    assert isinstance(told[4], ev.TurnSkipped)


def test_a_pass_over_a_possibly_corrected_fault_is_part_of_the_row() -> None:
    session = seen()
    assert accused(session, 1000)
    nobody_knows = replace(picture(PLAYED, 3000, 0), track=((-1.8,) * 6,) * 64)
    for t_ms in (3000, 3000 + DOUBT_STANDS_MS):
        session.do(cmd.ReportObservation(observation=replace(nobody_knows, t_ms=t_ms)))
    assert Question.PLAY in session.senses.referee.questions
    session.do(cmd.SkipTurn(seat=1))
    session.do(cmd.DeclarePlay(seat=2, card="13"))
    look(session, position([[9, *HOME[1:]], HOME, [32, *HOME[1:]], HOME]), 6000, 0)
    told = [event.seat for event in session.events if isinstance(event, ev.PlayAccepted | ev.TurnSkipped)]
    assert told == [0, 1, 2]


def two_cards(*between: cmd.Command) -> Session:
    """One player lays a 3 and then a 12; both times nobody sees what is played."""
    session = seen()
    for command in (*between, cmd.DeclarePlay(seat=0, card="12")):
        session.do(command)
    return session


def stands(session: Session, what: Position, t_ms: int) -> ev.Event | VerdictKind | None:
    """Returns the event or verdict on a board that has stood for long enough."""
    look(session, what, t_ms, 0)
    return look(session, what, t_ms + DOUBT_STANDS_MS, 0)


def test_who_lays_two_cards_may_have_played_the_first() -> None:
    session = two_cards()
    assert stands(session, PLAYED, 1000) is VerdictKind.UNCLEAR


def test_a_board_that_two_cards_explain_leads_to_a_question() -> None:
    session = Session().start(BEFORE)
    look(session, BEFORE, 0, 0)
    for card in ("13", "1/11"):
        session.do(cmd.DeclarePlay(seat=0, card=card))
    assert stands(session, position([[0, 6, *HOME[2:]], HOME, HOME, HOME]), 1000) is VerdictKind.UNCLEAR


def test_a_card_that_is_laid_twice_is_one_card() -> None:
    session = seen()
    session.do(cmd.DeclarePlay(seat=0, card="3"))
    assert isinstance(look(session, PLAYED, 1000, 0), ev.PlayAccepted)


def test_what_neither_of_two_cards_explains_is_illegal() -> None:
    session = two_cards()
    assert isinstance(stands(session, WRONG, 1000), ev.PlayRefused)


def test_a_card_that_was_taken_back_was_not_played() -> None:
    session = two_cards(cmd.WithdrawDeclaration())
    assert isinstance(stands(session, PLAYED, 1000), ev.PlayRefused)


def test_the_next_play_shows_which_of_two_cards_was_played() -> None:
    session = two_cards()
    stands(session, PLAYED, 1000)
    next_card(session)
    look(session, BOTH, 4000, 0)
    plays = [event for event in session.events if isinstance(event, ev.PlayAccepted)]
    assert [(play.seat, play.card) for play in plays] == [(0, "3"), (1, "13")]


def test_which_of_two_cards_on_top_was_played_shows_as_well() -> None:
    session = seen()
    next_card(session)
    session.do(cmd.DeclarePlay(seat=1, card="2"))
    look(session, BOTH, 4000, 0)
    plays = [event for event in session.events if isinstance(event, ev.PlayAccepted)]
    assert [(play.seat, play.card) for play in plays] == [(0, "3"), (1, "13")]


def test_who_passes_and_then_lays_a_card_may_have_passed() -> None:
    session = seen()
    session.do(cmd.SkipTurn(seat=1))
    session.do(cmd.DeclarePlay(seat=1, card="2"))
    session.do(cmd.DeclarePlay(seat=2, card="13"))
    look(session, position([[9, *HOME[1:]], HOME, [32, *HOME[1:]], HOME]), 4000, 0)
    assert turns_of(session) == [
        (ev.PlayAccepted, 0),
        (ev.TurnSkipped, 1),
        (ev.PlayAccepted, 2),
    ]


def test_two_cards_on_top_are_kept_once_the_play_below_is_known() -> None:
    session = seen()
    next_card(session)
    session.do(cmd.DeclarePlay(seat=1, card="2"))
    look(session, PLAYED, 4000, 0)
    assert session.state.declared is not None
    assert session.state.declared.card == "2"
    assert stands(session, BOTH, 6000) is VerdictKind.UNCLEAR


def test_a_board_seen_under_another_card_is_judged_by_the_next_picture() -> None:
    """It may be put right already: six to seven, a fault with a 3, would be a play of the newly laid 1."""
    session = seen()
    assert accused(session, 1000)
    decision = session.do(cmd.DeclarePlay(seat=0, card="1/11"))
    assert [type(event) for event in decision.events] == [ev.PlayDeclared]
    assert isinstance(look(session, WRONG, 2000, 0), ev.PlayAccepted)


def test_people_who_tap_pass_in_turn_only() -> None:
    session = Session().start(BEFORE)
    session.do(cmd.DeclarePlay(seat=0, card="3"))
    assert refusal(session, cmd.SkipTurn(seat=1)) == "not_your_turn"


def test_who_goes_on_over_a_fault_that_still_lies_there_is_out_of_turn() -> None:
    """CORE-R31: it was seen, and it is seen again."""
    session = seen()
    assert accused(session, 1000)
    next_card(session)
    said = look(session, WRONG, 2000, 0)
    assert isinstance(said, ev.PlayRefused)
    assert (said.seat, said.reasons[0].code) == (1, "not_your_turn")


def test_who_goes_on_once_it_may_have_been_put_right_is_not() -> None:
    session = seen()
    assert accused(session, 1000)
    next_card(session)
    look(session, BOTH, 2000, 0)
    refused = [event for event in session.events if isinstance(event, ev.PlayRefused)]
    assert [event.seat for event in refused] == [0]
    assert session.position.turn == 2


def test_who_goes_on_over_a_fault_while_nobody_looks_is_not_accused() -> None:
    """The fault may have been put right, and another one made."""
    session = seen()
    assert accused(session, 1000)
    session.do(cmd.LoseSight())
    next_card(session)
    stands(session, WRONG, 4000)
    assert [event.seat for event in session.events if isinstance(event, ev.PlayRefused)] == [0]


def test_a_board_put_back_under_the_next_card_begins_the_wait_anew() -> None:
    session = seen()
    next_card(session)
    look(session, WRONG, 4000, 0)
    look(session, BEFORE, 4100, 0)
    assert look(session, WRONG, 4050 + DOUBT_STANDS_MS, 0) is None
    assert look(session, WRONG, 4050 + 2 * DOUBT_STANDS_MS, 0) is VerdictKind.UNCLEAR


def questioned() -> Session:
    """A session with a question about the play of the open card."""
    session = seen()
    nobody_knows = replace(picture(PLAYED, 3000, 0), track=((-1.8,) * 6,) * 64)
    for t_ms in (3000, 3000 + DOUBT_STANDS_MS):
        decision = session.do(cmd.ReportObservation(observation=replace(nobody_knows, t_ms=t_ms)))
    assert decision.verdict is not None
    assert decision.verdict.kind is VerdictKind.UNCLEAR
    return session


@pytest.mark.parametrize("ends", [cmd.SkipTurn(seat=0), cmd.NewRound(), cmd.Forfeit(seat=0, hand=None)])
def test_a_question_about_a_card_ends_with_that_card(ends: cmd.Command) -> None:
    """However the card goes, the next one is judged without the doubt about the one before."""
    session = questioned()
    session.do(ends)
    assert session.state.declared is None
    look(session, BEFORE, 4000, 0)
    session.do(cmd.DeclarePlay(seat=session.position.turn, card="13"))
    wrong = position([[6, *HOME[1:]], [19, *HOME[1:]], HOME, HOME]) if session.position.turn else WRONG
    assert isinstance(stands(session, wrong, 5000), ev.PlayRefused)


def test_an_undo_takes_the_top_card_back() -> None:
    session = seen()
    next_card(session)
    assert session.do(cmd.Undo()).events == ()
    (event,) = session.do(cmd.Undo()).events
    assert event == ev.DeclarationWithdrawn(seat=0, card="3")
    assert not [event for event in session.events if isinstance(event, ev.PlayDeclared) and event.seat == 1]


def test_a_card_on_top_does_not_reach_another_game() -> None:
    session = seen()
    next_card(session)
    session.start(BEFORE)
    session.do(cmd.SkipTurn(seat=0))
    assert session.state.declared is None


@pytest.mark.parametrize("held", [("3", "13"), ("3", "12"), ("5", "13"), ("5", "12")])
def test_a_row_with_a_card_that_its_seat_does_not_hold_explains_nothing(held: tuple[str, str]) -> None:
    session = seen()
    next_card(session)
    hands = (*((card, "2") for card in held), ("5", "2"), ("6", "2"))
    session.state = replace(session.state, hands=hands, cards=(2, 2, 2, 2))
    look(session, BOTH, 4000, 0)
    assert any(isinstance(event, ev.PlayAccepted) for event in session.events) is (held == ("3", "13"))
    assert not any(isinstance(event, ev.PlayRefused) for event in session.events)


@pytest.mark.parametrize("held", ["3", "5"])
def test_a_hand_that_lacks_the_open_card_forbids_nothing(held: str) -> None:
    session = seen()
    session.state = replace(session.state, hands=((held, "2"), *[("5", "2")] * 3), cards=(2, 2, 2, 2))
    look(session, PLAYED, 4000, 0)
    assert [event.card for event in session.events if isinstance(event, ev.PlayAccepted)] == ["3"]
