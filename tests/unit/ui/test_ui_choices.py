"""Finding out by taps and one question which play it was."""

import pytest
from gallery.views import candidates, sample_position
from msgspec.structs import replace
from rules_for_tests import rules_of

from companion.catalogue.shipped import SHIPPED
from companion.model.places import Place
from companion.rules.apply import after_play
from companion.rules.legal import legal_plays
from ui.presenters.play.choices import changed_spots, narrow, tap, tappable_spots, turned, unturned, wheel_question
from ui.presenters.spots import WHEEL, Spot

POSITION = sample_position()
CARDS = SHIPPED.variant(POSITION.variant).cards


def field(number: int) -> Spot:
    return Spot(None, Place(number))


def test_turning_there_and_back_changes_nothing():
    for quarters in (-1, 1, 2, 3):
        there = turned(rules_of(POSITION), POSITION, POSITION.placement, quarters)
        assert turned(rules_of(POSITION), POSITION, there, -quarters) == POSITION.placement


def test_turning_carries_pawns_and_the_dog_with_the_disc():
    there = turned(rules_of(POSITION), POSITION, POSITION.placement, 1)
    assert Place(10 + 16) in there.pawns[3]
    assert there.extra("dog") == 24 + 16
    assert there.extra(WHEEL) == 2
    assert Place(5) in there.pawns[0]


def test_the_question_comes_if_only_the_direction_is_open():
    plays = candidates(POSITION, "3")
    pairs = [
        pair
        for first in plays
        for second in plays
        if (pair := wheel_question(rules_of(POSITION), POSITION, (first, second)))
    ]
    assert pairs
    for question in pairs:
        assert unturned(rules_of(POSITION), POSITION, question.clockwise.result) == unturned(
            rules_of(POSITION), POSITION, question.back.result
        )
        assert question.clockwise.result.extra(WHEEL) == (POSITION.placement.extra(WHEEL) + 1) % 4


def test_two_different_plays_ask_nothing():
    first, second = candidates(POSITION, "8")[:2]
    assert wheel_question(rules_of(POSITION), POSITION, (first, second)) is None
    assert wheel_question(rules_of(POSITION), POSITION, (first,)) is None


@pytest.mark.parametrize("card", CARDS)
def test_tapping_what_a_play_changed_keeps_it_and_leads_to_few(card):
    """Every play can be named by taps, and each remaining play fits all these taps, too."""
    plays = candidates(POSITION, card)
    for play in plays:
        spots = changed_spots(rules_of(POSITION), POSITION, play.result)
        left = narrow(rules_of(POSITION), POSITION, plays, spots)
        assert play in left
        assert all(spots <= tappable_spots(rules_of(POSITION), POSITION, other.result) for other in left)


def test_taps_may_come_in_any_order_and_be_taken_back():
    plays = candidates(POSITION, "partner4")
    taps = tap(rules_of(POSITION), POSITION, plays, (), field(9))
    taps = tap(rules_of(POSITION), POSITION, plays, taps, field(5))
    assert set(taps) == {field(5), field(9)}
    assert tap(rules_of(POSITION), POSITION, plays, taps, field(9)) == (field(5),)


def test_a_tap_that_fits_no_play_is_lost():
    plays = candidates(POSITION, "8")
    taps = tap(rules_of(POSITION), POSITION, plays, (), field(5))
    assert tap(rules_of(POSITION), POSITION, plays, taps, field(3)) == taps


def test_a_tap_on_another_pawn_begins_anew():
    plays = candidates(POSITION, "8")
    taps = tap(rules_of(POSITION), POSITION, plays, (), field(5))
    assert tap(rules_of(POSITION), POSITION, plays, taps, field(27)) == (field(27),)


def test_a_whole_game_can_be_entered_by_taps():
    """Twenty plays in a row, each found again from the spots it changed."""
    position = replace(POSITION, copied="8")
    for number in range(20):
        card = next(
            card
            for card in (CARDS[(number + step) % len(CARDS)] for step in range(15))
            if legal_plays(rules_of(position), position, card)
        )
        plays = legal_plays(rules_of(position), position, card)
        wanted = plays[number % len(plays)]
        shown = candidates(position, card)
        left = narrow(rules_of(position), position, shown, changed_spots(rules_of(position), position, wanted.result))
        assert wanted.result in [choice.result for choice in left]
        position = after_play(rules_of(position), position, wanted)
