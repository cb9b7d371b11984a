"""Tables of players: everybody who has ever played, and one evening's points."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from companion.scoring.games import ScoredGame
from companion.scoring.profiles import Profile, Profiles
from companion.scoring.ratings import Rating, RatingBook
from companion.views.kept.saved_game import SavedGame


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """`games` and `won` count those that were won by somebody; `last_ms` is when the player sat at a table last.

    `colour` is the one of the profile, else the one played last.  `rating` is None while it is not shown.
    """

    profile: Profile
    games: int
    won: int
    last_ms: int
    colour: str
    rating: Rating | None = None


@dataclass(frozen=True, slots=True)
class PointsRow:
    """The points of a player in an evening: `rank` 1 leads, and equal results share one."""

    player: str
    rank: int
    games: int
    won: int
    points: int


@dataclass(frozen=True, slots=True)
class _Seen:
    """The record's facts of a player: the name as it was typed last, and the colour of that game."""

    name: str
    colour: str
    last_ms: int


def player_table(
    games: Iterable[SavedGame], scored: Sequence[ScoredGame], profiles: Profiles, book: RatingBook
) -> tuple[PlayerRow, ...]:
    """Returns everybody who sat at a table and is not removed: rated players by strength, then the others by games.

    `scored` are the games that count, `book` their ratings.
    """
    return rated_table(unrated_rows(games, scored, profiles), book)


def unrated_rows(games: Iterable[SavedGame], scored: Sequence[ScoredGame], profiles: Profiles) -> tuple[PlayerRow, ...]:
    """Returns everybody who sat at a table and is not removed, in no order and without a rating."""
    seen = _seen(games, profiles)
    played, won = _counted(scored)
    rows = (_row(seen.get(profile.key), profile, played, won) for profile in _everybody(seen, profiles))
    return tuple(row for row in rows if _is_listed(row))


def rated_table(rows: Iterable[PlayerRow], book: RatingBook) -> tuple[PlayerRow, ...]:
    """Returns the rows with the ratings that are shown, in the order of `player_table`."""
    found = ((row, book.rating(row.profile.key)) for row in rows)
    rated = (replace(row, rating=rating if rating and rating.is_shown else None) for row, rating in found)
    return tuple(sorted(rated, key=_place))


def names_played(games: Iterable[SavedGame]) -> frozenset[str]:
    """Returns every name in the record that people played under, without those of demos and damaged games."""
    return frozenset(name for game in games if game.is_of_people for name in game.names)


def games_together(games: Iterable[SavedGame], profiles: Profiles, name: str, other: str) -> int:
    """Returns in how many games both sat at the table."""
    wanted = {profiles.key_of(name), profiles.key_of(other)}
    tables = (frozenset(map(profiles.key_of, game.names)) for game in games if game.is_of_people)
    return sum(len(wanted) == 2 and wanted <= table for table in tables)


def points_table(evening: Sequence[ScoredGame]) -> tuple[PointsRow, ...]:
    """Returns everybody who played in the evening, by points, then by the fewest games for them."""
    played, won = _counted(evening)
    points = dict.fromkeys(played, 0)
    for game in evening:
        for player in game.sides[game.winner]:
            points[player] += game.points
    order = sorted(played, key=lambda player: (-points[player], played[player], player))
    ranks: list[int] = []
    for index, player in enumerate(order):
        before = order[index - 1] if index else player
        same = index > 0 and (points[before], played[before]) == (points[player], played[player])
        ranks.append(ranks[-1] if same else index + 1)
    return tuple(
        PointsRow(player, rank, played[player], won[player], points[player])
        for player, rank in zip(order, ranks, strict=True)
    )


def _counted(games: Iterable[ScoredGame]) -> tuple[dict[str, int], dict[str, int]]:
    """Returns how many games each player has played, and won."""
    played: dict[str, int] = {}
    won: dict[str, int] = {}
    for game in games:
        for index, side in enumerate(game.sides):
            for player in side:
                played[player] = played.get(player, 0) + 1
                won[player] = won.get(player, 0) + (index == game.winner)
    return played, won


def _seen(games: Iterable[SavedGame], profiles: Profiles) -> dict[str, _Seen]:
    """Returns the facts by the player's key; of several ways to write a name the newest is shown."""
    seen: dict[str, _Seen] = {}
    counted = [game for game in games if game.is_of_people]
    for game in sorted(counted, key=lambda game: (game.started_ms, game.game), reverse=True):
        for seat, name in enumerate(game.names):
            key = profiles.key_of(name)
            if key not in seen:
                colour = game.colours[seat] if seat < len(game.colours) else ""
                seen[key] = _Seen(name, colour, game.started_ms)
    return seen


def _everybody(seen: dict[str, _Seen], profiles: Profiles) -> tuple[Profile, ...]:
    kept = {profile.key for profile in profiles.known}
    return (*profiles.known, *(Profile(name=found.name) for key, found in seen.items() if key not in kept))


def _row(seen: _Seen | None, profile: Profile, played: dict[str, int], won: dict[str, int]) -> PlayerRow:
    key = profile.key
    return PlayerRow(
        profile=profile,
        games=played.get(key, 0),
        won=won.get(key, 0),
        last_ms=seen.last_ms if seen else 0,
        colour=profile.colour or (seen.colour if seen else ""),
    )


def _is_listed(row: PlayerRow) -> bool:
    removed = row.profile.removed_ms
    return removed is None or row.last_ms > removed


def _place(row: PlayerRow) -> tuple[bool, float, int, int, str]:
    strength = row.rating.strength if row.rating else 0.0
    return (row.rating is None, -strength, -row.games, -row.won, row.profile.key)
