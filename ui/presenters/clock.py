"""The clock of a game: the time played, and the duration of the turn if turns are timed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from companion.history.play_clock import PlayTime
from companion.texts.times import duration, short_duration
from ui.i18n import Words
from ui.presenters.setup import Option

#: The limits of a turn after which a reminder sounds, in seconds; 0: no limit.
TURN_LIMITS_S: Final = (0, 30, 60, 90, 120, 180, 300)


@dataclass(frozen=True, slots=True)
class ClockFace:
    """`played` is the time of play, `turn` that of the turn as minutes and seconds, empty if turns are not timed.

    `late`: the turn has exceeded its limit.
    """

    played: str = ""
    turn: str = ""
    late: bool = False


def clock_face(time: PlayTime, limit_s: int, *, in_turn: bool, words: Words) -> ClockFace:
    """The face of the clock; `in_turn`: somebody is to play a card."""
    played = duration(time.played_ms, words)
    if not limit_s or not in_turn:
        return ClockFace(played)
    minutes, seconds = divmod(time.turn_ms // 1000, 60)
    return ClockFace(played, f"{minutes}:{seconds:02}", late=time.turn_ms >= limit_s * 1000)


def limit_choices(words: Words, limit_s: int) -> Sequence[Option]:
    """The positions of the turn timer, including one written into the settings by hand."""
    limits = sorted({*TURN_LIMITS_S, limit_s})
    return [Option(str(each), short_duration(each * 1000) if each else words.text("timer.off")) for each in limits]
