"""The first position of a game: the free starts are done, everybody else waits in the kennels."""

from companion.model.places import KENNEL, Place
from companion.model.position import Placement, Position, Switch
from companion.rules.catalogue import load_variant
from companion.rules.ruleset import OptionError, checked_options, ruleset
from companion.rules.variant import Variant


def first_position(
    variant_id: str,
    sectors: int = 4,
    seats: tuple[int, ...] = (0, 1, 2, 3),
    options: tuple[tuple[str, Switch], ...] = (),
    first: int = 0,
    *,
    started: tuple[int, ...] | None = None,
) -> Position:
    """The position before the first card; `first` is the seat to move.  A figure (the dog) is absent until placed.

    `started` are the seats that use their free start, None for all of them; fewer only where a switch allows it
    (BD-R01).  Raises UnknownVariantError, OptionError.
    """
    variant = load_variant(variant_id)
    checked_options(variant, dict(options))
    options = tuple(sorted(options))
    teams = variant.default_teams(len(seats))
    rules = ruleset(variant_id, sectors, seats, teams, options)
    everybody = tuple(range(len(seats)))
    if started is not None and set(started) != set(everybody) and rules.setup.duty == "must":
        raise OptionError(f"every seat of {variant_id} puts {rules.setup.free_start} pawn on its start field (BD-R01)")
    on_start = everybody if started is None else started
    pawns = tuple(
        _first_row(variant, len(seats), variant.start_field(sector), rules.setup.free_start if seat in on_start else 0)
        for seat, sector in enumerate(seats)
    )
    extras = tuple((name, value) for name, slot in sorted(variant.slots.items()) if (value := slot.first()) is not None)
    return Position(
        variant=variant_id,
        sectors=sectors,
        seats=seats,
        teams=teams,
        turn=first,
        placement=Placement(pawns, extras),
        options=options,
    )


def _first_row(variant: Variant, seat_count: int, start: int, on_start: int) -> tuple[Place, ...]:
    waiting = variant.pawns_per_seat(seat_count) - on_start
    return (KENNEL,) * waiting + (Place(start),) * on_start
