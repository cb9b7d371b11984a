"""The view of the board after a play: the present places of its figures, and those they came from."""

import random
from dataclasses import replace

import pytest
from gallery.views import game_view, sample_view, spoken
from rules_for_tests import rules_of

from companion.board.files import load_board
from companion.board.layout import BoardLayout
from companion.model.places import KENNEL
from companion.model.position import Placement
from companion.model.verdict import VerdictKind
from companion.rules.legal import legal_plays
from companion.views.table_view import TableView
from ui.presenters.play.choices import occupants, quarter_turns
from ui.presenters.play.close_up import LEAST, MOST, LastPlay, last_play, part_shown
from ui.presenters.spots import Spots

TABLES = [game_view(*table) for table in (("black_dog", 4), ("tock_6", 6), ("dog_royal", 4), ("super_tock", 4))]


def after(view: TableView, result: Placement, seq: int = 50) -> TableView:
    """The table once the player to move has played so."""
    assert view.position is not None
    legal = spoken(VerdictKind.LEGAL, seat=view.turn, seq=seq)
    return replace(view, position=view.position.with_placement(result), verdict=legal, last_play=legal)


def results(view: TableView, most: int) -> list[Placement]:
    assert view.position is not None
    rules = rules_of(view.position)
    all_of_them = [play.result for card in view.cards for play in legal_plays(rules, view.position, card)]
    return random.Random(7).sample(all_of_them, min(most, len(all_of_them)))


def spots_of(view: TableView) -> Spots:
    assert view.position is not None
    return Spots(BoardLayout(load_board(view.board)), view.position.seats, view.rules.variant.rank_names)


@pytest.mark.parametrize("view", TABLES, ids=[view.variant for view in TABLES])
def test_the_close_up_shows_the_played_figure_whole_and_large(view: TableView) -> None:
    spots, seen = spots_of(view), 0
    for result in results(view, 40):
        shown = after(view, result)
        played = last_play(view, shown)
        assert played
        standing = occupants(view.rules, result)
        assert all(spot in standing for spot in played.came)
        places = [spots.at(spot) for spot in (*played.came, *played.left)]
        part = part_shown([place for place in places if place])
        if not played.came:
            continue
        seen += 1
        assert part
        assert places[0]
        (x, y), side = part
        assert LEAST <= side <= MOST
        assert max(abs(places[0][0] - x), abs(places[0][1] - y)) <= side / 2 - 0.04
        assert any(figure.seat == view.turn for figure in standing[played.came[0]]) or not any(
            figure.seat == view.turn for spot in played.came for figure in standing[spot]
        )
    assert seen > 5


def test_the_close_up_shows_figures_where_the_wheel_took_them() -> None:
    view = TABLES[0]
    assert view.position is not None
    turned = [result for result in results(view, 10_000) if quarter_turns(view.position, result)]
    assert turned
    for result in turned[:40]:
        played = last_play(view, after(view, result))
        assert played
        assert not played.left
        assert all(spot in occupants(view.rules, result) for spot in played.came)


def test_without_a_new_play_nothing_is_shown() -> None:
    view = TABLES[0]
    result = results(view, 1)[0]
    played = after(view, result)
    assert last_play(None, played) is None
    assert last_play(played, played) is None
    assert last_play(played, view) is None, "an undo"
    assert last_play(replace(view, game="another"), played) is None
    assert last_play(sample_view(position=None), played) is None


def test_places_too_far_apart_are_not_all_shown_and_none_is_nothing() -> None:
    assert part_shown([]) is None
    part = part_shown([(0.1, 0.1), (0.9, 0.9), (0.2, 0.2)])
    assert part
    assert part[1] < 0.3


def test_a_pawn_that_left_its_kennel_says_nothing_of_it() -> None:
    for view in TABLES:
        for result in results(view, 60):
            played = last_play(view, after(view, result))
            assert isinstance(played, LastPlay)
            assert all(spot.place != KENNEL for spot in (*played.came, *played.left))
