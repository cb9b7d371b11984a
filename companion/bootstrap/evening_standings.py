"""The standings of the evening for viewers, and the results entered here, from the record of a data folder."""

import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from companion.evenings.evening import Course, games_of_evening
from companion.evenings.tournament import standings
from companion.scoring.games import Side, scored_games
from companion.scoring.people import known_games, shown_names
from companion.scoring.profiles import Profiles
from companion.scoring.tables import points_table
from companion.store.evening_file import load_evening
from companion.store.event_log import wall_ms
from companion.store.faults import RecordError
from companion.store.profile_file import ProfileFileError, load_profiles
from companion.store.record import Record
from companion.views.broadcast.payloads import NAME_LENGTH, EnteredGame, Evening, Standing, clipped
from companion.views.kept.saved_game import SavedGame

log = logging.getLogger(__name__)

#: The games that can belong to the evening: those of the last days, so that a long record costs no time.
_RECENT_MS: Final = 3 * 86_400_000
#: The most lines; more would be cut off on every page.
_MOST_LINES: Final = 40
#: The room for results in a message, in bytes; a broker refuses one of 64 kB.
_RESULT_BYTES: Final = 24_000


def read_standings(record: Record, folder: Path) -> Evening | None:
    """Returns the present standings; None if there is nothing to show, and if they cannot be read."""
    try:
        return evening_standings(record, folder, load_profiles(folder), wall_ms())
    except (RecordError, ProfileFileError, OSError) as error:
        log.warning("the standings of the evening cannot be read: %s", error)
        return None


def evening_standings(record: Record, folder: Path, profiles: Profiles, now_ms: int) -> Evening | None:
    """Returns the standings; None if nothing was played this evening, and nothing entered.  Raises RecordError."""
    recent = [game for game in record.all_games().games if game.changed_ms > now_ms - _RECENT_MS]
    games = known_games(recent, profiles)
    played = games_of_evening(scored_games(games, profiles), now_ms)
    entered = _entered(games)
    if not played:
        return Evening(epoch=record.epoch, ts=0, lines=[], entered=entered) if entered else None
    names = shown_names(games, profiles)
    course = Course(evening=load_evening(folder).now, played=played, profiles=profiles)
    contest = course.evening.contest
    if contest is None:
        lines = [_line(row.rank, (names[row.player],), row.points, row.won, row.games) for row in points_table(played)]
    else:
        lines = [
            _line(each.rank, each.side, each.points, *_counted(course, each.side))
            for each in standings(contest.sides, course.rounds())
        ]
    kind = contest.kind if contest else ""
    return Evening(epoch=record.epoch, ts=0, contest=kind, lines=lines[:_MOST_LINES], entered=entered)


def _entered(games: Sequence[SavedGame]) -> list[EnteredGame]:
    """Returns the results that people entered here, the newest first, as many as a message holds.

    A result with a source came from elsewhere, and is not passed on.
    """
    own = [game for game in games if game.entered and not game.entered.source and game.fault is None]
    found, room = [], _RESULT_BYTES
    for game in sorted(own, key=lambda game: game.changed_ms, reverse=True):
        result = _entered_game(game)
        room -= len(msgspec.json.encode(result))
        if room < 0:
            break
        found.append(result)
    return found


def _entered_game(game: SavedGame) -> EnteredGame:
    return EnteredGame(
        game=game.game,
        variant=game.variant,
        names=[clipped(name, NAME_LENGTH) for name in game.names],
        teams=list(game.teams),
        winners=list(game.result or ()),
        ended_ms=game.changed_ms,
        day_only=bool(game.entered and game.entered.day_only),
        minutes=game.played_ms // 60_000,
        struck=game.is_struck,
    )


def _line(rank: int, names: Side, points: int, won: int, games: int) -> Standing:
    clean = [clipped(name, NAME_LENGTH) for name in names]
    return Standing(rank=rank, names=clean, points=points, won=won, games=games)


def _counted(course: Course, side: Side) -> tuple[int, int]:
    """Returns how many games of the tournament a side has won and played."""
    matches = [match for played in course.rounds() for match in played if match.winner is not None]
    own = [match for match in matches if side in match.sides]
    return sum(match.winner == side for match in own), len(own)
