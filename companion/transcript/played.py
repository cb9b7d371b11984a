"""The entry of an accepted play: `play 0 8 0:5>13x1@13 t_ms=1200 confidence=0.98`.

The notation is enough if the rules lead from it to the recorded placement.  If they do not (a play that another
version let pass), `next=` holds the placement afterwards, so that nothing is lost.
"""

from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from companion.model.notation import NotationError, read_play
from companion.model.play import Play
from companion.model.position import Position
from companion.rules.legal import UnknownCardError
from companion.rules.written_play import IllegalPlayError, parse_play
from companion.session import events as ev
from companion.session.state import BoardGame, State
from companion.session.written import literal_play
from companion.transcript.words import ValueTextError, Word, on_board, read_placement, write_placement

#: The words that may stand behind the notation, beside `next`.
PLAY_NAMES: Final = ("card", "acting_as", "t_ms", "confidence", "by_hand", "draws", "claimed", "inferred")
_KEYS: Final = ("card", "as", "t_ms", "confidence", "by_hand", "draws", "claimed", "inferred", "next")
_NEXT: Final = "next="


class PlayFields(NamedTuple):
    """The fields of a play line, the words behind them, and why the play is illegal (None: it is legal)."""

    values: dict[str, Any]
    rest: list[Word]
    illegal_reason: str | None


def write_play_entry(event: ev.PlayAccepted, game: State) -> tuple[str, dict[str, Any]]:
    """Returns seat, notation and perhaps `next`; and the other fields with the values they have when they are left out.

    Raises NotationError for a notation that is none.
    """
    state = on_board(game)
    position = before_play(state, event.seat)
    try:
        play = parse_play(state.rules, event.notation, position)
    except (IllegalPlayError, UnknownCardError):
        play = literal_play(state.rules, event.notation, position)
        legal = False
    else:
        legal = play.result == event.result
    words = f"{event.seat} {' '.join(event.notation.split())}"
    if not legal:
        words += f" {_NEXT}{write_placement(event.result, position.placement)}"
    return words, _default_fields(_card_of(event.notation), play, state)


def read_play_entry(words: list[Word], game: State) -> PlayFields:
    """Reads the words behind the verb of a play.  Raises ValueError with the reason."""
    state = on_board(game)
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
    results = [word.text.removeprefix(_NEXT) for word in words[end:] if word.text.startswith(_NEXT)]
    illegal_reason = None
    try:
        play = parse_play(state.rules, notation, position)
    except (IllegalPlayError, UnknownCardError) as error:
        if not results:
            illegal_reason = str(error)
        play = literal_play(state.rules, notation, position)
    if results:
        result = read_placement(results[0], position.placement)
        play = play if play.result == result else replace(literal_play(state.rules, notation, position), result=result)
    values = {"seat": seat, "notation": notation, "steps": play.steps, "result": play.result}
    rest = [word for word in words[end:] if not word.text.startswith(_NEXT)]
    return PlayFields({**values, **_default_fields(_card_of(notation), play, state)}, rest, illegal_reason)


def before_play(state: BoardGame, seat: int) -> Position:
    """Returns the position with `seat` to move.  Raises ValueTextError."""
    if not 0 <= seat < len(state.position.seats):
        raise ValueTextError(f"there is no seat {seat}; the seats are 0 to {len(state.position.seats) - 1}")
    return replace(state.position, turn=seat)


def _default_fields(card: str, play: Play | None, state: BoardGame) -> dict[str, Any]:
    """Returns the defaults of the fields behind the notation; the face is the declared one."""
    declared = state.declared.acting_as if state.declared and state.declared.card == card else None
    return {
        "card": card,
        "acting_as": declared,
        "t_ms": 0,
        "confidence": 1.0,
        "by_hand": False,
        "draws": play.draws if play else 0,
        "claimed": False,
        "inferred": False,
    }


def _check_steps(words: list[Word]) -> None:
    """Raises ValueTextError at the first word that is no step."""
    for word in words:
        try:
            read_play(f"card {word.text}")
        except NotationError as error:
            raise ValueTextError(str(error), word.column) from error


def _card_of(notation: str) -> str:
    return notation.strip().partition(" ")[0].partition("=")[0]
