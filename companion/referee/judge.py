"""The exact referee: is this placement a legal play of the card, a proper state on the way to one, or a fault?

Law: `legal` and `unfinished` come from the rules alone (`expectation`); only what neither explains is a fault, and then
the first reason is the one that a good human referee would name.
"""

from companion.model.places import KENNEL, Place
from companion.model.play import Play
from companion.model.position import BETWEEN_STOPS, Placement, Position
from companion.model.verdict import Reason, Verdict, VerdictKind
from companion.referee.changes import distance
from companion.referee.expectation import CAPTURED_PAWN, Expected, plays_of, unfinished_states
from companion.referee.explain import explain
from companion.referee.wheel_turn import WHEEL, carried, turn_back
from companion.rules.catalogue import load_variant
from companion.rules.variant import Variant

#: What is still to be done, and the ruling that asks for it.
MISSING_RULINGS = {"turn_the_wheel": "BD-R06", "move_the_dog": "BD-R28", "spend_points": "CORE-R10"}
NEAREST_PLAYS = 3


def judge(position: Position, card: str, seen: Placement, acting_as: str | None = None) -> Verdict:
    """Judges an exact placement, which may be impossible (contract section 4).  Raises UnknownCardError."""
    plays = plays_of(position, card, acting_as)
    for play in plays:
        if play.result == seen:
            return Verdict(kind=VerdictKind.LEGAL, play=play, seen=seen)
    if seen == position.placement:
        return unfinished_verdict(seen, (), unchanged=True)
    state = _unfinished_state(position, unfinished_states(position, card, acting_as), seen)
    if state is not None:
        return unfinished_verdict(seen, unfinished_reasons(position, state))
    return Verdict(
        kind=VerdictKind.ILLEGAL,
        reasons=explain(position, card, seen, plays, acting_as),
        seen=seen,
        candidates=nearest_plays(position, plays, seen),
    )


def unfinished_verdict(seen: Placement, reasons: tuple[Reason, ...], *, unchanged: bool = False) -> Verdict:
    """Wait: something is still to be done; with `unchanged` everything is."""
    if unchanged:
        reasons = (Reason(ruling="CORE-R11", code="nothing_changed"),)
    return Verdict(kind=VerdictKind.UNFINISHED, reasons=reasons, seen=seen, unchanged=unchanged)


def unfinished_reasons(position: Position, state: Expected) -> tuple[Reason, ...]:
    """What is still to be done, in the order of play: captured pawns home, dog, points, wheel."""
    reasons = [
        Reason(ruling="CORE-R15", code=CAPTURED_PAWN, seat=seat, origin=place, target=KENNEL)
        for seat, place in state.lying
    ]
    reasons += [
        Reason(ruling=MISSING_RULINGS.get(missing, "CORE-R10"), code=missing, seat=position.turn)
        for missing in state.missing
        if missing != CAPTURED_PAWN
    ]
    return tuple(reasons)


def nearest_plays(position: Position, plays: tuple[Play, ...], seen: Placement) -> tuple[Play, ...]:
    """The legal plays that differ least from what lies on the board, nearest first."""
    variant = load_variant(position.variant)
    turned = turn_back(variant, position.sectors, seen, _turns(position, seen))
    ranked = sorted(plays, key=lambda play: min(distance(play.result, seen), distance(play.result, turned)))
    return tuple(ranked[:NEAREST_PLAYS])


def _turns(position: Position, seen: Placement) -> int:
    before, after = position.placement.extra(WHEEL), seen.extra(WHEEL)
    return 0 if before is None or after is None or after == BETWEEN_STOPS else after - before


def _unfinished_state(position: Position, states: tuple[Expected, ...], seen: Placement) -> Expected | None:
    if seen.extra(WHEEL) != BETWEEN_STOPS:
        return next((state for state in states if state.placement == seen), None)
    variant = load_variant(position.variant)
    for state in states:
        if MISSING_RULINGS.keys().isdisjoint(state.missing) or "turn_the_wheel" not in state.missing:
            continue
        if any(_half_turned(variant, position.sectors, state.placement, seen, turn) for turn in (1, -1)):
            return state
    return None


def _half_turned(variant: Variant, sectors: int, before: Placement, seen: Placement, turn: int) -> bool:
    """Whether each figure stands where it stood before the turn, or where the turn is about to carry it."""
    figures = [(name, [value]) for name, value in before.extras if name in variant.figures]
    shown = dict(seen.extras)
    rows = [*zip(before.pawns, seen.pawns, strict=True), *((tuple(v), (shown.get(n),)) for n, v in figures)]
    for old, new in rows:
        left = list(new)
        for place in sorted(old, key=lambda p: carried(variant, sectors, Place(p), turn) != p):
            options = [place, carried(variant, sectors, Place(place), turn)]
            taken = next((option for option in options if option in left), None)
            if taken is None:
                return False
            left.remove(taken)
    return True
