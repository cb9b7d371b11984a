"""The cards of a game to print and cut out, and the place beside the board on which they are laid.

The faces are those of the tablet, from the game's data: value, pictogram and colour.
"""

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from reportlab.lib.utils import ImageReader
from resvg_py import svg_to_bytes

from companion.board.prints.paper import MARGIN_MM, PAPERS, Draw, Pen, text_width, write_pages
from companion.looks.colours import CUT, INK, INTERFACE
from companion.looks.icons import icon_svg
from companion.looks.pieces import CARD_MM, PILE_MM
from companion.looks.shapes import Line, Rectangle
from companion.open_row.catalogue import GameFile
from companion.rules.variant import Variant
from companion.texts import shipped_wording
from companion.views.wording.card_looks import CardLook, card_look, card_value

_ICON_PX: Final = 480
#: The largest letters of a value, in points, and the largest width.
_VALUE_PT, _VALUE_MM = 112.0, 45.0
_CAPTION_PT, _CAPTION_MM = 20.0, 50.0
#: Numbers that become others by half a turn: a bar below shows which way is up.
_TURNED: Final = ("6", "9")


def deck_sheets(
    name: str, game: Variant | GameFile, language: str, file: Path, paper: str, *, one_each: bool = False
) -> int:
    """Writes every card of the game called `name` as often as the deck has it, or once; returns the number of sheets.

    Raises ValueError for an unknown paper, OSError.
    """
    if paper not in PAPERS:
        raise ValueError(f"paper {paper!r} is unknown; use {', '.join(PAPERS)}")
    cards = list(game.cards) if one_each else list(_whole_deck(game))
    columns, rows, turned = _grid(paper)
    faces = {card: _Face(card_look(card, game), _caption(card, game, language)) for card in game.cards}
    drawn, some = [faces[card] for card in cards], columns * rows
    pages = [_page(drawn[first : first + some], columns, turned=turned) for first in range(0, len(drawn), some)]
    cell = CARD_MM[::-1] if turned else CARD_MM
    return write_pages(file, f"cards {name}", (columns * cell[0], rows * cell[1]), pages, paper)


def pile_sheet(file: Path, paper: str) -> int:
    """Writes the place of the pile; returns the number of sheets.  Raises ValueError for an unknown paper, OSError."""
    width, height = PILE_MM

    def draw(pen: Pen) -> None:
        corners = (0.4, 0.4), (width - 0.4, 0.4), (width - 0.4, height - 0.4), (0.4, height - 0.4)
        pen.shapes((Line((*corners, corners[0]), 0.8, INK),))
        pen.picture(_icon("cards", "card_edge"), (width / 2, height / 2), 60.0)

    return write_pages(file, "place of the pile", PILE_MM, [draw], paper)


def _whole_deck(game: Variant | GameFile) -> Iterator[str]:
    for card in game.cards:
        count = game.cards[card].count if isinstance(game, GameFile) else game.deck[card]
        yield from (card,) * count


def _caption(card: str, game: Variant | GameFile, language: str) -> str:
    """The name of a card that has one; empty for a number."""
    if card_look(card, game).value:
        return ""
    words = shipped_wording()[language]["tablet"]
    return words.get(f"card.{card}", card_value(card))


class _Face:
    """A face with its pictogram drawn and unpacked once for all its cards."""

    def __init__(self, look: CardLook, caption: str) -> None:
        self.look = look
        self.caption = caption
        self.ink = INTERFACE[look.colour]
        self.icon = _icon(look.pictogram, look.colour)


def _icon(name: str, colour: str) -> ImageReader:
    sized = icon_svg(name, INTERFACE[colour]).replace("<svg ", f'<svg width="{_ICON_PX}" height="{_ICON_PX}" ', 1)
    return ImageReader(io.BytesIO(bytes(svg_to_bytes(svg_string=sized, skip_system_fonts=True))))


def _grid(paper: str) -> tuple[int, int, bool]:
    """Columns and rows of cards on a sheet, and whether they lie on their sides, so that most cards fit."""
    width, height = PAPERS[paper][0] - 2 * MARGIN_MM, PAPERS[paper][1] - 3 * MARGIN_MM
    upright = int(width // CARD_MM[0]), int(height // CARD_MM[1]), False
    lying = int(width // CARD_MM[1]), int(height // CARD_MM[0]), True
    return max(upright, lying, key=lambda grid: grid[0] * grid[1])


def _page(faces: list[_Face], columns: int, *, turned: bool) -> Draw:
    cell = CARD_MM[::-1] if turned else CARD_MM

    def draw(pen: Pen) -> None:
        for index, face in enumerate(faces):
            left, top = index % columns * cell[0], index // columns * cell[1]
            with pen.moved((left + cell[0], top) if turned else (left, top), 1 if turned else 0):
                _draw_face(pen, face)

    return draw


def _draw_face(pen: Pen, face: _Face) -> None:
    width, height = CARD_MM
    corners = (0.0, 0.0), (width, 0.0), (width, height), (0.0, height)
    pen.shapes((Line((*corners, corners[0]), 0.2, CUT),))
    pen.shapes((Rectangle((5.0, 27.0), (width - 5.0, 28.2), 0.0, face.ink),))
    pen.shapes((Rectangle((5.0, height - 28.2), (width - 5.0, height - 27.0), 0.0, face.ink),))
    for quarters, corner in ((0, (0.0, 0.0)), (2, (width, height))):
        with pen.moved(corner, quarters):
            _draw_corner(pen, face)
    if face.look.value:
        _draw_value(pen, face)
        return
    pen.picture(face.icon, (width / 2, height / 2 - 2.0), 28.0)
    size = min(_CAPTION_PT, _CAPTION_PT * _CAPTION_MM / text_width(face.caption, _CAPTION_PT))
    pen.text(face.caption, (width / 2, height - 31.0), size=size, colour=face.ink, bold=True)


def _draw_corner(pen: Pen, face: _Face) -> None:
    """The value and the pictogram once more, so that a hand of cards can be held in a fan."""
    if face.look.value:
        size = min(30.0, 30.0 * 24.0 / text_width(face.look.value, 30.0))
        pen.text(face.look.value, (5.0, 17.0), size=size, colour=face.ink, middle=False, bold=True)
    pen.picture(face.icon, (CARD_MM[0] - 14.0 if face.look.value else 14.0, 15.0), 18.0)


def _draw_value(pen: Pen, face: _Face) -> None:
    value, middle = face.look.value, (CARD_MM[0] / 2, CARD_MM[1] / 2)
    size = min(_VALUE_PT, _VALUE_PT * _VALUE_MM / text_width(value, _VALUE_PT))
    # capitals and figures are about 0.72 of their size high
    below = 0.36 * size * 25.4 / 72
    pen.text(value, (middle[0], middle[1] + below), size=size, colour=face.ink, bold=True)
    if value in _TURNED:
        half = text_width(value, size) / 2
        under = middle[1] + below + 1.6
        pen.shapes((Rectangle((middle[0] - half, under), (middle[0] + half, under + 1.6), 0.0, face.ink),))
