"""The entry of an accepted play: `play 0 8 0:5>13x1@13 t_ms=1200 confidence=0.98`.

The notation is enough where the rules lead from it to what was recorded.  Where they do not (a play that another
version let pass), `next=` tells what lay on the board afterwards, and the record stays whole.
"""

from dataclasses import replace
from typing import Any, Final, NamedTuple

from companion.model.notation import NotationError, read_play
from companion.model.play import Play, StepKind
from companion.model.position import Position
from companion.referee.wheel_turn import turn_back
from companion.rules.catalogue import load_variant
from companion.rules.legal import UnknownCardError
from companion.rules.written_play import IllegalPlayError, literal_rows, parse_play
from companion.session import events as ev
from companion.session.state import State
from companion.transcript.words import ValueTextError, Word, read_placement, write_placement

#: What may stand behind the notation, beside `next`.
PLAY_NAMES: Final = ("card", "acting_as", "t_ms", "confidence", "by_hand", "draws", "claimed")
_KEYS: Final = ("card", "as", "t_ms", "confidence", "by_hand", "draws", "claimed", "next")
_NEXT: Final = "next="


class Told(NamedTuple):
    """The fields that a line tells of a play, the words behind them, and why the play is not legal (None: it is)."""

    values: dict[str, Any]
    rest: list[Word]
    doubt: str | None


def write_played(event: ev.PlayAccepted, state: State) -> tuple[str, dict[str, Any]]:
    """Seat, notation and perhaps `next`; and the other fields with the values they have when they are left out.

    Raises NotationError for a notation that is none.
    """
    position = before_play(state, event.seat)
    try:
        play = parse_play(event.notation, position)
    except (IllegalPlayError, UnknownCardError):
        play = _at_its_word(event.notation, position)
        legal = False
    else:
        legal = play.result == event.result
    told = f"{event.seat} {' '.join(event.notation.split())}"
    if not legal:
        told += f" {_NEXT}{write_placement(event.result, position.placement)}"
    return told, _usual(_card_of(event.notation), play, state)


def read_played(words: list[Word], state: State) -> Told:
    """What a line says of a play.  Raises ValueError with the reason."""
    if not words or not words[0].text.isdecimal():
        raise ValueTextError("play: the seat is missing")
    seat = int(words[0].text[:3])
    end = 1
    while end < len(words) and words[end].text.partition("=")[0] not in _KEYS:
        end += 1
    if end == 1:
        raise ValueTextError("play: the card and its steps are missing")
    notation = " ".join(word.text for word in words[1:end])
    _check_steps(words[2:end])
    position = before_play(state, seat)
    told = [word.text.removeprefix(_NEXT) for word in words[end:] if word.text.startswith(_NEXT)]
    doubt = None
    try:
        play = parse_play(notation, position)
    except (IllegalPlayError, UnknownCardError) as error:
        if not told:
            doubt = str(error)
        play = _at_its_word(notation, position)
    if told:
        result = read_placement(told[0], position.placement)
        play = play if play.result == result else replace(_at_its_word(notation, position), result=result)
    values = {"seat": seat, "notation": notation, "steps": play.steps, "result": play.result}
    rest = [word for word in words[end:] if not word.text.startswith(_NEXT)]
    return Told({**values, **_usual(_card_of(notation), play, state)}, rest, doubt)


def before_play(state: State, seat: int) -> Position:
    """The position with `seat` to move.  Raises ValueTextError."""
    if state.position is None:
        raise ValueTextError("the game has not begun")
    if not 0 <= seat < len(state.position.seats):
        raise ValueTextError(f"there is no seat {seat}; the seats are 0 to {len(state.position.seats) - 1}")
    return replace(state.position, turn=seat)


def _usual(card: str, play: Play | None, state: State) -> dict[str, Any]:
    """The fields behind the notation with the values they are taken to have: the face is the one that was declared."""
    declared = state.declared.acting_as if state.declared and state.declared.card == card else None
    return {
        "card": card,
        "acting_as": declared,
        "t_ms": 0,
        "confidence": 1.0,
        "by_hand": False,
        "draws": play.draws if play else 0,
        "claimed": False,
    }


def _check_steps(words: list[Word]) -> None:
    """Raises ValueTextError at the first word that is no step."""
    for word in words:
        try:
            read_play(f"card {word.text}")
        except NotationError as error:
            raise ValueTextError(str(error), word.column) from error


def _at_its_word(notation: str, position: Position) -> Play:
    """A play that the rules do not know: its steps as they are written; what cannot be done leaves all as it was."""
    written = read_play(notation)
    try:
        rows = literal_rows(position, written.steps, written.pawn)
    except NotationError:
        rows = [list(row) for row in position.placement.pawns]
    ranked = bool(load_variant(position.variant).ranks)
    placement = position.placement.with_pawns(tuple(tuple(row if ranked else sorted(row)) for row in rows))
    for step in written.steps:
        if step.kind is StepKind.DOG:
            placement = placement.with_extra(step.kind.value, step.target)
        if step.kind is StepKind.WHEEL:
            placement = turn_back(load_variant(position.variant), position.sectors, placement, -step.value)
    draws = written.draws or 0
    return Play(card=written.card, steps=written.steps, result=placement, acting_as=written.acting_as, draws=draws)


def _card_of(notation: str) -> str:
    return notation.strip().partition(" ")[0].partition("=")[0]
