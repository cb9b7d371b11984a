"""Braendi Dog for four and six (docs/reference/rules/braendi.md): teams, exchange, and every play by brute force."""

from dataclasses import replace

import pytest
from dog_tables import nexts
from dog_tables import table as any_table
from plain_differences import plain_differences
from plain_games import PlainGame
from rules_for_tests import rules_of

from companion.model.position import Position
from companion.rules.deal import exchanges, receiver

STEPS = {str(number): (("forward", number),) for number in (2, 3, 5, 6, 8, 9, 10)}
CARDS = STEPS | {
    "A": (("out", 0), ("forward", 1), ("forward", 11)),
    "4": (("forward", 4), ("backward", 4)),
    "7": (("burning", 7),),
    "J": (("swap", 0),),
    "Q": (("forward", 12),),
    "K": (("out", 0), ("forward", 13)),
}
FOUR = PlainGame(
    cards=CARDS,
    starts=(0, 16, 32, 48),
    teams=(0, 1, 0, 1),
    fields=64,
    entrance=0,
    remembers=True,
    void_swap=True,
)
PAIRS = replace(FOUR, starts=(0, 16, 32, 48, 64, 80), teams=(0, 1, 2, 0, 1, 2), fields=96)
THREES = replace(PAIRS, teams=(0, 1, 0, 1, 0, 1))
TABLES = [(4, {}, FOUR), (6, {}, PAIRS), (6, {"braendi.teams6": "alternating"}, THREES)]
IDS = ["four", "three pairs", "two threes"]


def table(players: int, options: dict[str, str], pawns: str = "", turn: int = 0) -> Position:
    return any_table(pawns, game="braendi", players=players, options=options, turn=turn)


@pytest.mark.parametrize(("players", "options", "plain"), TABLES, ids=IDS)
def test_every_play_is_that_of_the_brute_force(players: int, options: dict[str, str], plain: PlainGame) -> None:
    """CORE-R01, CORE-R02, CORE-R05, DOG-R14, DOG-R32."""
    assert list(plain_differences(plain, table(players, options), 6, seed=1)) == []


@pytest.mark.long
@pytest.mark.parametrize(("players", "options", "plain"), TABLES, ids=IDS)
def test_every_play_is_that_of_the_brute_force_on_many_boards(
    players: int, options: dict[str, str], plain: PlainGame, full: bool
) -> None:
    """Ten thousand boards with --full."""
    assert list(plain_differences(plain, table(players, options), 10_000 if full else 20, seed=2)) == []


def test_six_are_three_pairs_or_two_teams_of_three() -> None:
    """DOG-R32: partners sit opposite each other, or every other player."""
    pairs, threes = (rules_of(table(6, options)) for _, options, _ in TABLES[1:])
    assert (pairs.teams, pairs.field_count) == ((0, 1, 2, 0, 1, 2), 96)
    assert threes.teams == (0, 1, 0, 1, 0, 1)


def test_a_team_of_three_passes_a_card_round() -> None:
    """DOG-R32, CORE-R21: a pair exchanges; in a team of three everyone gives to the next partner clockwise."""
    pairs, threes = (rules_of(table(6, options)) for _, options, _ in TABLES[1:])
    assert exchanges(pairs)
    assert [receiver(pairs, seat) for seat in range(6)] == [3, 4, 5, 0, 1, 2]
    assert [receiver(threes, seat) for seat in range(6)] == [2, 3, 4, 5, 0, 1]


def test_a_helper_of_two_partners_moves_either() -> None:
    """CORE-R16, DOG-R32: and one who is home too is left out."""
    home = "g1,g2,g3,g4"
    assert nexts(table(6, TABLES[2][1], f"0:{home} 2:40 4:70"), "3") == {f"0:{home} 2:43 4:70", f"0:{home} 2:40 4:73"}
    assert nexts(table(6, TABLES[2][1], f"0:{home} 2:{home} 4:70"), "3") == {f"0:{home} 2:{home} 4:73"}
