"""A letter on a disc, light with a dark edge, so that it shows on any ground."""

from kivy.core.text import Label
from kivy.graphics import Color, Ellipse, Rectangle
from kivy.utils import get_color_from_hex

from ui.theme import COLOURS

Point = tuple[float, float]


def draw_letter(letter: str, middle: Point, radius: float) -> None:
    """Draws on the canvas in use; `radius` is that of the disc, in pixels."""
    for colour, wide in ((COLOURS["on_card"], radius), (COLOURS["pick"], radius * 0.86)):
        Color(*get_color_from_hex(colour))
        Ellipse(pos=(middle[0] - wide, middle[1] - wide), size=(2 * wide, 2 * wide))
    size = max(8, round(radius * 1.4))
    label = Label(text=letter, font_size=size, bold=True, color=get_color_from_hex(COLOURS["on_card"]))
    label.refresh()
    wide, high = label.texture.size
    Color(1, 1, 1, 1)
    Rectangle(texture=label.texture, pos=(middle[0] - wide / 2, middle[1] - high / 2), size=(wide, high))
