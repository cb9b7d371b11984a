"""Where a turn of the disc carries a figure, and how a placement looked before the disc was turned."""

from companion.model.places import Place
from companion.model.position import Placement
from companion.rules.variant import Variant

WHEEL = "wheel"


def carried(variant: Variant, sectors: int, place: Place, turns: int) -> Place:
    """The field on which a figure stands after `turns` clockwise quarter turns (BD-R17: one field to one field)."""
    if place < 0 or not turns or place not in variant.wheel_fields(sectors):
        return place
    return Place((place + turns * variant.sector_length) % variant.field_count(sectors))


def turn_back(variant: Variant, sectors: int, placement: Placement, turns: int) -> Placement:
    """The placement with every figure on the disc where it stood `turns` clockwise quarter turns before."""
    if not turns:
        return placement
    rows = [[carried(variant, sectors, place, -turns) for place in row] for row in placement.pawns]
    pawns = tuple(tuple(row if variant.ranks else sorted(row)) for row in rows)
    extras = tuple((name, _extra_before(variant, sectors, name, value, turns)) for name, value in placement.extras)
    return Placement(pawns, extras)


def _extra_before(variant: Variant, sectors: int, name: str, value: int, turns: int) -> int:
    if name == WHEEL:
        return (value - turns) % 4 if value >= 0 else value
    return carried(variant, sectors, Place(value), -turns) if name in variant.figures else value
