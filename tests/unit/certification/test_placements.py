"""The twelve placements of a test: legal to lay, with a text each, and each as hard as its name states."""

from collections import Counter
from itertools import combinations, pairwise
from math import dist

import pytest
from certified_tables import GAMES, game

from companion.certification.kennels import Side, fills
from companion.certification.placements import TWELVE, AskedPlacement, Difficulty, hard_placements, seen_from
from companion.certification.table import ALIKE_MM, TableUnderTest
from companion.model.places import CENTRE, KENNEL, OFF, is_goal, is_track

EVERY_GAME = pytest.mark.parametrize("number", range(len(GAMES)), ids=[f"{name}-{board}" for name, _, board in GAMES])


def of_kind(table: TableUnderTest, difficulty: Difficulty) -> AskedPlacement:
    return next(asked for asked in hard_placements(table) if asked.difficulty is difficulty)


def shared_fields(asked: AskedPlacement) -> list[int]:
    places = [place for row in asked.placement.pawns for place in row if is_track(place) or place == CENTRE]
    places += [value for name, value in asked.placement.extras if name != "wheel"]
    return [place for place, count in Counter(places).items() if count > 1]


@EVERY_GAME
def test_there_are_twelve_that_people_can_lay(number: int) -> None:
    table, _ = game(number)
    asked = hard_placements(table)
    assert [each.difficulty for each in asked] == list(TWELVE)
    assert len(TWELVE) == 12
    for each in asked:
        assert shared_fields(each) == []
        assert [len(row) for row in each.placement.pawns] == [table.pawns] * len(table.sectors)
        assert all(len(set(filter(is_goal, row))) == len(list(filter(is_goal, row))) for row in each.placement.pawns)
        kennels = [len(fill.slots) for fill in each.kennels]
        assert kennels == [row.count(KENNEL) for row in each.placement.pawns]


@EVERY_GAME
def test_every_colour_is_seen_on_the_track_in_its_lane_and_in_its_kennel(number: int) -> None:
    table, _ = game(number)
    for seat in table.seats:
        met = [place for asked in hard_placements(table) for place in asked.placement.pawns[seat]]
        assert sum(map(is_track, met)) >= 8
        assert sum(map(is_goal, met)) >= 4
        assert met.count(KENNEL) >= 6
        assert met.count(OFF) == table.pawns


@EVERY_GAME
def test_figures_and_disc_are_part_of_it_where_the_game_has_them(number: int) -> None:
    table, _ = game(number)
    asked = hard_placements(table)
    assert all(
        (each.placement.extra(name) is not None) == (each.difficulty is not Difficulty.EMPTY)
        for each in asked
        for name in table.figures
    )
    stops = [each.placement.extra("wheel") for each in asked]
    assert set(stops) == ({0, 1, 2, 3} if table.turns else {None})
    turns = sum(before != now for before, now in pairwise(stops))
    assert turns <= 3


@EVERY_GAME
def test_the_placements_are_as_hard_as_they_are_called(number: int) -> None:
    table, _ = game(number)
    track = table.profile.track

    def fields(difficulty: Difficulty) -> list[int]:
        return [place for row in of_kind(table, difficulty).placement.pawns for place in row if place >= 0]

    depths = {
        kind: [table.depth_mm(track[field]) for field in fields(kind)] for kind in (Difficulty.FAR, Difficulty.LIGHT)
    }
    assert sum(depths[Difficulty.FAR]) / len(depths[Difficulty.FAR]) > max(0.0, sum(depths[Difficulty.LIGHT]) / 9)
    assert all(sum(map(is_goal, row)) == 4 for row in of_kind(table, Difficulty.LANES).placement.pawns)
    own = of_kind(table, Difficulty.OWN_FIELDS).placement.pawns
    assert all(table.starts[seat] in row for seat, row in enumerate(own))
    row = sorted(fields(Difficulty.NEIGHBOURS))
    near = sum((field + 1) % len(track) in row for field in row)
    assert near >= len(table.sectors)


@EVERY_GAME
def test_pawns_stand_behind_pawns_wherever_the_camera_is(number: int) -> None:
    table, _ = game(number)
    for away in ((0.0, -1.0), (1.0, 0.0), (-0.6, 0.8)):
        turned = seen_from(table, away)
        track = table.profile.track
        fields = [p for row in of_kind(turned, Difficulty.BEHIND).placement.pawns for p in row if p >= 0]
        hidden = 0
        for one, other in combinations(fields, 2):
            apart = dist(track[one], track[other])
            line = abs(turned.depth_mm(track[one]) - turned.depth_mm(track[other]))
            hidden += apart < 45 and line > 0.9 * apart
        assert hidden >= len(table.sectors) // 2


@EVERY_GAME
def test_the_places_of_a_kennel_can_be_named_in_words(number: int) -> None:
    """The last one that is filled is plainly nearer (or farther) than the first that is not."""
    table, _ = game(number)
    for sector in table.sectors:
        places = table.profile.kennel[sector]
        ways = fills(places, table.middle)
        assert any(0 < count < len(places) for count in ways)
        for count, fillings in ways.items():
            for fill in fillings:
                inside = [dist(places[slot], table.middle) for slot in fill.slots]
                outside = [dist(place, table.middle) for slot, place in enumerate(places) if slot not in fill.slots]
                assert len(inside) == count
                if inside and outside:
                    gap = min(outside) - max(inside) if fill.side is Side.MIDDLE else min(inside) - max(outside)
                    assert gap >= ALIKE_MM


def test_the_same_table_gives_the_same_placements() -> None:
    table, _ = game(0)
    assert hard_placements(table) == hard_placements(table)
