"""The course of a game: set-up, deal, exchange, turns, forfeit, rounds, end; each step as events."""

from msgspec.structs import replace
from rules_for_tests import rules_of
from session_driver import COLOURS, HOME, NAMES, Session, position, refusal

from companion.model.places import KENNEL, Place, goal
from companion.model.verdict import VerdictKind
from companion.rules.legal import legal_plays
from companion.session import commands as cmd
from companion.session import events as ev
from companion.session.evolve import replay
from companion.session.state import Phase


def test_a_game_begins_with_one_pawn_of_each_on_its_start_field() -> None:
    """BD-R01: the free first start is done for everybody."""
    session = Session().start()
    assert [max(row) for row in session.position.placement.pawns] == [0, 16, 32, 48]
    assert session.state.phase is Phase.DEAL


def test_the_dog_is_placed_after_dealing_and_before_the_exchange() -> None:
    """BD-R02, BD-R03: by the dealer of round 1, who sits to the right of the first player."""
    session = Session().start(first=2)
    assert refusal(session, cmd.PlaceDog(field=10)) == "still_dealing"
    session.do(cmd.Deal())
    assert session.state.phase is Phase.FIGURE
    assert session.state.dealer == 1
    assert refusal(session, cmd.Exchange(seat=0)) == "place_dog_first"
    session.do(cmd.PlaceDog(field=10))
    assert session.state.phase is Phase.EXCHANGE


def test_the_dog_may_be_placed_on_a_paw_but_only_on_the_wheel() -> None:
    """BD-R04: a paw is allowed and turns nothing."""
    session = Session().start()
    session.do(cmd.Deal())
    assert refusal(session, cmd.PlaceDog(field=3)) == "dog_not_on_wheel"
    session.do(cmd.PlaceDog(field=8))
    assert session.position.placement.extra("dog") == 8
    assert session.position.placement.extra("wheel") == 0


def test_play_begins_when_both_partners_have_pushed_a_card_over() -> None:
    """CORE-R21: two phases, nobody plays before all have exchanged."""
    session = Session().start()
    session.do(cmd.Deal())
    session.do(cmd.PlaceDog(field=10))
    for seat in (0, 1, 2):
        session.do(cmd.Exchange(seat=seat))
        assert refusal(session, cmd.DeclarePlay(seat=0, card="2")) == "exchange_first"
    session.do(cmd.Exchange(seat=3))
    assert session.state.phase is Phase.PLAY


def test_every_hand_has_five_cards_and_each_play_costs_one() -> None:
    """BD-R80: five cards a round."""
    session = Session().ready()
    assert session.state.cards == (5, 5, 5, 5)
    session.play("2")
    assert session.state.cards == (4, 5, 5, 5)
    assert (session.state.discard, session.state.discard_top, session.position.copied) == (1, "2", "2")
    assert session.position.turn == 1


def test_a_card_out_of_turn_is_refused_with_a_reason() -> None:
    session = Session().ready()
    events = session.do(cmd.DeclarePlay(seat=2, card="2")).events
    assert isinstance(events[0], ev.PlayRefused)
    assert events[0].reasons[0].code == "not_your_turn"
    assert session.state.declared is None


def test_an_unknown_card_is_refused() -> None:
    assert refusal(Session().ready(), cmd.DeclarePlay(seat=0, card="99")) == "unknown_card"


def test_an_illegal_state_is_reported_once_and_the_declaration_stands() -> None:
    session = Session().ready()
    session.do(cmd.DeclarePlay(seat=0, card="2"))
    wrong = session.position.placement.with_pawns(
        ((KENNEL, KENNEL, KENNEL, Place(3)), *session.position.placement.pawns[1:])
    )
    first = session.show(wrong)
    assert [type(event) for event in first.events] == [ev.PlayRefused]
    assert session.show(wrong).events == ()
    right = legal_plays(rules_of(session.position), session.position, "2")[0].result
    assert isinstance(session.show(right).events[0], ev.PlayAccepted)


