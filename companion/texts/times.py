"""Days, times, durations and decimals as people of a language write them."""

from datetime import date, datetime, time
from typing import Final

from babel.dates import format_date, format_time
from babel.numbers import format_decimal

from companion.texts.stored_times import day_of, moment_of
from companion.views.kept.saved_game import SavedGame
from companion.views.wording.words import Words

#: The hour that stands for a day of which people know no time.
_EVENING: Final = time(20)


def moment(ms: int, words: Words) -> str:
    """Day and time of Unix milliseconds as people write them; empty for a time that no calendar has."""
    when = moment_of(ms)
    if when is None:
        return ""
    day = format_date(when, "long", locale=words.language)
    return f"{day}, {format_time(when, 'short', locale=words.language)}"


def day_text(day: date, words: Words) -> str:
    """A day as people write it."""
    return str(format_date(day, "long", locale=words.language))


def beginning(game: SavedGame, words: Words) -> str:
    """When a game began: the day alone if nobody knows the time; empty for an unknown or impossible time."""
    if game.entered is not None and game.entered.day_only:
        day = day_of(game.changed_ms)
        return day_text(day, words) if day else ""
    return moment(game.started_ms, words) if game.started_ms else ""


def evening_ms(of: date) -> int:
    """Unix milliseconds that stand for a day of the local calendar: an hour of its evening.

    Raises OverflowError, OSError or ValueError for a day that the clock does not have.
    """
    return int(datetime.combine(of, _EVENING).timestamp() * 1000)


def month(ms: int, words: Words) -> str:
    """The month of Unix milliseconds as it stands beside a bar; empty for a time that no calendar has."""
    when = moment_of(ms)
    return format_date(when, "LLL y", locale=words.language) if when else ""


def duration(ms: int, words: Words) -> str:
    """The time played, in minutes or hours."""
    hours, minutes = divmod(ms // 60_000, 60)
    return (
        words.text("games.hours", hours=hours, minutes=f"{minutes:02}")
        if hours
        else words.text("games.minutes", minutes=minutes)
    )


def short_duration(ms: int) -> str:
    """The duration of a turn: seconds, from a minute on minutes and seconds; the units are those of every language."""
    minutes, seconds = divmod(round(ms / 1000), 60)
    return f"{minutes}:{seconds:02} min" if minutes else f"{seconds} s"


def tenths(number: int, words: Words) -> str:
    """A number of tenths with one decimal."""
    return str(format_decimal(number / 10, format="0.0", locale=words.language))
