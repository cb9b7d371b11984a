"""`parse_play(text, position)`: the legal play that a text means, or its fault and the nearest play.

Law: the text that `format_play` writes of a legal play is read back as a play with the same result.  A person may leave
out facts that the board gives anyway (the pawns that a landing sends home, cards drawn) and write the steps of a split
in another order.
"""

from collections.abc import Iterable
from difflib import SequenceMatcher
from typing import Final

from companion.model.notation import (
    NotationError,
    WrittenPlay,
    format_play,
    format_row,
    place_name,
    read_play,
)
from companion.model.places import KENNEL, Place, is_track
from companion.model.play import Capture, Play, Step, StepKind
from companion.model.position import Position
from companion.rules.legal import ActingAsError, legal_plays
from companion.rules.rules import Rules
from companion.system.quoting import short

#: Of more plays than these only the first ones are searched for the nearest: a message need not take seconds.
_COMPARED: Final = 500
#: Steps that are compared by the figures they name, not by the pawns they move.
_APART: Final = (StepKind.DOG, StepKind.WHEEL, StepKind.SKIP, StepKind.DISCARD, StepKind.VOID)
_Rows = list[list[Place]]


class IllegalPlayError(NotationError):
    """The text is a play, but no legal one here; `nearest` is the legal play that reads most like it, if any."""

    def __init__(self, reason: str, nearest: Play | None) -> None:
        super().__init__(reason if nearest is None else f"{reason}; the nearest is {format_play(nearest)}")
        self.nearest = nearest


def parse_play(rules: Rules, text: str, position: Position) -> Play:
    """Reads a play of the player to move.  Raises NotationError (shape), IllegalPlayError, UnknownCardError."""
    written = read_play(text)
    plays = plays_meant(rules, position, written.card, written.acting_as)
    wanted = " ".join(text.split())
    for play in plays:
        if format_play(play) == wanted:
            return play
    found = _same_outcome(rules, written, plays, position)
    if len(found) == 1:
        return found[0]
    if found:
        alternatives = " or ".join(format_play(play) for play in found[:3])
        raise NotationError(f"{short(wanted)} can mean more than one play: write {alternatives}")
    raise IllegalPlayError(_what_is_wrong(wanted, written, plays, position), _nearest(wanted, plays))


def plays_meant(rules: Rules, position: Position, card: str, acting_as: str | None) -> tuple[Play, ...]:
    """Returns the legal plays of a card as the face that its text names: declared for a joker, implied for a copy."""
    try:
        return legal_plays(rules, position, card, acting_as)
    except ActingAsError:
        # a copy is never declared, its face stands in the text all the same
        plays = legal_plays(rules, position, card)
        return tuple(play for play in plays if play.acting_as == acting_as)


def literal_rows(position: Position, steps: Iterable[Step], pawn: int | None = None) -> _Rows:
    """Returns the pawns after the steps when they are taken literally, the turning of a wheel left out.

    A landing sends home the pawn that stands there; `pawn` is the index of the pawn that comes out of the kennel.
    Raises NotationError for a pawn that is not there.
    """
    rows = [list(row) for row in position.placement.pawns]
    for step in steps:
        _carry_out(rows, step, pawn)
    return rows


def _carry_out(rows: _Rows, step: Step, pawn: int | None) -> None:
    if step.kind is StepKind.SWAP:
        first = _find(rows, step.seat, step.origin)
        second = _find(rows, step.other_seat, step.target)
        rows[first[0]][first[1]], rows[second[0]][second[1]] = step.target, step.origin
        return
    mover = None
    if step.seat is not None:
        mover = _find(rows, step.seat, step.origin, pawn if step.kind is StepKind.START else None)
        rows[mover[0]][mover[1]] = step.target
    for capture in step.captures:
        _send_home(rows, capture, mover)
    if mover is not None and is_track(step.target):
        _clear(rows, step.target, mover)


