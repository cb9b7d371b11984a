"""How the camera sees a table, as measured: what a grade is explained by, and what the check before a game compares."""

from typing import Literal

import msgspec


class Conditions(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Measured on the board in a settled picture.

    `brightness` is the grey level of its lighter parts, `dazzled` the share of its pixels that are blinding, `contrast`
    how strong its edges are and `sharpness` how fine (both by size, 0 to about 1), `noise` and `flicker` what changes
    from picture to picture (grey levels; share of the light), `pawn_px` how wide the smallest pawn's foot shows,
    `height_deg` how high the camera looks, `found_by` and `markers` how the board was found, `disc_seen` whether its
    stop was, and `colour_distance` what tells the two nearest colours of pawns apart (CIE Lab of OpenCV, 8 bits).
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
