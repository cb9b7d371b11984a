"""Foreign plays beside the record: which are new, which are here already, and which cannot be taken, with the reason.

Law: nothing is guessed.  A play without a clear game, day, winner or sides is not taken; one that looks like a game
that is here is not taken either, unless people want it.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from companion.handover.bgg import play_number
from companion.handover.plays.play import ForeignPlay
from companion.history.filters import plain
from companion.scoring.people import known_names
from companion.scoring.profiles import Profiles
from companion.session.results import LONGEST_NOTE, LONGEST_PLACE, Result, ResultRefusedError, checked
from companion.texts.stored_times import day_of
from companion.views.kept.saved_game import SavedGame
from companion.views.wording.sentences import Wording
from companion.views.wording.words import Words, variant_name


class Fate(StrEnum):
    """The fate of a foreign play."""

    NEW = "new"
    #: It was taken before, or came from here.
    HERE = "here"
    #: A game of that day with the same people and the same winners is here.
    LIKE = "like"
    UNKNOWN_GAME = "unknown_game"
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewRow:
    """`result` is what can be taken; None for a play that cannot, and `refusal` names why if it is not clear."""

    play: ForeignPlay
    fate: Fate
    game: str
    result: Result | None = None
    refusal: ResultRefusedError | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """Every play of a file with its fate, in the order of the file."""

    rows: tuple[PreviewRow, ...]
    new_people: tuple[str, ...] = ()

    def count(self, fate: Fate) -> int:
        return sum(row.fate is fate for row in self.rows)

    @property
    def unknown_titles(self) -> Counter[str]:
        """The games that nobody knows here, with the number of their plays."""
        return Counter(row.play.title for row in self.rows if row.fate is Fate.UNKNOWN_GAME)

    def taken(self, *, doubles: bool = False) -> dict[str, Result]:
        """Returns the results to take by their ids; with `doubles` also those that look like a game that is here."""
        wanted = (Fate.NEW, Fate.LIKE) if doubles else (Fate.NEW,)
        return {row.game: row.result for row in self.rows if row.fate in wanted and row.result is not None}


def titles_of(variants: Iterable[str], wording: Wording) -> dict[str, str]:
    """Returns the games by their names in every language and by their ids, without case and accents."""
    titles = {plain(variant): variant for variant in variants}
    for messages in wording.languages:
        words = Words(messages)
        titles |= {plain(variant_name(variant, words)): variant for variant in titles.values()}
    return titles


def preview(
    plays: Sequence[ForeignPlay], games: Sequence[SavedGame], profiles: Profiles, titles: Mapping[str, str]
) -> Preview:
    """Compares foreign plays with the games that are here; `titles` are the known games by their plain names."""
    here = {game.game for game in games} | {game.entered.source for game in games if game.entered}
    here |= {f"bgg:{play_number(game)}" for game in games}
    alike = {mark for game in games if game.result and not game.is_struck for mark in _marks(game, profiles)}
    rows: list[PreviewRow] = []
    for play in plays:
        row = _row(play, here, alike, profiles, titles)
        rows.append(row)
        here |= {play.source}
        if row.fate is Fate.NEW and row.result is not None:
            alike |= set(_result_marks(row.result, profiles))
    known = {profiles.key_of(name) for game in games for name in game.names}
    known |= {key for profile in profiles.known for key in profile.keys}
    taken = (row.result.names for row in rows if row.fate is Fate.NEW and row.result is not None)
    new = dict.fromkeys(name for names in taken for name in names if profiles.key_of(name) not in known)
    return Preview(rows=tuple(rows), new_people=tuple(new))


def result_id(source: str) -> str:
    """Returns the id under which a foreign play is kept: the same each time."""
    return hashlib.sha256(source.encode("utf-8", "replace")).hexdigest()[:32]


def _row(
    play: ForeignPlay, here: set[str], alike: set[tuple[object, ...]], profiles: Profiles, titles: Mapping[str, str]
) -> PreviewRow:
    game = result_id(play.source)
    if {game, play.source, play.source.partition(":")[2]} & here:
        return PreviewRow(play=play, fate=Fate.HERE, game=game)
    variant = titles.get(plain(play.title))
    if variant is None:
        return PreviewRow(play=play, fate=Fate.UNKNOWN_GAME, game=game)
    try:
        result = _result(play, variant, profiles)
    except ResultRefusedError as error:
        return PreviewRow(play=play, fate=Fate.UNCLEAR, game=game, refusal=error)
    fate = Fate.LIKE if alike & set(_result_marks(result, profiles)) else Fate.NEW
    return PreviewRow(play=play, fate=fate, game=game, result=result)


def _result(play: ForeignPlay, variant: str, profiles: Profiles) -> Result:
    """Raises ResultRefusedError for a play that is not clear."""
    if play.ended_ms is None:
        raise ResultRefusedError("day")
    names = known_names(play.names, profiles)
    return checked(
        Result(
            variant=variant,
            names=names,
            teams=_teams(play),
            winners=play.winners,
            ended_ms=play.ended_ms,
            day_only=play.day_only,
            minutes=play.minutes,
            place=play.place[:LONGEST_PLACE],
            note=play.note[:LONGEST_NOTE],
            source=play.source,
        )
    )


def _teams(play: ForeignPlay) -> tuple[int, ...]:
    """Returns the sides.  Without teams in the file they follow from the winners, or ResultRefusedError is raised.

    One winner: everybody played alone.  As many winners as others, or a single other: two sides.
    """
    if play.teams is not None:
        return play.teams
    people, won = len(play.names), len(play.winners)
    if won == 0:
        raise ResultRefusedError("winner")
    if won == 1:
        return tuple(range(people))
    if people - won in (1, won):
        return tuple(int(seat not in play.winners) for seat in range(people))
    raise ResultRefusedError("unknown_sides")


def _marks(game: SavedGame, profiles: Profiles) -> list[tuple[object, ...]]:
    won = [game.names[seat] for seat in game.result or () if seat < len(game.names)]
    return _signs(game.variant, game.names, won, (game.started_ms, game.changed_ms), profiles)


def _result_marks(result: Result, profiles: Profiles) -> list[tuple[object, ...]]:
    won = [result.names[seat] for seat in result.winners]
    begun_ms = max(0, result.ended_ms - result.minutes * 60_000)
    return _signs(result.variant, result.names, won, (begun_ms, result.ended_ms), profiles)


def _signs(
    variant: str, names: Sequence[str], won: Sequence[str], times_ms: tuple[int, int], profiles: Profiles
) -> list[tuple[object, ...]]:
    """Returns what makes two plays look alike: game, people, winners, and the day of its beginning or end."""
    people, winners = (frozenset(map(profiles.key_of, each)) for each in (names, won))
    days = {day_of(ms) for ms in times_ms}
    return [(variant, people, winners, day) for day in days]
