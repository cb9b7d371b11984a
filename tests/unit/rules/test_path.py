"""Walking, with the ruling that forbids it."""

import pytest
from board_text import at
from rules_for_tests import rules_of, with_rules

from companion.model.places import KENNEL, Place, goal
from companion.rules.moves.board import position_board
from companion.rules.moves.path import Blocked, Walked, magnet, reach, walk


@pytest.mark.parametrize(
    ("red", "others", "origin", "count", "expected"),
    [
        ("5", "", 5, 8, (Walked(13, False),)),
        ("62", "", 62, 2, (Walked(0, False),)),
        ("62", "", 62, 3, (Walked(1, False), Walked(goal(1), True))),
        ("0", "", 0, 3, (Walked(3, False), Blocked("CORE-R02", 0, goal(3), True))),
        ("0", "", 0, 8, (Walked(8, False), Blocked("CORE-R02", 0, None, True))),
        ("0 62", "", 62, 3, (Blocked("CORE-R06", 0, 1, False), Blocked("CORE-R06", 0, goal(1), True))),
        ("0 62", "", 62, 2, (Blocked("CORE-R07", 0, 0, False),)),
        ("14", "16", 14, 3, (Blocked("CORE-R06", 16, 17, False),)),
        ("14", "16", 14, 2, (Blocked("CORE-R07", 16, 16, False),)),
        ("62", "", 62, 8, (Walked(6, False), Blocked("CORE-R10", goal(4), None, True))),
        ("62 g1", "", 62, 4, (Walked(2, False), Blocked("CORE-R13", goal(1), goal(2), True))),
        ("g1 g3", "", goal(1), 3, (Blocked("CORE-R13", goal(3), goal(4), True),)),
        ("g1", "", goal(1), 3, (Walked(goal(4), True),)),
        ("g2", "", goal(2), 3, (Blocked("CORE-R10", goal(4), None, True),)),
        ("", "", KENNEL, 3, (Blocked("CORE-R28", KENNEL, None, False),)),
    ],
)
def test_walk_tells_every_continuation(
    red: str, others: str, origin: int, count: int, expected: tuple[Walked | Blocked, ...]
) -> None:
    """CORE-R01, CORE-R02, CORE-R06, CORE-R07, CORE-R10, CORE-R13, CORE-R28: the obstacle, and its place."""
    board = position_board(*with_rules(at(red, others, dog=40)))
    assert walk(board, 0, Place(origin), count) == expected
    allowed = tuple(end.target for end in expected if isinstance(end, Walked))
    assert reach(board, 0, Place(origin), count) == allowed


def test_a_walk_without_the_lane() -> None:
    """BD-R64: the lane can be left out."""
    board = position_board(*with_rules(at("62 g1", dog=40)))
    assert walk(board, 0, Place(62), 3, lane=False) == (Walked(Place(1), False),)
    assert reach(board, 0, Place(62), 3, lane=False) == (1,)
    assert reach(board, 0, goal(1), 1, lane=False) == ()


def test_must_go_home() -> None:
    """CORE-R04 as a switch: the walk past is what is blocked."""
    board = position_board(
        *with_rules(at("62", dog=40, options="core.home_optional=false")),
    )
    assert walk(board, 0, Place(62), 3) == (Blocked("CORE-R04", 1, 1, False), Walked(goal(1), True))


def test_magnets_that_do_not_pull() -> None:
    """BD-R41, BD-R42: directly behind a figure, in the lane, in the kennel."""
    board = position_board(*with_rules(at("5 g1", dog=6)))
    assert magnet(board, Place(5)) == Blocked("BD-R41", 5, 5, False)
    assert magnet(board, goal(1)) == Blocked("BD-R42", goal(1), None, False)
    assert magnet(board, KENNEL) == Blocked("BD-R42", KENNEL, None, False)


def test_a_magnet_alone_on_the_track_is_blocked() -> None:
    """ROY-R34: nothing to be pulled to."""
    position = at("5", dog=6)
    alone = position.with_placement(position.placement.__class__(position.placement.pawns, (("wheel", 0),)))
    assert magnet(position_board(rules_of(alone), alone), Place(5)) == Blocked("ROY-R34", 5, None, False)
