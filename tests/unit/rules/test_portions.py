"""Numbers of boards, and the portions that are found by a piece of one: docs/performance.md."""

import random

import pytest
from msgspec.structs import replace
from playout_tables import Case, Ready, crowded, ready, variants

from companion.model.places import Place
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


def answer(made: Ready, position: Position, card: str) -> object:
    legal._listed.cache_clear()
    return legal_plays(made.rules, position, card), stages(made.rules, position, card)


def forgetful(made: Ready, position: Position, card: str) -> object:
    portions_of.cache_clear()
    return answer(made, position, card)
