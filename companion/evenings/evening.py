"""One evening as people lead it: its guests, the way to fill tables, and the games that were begun.

Laws: a table's game is over when the record has a result under its id, or a won game between the same sides that began
later; no other list of results is kept.  Each act makes a new state, and undo takes the newest one back.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from companion.evenings.seating import Seating, Shape, Table, seating
from companion.evenings.tournament import FEWEST, Kind, Match, Round, next_round
from companion.scoring.games import EVENING_GAP_MS, ScoredGame, Side, evenings
from companion.scoring.meetings import Met
from companion.scoring.profiles import Profiles

#: The number of acts that can be taken back.
MOST_UNDONE: Final = 40
#: The most tables of an evening, and the most people.
MOST_TABLES: Final = 12
MOST_PEOPLE: Final = 48


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody who is there.  `head_start` counts as so many games, so that a late guest does not play all the time."""

    name: str
    head_start: int = 0


@dataclass(frozen=True, slots=True)
class TableGame:
    """A game that was begun: its `sides` as names.  `game` is the id of its result.

    `round` counts the rounds of a tournament from 1; 0 without one.  `winner` is the side that people entered.
    """

    game: str
    sides: Table
    since_ms: int
    round: int = 0
    winner: int | None = None


@dataclass(frozen=True, slots=True)
class Contest:
    """The tournament of an evening and its sides."""

    kind: Kind
    sides: tuple[Side, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """The state after an act; `changed_ms` is its time (Unix ms).  `tables` are those that can be filled."""

    variant: str = ""
    shape: Shape = field(default_factory=Shape)
    tables: int = 1
    guests: tuple[Guest, ...] = ()
    games: tuple[TableGame, ...] = ()
    contest: Contest | None = None
    changed_ms: int = 0

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(guest.name for guest in self.guests)

    def with_guest(self, name: str, head_start: int = 0) -> "Evening":
        """Somebody comes."""
        return replace(self, guests=(*self.guests, Guest(name, head_start)))

    def without_guest(self, name: str) -> "Evening":
        """Somebody leaves."""
        return replace(self, guests=tuple(guest for guest in self.guests if guest.name != name))

    def with_games(self, games: Sequence[TableGame]) -> "Evening":
        """Games begin."""
        return replace(self, games=(*self.games, *games))

    def without_game(self, game: str) -> "Evening":
        """A game that was begun is not played after all."""
        return replace(self, games=tuple(each for each in self.games if each.game != game))

    def won(self, game: str, winner: int | None) -> "Evening":
        """People enter the winner of a game."""
        games = tuple(replace(each, winner=winner) if each.game == game else each for each in self.games)
        return replace(self, games=games)


@dataclass(frozen=True, slots=True)
class KeptEvening:
    """The state of an evening, and those before it, the oldest first."""

    now: Evening = field(default_factory=Evening)
    before: tuple[Evening, ...] = ()

    def after(self, evening: Evening, now_ms: int) -> "KeptEvening":
        """Returns the states after an act."""
        return KeptEvening(replace(evening, changed_ms=now_ms), (*self.before, self.now)[-MOST_UNDONE:])

    def undone(self) -> "KeptEvening":
        """Returns the states without the last act."""
        return KeptEvening(self.before[-1], self.before[:-1]) if self.before else self

    @property
    def undo_strikes(self) -> tuple[str, ...]:
        """The results that are struck out if the last act is taken back."""
        if not self.before:
            return ()
        known = {game.game for game in self.before[-1].games if game.winner is not None}
        return tuple(game.game for game in self.now.games if game.winner is not None and game.game not in known)

    def is_over(self, played: Sequence[ScoredGame], now_ms: int) -> bool:
        """Whether nothing was done for as long as ends an evening; `played` are the games of the present one."""
        goes_on = bool(played) and played[0].started_ms - self.now.changed_ms <= EVENING_GAP_MS
        return now_ms - self.now.changed_ms > EVENING_GAP_MS and not goes_on

    def seen_in(self, played: Sequence[ScoredGame], now_ms: int) -> "KeptEvening":
        """Returns the states with the winners that stand in the record under the id of a game.

        A program that ended between the two writes has entered the winner in the record alone.
        """
        entered = {game.game: game for game in played}
        after = self.now
        for game in self.now.games:
            if game.winner is None and game.game in entered:
                after = after.won(game.game, entered[game.game].winner)
        return self if after is self.now else self.after(after, now_ms)


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """An evening beside the games that were `played` in it; players are keys."""

    evening: Evening
    played: tuple[ScoredGame, ...] = ()
    profiles: Profiles = field(default_factory=Profiles)

    def keys(self, side: Side) -> Side:
        """Returns the players of a side of names."""
        return tuple(map(self.profiles.key_of, side))

    def results(self) -> dict[str, int | None]:
        """Returns the winning side of every game that was begun; None while it is played."""
        free = list(self.played)
        found: dict[str, int | None] = {}
        by_id = {game.game: game for game in self.played}
        for begun in self.evening.games:
            sides = [frozenset(self.keys(side)) for side in begun.sides]
            own = by_id.get(begun.game) or next(
                (game for game in free if game.ended_ms >= begun.since_ms and game.matchup == frozenset(sides)), None
            )
            if own in free:
                free.remove(own)
            won = frozenset(own.sides[own.winner]) if own else frozenset()
            found[begun.game] = sides.index(won) if won in sides else None
        return found

    def open_games(self) -> tuple[TableGame, ...]:
        """Returns the games that are played now."""
        results = self.results()
        return tuple(game for game in self.evening.games if results[game.game] is None)

    def games_of(self) -> Counter[str]:
        """Returns the number of games of each player of this evening."""
        return Counter(player for game in self.played for player in game.players)

    def head_start(self) -> int:
        """Returns the games with which somebody who comes now begins: as many as the person who played least."""
        counts = self.games_of()
        return min((counts[self._key(guest)] + guest.head_start for guest in self.evening.guests), default=0)

    def next_tables(self) -> Seating:
        """Returns the next tables, by names, for all who are free, and those who sit out."""
        evening, on = self.evening, self.open_games()
        busy = {player for game in on for side in game.sides for player in self.keys(side)}
        counts, names = self.games_of(), {self._key(guest): guest.name for guest in evening.guests}
        people = {
            self._key(guest): counts[self._key(guest)] + guest.head_start
            for guest in evening.guests
            if self._key(guest) not in busy
        }
        met = self._met(on)
        found = seating(people, evening.shape, max(0, evening.tables - len(on)), met)
        tables = tuple(tuple(tuple(names[player] for player in side) for side in table) for table in found.tables)
        return Seating(tables, tuple(names[player] for player in found.out))

    def drawn_sides(self) -> tuple[Side, ...]:
        """Returns the sides of a tournament: people alone, or partners who were partners least."""
        size, names = self.evening.shape.team_size, self.evening.names
        count = len(names) // size
        if count < FEWEST or size == 1:
            return tuple((name,) for name in names) if size == 1 and count >= FEWEST else ()
        keys = {self.profiles.key_of(name): name for name in names}
        counts = self.games_of()
        found = seating({key: counts[key] for key in keys}, Shape(count * size, size), 1, self._met(()))
        return tuple(tuple(keys[player] for player in side) for side in found.tables[0])

    def rounds(self) -> tuple[Round, ...]:
        """Returns the rounds of the tournament that were begun, with their winners."""
        contest = self.evening.contest
        if contest is None:
            return ()
        results, games = self.results(), self.evening.games
        return tuple(
            _round(contest, [game for game in games if game.round == number], results)
            for number in range(1, max((game.round for game in games), default=0) + 1)
        )

    def next_round(self) -> Round:
        """Returns the next round of the tournament; empty while one is played, and after the last."""
        contest, rounds = self.evening.contest, self.rounds()
        if contest is None or any(match.scored is None for played in rounds for match in played):
            return ()
        return next_round(contest.kind, contest.sides, rounds)

    def _met(self, on: Sequence[TableGame]) -> Met:
        now = (frozenset(frozenset(self.keys(side)) for side in game.sides) for game in on)
        return Met().and_then((*(game.matchup for game in self.played), *now))

    def _key(self, guest: Guest) -> str:
        return self.profiles.key_of(guest.name)


def games_of_evening(scored: Sequence[ScoredGame], now_ms: int) -> tuple[ScoredGame, ...]:
    """Returns the games of the evening that is not over at this time; `scored` are all games, the oldest first."""
    newest = evenings(scored)[-1:]
    return newest[0] if newest and now_ms - newest[0][-1].ended_ms <= EVENING_GAP_MS else ()


def _round(contest: Contest, games: Sequence[TableGame], results: dict[str, int | None]) -> Round:
    """Returns a round as it was begun; a side without an opponent sits out."""
    seated = {side for game in games for side in game.sides}
    won = {game.game: results[game.game] for game in games}
    pairs = [
        Match(game.sides[0], game.sides[1], None if (side := won[game.game]) is None else game.sides[side])
        for game in games
    ]
    return (*pairs, *(Match(side, ()) for side in contest.sides if side not in seated))
