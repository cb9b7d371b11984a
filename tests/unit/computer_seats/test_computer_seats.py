"""The computer at seats of a real table: whole games in which people tell it its cards and do what it says."""

import pytest
from computer_tables import ComputerTable, begun

from companion.players.level import Level
from companion.session.evolve import replay
from companion.session.state import Phase

NORMAL, EASY = Level.NORMAL, Level.EASY
#: Game, who plays, whose cards come from this seed.
TABLES = [
    ("black_dog", (None, NORMAL, None, EASY), 1),
    ("dog", (EASY, EASY, None, NORMAL), 2),
    ("tock_6", (None, NORMAL), 3),
    ("super_tock", (None, EASY, NORMAL, None), 4),
    ("dog_royal", (NORMAL, None, EASY, None), 5),
]


@pytest.mark.parametrize(("variant", "levels", "seed"), TABLES)
def test_people_play_two_rounds_with_the_computer(variant: str, levels: tuple[Level | None, ...], seed: int) -> None:
    session = begun(variant, len(levels), levels)
    people = ComputerTable(session, seed, clumsy=True)
    people.play_rounds(2)
    assert people.done["told"] >= 2
    assert people.done["announced"] > 2
    assert replay(tuple(session.events)) == session.state


@pytest.mark.long
@pytest.mark.parametrize(("variant", "levels", "seed"), TABLES[:3])
def test_whole_games_come_to_their_end(variant: str, levels: tuple[Level | None, ...], seed: int) -> None:
    session = begun(variant, len(levels), tuple(level or EASY for level in levels))
    people = ComputerTable(session, seed, clumsy=True)
    people.play_rounds(100, most=5000)
    assert session.state.phase is Phase.OVER
    assert session.state.result
    assert people.done["wrong"] > 3
