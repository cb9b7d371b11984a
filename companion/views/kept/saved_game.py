"""A recorded game as a list shows it."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from companion.views.kept.game_figures import NO_FIGURES, GameFigures


class SavedFault(StrEnum):
    """Why a recorded game cannot be opened: its rows are damaged, or only a newer program can read them."""

    DAMAGED = "damaged"
    NEWER = "newer"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entered:
    """The facts of a result without plays, beside its game, people and winners.

    `day_only`: the day of the game is known alone.  `struck`: it stays in the record and counts nowhere.  `source`
    names the play in the program that it came from; empty for one entered here.
    """

    day_only: bool = False
    place: str = ""
    note: str = ""
    source: str = ""
    struck: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedGame:
    """A recorded game in short, readable without loading it.  Lists go by seat, times are Unix milliseconds.

    `rows` counts its rows; `played_ms` is the time it was played, without pauses and times with the program off.
    `ply` counts the plays that stand, `captures` the pawns that they sent home; `disputes` the plays that the referee
    refused and the corrections by hand, `undos` the undone events.  `result` are the winning seats (empty: abandoned),
    None while it is open.  `demo`: the built-in table plays it; `by_computer` are the seats that the computer played at
    a table of people.  `figures` are the numbers of its statistics.
    `order` are the seats in the order of their turns, from the one that began; empty if nobody knows who did.
    `entered`: a result that people entered, without plays; its times are those of the game.

    A game with a `fault` cannot be opened; `reason` names the fault in one line, `rows` counts the whole ones, and
    unread fields are empty or 0.
    """

    game: str
    variant: str = ""
    names: tuple[str, ...] = ()
    colours: tuple[str, ...] = ()
    teams: tuple[int, ...] = ()
    started_ms: int = 0
    changed_ms: int = 0
    played_ms: int = 0
    rows: int = 0
    ply: int = 0
    captures: int = 0
    disputes: int = 0
    undos: int = 0
    result: tuple[int, ...] | None = None
    demo: bool = False
    by_computer: tuple[int, ...] = ()
    fault: SavedFault | None = None
    reason: str = ""
    figures: GameFigures = NO_FIGURES
    order: tuple[int, ...] = ()
    entered: Entered | None = None

    @property
    def finished(self) -> bool:
        return self.result is not None

    @property
    def is_struck(self) -> bool:
        """Whether it is a result that was struck out."""
        return self.entered is not None and self.entered.struck

    @property
    def is_of_people(self) -> bool:
        """Whether it can be read and counts for the people in it: no demo, and not struck out."""
        return not self.demo and self.fault is None and not self.is_struck


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedGames:
    """The games of a record, the one played last first; `unread` are those that nobody has read yet."""

    games: tuple[SavedGame, ...] = ()
    unread: int = 0


def last_played_first(found: Iterable[tuple[int, SavedGame]]) -> tuple[SavedGame, ...]:
    """Returns games in the order of a list; each comes with the count at which it was played on this machine, or 0.

    Those played here keep their order, whatever the clock was.  Results and games from elsewhere stand where their time
    puts them among those.
    """
    dated, played = [], []
    for count, game in found:
        if count and game.entered is None:
            played.append((count, game))
        else:
            dated.append(game)
    # both lists have their newest game at the end
    dated.sort(key=lambda game: game.changed_ms)
    here = [game for _, game in sorted(played, key=lambda pair: pair[0])]
    ordered: list[SavedGame] = []
    while dated or here:
        later = dated if not here or (dated and dated[-1].changed_ms > here[-1].changed_ms) else here
        ordered.append(later.pop())
    return tuple(ordered)
