"""Icons and card pictograms as white shapes on nothing; the screen tints them.

`ICONS` maps a name to the function that draws it in the unit square.
"""

from collections.abc import Callable
from typing import Final

from PIL import Image

from ui.art.brush import Brush, Colour, polar
from ui.art.pawns import draw_citizen, draw_jester, draw_king, draw_knight

_WHITE: Final = (255, 255, 255, 255)
_CLEAR: Final = (255, 255, 255, 0)


def draw_icon(name: str, size_px: int) -> Image.Image:
    """The icon as a white RGBA picture.  Raises KeyError for an unknown name."""
    brush = Brush(size_px, ground=_CLEAR)
    ICONS[name](brush)
    return brush.finish()


def _check(b: Brush) -> None:
    b.stroke([(0.16, 0.54), (0.40, 0.78), (0.84, 0.24)], 0.15, _WHITE)


def _cross(b: Brush) -> None:
    b.stroke([(0.20, 0.20), (0.80, 0.80)], 0.15, _WHITE)
    b.stroke([(0.80, 0.20), (0.20, 0.80)], 0.15, _WHITE)


def _wait(b: Brush) -> None:
    for x in (0.2, 0.5, 0.8):
        b.disc((x, 0.5), 0.11, _WHITE)


def _question(b: Brush) -> None:
    b.arc((0.5, 0.33), 0.21, (-190, 60), 0.13, _WHITE)
    b.stroke([(0.605, 0.51), (0.5, 0.58), (0.5, 0.66)], 0.13, _WHITE)
    b.disc((0.5, 0.87), 0.085, _WHITE)


def _undo(b: Brush) -> None:
    b.arc((0.54, 0.56), 0.28, (-125, 140), 0.11, _WHITE)
    b.arrow_head((0.12, 0.36), 180, 0.30, _WHITE)


def _pause(b: Brush) -> None:
    b.box((0.22, 0.16), (0.42, 0.84), _WHITE, 0.06)
    b.box((0.58, 0.16), (0.78, 0.84), _WHITE, 0.06)


def _resume(b: Brush) -> None:
    b.polygon([(0.26, 0.12), (0.86, 0.5), (0.26, 0.88)], _WHITE)


def _camera(b: Brush) -> None:
    b.box((0.08, 0.28), (0.92, 0.82), _WHITE, 0.10)
    b.box((0.32, 0.16), (0.64, 0.36), _WHITE, 0.05)
    b.disc((0.5, 0.55), 0.20, _CLEAR)
    b.disc((0.5, 0.55), 0.12, _WHITE)


def _wheel(b: Brush) -> None:
    b.ring((0.5, 0.5), 0.42, 0.10, _WHITE)
    b.disc((0.5, 0.5), 0.10, _WHITE)
    for angle in (45, 135, 225, 315):
        b.disc(polar((0.5, 0.5), 0.235, angle), 0.065, _WHITE)


def _viewers(b: Brush) -> None:
    b.disc((0.5, 0.78), 0.09, _WHITE)
    for radius in (0.28, 0.50):
        b.arc((0.5, 0.78), radius, (-140, -40), 0.10, _WHITE)


def _record(b: Brush) -> None:
    b.box((0.16, 0.10), (0.84, 0.90), _WHITE, 0.08)
    for y in (0.32, 0.50, 0.68):
        b.stroke([(0.30, y), (0.70, y)], 0.07, _CLEAR)


def _home(b: Brush) -> None:
    b.polygon([(0.5, 0.08), (0.95, 0.50), (0.05, 0.50)], _WHITE)
    b.box((0.18, 0.46), (0.82, 0.90), _WHITE, 0.03)
    b.box((0.42, 0.60), (0.58, 0.91), _CLEAR)


def _left(b: Brush) -> None:
    b.stroke([(0.64, 0.16), (0.30, 0.5), (0.64, 0.84)], 0.14, _WHITE)


def _right(b: Brush) -> None:
    b.stroke([(0.36, 0.16), (0.70, 0.5), (0.36, 0.84)], 0.14, _WHITE)


def _hand(b: Brush) -> None:
    """Three cards in a fan with a line through: nothing to play."""
    for angle in (-118, -90, -62):
        _fan_card(b, angle, 14, _CLEAR)
        _fan_card(b, angle, 11, _WHITE)
    b.stroke([(0.12, 0.86), (0.88, 0.14)], 0.17, _CLEAR)
    b.stroke([(0.12, 0.86), (0.88, 0.14)], 0.09, _WHITE)


