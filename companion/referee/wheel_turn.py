"""Where a turn of the disc carries a figure, and the placement before a turn of the disc."""

from collections import Counter

from companion.model.places import Place
from companion.model.position import Placement
from companion.rules.variant import Variant

WHEEL = "wheel"


def carried(variant: Variant, sectors: int, place: Place, turns: int) -> Place:
    """Returns the field of a figure after `turns` clockwise quarter turns (BD-R17: one field to one field)."""
    if place < 0 or not turns or place not in variant.wheel_fields(sectors):
        return place
    return Place((place + turns * variant.sector_length) % variant.field_count(sectors))


def turn_back(variant: Variant, sectors: int, placement: Placement, turns: int) -> Placement:
    """Returns the placement with every figure on the disc where it stood `turns` clockwise quarter turns before."""
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


def turn_back_each(
    variant: Variant, sectors: int, before: Placement, seen: Placement, ways: tuple[int, ...], otherwise: int
) -> Placement:
    """Returns `seen` with the turn of the disc undone figure by figure, if not all of them went the same way.

    Each of the `ways` is a number of quarter turns that the disc may have carried a figure.  A figure is put where it
    stood in `before` by the first way that leads there; one that no way puts there went `otherwise`.
    """

    def undone(old: tuple[int, ...], new: tuple[int, ...]) -> list[Place]:
        left = Counter(old)
        found: dict[int, Place] = {}
        for way in ways:
            for index, place in enumerate(new):
                stood = carried(variant, sectors, Place(place), -way)
                if index not in found and left[stood]:
                    left[stood] -= 1
                    found[index] = stood
        return [
            found.get(index, carried(variant, sectors, Place(place), -otherwise)) for index, place in enumerate(new)
        ]

    rows = [undone(old, new) for old, new in zip(before.pawns, seen.pawns, strict=True)]
    pawns = tuple(tuple(row if variant.ranks else sorted(row)) for row in rows)
    stood = dict(before.extras)
    extras = tuple(
        (name, int(undone((stood.get(name, value),), (value,))[0]) if name in variant.figures else value)
        for name, value in seen.extras
    )
    return Placement(pawns, extras)
