"""The measured conditions of a table's camera: they explain a grade, and the check before a game compares them."""

from typing import Literal

import msgspec


class Conditions(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Measured on the board in a settled picture.

    `brightness` is the grey level of its lighter parts, `dazzled` the share of its pixels that are blinding, `contrast`
    the strength of its edges and `sharpness` their fineness (both by size, 0 to about 1), `noise` and `flicker` the
    variation from picture to picture (grey levels; share of the light), `pawn_px` the width of the smallest pawn's
    foot, `height_deg` the elevation of the camera, `found_by` and `markers` the way in which the board was found,
    `disc_seen` whether its stop was, and `colour_distance` the distance of the two nearest colours of pawns (CIE Lab of
    OpenCV, 8 bits).
    """

    picture: tuple[int, int]
    brightness: float
    dazzled: float
    sharpness: float
    noise: float
    flicker: float
    pawn_px: float
    height_deg: float
    found_by: Literal["markers", "print"]
    markers: int
    disc_seen: bool
    colour_distance: float | None = None
