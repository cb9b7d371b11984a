"""The overlay on a picture of the board: lines and marks in parts of the picture, from a reading or from a draft."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from companion.looks.pieces import FIGURE
from companion.preparation.own_board import Draft
from companion.views.sight import Point, Sight, SpotKind
from ui.presenters.own_board.board import Handle, OwnBoard, Step
from ui.presenters.own_board.sheet import Px, pixels

#: Below this certainty a spot gets a question mark.
SURE: Final = 0.95
_DISC_POINTS: Final = 48
_PAWN_PART: Final = 0.5
#: The margin shown round the board, in parts of its size.
_MARGIN: Final = 0.04
#: The disc has a middle and a point of its rim to be dragged; they are no spots.
_LOOKS: Final = {"wheel": "corner"}


@dataclass(frozen=True, slots=True)
class Mark:
    """A ring round `at`, `half` as wide and as high, in a pawn's colour (empty: that of plain fields).

    `pawn` is the occupant (a colour, `figure`, or empty), `doubt` whether it is unsure; `look` is `spot`,
    `start`, `corner` or `asked`; `handle` is the thing that a finger drags there.
    """

    at: Point
    half: Point
    look: str = "spot"
    colour: str = ""
    pawn: str = ""
    doubt: bool = False
    handle: Handle | None = None


@dataclass(frozen=True, slots=True)
class Line:
    points: tuple[Point, ...]
    tone: str
    closed: bool = True


@dataclass(frozen=True, slots=True)
class Overlay:
    lines: tuple[Line, ...] = ()
    marks: tuple[Mark, ...] = ()


NOTHING: Final = Overlay()
#: A part of a picture: left, top, right, bottom.
Frame = tuple[float, float, float, float]
WHOLE: Final[Frame] = (0.0, 0.0, 1.0, 1.0)


def of_sight(sight: Sight) -> Overlay:
    """The board as it is read: its outline and disc, every spot, and its pawn."""
    lines = [Line(sight.outline, "accent")]
    if sight.disc:
        lines.append(Line(sight.disc, "disc"))
    marks = []
    for spot in sight.spots:
        colour = "" if spot.seat is None else sight.colours[spot.seat]
        look = "start" if spot.kind is SpotKind.START else "spot"
        pawn = _pawn(spot.seen, sight.colours)
        doubt = spot.seen is not None and spot.certainty < SURE
        marks.append(Mark(spot.at, spot.half, look, colour, pawn, doubt))
    return Overlay(tuple(lines), tuple(marks))


def of_draft(board: OwnBoard, colours: Sequence[str]) -> Overlay:
    """The board in the making, as its step shows it; `colours` go by sector, empty for sectors without a player."""
    sheet = board.sheet
    if sheet.photograph is None:
        return NOTHING
    height, width = sheet.photograph.shape[:2]
    drawn = _Drawn(board, colours, (float(width), float(height)))
    lines = [Line(tuple(map(drawn.part, sheet.taps.corners)), "accent", closed=len(sheet.taps.corners) == 4)]
    if board.step is Step.CORNERS:
        return Overlay(tuple(lines), drawn.corners())
    draft = sheet.draft if board.has_corners else None
    if draft is None:
        return Overlay(tuple(lines), drawn.corners())
    if board.step is Step.STARTS:
        return Overlay(tuple(lines), drawn.starts(draft))
    rim = drawn.rim(draft)
    if rim:
        lines.append(Line(rim, "disc"))
    return Overlay(tuple(lines), drawn.spots(draft))


def of_corners(board: OwnBoard, colours: Sequence[str]) -> Overlay:
    """The corners of a known board and, from four on, the spots that follow from them."""
    corners = of_draft(board, colours)
    if not board.has_corners:
        return corners
    spots = of_draft(replace(board, step=Step.SPOTS), colours)
    return Overlay(spots.lines, (*spots.marks, *corners.marks))


def frame_of(board: OwnBoard) -> Frame:
    """The visible part of the photograph: from the start fields on only the board, so that its fields are large."""
    sheet = board.sheet
    if sheet.photograph is None or board.step in (Step.PHOTOGRAPH, Step.CORNERS) or len(sheet.taps.corners) < 4:
        return WHOLE
    height, width = sheet.photograph.shape[:2]
    across = [x / width for x, _ in sheet.taps.corners]
    down = [y / height for _, y in sheet.taps.corners]
    wide, high = _MARGIN * (max(across) - min(across)), _MARGIN * (max(down) - min(down))
    return (
        max(0.0, min(across) - wide),
        max(0.0, min(down) - high),
        min(1.0, max(across) + wide),
        min(1.0, max(down) + high),
    )


class _Drawn:
    """Turns pixels and spots of one photograph into marks."""

    def __init__(self, board: OwnBoard, colours: Sequence[str], size_px: Px) -> None:
        self._board = board
        self._colours = colours
        self._size = size_px

    def part(self, px: Px) -> Point:
        return px[0] / self._size[0], px[1] / self._size[1]

    def corners(self) -> tuple[Mark, ...]:
        half = (18 / self._size[0], 18 / self._size[1])
        corners = enumerate(self._board.taps.corners)
        return tuple(Mark(self.part(px), half, "corner", handle=number) for number, px in corners)

    def starts(self, draft: Draft) -> tuple[Mark, ...]:
        """The tapped start fields, and a ring at the expected place of the next one."""
        half = self._half(draft, [draft.proposed[draft.start(sector)] for sector in range(draft.sectors)])
        taps = enumerate(self._board.taps.starts)
        marks = [Mark(self.part(px), half[sector], "start", self._colour(sector)) for sector, px in taps]
        asked = self._board.asked
        hint = None if asked is None else self._board.sheet.start_hint(asked)
        if asked is not None and hint is not None:
            marks.append(Mark(self.part(hint), half[asked], "asked", self._colour(asked)))
        return tuple(marks)

    def spots(self, draft: Draft) -> tuple[Mark, ...]:
        """All spots, each draggable; the next field to tap stands out."""
        names = list(draft.spots)
        places = list(draft.spots.values())
        middles, halves = pixels(draft, places), self._half(draft, places)
        asked = self._board.asked
        field = None if asked is None else ("track", 0, self._board.sheet.bend(asked))
        starts = {draft.start(sector): sector for sector in range(draft.sectors)}
        marks = []
        for spot, px, half in zip(names, middles, halves, strict=True):
            look = "asked" if spot == field else "start" if spot in starts else _LOOKS.get(spot[0], "spot")
            sector = starts.get(spot, spot[1] if spot[0] in ("goal", "kennel") else None)
            colour = "" if sector is None else self._colour(sector)
            marks.append(Mark(self.part(px), half, look, colour, handle=spot))
        return tuple(marks)

    def rim(self, draft: Draft) -> tuple[Point, ...]:
        if draft.wheel is None:
            return ()
        (x, y), radius = draft.wheel
        return tuple(map(self.part, pixels(draft, _circle(x, y, radius))))

    def _half(self, draft: Draft, places: Sequence[Px]) -> list[Point]:
        """Half the width and height of a pawn's foot at places in millimetres, in parts of the photograph."""
        foot = self._board.pawn.width_mm * _PAWN_PART
        middle = pixels(draft, places)
        right = pixels(draft, [(x + foot, y) for x, y in places])
        down = pixels(draft, [(x, y + foot) for x, y in places])
        return [
            self.part((math.hypot(a[0] - m[0], b[0] - m[0]), math.hypot(a[1] - m[1], b[1] - m[1])))
            for m, a, b in zip(middle, right, down, strict=True)
        ]

    def _colour(self, sector: int) -> str:
        return self._colours[sector] if sector < len(self._colours) else ""


def _pawn(seen: int | None, colours: Sequence[str]) -> str:
    if not seen:
        return ""
    return colours[seen - 1] if seen <= len(colours) else FIGURE


def _circle(x: float, y: float, radius: float) -> list[Px]:
    turns = [math.tau * step / _DISC_POINTS for step in range(_DISC_POINTS)]
    return [(x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns]
