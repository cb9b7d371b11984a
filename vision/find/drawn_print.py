"""The print of a board as it was drawn, before any picture has shown it: most tables never need it.

Law: that a board was printed so is only supposed.  A place by it is believed where it agrees with the markers that were
read, one at least: boards of one shape differ in the order of their colours alone.
"""

from collections.abc import Callable
from functools import cached_property

from vision.board import Board
from vision.find.print_matching import PrintFinder
from vision.find.print_search import PrintSearch
from vision.frames import Image


class DrawnPrint:
    """Draws the print of a board when it is first asked for, and keeps what is looked for of it."""

    def __init__(self, draw: Callable[[], Image], board: Board) -> None:
        """`draw` gives the empty board laid flat."""
        self._draw = draw
        self._board = board

    @cached_property
    def finder(self) -> PrintFinder:
        """Where the print shows near a place."""
        return PrintFinder(self._draw(), self._board.size_mm, self._board.disc)

    @cached_property
    def search(self) -> PrintSearch:
        """Where the print lies anywhere in a picture."""
        return PrintSearch(self.finder)
