"""A picture of the table with the board drawn over it; `TapPhoto` also takes taps and drags, under a magnifier.

Places are parts of the picture (y down) for the overlay, and pixels of the picture for the receiver of taps.
"""

from typing import Any, Final

from kivy.clock import Clock
from kivy.graphics import Color, Line, Rectangle
from kivy.graphics.texture import Texture
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty
from kivy.uix.widget import Widget

from companion.looks.colours import PAWN_EDGE
from ui.art.pictures import draw_figure
from ui.art.rings import draw_doubt, draw_ring
from ui.ports import Picture
from ui.presenters.overlay import NOTHING, WHOLE, Frame, Mark, Overlay
from ui.theme import rgba
from ui.widgets.glass import Point, beside, draw_glass
from ui.widgets.look import look
from ui.widgets.textures import texture

#: The width of a ring in widths of a pawn's foot; the arrows round the next place to tap are even wider.
_RING: Final = 1.5
_ASKED: Final = 3.6
#: The smallest size of rings and of the tokens of a reading, in pixels of the reference screen.
_SMALLEST_PX: Final = 12
_HANDLE_PX: Final = 30
_TOKEN_PX: Final = 20
_SPRITE_STEP_PX: Final = 6


class PhotoView(Widget):
    """Shows the newest picture as large as it fits; one texture is reused as long as the size stays."""

    has_picture = BooleanProperty(False)
    overlay: Overlay = ObjectProperty(NOTHING)
    #: The part of the picture that is shown: left, top, right, bottom.
    frame: Frame = ObjectProperty(WHOLE)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._texture: Any = None
        self._redraw_soon = Clock.create_trigger(self._redraw, -1)
        for name in ("size", "pos", "overlay", "frame"):
            self.fbind(name, self._redraw_soon)

    def take(self, picture: Picture | None) -> None:
        """`picture` is rows x columns x RGBA, uint8; None keeps the last one."""
        if picture is None:
            return
        height, width = picture.shape[:2]
        if self._texture is None or self._texture.size != (width, height):
            self._texture = Texture.create(size=(width, height), colorfmt="rgba")
            self._texture.flip_vertical()
            self._redraw_soon()
        self._texture.blit_buffer(picture.tobytes(), colorfmt="rgba", bufferfmt="ubyte")
        self.has_picture = True
        self.canvas.ask_update()

    def forget(self) -> None:
        self._texture = None
        self.has_picture = False
        self.overlay = NOTHING
        self.canvas.clear()

    @property
    def scale(self) -> float:
        """Pixels of the screen for one of the picture."""
        if self._texture is None:
            return 1.0
        left, top, right, bottom = self.frame
        wide, high = self._texture.width * (right - left), self._texture.height * (bottom - top)
        return float(min(self.width / wide, self.height / high))

    def to_screen(self, part: Point) -> Point:
        """A place of the picture in the widget's own coordinates."""
        (width, height), (x, y) = self._whole, self._middle
        return self.center_x + (part[0] - x) * width, self.center_y + (y - part[1]) * height

    def to_part(self, x: float, y: float) -> Point:
        """The place of the picture at the widget's own coordinates, held inside the picture."""
        (width, height), middle = self._whole, self._middle
        across = middle[0] + (x - self.center_x) / max(1.0, width)
        down = middle[1] - (y - self.center_y) / max(1.0, height)
        return min(1.0, max(0.0, across)), min(1.0, max(0.0, down))

    @property
    def _middle(self) -> Point:
        left, top, right, bottom = self.frame
        return (left + right) / 2, (top + bottom) / 2

    @property
    def _whole(self) -> Point:
        """The size of the whole picture on the screen."""
        if self._texture is None:
            return self.width, self.height
        return self._texture.width * self.scale, self._texture.height * self.scale

    def _redraw(self, *_: object) -> None:
        self.canvas.clear()
        if self._texture is None:
            return
        left, top, right, bottom = self.frame
        (x, y), (far, high) = self.to_screen((left, bottom)), self.to_screen((right, top))
        wide, tall = self._texture.size
        piece = self._piece(left * wide, top * tall, (right - left) * wide, (bottom - top) * tall)
        with self.canvas:
            Color(1, 1, 1, 1)
            Rectangle(texture=piece, pos=(x, y), size=(far - x, high - y))
            self._draw_lines()
            Color(1, 1, 1, 1)
            for mark in self.overlay.marks:
                self._draw_mark(mark)

    def _draw_lines(self) -> None:
        """Draws dark under light, so that a line shows on any print."""
        for line in self.overlay.lines:
            points = [value for part in line.points for value in self.to_screen(part)]
            if len(points) < 4:
                continue
            for tone, width in ((PAWN_EDGE, 2.4), (line.tone, 1.3)):
                Color(*rgba(tone))
                Line(points=points, close=line.closed, width=width * look.scale, joint="round")

    def _draw_mark(self, mark: Mark) -> None:
        times = _ASKED if mark.look == "asked" else 1.0 if mark.look == "corner" else _RING
        smallest = (_HANDLE_PX if mark.look == "corner" else _SMALLEST_PX) * look.scale
        width, height = self._whole
        size = tuple(
            max(smallest, 2 * times * half * side) for half, side in zip(mark.half, (width, height), strict=True)
        )
        x, y = self.to_screen(mark.at)
        # drawn at the size shown, in steps: a sprite that is shrunk much has jagged edges
        large = int(-(-max(size) // _SPRITE_STEP_PX) * _SPRITE_STEP_PX)
        picture = texture(("ring", mark.look, mark.colour, large), lambda: draw_ring(mark.look, mark.colour, large))
        Rectangle(texture=picture, pos=(x - size[0] / 2, y - size[1] / 2), size=size)
        side = int(_TOKEN_PX * look.scale)
        if mark.pawn:
            token = texture(("figure", mark.pawn, "", side), lambda: draw_figure(mark.pawn, side))
            Rectangle(texture=token, pos=(x - side / 2, y - side / 2), size=(side, side))
        if mark.doubt:
            doubt = texture(("doubt", side), lambda: draw_doubt(side))
            Rectangle(texture=doubt, pos=(x + size[0] / 2 - side / 4, y), size=(side * 0.8, side * 0.8))

    def _piece(self, left: float, top: float, width: float, height: float) -> Any:
        """A piece of the picture, in its pixels; regions of a texture are counted from below."""
        return self._texture.get_region(left, self._texture.height - top - height, width, height)


class TapPhoto(PhotoView):
    """Calls `on_put` with the thing held (None: a new point) and the pixel where the finger was lifted.

    `grasp` returns the thing under a finger at a pixel and its place; `takes_taps` is whether new points are wanted.
    """

    grasp = ObjectProperty(None, allownone=True)
    takes_taps = BooleanProperty(False)
    #: The reach of a finger that takes hold of something, in pixels of the reference screen.
    reach = NumericProperty(40)

    #: The magnifier: its width in pixels of the reference screen, and its factor.
    GLASS_PX: Final = 232
    ENLARGES: Final = 4.0

    def __init__(self, **values: Any) -> None:
        self.register_event_type("on_put")
        super().__init__(**values)
        self._finger: Any = None
        self._held: Any = None
        self._offset: Point = (0.0, 0.0)

    def on_put(self, held: Any, px: Point) -> None:
        """Event: a finger has set or moved something."""

    def pixel(self, x: float, y: float) -> Point:
        """The pixel of the picture at the widget's own coordinates."""
        across, down = self.to_part(x, y)
        width, height = self._texture.size
        return across * width, down * height

    def on_touch_down(self, touch: Any) -> bool:
        if self.disabled or self._texture is None or self.grasp is None or not self.collide_point(*touch.pos):
            return bool(super().on_touch_down(touch))
        if self._finger is not None:
            return True
        finger = self.pixel(*touch.pos)
        found = self.grasp(finger, self.reach * look.scale / self.scale)
        if found is None and not self.takes_taps:
            return True
        self._held, place = found if found is not None else (None, finger)
        self._offset = (place[0] - finger[0], place[1] - finger[1])
        touch.grab(self)
        self._finger = touch
        self.show_glass(place, touch.pos)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        self.show_glass(self._aim(touch), touch.pos)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        self._finger = None
        self.hide_glass()
        self.dispatch("on_put", self._held, self._aim(touch))
        return True

    def hide_glass(self) -> None:
        self.canvas.after.clear()

    def _aim(self, touch: Any) -> Point:
        x, y = self.pixel(*touch.pos)
        width, height = self._texture.size
        return min(width, max(0.0, x + self._offset[0])), min(height, max(0.0, y + self._offset[1]))

    def show_glass(self, aim: Point, finger: Point) -> None:
        """Draws a round piece of the picture, enlarged, beside the finger; cross hairs show the very point."""
        side = self.GLASS_PX * look.scale
        seen = side / (self.ENLARGES * self.scale)
        width, height = self._texture.size
        left = min(max(0.0, aim[0] - seen / 2), max(0.0, width - seen))
        top = min(max(0.0, aim[1] - seen / 2), max(0.0, height - seen))
        x, y = beside(self, finger, side)
        point = (x + (aim[0] - left) / seen * side, y + side - (aim[1] - top) / seen * side)
        self.canvas.after.clear()
        with self.canvas.after:
            draw_glass(self._piece(left, top, seen, seen), (x, y), side)
            self._draw_aim(point)
            self._draw_aim(self.to_screen((aim[0] / width, aim[1] / height)))

    def _draw_aim(self, point: Point) -> None:
        """Draws cross hairs, open in the middle."""
        x, y = point
        near, far = 7 * look.scale, 26 * look.scale
        for tone, width in ((PAWN_EDGE, 2.6), ("accent", 1.4)):
            Color(*rgba(tone))
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                Line(points=[x + dx * near, y + dy * near, x + dx * far, y + dy * far], width=width * look.scale)
            Line(circle=(x, y, near), width=width * look.scale * 0.7)
