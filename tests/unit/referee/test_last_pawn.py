"""The last own pawn, a partner's pawn and the points of a 7: the fault is right for every wrong sharing.

The own pawn does not come home, so the partner's may not move at all (DOG-R12, TK-R10).
"""

from collections.abc import Iterator, Mapping

import pytest
from rules_for_tests import rules_of

from companion.catalogue.shipped import SHIPPED
from companion.model.places import KENNEL, Place, goal
from companion.model.position import Placement, Position
from companion.referee.judge import judge
from companion.rules.faults.fault import BoardChange, Moved
from companion.rules.faults.points_faults import points_faults
from companion.rules.moves.board import Board
from companion.rules.moves.turn import Turn, turn_of
from companion.rules.setup import first_position, spread_seats

TABLES = [("dog", 4), ("dog", 6), ("dog_compact", 4), ("braendi", 4), ("tock_6", 4), ("tock_6", 6)]
BEFORE_START = range(1, 6)
HOME = (goal(4), goal(3), goal(2))


def ways(variant_id: str, players: int) -> Iterator[tuple[Position, Placement, int]]:
    """Yields positions, the board after a part each for the last own pawn and a partner's, and the partner's seat."""
    variant = SHIPPED.variant(variant_id)
    sectors = variant.usual_sectors(players)
    first = first_position(variant, sectors, spread_seats(players, sectors), (), 0)
    rules = rules_of(first)
    count, mate = rules.field_count, rules.mates[0][0]

    def board(own: int, partner: int) -> Placement:
        rows = [(KENNEL,) * len(row) for row in first.placement.pawns]
        rows[0] = (*HOME, Place(own % count))
        rows[mate] = (*rows[mate][1:], Place(partner % count))
        return first.placement.with_pawns(tuple(rows))

    for before in BEFORE_START:
        own, partner = rules.starts[0] - before, rules.starts[mate] + 20
        for part in range(1, 7):
            position = first.with_placement(board(own, partner))
            yield position, board(own + part, partner + 7 - part), mate


@pytest.mark.parametrize(("variant_id", "players"), TABLES)
@pytest.mark.parametrize("joker", [False, True])
def test_the_partners_pawn_is_at_fault(variant_id: str, players: int, joker: bool) -> None:
    if joker and "joker" not in SHIPPED.variant(variant_id).cards:
        return
    for position, seen, mate in ways(variant_id, players):
        verdict = judge(rules_of(position), position, "joker" if joker else "7", seen, "7" if joker else None)
        (reason,) = verdict.reasons
        assert (reason.code, reason.seat) == ("seven_own_pawns", mate)


@pytest.mark.parametrize("variant_id", ["dog", "dog_compact", "braendi"])
def test_a_joker_of_no_named_card_moved_one_pawn_too_many(variant_id: str) -> None:
    """The own part is a play of its own, as a 2 or a 5; so there is no sentence about seven fields."""
    for position, seen, mate in ways(variant_id, 4):
        reasons = judge(rules_of(position), position, "joker", seen).reasons
        assert {(reason.code, reason.seat) for reason in reasons} == {("pawn_not_meant", mate)}


def test_an_own_pawn_that_went_wrong_is_named_too() -> None:
    """Both are at fault where the own pawn has used more points than there are."""
    position, _, mate = next(ways("dog", 4))
    rows = position.placement.pawns
    own, partner = rows[0][3], rows[mate][3]
    moved = [(*HOME, Place((own + 9) % 64)), rows[1], (*rows[mate][:3], Place(partner + 2)), rows[3]]
    reasons = judge(rules_of(position), position, "7", position.placement.with_pawns(tuple(moved))).reasons
    assert [(reason.code, reason.seat) for reason in reasons] == [("points_overspent", 0), ("seven_own_pawns", mate)]


class AskedCard:
    """A card of seven points that keeps the boards of its queries."""

    points = 7

    def __init__(self) -> None:
        self.boards: list[Board] = []

    def spends(self, turn: Turn, points: int) -> bool:
        del points
        self.boards.append(turn.board)
        return False

    def leads_to(self, turn: Turn, points: int, rows: Mapping[int, tuple[Place, ...]]) -> bool:
        del turn, points, rows
        return False


def test_the_engine_gets_possible_boards_only() -> None:
    """Two pawns on one field would be kept as one of somebody else's (`BoardNumbers`)."""
    position, _, mate = next(ways("dog", 4))
    turn, card = turn_of(rules_of(position), position), AskedCard()
    onto = Moved(0, position.placement.pawns[0][3], position.placement.pawns[mate][3])
    change = BoardChange("7", (onto,), lambda face, move: False, ())
    card.points = 70
    list(points_faults(turn, change, card, (0,)))
    (board,) = card.boards
    fields = [place for row in board.pawns for place in row if place >= 0]
    assert fields == [onto.target]


@pytest.mark.parametrize("parts", [(2, 2), (1, 1), (1, 2), (2, 1)])
@pytest.mark.parametrize("variant_id", ["dog", "braendi", "tock_6"])
def test_a_pawn_in_the_lane_is_never_called_captured(variant_id: str, parts: tuple[int, int]) -> None:
    """Two pawns of a lane went on, and points are left: nobody can walk over a pawn in the goal."""
    variant = SHIPPED.variant(variant_id)
    first = first_position(variant, variant.usual_sectors(4), spread_seats(4, variant.usual_sectors(4)), (), 0)
    rows = [(KENNEL,) * len(row) for row in first.placement.pawns]
    out = (Place(30), Place(40))

    def lane(*numbers: int) -> Placement:
        own = (*(goal(number) for number in numbers), *out)
        return first.placement.with_pawns(((*own, *rows[0][len(own) :]), *rows[1:]))

    position = first.with_placement(lane(1, 2))
    verdict = judge(rules_of(position), position, "7", lane(1 + parts[0], 2 + parts[1]))
    assert "captured_cannot_move" not in {reason.code for reason in verdict.reasons}


@pytest.mark.parametrize("variant_id", ["dog", "dog_compact", "tock_6"])
def test_a_pawn_taken_out_of_the_lane_makes_no_proper_step_wrong(variant_id: str) -> None:
    """One field in the lane is a part of a play; the partner's pawn is at fault, whatever else is missing."""
    position, _, mate = next(ways(variant_id, 4))
    rules = rules_of(position)
    rows = [*position.placement.pawns]
    rows[0] = (goal(4), goal(2), goal(1), Place((rules.starts[0] - 3) % rules.field_count))
    rows[mate] = (KENNEL, KENNEL, KENNEL, Place((rules.starts[mate] - 1) % rules.field_count))
    before = position.with_placement(position.placement.with_pawns(tuple(rows)))
    rows[0], rows[mate] = (goal(4), goal(3), KENNEL, rows[0][3]), (KENNEL, KENNEL, KENNEL, goal(4))
    verdict = judge(rules, before, "7", before.placement.with_pawns(tuple(rows)))
    assert "not_allowed_here" not in {reason.code for reason in verdict.reasons}
    assert {reason.seat for reason in verdict.reasons} >= {mate}
