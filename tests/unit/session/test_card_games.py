"""DOG Cards as a game of the session: begun, played, judged, undone, recorded, taken up again and shown."""

import json

import msgspec
import pytest
from card_sessions import CardSession, sorted_deck
from session_driver import Session, refusal
from words_for_tests import WORDING

from companion.app.memory_store import MemoryStore
from companion.app.table import Table
from companion.catalogue.shipped import SHIPPED
from companion.open_row.position import UNKNOWN, all_cards
from companion.session import commands as cmd
from companion.session import events as ev
from companion.session.evolve import evolve, replay
from companion.session.state import BoardGame, NoGame
from companion.transcript.rejudge import rejudge
from companion.transcript.text import format_game, parse_game
from companion.transcript.words import RecordTextError
from companion.views.broadcast import topics
from companion.views.broadcast.event_fields import event_fields
from companion.views.table import table_view
from companion.views.table_view import Stage, TableView
from companion.views.view_context import ViewContext

#: Lies open at places 1 to 13 of a sorted deck, then seven cards for each of two players, one after the other.
OPEN = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "12", "13", "14", "joker")
HANDS = ("1/11", "13", "2", "4", "3", "7", "14", "8", "8", "9", "robber", "10", "joker", "12")


#: Every face of the deck.
SHIPPED_FACES = tuple(dict.fromkeys(sorted_deck()))


def known() -> CardSession:
    """Seat 0 holds 1/11 2 3 8 14 joker robber, seat 1 holds 4 7 8 9 10 12 13; the deck is known to its end."""
    return CardSession().begin(deck=sorted_deck(*OPEN, *HANDS))


def shown(session: CardSession) -> TableView:
    return table_view(session.state, ViewContext(wording=WORDING, epoch=1))


def test_a_game_begins_without_anything_of_a_board() -> None:
    session = CardSession().begin(seats=3, first=2)
    assert (session.table.position.turn, session.table.teams, len(session.table.faces)) == (2, (0, 1, 2), 15)
    view = shown(session)
    assert view.position is None
    assert view.card_table is not None
    assert (view.stage, view.turn, [seat.cards for seat in view.seats]) == (Stage.PLAY, 2, [7, 7, 7])
    assert (view.board, view.deck, view.discard) == ("", 120 - 13 - 21, 0)


def test_an_allowed_action_is_played_and_the_turn_passes() -> None:
    session = known()
    assert session.act("lay 1/11 0.1") == "legal"
    assert session.table.position.rows == ((("1/11",),), ())
    assert (session.table.position.turn, session.table.ply) == (1, 1)
    assert isinstance(session.events[-1], ev.ActionTaken)


def test_an_illegal_action_is_refused_with_its_ruling_and_changes_nothing() -> None:
    session = known()
    before = session.table.position
    assert session.act("buy 14 5") == "DC-R10 end_buys_nothing"
    assert session.act("lay 8 0.1") == "DC-R04 needs_start_or_joker"
    assert session.act("lay 1/11 0.1", seat=1) == "CORE-R31 not_your_turn"
    assert session.act("lay 1/11 0.1+buy 3 3") == "DC-R22 one_action_only"
    assert (session.table.position, session.table.position.turn, session.table.ply) == (before, 0, 0)
    verdict = shown(session).verdict
    assert verdict is not None
    assert (verdict.kind, verdict.ruling, verdict.card) == ("illegal", "DC-R22", "1/11")


def test_what_is_no_action_is_refused() -> None:
    session = known()
    assert refusal(session, cmd.DeclareAction(seat=0, action="fly away")) == "not_an_action"
    assert refusal(session, cmd.DeclareAction(seat=0, action="lay 8 7.1")) == "not_an_action"


@pytest.mark.parametrize(
    "command",
    [
        cmd.Deal(),
        cmd.PlaceDog(field=8),
        cmd.DeclarePlay(seat=0, card="8"),
        cmd.SkipTurn(seat=0),
        cmd.NewRound(),
        cmd.Exchange(seat=0),
        cmd.Forfeit(seat=0, hand=None),
    ],
)
def test_what_belongs_to_a_board_is_refused(command: cmd.Command) -> None:
    assert refusal(known(), command) == "not_now"


def test_an_action_is_refused_in_a_game_on_a_board_and_before_any_game() -> None:
    assert refusal(Session().start(), cmd.DeclareAction(seat=0, action="lay 8 0.1")) == "not_now"
    assert refusal(Session(), cmd.RevealCard(place=1, card="8")) == "no_game"


def test_cards_that_nobody_named_accuse_nobody() -> None:
    session = CardSession().begin()
    assert session.table.position.open_row == (UNKNOWN,) * 13
    assert session.act("buy 9 9") == "legal"
    assert session.act("lay 3 1.1") == "DC-R04 needs_start_or_joker"
    assert session.act("lay 13 1.1") == "legal"


