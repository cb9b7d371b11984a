"""The last play enlarged over the board for a moment, so that it is seen from afar."""

from typing import Any, Final

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.graphics import Color, PopMatrix, PushMatrix, Rectangle, RoundedRectangle, Scale, SmoothRoundedRectangle
from kivy.properties import NumericProperty, ObjectProperty
from kivy.uix.widget import Widget

from companion.looks.colours import PAWN_EDGE
from ui.art.render import render
from ui.art.rings import draw_pick, draw_target
from ui.presenters.play.close_up import LastPlay, Part, part_shown
from ui.theme import MOVE_S, rgba
from ui.widgets.board.board import PICK_RADII
from ui.widgets.board.tap_board import TapBoard
from ui.widgets.look import look
from ui.widgets.textures import texture, to_texture

#: Its width in parts of the board, and its duration in seconds.
WIDE: Final = 0.5
STAYS_S: Final = 1.8
_GROWS_S: Final = 0.22


class CloseUp(Widget):
    """Lies over `board`; grows out of the place of the play if motion is wanted, and goes by itself or by a tap.

    It is only shown while a tap on the board can mean nothing.
    """

    board: TapBoard = ObjectProperty(None, allownone=True)
    #: The share of its full size, 0..1; 0 while nothing is shown.
    grown = NumericProperty(0.0)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._play: LastPlay | None = None
        self._moves = False
        self._part: Part | None = None
        self._begin = Clock.create_trigger(self._open, MOVE_S + 0.1)
        self._end = Clock.create_trigger(self._shrink, STAYS_S)
        self.fbind("grown", self._draw)
        self.fbind("size", self.close)

    @property
    def shown(self) -> bool:
        return self._part is not None

    def show(self, play: LastPlay, *, moves: bool) -> None:
        """Shows the play as soon as the figures of the board have come to rest."""
        self.close()
        self._play, self._moves = play, moves
        self._begin()

    def close(self, *_: object) -> None:
        Animation.cancel_all(self, "grown")
        self._begin.cancel()
        self._end.cancel()
        self._play = self._part = None
        self.grown = 0.0
        self.canvas.clear()

    def on_touch_down(self, touch: Any) -> bool:
        """A tap on the board closes it and means nothing else."""
        if self.shown and self.board.collide_point(*touch.pos):
            self.close()
            return True
        return bool(super().on_touch_down(touch))

    def _open(self, *_: object) -> None:
        play = self._play
        spots = [spot for spot in (*play.came, *play.left) if self.board.shows(spot)] if play else []
        self._part = part_shown([self.board.unit_of(spot) for spot in spots])
        if play is None or self._part is None or self.board.is_touched:
            self.close()
            return
        self._picture = to_texture(render(self.board.part_svg(*self._part), int(WIDE * min(self.board.size))))
        self._end()
        if self._moves:
            Animation(grown=1.0, duration=_GROWS_S, transition="out_quad").start(self)
        else:
            self.grown = 1.0

    def _shrink(self, *_: object) -> None:
        if not self._moves:
            self.close()
            return
        going = Animation(grown=0.0, duration=_GROWS_S, transition="in_quad")
        going.bind(on_complete=self.close)
        going.start(self)

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        if self._part is None or self._play is None or not self.grown:
            return
        middle, seen = self._part
        board = float(min(self.board.size))
        side = WIDE * board
        left, low = self.board.center_x - board / 2, self.board.center_y - board / 2
        x = left + min(max(0.0, middle[0] * board - side / 2), board - side)
        y = low + min(max(0.0, (1 - middle[1]) * board - side / 2), board - side)
        # the point of the board that stays fixed while the picture grows
        least = seen / WIDE
        still = [
            (at - least * (corner + side / 2)) / (1 - least)
            for at, corner in ((left + middle[0] * board, x), (low + (1 - middle[1]) * board, y))
        ]
        grown = least + (1 - least) * self.grown
        with self.canvas:
            PushMatrix()
            Scale(grown, grown, 1, origin=still)
            self._draw_frame(x, y, side)
            self._draw_rings((x, y), side)
            PopMatrix()

    def _draw_frame(self, x: float, y: float, side: float) -> None:
        for tone, rim in ((PAWN_EDGE, 7), ("accent", 5), (PAWN_EDGE, 1)):
            Color(*rgba(tone))
            wide = side + 2 * rim * look.scale
            corner = (x - rim * look.scale, y - rim * look.scale)
            SmoothRoundedRectangle(pos=corner, size=(wide, wide), radius=[(24 + rim) * look.scale])
        Color(1, 1, 1, 1)
        RoundedRectangle(texture=self._picture, pos=(x, y), size=(side, side), radius=[24 * look.scale])

    def _draw_rings(self, corner: tuple[float, float], side: float) -> None:
        """Draws rings round the figures that came, and thinner ones round the places they left."""
        assert self._part is not None
        assert self._play is not None
        (x, y), seen = self._part
        ring = int(self.board.field_px * PICK_RADII * side / (seen * min(self.board.size)))
        pick = texture(("pick", ring), lambda: draw_pick(ring))
        target = texture(("target", ring), lambda: draw_target(ring))
        for spots, picture in ((self._play.left, target), (self._play.came, pick)):
            for spot in filter(self.board.shows, spots):
                to_x, to_y = self.board.unit_of(spot)
                across, down = ((to_x - x) / seen + 0.5) * side, ((to_y - y) / seen + 0.5) * side
                if min(across, down, side - across, side - down) >= ring / 2:
                    at = (corner[0] + across - ring / 2, corner[1] + side - down - ring / 2)
                    Rectangle(texture=picture, pos=at, size=(ring, ring))
