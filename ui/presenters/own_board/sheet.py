"""The taps on one photograph of an empty board, and the draft of the board that follows from it.

Law: places are pixels of the photograph; the draft is made anew from the taps, so that any of them can be undone.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.board.files import BoardProfile, load_board
from companion.preparation.own_board import Draft, Spot, begin, moved, with_anchors

Px = tuple[float, float]


class Taps(msgspec.Struct, frozen=True):
    """The taps so far: corners from the upper left on, start fields by sector, track fields, drags."""

    corners: tuple[Px, ...] = ()
    starts: tuple[Px, ...] = ()
    bends: tuple[tuple[int, Px], ...] = ()
    moves: tuple[tuple[Spot, Px], ...] = ()


NO_TAPS: Final = Taps()


@dataclass(frozen=True, eq=False)
class Sheet:
    """`photograph` is (h, w, 3) BGR, None before the first; `template` the shipped board whose outline is proposed."""

    template: str
    size_mm: Px
    photograph: NDArray[Any] | None = None
    taps: Taps = NO_TAPS

    @cached_property
    def outline(self) -> BoardProfile:
        return load_board(self.template)

    @property
    def sectors(self) -> int:
        return len(self.outline.goal)

    @cached_property
    def bare(self) -> Draft | None:
        """The outline laid into the corners and nothing else; None until there are four.

        Raises OwnBoardError for corners that make no board.
        """
        if self.photograph is None or len(self.taps.corners) < 4:
            return None
        return begin(self.photograph, self.template, self.size_mm, np.array(self.taps.corners))

    @cached_property
    def laid(self) -> Draft | None:
        """The outline laid through the fields that were tapped; None until there are corners.  Raises OwnBoardError.

        It searches for every printed field, which is slow.
        """
        if self.bare is None or len(self.taps.starts) < self.sectors:
            return self.bare
        tapped: dict[tuple[str, int], Px] = {("start", sector): at for sector, at in enumerate(self.taps.starts)}
        return with_anchors(self.bare, tapped | {("track", field): at for field, at in self.taps.bends})

    @property
    def takes_a_while(self) -> bool:
        """Whether a slow search for the printed fields is still needed before there is a draft."""
        return "laid" not in self.__dict__ and len(self.taps.starts) == self.sectors

    @cached_property
    def draft(self) -> Draft | None:
        """The present board; None until there are corners.  Raises OwnBoardError."""
        draft = self.laid
        for spot, at in self.taps.moves:
            draft = moved(draft, spot, at) if draft else None
        return draft

    def corner_parts(self) -> tuple[Px, ...]:
        """The corners in parts of the photograph's width and height.  Raises ValueError before there is one."""
        if self.photograph is None:
            raise ValueError("there is no photograph yet")
        height, width = self.photograph.shape[:2]
        return tuple((x / width, y / height) for x, y in self.taps.corners)

    def place_of(self, spot: Spot) -> Px:
        """The pixel of a spot in the photograph.  Raises ValueError before there are spots."""
        if self.draft is None:
            raise ValueError("there are no spots yet")
        return pixels(self.draft, [self.draft.spots[spot]])[0]

    def bend(self, sector: int) -> int:
        """The track field halfway from a start field to the next."""
        length = len(self.outline.track) // self.sectors
        return sector * length + length // 2

    def start_hint(self, sector: int) -> Px | None:
        """The expected place of a sector's start field, counted on from the first that was tapped."""
        if self.bare is None:
            return None
        hints = self._starts()
        turn = _nearest(hints, self.taps.starts[0]) if self.taps.starts else 0
        return hints[(sector + turn) % self.sectors]

    def goes_round(self, starts: Sequence[Px]) -> bool:
        """Whether start fields are tapped one after another round the board, the way the outline lists them."""
        hints = self._starts()
        first = _nearest(hints, starts[0])
        return all(_nearest(hints, at) == (first + number) % len(hints) for number, at in enumerate(starts))

    def moves(self, spot: Spot, px: Px) -> tuple[tuple[Spot, Px], ...]:
        """The spots moved by a drag: a disc moved by its middle keeps its size."""
        if spot != ("wheel", 0, 0):
            return ((spot, px),)
        rim, middle = self.place_of(("wheel", 0, 1)), self.place_of(spot)
        return (spot, px), (("wheel", 0, 1), (rim[0] + px[0] - middle[0], rim[1] + px[1] - middle[1]))

    def with_taps(self, taps: Taps) -> "Sheet":
        """If only drags differ, the fields found before are not searched for again."""
        sheet = replace(self, taps=taps)
        if msgspec.structs.replace(taps, moves=()) == msgspec.structs.replace(self.taps, moves=()):
            sheet.__dict__.update({name: self.__dict__[name] for name in ("bare", "laid") if name in self.__dict__})
        return sheet

    def _starts(self) -> list[Px]:
        draft = self.bare
        if draft is None:
            raise ValueError("there are no corners yet")
        return pixels(draft, [draft.proposed[draft.start(sector)] for sector in range(self.sectors)])


def pixels(draft: Draft, places_mm: Sequence[Px]) -> list[Px]:
    """Pixels of the photograph for places in millimetres."""
    return [(float(x), float(y)) for x, y in draft.pixels(np.array(places_mm, dtype=np.float64).reshape(-1, 2))]


def _nearest(places: Sequence[Px], to: Px) -> int:
    return min(range(len(places)), key=lambda number: math.dist(places[number], to))