def _fan_card(b: Brush, angle: float, half: float, colour: Colour) -> None:
    foot, near, far = (0.5, 0.98), 0.28, 0.84
    left, right = angle - half, angle + half
    corners = [polar(foot, near, left), polar(foot, far, left), polar(foot, far, right), polar(foot, near, right)]
    b.polygon(corners, colour)


def _amend(b: Brush) -> None:
    b.polygon([(0.66, 0.10), (0.90, 0.34), (0.36, 0.88), (0.12, 0.64)], _WHITE)
    b.polygon([(0.12, 0.70), (0.30, 0.88), (0.06, 0.94)], _WHITE)
    b.stroke([(0.57, 0.19), (0.81, 0.43)], 0.05, _CLEAR)


def _plus(b: Brush) -> None:
    b.stroke([(0.5, 0.16), (0.5, 0.84)], 0.14, _WHITE)
    b.stroke([(0.16, 0.5), (0.84, 0.5)], 0.14, _WHITE)


def _minus(b: Brush) -> None:
    b.stroke([(0.16, 0.5), (0.84, 0.5)], 0.14, _WHITE)


def _turn_clockwise(b: Brush) -> None:
    b.arc((0.5, 0.54), 0.34, (-200, 20), 0.12, _WHITE)
    b.arrow_head((0.80, 0.93), 100, 0.30, _WHITE)


def _turn_back(b: Brush) -> None:
    b.arc((0.5, 0.54), 0.34, (160, 380), 0.12, _WHITE)
    b.arrow_head((0.20, 0.93), 80, 0.30, _WHITE)


def _sound(b: Brush) -> None:
    _speaker(b)
    b.arc((0.50, 0.5), 0.18, (-50, 50), 0.08, _WHITE)
    b.arc((0.50, 0.5), 0.36, (-50, 50), 0.08, _WHITE)


def _silent(b: Brush) -> None:
    _speaker(b)
    b.stroke([(0.66, 0.36), (0.92, 0.64)], 0.09, _WHITE)
    b.stroke([(0.92, 0.36), (0.66, 0.64)], 0.09, _WHITE)


def _speaker(b: Brush) -> None:
    b.polygon([(0.08, 0.36), (0.26, 0.36), (0.48, 0.14), (0.48, 0.86), (0.26, 0.64), (0.08, 0.64)], _WHITE)


def _info(b: Brush) -> None:
    b.disc((0.5, 0.5), 0.44, _WHITE)
    b.disc((0.5, 0.27), 0.07, _CLEAR)
    b.stroke([(0.5, 0.46), (0.5, 0.74)], 0.12, _CLEAR)


def _warning(b: Brush) -> None:
    b.polygon([(0.5, 0.06), (0.97, 0.92), (0.03, 0.92)], _WHITE)
    b.stroke([(0.5, 0.38), (0.5, 0.62)], 0.11, _CLEAR)
    b.disc((0.5, 0.78), 0.065, _CLEAR)


def _cards(b: Brush) -> None:
    b.box((0.14, 0.20), (0.58, 0.86), _WHITE, 0.06)
    b.box((0.36, 0.08), (0.88, 0.80), _CLEAR, 0.08)
    b.box((0.41, 0.13), (0.84, 0.76), _WHITE, 0.06)


def _move(b: Brush) -> None:
    _pawn(b, 0.24, 0.36)
    b.stroke([(0.50, 0.62), (0.70, 0.62)], 0.11, _WHITE)
    b.arrow_head((0.96, 0.62), 0, 0.30, _WHITE)


def _eye(b: Brush) -> None:
    b.polygon(
        [(0.04, 0.5), (0.26, 0.28), (0.5, 0.21), (0.74, 0.28), (0.96, 0.5), (0.74, 0.72), (0.5, 0.79), (0.26, 0.72)],
        _WHITE,
    )
    b.disc((0.5, 0.5), 0.19, _CLEAR)
    b.disc((0.5, 0.5), 0.10, _WHITE)


def _bin(b: Brush) -> None:
    b.box((0.14, 0.20), (0.86, 0.31), _WHITE, 0.03)
    b.box((0.38, 0.10), (0.62, 0.24), _WHITE, 0.04)
    b.polygon([(0.20, 0.37), (0.80, 0.37), (0.74, 0.92), (0.26, 0.92)], _WHITE)
    for x in (0.40, 0.60):
        b.stroke([(x, 0.48), (x, 0.80)], 0.06, _CLEAR)


def _trophy(b: Brush) -> None:
    b.polygon([(0.26, 0.10), (0.74, 0.10), (0.70, 0.46), (0.58, 0.60), (0.42, 0.60), (0.30, 0.46)], _WHITE)
    b.arc((0.25, 0.28), 0.13, (60, 290), 0.07, _WHITE)
    b.arc((0.75, 0.28), 0.13, (-110, 120), 0.07, _WHITE)
    b.box((0.45, 0.56), (0.55, 0.80), _WHITE)
    b.box((0.28, 0.78), (0.72, 0.90), _WHITE, 0.03)


