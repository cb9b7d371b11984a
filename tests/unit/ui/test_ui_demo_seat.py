"""The visitor's seat on the tablet, for every state of the table and of the seat; no Kivy."""

from dataclasses import replace
from itertools import product

import pytest
from gallery import views as make
from words_for_tests import WORDING

from companion.model.verdict import VerdictKind
from companion.session.state import Phase
from companion.views.demo_seat import DemoSeat
from companion.views.table_view import HealthState, TableView
from ui.i18n import load_words
from ui.presenters.play.demo_seat import at_own_turn, demo_strip_face, with_visitor
from ui.presenters.play.play import TabletState, play_view_model

WORDS = load_words("en", WORDING)
HAND = ("8", "13")
SEATS = (
    None,
    DemoSeat(),
    *(
        DemoSeat(seat=seat, hand=hand, busy=busy, astray=astray)
        for seat, hand, busy, astray in product((0, 1), ((), HAND), (False, True), (False, True))
    ),
)
VIEWS = (
    make.sample_view(),
    make.declared_view("8"),
    make.declared_view("8", camera=HealthState.OFF),
    make.declared_view("8", verdict=make.spoken(VerdictKind.UNCLEAR, seat=0)),
    make.sample_view(phase=Phase.DEAL, turn=0),
    make.sample_view(paused=True),
    make.sample_view(phase=Phase.OVER, result=(0, 2)),
)


def demo(view: TableView) -> TableView:
    return replace(view, demo=True)


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("seat", SEATS)
def test_the_strip_offers_what_the_hands_can_do_now(view: TableView, seat: DemoSeat | None) -> None:
    face = demo_strip_face(demo(view), seat, WORDS)
    assert face.text.startswith("DEMO")
    assert not (face.errs and face.puts_back)
    assert face.asks == (seat is not None and view.phase != "over")
    free = seat is not None and at_own_turn(demo(view), seat) and not seat.busy
    assert (face.errs, face.puts_back) == ((not seat.astray, seat.astray) if free and seat else (False, False))


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("seat", SEATS)
def test_a_table_of_people_is_the_same_whatever_the_seat(view: TableView, seat: DemoSeat | None) -> None:
    assert not at_own_turn(view, seat)
    assert with_visitor(TabletState(), view, seat) == TabletState()


def test_the_own_turn_shows_the_hand_and_one_tap_shows_all_cards() -> None:
    view, seat = demo(make.sample_view()), DemoSeat(seat=0, hand=HAND)
    face = play_view_model(view, with_visitor(TabletState(), view, seat), WORDS)
    assert (face.pane, tuple(card.card for card in face.cards)) == ("hand", HAND)
    face = play_view_model(view, with_visitor(TabletState(all_cards=True), view, seat), WORDS)
    assert (face.pane, tuple(card.card for card in face.cards)) == ("cards", view.cards)


def test_a_declared_card_can_be_tapped_beside_a_camera() -> None:
    seat = DemoSeat(seat=0, hand=HAND)
    panes = {}
    for name, view in (("open", VIEWS[1]), ("unclear", replace(VIEWS[3], candidates=VIEWS[3].plays[:2]))):
        panes[name] = play_view_model(demo(view), with_visitor(TabletState(), demo(view), seat), WORDS)
    assert (panes["open"].pane, panes["open"].tapping) == ("tap", True)
    assert (panes["unclear"].tapping, len(panes["unclear"].choices)) == (False, 2)


def test_moving_hands_and_other_players_turns_offer_nothing_to_tap() -> None:
    view = demo(make.declared_view("8"))
    busy = DemoSeat(seat=0, hand=HAND, busy=True)
    assert play_view_model(view, with_visitor(TabletState(), view, busy), WORDS).pane == "watch"
    other = play_view_model(view, with_visitor(TabletState(), view, DemoSeat(seat=1)), WORDS)
    assert (other.pane, other.choices, other.visiting) == ("others", (), False)
