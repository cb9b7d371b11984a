"""The players: the lines of the screen "Players", the players offered to a seat, and the effect of a change."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from babel.numbers import format_decimal

from companion.scoring.games import ScoredGame, scored_games
from companion.scoring.profiles import ProfileRefusedError, Profiles
from companion.scoring.ratings import FEWEST_GAMES, RatingBook
from companion.scoring.tables import PlayerRow, games_together, names_played, rated_table, unrated_rows
from companion.scoring.tally import PlayerTally, player_tally
from companion.views.kept.saved_game import SavedGame
from companion.writing.names import name_key
from ui.i18n import Words
from ui.presenters.setup import SetupForm

#: The number of names that a list to choose from shows.
MOST_OFFERED: Final = 60


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A line of the table; `rated`: the last column is a rating, not the number of games until one."""

    name: str
    colour: str
    glyph: str
    games: str
    won: str
    rating: str
    rated: bool


class PlayerBook:
    """The games of a record and who played them; ratings are counted a few games at a time.

    `before` is an earlier book: games that came after all of its games are added to its ratings.
    """

    def __init__(
        self,
        games: Sequence[SavedGame] = (),
        profiles: Profiles | None = None,
        before: "PlayerBook | None" = None,
    ) -> None:
        self.games, self.profiles = tuple(games), profiles or Profiles()
        self.scored: tuple[ScoredGame, ...] = scored_games(self.games, self.profiles)
        self._by_id = {game.game: game for game in self.games}
        self._ratings = RatingBook()
        self._rated = 0
        # a book that still counts would go on with the same ratings
        if before and not before.unrated and self.scored[: before._rated] == before.scored:
            self._ratings, self._rated = before._ratings, before._rated

    @property
    def unrated(self) -> int:
        """The number of games that the ratings do not include yet."""
        return len(self.scored) - self._rated

    def rate_on(self, count: int) -> None:
        """Counts `count` more games."""
        for game in self.scored[self._rated : self._rated + count]:
            self._ratings.add(game)
        self._rated = min(len(self.scored), self._rated + count)

    def rows(self) -> tuple[PlayerRow, ...]:
        """Everybody, best first; ratings are shown once all games are counted."""
        return rated_table(self._unrated_rows, RatingBook() if self.unrated else self._ratings)

    @cached_property
    def _unrated_rows(self) -> tuple[PlayerRow, ...]:
        """Everybody; the page shows them before their ratings are counted, and again with them."""
        return unrated_rows(self.games, self.scored, self.profiles)

    def row(self, name: str) -> PlayerRow:
        """The row of one player; of somebody who has never played an empty one."""
        profile = self.profiles.of(name)
        known = (row for row in self.rows() if row.profile.key == profile.key)
        return next(known, PlayerRow(profile, 0, 0, 0, profile.colour))

    def tally(self, name: str) -> PlayerTally:
        """The sums of one player's games."""
        return player_tally(self.profiles.key_of(name), self.scored, self._by_id, self.profiles)

    def course(self, name: str) -> tuple[float, ...]:
        """The strength after each game of one player; empty until all games are counted."""
        return () if self.unrated else self._ratings.course(self.profiles.key_of(name))

    def renamed(self, name: str, new: str) -> Profiles:
        """Raises ProfileRefusedError."""
        return self.profiles.renamed(name, new, names_played(self.games))

    def merged(self, name: str, into: str) -> Profiles:
        """Raises ProfileRefusedError."""
        return self.profiles.merged(name, into, games_together(self.games, self.profiles, name, into))


def player_lines(rows: Iterable[PlayerRow], words: Words) -> tuple[PlayerLine, ...]:
    """The table as shown."""
    return tuple(_line(row, words) for row in rows)


def rating_text(row: PlayerRow, words: Words) -> str:
    """The rating with its margin, or the number of games missing for one."""
    if row.rating is not None:
        strength, margin = (number_text(value, words) for value in (row.rating.strength, row.rating.margin))
        return f"{strength} ± {margin}"
    missing = FEWEST_GAMES - row.games
    return words.text("players.missing", count=missing) if missing > 0 else "…"


def refusal(error: ProfileRefusedError, words: Words) -> str:
    """The reason of a refusal, and the remedy."""
    return words.text(f"players.{error.message}", **error.blanks)


def offered_players(rows: Iterable[PlayerRow], form: SetupForm, seat: int) -> tuple[PlayerRow, ...]:
    """The players offered to a seat: all who do not sit at the table yet, the most recent first."""
    seated = {name_key(name) for index, name in enumerate(form.settings.names) if index != seat}
    free = [row for row in rows if not seated & set(row.profile.keys)]
    return tuple(sorted(free, key=lambda row: -row.last_ms)[:MOST_OFFERED])


def seated(form: SetupForm, seat: int, row: PlayerRow) -> SetupForm:
    """The form with a known player on a seat, in the colour that the player likes."""
    named = form.with_name(seat, row.profile.name)
    return named.with_colour(seat, row.profile.colour) if row.profile.colour else named


def _line(row: PlayerRow, words: Words) -> PlayerLine:
    share = f"{row.won} ({round(100 * row.won / row.games)} %)" if row.games else "–"
    return PlayerLine(
        name=row.profile.name,
        colour=row.colour,
        glyph=row.profile.glyph,
        games=str(row.games),
        won=share,
        rating=rating_text(row, words),
        rated=row.rating is not None,
    )


def number_text(value: float, words: Words) -> str:
    return format_decimal(value, "0.0", locale=words.language)
