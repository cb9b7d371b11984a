"""The figures of a game, over whole random games of every kind: the numbers fit each other and the events."""

import random
from collections.abc import Sequence

import pytest
from commented_games import board_game, card_game
from whole_games.whole_game import WholeGame, usual_table

from companion.catalogue.shipped import SHIPPED
from companion.history.figures import game_figures, played_ms
from companion.history.play_clock import Stored
from companion.history.standing import standing
from companion.model.places import KENNEL
from companion.model.play import StepKind
from companion.players.random_player import RandomPlayer
from companion.session import events as ev
from companion.session.commands import Redo, Undo
from companion.session.decide import NO_SENSES, decide
from companion.session.evolve import evolve
from companion.session.state import Phase
from companion.views.kept.game_figures import GameFigures, SeatFigures, together


def clocked(events: Sequence[ev.Event], seed: int) -> list[Stored]:
    """Times with waits of every length, a clock that is set back, and starts of the program between."""
    chance = random.Random(seed)
    stored, epoch, ms = [], 1, 1_000_000
    for _ in events:
        epoch += chance.random() < 0.02
        ms += chance.choice((-3_600_000, 0, 5, 800, 20_000, 400_000))
        stored.append(Stored(epoch, ms))
    return stored


def standing_events(events: Sequence[ev.Event]) -> list[ev.Event]:
    stand = standing(events)
    return [event for row, event in enumerate(events, start=1) if row in stand]


def check(events: Sequence[ev.Event], seed: int) -> GameFigures:
    """Every law; gives the figures."""
    stored = clocked(events, seed)
    figures = game_figures(events, stored)
    total = figures.total
    assert total.captures + total.bites == total.suffered
    assert sum(fields for _, fields in figures.walked) == total.walked
    assert total.turns_ms + figures.between_ms == played_ms(events, stored)
    plays = [event for event in standing_events(events) if isinstance(event, ev.PlayAccepted | ev.ActionTaken)]
    assert total.plays == len(plays)
    for seat, mine in enumerate(figures.seats):
        assert mine.plays == sum(event.seat == seat for event in plays)
        assert mine.turns >= mine.plays
        assert mine.longest_ms * mine.turns >= mine.turns_ms >= mine.longest_ms
        assert mine.asked <= mine.plays
    return figures


def played(variant: str, seed: int, most: int) -> WholeGame:
    """A game of random players, to its end or so many steps of it."""
    chance = random.Random(seed)
    table = usual_table(variant)
    game = WholeGame(table, [RandomPlayer(chance) for _ in table.seats], chance)
    for _ in range(most):
        if game.state.phase is Phase.OVER:
            break
        game.advance()
    return game


@pytest.mark.parametrize("variant", SHIPPED.ids)
def test_the_numbers_of_the_beginning_of_a_game_fit(variant: str) -> None:
    check_board_game(played(variant, 11, 60).events)


@pytest.mark.long
@pytest.mark.parametrize("variant", SHIPPED.ids)
def test_the_numbers_of_a_whole_game_fit(variant: str) -> None:
    figures = check_board_game(played(variant, 11, 40_000).events)
    assert figures.total.captures > 0


def check_board_game(events: Sequence[ev.Event]) -> GameFigures:
    """The laws, and the figures against the steps of the plays and where the pawns stand after them."""
    figures = check(events, 3)
    steps = [step for event in events if isinstance(event, ev.PlayAccepted) for step in event.steps]
    assert figures.total.walked == sum(abs(step.value) for step in steps if step.kind is StepKind.ADVANCE)
    sent_home = sum(capture.to == KENNEL for step in steps for capture in step.captures)
    assert figures.total.captures + figures.total.bites == sent_home
    assert figures.total.quarter_turns == sum(step.kind is StepKind.WHEEL for step in steps)
    pawns = sum(len(row) for row in game_pawns(events))
    home = sum(place == -1 for row in game_pawns(events) for place in row)
    brought_out = sum(step.kind is StepKind.START for step in steps)
    started = sum(isinstance(event, ev.FreeStartDecided) and event.pawn is not None for event in events)
    begun = sum(place != -1 for row in events[0].position.placement.pawns for place in row)
    assert begun + brought_out + started - figures.total.suffered == pawns - home
    return figures


def game_pawns(events: Sequence[ev.Event]) -> tuple[tuple[int, ...], ...]:
    """Returns the places of the pawns at the end: the last placement that the record holds."""
    last = next(event for event in reversed(events) if isinstance(event, ev.PlayAccepted))
    return last.result.pawns


@pytest.mark.parametrize("seed", range(2))
def test_the_numbers_of_a_game_of_cards_fit(seed: int) -> None:
    last = None
    events: list[ev.Event] = []
    for step in card_game(3, seed, most=60):
        events += step.events
        last = step
    assert last is not None
    figures = check(events, seed)
    taken = [event.action for event in events if isinstance(event, ev.ActionTaken)]
    assert figures.total.robberies == sum(action.startswith("rob ") for action in taken)
    assert figures.total.walked == figures.total.captures == 0


@pytest.mark.parametrize("seed", range(3))
def test_what_was_taken_back_counts_for_nobody(seed: int) -> None:
    """The figures of a game with undos are those of its rows that stand; only the time is between the turns."""
    chance = random.Random(seed)
    events: list[ev.Event] = []
    state = None
    for number, step in enumerate(board_game("dog_compact", seed)):
        events += step.events
        state = step.state
        if number == 40:
            break
    assert state is not None
    for _ in range(chance.randint(1, 6)):
        for command in chance.choice(((Undo(),), (Undo(), Undo()), (Undo(), Redo()))):
            decided = decide(state, NO_SENSES, command)
            for event in decided.events:
                state = evolve(state, event)
            events += decided.events
    with_undos = check(events, seed)
    kept = game_figures(standing_events(events), clocked(standing_events(events), seed))
    without_time = {"turns_ms": 0, "longest_ms": 0}
    assert [seat._replace(**without_time) for seat in with_undos.seats] == [
        seat._replace(**without_time) for seat in kept.seats
    ]
    assert with_undos.walked == kept.walked


def test_the_longest_of_two_is_the_longer_and_all_else_is_added() -> None:
    both = together(
        (SeatFigures(plays=3, turns_ms=500, longest_ms=400), SeatFigures(plays=2, turns_ms=300, longest_ms=300))
    )
    assert both == SeatFigures(plays=5, turns_ms=800, longest_ms=400)
