"""The chances of the teams over a game as lines, each in the colour of a pawn, with the turning points marked."""

from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, Line, Rectangle, SmoothLine
from kivy.properties import ListProperty
from kivy.uix.widget import Widget
from kivy.utils import get_color_from_hex

from companion.looks.colours import PAWNS
from ui.art.pictures import draw_figure
from ui.widgets.look import look
from ui.widgets.textures import texture


class CurveView(Widget):
    """`curves` are `companion.coach.face.Curve`s, `points` the `PointFace`s on them."""

    curves = ListProperty()
    points = ListProperty()

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._draw_soon = Clock.create_trigger(self._draw, -1)
        for name in ("curves", "points", "pos", "size"):
            self.fbind(name, self._draw_soon)
        look.fbind("rgba", self._draw_soon)

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        with self.canvas:
            for share in (0.0, 0.25, 0.5, 0.75, 1.0):
                Color(*look.rgba("line", 1 if share == 0.5 else 0.45))
                Line(points=[self.x, self._high(share), self.right, self._high(share)], width=1)
            for point in self.points:
                Color(*look.rgba("accent", 0.8))
                Line(points=[self._wide(point.at), self.y, self._wide(point.at), self.top], width=1.2 * look.scale)
            for curve in self.curves:
                self._draw_curve(curve.colour, curve.chances)

    def _draw_curve(self, colour: str, chances: tuple[float, ...]) -> None:
        if len(chances) < 2:
            return
        last = len(chances) - 1
        way = [value for at, chance in enumerate(chances) for value in (self._wide(at / last), self._high(chance))]
        # an edge, so that no colour drowns in the ground
        Color(*look.rgba("muted"))
        SmoothLine(points=way, width=3 * look.scale)
        Color(*(get_color_from_hex(PAWNS[colour].fill) if colour else look.rgba("accent")))
        SmoothLine(points=way, width=2 * look.scale)
        side = int(28 * look.scale)
        Color(1, 1, 1, 1)
        Rectangle(
            texture=texture(("figure", colour, "", side), lambda: draw_figure(colour, side)),
            pos=(round(self.right - side / 2), round(self._high(chances[-1]) - side / 2)),
            size=(side, side),
        )

    def _wide(self, share: float) -> float:
        return float(self.x + share * self.width)

    def _high(self, share: float) -> float:
        return float(self.y + share * self.height)
