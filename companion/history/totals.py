"""The totals of many games, from the entries of the list of games alone: no record is read again."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from companion.views.kept.game_figures import NONE, SeatFigures, together
from companion.views.kept.saved_game import SavedGame


@dataclass(slots=True, kw_only=True)
class PlayerTotal:
    """The totals of all players of this name; `won` counts the games that were won."""

    name: str
    games: int = 0
    won: int = 0
    figures: SeatFigures = NONE


@dataclass(slots=True, kw_only=True)
class MonthTotal:
    """The games that were begun in a month; `first_ms` is when one of them began."""

    first_ms: int
    games: int = 0
    played_ms: int = 0
    plays: int = 0
    captures: int = 0
    bites: int = 0


@dataclass(slots=True, kw_only=True)
class Totals:
    """`players` by name, `months` by the caller's key, in no order.

    `variants` counts games by their id, `walked` fields by card.
    """

    games: int = 0
    played_ms: int = 0
    corrected: int = 0
    figures: SeatFigures = NONE
    players: dict[str, PlayerTotal] = field(default_factory=dict)
    months: dict[str, MonthTotal] = field(default_factory=dict)
    variants: Counter[str] = field(default_factory=Counter)
    walked: Counter[str] = field(default_factory=Counter)


def totals(games: Iterable[SavedGame], month_of: Callable[[int], str]) -> Totals:
    """Returns the totals of all games that people played and that can be read.

    `month_of` gives the month, such as 2026-03, of Unix milliseconds.  Demos, damaged games and results that were
    struck out do not count.
    """
    total = Totals()
    done: dict[str, list[SeatFigures]] = {}
    for game in games:
        if not game.is_of_people:
            continue
        total.games += 1
        total.played_ms += game.played_ms
        total.variants[game.variant] += 1
        total.corrected += game.figures.corrected
        for card, fields in game.figures.walked:
            total.walked[card] += fields
        for name, figures in zip(game.names, game.figures.seats, strict=False):
            done.setdefault(name, []).append(figures)
        _count_players(total.players, game)
        _count_month(total.months, game, month_of(game.started_ms))
    for name, each in done.items():
        total.players[name].figures = together(each)
    total.figures = together(player.figures for player in total.players.values())
    return total


def _count_players(players: dict[str, PlayerTotal], game: SavedGame) -> None:
    """Two seats of one name are one person in as many games as seats."""
    won = game.result or ()
    for seat, name in enumerate(game.names):
        player = players.get(name)
        if player is None:
            player = players[name] = PlayerTotal(name=name)
        player.games += 1
        player.won += seat in won


def _count_month(months: dict[str, MonthTotal], game: SavedGame, key: str) -> None:
    month = months.get(key)
    if month is None:
        month = months[key] = MonthTotal(first_ms=game.started_ms)
    month.games += 1
    month.played_ms += game.played_ms
    for seat in game.figures.seats:
        month.plays += seat.plays
        month.captures += seat.captures
        month.bites += seat.bites
