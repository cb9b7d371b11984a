"""The exact referee: is this placement a legal play of the card, a proper state on the way to one, or a fault?

Law: `legal` and `unfinished` come from the rules alone (`expectation`); only a placement that neither explains is a
fault, and then the first reason is the one that a good human referee would name.
"""

from companion.model.places import KENNEL, Place
from companion.model.play import Play
from companion.model.position import BETWEEN_STOPS, Placement, Position
from companion.model.verdict import Reason, Verdict, VerdictKind
from companion.referee.changes import distance
from companion.referee.expectation import CAPTURED_PAWN, Expected, plays_of, unfinished_state, unfinished_states
from companion.referee.faults.explain import explain
from companion.referee.hint import with_advice, with_hint
from companion.referee.sight import shown
from companion.referee.wheel_turn import WHEEL, carried, turn_back
from companion.rules.rules import Rules
from companion.rules.variant import Variant

#: The parts still to be done, and the ruling that requires each.
MISSING_RULINGS = {"turn_the_wheel": "BD-R06", "move_the_dog": "BD-R28", "spend_points": "CORE-R10"}
NEAREST_PLAYS = 3


def judge(rules: Rules, position: Position, card: str, seen: Placement, acting_as: str | None = None) -> Verdict:
    """Judges an exact placement, which may be impossible.  Raises UnknownCardError.

    Format: docs/reference/formats/programs.md.
    """
    variant = rules.variant
    plays = plays_of(rules, position, card, acting_as)
    visible = shown(variant, seen)
    for play in plays:
        if shown(variant, play.result) == visible:
            return Verdict(kind=VerdictKind.LEGAL, play=play, seen=seen)
    if visible == shown(variant, position.placement):
        return unfinished_verdict(seen, (), unchanged=True)
    state = _unfinished_state(rules, position, card, acting_as, seen)
    if state is not None:
        return unfinished_verdict(seen, unfinished_reasons(position, state))
    reasons, played = explain(rules, position, card, seen, plays, acting_as)
    nearest = nearest_plays(rules, position, plays, seen, reasons[0])
    reasons = with_advice(reasons, plays)
    named = reasons if played else with_hint(reasons, nearest)
    return Verdict(kind=VerdictKind.ILLEGAL, reasons=named, seen=seen, candidates=nearest)


def unfinished_verdict(seen: Placement, reasons: tuple[Reason, ...], *, unchanged: bool = False) -> Verdict:
    """Returns "wait": something is still to be done; with `unchanged` everything is."""
    if unchanged:
        reasons = (Reason(ruling="CORE-R11", code="nothing_changed"),)
    return Verdict(kind=VerdictKind.UNFINISHED, reasons=reasons, seen=seen, unchanged=unchanged)


def unfinished_reasons(position: Position, state: Expected) -> tuple[Reason, ...]:
    """Returns the parts still to be done, in the order of play: captured pawns home, dog, points, wheel."""
    reasons = [
        Reason(ruling="CORE-R15", code=CAPTURED_PAWN, seat=seat, origin=place, target=KENNEL)
        if to == KENNEL
        else Reason(ruling="PJ-R05", code="goes_to_entrance", seat=seat, origin=place, target=to)
        for seat, place, to in state.lying
    ]
    reasons += [
        Reason(ruling=MISSING_RULINGS.get(missing, "CORE-R10"), code=missing, seat=position.turn)
        for missing in state.missing
        if missing != CAPTURED_PAWN
    ]
    return tuple(reasons)


def nearest_plays(
    rules: Rules, position: Position, plays: tuple[Play, ...], seen: Placement, reason: Reason
) -> tuple[Play, ...]:
    """Returns the legal plays nearest to the board: those of the pawn at fault first, then by number of differences."""
    variant = rules.variant
    turned = turn_back(variant, position.sectors, seen, _turns(position, seen))
    ranked = bool(variant.ranks)
    count = variant.field_count(position.sectors)

    moved = distance(position.placement, seen, ranked=ranked)

    def remoteness(play: Play) -> tuple[bool, int, int, int]:
        step = play.steps[0]
        other_pawn = (step.seat, step.origin) != (reason.seat, reason.origin)
        differs = min(distance(play.result, board, ranked=ranked) for board in (seen, turned))
        as_many = abs(distance(position.placement, play.result, ranked=ranked) - moved)
        return other_pawn, differs, as_many, _fields_apart(step.target, reason.target, count)

    return tuple(sorted(plays, key=remoteness)[:NEAREST_PLAYS])


def _fields_apart(target: Place, shown_at: int | None, count: int) -> int:
    """Returns how far the pawn's right place is from its present place; lanes are far from the track."""
    if shown_at is None or (target < 0) != (shown_at < 0):
        return count
    return min((target - shown_at) % count, (shown_at - target) % count)


def _turns(position: Position, seen: Placement) -> int:
    before, after = position.placement.extra(WHEEL), seen.extra(WHEEL)
    return 0 if before is None or after is None or after == BETWEEN_STOPS else after - before


def _unfinished_state(
    rules: Rules, position: Position, card: str, acting_as: str | None, seen: Placement
) -> Expected | None:
    if seen.extra(WHEEL) != BETWEEN_STOPS:
        return unfinished_state(rules, position, card, acting_as, seen)
    variant = rules.variant
    for state in unfinished_states(rules, position, card, acting_as):
        if MISSING_RULINGS.keys().isdisjoint(state.missing) or "turn_the_wheel" not in state.missing:
            continue
        if any(_half_turned(variant, position.sectors, state.placement, seen, turn) for turn in (1, -1)):
            return state
    return None


def _half_turned(variant: Variant, sectors: int, before: Placement, seen: Placement, turn: int) -> bool:
    """Returns whether each figure stands where it stood before the turn, or where the turn is about to carry it."""
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
