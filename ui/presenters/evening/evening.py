"""The score between the people at the table: the series, the evening's points, and new partners."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.scoring.games import evening_of, series_of, wins
from companion.scoring.pairings import next_seating
from companion.scoring.people import shown_names
from companion.scoring.tables import points_table
from companion.views.kept.saved_game import SavedGame
from companion.writing.bidi import isolated
from ui.i18n import Words
from ui.presenters.evening.players import PlayerBook


@dataclass(frozen=True, slots=True)
class PointsLine:
    """A line of the evening's table."""

    rank: str
    name: str
    points: str
    won: str


@dataclass(frozen=True, slots=True)
class Evening:
    """`series` is the score between the sides of the finished game, such as "Anna & Carla 2 : 1 Ben & David".

    `table` are the evening's points.  `seating` are the names by seat with new partners, `partners` the same in words;
    both empty without partners.
    """

    series: str
    table: tuple[PointsLine, ...]
    seating: tuple[str, ...] = ()
    partners: str = ""


def evening(book: PlayerBook, game: str, words: Words) -> Evening | None:
    """The evening up to a game that was won; None if it does not count, as a demo."""
    played = evening_of(book.scored, game)
    saved = next((known for known in book.games if known.game == game), None)
    if not played or saved is None:
        return None
    names = shown_names(book.games, book.profiles)
    table = tuple(
        PointsLine(
            f"{row.rank}.", names[row.player], str(row.points), words.text("evening.of", won=row.won, count=row.games)
        )
        for row in points_table(played)
    )
    stand = wins(series_of(played))
    seating = next_seating([book.profiles.key_of(name) for name in saved.names], saved.teams, played) or ()
    shown = tuple(names[player] for player in seating)
    return Evening(
        series=_stand([(" & ".join(isolated(names[player]) for player in side), won) for side, won in stand]),
        table=table,
        seating=tuple(_typed(saved, book, player) for player in seating),
        partners=_sides(shown, saved.teams, words) if seating else "",
    )


def _stand(sides: Sequence[tuple[str, int]]) -> str:
    if len(sides) == 2:
        (first, ahead), (last, behind) = sides
        return f"{first}  {ahead} : {behind}  {last}"
    return "  ·  ".join(f"{names} {won}" for names, won in sides)


def _typed(saved: SavedGame, book: PlayerBook, player: str) -> str:
    """The name under which a player sat at this table."""
    return next(name for name in saved.names if book.profiles.key_of(name) == player)


def _sides(names: Sequence[str], teams: Sequence[int], words: Words) -> str:
    sides = [
        " & ".join(isolated(name) for name, own in zip(names, teams, strict=True) if own == team)
        for team in dict.fromkeys(teams)
    ]
    return words.text("evening.against", first=sides[0], last=sides[1]) if len(sides) == 2 else "  –  ".join(sides)
