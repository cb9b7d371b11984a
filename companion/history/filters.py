"""The filter of a list of games."""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from companion.views.kept.saved_game import SavedGame
from companion.writing.names import name_key


class Ended(StrEnum):
    """How far a game has come; a result that was struck out counts nowhere."""

    ANY = "any"
    OPEN = "open"
    WON = "won"
    ABANDONED = "abandoned"
    FAULTY = "faulty"
    STRUCK = "struck"


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFilter:
    """The conditions on a game; empty fields set none.

    `variant` is an id, `player` the whole name of somebody who played, whatever its case and spaces; `since_ms` and
    `before_ms` bound when it began.
    Each word of `text` stands somewhere in the names or in the game's title, whatever its case and accents.
    """

    variant: str = ""
    player: str = ""
    ended: Ended = Ended.ANY
    since_ms: int | None = None
    before_ms: int | None = None
    text: str = ""


def wanted_games(games: Iterable[SavedGame], wanted: GameFilter, titles: dict[str, str]) -> tuple[SavedGame, ...]:
    """Returns the games that the filter lets through, in their order; `titles` are the games' titles, by variant."""
    words = plain(wanted.text).split()
    player = name_key(wanted.player)
    called = {variant: plain(title) for variant, title in titles.items()}
    return tuple(
        game
        for game in games
        if (not wanted.variant or game.variant == wanted.variant)
        and (not player or player in map(name_key, game.names))
        and (wanted.ended is Ended.ANY or wanted.ended is ended(game))
        and (wanted.since_ms is None or game.started_ms >= wanted.since_ms)
        and (wanted.before_ms is None or game.started_ms < wanted.before_ms)
        and (not words or _has_words(game, words, called))
    )


def ended(game: SavedGame) -> Ended:
    """Returns how far the game has come."""
    if game.fault is not None:
        return Ended.FAULTY
    if game.is_struck:
        return Ended.STRUCK
    if game.result is None:
        return Ended.OPEN
    return Ended.WON if game.result else Ended.ABANDONED


def players(games: Iterable[SavedGame]) -> tuple[str, ...]:
    """Returns all players of the games, those with most games first."""
    counted: dict[str, int] = {}
    for game in games:
        for name in dict.fromkeys(game.names):
            counted[name] = counted.get(name, 0) + 1
    return tuple(sorted(counted, key=lambda name: (-counted[name], plain(name), name)))


def plain(text: str) -> str:
    """Returns the text without case and accents, to compare typed words."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def _has_words(game: SavedGame, words: list[str], called: dict[str, str]) -> bool:
    searched = f"{_plain_names(game.names)} {called.get(game.variant, game.variant)}"
    return all(word in searched for word in words)


@lru_cache(maxsize=20_000)
def _plain_names(names: tuple[str, ...]) -> str:
    """Cached, because the list is searched again with each letter that is typed."""
    return plain(" ".join(names))
