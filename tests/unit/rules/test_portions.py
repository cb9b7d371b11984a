"""Numbers of boards, and the portions that are found by a piece of one: docs/performance.md."""

import random

import pytest
from msgspec.structs import replace
from playout_tables import Case, Ready, crowded, ready, variants

from companion.model.places import CENTRE, Place, goal_number, is_goal, is_track
from companion.model.position import Position
from companion.rules import legal
from companion.rules.legal import legal_plays, stages
from companion.rules.moves import portions
from companion.rules.moves.board import position_board
from companion.rules.moves.board_numbers import BoardNumbers
from companion.rules.points import portions_of

CASES = [case for case in variants() if case.players == 4]


def alike(made: Ready, chance: random.Random) -> list[Position]:
    """Positions with the same pawns, whose neutral figures stand elsewhere and whose pawns came round or not."""
    position, rules = crowded(made, chance), made.rules
    free = [field for field in range(rules.field_count) if all(field not in row for row in position.placement.pawns)]
    found = [position]
    for _ in range(12):
        placement = position.placement
        for name in rules.figures:
            placement = placement.with_extra(name, chance.choice(free))
        if rules.came_round is not None:
            placement = placement.with_extra(rules.came_round, chance.randrange(1 << len(rules.seats)))
        found.append(replace(position, placement=placement))
    return found


@pytest.mark.parametrize("case", CASES, ids=str)
def test_boards_have_the_same_number_where_the_same_pawns_stand(case: Case) -> None:
    made, chance = ready(case), random.Random(str(case))
    numbers = BoardNumbers(made.rules)
    boards = [position_board(made.rules, position) for _ in range(20) for position in alike(made, chance)]
    known = {numbers.of(board): (board.pawns, board.figures) for board in boards}
    assert len(known) == len({(board.pawns, board.figures) for board in boards})


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_place_has_bits_of_its_own_in_the_number_of_a_board(case: Case) -> None:
    """The track twice, one lap apart, so that the fields ahead of any field are one piece; the lanes; the centre."""
    made, chance = ready(case), random.Random(str(case))
    rules, numbers = made.rules, BoardNumbers(made.rules)
    seats, count, goals = len(rules.seats), rules.field_count, rules.goal_fields
    assert numbers.beyond == (2 * count + seats * goals + 1) * numbers.bits
    for _ in range(20):
        board = position_board(rules, in_the_centre(made, crowded(made, chance)))
        lap, lanes, centre = [0] * count, [0] * (seats * goals), 0
        for seat, row in enumerate(board.pawns):
            for index, place in enumerate(row):
                kind = numbers.kinds[seat][index]
                if is_track(place):
                    lap[place] = kind
                elif is_goal(place):
                    lanes[seat * goals + goal_number(place) - 1] = kind
                elif place == CENTRE:
                    centre = kind
        for field in board.figures:
            lap[field] += 1 << max(numbers.kinds[-1]).bit_length()
        number, one = numbers.of(board), (1 << numbers.bits) - 1
        read = [number >> at & one for at in range(0, numbers.beyond, numbers.bits)]
        assert read == [*lap, *lap, *lanes, centre]


def in_the_centre(made: Ready, position: Position) -> Position:
    """The same with the last pawn of the last seat in the centre, where the game has one."""
    if made.rules.centre is None:
        return position
    *others, last = position.placement.pawns
    row = (*last[:-1], CENTRE)
    rows = (*others, row if made.rules.ranks else tuple(sorted(row)))
    return position.with_placement(position.placement.with_pawns(rows))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_move_adds_the_same_to_the_number_of_any_board(case: Case) -> None:
    made, chance = ready(case), random.Random(str(case))
    numbers = BoardNumbers(made.rules)
    for _ in range(100):
        board = position_board(made.rules, crowded(made, chance))
        seat = chance.randrange(len(made.rules.seats))
        for index, place in board.movable(seat):
            target = next(field for field in range(made.rules.field_count) if field not in board.occupied)
            change = numbers.weight(seat, index, Place(target)) - numbers.weight(seat, index, place)
            after = board.walked(seat, place, Place(target), ())
            assert numbers.of(after) == numbers.of(board) + change


@pytest.mark.parametrize("case", CASES, ids=str)
def test_what_is_kept_of_other_positions_changes_no_answer(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    """This holds also with hardly any room to keep anything."""
    made, chance = ready(case), random.Random(str(case))
    positions = [position for _ in range(4) for position in alike(made, chance)]
    cards = [card for card, uses in made.rules.uses.items() if any(hasattr(use, "points") for use in uses)]
    fresh = [forgetful(made, position, card) for position in positions for card in cards]
    assert [answer(made, position, card) for position in positions for card in cards] == fresh
    monkeypatch.setattr(portions, "_MOST_KEPT", 3)
    assert [answer(made, position, card) for position in positions for card in cards] == fresh


def test_no_more_is_kept_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    made, chance = ready(Case("dog", 4, ())), random.Random(1)
    (use,) = made.rules.uses["7"]
    monkeypatch.setattr(portions, "_MOST_KEPT", 3)
    portions_of.cache_clear()
    most = 0
    for _ in range(12):
        answer(made, crowded(made, chance), "7")
        kept = [spot.known for spot in portions_of(made.rules, use)._spots.values()]  # type: ignore[arg-type]
        most = max(most, sum(map(len, kept)))
    assert 3 <= most <= 4, "the newest is kept in any case"


def answer(made: Ready, position: Position, card: str) -> object:
    legal._listed.cache_clear()
    return legal_plays(made.rules, position, card), stages(made.rules, position, card)


def forgetful(made: Ready, position: Position, card: str) -> object:
    portions_of.cache_clear()
    return answer(made, position, card)
