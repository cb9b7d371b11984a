"""A watched game is the game that was played: the table's view at every row, and no hand."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec
import pytest
from commented_games import Step, board_game, card_game, without_hands
from words_for_tests import WORDING

from companion.catalogue.shipped import SHIPPED
from companion.history.course import course_of
from companion.history.play_clock import Stored
from companion.history.replay import Replay, make_replay
from companion.session.commands import Undo
from companion.session.decide import NO_SENSES, decide
from companion.session.events import Event
from companion.session.evolve import evolve
from companion.session.state import State
from companion.views.broadcast.payloads import CommentaryLine
from companion.views.broadcast.topics import state
from companion.views.commentary.lines import commented
from companion.views.table import table_view
from companion.views.view_context import ViewContext

GAMES = [*SHIPPED.ids, "dog_cards"]
LIVE = ViewContext(wording=WORDING, epoch=0)
#: Steps of each game in `make test`; the long test plays on, and many of them.
BEGINNING = 25
#: With the games of `GAMES` a hundred; `--full` plays them all.
SEEDS = 100 // len(GAMES) + 1


def steps(game: str, seed: int) -> Iterator[Step]:
    return card_game(4, seed) if game not in SHIPPED.ids else board_game(game, seed)


@pytest.mark.parametrize("game", GAMES)
def test_the_beginning_of_every_game_is_replayed_as_played(game: str) -> None:
    check(islice(steps(game, 5), BEGINNING))


@pytest.mark.long
@pytest.mark.thinned(9)
@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("game", GAMES)
def test_a_hundred_games_are_replayed_as_played(game: str, seed: int) -> None:
    check(islice(steps(game, seed), 400))


def check(game: Iterator[Step]) -> None:
    """The game and an undo of its last play, watched again."""
    table = Published()
    for step in game:
        table.take(step.state, step.events)
    check_hands(table.events)
    undone = decide(step.state, NO_SENSES, Undo()).events
    table.take(evolve(step.state, *undone), undone)
    replay = decoded(table.events)
    shown = states_of(replay)
    assert len(shown) == len(table.events)
    assert {row: shown[row - 1] for row in table.states} == table.states
    assert [(line.seq, line.text) for line in replay.said] == [(line.seq, line.text) for line in table.said]
    assert replay.lines[-1].jump == "undos"


def check_hands(events: list[Event]) -> None:
    """For every hand a page gets the same.  A game of cards alone cannot go on without its deck."""
    replay = decoded(events)
    if replay.variant in SHIPPED.ids:
        assert decoded([without_hands(event) for event in events]) == replay


class Published:
    """The messages of the public topics during a game, by row."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.states: dict[int, dict[str, Any]] = {}
        self.said: list[CommentaryLine] = []

    def take(self, after: State, stored: tuple[Event, ...]) -> None:
        self.events.extend(stored)
        view = table_view(after, LIVE)
        self.states[len(self.events)] = msgspec.to_builtins(state(view, 0))
        self.said.extend(commented(WORDING, view, stored))


def decoded(events: list[Event]) -> Replay:
    """As it comes to a page: through JSON."""
    stored = [Stored(1, 1_000_000 + 1_000 * row) for row in range(len(events))]
    return msgspec.json.decode(msgspec.json.encode(make_replay(course_of(events), stored, WORDING)), type=Replay)


def states_of(replay: Replay) -> list[dict[str, Any]]:
    """The state after each row, put together as the page does."""
    states: list[dict[str, Any]] = []
    for step in replay.steps:
        states.append({**(states[-1] if states else {}), **step.changes})
    return states
