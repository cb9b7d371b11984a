"""The marks on the board while a play is tapped: pawns that may go, the play that is named for good, and letters."""

from dataclasses import replace

import pytest
from gallery.views import declared_view, game_view, spoken
from tapped_plays import spots_in_order

from companion.model.places import Place
from companion.model.verdict import VerdictKind
from companion.views.table_view import HealthState, TableView
from ui.presenters.play.board_marks import lettered, pointed_at, points_at_wheel, settled
from ui.presenters.play.choices import arrivals, changed_spots, movable, narrow, tappable_spots
from ui.presenters.play.play import MOST_BUTTONS
from ui.presenters.spots import Spot


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