def test_cards_of_the_open_row_are_named_when_they_are_turned_up() -> None:
    session = CardSession().begin()
    session.turn_up(4, "joker")
    assert session.act("buy 4 4") == "legal"
    assert session.table.position.open_row[3] == UNKNOWN
    assert "joker" in session.table.position.hands[0]
    session.turn_up(4, "9")
    session.turn_up(4, "10")
    assert session.table.position.open_row[3] == "10"
    assert len(tuple(all_cards(session.table.rules, session.table.position))) == 120


def test_a_card_on_its_own_number_is_corrected_by_anybody() -> None:
    session = CardSession().begin()
    session.turn_up(5, "5")
    assert session.act("discard 9") == "DC-R03 mend_first"
    assert session.act("mend 5", seat=1) == "legal"
    assert (session.table.position.open_row[4], session.table.position.turn) == (UNKNOWN, 0)
    assert session.act("discard 9") == "legal"


def test_a_ninth_card_of_a_face_is_not_believed() -> None:
    session = CardSession().begin()
    for place in range(1, 9):
        session.turn_up(place, "joker")
    assert refusal(session, cmd.RevealCard(place=9, card="joker")) == "card_lies_elsewhere"
    assert refusal(session, cmd.RevealCard(place=14, card="2")) == "not_now"
    assert refusal(session, cmd.RevealCard(place=9, card="11")) == "unknown_card"
    assert refusal(known(), cmd.RevealCard(place=9, card="2")) == "card_lies_elsewhere"


def test_partners_push_a_card_over_before_the_game() -> None:
    session = CardSession().begin(seats=4, first=1)
    assert shown(session).stage is Stage.EXCHANGE_PARTNER
    assert session.act("discard 9") == "DC-R20 give_first"
    assert refusal(session, cmd.Exchange(seat=0)) == "not_your_turn"
    for seat in (1, 2, 3):
        session.do(cmd.Exchange(seat=seat))
    assert [seat.exchanged for seat in shown(session).seats] == [False, True, True, True]
    session.do(cmd.Exchange(seat=0))
    assert (shown(session).stage, session.table.position.turn) == (Stage.PLAY, 1)
    assert all(len(hand) == 5 for hand in session.table.position.hands)


def test_no_card_that_is_pushed_over_is_shown_not_even_when_it_is_refused() -> None:
    """Every card of every hand, in turn and out of turn: the published state is the same for each."""
    said: dict[tuple[int, str], set[str]] = {}
    for seat in range(4):
        for card in SHIPPED_FACES:
            session = CardSession().begin(seats=4, deck=sorted_deck())
            verdict = session.act(f"give {card}", seat=seat)
            view = shown(session)
            fields = [event_fields(event) for event in session.events[1:]]
            public = json.dumps([fields, msgspec.to_builtins(topics.state(view, 0)), verdict])
            if "card_not_held" not in verdict:
                said.setdefault((seat, verdict), set()).add(public)
    assert len(said) == 4
    assert all(len(each) == 1 for each in said.values())


def test_undo_takes_back_the_newest_action_and_the_card_turned_up() -> None:
    session = CardSession().begin()
    session.turn_up(3, "joker")
    before = session.table
    session.act("buy 3 3")
    session.turn_up(3, "9")
    session.do(cmd.Undo())
    assert session.table.position == before.position
    assert (session.table.ply, session.table.position.turn) == (0, 0)
    assert refusal(session, cmd.Undo()) == "nothing_to_undo"


def test_a_pause_stops_the_play() -> None:
    session = known()
    session.do(cmd.Pause())
    assert refusal(session, cmd.DeclareAction(seat=0, action="discard 8")) == "game_paused"
    session.do(cmd.Resume())
    assert session.act("discard 8") == "legal"


def test_the_game_ends_with_the_last_row() -> None:
    session = CardSession().begin()
    row = ("1/11", "2", "3", "4", "5", "6", "7", "8", "9", "10", "1/11", "12", "13", "14")
    for card in (*row, *row):
        assert session.act(f"lay {card} 0.1") == "legal"
        if session.table.result is None:
            assert session.act(f"discard {card}") == "legal"
    assert session.table.result == (0,)
    assert isinstance(session.events[-1], ev.GameWon)
    assert shown(session).stage is Stage.OVER
    assert refusal(session, cmd.DeclareAction(seat=1, action="discard 8")) == "game_over"


