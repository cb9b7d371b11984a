"""Boards of any shape: the kernel and the engine agree on other numbers of sectors, fields, pawns and goal fields."""

import random
from typing import Any, Final

import pytest
from playout_differences import differences, listed_differently
from playout_tables import Case, crowded, ready

from companion.model.places import KENNEL, Place, goal
from companion.rules.moves.board import position_board
from companion.rules.moves.path import reach

Shape = tuple[tuple[str, Any], ...]


def shape(sectors: int, length: int, goals: int, pawns: int, entrance: int, onto_mates: str = "own") -> Shape:
    return (
        ("sector_length", length),
        ("goal_fields", goals),
        ("boards", {str(sectors): [sectors]}),
        ("pawns", {str(sectors): pawns}),
        ("walk", {"lane_offset": entrance, "onto_mates": onto_mates}),
        ("setup", {}),
        *([("seating", {"teams": {str(sectors): "alternating"}})] if onto_mates == "entrance" else []),
    )


SHAPES: Final = {
    "five of everything": (4, 19, 5, 5, 0),
    "eight seats": (8, 24, 6, 6, -5),
    "more pawns than goal fields": (3, 12, 3, 4, 2),
    "fewer pawns than goal fields": (2, 20, 6, 3, -1),
    "behind the start": (4, 16, 4, 4, 3),
    "partners go on": (6, 12, 4, 5, -3, "entrance"),
    "partners go on to their start fields": (4, 16, 5, 5, 0, "entrance"),
}


def case(name: str) -> Case:
    sectors, *others = SHAPES[name]
    deal = {"hand_cycle": "5-4", "stuck": {str(sectors): "forfeit"}}
    return Case("dog", sectors, (), "", (*shape(sectors, *others), ("deal", deal)))


@pytest.mark.parametrize("name", SHAPES)
def test_kernel_and_engine_agree_on_a_board_of_any_shape(name: str) -> None:
    """CORE-R01, CORE-R02, CORE-R10, CORE-R17 on other boards."""
    compared = listed_differently(case(name), 16, seed=len(name))
    assert compared.found == []
    assert compared.refused == 0 < compared.lists
    assert differences(case(name), 4, seed=len(name)) == []


@pytest.mark.parametrize("name", SHAPES)
def test_a_game_ends_when_a_lane_is_full_or_no_pawn_is_outside(name: str) -> None:
    """CORE-R17: with more pawns than goal fields one stays outside."""
    made = ready(case(name))
    rules, chance = made.rules, random.Random(1)
    home = [goal(number) for number in range(1, rules.goal_fields + 1)][-rules.pawns_per_seat :]
    row = tuple(sorted([*home, *[KENNEL] * (rules.pawns_per_seat - len(home))]))
    crowd = crowded(made, chance)
    placement = crowd.placement.with_pawns((row, *crowd.placement.pawns[1:]))
    assert position_board(rules, crowd.with_placement(placement)).is_done(0)
    short = tuple(sorted((*row[1:], Place(rules.starts[0] + 9))))
    placement = crowd.placement.with_pawns((short, *crowd.placement.pawns[1:]))
    assert not position_board(rules, crowd.with_placement(placement)).is_done(0)


def test_a_pawn_walks_a_lap_before_it_goes_into_a_lane_behind_its_start() -> None:
    """CORE-R02: the lane begins three fields behind the start field."""
    made = ready(case("behind the start"))
    waiting = (KENNEL,) * 3
    for field, ends in ((0, {5}), (1, {6}), (3, {8}), (62, {3}), (63, {4, goal(1)})):
        others = made.first.placement.pawns[1:]
        placement = made.first.placement.with_pawns((tuple(sorted((*waiting, Place(field)))), *others))
        board = position_board(made.rules, made.first.with_placement(placement))
        assert set(reach(board, 0, Place(field), 5)) == ends, field