def _globe(b: Brush) -> None:
    b.ring((0.5, 0.5), 0.44, 0.08, _WHITE)
    b.stroke([(0.08, 0.5), (0.92, 0.5)], 0.07, _WHITE)
    b.stroke([(0.5, 0.08), (0.5, 0.92)], 0.07, _WHITE)
    b.arc((0.10, 0.5), 0.50, (-50, 50), 0.06, _WHITE)
    b.arc((0.90, 0.5), 0.50, (130, 230), 0.06, _WHITE)


def _pawn(b: Brush, x: float, scale: float) -> None:
    """A pawn seen from the side, its foot on the 0.88 line."""
    b.disc((x, 0.88 - 1.55 * scale), 0.38 * scale, _WHITE)
    b.polygon(
        [
            (x - 0.18 * scale, 0.88 - 1.4 * scale),
            (x + 0.18 * scale, 0.88 - 1.4 * scale),
            (x + 0.55 * scale, 0.88),
            (x - 0.55 * scale, 0.88),
        ],
        _WHITE,
    )


def _card_start(b: Brush) -> None:
    """A pawn leaves its kennel."""
    b.polygon([(0.30, 0.16), (0.60, 0.46), (0.0, 0.46)], _WHITE)
    b.box((0.08, 0.44), (0.52, 0.90), _WHITE, 0.02)
    b.box((0.22, 0.60), (0.38, 0.91), _CLEAR)
    b.stroke([(0.62, 0.74), (0.76, 0.74)], 0.11, _WHITE)
    b.arrow_head((0.99, 0.74), 0, 0.26, _WHITE)


def _card_forward(b: Brush) -> None:
    for x in (0.14, 0.42):
        b.stroke([(x, 0.24), (x + 0.26, 0.52), (x, 0.80)], 0.13, _WHITE)


def _card_partner(b: Brush) -> None:
    _pawn(b, 0.28, 0.42)
    _pawn(b, 0.72, 0.42)


def _card_dog(b: Brush) -> None:
    """A dog's head from the side, looking right."""
    snout = [(0.20, 0.30), (0.34, 0.14), (0.48, 0.26), (0.64, 0.26), (0.72, 0.42), (0.96, 0.50), (0.94, 0.66)]
    b.polygon([*snout, (0.72, 0.74), (0.62, 0.72), (0.58, 0.92), (0.16, 0.92), (0.22, 0.60)], _WHITE)
    b.polygon([(0.06, 0.34), (0.26, 0.18), (0.30, 0.56), (0.12, 0.62)], _WHITE)
    b.stroke([(0.315, 0.26), (0.315, 0.56)], 0.03, _CLEAR)
    b.disc((0.56, 0.42), 0.05, _CLEAR)


def _card_swap(b: Brush) -> None:
    b.stroke([(0.10, 0.33), (0.66, 0.33)], 0.11, _WHITE)
    b.arrow_head((0.96, 0.33), 0, 0.32, _WHITE)
    b.stroke([(0.34, 0.69), (0.90, 0.69)], 0.11, _WHITE)
    b.arrow_head((0.04, 0.69), 180, 0.32, _WHITE)


def _card_magnet(b: Brush) -> None:
    b.arc((0.5, 0.42), 0.27, (180, 360), 0.20, _WHITE)
    for x in (0.23, 0.77):
        b.box((x - 0.10, 0.42), (x + 0.10, 0.88), _WHITE)
        b.box((x - 0.12, 0.64), (x + 0.12, 0.69), _CLEAR)


def _card_copy(b: Brush) -> None:
    b.stroke([(0.16, 0.36), (0.84, 0.36)], 0.16, _WHITE)
    b.stroke([(0.16, 0.66), (0.84, 0.66)], 0.16, _WHITE)


def _card_back(b: Brush) -> None:
    for x in (0.32, 0.60):
        b.stroke([(x + 0.26, 0.24), (x, 0.52), (x + 0.26, 0.80)], 0.13, _WHITE)


def _card_both(b: Brush) -> None:
    """Forward or backward."""
    b.stroke([(0.36, 0.24), (0.10, 0.52), (0.36, 0.80)], 0.13, _WHITE)
    b.stroke([(0.64, 0.24), (0.90, 0.52), (0.64, 0.80)], 0.13, _WHITE)


