"""A board that takes taps, with a magnifier where possible targets lie closer together than a finger is exact."""

import math
from collections.abc import Iterator
from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.properties import ObjectProperty

from companion.board.board_svg import position_svg
from companion.looks.pieces import FIGURE, dog, pawn
from companion.looks.shapes import Shape, moved
from ui.art.render import render
from ui.art.rings import draw_pick, draw_target
from ui.presenters.play.finger import NOTHING, Glass, Reach, Tappable
from ui.presenters.spots import Spot
from ui.widgets.board.board import PICK_RADII, BoardView, radii
from ui.widgets.glass import Point, beside, draw_glass
from ui.widgets.look import look
from ui.widgets.textures import texture, to_texture


class TapBoard(BoardView):
    """Calls `on_spot` with the spot that a finger meant; `tappable` are the possible ones.

    If several spots lie under a finger, a magnifier opens.  The finger slides on to one of them, or is lifted and
    taps it there; a short tap that can mean but one of them needs neither.
    """

    tappable: Tappable = ObjectProperty(NOTHING)

    def __init__(self, **values: Any) -> None:
        self.register_event_type("on_spot")
        super().__init__(**values)
        self.glass: Glass | None = None
        #: The lower left corner of the glass, in the widget's own coordinates.
        self.glass_corner: Point = (0.0, 0.0)
        self._picture: Any = None
        self._finger: Any = None
        self._pressed: tuple[Spot, ...] = ()
        self._aimed: Spot | None = None
        for name in ("tappable", "position", "placement", "pos", "size", "board"):
            self.fbind(name, self.close_glass)

    def on_spot(self, spot: Spot) -> None:
        """Event: a finger meant this spot."""

    @property
    def all_spots(self) -> frozenset[Spot]:
        """All spots of this board that could be tapped."""
        if self.board:
            self._prepare(self.position)
        return frozenset(spot for spot, _, _ in self._spots.all()) if self._spots else frozenset()

    def close_glass(self, *_: object) -> None:
        if self._finger is not None:
            self._finger.ungrab(self)
        self.glass, self._finger, self._aimed = None, None, None
        self.canvas.after.clear()

    def in_glass(self, *spots: Spot) -> list[tuple[Spot, Point]]:
        """The places of spots under the open glass, in the widget's own coordinates."""
        if self.glass is None:
            return []
        x, y = self._centre_of_glass()
        return [(spot, (x + across, y - down)) for spot, (across, down) in self.glass.places(spots)]

    def on_touch_down(self, touch: Any) -> bool:
        reach = self._reach()
        if self.disabled or reach is None or not self.collide_point(*touch.pos):
            return bool(super().on_touch_down(touch))
        if self._finger is not None:
            return True
        if self.glass is not None and math.dist(touch.pos, self._centre_of_glass()) <= self.glass.wide / 2:
            centre = self._centre_of_glass()
            self._choose(self.glass.tapped((touch.x - centre[0], centre[1] - touch.y)))
            return True
        self.close_glass()
        at = self._to_unit(*touch.pos)
        self._pressed = reach.under(at)
        if len(self._pressed) > 1:
            touch.grab(self)
            self._finger = touch
            self._open_glass(reach.glass(at), touch.pos)
        else:
            self._choose(reach.meant(self._pressed) if self._pressed else reach.astray(at))
        return True

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self or self.glass is None:
            return bool(super().on_touch_move(touch))
        reach = self.glass.reach
        if self._aimed is None and math.dist(touch.pos, touch.opos) < reach.finger_px / 2:
            return True
        at = self._to_unit(*touch.pos)
        self._aimed = reach.slid_to(at)
        if self.glass.is_left_by(at):
            self._open_glass(reach.glass(at), touch.pos)
        else:
            self._draw_glass()
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        self._finger = None
        self._choose(self._aimed or (self.glass.reach.meant(self._pressed) if self.glass else None))
        return True

    def _reach(self) -> Reach | None:
        return Reach(self._spots, self.tappable, self._side, look.scale) if self._spots and self._side > 1 else None

    def _choose(self, spot: Spot | None) -> None:
        """Without a spot the glass stays open until something is tapped."""
        if spot is not None:
            self.close_glass()
            self.dispatch("on_spot", spot)

    def _centre_of_glass(self) -> Point:
        half = self.glass.wide / 2 if self.glass else 0.0
        return self.glass_corner[0] + half, self.glass_corner[1] + half

    def _open_glass(self, glass: Glass, finger: Point) -> None:
        self.glass, self.glass_corner = glass, beside(self, finger, glass.wide)
        seen = glass.wide / (glass.enlarges * self._side)
        self._picture = to_texture(render(self.part_svg(glass.middle, seen), int(glass.wide)))
        self._draw_glass()

    @property
    def is_touched(self) -> bool:
        """Whether a finger lies on the board."""
        return self._finger is not None

    def part_svg(self, middle: Point, side: float) -> str:
        """A square part of the board and its figures as SVG; both in parts of the whole board (y down)."""
        layout = self._layout
        assert layout is not None
        seen = layout.side_mm * side
        x, y = self._mm(middle)
        kennels = self._kennels or max(map(len, layout.profile.kennel))
        return position_svg(
            layout,
            self._game_marks(),
            self._sector_colours(layout),
            kennels,
            self._wheel,
            self._pieces(),
            ((x - seen / 2, y - seen / 2), seen),
        )

    def _pieces(self) -> Iterator[Shape]:
        assert self._layout is not None
        for mark in self._to:
            colour = self._colour_of(mark)
            shapes = dog() if colour == FIGURE else pawn(colour, mark.rank)
            yield from moved(shapes, self._mm((mark.x, mark.y)), radii(mark) * self._layout.field_radius_mm)

    def _mm(self, at: Point) -> Point:
        assert self._layout is not None
        left, top = self._layout.corner_mm
        return left + at[0] * self._layout.side_mm, top + at[1] * self._layout.side_mm

    def _draw_glass(self) -> None:
        """Draws the enlarged board with rings: the likely spots, the tapped ones, and the one under the finger."""
        if self.glass is None or self._layout is None:
            return
        side = int(self._layout.field_radius * PICK_RADII * self._side * self.glass.enlarges)
        target = texture(("target", side), lambda: draw_target(side))
        pick = texture(("pick", side), lambda: draw_pick(side))
        ringed = dict.fromkeys(self.tappable.likely, target)
        ringed |= dict.fromkeys(self.picks, pick)
        if self._aimed is not None:
            ringed[self._aimed] = pick
        self.canvas.after.clear()
        with self.canvas.after:
            draw_glass(self._picture, self.glass_corner, self.glass.wide)
            Color(1, 1, 1, 1)
            for spot, (x, y) in self.in_glass(*ringed):
                if math.dist((x, y), self._centre_of_glass()) > (self.glass.wide - side) / 2:
                    continue  # its ring would lie over the rim
                Rectangle(texture=ringed[spot], pos=(x - side / 2, y - side / 2), size=(side, side))
