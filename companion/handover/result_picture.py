"""The end of a game as a picture to send to others: the final board, players, winners, date and duration."""

from typing import Final

from companion.board.board_picture import BoardPicture
from companion.board.files import ProfileError, load_board
from companion.handover.svg_text import rendered, text_line
from companion.history.course import GameCourse
from companion.history.filters import ended
from companion.looks.colours import INTERFACE
from companion.looks.icons import icon_markup
from companion.looks.pieces import pawn
from companion.looks.shapes import moved
from companion.looks.svg import element, elements
from companion.texts.times import beginning, duration
from companion.views.kept.saved_game import SavedGame
from companion.views.wording.sentences import Wording
from companion.views.wording.words import Words, variant_name
from companion.writing.bidi import isolated

#: Pixels; the shape in which most services show a picture whole.
WIDTH, HEIGHT = 1080, 1350
_EDGE: Final = 60
_BOARD_TOP, _BOARD_SIDE = 170, 890
_NAMES_TOP: Final = 1090
_NAME_ROW: Final = 78
_TITLE_PX, _NAME_PX, _FOOT_PX = 64, 38, 30


def result_picture(game: SavedGame, course: GameCourse | None, wording: Wording, language: str) -> bytes:
    """The picture as PNG; without a course that of a result alone.  Raises KeyError for an unknown language."""
    words = Words(wording[language])
    board = _board(course, wording) if course else ""
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{INTERFACE["ground"]}"/>'
        f"{_title(game, words)}{board}{_players(game, has_board=bool(board))}{_foot(game, words)}</svg>"
    )
    return rendered(svg)


def _title(game: SavedGame, words: Words) -> str:
    """The winners; else the state of the game."""
    winners = ", ".join(isolated(game.names[seat]) for seat in game.result or () if seat < len(game.names))
    said = words.text("games.winners", names=winners) if winners else words.text(f"games.{ended(game)}")
    sign = icon_markup("trophy", INTERFACE["accent"], (_EDGE, 52), 84) if winners else ""
    left = _EDGE + 108 if winners else _EDGE
    return sign + text_line(said, (left, 116), WIDTH - _EDGE - left, _TITLE_PX, "ink", bold=True)


def _board(course: GameCourse, wording: Wording) -> str:
    """The board as it lay at the end; empty if the game has none, or its board is unknown here."""
    view = course.view(len(course.states), wording)
    if view.position is None:
        return ""
    try:
        drawn = BoardPicture(load_board(view.board)).draw(view)
    except ProfileError:
        return ""
    place = f'<svg x="{(WIDTH - _BOARD_SIDE) / 2}" y="{_BOARD_TOP}" width="{_BOARD_SIDE}" height="{_BOARD_SIDE}" '
    return drawn.replace("<svg ", place, 1)


def _players(game: SavedGame, *, has_board: bool) -> str:
    """Pawn and name of everybody, the winners' in bold: two or three in a row, without a board each in a large one."""
    columns = (3 if len(game.names) > 4 else 2) if has_board else 1
    top, row = (_NAMES_TOP, _NAME_ROW) if has_board else (_BOARD_TOP + 60, 2 * _NAME_ROW)
    wide, times = (WIDTH - 2 * _EDGE) / columns, row / _NAME_ROW
    drawn = []
    for seat, name in enumerate(game.names):
        left, middle = _EDGE + wide * (seat % columns), top + row * (seat // columns + 0.5)
        colour = game.colours[seat] if seat < len(game.colours) else ""
        won = seat in (game.result or ())
        drawn.append(elements(moved(pawn(colour), (left + 30 * times, middle), 60 * times)))
        spot, room = (left + 76 * times, middle + 13 * times), wide - 96 * times
        drawn.append(text_line(isolated(name), spot, room, _NAME_PX * times, "accent" if won else "ink", bold=won))
    return "".join(drawn)


def _foot(game: SavedGame, words: Words) -> str:
    begun = beginning(game, words)
    played = duration(game.played_ms, words) if game.played_ms else ""
    demo = words.text("protocol.demo") if game.demo else ""
    said = " · ".join(part for part in (variant_name(game.variant, words), begun, played, demo) if part)
    line = element(
        "rect", {"x": _EDGE, "y": 1266, "width": WIDTH - 2 * _EDGE, "height": 2, "fill": INTERFACE["raised"]}
    )
    sign = icon_markup("paw", INTERFACE["accent"], (WIDTH - _EDGE - 196, 1284), 36)
    maker = text_line("Pawtrack", (WIDTH - _EDGE - 150, 1314), 150, 34, "accent", bold=True)
    return line + text_line(said, (_EDGE, 1314), WIDTH - 2 * _EDGE - 220, _FOOT_PX, "muted") + sign + maker
