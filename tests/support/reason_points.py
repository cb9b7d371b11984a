"""The claims of the reasons about shared-out points: sums, numbers of pawns, and whose pawns may take them."""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import permutations

import msgspec
from reason_facts import has, is_done, mates, param, seat_of, wheel_moved
from wrong_plays import WrongPlay

from companion.model.places import CENTRE, KENNEL, OFF, Place, goal_number, is_goal
from companion.model.verdict import Reason
from companion.rules.mechanics.seven import Seven
from companion.rules.points import PointsUse

#: More fields than anybody means to walk with a card of points.
FAR = 24


def forward_sums(wrong: WrongPlay) -> set[int]:
    """The fields that all pawns went forward, together.

    Pawns of a colour are alike, so a sum of targets less origins is taken, round the track as often as need be.
    """
    rules = wrong.turn.rules
    count, total, laps = rules.field_count, 0, 0
    for seat, row in enumerate(wrong.seen.pawns):
        before = [_distance(wrong, seat, place) for place in wrong.position.placement.pawns[seat]]
        after = [_distance(wrong, seat, place) for place in row]
        total += sum(place for place in after if place is not None)
        total -= sum(place for place in before if place is not None)
        laps += len(row)
    return {total + lap * count for lap in range(-laps, laps + 1)}


def _distance(wrong: WrongPlay, seat: int, place: Place) -> int | None:
    """How far a pawn has come since the foot of its lane; None in the kennel, in the centre and beside the board."""
    rules = wrong.turn.rules
    if place in (KENNEL, OFF, CENTRE):
        return None
    return rules.field_count + goal_number(place) if is_goal(place) else (place - rules.feet[seat]) % rules.field_count


def overspent(wrong: WrongPlay, reason: Reason) -> bool:
    """More fields than the card has; all of them, if nobody was taken off or brought in."""
    went, wanted = int(param(reason, "went")), int(param(reason, "wanted"))
    return has(wrong, PointsUse) and wanted in _points(wrong) and went > wanted and _is_the_sum(wrong, reason, went)


def _points(wrong: WrongPlay) -> set[int]:
    return {use.points for use in wrong.uses if isinstance(use, PointsUse)}


def _is_the_sum(wrong: WrongPlay, reason: Reason, went: int) -> bool:
    rows = zip(wrong.position.placement.pawns, wrong.seen.pawns, strict=True)
    same_number = all(_out(before) == _out(after) for before, after in rows)
    moved = [seat for seat, row in enumerate(wrong.seen.pawns) if row != wrong.position.placement.pawns[seat]]
    movers = {seat for use in wrong.uses for seat in use.owners(wrong.turn)}
    captures = [capture for play in wrong.plays for step in play.steps for capture in step.captures]
    own_fall = any(capture.seat in movers for capture in captures)
    plain = same_number and not own_fall and set(moved) <= movers and all(_went_on(wrong, seat) for seat in moved)
    # a turned wheel has carried pawns, and they went no fields
    return went in forward_sums(wrong) or not plain or wheel_moved(wrong, reason)


def _went_on(wrong: WrongPlay, seat: int) -> bool:
    """Whether all pawns may have gone forward, none far: one that went backward counts for nothing."""
    before, after = (
        [far for place in row if (far := _distance(wrong, seat, place)) is not None]
        for row in (wrong.position.placement.pawns[seat], wrong.seen.pawns[seat])
    )
    return any(all(map(partial(_is_ahead, wrong), before, there)) for there in permutations(after))


def _is_ahead(wrong: WrongPlay, origin: int, target: int) -> bool:
    count = wrong.turn.rules.field_count
    return 0 <= (target - origin if origin > count else (target - origin) % count) <= FAR


def _out(row: tuple[Place, ...]) -> int:
    return sum(place not in (KENNEL, OFF, CENTRE) for place in row)


def too_many_pawns(wrong: WrongPlay, reason: Reason) -> bool:
    """More pawns moved than may, or the card would lead there if it had no such limit."""
    limit = int(param(reason, "count"))
    owners = {wrong.turn.actor, *wrong.turn.own, *mates(wrong)}
    moved = sum(len(list(_left(wrong, seat))) for seat in owners)
    return any(isinstance(use, Seven) and use.portions == limit for use in wrong.uses) and (
        moved > limit or any(_leads_there(wrong, use) for use in wrong.uses if isinstance(use, Seven))
    )


def _left(wrong: WrongPlay, seat: int) -> Iterator[Place]:
    """Places that pawns of the seat left and to which none of them came."""
    left = list(wrong.seen.pawns[seat])
    for place in wrong.position.placement.pawns[seat]:
        if place in left:
            left.remove(place)
        else:
            yield place


def _leads_there(wrong: WrongPlay, use: Seven) -> bool:
    actor = wrong.turn.actor
    seen = Counter(place for place in wrong.seen.pawns[actor] if place != KENNEL)
    for points in range(1, use.points + 1):
        freely = msgspec.structs.replace(use, portions=0, points=points)
        if any(seen <= Counter(draft.board.pawns[actor]) for draft in freely.outcomes(wrong.turn)):
            return True
    return False


def only_own_pawns(wrong: WrongPlay, reason: Reason) -> bool:
    """The partner's pawn took points before the last own one came home."""
    actor = wrong.turn.actor
    came_home = all(is_goal(place) for place in wrong.seen.pawns[actor])
    return has(wrong, Seven) and seat_of(reason) in mates(wrong) and not is_done(wrong, actor) and not came_home


def points_gone(wrong: WrongPlay, reason: Reason) -> bool:
    """The rest cannot be spent: neither properly, nor by any pawn from its present place."""
    done, points = int(param(reason, "went")), int(param(reason, "wanted"))
    if not done < points:
        return False
    for use in wrong.uses:
        if isinstance(use, PointsUse) and not getattr(use, "portions", 0) and _is_possible(wrong):
            board = wrong.turn.board.with_pawns(wrong.seen.pawns)
            start = msgspec.structs.replace(wrong.turn.start, board=board)
            after = msgspec.structs.replace(wrong.turn, start=start)
            rest = msgspec.structs.replace(use, points=points - done)
            if any(True for _ in rest.outcomes(after)):
                return False
    return True


def _is_possible(wrong: WrongPlay) -> bool:
    """Returns whether no field holds two pawns: the engine takes such boards only."""
    fields = [place for row in wrong.seen.pawns for place in row if place >= 0]
    return len(fields) == len(set(fields))
