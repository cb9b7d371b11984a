"""Stored times on the calendar: clocks set to nonsense and files of others leave some that no calendar has."""

from datetime import date, datetime, tzinfo


def moment_of(ms: float, zone: tzinfo | None = None) -> datetime | None:
    """Unix milliseconds by the clock of a zone, without one by the local clock; None if no calendar has them."""
    try:
        return datetime.fromtimestamp(ms / 1000, zone)
    except (OverflowError, OSError, ValueError):
        return None


def day_of(ms: float) -> date | None:
    """The day of the local calendar; None if no calendar has it."""
    moment = moment_of(ms)
    return moment and moment.date()


def iso_day(ms: float, otherwise: str = "") -> str:
    """The day of the local calendar, as in 2026-01-31; `otherwise` if no calendar has it."""
    day = day_of(ms)
    return day.isoformat() if day else otherwise
