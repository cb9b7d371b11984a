"""The obstacle of each pawn in the way of an open card: red is to move, yellow has a pawn on its own start."""

import pytest
from rules_for_tests import rules_of
from written_tables import Table

from companion.model.places import place_to_json
from companion.model.verdict import Reason
from companion.referee.obstacles import obstacles

NOT_OUT = "CORE-R24 obstacle_not_out kennel"
CASES = [
    ("dog", "red:13 yellow:16", "8", ["CORE-R06 obstacle_blocked 13 by yellow", NOT_OUT]),
    ("dog", "red:13 yellow:16", "3", ["CORE-R07 obstacle_blocked 13 by yellow", NOT_OUT]),
    ("dog", "red:g1,g2", "3", ["CORE-R13 obstacle_rule goal-1", NOT_OUT, "CORE-R24 obstacle_no_way goal-2"]),
    ("dog", "red:g1,g2", "7", ["CORE-R13 obstacle_blocked goal-1 by red", "CORE-R10 obstacle_points goal-2", NOT_OUT]),
    ("dog", "-", "5", [NOT_OUT]),
    ("dog", "red:5", "8", []),
    (
        "dog_royal",
        "red:king@13,knight@5",
        "8",
        ["ROY-R09 obstacle_blocked 5 by red knight", "ROY-R05 obstacle_rule 13 king", NOT_OUT],
    ),
]


def written(reason: Reason) -> str:
    """Ruling, code and place, with the colour in the way and the rank of the pawn."""
    params = dict(reason.params)
    assert reason.origin is not None
    by = ["by", ("red", "yellow", "green", "blue")[int(params["blocker"])]] if "blocker" in params else []
    rank = [str(params["rank"])] if "rank" in params else []
    return " ".join([reason.ruling, reason.code, str(place_to_json(reason.origin)), *by, *rank])


@pytest.mark.parametrize(("game", "before", "card", "wanted"), CASES, ids=[" ".join(case[:3]) for case in CASES])
def test_each_pawn_names_its_obstacle(game: str, before: str, card: str, wanted: list[str]) -> None:
    """CORE-R24: a card that cannot be played has a reason for each pawn, and a card with a play has none."""
    position = Table(game).position(before)
    assert [written(reason) for reason in obstacles(rules_of(position), position, card)] == wanted