def _card_seven(b: Brush) -> None:
    """Points that part over two pawns."""
    b.stroke([(0.08, 0.5), (0.34, 0.5), (0.64, 0.24)], 0.11, _WHITE)
    b.stroke([(0.34, 0.5), (0.64, 0.76)], 0.11, _WHITE)
    b.arrow_head((0.90, 0.10), -41, 0.30, _WHITE)
    b.arrow_head((0.90, 0.90), 41, 0.30, _WHITE)


def _card_joker(b: Brush) -> None:
    draw_jester(b, (0.5, 0.54), 0.5, "#FFFFFF")


def _card_skip(b: Brush) -> None:
    """A card that is crossed out."""
    b.box((0.26, 0.08), (0.74, 0.92), _WHITE, 0.06)
    b.stroke([(0.10, 0.80), (0.90, 0.20)], 0.22, _CLEAR)
    b.stroke([(0.10, 0.80), (0.90, 0.20)], 0.11, _WHITE)


def _card_centre(b: Brush) -> None:
    b.ring((0.5, 0.5), 0.42, 0.10, _WHITE)
    b.disc((0.5, 0.5), 0.16, _WHITE)


def _rules(b: Brush) -> None:
    """Three switches."""
    for y, x in ((0.22, 0.66), (0.50, 0.34), (0.78, 0.60)):
        b.stroke([(0.10, y), (0.90, y)], 0.08, _WHITE)
        b.disc((x, y), 0.15, _CLEAR)
        b.disc((x, y), 0.11, _WHITE)


def _people(b: Brush) -> None:
    _pawn(b, 0.22, 0.34)
    _pawn(b, 0.78, 0.34)
    _pawn(b, 0.5, 0.46)


def _corners(b: Brush) -> None:
    b.frame((0.18, 0.18), (0.82, 0.82), 0.06, _WHITE)
    for x in (0.18, 0.82):
        for y in (0.18, 0.82):
            b.disc((x, y), 0.14, _WHITE)
            b.disc((x, y), 0.06, _CLEAR)


def _cone(b: Brush) -> None:
    b.polygon([(0.5, 0.16), (0.82, 0.86), (0.18, 0.86)], _WHITE)
    b.disc((0.5, 0.24), 0.14, _WHITE)
    b.box((0.14, 0.78), (0.86, 0.90), _WHITE, 0.06)


def _peg(b: Brush) -> None:
    b.box((0.36, 0.24), (0.64, 0.90), _WHITE, 0.04)
    b.disc((0.5, 0.24), 0.17, _WHITE)


def _marble(b: Brush) -> None:
    b.disc((0.5, 0.54), 0.36, _WHITE)
    b.arc((0.5, 0.54), 0.24, (-165, -105), 0.06, _CLEAR)


ICONS: Final[dict[str, Callable[[Brush], None]]] = {
    "check": _check,
    "cross": _cross,
    "wait": _wait,
    "question": _question,
    "undo": _undo,
    "pause": _pause,
    "resume": _resume,
    "camera": _camera,
    "wheel": _wheel,
    "viewers": _viewers,
    "record": _record,
    "home": _home,
    "left": _left,
    "right": _right,
    "hand": _hand,
    "amend": _amend,
    "plus": _plus,
    "minus": _minus,
    "turn_clockwise": _turn_clockwise,
    "turn_back": _turn_back,
    "sound": _sound,
    "silent": _silent,
    "info": _info,
    "warning": _warning,
    "cards": _cards,
    "move": _move,
    "eye": _eye,
    "bin": _bin,
    "trophy": _trophy,
    "globe": _globe,
    "card_start": _card_start,
    "card_forward": _card_forward,
    "card_partner": _card_partner,
    "card_dog": _card_dog,
    "card_swap": _card_swap,
    "card_magnet": _card_magnet,
    "card_copy": _card_copy,
    "card_back": _card_back,
    "card_both": _card_both,
    "card_seven": _card_seven,
    "card_joker": _card_joker,
    "card_skip": _card_skip,
    "card_centre": _card_centre,
    "rules": _rules,
    "people": _people,
    "corners": _corners,
    "cone": _cone,
    "peg": _peg,
    "marble": _marble,
    "rank_king": lambda brush: draw_king(brush, (0.5, 0.54), 0.46, "#FFFFFF"),
    "rank_knight": lambda brush: draw_knight(brush, (0.5, 0.54), 0.46, "#FFFFFF"),
    "rank_citizen": lambda brush: draw_citizen(brush, (0.5, 0.5), 0.46, "#FFFFFF"),
    "rank_jester": lambda brush: draw_jester(brush, (0.5, 0.54), 0.46, "#FFFFFF"),
}
