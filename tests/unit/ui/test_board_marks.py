"""The marks on the board while a play is tapped: pawns that may go, the play that is named for good, and letters."""

import random
from dataclasses import replace

import pytest
from gallery.views import declared_view, game_view, spoken
from rules_for_tests import rules_of
from tapped_plays import spots_in_order
from wrong_plays import board

from companion.board.files import board_for, load_board
from companion.board.layout import BoardLayout
from companion.model.places import KENNEL, Place
from companion.model.position import Placement
from companion.model.verdict import VerdictKind
from companion.rules.legal import legal_plays
from companion.views.table_view import HealthState, TableView
from ui.presenters.play.board_marks import lettered, paths, pointed_at, points_at_wheel, settled
from ui.presenters.play.choices import arrivals, changed_spots, movable, narrow, tappable_spots, unturned
from ui.presenters.play.play import MOST_BUTTONS
from ui.presenters.spots import Spot, Spots


@pytest.fixture(params=["partner4", "3", "8", "12", "black1-7"])
def view(request: pytest.FixtureRequest) -> TableView:
    return declared_view(request.param, camera=HealthState.OFF)


def test_every_play_begins_with_a_figure_that_glows(view: TableView) -> None:
    glowing = movable(view.rules, view.position, view.plays)
    for play in view.plays:
        assert changed_spots(view.rules, view.position, play.result) & glowing
    assert all(
        any(spot in tappable_spots(view.rules, view.position, play.result) for play in view.plays) for spot in glowing
    )


def test_a_play_is_settled_only_by_taps_that_fit_no_other(view: TableView) -> None:
    seen = 0
    for play in view.plays:
        taps = tuple(spots_in_order(view, play))
        assert settled(view.rules, view.position, view.plays, taps[:1]) is None
        for count in range(2, len(taps) + 1):
            found = settled(view.rules, view.position, view.plays, taps[:count])
            fitting = {each.result for each in narrow(view.rules, view.position, view.plays, taps[:count])}
            came = arrivals(view.rules, view.position, play.result) & set(taps[:count])
            assert (found is not None) == (fitting == {play.result} and bool(came))
            seen += found is not None
    assert seen


def test_a_letter_stands_where_no_other_offered_play_goes(view: TableView) -> None:
    for first in range(0, len(view.plays), MOST_BUTTONS):
        offered = view.plays[first : first + MOST_BUTTONS]
        letters = lettered(view.rules, view.position, offered)
        for spot, letter in letters:
            going = [play for play in offered if spot in arrivals(view.rules, view.position, play.result)]
            assert going == [offered["ABC".index(letter)]]
        if len(offered) > 1 and not letters:
            came = [arrivals(view.rules, view.position, play.result) for play in offered]
            assert all(spots <= frozenset().union(*came[:at], *came[at + 1 :]) for at, spots in enumerate(came))


def test_a_single_play_needs_no_letter(view: TableView) -> None:
    assert lettered(view.rules, view.position, view.plays[:1]) == ()


@pytest.mark.parametrize("code", ["dog_wrong_count", "dog_alone", "dog_turns_no_wheel", "wheel_too_far", "exact_count"])
def test_a_wrong_move_of_dog_or_wheel_rings_what_belongs_back(code: str) -> None:
    """The dog's field as the play found it, so that the demo's wrong move shows where it goes back to."""
    view = game_view("black_dog", 4)
    assert view.position is not None
    view = replace(view, verdict=replace(spoken(VerdictKind.ILLEGAL), code=code), anomaly=None, put_back=None)
    dog = Spot(None, Place(view.position.placement.extra("dog") or 0))
    assert (dog in pointed_at(view)) is ("dog" in code)
    assert points_at_wheel(view) is ("wheel" in code)
    legal = replace(view, verdict=replace(spoken(VerdictKind.LEGAL), code=code))
    assert not pointed_at(legal)
    assert not points_at_wheel(legal)


@pytest.mark.parametrize(("game", "players"), [("black_dog", 4), ("dog_royal", 6), ("jackaroo", 4), ("tock_4", 4)])
def test_an_arrow_begins_at_a_pawn_and_leaves_its_place_empty(game: str, players: int) -> None:
    """Pawns in a kennel are drawn on its first spots."""
    chance, kennels = random.Random(1), 0
    for _ in range(15):
        position = board(chance, game, players)
        rules = rules_of(position)
        layout = BoardLayout(load_board(board_for(rules.variant, position.sectors)))
        spots = Spots(layout, position.seats, rules.variant.rank_names)
        stood = places(spots, position.placement)
        for play in (play for card in rules.variant.cards for play in legal_plays(rules, position, card)):
            stand = places(spots, unturned(rules, position, play.result))
            for begin, end in paths(rules, position, play.result):
                assert begin.seat is None or spots.at(begin) in stood
                assert end.seat is None or spots.at(end) in stand
                assert begin.place != KENNEL or spots.at(begin) not in stand
                kennels += KENNEL in (begin.place, end.place)
    assert kennels > 50


def places(spots: Spots, placement: Placement) -> set[tuple[float, float]]:
    return {(mark.x, mark.y) for mark in spots.marks(placement)}
