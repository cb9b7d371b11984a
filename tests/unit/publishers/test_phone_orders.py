"""Orders of phones: each speaks for its own seat, in the state it was given in, and is carried out once."""

import json
from dataclasses import replace
from typing import Any, get_args

import msgspec
import pytest
from gallery.card_views import first_view
from hypothesis import given
from hypothesis import strategies as st
from live_tables import TableSession
from session_driver import HOME, position
from views_for_tests import game_view

from companion.app.memory_store import MemoryStore
from companion.app.table import Table
from companion.publishers.phones.orders import MEMORY, SeatOrders, command_of
from companion.publishers.phones.seat_page import seat_pages
from companion.session import commands as cmd
from companion.session.state import Phase
from companion.views.table_view import CandidateView, Stage, TableView
from companion.web.messages import Expectation, SeatOrder

ORDERS = get_args(SeatOrder.__annotations__["order"])


def order(kind: Any = "declare", id: str = "a", epoch: int = 3, seq: int = 7, **given: Any) -> SeatOrder:
    return SeatOrder(id=id, expect=Expectation(epoch=epoch, seq=seq), order=kind, **given)


def table_at(**changes: Any) -> TableView:
    """Seat 2 is to move."""
    view = game_view(declared=None, verdict=None, can_undo=True)
    return replace(view, **changes)


class Posted:
    def __init__(self) -> None:
        self.all: list[tuple[TableView, cmd.Command]] = []
        self.orders = SeatOrders(lambda view, command: self.all.append((view, command)))


@given(
    seat=st.integers(0, 3),
    turn=st.integers(0, 3),
    kind=st.sampled_from(ORDERS),
    card=st.sampled_from(["8", "13", "copy", "partner4", "no such card", None]),
    declared=st.sampled_from([None, "8"]),
    own=st.sampled_from([None, 0, 1, 2, 3]),
    phase=st.sampled_from(["play", "deal", "exchange", "dog", "over", "idle"]),
    paused=st.booleans(),
    demo=st.booleans(),
    likely=st.booleans(),
)
def test_no_order_speaks_for_another_seat(
    seat: int, turn: int, kind: str, card: str | None, declared: str | None, own: int | None,
    phase: str, paused: bool, demo: bool, likely: bool,
) -> None:  # fmt: skip
    base = table_at()
    assert base.position
    plays = (CandidateView(play="8 2:33>41", text={"en": "..."}, result=base.position.placement),) if likely else ()
    view = replace(base, turn=turn, declared=declared, phase=phase, paused=paused, demo=demo, candidates=plays)
    found = command_of(seat, order(kind, card=card, play="8 2:33>41"), view, own)
    if isinstance(found, str):
        return
    assert (phase, paused, demo) == ("play", False, False)
    match found:
        case cmd.DeclarePlay():
            assert (found.seat, seat, declared) == (seat, turn, None)
            assert found.card in view.cards
        case cmd.WithdrawDeclaration() | cmd.ChoosePlay():
            assert (seat, declared) == (turn, "8")
        case cmd.Undo():
            assert (own, declared) == (seat, None)
        case _:
            pytest.fail(f"{found} is nothing for a phone")


@pytest.mark.parametrize(
    ("changes", "seat", "kind", "given", "reason"),
    [
        ({"paused": True}, 2, "declare", {"card": "8"}, "paused"),
        ({"demo": True}, 2, "declare", {"card": "8"}, "not_on"),
        ({"phase": Phase.OVER}, 2, "undo", {}, "not_on"),
        ({}, 1, "declare", {"card": "8"}, "not_yours"),
        ({"declared": "13"}, 2, "declare", {"card": "8"}, "card_open"),
        ({"declared": "13"}, 1, "declare", {"card": "8"}, "not_yours"),
        ({}, 2, "declare", {"card": "no such card"}, "no_such_card"),
        ({}, 2, "declare", {"card": "8", "face": "9"}, "no_such_card"),
        ({}, 2, "withdraw", {}, "not_yours"),
        ({"declared": "8"}, 1, "withdraw", {}, "not_yours"),
        ({"declared": "8"}, 2, "choose", {"play": "8 1:9>17"}, "no_such_play"),
        ({"declared": "8"}, 1, "choose", {"play": "8 1:9>17"}, "not_yours"),
        ({}, 2, "undo", {}, "not_yours"),
        ({"can_undo": False}, 1, "undo", {}, "not_yours"),
    ],
)
def test_a_refusal_has_its_own_reason(
    changes: dict[str, Any], seat: int, kind: str, given: dict[str, Any], reason: str
) -> None:
    """The newest play is that of seat 1."""
    assert command_of(seat, order(kind, **given), table_at(**changes), 1) == reason


def test_each_order_is_its_command() -> None:
    laid = table_at(declared="8")
    play = CandidateView(play="8 2:1>9", text={}, result=laid.position.placement)
    assert command_of(2, order(card="8"), table_at(), 1) == cmd.DeclarePlay(seat=2, card="8")
    assert command_of(2, order("withdraw"), laid, 1) == cmd.WithdrawDeclaration()
    assert command_of(1, order("undo"), table_at(), 1) == cmd.Undo()
    chosen = command_of(2, order("choose", play=play.play), replace(laid, candidates=(play,)), 1)
    assert chosen == cmd.ChoosePlay(result=play.result)