def test_a_card_without_effect_so_far_goes_back_to_the_hand() -> None:
    """CORE-R23: withdrawn, not spent."""
    session = Session().ready()
    session.do(cmd.DeclarePlay(seat=0, card="2"))
    session.do(cmd.WithdrawDeclaration())
    assert session.state.cards == (5, 5, 5, 5)
    assert session.state.declared is None


def test_the_turn_of_the_wheel_is_waited_for_and_decides() -> None:
    """BD-R06: landing on a paw, the wheel must turn; either way is right and the one seen counts."""
    session = Session().start(position([[6, *HOME[1:]], HOME, HOME, HOME]))
    session.do(cmd.DeclarePlay(seat=0, card="2"))
    waiting = session.show(position([[8, *HOME[1:]], HOME, HOME, HOME]).placement)
    assert waiting.verdict is not None
    assert waiting.verdict.kind is VerdictKind.UNFINISHED
    turned = session.show(position([[56, *HOME[1:]], HOME, HOME, HOME], dog=58, wheel=3).placement)
    assert isinstance(turned.events[0], ev.PlayAccepted)


def test_zugzwang_a_forfeit_with_a_playable_card_is_refused() -> None:
    """CORE-R11, CORE-R24: every card of the open hand is tried."""
    session = Session().ready()
    assert refusal(session, cmd.Forfeit(seat=0, hand=("2", "swap", "swap", "copy", "copy"))) == "card_is_playable"
    assert refusal(session, cmd.Forfeit(seat=0, hand=("2",))) == "hand_size"


def test_a_forfeited_hand_goes_under_the_pile_and_the_seat_sits_out() -> None:
    """BD-R81, BD-R53, BD-R51: the last played card stays the one to copy; a copy as first card is no play."""
    session = Session().ready()
    stuck = position([HOME, HOME, HOME, HOME])
    session.do(cmd.Correct(placement=stuck.placement))
    session.do(cmd.Forfeit(seat=0, hand=("2", "3", "8", "copy", "swap")))
    assert session.state.discard == 5
    assert session.state.discard_top is None
    assert session.position.copied is None
    assert session.state.out == (True, False, False, False)
    assert session.position.turn == 1


def test_a_forfeit_keeps_the_card_to_copy() -> None:
    """BD-R53, BD-R54: the last *played* card counts, not a discarded one."""
    session = Session().ready(core__verify_forfeit=False)
    session.play("2")
    session.do(cmd.Forfeit(seat=1, hand=None))
    assert session.position.copied == "2"
    assert session.state.discard_top == "2"


def test_a_copy_of_a_copy_is_the_original() -> None:
    """BD-R52: the copied face stays what it was."""
    session = Session().ready()
    session.play("2")
    session.play("copy")
    assert session.position.copied == "2"
    assert session.state.discard_top == "copy"


def test_players_without_cards_are_skipped_and_the_round_ends() -> None:
    session = Session().ready(core__verify_forfeit=False)
    for seat in (0, 1, 2):
        session.do(cmd.Forfeit(seat=seat, hand=None))
    for _ in range(4):
        session.play("1/11") if legal_plays(rules_of(session.position), session.position, "1/11") else session.play("2")
        assert session.position.turn == 3
    last = session.play("2") if legal_plays(rules_of(session.position), session.position, "2") else session.play("1/11")
    assert isinstance(last.events[-1], ev.RoundEnded)
    assert (session.state.phase, session.state.dealer, session.state.first) == (Phase.DEAL, 0, 1)
    assert session.position.copied is None


def test_the_pile_is_reshuffled_when_it_cannot_be_dealt_from() -> None:
    """CORE-R20: 110 cards serve five rounds of twenty; the sixth needs the discard pile."""
    session = Session().ready(core__verify_forfeit=False)
    seen = []
    for _ in range(6):
        for _ in range(4):
            session.do(cmd.Forfeit(seat=session.position.turn, hand=None))
        events = session.do(cmd.Deal()).events
        assert isinstance(events[0], ev.CardsDealt)
        seen.append(events[0].reshuffled)
        session.exchange()
    assert seen == [False, False, False, False, True, False]
    assert (session.state.deck or 0) + session.state.discard + sum(session.state.cards) == 110


