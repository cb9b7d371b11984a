"""What the board may properly show while a declared card is being played.

Law: everything that is no play of the card is listed here, whether the exact judge or the camera asks; so both forgive
exactly the same things (contract section 4): parts not yet played, and captured pawns not yet taken home.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Final

from companion.model.places import KENNEL, OFF, Place
from companion.model.play import Play, Step, StepKind
from companion.model.position import Placement, Position
from companion.referee.wheel_turn import carried
from companion.rules.catalogue import load_variant
from companion.rules.legal import legal_plays, stages

#: Extra to be reported besides the parts that the rules know as missing.
CAPTURED_PAWN: Final = "captured_pawn_home"
#: More captured pawns than this are taken as one heap (all or none), so that a long dog's run stays countable.
SINGLE_CAPTURES: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """A proper state of the board that is not yet a finished play.

    `missing` says what is still to be done, in order.  `shared` names pawns that stand on a field with another figure,
    `lying` the captured pawns that are not in their kennel (seat and place, OFF = beside the board).
    """

    placement: Placement
    missing: tuple[str, ...]
    shared: tuple[tuple[int, Place], ...] = ()
    lying: tuple[tuple[int, Place], ...] = ()


@lru_cache(maxsize=4)
def plays_of(position: Position, card: str, acting_as: str | None = None) -> tuple[Play, ...]:
    """The legal plays; remembered, because every settled picture of one declaration asks for the same."""
    return legal_plays(position, card, acting_as)


@lru_cache(maxsize=4)
def unfinished_states(position: Position, card: str, acting_as: str | None = None) -> tuple[Expected, ...]:
    """Every proper unfinished state of the card once; no results of legal plays, and not the position itself."""
    plays = plays_of(position, card, acting_as)
    known = {play.result for play in plays} | {position.placement}
    found: dict[Placement, Expected] = {}
    for state in _all_states(position, plays, card, acting_as):
        if state.placement not in known:
            found.setdefault(state.placement, state)
    return tuple(found.values())


def _all_states(position: Position, plays: tuple[Play, ...], card: str, acting_as: str | None) -> Iterator[Expected]:
    between = stages(position, card, acting_as)
    for stage in between:
        yield Expected(placement=stage.placement, missing=(stage.missing,))
    for play in plays:
        yield from _lying_about(position, play.result, play.steps, ())
    for stage in between:
        yield from _lying_about(position, stage.placement, stage.steps, (stage.missing,))


def _lying_about(
    position: Position, placement: Placement, steps: tuple[Step, ...], missing: tuple[str, ...]
) -> Iterator[Expected]:
    """The same state with one or more captured pawns still where they were taken, or beside the board."""
    spots = _captured_spots(position, steps)
    if not spots:
        return
    for lying in _choices(spots):
        pawns = [list(row) for row in placement.pawns]
        if any(KENNEL not in pawns[seat] for seat, _ in lying):
            continue
        for seat, place in lying:
            pawns[seat].remove(KENNEL)
            pawns[seat].append(place)
        state = placement.with_pawns(tuple(tuple(sorted(row)) for row in pawns))
        yield Expected(
            placement=state, missing=(CAPTURED_PAWN, *missing), shared=_doubled(position, state, lying), lying=lying
        )


def _captured_spots(position: Position, steps: tuple[Step, ...]) -> list[list[tuple[int, Place]]]:
    """For each captured pawn where it may still lie: its field, where the disc carried it, beside the board."""
    variant = load_variant(position.variant)
    turned = sum(step.value for step in steps if step.kind is StepKind.WHEEL)
    spots = []
    for step in steps:
        for capture in step.captures:
            places = {capture.place, carried(variant, position.sectors, capture.place, turned)}
            spots.append([(capture.seat, place) for place in [*sorted(places), OFF]])
    return spots


def _choices(spots: list[list[tuple[int, Place]]]) -> Iterator[tuple[tuple[int, Place], ...]]:
    if len(spots) <= SINGLE_CAPTURES:
        options: list[list[tuple[int, Place] | None]] = [[None, *places] for places in spots]
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


def _doubled(
    position: Position, placement: Placement, lying: tuple[tuple[int, Place], ...]
) -> tuple[tuple[int, Place], ...]:
    figures = load_variant(position.variant).figures
    taken = [place for row in placement.pawns for place in row if place >= 0]
    taken += [Place(value) for name, value in placement.extras if name in figures]
    return tuple((seat, place) for seat, place in lying if place >= 0 and taken.count(place) > 1)
