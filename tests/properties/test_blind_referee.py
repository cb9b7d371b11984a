"""Sight is lost at any step of random games: nobody is accused of an act that was not seen from beginning to end.

No play goes into the record that was not made.
"""

from collections.abc import Iterable, Iterator
from random import Random

import pytest
from blind_games import Seen, play_game

from companion.session.decide.boards import open_turn

MIXTURES = (
    {"lost": 0.3, "blurred": 0.0},
    {"lost": 0.0, "blurred": 0.4},
    {"lost": 0.7, "blurred": 0.2},
    {"lost": 0.5, "gone": 0.3},
    {"lost": 0.9, "gone": 0.1},
    {"lost": 0.6, "passes": 0.3},
)


def games(seeds: range, mixture: dict[str, float], faults: float) -> Iterator[Seen]:
    """Plays them one by one, on demand."""
    return (play_game(Random(f"{seed} {sorted(mixture.items())}"), faults=faults, **mixture) for seed in seeds)


def untrue(played: Iterable[Seen]) -> list[str]:
    """Returns the wrong reports of the first game that has any."""
    return next((game.wrong for game in played if game.wrong), [])


@pytest.mark.sampled(4)
@pytest.mark.parametrize("mixture", MIXTURES)
def test_nobody_is_accused_blindly(mixture: dict[str, float]) -> None:
    assert untrue(games(range(8), mixture, faults=0.4)) == []


@pytest.mark.long
@pytest.mark.parametrize("mixture", MIXTURES)
def test_nobody_is_accused_blindly_in_many_games(mixture: dict[str, float], full: bool) -> None:
    """Twenty-five of each mixture; a hundred at full size."""
    assert untrue(games(range(100, 200 if full else 112), mixture, faults=0.4)) == []


@pytest.mark.long
def test_who_is_seen_all_the_time_is_accused_of_every_fault() -> None:
    """The guard must not make the referee dumb."""
    played = list(games(range(8), {"lost": 0.0}, faults=0.5))
    assert untrue(played) == []
    assert sum(game.accused for game in played) > 20


def test_the_game_goes_on_from_the_next_board_that_is_plain() -> None:
    """Many pictures are lost, so that many plays are never seen by themselves."""
    played = list(games(range(12), {"lost": 0.7}, faults=0.0))
    assert untrue(played) == []
    known = sum(len(game.accepted()) for game in played)
    assert any(event.inferred for game in played for event in game.accepted())
    assert known >= 0.8 * sum(len(game.plays) for game in played)


def test_who_passes_does_not_lose_the_thread() -> None:
    """A pass over a card that was not judged yet is part of the row that a later picture explains."""
    played = list(games(range(12), {"lost": 0.7, "passes": 0.3}, faults=0.0))
    assert untrue(played) == []
    known = sum(len(game.accepted()) for game in played)
    assert known >= 0.8 * sum(len(game.plays) for game in played)


def test_a_referee_without_the_guard_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_turn, "may_accuse", lambda referee, view: True)
    assert untrue(games(range(12), MIXTURES[3], faults=0.4)) != []


def test_a_referee_that_always_knows_the_turn_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_turn, "chance_of", lambda rules, position, observation: 1.0)
    assert untrue(games(range(12), MIXTURES[3], faults=0.4)) != []