def _find(rows: _Rows, seat: int | None, place: Place, pawn: int | None = None) -> tuple[int, int]:
    if seat is None or seat >= len(rows):
        raise NotationError(f"there is no seat {seat}; the seats are 0 to {len(rows) - 1}")
    if pawn is not None and pawn < len(rows[seat]) and rows[seat][pawn] == place:
        return seat, pawn
    if place not in rows[seat] or pawn is not None:
        raise NotationError(f"seat {seat} has no such pawn on {place_name(place)}; its pawns are {_row(rows[seat])}")
    return seat, rows[seat].index(place)


def _row(row: list[Place]) -> str:
    return format_row(tuple(row))


def _send_home(rows: _Rows, capture: Capture, mover: tuple[int, int] | None) -> None:
    """Sends the victim home or on: another pawn there, or without one the mover itself (it landed on the dog)."""
    if capture.seat >= len(rows):
        raise NotationError(f"there is no seat {capture.seat}; the seats are 0 to {len(rows) - 1}")
    there = [index for index, place in enumerate(rows[capture.seat]) if place == capture.place]
    others = [index for index in there if (capture.seat, index) != mover]
    if not there:
        raise NotationError(f"seat {capture.seat} has no pawn on {place_name(capture.place)} to be sent home")
    rows[capture.seat][(others or there)[0]] = capture.to


def _clear(rows: _Rows, field: Place, mover: tuple[int, int]) -> None:
    """Sends home the pawn on a landing's field, which a text may leave out: the board gives it."""
    if rows[mover[0]][mover[1]] != field:
        return
    for seat, row in enumerate(rows):
        for index, place in enumerate(row):
            if place == field and (seat, index) != mover:
                row[index] = KENNEL


def _same_outcome(rules: Rules, written: WrittenPlay, plays: tuple[Play, ...], position: Position) -> list[Play]:
    """Returns the plays of the same outcome; a text whose steps do not fit the board has none."""
    ranked = bool(rules.variant.ranks)
    try:
        wanted = _outcome(position, written.steps, written.pawn, ranked=ranked)
    except NotationError:
        return []
    return [
        play
        for play in plays
        if written.draws in (None, play.draws)
        and _outcome(position, play.steps, _pawn_of(play) if written.pawn is not None else None, ranked=ranked)
        == wanted
    ]


def _pawn_of(play: Play) -> int | None:
    """Returns the index of the pawn that came out of the kennel; it is relevant in games with ranks."""
    for step in play.steps:
        if step.kind is StepKind.START and step.seat is not None and step.target in play.result.pawns[step.seat]:
            return play.result.pawns[step.seat].index(step.target)
    return None


def _outcome(position: Position, steps: tuple[Step, ...], pawn: int | None, *, ranked: bool) -> object:
    """Returns the outcome of steps, whatever their order: the pawns, and the figures that the other steps name."""
    rows = literal_rows(position, steps, pawn)
    apart = (step for step in steps if step.kind in _APART)
    named = sorted(
        (step.kind.value, step.value if step.kind is StepKind.WHEEL else 0, int(step.target), step.other_seat or 0)
        for step in apart
    )
    return [row if ranked else sorted(row) for row in rows], named


def _what_is_wrong(text: str, written: WrittenPlay, plays: tuple[Play, ...], position: Position) -> str:
    card = written.card if written.acting_as is None else f"{written.card}={written.acting_as}"
    if not plays:
        return f"{short(text)}: the card {short(card)} has no legal play here"
    if not written.steps:
        return f"{short(text)} says the card only; write its steps too"
    try:
        literal_rows(position, written.steps, written.pawn)
    except NotationError as error:
        return f"{short(text)}: {error}"
    return f"{short(text)} is no legal play here"


def _nearest(text: str, plays: tuple[Play, ...]) -> Play | None:
    """Returns the play with most words in common, then the one that reads most alike."""
    words = set(text.split())

    def likeness(play: Play) -> tuple[int, float]:
        candidate = format_play(play)
        return len(words & set(candidate.split())), SequenceMatcher(None, text, candidate, autojunk=False).ratio()

    return max(plays[:_COMPARED], key=likeness, default=None)
