"""The event of a line of the move list, in words."""

from companion.history.course import GameCourse, Line, LineKind
from companion.session.events import GameWon, Start
from companion.views.wording.words import Words, card_name
from companion.writing.bidi import isolated

#: Lines that are a card of somebody.
_CARDS = frozenset({LineKind.PLAY, LineKind.REFUSED})


def line_title(course: GameCourse, line: Line, words: Words) -> str:
    """Returns the player with the card, or the event of the whole table."""
    begun = started(course)
    name = "" if line.seat is None else begun.names[line.seat]
    card = "" if line.card is None else card_name(line.card, words)
    if line.kind in _CARDS:
        return f"{isolated(name)} · {card}" if card else name
    if line.kind is LineKind.WON:
        return words.text("line.won", names=" · ".join(map(isolated, _winning(course))))
    title = words.text(f"line.{line.kind}", name=name, card=card, round=line.round)
    return f"{title} · {card}" if card and line.kind is LineKind.DISCARD else title


def line_note(course: GameCourse, line: Line, words: Words) -> str:
    """Returns the other consequences of the line; empty if there are none."""
    if not line.stands:
        return words.text("line.void")
    if line.kind is LineKind.REFUSED:
        return words.text("line.refused", ruling=line.ruling)
    if line.captured:
        names = dict.fromkeys(started(course).names[seat] for seat in line.captured)
        return words.text("line.captured", names=", ".join(map(isolated, names)))
    return words.text("line.robbed") if line.robbed else ""


def started(course: GameCourse) -> Start:
    """Returns how the game began."""
    begun = course.events[0]
    assert isinstance(begun, Start)
    return begun


def _winning(course: GameCourse) -> list[str]:
    won = next((event for event in reversed(course.events) if isinstance(event, GameWon)), None)
    return [] if won is None else [started(course).names[seat] for seat in won.seats]
