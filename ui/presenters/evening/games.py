"""The list of all games: its lines and its filters."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from companion.history.filters import Ended, GameFilter, ended, players, wanted_games
from companion.texts.times import beginning, duration
from companion.views.kept.saved_game import SavedGame
from companion.views.wording.words import variant_name
from companion.writing.bidi import isolated
from ui.i18n import Words

_LOOKS: Final = {
    Ended.WON: ("trophy", "accent"),
    Ended.OPEN: ("pause", "ink"),
    Ended.ABANDONED: ("minus", "muted"),
    Ended.FAULTY: ("warning", "accent"),
    Ended.STRUCK: ("cross", "muted"),
}
#: The spans of the date filter, in days; 0: any time.
SPANS: Final = (0, 1, 7, 31, 366)
_STATES: Final = tuple(Ended)
#: Between the names of a game.
BETWEEN_NAMES: Final = " · "
#: The number of names that a list to choose from shows.
MOST_PLAYERS: Final = 60


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A line of the list: players, game, date, and result.

    `opens`: a tap shows it, step by step if it `has_plays`; `resumes`: it can be continued.
    """

    game: str
    names: str
    detail: str
    result: str
    icon: str
    tone: str
    opens: bool
    has_plays: bool
    resumes: bool


@dataclass(frozen=True, slots=True)
class Filtered:
    """The filters of the list on this screen; `span` is an index into `SPANS`, `state` the value of an `Ended`."""

    variant: str = ""
    player: str = ""
    state: Ended = Ended.ANY
    span: int = 0
    text: str = ""

    @property
    def is_empty(self) -> bool:
        return self == Filtered()

    def next_state(self) -> "Filtered":
        return replace(self, state=_STATES[(_STATES.index(self.state) + 1) % len(_STATES)])

    def next_span(self) -> "Filtered":
        return replace(self, span=(self.span + 1) % len(SPANS))


def shown_games(games: Sequence[SavedGame], by: Filtered, now: datetime, words: Words) -> tuple[SavedGame, ...]:
    """The games that the filter lets through, in their order."""
    days = SPANS[by.span]
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    since = int((midnight - timedelta(days=days - 1)).timestamp() * 1000) if days else None
    wanted = GameFilter(variant=by.variant, player=by.player, ended=by.state, since_ms=since, text=by.text)
    return wanted_games(games, wanted, {variant: variant_name(variant, words) for variant in variants_of(games)})


def variants_of(games: Sequence[SavedGame]) -> tuple[str, ...]:
    """The games that were played, by their ids."""
    return tuple(sorted({game.variant for game in games if game.variant}))


def players_of(games: Sequence[SavedGame]) -> tuple[str, ...]:
    """The players by number of games, most first; no more than a list can show."""
    return players(games)[:MOST_PLAYERS]


def listed(game: SavedGame, words: Words) -> ListedGame:
    """The line of one game."""
    state = ended(game)
    icon, tone = _LOOKS[state]
    return ListedGame(
        game=game.game,
        names=BETWEEN_NAMES.join(map(isolated, game.names)) or words.text("home.unreadable"),
        detail=_detail(game, words),
        result=_result(game, state, words),
        icon=icon,
        tone=tone,
        opens=game.fault is None,
        has_plays=game.fault is None and game.entered is None,
        resumes=state is Ended.OPEN,
    )


def _detail(game: SavedGame, words: Words) -> str:
    parts = [variant_name(game.variant, words)] if game.variant else []
    parts += [beginning(game, words)]
    parts += _course(game, words)
    counted = (("games.captures", game.captures), ("games.disputes", game.disputes), ("games.undos", game.undos))
    parts += [words.text(message, count=count) for message, count in counted if count]
    shown = " · ".join(part for part in parts if part)
    return words.text("home.row_demo", row=shown) if game.demo else shown


def _course(game: SavedGame, words: Words) -> list[str]:
    """Plays and duration; of a result what people noted."""
    if game.fault is not None:
        return []
    if game.entered is not None:
        return [duration(game.played_ms, words) if game.played_ms else "", game.entered.place, game.entered.note]
    return [words.text("games.plays", count=game.ply), duration(game.played_ms, words)]


def _result(game: SavedGame, state: Ended, words: Words) -> str:
    if game.fault is not None:
        return words.text(f"home.{game.fault}", rows=game.rows)
    if state is not Ended.WON:
        return words.text(f"games.{state}")
    names = [game.names[seat] for seat in game.result or () if seat < len(game.names)]
    return words.text("games.winners", names=", ".join(map(isolated, names)))
