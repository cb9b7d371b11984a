"""A strong player: it plays every good play on a few turns, many times, with possible hands of the others.

Law: it knows only its own hand.  The unseen cards are dealt anew for every playout, and all compared plays meet the
same deals, so that a lucky one favours none of them.
"""

import ctypes
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Final

from companion.model.play import Play, StepKind
from companion.players.player import Knowledge, RandomSource, plays_in_hand
from companion.players.sensible_player import SensiblePlayer
from companion.playout.compile import NoTableError, table_of
from companion.playout.games import dealt_game
from companion.playout.library import Kernel
from companion.playout.structs import HAND, SEATS, Game, Table

#: The number of plays that are played on, from the best of the sensible player on.
_CANDIDATES: Final = 10
#: The number of plays that a playout looks ahead: four turns of each of four players.
_DEPTH: Final = 16
#: Playouts of one play between two readings of the clock.
_AT_ONCE: Final = 25
#: The loss of the next seat by the kind of step: `enum loss` of kernel.h.
_LOSSES: Final = {StepKind.SKIP: 1, StepKind.DISCARD: 2}
#: Seeds of the playouts of one decision begin at any number below this.
_SEEDS: Final = 2**52


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """The budget of one decision: so many playouts of all plays together, and none after `limit_s` seconds."""

    playouts: int = 2000
    limit_s: float = 0.4


class StrongPlayer(SensiblePlayer):
    """With the same `rng` and a limit that is not reached it decides the same.

    If the kernel has no table for the rules, or the knowledge is contradictory, it plays as the sensible player.
    """

    def __init__(
        self,
        rng: RandomSource,
        kernel: Kernel,
        budget: Budget | None = None,
        clock_s: Callable[[], float] = monotonic,
    ) -> None:
        super().__init__(rng)
        self._kernel = kernel
        self._budget = budget or Budget()
        self._clock_s = clock_s

    def play(self, knowledge: Knowledge) -> Play | None:
        if not _is_possible(knowledge):
            return super().play(knowledge)
        try:
            table = table_of(knowledge.rules)
        except NoTableError:
            return super().play(knowledge)
        plays = distinct(plays_in_hand(knowledge.rules, knowledge.position, knowledge.hand))
        if len(plays) < 2:
            return plays[0] if plays else None
        candidates = self.shortlist(knowledge, plays)[:_CANDIDATES]
        known = (ctypes.c_int32 * SEATS)()
        known[knowledge.seat] = len(knowledge.hand) - 1
        games = [game_after(self._kernel, table, knowledge, play) for play in candidates]
        return candidates[self._best(knowledge, table, games, known)]

    def _best(
        self, knowledge: Knowledge, table: Table, games: Sequence[Game], known: "ctypes.Array[ctypes.c_int32]"
    ) -> int:
        """The index of the best game: the playouts go in equal parts to all, the better half, a quarter and so on."""
        team = knowledge.rules.teams[knowledge.seat]
        seed = int(self._rng.random() * _SEEDS)
        end_s = self._clock_s() + self._budget.limit_s
        totals, left = [0] * len(games), list(range(len(games)))
        halvings = (len(games) - 1).bit_length()
        while len(left) > 1:
            share = max(1, self._budget.playouts // (halvings * len(left)))
            for start in range(seed, seed + share, _AT_ONCE):
                seeds = range(start, min(start + _AT_ONCE, seed + share))
                for index in left:
                    totals[index] += self._kernel.standings(table, games[index], known, seeds, _DEPTH, team)
                if self._clock_s() >= end_s:
                    return max(left, key=totals.__getitem__)
            seed += share
            left = sorted(left, key=totals.__getitem__, reverse=True)[: (len(left) + 1) // 2]
        return left[0]


def distinct(plays: tuple[Play, ...]) -> tuple[Play, ...]:
    """One play of each card among those with the same result."""
    return tuple({(play.card, play.result, play.draws): play for play in reversed(plays)}.values())[::-1]


def _is_possible(knowledge: Knowledge) -> bool:
    """Whether deck, hands and laid cards fit together; after cards were moved by hand they may not."""
    deck = Counter(knowledge.rules.variant.deck)
    seen = Counter(knowledge.laid) + Counter(knowledge.hand)
    held = _held(knowledge)
    own = held[knowledge.seat] == len(knowledge.hand)
    return own and seen <= deck and sum(held) + len(knowledge.laid) <= deck.total() and max(held) < HAND


def _held(knowledge: Knowledge) -> tuple[int, ...]:
    """The number of cards by seat; if nobody counts them, as many as in the own hand."""
    return knowledge.counts or (len(knowledge.hand),) * len(knowledge.rules.seats)


def game_after(kernel: Kernel, table: Table, knowledge: Knowledge, play: Play) -> Game:
    """The game after a play, with the rest of the own hand; the other hands are only counted."""
    rules, faces = knowledge.rules, knowledge.rules.variant.cards
    position = knowledge.position.with_placement(play.result)
    game = dealt_game(
        rules, position, held=_held(knowledge), laid=knowledge.laid, number=knowledge.round, dealer=knowledge.dealer
    )
    for index, card in enumerate(knowledge.hand):
        game.hand[knowledge.seat][index] = faces.index(card)
    acting = -1 if play.acting_as is None else faces.index(play.acting_as)
    loss = next((_LOSSES[step.kind] for step in play.steps if step.kind in _LOSSES), 0)
    kernel.settle(table, game, faces.index(play.card), acting, loss=loss, draws=play.draws > 0)
    return game
