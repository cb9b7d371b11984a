"""Every field of every board can be hit by a finger that is 20 pixels off; an unambiguous play needs but one tap."""

import math
from collections.abc import Iterator

import pytest
from gallery.views import sample_position
from rules_for_tests import rules_of
from tapped_plays import plays_to_tap

from companion.board.files import board_ids, load_board
from companion.board.layout import BoardLayout
from companion.settings.schema import Settings
from ui.presenters.play import edit
from ui.presenters.play.choices import lit_spots, tappable_spots
from ui.presenters.play.finger import FINGER_PX, NOTHING, Reach, Tappable, tappable
from ui.presenters.spots import Spot, Spots

#: How far a finger is off; a hair less than allowed, for numbers are rounded.
OFF_PX = FINGER_PX - 0.01
SAMPLE_CARDS = ("8", "13", "black1-7", "swap")
#: How wide the board is drawn on a window, and how large that window is beside the reference screen.
WINDOWS = {"1280x800": (640, 1.0), "1024x600": (480, 0.75), "600x1024": (444, 0.75), "2560x1600": (1280, 2.0)}
Point = tuple[float, float]


def spots_of(board: str, ranks: tuple[str, ...] = ()) -> Spots:
    layout = BoardLayout(load_board(board))
    return Spots(layout, tuple(range(len(layout.profile.goal))), ranks)


def fingers(at: Point, px: float, unit: float, count: int) -> Iterator[Point]:
    """Places all round a point, so many pixels from it."""
    for step in range(count):
        turn = 2 * math.pi * step / count
        yield at[0] + px * math.cos(turn) / unit, at[1] + px * math.sin(turn) / unit


def hits(reach: Reach, spot: Spot, at: Point, count: int) -> None:
    """Asserts that a finger near a spot means it at once, or can tap it under the glass."""
    pressed = reach.under(at)
    assert spot in pressed
    if reach.meant(pressed) == spot:
        return
    assert len(pressed) > 1
    glass = reach.glass(at)
    seen = dict(glass.places(reach.tappable.spots))
    assert spot in seen
    places = [there for other, there in glass.places({spot})]
    for there in places:
        for tap in fingers(there, OFF_PX, 1.0, count):
            assert glass.tapped(tap) == spot
    apart = [math.dist(a, b) for one, a in glass.places(reach.tappable.spots) for b in places if one != spot]
    assert min(apart) >= 48


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("board", board_ids())
def test_every_spot_can_be_hit_by_a_finger_that_is_off(board: str, window: str) -> None:
    _every_spot(board, window, 3, every=23)


@pytest.mark.long
@pytest.mark.parametrize("board", board_ids())
def test_every_spot_can_be_hit_from_many_sides(board: str, full: bool) -> None:
    every = 1 if full else 5
    for window in WINDOWS:
        _every_spot(board, window, 5, every)
        _every_spot(board, window, 5, every, ranks=("king", "knight", "citizen", "jester"))


def _every_spot(board: str, window: str, count: int, every: int = 1, ranks: tuple[str, ...] = ()) -> None:
    side, scale = WINDOWS[window]
    spots = spots_of(board, ranks)
    reach = Reach(spots, Tappable(frozenset(spot for spot, _, _ in spots.all())), side, scale)
    for spot, x, y in spots.all()[::every]:
        for at in fingers((x, y), OFF_PX, side, count):
            hits(reach, spot, at, count)


@pytest.mark.parametrize("card", [card for card in SAMPLE_CARDS if card != "swap"])
@pytest.mark.parametrize("window", ["1280x800", "1024x600"])
def test_a_short_tap_picks_a_lone_figure_over_the_fields_around(card: str, window: str) -> None:
    position = sample_position()
    plays = plays_to_tap(position, card)
    side, scale = WINDOWS[window]
    spots = spots_of(Settings().board)
    reach = Reach(spots, tappable(rules_of(position), position, plays, ()), side, scale)
    likely = [(spot, (x, y)) for spot, x, y in spots.all() if spot in reach.tappable.likely]
    far = 2 * reach.finger_px / side
    alone = [
        (spot, at) for spot, at in likely if all(other == spot or math.dist(at, there) > far for other, there in likely)
    ]
    assert alone
    for spot, at in alone:
        for finger in fingers(at, OFF_PX, side, 6):
            assert reach.meant(reach.under(finger)) == spot


@pytest.mark.parametrize("card", SAMPLE_CARDS)
def test_nothing_is_tappable_that_names_no_play(card: str) -> None:
    position = sample_position()
    rules, plays = rules_of(position), plays_to_tap(position, card)
    offered = tappable(rules, position, plays, ()).spots
    changed = frozenset().union(*(tappable_spots(rules, position, play.result) for play in plays))
    assert offered == changed
    for spot in sorted(offered, key=repr)[:6]:
        after = tappable(rules, position, plays, (spot,))
        assert spot in after.likely
        assert lit_spots(rules, position, plays, (spot,)) <= after.likely


def test_an_empty_field_that_ends_no_play_is_not_meant() -> None:
    position = sample_position()
    choice = tappable(rules_of(position), position, plays_to_tap(position, "8"), ())
    spots = spots_of(Settings().board)
    reach = Reach(spots, choice, 640, 1.0)
    free = [(spot, (x, y)) for spot, x, y in spots.all() if spot not in choice.spots]
    assert free
    assert all(spot not in reach.under(at) for spot, at in free)
    assert Reach(spots, NOTHING, 640, 1.0).astray((0.5, 0.5)) is None


def test_a_figure_that_is_set_by_hand_goes_only_where_it_may_stand() -> None:
    position = sample_position()
    draft = edit.begin_draft(rules_of(position), position)
    spots = frozenset(spot for spot, _, _ in spots_of(Settings().board).all())
    standing = edit.targets(draft, spots)
    pawn = next(spot for spot in sorted(standing, key=repr) if spot.place == 5)
    held = edit.tap_draft(draft, pawn)
    where = edit.targets(held, spots)
    assert {spot.seat for spot in where - standing} <= {None, position.turn}
    for spot in sorted(where, key=repr):
        assert edit.tap_draft(held, spot) != held
    for spot in sorted(spots - where, key=repr):
        assert edit.tap_draft(held, spot) == held
