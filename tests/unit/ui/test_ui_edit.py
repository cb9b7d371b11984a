"""Setting the board by hand, and laying a hand open."""

from dataclasses import replace

import msgspec
from gallery.views import game_view, sample_position, sample_view
from rules_for_tests import with_rules

from companion.model.places import CENTRE, KENNEL, Place, goal
from companion.session.commands import Discard, Forfeit
from companion.views.table_view import PendingView
from ui.presenters.play.edit import begin_draft, nudge, picks, tap_draft, targets, turn_draft
from ui.presenters.play.forfeit import give_up, lay_open, open_hand, take_back, throw
from ui.presenters.spots import Spot

START = begin_draft(*with_rules(sample_position()))


def field(number: int) -> Spot:
    return Spot(None, Place(number))


def moved(origin: Spot, target: Spot):
    return tap_draft(tap_draft(START, origin), target)


def test_a_pawn_goes_where_it_is_put():
    draft = moved(field(5), field(7))
    assert Place(7) in draft.placement.pawns[0]
    assert Place(5) not in draft.placement.pawns[0]
    assert picks(draft) == (field(7),)


def test_what_stood_there_goes_home():
    draft = moved(field(5), field(16))
    assert draft.placement.pawns[1].count(KENNEL) == 3
    assert Place(16) in draft.placement.pawns[0]


def test_no_pawn_is_ever_lost_or_made():
    draft = START
    for spot in (
        field(5),
        field(33),
        field(33),
        Spot(1, KENNEL),
        Spot(2, goal(3)),
        Spot(2, goal(1)),
        field(24),
        field(60),
    ):
        draft = tap_draft(draft, spot)
        assert [len(row) for row in draft.placement.pawns] == [4, 4, 4, 4]


def test_a_pawn_goes_only_into_its_own_lane_and_kennel():
    assert goal(2) in moved(field(5), Spot(0, goal(2))).placement.pawns[0]
    assert moved(field(5), Spot(1, goal(2))).placement == START.placement
    assert moved(field(5), Spot(0, KENNEL)).placement.pawns[0].count(KENNEL) == 2


def test_the_dog_is_moved_like_a_pawn_but_stays_on_the_track():
    assert moved(field(24), field(30)).placement.extra("dog") == 30
    assert moved(field(24), Spot(0, goal(1))).placement.extra("dog") == 24


def test_a_second_tap_on_the_same_pawn_lets_go_of_it():
    assert tap_draft(tap_draft(START, field(5)), field(5)).picked is None


def test_a_picked_figure_may_go_to_any_field_and_its_own_lane():
    spots = frozenset({field(5), field(6), Spot(0, goal(2)), Spot(1, goal(2))})
    assert field(6) not in targets(START, spots)
    assert field(5) in targets(START, spots)
    held = targets(tap_draft(START, field(5)), spots)
    assert {field(5), field(6), Spot(0, goal(2))} <= held
    assert Spot(1, goal(2)) not in held


def test_arrows_shift_the_last_moved_pawn_over_occupied_fields():
    draft = nudge(moved(field(5), field(9)), 1, 64)
    assert Place(11) in draft.placement.pawns[0], "field 10 is taken by blue"
    back = nudge(draft, -1, 64)
    assert Place(9) in back.placement.pawns[0]
    assert nudge(START, 1, 64) == START


def test_the_wheel_turns_with_all_that_stands_on_it():
    draft = turn_draft(START, -1)
    assert draft.placement.extra("wheel") == 0
    assert draft.placement.extra("dog") == 8
    assert turn_draft(draft, 1).placement == START.placement


def test_a_hand_is_complete_when_every_card_lies_open():
    hand = open_hand(sample_view())
    for card in ("2", "2", "swap"):
        hand = lay_open(hand, card)
        assert not hand.complete
    hand = lay_open(hand, "copy")
    assert hand.complete
    assert lay_open(hand, "3") == hand
    assert take_back(hand).cards == ("2", "2", "swap")
    assert give_up(hand) == Forfeit(seat=0, hand=("2", "2", "swap", "copy"))


def test_where_nobody_counted_any_open_hand_will_do():
    view = sample_view()
    seats = tuple(
        type(seat)(**{**{name: getattr(seat, name) for name in seat.__slots__}, "cards": None}) for seat in view.seats
    )
    hand = open_hand(sample_view(seats=seats))
    assert not hand.complete
    assert lay_open(hand, "2").complete


def test_with_ranks_every_pawn_of_a_kennel_is_its_own():
    draft = begin_draft(*with_rules(game_view("dog_royal", 4).position))
    row = draft.placement.pawns[0]
    draft = tap_draft(tap_draft(draft, Spot(0, KENNEL, 3)), field(40))
    assert draft.placement.pawns[0] == (*row[:3], Place(40))
    assert nudge(draft, 1, 64).placement.pawns[0] == (*row[:3], Place(41))


def test_the_centre_takes_one_pawn_where_the_game_has_one():
    view = game_view("tock_6", 4)
    draft = begin_draft(*with_rules(view.position))
    put = tap_draft(tap_draft(draft, field(5)), Spot(None, CENTRE))
    assert CENTRE in put.placement.pawns[0]
    assert CENTRE not in put.placement.pawns[1], "who stood there goes home"
    dog = begin_draft(*with_rules(game_view("dog", 4).position))
    assert tap_draft(tap_draft(dog, field(5)), Spot(None, CENTRE)).placement == dog.placement


def test_where_one_card_is_lost_it_is_chosen_from_the_hand_that_was_shown():
    hand = open_hand(game_view("tock_6", 4))
    for card in ("2", "Q", "9"):
        hand = lay_open(hand, card)
    assert throw(hand, 1) == hand, "the hand is not all shown yet"
    hand = lay_open(hand, "Q")
    assert not hand.complete
    assert give_up(throw(hand, 2)) == Discard(seat=0, card="9", hand=("2", "Q", "9", "Q"))


def test_after_a_draw_the_drawn_card_alone_is_shown():
    view = game_view("dog", 3, pending=PendingView(kind="play_or_discard", seat=0, count=1))
    hand = lay_open(open_hand(view), "8")
    assert hand.complete
    assert give_up(hand) == Discard(seat=0, hand=("8",))


def test_where_no_proof_is_wanted_a_forfeit_needs_no_cards():
    view = game_view("black_dog", 4)
    off = {"options": (("core.verify_forfeit", False),)}
    hand = open_hand(game_view("black_dog", 4, position=msgspec.structs.replace(view.position, **off)))
    assert hand.complete
    assert give_up(hand) == Forfeit(seat=0, hand=None)
    solo = game_view("dog", 3)
    hand = open_hand(replace(solo, position=msgspec.structs.replace(solo.position, **off)))
    assert give_up(lay_open(hand, "2")) == Discard(seat=0, card="2", hand=None), "one card is not the open hand"