def long_game() -> CardSession:
    """A game with everything that can happen in it."""
    session = CardSession().begin(seats=4)
    for seat in range(4):
        session.do(cmd.Exchange(seat=seat))
    session.turn_up(2, "2")
    session.act("mend 2", seat=3)
    session.turn_up(2, "14")
    session.act("lay 8 0.1")
    session.act("lay 13 0.1")
    session.act("buy 2 2")
    session.do(cmd.Undo())
    session.do(cmd.Pause())
    session.do(cmd.Resume())
    session.act("rob robber 0.1")
    session.do(cmd.Abandon())
    return session


def test_a_restart_is_a_replay() -> None:
    session = long_game()
    assert replay(tuple(session.events)) == session.state


def test_the_rules_of_a_game_are_kept_with_it() -> None:
    session = CardSession().begin()
    started = session.events[0]
    assert isinstance(started, ev.CardGameStarted)
    face = started.rules.tables["cards"]["robber"]
    robberless = {**started.rules.tables, "cards": {**started.rules.tables["cards"], "robber": {**face, "robs": False}}}
    changed = ev.CardGameStarted(
        game="house",
        variant=started.variant,
        names=started.names,
        colours=started.colours,
        position=started.position,
        first=0,
        rules=type(started.rules)(format=1, tables=robberless),
    )
    house = evolve(NoGame(), changed)
    assert not isinstance(house, NoGame)
    assert house.judge(0, "rob robber 1.1").reasons[0].code == "only_robber_robs"


def test_a_game_is_written_as_text_and_read_back() -> None:
    session = long_game()
    text = format_game(session.events, None)
    record = parse_game(SHIPPED, text)
    assert record.events == tuple(session.events)
    assert format_game(record.events, None) == text
    assert 'action 0 "lay 13 0.1"' in text
    assert not any(judged.wrong for judged in rejudge(record, WORDING))


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ('action 1 "discard 8"', "not allowed (CORE-R31 not_your_turn)"),
        ('action 0 "lay 8 0.1"', "not allowed (DC-R04 needs_start_or_joker)"),
        ('action 0 "sing"', "is none; write one of"),
        ('action 7 "discard 8"', "there is no seat 7"),
        ("reveal 14 8", "the places are 1 to 13"),
        ("reveal 1 K", "is no card of dog_cards"),
        ("undo 1", "of 0 entries so far"),
        ("play 0 8 0:0>8 t_ms=1", "this game has no board"),
        ("deal round=1 dealer=0 first=0 cards=5 deck=10", "in games on a board only"),
        ("exchange 0", "has no card to push over now"),
    ],
)
def test_a_text_that_cannot_be_has_its_line_and_reason(entry: str, reason: str) -> None:
    head = format_game(CardSession().begin().events, None)
    with pytest.raises(RecordTextError) as fault:
        parse_game(SHIPPED, f"{head}{entry}\n")
    assert fault.value.line == head.count("\n") + 1
    assert reason in fault.value.reason


def test_the_public_state_has_no_hand_and_stays_small() -> None:
    session = known()
    session.act("buy joker 13")
    state = topics.state(shown(session), 0)
    assert state.position is not None
    assert (state.position["hands"], state.position["draw"]) == ([7, 7], 120 - 13 - 14 - 1)
    assert state.last is not None
    assert (state.last.play, state.last.verdict, state.last.card) == ("buy joker 13", "legal", "joker")
    assert set(state.last.text) == {"de", "en", "fr", "it"}
    assert topics.info(shown(session), 0, "1").board == ""


def test_the_broadcast_shows_each_action_but_no_exchanged_card() -> None:
    session = long_game()
    view = shown(session)
    heard = topics.event_messages(WORDING, view, tuple(session.events), 0)
    assert [each.kind for each in heard].count("exchange") == 4
    assert all(each.card is None for each in heard if each.kind == "exchange")
    assert [each.detail["play"] for each in heard if each.kind == "play"] == [
        "mend 2", "lay 13 0.1", "buy 2 2", "rob robber 0.1",
    ]  # fmt: skip


def test_a_board_game_may_follow_at_the_table_with_its_own_rows() -> None:
    table = Table(MemoryStore(), epoch=1)
    session = CardSession().begin()
    start = Session().start().events[0]
    for event in session.events:
        table.restore((event,))
    assert isinstance(start, ev.GameStarted)
    table.restore((*session.events, start))
    assert isinstance(table.state, BoardGame)
    assert table.state.seq == 1


def test_of_a_pile_that_nobody_knows_no_place_is_known() -> None:
    """A corrected card goes under the pile, but so do cards that fit no place, which nobody names."""
    session = CardSession().begin()
    session.turn_up(5, "5")
    assert session.act("mend 5") == "legal"
    assert set(session.table.position.draw) == {UNKNOWN}
    assert known().table.position.draw[-1] != UNKNOWN
