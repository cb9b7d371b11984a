"""The board on the screen: one still picture, the disc above it, and a sprite for every figure.

Redrawn only when the snapshot, the size or the picks change; figures slide to their new places if motion is wanted.
"""

from collections.abc import Sequence
from typing import Any

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.graphics import Color, PopMatrix, PushMatrix, Rectangle, Rotate
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty
from kivy.uix.widget import Widget

from companion.board.drawing import GameMarks
from companion.board.files import load_board
from companion.board.layout import BoardLayout
from companion.looks.pieces import FIGURE, FIGURE_RADII, PAWN_RADII, RANKED_RADII
from companion.model.position import Placement, Position
from ui.art.pictures import draw_board, draw_disc, draw_figure
from ui.art.rings import RIM_RADIUS, draw_pick, draw_rim, draw_target
from ui.presenters.spots import WHEEL, Mark, Spot, Spots
from ui.theme import MOVE_S
from ui.widgets.board.arrow import draw_arrow
from ui.widgets.board.letter import draw_letter
from ui.widgets.textures import texture

#: The width of the ring round a picked spot, in field radii.
PICK_RADII = 4.2


class BoardView(Widget):
    """Shows `placement` (else the position's own) on `board`.

    `picks` are ringed spots, `lit` the targets of a picked figure, `movable` the figures that may go;
    `arrows` lead from spot to spot.
    """

    position = ObjectProperty(None, allownone=True)
    placement = ObjectProperty(None, allownone=True)
    colours = ObjectProperty(())
    #: The taken places of each kennel, by seat; empty if any are.
    kennels = ObjectProperty(())
    #: Pawns are drawn without their ranks: any of a colour may stand there.
    alike = BooleanProperty(False)
    #: The rules of the game whose position is shown, None before there is one.
    rules = ObjectProperty(None, allownone=True)
    board = ObjectProperty("")
    picks = ObjectProperty(())
    lit = ObjectProperty(frozenset())
    #: The figures that may go.
    movable = ObjectProperty(frozenset())
    #: Spots with the letters that mark plays there.
    letters = ObjectProperty(())
    arrows = ObjectProperty(())
    #: A ring round the disc.
    wheel_ringed = BooleanProperty(False)
    slides = BooleanProperty(True)
    #: The progress of the figures on their way, 0..1.
    slide = NumericProperty(1.0)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._layout: BoardLayout | None = None
        self._spots: Spots | None = None
        self._wheel = 0
        self._kennels = 0
        self._from: list[tuple[float, float]] = []
        self._to: list[Mark] = []
        self._sprites: list[Any] = []
        self._redraw_soon = Clock.create_trigger(self._redraw, -1)
        for name in (
            "pos",
            "size",
            "rules",
            "position",
            "placement",
            "colours",
            "kennels",
            "board",
            "picks",
            "lit",
            "movable",
            "letters",
            "arrows",
            "wheel_ringed",
        ):
            self.fbind(name, self._redraw_soon)
        self.fbind("slide", self._place_sprites)

    @property
    def fields(self) -> int:
        """The number of track fields of the board; 0 before one is shown."""
        return self._spots.fields if self._spots else 0

    def place_of(self, spot: Spot) -> tuple[float, float]:
        """The place of a spot in the widget's own coordinates (for tests and pointers)."""
        where = self._spots.at(spot) if self._spots else None
        return self._to_window(*where) if where else (0.0, 0.0)

    def unit_of(self, spot: Spot) -> tuple[float, float]:
        """The place of a spot in the unit square of the board (y down); its middle for a spot it does not show."""
        where = self._spots.at(spot) if self._spots else None
        return where or (0.5, 0.5)

    def shows(self, spot: Spot) -> bool:
        """Whether the board has such a spot."""
        return self._spots is not None and self._spots.at(spot) is not None

    @property
    def field_px(self) -> float:
        """The drawn radius of a field; 0 before a board is shown."""
        return self._layout.field_radius * self._side if self._layout else 0.0

    @property
    def _side(self) -> float:
        return float(min(self.size))

    def _to_window(self, x: float, y: float) -> tuple[float, float]:
        left, top = self.center_x - self._side / 2, self.center_y + self._side / 2
        return left + x * self._side, top - y * self._side

    def _to_unit(self, x: float, y: float) -> tuple[float, float]:
        left, top = self.center_x - self._side / 2, self.center_y + self._side / 2
        return (x - left) / max(1.0, self._side), (top - y) / max(1.0, self._side)

    def _redraw(self, *_: object) -> None:
        position: Position | None = self.position
        self.canvas.clear()
        if not self.board or self._side < 40:
            return
        self._prepare(position)
        layout, spots = self._layout, self._spots
        if layout is None or spots is None:
            return
        placement: Placement | None = self.placement or (position.placement if position else None)
        self._wheel = (placement.extra(WHEEL) if placement else None) or 0
        figures = self.rules.variant.figures if self.rules else ()
        marks = spots.marks(placement, figures, self.kennels) if placement else []
        with self.canvas:
            Color(1, 1, 1, 1)
            self._draw_still(layout)
            self._draw_disc(layout, self._wheel)
            self._draw_rim(spots)
            self._sprites = [self._sprite(mark, layout) for mark in marks]
            self._draw_picks(layout, spots)
            self._draw_arrows(layout, spots)
        self._start_slide(marks)

    def _prepare(self, position: Position | None) -> None:
        sectors = position.seats if position else tuple(range(len(self.colours)))
        kennels = max((len(row) for row in position.placement.pawns), default=0) if position else 0
        ranks = self.rules.variant.rank_names if self.rules and not self.alike else ()
        key = (self.board, sectors, ranks)
        if self._layout is None or getattr(self, "_key", None) != key:
            self._key = key
            self._layout = BoardLayout(load_board(self.board))
            self._spots = Spots(self._layout, sectors or tuple(range(len(self._layout.profile.goal))), ranks)
            self._to = []
        # if single places of a kennel are meant, all of them are drawn
        self._kennels = 0 if self.kennels else kennels

    def _draw_still(self, layout: BoardLayout) -> None:
        side, colours = int(self._side), self._sector_colours(layout)
        marks = self._game_marks()
        key = ("board", self.board, colours, self._kennels, marks, side)
        picture = texture(key, lambda: draw_board(layout, marks, colours, side, self._kennels or None))
        Rectangle(texture=picture, pos=(self.center_x - side / 2, self.center_y - side / 2), size=(side, side))

    def _game_marks(self) -> GameMarks:
        return GameMarks.at_table(self.rules) if self.rules else GameMarks()

    def _sector_colours(self, layout: BoardLayout) -> tuple[str, ...]:
        """The colour of each printed sector, empty for sectors without a player."""
        sectors = self.position.seats if self.position else range(len(self.colours))
        seated = dict(zip(sectors, self.colours, strict=False))
        return tuple(seated.get(sector, "") for sector in range(len(layout.profile.goal)))

    def _draw_disc(self, layout: BoardLayout, quarters: int) -> None:
        wheel = layout.profile.wheel
        if wheel is None:
            return
        side = int(layout.length(2 * wheel.radius_mm) * self._side)
        centre = self._to_window(*layout.unit(wheel.centre))
        colours = self._sector_colours(layout)
        picture = texture(("disc", self.board, colours, side), lambda: draw_disc(layout, colours, side))
        PushMatrix()
        Rotate(angle=-90 * quarters, origin=centre)
        Rectangle(texture=picture, pos=(centre[0] - side / 2, centre[1] - side / 2), size=(side, side))
        PopMatrix()

    def _draw_rim(self, spots: Spots) -> None:
        if not self.wheel_ringed or spots.rim is None:
            return
        x, y = self._to_window(spots.rim.x, spots.rim.y)
        side = int(spots.rim.radius * self._side / RIM_RADIUS)
        picture = texture(("rim", side), lambda: draw_rim(side))
        Color(1, 1, 1, 1)
        Rectangle(texture=picture, pos=(x - side / 2, y - side / 2), size=(side, side))

    def _sprite(self, mark: Mark, layout: BoardLayout) -> Any:
        side = max(8, int(layout.field_radius * radii(mark) * self._side))
        colour = self._colour_of(mark)
        key = ("figure", colour, mark.rank, side)
        picture = texture(key, lambda: draw_figure(colour, side, mark.rank))
        return Rectangle(texture=picture, size=(side, side))

    def _colour_of(self, mark: Mark) -> str:
        seat = mark.seat
        return FIGURE if seat is None else self.colours[seat] if seat < len(self.colours) else ""

    def _draw_picks(self, layout: BoardLayout, spots: Spots) -> None:
        side = int(layout.field_radius * PICK_RADII * self._side)
        target = texture(("target", side), lambda: draw_target(side))
        pick = texture(("pick", side), lambda: draw_pick(side))
        for picture, ringed, strength in ((target, self.movable, 0.7), (target, self.lit, 1), (pick, self.picks, 1)):
            Color(1, 1, 1, strength)
            for spot in ringed:
                where = spots.at(spot)
                if where:
                    x, y = self._to_window(*where)
                    Rectangle(texture=picture, pos=(x - side / 2, y - side / 2), size=(side, side))
        for spot, letter in self.letters:
            where = spots.at(spot)
            if where:
                draw_letter(letter, self._to_window(*where), side * 0.36)

    def _draw_arrows(self, layout: BoardLayout, spots: Spots) -> None:
        field = layout.field_radius * self._side
        for origin, target in self.arrows:
            start, end = spots.at(origin), spots.at(target)
            if start and end and start != end:
                draw_arrow(self._to_window(*start), self._to_window(*end), field)

    def _start_slide(self, marks: list[Mark]) -> None:
        before = self._to
        self._from = _origins(before, marks)
        self._to = marks
        Animation.cancel_all(self, "slide")
        moved = [(mark.x, mark.y) for mark in marks] != self._from
        if self.slides and before and moved:
            self.slide = 0.0
            Animation(slide=1.0, duration=MOVE_S, transition="out_quad").start(self)
        else:
            self.slide = 1.0
        self._place_sprites()

    def _place_sprites(self, *_: object) -> None:
        for sprite, mark, (x, y) in zip(self._sprites, self._to, self._from, strict=False):
            at_x, at_y = self._to_window(x + (mark.x - x) * self.slide, y + (mark.y - y) * self.slide)
            sprite.pos = (at_x - sprite.size[0] / 2, at_y - sprite.size[1] / 2)


def radii(mark: Mark) -> float:
    """The width of a drawn figure, in field radii."""
    return FIGURE_RADII if mark.seat is None else RANKED_RADII if mark.rank else PAWN_RADII


def _origins(before: Sequence[Mark], after: Sequence[Mark]) -> list[tuple[float, float]]:
    """The former place of each figure of `after`: its own if it stayed, else one of the places that were left."""
    left: dict[tuple[int | None, str], list[tuple[float, float]]] = {}
    stayed = {(mark.seat, mark.rank, mark.x, mark.y) for mark in after}
    for mark in before:
        if (mark.seat, mark.rank, mark.x, mark.y) not in stayed:
            left.setdefault((mark.seat, mark.rank), []).append((mark.x, mark.y))
    kept = {(mark.seat, mark.rank, mark.x, mark.y) for mark in before}
    origins = []
    for mark in after:
        waiting = left.get((mark.seat, mark.rank), [])
        here = (mark.x, mark.y)
        origins.append(here if (mark.seat, mark.rank, *here) in kept or not waiting else waiting.pop())
    return origins
