"""The first position of a game, and the free starts that are still to be decided."""

from companion.model.places import KENNEL, Place
from companion.model.position import Placement, Position, Switch
from companion.rules.rules import OptionError, Rules, rules_of, ruleset, seating_of
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
    all of them; fewer only if they may choose (BD-R01).  Pawns with ranks stay in the kennels (ROY-R30).
    Raises OptionError.
    """
    options = tuple(sorted(options))
    seating = seating_of(variant, dict(options))
    seats = tuple(range(variant.usual_seats)) if seats is None else seats
    sectors = variant.usual_sectors(len(seats)) if sectors is None else sectors
    teams = variant.default_teams(len(seats), seating) if teams is None else teams
    rules = ruleset(variant, sectors, seats, teams, options)
    free = 0 if rules.ranks else rules.setup.free_starts(len(seats))
    everybody = tuple(range(len(seats)))
    if started is not None and set(started) != set(everybody) and not rules.start_is_optional:
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


def starting_position(
    variant: Variant,
    sectors: int,
    seats: tuple[int, ...],
    options: tuple[tuple[str, Switch], ...],
    first: int = 0,
    *,
    teams: tuple[int, ...] | None = None,
) -> Position:
    """Returns the position that a game begins with: nobody has used an optional free start yet (BD-R01, ROY-R30).

    Raises OptionError.
    """
    position = first_position(variant, sectors, seats, options, first, teams=teams)
    if not rules_of(variant, position).start_is_optional:
        return position
    return first_position(variant, sectors, seats, options, first, teams=teams, started=())


def to_start(rules: Rules, position: Position, *, dealt: bool) -> tuple[bool, ...]:
    """Returns by seat whether it has still to decide about its free start, before or after the first deal.

    A seat with a pawn on its start field has started: in the first position, or by a correction.  Only "after_deal" is
    strict about a free start without a choice: recorded games with another `when` may have left its pawn in the kennel.
    """
    setup = rules.setup
    due = dealt == (setup.when != "at_once") and setup.free_starts(len(position.seats)) > 0
    asks = rules.chooses_start or setup.when != "after_deal"
    rows = zip(rules.starts, position.placement.pawns, strict=True)
    return tuple(due and asks and start not in row for start, row in rows)


def spread_seats(seat_count: int, sectors: int) -> tuple[int, ...]:
    """Returns the sectors that so many players take by default: as far apart as they can be."""
    return tuple(index * sectors // seat_count for index in range(seat_count))


def _first_row(rules: Rules, seat: int, on_start: int) -> tuple[Place, ...]:
    return (KENNEL,) * (rules.pawns_per_seat - on_start) + (Place(rules.starts[seat]),) * on_start
