"""Results as words of the command line."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import Final, NamedTuple

from companion.open_row.catalogue import game_ids
from companion.rules.catalogue import Catalogue
from companion.scoring.people import known_names
from companion.scoring.profiles import Profiles
from companion.session.results import Result, ResultRefusedError
from companion.texts import shipped_wording
from companion.texts.times import evening_ms
from companion.views.wording.messages import FALLBACK
from companion.views.wording.words import Words

_BETWEEN: Final = ","


class House(NamedTuple):
    """The games there are, and who is who."""

    catalogue: Catalogue
    profiles: Profiles


def entered(
    house: House, game: str, won: str, lost: Sequence[str], ended: str, minutes: int, place: str, note: str
) -> Result:
    """Returns the result in these words.  Raises ResultRefusedError for a game or a time that there is not."""
    names, teams = _sides(house, won, lost)
    ended_ms, day_only = _time(ended)
    return Result(
        variant=_known(house.catalogue, game),
        names=names,
        teams=teams,
        winners=_winners(teams),
        ended_ms=ended_ms,
        day_only=day_only,
        minutes=minutes,
        place=place.strip(),
        note=note.strip(),
    )


def corrected(
    house: House,
    before: Result,
    lost: Sequence[str] | None,
    *,
    game: str | None,
    won: str | None,
    ended: str | None,
    minutes: int | None,
    place: str | None,
    note: str | None,
) -> Result:
    """Returns the result with every change that is not None.  Raises ResultRefusedError."""
    after = before
    if won is not None or lost:
        names, teams = _sides(house, won or "", lost or [])
        after = replace(after, names=names, teams=teams, winners=_winners(teams))
    if ended is not None:
        ended_ms, day_only = _time(ended)
        after = replace(after, ended_ms=ended_ms, day_only=day_only)
    return replace(
        after,
        variant=after.variant if game is None else _known(house.catalogue, game),
        minutes=after.minutes if minutes is None else minutes,
        place=after.place if place is None else place.strip(),
        note=after.note if note is None else note.strip(),
    )


def refusal(error: ResultRefusedError) -> str:
    """Returns the reason of a refusal in English."""
    return Words(shipped_wording()[FALLBACK]).text(f"results.{error.message}", **error.blanks)


def _sides(house: House, won: str, lost: Sequence[str]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Returns shown names and teams by person; team 0 has won."""
    sides = [[name for part in side.split(_BETWEEN) if (name := " ".join(part.split()))] for side in (won, *lost)]
    names = known_names((name for side in sides for name in side), house.profiles)
    return names, tuple(team for team, side in enumerate(sides) for _ in side)


def _winners(teams: Sequence[int]) -> tuple[int, ...]:
    return tuple(seat for seat, team in enumerate(teams) if team == 0)


def _known(catalogue: Catalogue, game: str) -> str:
    if game not in (*catalogue.ids, *game_ids()):
        raise ResultRefusedError("unknown_game", game=game[:40])
    return game


def _time(text: str) -> tuple[int, bool]:
    """Returns Unix milliseconds, and whether only the day is known."""
    try:
        if not text:
            return int(datetime.now().timestamp() * 1000), False
        if len(text) <= len("2026-01-31"):
            return evening_ms(date.fromisoformat(text)), True
        return int(datetime.fromisoformat(text).timestamp() * 1000), False
    except (ValueError, OverflowError, OSError) as error:
        raise ResultRefusedError("unknown_day", text=text[:40]) from error
