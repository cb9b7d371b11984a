"""Days, times, durations and decimals as people of a language write them."""

from datetime import datetime

from babel.dates import format_date, format_time
from babel.numbers import format_decimal

from companion.views.wording.words import Words


def moment(ms: int, words: Words) -> str:
    """Day and time of Unix milliseconds as people write them; empty for a time that no calendar has."""
    try:
        when = datetime.fromtimestamp(ms / 1000)
    except (OverflowError, OSError, ValueError):
        return ""
    day = format_date(when, "long", locale=words.language)
    return f"{day}, {format_time(when, 'short', locale=words.language)}"


def month(ms: int, words: Words) -> str:
    """The month of Unix milliseconds as it stands beside a bar; empty for a time that no calendar has."""
    try:
        return format_date(datetime.fromtimestamp(ms / 1000), "LLL y", locale=words.language)
    except (OverflowError, OSError, ValueError):
        return ""


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
