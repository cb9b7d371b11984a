"""The first position of a game: the free starts are done, everybody else waits in the kennels."""

from companion.model.places import KENNEL, Place
from companion.model.position import Placement, Position, Switch
from companion.rules.rules import OptionError, Rules, ruleset, seating_of
from companion.rules.variant import Variant


def first_position(
    variant: Variant,
    sectors: int | None = None,
    seats: tuple[int, ...] | None = None,
    options: tuple[tuple[str, Switch], ...] = (),
    first: int = 0,
    *,
    teams: tuple[int, ...] | None = None,
    started: tuple[int, ...] | None = None,
) -> Position:
    """Returns the position before the first card; `first` is the seat to move.

    A figure (the dog) is absent until placed.

    `sectors`, `seats` and `teams` None: the usual table.  `started` are the seats that use their free start, None for
    all of them; fewer only if a switch allows it (BD-R01).  Free starts after the exchange are still to be made
    (ROY-R31).  Raises OptionError.
    """
    options = tuple(sorted(options))
    seating = seating_of(variant, dict(options))
    seats = tuple(range(variant.usual_seats)) if seats is None else seats
    sectors = variant.usual_sectors(len(seats)) if sectors is None else sectors
    teams = variant.default_teams(len(seats), seating) if teams is None else teams
    rules = ruleset(variant, sectors, seats, teams, options)
    free = rules.setup.free_starts(len(seats)) if rules.setup.when == "at_once" else 0
    everybody = tuple(range(len(seats)))
    if started is not None and set(started) != set(everybody) and rules.setup.duty == "must":
        raise OptionError(f"every seat of {variant.id} puts {free} pawn on its start field (BD-R01)")
    on_start = everybody if started is None else started
    pawns = tuple(_first_row(rules, seat, free if seat in on_start else 0) for seat in everybody)
    extras = tuple((name, value) for name, slot in sorted(variant.slots.items()) if (value := slot.first()) is not None)
    return Position(
        variant=variant.id,
        sectors=sectors,
        seats=seats,
        teams=teams,
        turn=first,
        placement=Placement(pawns, extras),
        options=options,
    )


def spread_seats(seat_count: int, sectors: int) -> tuple[int, ...]:
    """Returns the sectors that so many players take by default: as far apart as they can be."""
    return tuple(index * sectors // seat_count for index in range(seat_count))


def _first_row(rules: Rules, seat: int, on_start: int) -> tuple[Place, ...]:
    return (KENNEL,) * (rules.pawns_per_seat - on_start) + (Place(rules.starts[seat]),) * on_start
