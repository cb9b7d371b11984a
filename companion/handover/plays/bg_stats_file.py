"""The export of BG Stats: one JSON file with players, games, places and plays, which refer to each other by number."""

from typing import Annotated, Any

import msgspec

from companion.handover.plays.play import ForeignPlay, PlayFileError, end_of, whole_minutes, written_name


class _Named(msgspec.Struct, frozen=True):
    id: int
    name: str = ""


class _Score(msgspec.Struct, frozen=True, rename="camel"):
    player_ref_id: int
    winner: bool = False
    seat_order: int = 0
    team: Any = None


class _Play(msgspec.Struct, frozen=True, rename="camel"):
    uuid: Annotated[str, msgspec.Meta(min_length=1)]
    game_ref_id: int
    play_date: str = ""
    duration_min: Any = 0
    location_ref_id: int = 0
    uses_teams: bool = False
    comments: str | None = ""
    player_scores: tuple[_Score, ...] = ()


class _Export(msgspec.Struct, frozen=True):
    players: tuple[_Named, ...]
    games: tuple[_Named, ...]
    plays: tuple[_Play, ...]
    locations: tuple[_Named, ...] = ()


def bg_stats_plays(content: bytes) -> tuple[ForeignPlay, ...]:
    """Returns the plays of an export.  Raises PlayFileError."""
    try:
        export = msgspec.json.decode(content, type=_Export)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise PlayFileError(f"it is no export of BG Stats ({error})") from error
    people, games, places = (
        {each.id: written_name(each.name) for each in named}
        for named in (export.players, export.games, export.locations)
    )
    return tuple(_play(play, people, games, places) for play in export.plays)


def _play(play: _Play, people: dict[int, str], games: dict[int, str], places: dict[int, str]) -> ForeignPlay:
    scores = sorted(play.player_scores, key=lambda score: score.seat_order)
    minutes = whole_minutes(play.duration_min)
    ended_ms, day_only = end_of(play.play_date, minutes)
    return ForeignPlay(
        source=f"bgstats:{play.uuid}",
        title=games.get(play.game_ref_id, ""),
        names=tuple(people.get(score.player_ref_id, "") for score in scores),
        winners=tuple(seat for seat, score in enumerate(scores) if score.winner),
        teams=_teams(scores) if play.uses_teams else None,
        ended_ms=ended_ms,
        day_only=day_only,
        minutes=minutes,
        place=places.get(play.location_ref_id, ""),
        note=play.comments or "",
    )


def _teams(scores: list[_Score]) -> tuple[int, ...] | None:
    """Returns the teams by person; None if somebody has none."""
    marks = [str(score.team) for score in scores]
    if any(score.team in (None, "") for score in scores):
        return None
    order = list(dict.fromkeys(marks))
    return tuple(order.index(mark) for mark in marks)