@pytest.mark.parametrize(("epoch", "seq"), [(3, 6), (3, 8), (2, 7)])
def test_an_order_for_another_state_is_refused(epoch: int, seq: int) -> None:
    posted = Posted()
    answer = posted.orders.take(2, order(epoch=epoch, seq=seq, card="8"), table_at(), None)
    assert (answer.ok, answer.error, posted.all) == (False, "stale", [])


def test_a_repeated_order_is_obeyed_once_and_answered_twice() -> None:
    posted, view = Posted(), table_at()
    first = posted.orders.take(2, order(card="8"), view, None)
    assert posted.orders.take(2, order(card="8"), replace(view, seq=8), None) == first
    assert first.ok
    assert posted.all == [(view, cmd.DeclarePlay(seat=2, card="8"))]


def test_the_id_of_one_seat_answers_no_other() -> None:
    posted, view = Posted(), table_at()
    assert posted.orders.take(2, order(card="8"), view, None).ok
    assert posted.orders.take(1, order(card="8"), view, None).error == "not_yours"


def test_answers_kept_are_bounded() -> None:
    posted, view = Posted(), table_at()
    for number in range(3 * MEMORY):
        posted.orders.take(2, order(id=f"n{number}", card="?"), view, None)
    assert len(posted.orders._answers[2]) == MEMORY


def test_a_joker_needs_a_face_and_another_card_has_none() -> None:
    played = TableSession().start(variant="dog").to_play()
    view = played.views[played.state.seq]
    asked = {"epoch": view.epoch, "seq": view.seq}
    assert command_of(view.turn, order(card="joker", **asked), view, None) == "no_such_card"
    assert command_of(view.turn, order(card="5", face="13", **asked), view, None) == "no_such_card"
    joker = command_of(view.turn, order(card="joker", face="13", **asked), view, None)
    assert joker == cmd.DeclarePlay(seat=view.turn, card="joker", acting_as="13")


def test_of_two_orders_for_one_state_the_table_carries_out_the_first() -> None:
    table = Table(MemoryStore(), epoch=1)
    table.handle(_started())
    view = table.view
    turn = view.turn
    table.post(cmd.DeclarePlay(seat=turn, card="8"))
    table.post_on(view, cmd.DeclarePlay(seat=turn, card="13"))
    table.post_on(view, cmd.Undo())
    table.start()
    table.stop()
    assert (table.view.declared, table.view.seq) == ("8", view.seq + 1)
    table.post_on(table.view, cmd.WithdrawDeclaration())
    table.start()
    table.stop()
    assert table.view.declared is None


def test_an_order_for_another_game_with_the_same_row_is_not_carried_out() -> None:
    table = Table(MemoryStore(), epoch=1)
    table.handle(_started("first"))
    view = table.view
    table.handle(_started("second"))
    assert table.view.seq == view.seq
    table.post_on(view, cmd.DeclarePlay(seat=view.turn, card="8"))
    table.start()
    table.stop()
    assert table.view.declared is None


@pytest.mark.parametrize("phase", [Phase.EXCHANGE, Phase.PLAY, Phase.OVER])
def test_a_game_of_cards_alone_has_pages_at_every_stage(phase: Phase) -> None:
    pages = seat_pages(replace(first_view(4), phase=phase, result=(0,) if phase is Phase.OVER else None), None)
    assert [msgspec.json.decode(page)["state"]["position"] for page in pages] == [None] * 4


def test_pages_tell_of_no_hand_and_every_seat_is_offered_the_same_cards() -> None:
    def pages(*hands: tuple[str, ...]) -> tuple[bytes, ...]:
        played = TableSession().start(variant="dog", first=1).dealt(*hands)
        return seat_pages(played.views[played.state.seq], None)

    one, other = ("2", "3", "5", "6", "7", "8"), ("13", "joker", "swap", "9", "10", "12")
    assert pages(one, other, one, other) == pages(other, one, other, one)


@pytest.mark.parametrize("declared", [None, "8"])
def test_a_page_has_all_cards_of_the_game_and_the_board_while_others_act(declared: str | None) -> None:
    view = table_at(declared=declared)
    pages = [json.loads(page) for page in seat_pages(view, None)]
    assert {tuple(page["cards"]) for page in pages} == {tuple(view.rules.variant.cards)}
    assert [page["seat"] for page in pages if page["state"]["position"] is None] == [view.turn]
    assert [page["state"]["recent"] for page in pages] == [[]] * len(pages)


def test_a_page_offers_what_an_order_may_do() -> None:
    view = table_at()
    assert view.stage is Stage.PLAY
    assert [b'"may":["declare"]' in page for page in seat_pages(view, None)] == [False, False, True, False]
    assert [b'"may":["undo"]' in page for page in seat_pages(view, 1)] == [False, True, False, False]
    laid = replace(view, declared="8")
    assert [b'"may":["withdraw"]' in page for page in seat_pages(laid, 1)] == [False, False, True, False]


def _started(game: str = "game") -> cmd.StartGame:
    session = TableSession().start(position([HOME, HOME, HOME, HOME]))
    begun = session.events[0]
    return cmd.StartGame(
        game=game,
        variant=session.state.rules.variant,
        names=begun.names,
        colours=begun.colours,
        board="black_dog",
        sectors=4,
        seats=(0, 1, 2, 3),
        position=session.position,
    )
