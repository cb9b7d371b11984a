"""Whole games of the playout kernel are games of the session: each event is repeated there, and everything is equal."""

import random
from bisect import bisect_right
from collections import defaultdict
from math import sqrt

import pytest
from playout_mirror import Mirror
from playout_tables import LONGEST_GAME, Case, Ready, drawn, free_starts, kernel_for_tests, ready, switched, variants
from whole_games.whole_game import Table, WholeGame

from companion.model.play import Play
from companion.players.player import Knowledge, plays_in_hand
from companion.players.random_player import RandomPlayer
from companion.playout.games import KernelEvent, Phase, chance_of, new_game
from companion.playout.structs import Game


def mirrored(case: Case, seed: int, most: int, *, greedy: bool) -> Game:
    """A game of the kernel beside the session's, for so many plays; fails at the first difference."""
    kernel, made = kernel_for_tests(), ready(case)
    chance, game = chance_of(seed, greedy=greedy), new_game(made.rules, made.table, made.first)
    mirror = Mirror(case, made)
    while game.phase != Phase.OVER and game.plies < most:
        before = Game.from_buffer_copy(game)
        event = KernelEvent(kernel.advance(made.table, game, chance))
        mirror.follow(before, event, game)
        assert mirror.shown(game) == mirror.seen(), (case, event)
    return game


@pytest.mark.sampled(3)
@pytest.mark.parametrize("case", [*variants(), *switched()], ids=str)
def test_a_game_goes_on_as_in_the_session(case: Case) -> None:
    mirrored(case, 3, 40, greedy=False)


@pytest.mark.parametrize("case", free_starts(), ids=str)
def test_free_starts_come_when_those_of_the_session_do(case: Case) -> None:
    """BD-R02, ROY-R31: every step of the first round, with some free starts used and some not."""
    for seed in range(3):
        mirrored(case, seed, 2, greedy=False)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("case", variants(), ids=str)
def test_a_game_ends_as_in_the_session(case: Case) -> None:
    """Greedy games are short, so that a test can wait for their end."""
    assert mirrored(case, 5, LONGEST_GAME, greedy=True).phase == Phase.OVER


@pytest.mark.long
@pytest.mark.parametrize("case", [case for case in variants() if case.players == 4], ids=str)
def test_games_are_as_long_and_as_often_won_as_those_of_the_engine(case: Case, full: bool) -> None:
    """The session deals, passes turns and ends the game, the kernel only draws each play: no difference but chance."""
    made, count = ready(case), 300 if full else 8
    ours = [finished(case, seed) for seed in range(20 * count)]
    theirs = [game_of_session(case, seed) for seed in range(count)]
    far = 1.95 * sqrt(21 / (20 * count))  # Kolmogorov and Smirnov, one in a thousand; the seeds are fixed
    assert distance([plies for plies, _ in ours], [plies for plies, _ in theirs]) < far
    for team in set(made.first.teams):
        won = [sum(winner == team for _, winner in games) / len(games) for games in (ours, theirs)]
        assert abs(won[0] - won[1]) < 3.3 * sqrt(0.25 * 21 / (20 * count))


def finished(case: Case, seed: int) -> tuple[int, int]:
    """Plays and winning team of a random game of the kernel."""
    made = ready(case)
    game = new_game(made.rules, made.table, made.first)
    winner = kernel_for_tests().run(made.table, game, chance_of(seed), LONGEST_GAME)
    return game.plies, winner


def game_of_session(case: Case, seed: int) -> tuple[int, int]:
    """The same of a game of the session in which all cards are shuffled there."""
    made, chance = ready(case), random.Random(seed)
    table = Table(
        variant=case.variant, seats=made.first.seats, sectors=made.first.sectors, options=case.options, first=0
    )
    game = WholeGame(table, [KernelPlayer(made, chance) for _ in made.first.seats], chance)
    while not game.is_over:
        game.advance()
    return game.state.ply, made.first.teams[(game.state.result or (0,))[0]]


class KernelPlayer(RandomPlayer):
    """A random player whose plays the kernel draws."""

    def __init__(self, made: Ready, chance: random.Random) -> None:
        super().__init__(chance)
        self._made, self._random, self._chance = made, chance, chance_of(chance.randrange(2**32))

    def play(self, knowledge: Knowledge) -> Play | None:
        """The engine lists the playable cards; one of them is drawn, then its play."""
        plays = plays_in_hand(knowledge.rules, knowledge.position, knowledge.hand)
        if not plays:
            return None
        of_card = defaultdict(list)
        for play in plays:
            of_card[play.card].append(play)
        card = self._random.choice(sorted(of_card))
        result = drawn(kernel_for_tests(), self._made, knowledge.position, card, self._chance)
        if result is None:  # a joker laid without effect, which only who names its face may do
            return of_card[card][0]
        return next(play for play in of_card[card] if play.result == result[0])


def distance(ours: list[int], theirs: list[int]) -> float:
    """The largest difference of two distributions."""
    mine, others = sorted(ours), sorted(theirs)
    return max(
        abs(bisect_right(mine, value) / len(mine) - bisect_right(others, value) / len(others))
        for value in {*mine, *others}
    )
