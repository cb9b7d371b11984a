"""Without a camera a finger can name every legal play of every game."""

import random
from collections.abc import Iterator

import pytest
from playout_tables import Case, kernel_for_tests, positions, ready, variants
from rules_for_tests import rules_of
from tapped_plays import plays_to_tap, tapped_view, taps_needed

from companion.catalogue.shipped import SHIPPED
from companion.model.places import KENNEL, Place
from companion.model.position import Position
from companion.rules.setup import first_position
from companion.views.table_view import CandidateView
from ui.presenters.play.choices import lit_spots, narrow, tappable_spots, unturned
from ui.presenters.play.play import MOST_BUTTONS, TabletState, offered_plays

#: Pawn, field and play are three; a split over four pawns takes eight, its list and its play.
MOST_TAPS = 12
#: Plays tapped, all cases together; in full so many of each game.
PLAYS, MANY_PLAYS, PLAYS_IN_FULL = 1_500, 5_000, 10_000


def sampled(
    case: Case, wanted: int, seed: int
) -> Iterator[tuple[Position, str, CandidateView, tuple[CandidateView, ...]]]:
    """So many legal plays of whole random games, with all plays of their card."""
    kernel, made, chance = kernel_for_tests(), ready(case), random.Random(seed)
    while wanted > 0:
        seed += 1
        pool = list(positions(kernel, made, seed, every=5))
        for position in chance.sample(pool, min(len(pool), 6)):
            card = chance.choice(made.rules.variant.cards)
            plays = plays_to_tap(position, card)
            for play in chance.sample(plays, min(len(plays), 3, wanted)):
                wanted -= 1
                yield position, card, play, plays


def not_tappable(case: Case, wanted: int, seed: int) -> list[str]:
    """The plays that cannot be named, a line each."""
    found = []
    for position, card, play, plays in sampled(case, wanted, seed):
        taps = taps_needed(tapped_view(position, card, plays), play)
        if taps is None or taps > MOST_TAPS:
            found.append(f"{card} in {position} to {play.result}: {taps} taps")
    return found


@pytest.mark.sampled(6)
@pytest.mark.parametrize("case", variants(), ids=str)
def test_every_legal_play_can_be_tapped(case: Case) -> None:
    assert not_tappable(case, PLAYS // len(variants()), seed=1) == []


@pytest.mark.long
@pytest.mark.parametrize("case", variants(), ids=str)
def test_every_one_of_many_legal_plays_can_be_tapped(case: Case, full: bool) -> None:
    of_game = sum(other.variant == case.variant for other in variants())
    wanted = PLAYS_IN_FULL // of_game if full else MANY_PLAYS // len(variants())
    assert not_tappable(case, wanted + 1, seed=1000) == []


def test_many_plays_over_the_same_fields_are_a_list() -> None:
    """One pawn walks a 4 in two parts, and the wheel may turn either way after each of them."""
    start = first_position(SHIPPED.variant("black_dog"))
    rows = tuple((KENNEL, KENNEL, KENNEL, Place(field)) for field in (23, 48, 47, 4))
    placed = start.placement.with_pawns(tuple(tuple(sorted(row)) for row in rows)).with_extra("dog", 61)
    position = start.with_placement(placed.with_extra("wheel", 2))
    plays = plays_to_tap(position, "partner4")
    assert len(plays) > MOST_BUTTONS
    for play in plays:
        assert taps_needed(tapped_view(position, "partner4", plays), play) is not None, play.result


def test_after_the_wheel_has_turned_the_board_may_be_tapped_as_it_lies() -> None:
    """A tap on the pawn's present field names the same play as before the turn."""
    seen = 0
    for case in variants():
        rules = ready(case).rules
        if rules.variant.wheel_fields(rules.sectors):
            for position, card, play, plays in sampled(case, 30, seed=7):
                before = unturned(rules_of(position), position, play.result)
                for spot in tappable_spots(rules_of(position), position, play.result) if before != play.result else ():
                    view = tapped_view(position, card, plays)
                    pane, offered, wheel = offered_plays(view, TabletState(taps=(spot,), listing=True))
                    shown = (wheel.clockwise, wheel.back) if wheel else offered
                    assert play.result in {choice.result for choice in shown}, (pane, spot)
                    seen += 1
    assert seen > 50


def test_a_tapped_pawn_lights_where_it_may_go() -> None:
    """Every lit spot is a further tap that fits, and some play arrives there."""
    for case in variants()[::5]:
        for position, _card, play, plays in sampled(case, 6, seed=3):
            for spot in tappable_spots(rules_of(position), position, play.result):
                for lit in lit_spots(rules_of(position), position, plays, (spot,)):
                    assert lit != spot
                    assert narrow(rules_of(position), position, plays, (spot, lit))
