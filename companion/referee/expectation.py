"""The boards that are proper while a declared card is being played.

Law: which unfinished boards are accepted is decided here for the exact judge and for the camera alike; so both forgive
the same things (docs/reference/formats): parts not yet played, and captured pawns not yet taken home.  Only after a
long run that captured many pawns the camera expects all of them in one place.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Final

from companion.model.places import KENNEL, OFF, Place, is_shared
from companion.model.play import Play, Step, StepKind
from companion.model.position import Placement, Position
from companion.referee.sight import shown
from companion.referee.wheel_turn import carried
from companion.rules.legal import Stage, legal_plays, stages
from companion.rules.rules import Rules

#: The entry of `missing` for captured pawns, beside the parts of a play that the rules name.
CAPTURED_PAWN: Final = "captured_pawn_home"
#: More captured pawns than this are tried only all together or one by one, so that a long run of the dog has few
#: combinations.
SINGLE_CAPTURES: Final = 3

#: A possible place of a captured pawn: its seat, the place, the field of its capture, and where it belongs.
_Spot = tuple[int, Place, Place, Place]


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """A proper state of the board that is not yet a finished play.

    `missing` lists the parts still to be done, in order.  `shared` names pawns that stand on a field with another
    figure, `lying` the captured pawns that are not where they belong (seat, place, OFF = beside the board, where to).
    """

    placement: Placement
    missing: tuple[str, ...]
    shared: tuple[tuple[int, Place], ...] = ()
    lying: tuple[tuple[int, Place, Place], ...] = ()


@lru_cache(maxsize=32)
def plays_of(rules: Rules, position: Position, card: str, acting_as: str | None = None) -> tuple[Play, ...]:
    """Returns the legal plays; cached, because every settled picture of one declaration needs the same."""
    return legal_plays(rules, position, card, acting_as)


@lru_cache(maxsize=32)
def stages_of(rules: Rules, position: Position, card: str, acting_as: str | None = None) -> tuple[Stage, ...]:
    """Returns the proper states between the parts of a play; cached like the plays."""
    return stages(rules, position, card, acting_as)


@lru_cache(maxsize=32)
def unfinished_states(
    rules: Rules, position: Position, card: str, acting_as: str | None = None
) -> tuple[Expected, ...]:
    """Returns every proper unfinished state of the card once, without results of legal plays and the position."""
    plays = plays_of(rules, position, card, acting_as)
    known = {play.result for play in plays} | {position.placement}
    found: dict[Placement, Expected] = {}
    for state in _all_states(rules, position, plays, card, acting_as):
        if state.placement not in known:
            found.setdefault(state.placement, state)
    return tuple(found.values())


def unfinished_state(
    rules: Rules, position: Position, card: str, acting_as: str | None, seen: Placement
) -> Expected | None:
    """Returns the proper unfinished state that an exact placement shows, if any; captured pawns may lie singly."""
    between = stages_of(rules, position, card, acting_as)
    visible = shown(rules.variant, seen)
    for stage in between:
        if _looks_like(rules, stage.placement, visible):
            return Expected(placement=seen, missing=(stage.missing,))
    reached: list[tuple[Placement, tuple[Step, ...], tuple[str, ...]]] = [
        (play.result, play.steps, ()) for play in plays_of(rules, position, card, acting_as)
    ]
    reached += [(stage.placement, stage.steps, (stage.missing,)) for stage in between]
    for placement, steps, missing in reached:
        lying = _still_lying(rules, position, placement, steps, visible)
        if lying:
            shared = _doubled(rules, seen, tuple((seat, place) for seat, place, _ in lying))
            return Expected(placement=seen, missing=(CAPTURED_PAWN, *missing), shared=shared, lying=lying)
    return None


def _looks_like(rules: Rules, placement: Placement, visible: Placement) -> bool:
    return shown(rules.variant, placement) == visible


def _still_lying(
    rules: Rules, position: Position, placement: Placement, steps: tuple[Step, ...], visible: Placement
) -> tuple[tuple[int, Place, Place], ...]:
    """Returns the captured pawns that are not where they belong, if the two placements differ in nothing else."""
    spots = _captured_spots(rules, position, steps)
    if not spots or shown(rules.variant, placement).extras != visible.extras:
        return ()
    lying: list[tuple[int, Place, Place]] = []
    for seat, (row, seen) in enumerate(zip(placement.pawns, visible.pawns, strict=True)):
        if row == seen:
            continue
        unexpected, absent = Counter(seen) - Counter(row), Counter(row) - Counter(seen)
        if not _in_order(rules, row, seen):
            return ()
        left = [places for places in spots if places[0][0] == seat]
        for place in sorted(unexpected.elements()):
            spot = next((places for places in left if absent[places[0][3]] and place in [at[1] for at in places]), None)
            if spot is None:
                return ()
            left.remove(spot)
            absent[spot[0][3]] -= 1
            lying.append((seat, place, spot[0][3]))
    return tuple(lying)


def _in_order(rules: Rules, row: tuple[Place, ...], seen: tuple[Place, ...]) -> bool:
    """Returns whether ranked pawns that are not lying about stand in their own place of the row."""
    if not rules.variant.ranks:
        return True
    return all(place in (KENNEL, shows) for place, shows in zip(row, seen, strict=True))


def _all_states(
    rules: Rules, position: Position, plays: tuple[Play, ...], card: str, acting_as: str | None
) -> Iterator[Expected]:
    between = stages_of(rules, position, card, acting_as)
    for stage in between:
        yield Expected(placement=stage.placement, missing=(stage.missing,))
    for play in plays:
        yield from _lying_about(rules, position, play.result, play.steps, ())
    for stage in between:
        yield from _lying_about(rules, position, stage.placement, stage.steps, (stage.missing,))


def _lying_about(
    rules: Rules, position: Position, placement: Placement, steps: tuple[Step, ...], missing: tuple[str, ...]
) -> Iterator[Expected]:
    """Yields the same state with one or more captured pawns still on their field of capture, or beside the board."""
    spots = _captured_spots(rules, position, steps)
    if not spots:
        return
    for lying in _lying_combinations(spots):
        pawns = [list(row) for row in placement.pawns]
        if any(to not in pawns[seat] for seat, _, _, to in lying):
            continue
        for seat, place, stood, to in lying:
            pawns[seat][_index_of_captured(rules, position, pawns[seat], seat, stood, to)] = place
        ranked = rules.variant.ranks
        state = placement.with_pawns(tuple(tuple(row if ranked else sorted(row)) for row in pawns))
        where = tuple((seat, place) for seat, place, _, _ in lying)
        yield Expected(
            placement=state,
            missing=(CAPTURED_PAWN, *missing),
            shared=_doubled(rules, state, where),
            lying=tuple((seat, place, to) for seat, place, _, to in lying),
        )


def _index_of_captured(rules: Rules, position: Position, row: list[Place], seat: int, stood: Place, to: Place) -> int:
    """Returns which pawn of the row was captured: with ranks the one that stood there, else any where it belongs."""
    if rules.variant.ranks:
        return position.placement.pawns[seat].index(stood)
    return row.index(to)


def _captured_spots(rules: Rules, position: Position, steps: tuple[Step, ...]) -> list[list[_Spot]]:
    """Returns the possible places of each captured pawn: its field, where the disc carried it, beside the board."""
    variant = rules.variant
    turned = sum(step.value for step in steps if step.kind is StepKind.WHEEL)
    spots = []
    for step in steps:
        for capture in step.captures:
            places = {capture.place, carried(variant, position.sectors, capture.place, turned)}
            where = [*sorted(places), OFF]
            spots.append([(capture.seat, place, capture.place, capture.to) for place in where])
    return spots


def _lying_combinations(spots: list[list[_Spot]]) -> Iterator[tuple[_Spot, ...]]:
    """Yields the places of captured pawns at the same time; `spots` are the possible places of each."""
    if len(spots) <= SINGLE_CAPTURES:
        options: list[list[_Spot | None]] = [[None, *places] for places in spots]
        for choice in product(*options):
            lying = tuple(spot for spot in choice if spot is not None)
            if lying:
                yield lying
        return
    yield tuple(places[0] for places in spots)
    yield tuple(places[-1] for places in spots)
    for places in spots:
        for place in places:
            yield (place,)


def _doubled(rules: Rules, placement: Placement, lying: tuple[tuple[int, Place], ...]) -> tuple[tuple[int, Place], ...]:
    """Returns the lying pawns on whose field another figure stands as well."""
    figures = rules.variant.figures
    taken = [place for row in placement.pawns for place in row if is_shared(place)]
    taken += [Place(value) for name, value in placement.extras if name in figures]
    return tuple((seat, place) for seat, place in lying if is_shared(place) and taken.count(place) > 1)
