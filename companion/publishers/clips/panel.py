"""The panel beside the picture of a clip: the referee's position, the players, and the newest sentence."""

from typing import Final

from companion.board.board_picture import BoardPicture
from companion.handover.svg_text import text_line, wrapped
from companion.looks.colours import INTERFACE
from companion.looks.icons import icon_markup
from companion.looks.pieces import pawn
from companion.looks.shapes import moved
from companion.looks.svg import elements
from companion.session.events import Event
from companion.views.commentary.lines import commented
from companion.views.table_view import TableView
from companion.views.wording.sentences import Wording
from companion.views.wording.words import Words, variant_name
from companion.writing.bidi import isolated

#: Pixels; with the board in a square beside it, a film of 1280x720.
WIDTH, HEIGHT = 560, 720
_EDGE: Final = 28
_BOARD_SIDE: Final = 392
_NAMES_TOP, _NAME_ROW, _NAME_PX = 446, 38, 22
_SAID_PX, _SAID_LINE, _SAID_LINES = 22, 28, 5
_FOOT_PX: Final = 18


def said_of(view: TableView, events: tuple[Event, ...], wording: Wording, language: str) -> str:
    """The newest sentence of the verdict, else of the commentary."""
    if view.verdict is not None and not view.result:
        return view.verdict.text[language]
    lines = commented(wording, view, events)
    return lines[-1].text[language] if lines else ""


def panel(view: TableView, said: str, picture: BoardPicture, words: Words) -> str:
    """The SVG, `WIDTH` x `HEIGHT`.  Raises ValueError for a view without a position."""
    place = f'<svg x="{(WIDTH - _BOARD_SIDE) / 2}" y="{_EDGE}" width="{_BOARD_SIDE}" height="{_BOARD_SIDE}" '
    board = picture.draw(view).replace("<svg ", place, 1)
    names, bottom = _names(view)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{INTERFACE["ground"]}"/>'
        f"{board}{names}{_said(said, bottom)}{_foot(view, words)}</svg>"
    )


def _names(view: TableView) -> tuple[str, float]:
    """Returns pawn and name of each player, two in a row, and their lower edge; the player to move in bold."""
    wide = (WIDTH - 2 * _EDGE) / 2
    drawn = []
    for seat in view.seats:
        left, middle = _EDGE + wide * (seat.seat % 2), _NAMES_TOP + _NAME_ROW * (seat.seat // 2 + 0.5)
        drawn.append(elements(moved(pawn(seat.colour), (left + 16, middle), 32)))
        turn = seat.seat == view.turn and not view.result
        won = seat.seat in (view.result or ())
        ink = "accent" if won else "ink"
        spot, room = (left + 40, middle + 8), wide - 52
        drawn.append(text_line(isolated(seat.name), spot, room, _NAME_PX, ink, bold=turn or won))
    return "".join(drawn), _NAMES_TOP + _NAME_ROW * ((len(view.seats) + 1) // 2)


def _said(said: str, top: float) -> str:
    """Draws as many lines as fit; the last one ends with dots if the text goes on."""
    room = WIDTH - 2 * _EDGE
    fitting = min(_SAID_LINES, int((HEIGHT - 44 - top - 8) // _SAID_LINE))
    lines = wrapped(said, room, _SAID_PX)
    if len(lines) > fitting:
        lines = [*lines[: fitting - 1], f"{lines[fitting - 1]} …"]
    first = top + 8 + _SAID_LINE * 0.8
    return "".join(
        text_line(line, (_EDGE, first + _SAID_LINE * number), room, _SAID_PX, "ink")
        for number, line in enumerate(lines)
    )


def _foot(view: TableView, words: Words) -> str:
    sign = icon_markup("paw", INTERFACE["accent"], (_EDGE, HEIGHT - 40), 24)
    return sign + text_line(
        variant_name(view.variant, words), (_EDGE + 34, HEIGHT - 21), WIDTH - 2 * _EDGE - 34, _FOOT_PX, "muted"
    )
