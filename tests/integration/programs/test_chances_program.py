"""The program `chances` as other people's programs use it, and the meaning of its answers."""

import io
import json
from typing import Any

import pytest
from example_position import EXAMPLE
from playout_tables import kernel_for_tests

from companion.catalogue.shipped import SHIPPED
from companion.commands.programs import chances as program
from companion.commands.programs.chances import run_chances
from companion.rules.schema import position_to_json
from companion.rules.setup import first_position

CARDS = [3, 3, 3, 3]


@pytest.fixture(autouse=True)
def _kernel() -> None:
    kernel_for_tests()


def answered(**request: object) -> tuple[dict[str, Any], int]:
    out = io.StringIO()
    status = run_chances(SHIPPED, io.StringIO(json.dumps(request) + "\n"), out)
    return json.loads(out.getvalue()), status


def chances(**request: object) -> list[float]:
    answer, status = answered(**request)
    assert (answer["error"], status) == (None, 0)
    return [team["chance"] for team in answer["chances"]]


def error(**request: object) -> str:
    answer, status = answered(**request)
    assert (answer["chances"], status) == (None, 1)
    return str(answer["error"])


def with_home(seats: tuple[int, ...], pawns: int = 4) -> dict[str, Any]:
    """A position of DOG in which some seats have pawns in their lanes, all others still in the kennel."""
    goals = [f"goal-{number}" for number in range(5 - pawns, 5)]
    rows = [["kennel"] * (4 - pawns) + goals if seat in seats else ["kennel"] * 4 for seat in range(4)]
    return {
        "v": 1,
        "variant": "dog",
        "sectors": 4,
        "seats": [0, 1, 2, 3],
        "teams": [0, 1, 0, 1],
        "turn": 0,
        "pawns": rows,
    }


def test_chances_of_the_teams_sum_to_one_and_have_a_margin() -> None:
    answer, status = answered(position=EXAMPLE, cards=CARDS, laid=["8", "13"], playouts=400)
    assert status == 0
    assert [(team["team"], team["seats"]) for team in answer["chances"]] == [(0, [0, 2]), (1, [1, 3])]
    assert sum(team["chance"] for team in answer["chances"]) == pytest.approx(1, abs=0.001)
    assert all(0.03 < team["margin"] < 0.06 for team in answer["chances"])


def test_one_seed_gives_one_answer_and_more_playouts_a_smaller_margin() -> None:
    def ask(playouts: int, seed: int) -> dict[str, Any]:
        return answered(position=EXAMPLE, cards=CARDS, playouts=playouts, seed=seed)[0]

    assert ask(300, 5) == ask(300, 5)
    assert ask(300, 5) != ask(300, 6)
    assert ask(1200, 5)["chances"][0]["margin"] < 0.6 * ask(300, 5)["chances"][0]["margin"]


def test_who_is_nearer_home_is_likelier_to_win() -> None:
    even = chances(position=with_home(()), cards=CARDS, playouts=400)
    ahead = chances(position=with_home((0,)), cards=CARDS, playouts=400)
    nearly = chances(position=with_home((0, 2), pawns=3), cards=CARDS, playouts=400)
    assert 0.4 < even[0] < 0.62
    assert ahead[0] > 0.8
    assert nearly[0] > 0.9


def test_a_game_that_is_won_has_no_doubt_left() -> None:
    assert chances(position=with_home((1, 3)), cards=CARDS) == [0.0, 1.0]


@pytest.mark.parametrize("variant", SHIPPED.ids)
def test_every_game_has_chances_from_its_first_round_on(variant: str) -> None:
    position = first_position(SHIPPED.variant(variant))
    rules = SHIPPED.rules(position)
    for name in rules.figures:
        position = position.with_placement(position.placement.with_extra(name, 8))
    request = {"position": position_to_json(rules, position), "playouts": 50}
    count = len(position.seats)
    assert sum(chances(cards=[4] * count, **request)) == pytest.approx(1, abs=0.001)
    assert sum(chances(cards=[0] * count, **request)) == pytest.approx(1, abs=0.001)


def test_what_cannot_be_known_is_refused() -> None:
    assert error(position=EXAMPLE, cards=[3, 3]) == "cards: 4 numbers from 0 to 39, one for each seat"
    assert error(position=EXAMPLE, cards=[0, 3, 3, 3]) == "cards: the player to move holds none"
    assert error(position=EXAMPLE, cards=["a"]).startswith("cards: ")
    assert error(position=EXAMPLE, cards=CARDS, laid=["8"] * 9) == "laid: 9 times '8', the deck has 7"
    assert error(position=EXAMPLE, cards=[30, 30, 30, 30]).startswith("cards: more than the 110")
    assert error(position=EXAMPLE, cards=CARDS, hands=[["8"]]).startswith("'hands': unknown key")
    assert error(position=EXAMPLE, cards=CARDS, dealer=4) == "dealer: 4 is no number from 0 to 3"
    assert error(position=EXAMPLE, cards=CARDS, playouts=0) == "playouts: 0 is no number from 1 to 1000000"


def test_without_the_kernel_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "kernel", lambda: None)
    assert error(position=EXAMPLE, cards=CARDS).startswith("chances are off: the playout kernel is not built")