def test_a_done_player_is_still_dealt_cards_and_may_forfeit() -> None:
    """CORE-R18: the helper plays on."""
    lane = [goal(1), goal(2), goal(3), goal(4)]
    session = Session().ready(core__verify_forfeit=False)
    session.do(cmd.Correct(placement=position([lane, HOME, [20, *HOME[1:]], HOME]).placement))
    assert session.state.cards[0] == 5
    session.do(cmd.Forfeit(seat=0, hand=None))
    assert session.state.out[0]


def test_the_team_wins_at_once_and_the_rest_of_the_hands_is_dropped() -> None:
    """CORE-R19: the end of the game comes before the end of the round."""
    lane = [goal(1), goal(2), goal(3), goal(4)]
    session = Session().ready()
    session.do(cmd.Correct(placement=position([[62, *lane[1:]], HOME, lane, HOME]).placement))
    ways = legal_plays(rules_of(session.position), session.position, "3")
    session.play("3", next(number for number, way in enumerate(ways) if goal(1) in way.result.pawns[0]))
    assert session.state.phase is Phase.OVER
    assert session.state.result == (0, 2)
    assert refusal(session, cmd.DeclarePlay(seat=1, card="2")) == "game_over"


def test_the_choice_of_a_person_is_accepted_when_it_is_legal() -> None:
    session = Session().ready()
    session.do(cmd.DeclarePlay(seat=0, card="2"))
    result = legal_plays(rules_of(session.position), session.position, "2")[0].result
    nowhere = result.with_extra("dog", 44)
    assert refusal(session, cmd.ChoosePlay(result=nowhere)) == "not_a_legal_play"
    event = session.do(cmd.ChoosePlay(result=result)).events[0]
    assert isinstance(event, ev.PlayAccepted)
    assert event.by_hand


def test_a_correction_in_place_of_a_play_spends_the_card() -> None:
    session = Session().ready()
    session.do(cmd.DeclarePlay(seat=0, card="2"))
    odd = session.position.placement.with_extra("dog", 44)
    session.do(cmd.Correct(placement=odd, next_turn=1))
    assert session.state.cards == (4, 5, 5, 5)
    assert session.position.copied == "2"
    assert session.position.placement == odd


def test_a_pause_refuses_plays_until_it_is_over() -> None:
    session = Session().ready()
    session.do(cmd.Pause())
    assert refusal(session, cmd.DeclarePlay(seat=0, card="2")) == "game_paused"
    session.do(cmd.Resume())
    session.play("2")


def test_a_game_begun_in_the_middle_counts_no_cards_and_needs_no_deal() -> None:
    session = Session().start(position([[3, *HOME[1:]], HOME, HOME, HOME], turn=2, copied="8"))
    assert session.state.phase is Phase.PLAY
    session.do(cmd.SkipTurn(seat=2))
    assert session.position.turn == 3
    session.do(cmd.NewRound())
    assert session.position.copied is None


def test_undo_takes_back_the_newest_play_and_is_an_event() -> None:
    session = Session().ready()
    before = session.state
    session.play("2")
    session.do(cmd.Undo())
    assert replace(session.state, seq=before.seq) == before
    assert len(session.events) == session.state.seq
    assert isinstance(session.events[-1], ev.EventsUndone)


def test_undo_goes_back_play_by_play_over_the_end_of_a_round() -> None:
    session = Session().ready(core__verify_forfeit=False)
    states = []
    for _ in range(4):
        states.append(session.state)
        session.do(cmd.Forfeit(seat=session.position.turn, hand=None))
    states.append(session.state)
    session.do(cmd.Deal())
    for state in reversed(states):
        session.do(cmd.Undo())
        assert replace(session.state, seq=state.seq) == state
    for phase in (Phase.EXCHANGE, Phase.FIGURE, Phase.DEAL):
        session.do(cmd.Undo())
        assert session.state.phase is phase
    assert refusal(session, cmd.Undo()) == "nothing_to_undo"


def test_replaying_the_record_gives_the_same_state() -> None:
    session = Session().ready()
    session.play("2")
    session.play("3")
    session.do(cmd.Undo())
    session.play("8")
    assert replay(tuple(session.events)) == session.state
    assert (session.state.names, session.state.colours) == (NAMES[:4], COLOURS[:4])
