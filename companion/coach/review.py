"""The review of one turn: each team's chance of winning, the play made, and a better one.

Laws: all compared plays meet the same deals of the unseen cards; a play counts as better only if the difference is
larger than the sampling explains; the same turn and effort give the same review.
"""

import ctypes
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

import msgspec

from companion.coach.turns import Turn
from companion.model.notation import format_play
from companion.model.play import Play
from companion.players.player import Knowledge, plays_in_hand
from companion.players.sensible_player import SensiblePlayer
from companion.playout.chances import LONGEST, SEEDS_APART, KnowledgeError, team_chances
from companion.playout.compile import table_of
from companion.playout.library import Kernel
from companion.playout.strong_player import distinct, game_after
from companion.playout.structs import SEATS, Game, Table

#: The number of plays examined, from the best of the sensible player on.
_CANDIDATES: Final = 10
#: Candidates are compared after so many further plays; the best are played on to the end.
_DEPTH: Final = 16
_FINALISTS: Final = 3
#: The number of standard errors from which on a difference counts.
_SURE: Final = 2.0


@dataclass(frozen=True, slots=True)
class Effort:
    """`playouts` to the end for each chance, `glances` of a few plays for each candidate."""

    playouts: int = 1000
    glances: int = 150


#: The effort that people wait for: a minute a game.
DEFAULT_EFFORT: Final = Effort(playouts=500)


class TurnReview(msgspec.Struct, frozen=True, kw_only=True):
    """`chances` of each team before the turn, from public knowledge.  `row` is that of the record.

    `played` are the chances after the play, with the cards that its player kept, `best` those after the best play; both
    empty if nothing was played.  `better` is the best play in notation, empty if the one made is as good; `choices`
    counts the possible plays with the known cards.
    """

    row: int
    ply: int
    seat: int
    chances: tuple[float, ...]
    playouts: int
    played: tuple[float, ...] = ()
    best: tuple[float, ...] = ()
    better: str = ""
    choices: int = 0


def review_turn(kernel: Kernel, turn: Turn, effort: Effort) -> TurnReview | None:
    """None if the known facts contradict each other.  Raises NoTableError."""
    rules = turn.known.rules
    try:
        found = team_chances(kernel, turn.known, playouts=effort.playouts, seed=turn.row)
    except KnowledgeError:
        return None
    chances = tuple(round(team.chance, 4) for team in found)
    review = TurnReview(row=turn.row, ply=turn.ply, seat=turn.seat, chances=chances, playouts=effort.playouts)
    if turn.play is None or not _is_possible(turn):
        return review
    knowledge = Knowledge(
        rules=rules,
        position=turn.known.position,
        seat=turn.seat,
        hand=turn.hand,
        laid=turn.known.laid,
        counts=turn.known.cards,
        round=turn.known.round,
        dealer=turn.known.dealer,
    )
    plays = distinct(plays_in_hand(rules, knowledge.position, knowledge.hand))
    return _Comparison(kernel, knowledge, turn, effort).reviewed(review, plays)


def _is_possible(turn: Turn) -> bool:
    """Whether deck, laid cards and those of the hand fit together; after cards were moved by hand they may not."""
    seen = Counter(turn.known.laid) + Counter(turn.hand)
    return seen <= Counter(turn.known.rules.variant.deck) and len(turn.hand) <= turn.known.cards[turn.seat]


class _Comparison:
    """The plays of one turn beside each other."""

    def __init__(self, kernel: Kernel, knowledge: Knowledge, turn: Turn, effort: Effort) -> None:
        self._kernel = kernel
        self._knowledge = knowledge
        self._turn = turn
        self._effort = effort
        self._table: Table = table_of(knowledge.rules)
        self._teams = sorted(set(knowledge.rules.teams))
        self._own = self._teams.index(knowledge.rules.teams[turn.seat])
        self._known = (ctypes.c_int32 * SEATS)()
        self._known[turn.seat] = len(turn.hand) - 1

    def reviewed(self, review: TurnReview, plays: tuple[Play, ...]) -> TurnReview:
        made = self._turn.play
        assert made is not None
        candidates = self._candidates(made, plays)
        games = {index: self._after(play) for index, play in enumerate(candidates)}
        finalists = self._finalists(games) if len(candidates) > 1 else [0]
        chances = {index: self._chances(games[index]) for index in {0, *finalists}}
        best = max(chances, key=lambda index: (chances[index][self._own], index == 0))
        if not self._is_surely_more(chances[best][self._own], chances[0][self._own]):
            best = 0
        return msgspec.structs.replace(
            review,
            played=chances[0],
            best=chances[best],
            better=format_play(candidates[best]) if best else "",
            choices=max(1, len(plays)),
        )

    def _candidates(self, made: Play, plays: tuple[Play, ...]) -> list[Play]:
        """The play that was made, then the others worth examining."""
        shortlist = SensiblePlayer(random.Random(0)).shortlist(self._knowledge, plays)[:_CANDIDATES]
        others = [play for play in shortlist if (play.card, play.result, play.draws) != _outcome(made)]
        return [made, *others]

    def _finalists(self, games: dict[int, Game]) -> Sequence[int]:
        """The plays that stand best a few turns on; empty if the one made is the best."""
        seeds = range(self._turn.row * SEEDS_APART, self._turn.row * SEEDS_APART + self._effort.glances)
        team = self._teams[self._own]
        stands = {
            index: self._kernel.standings(self._table, game, self._known, seeds, _DEPTH, team)
            for index, game in games.items()
        }
        ranked = sorted(stands, key=lambda index: (-stands[index], index))
        return [] if ranked[0] == 0 else ranked[:_FINALISTS]

    def _after(self, play: Play) -> Game:
        return game_after(self._kernel, self._table, self._knowledge, play)

    def _chances(self, game: Game) -> tuple[float, ...]:
        seeds = range(self._turn.row * SEEDS_APART, self._turn.row * SEEDS_APART + self._effort.playouts)
        wins = self._kernel.wins(self._table, game, seeds, LONGEST, self._known)
        total = max(1, sum(wins))
        return tuple(round(wins[team] / total, 4) for team in self._teams)

    def _is_surely_more(self, chance: float, other: float) -> bool:
        count = self._effort.playouts
        error = sqrt((chance * (1 - chance) + other * (1 - other)) / count + 1 / count**2)
        return chance - other > _SURE * error


def _outcome(play: Play) -> tuple[str, object, int]:
    return play.card, play.result, play.draws
