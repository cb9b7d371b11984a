"""The free reading: the content of a picture if no rule is believed except that pawns are neither made nor lost.

Law: a reading comes with its `doubt`, the loss of the best *different* placement; nobody is accused on a doubtful one.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import inf
from typing import Final

from companion.model.places import KENNEL, OFF, Place, is_shared
from companion.model.play import Play, StepKind
from companion.model.position import Placement, Position
from companion.referee.model import MODEL
from companion.referee.pictures.likelihood import Evidence, Row
from companion.referee.wheel_turn import WHEEL, carried
from companion.rules.variant import Variant

#: Of so many contested fields every way to share them out is tried; in a picture with more, which shows no game, each
#: goes to the kind of figure with the highest score.
MAX_EXCLUSIONS: Final = 6

#: How far from the right field a miscounted pawn may stand: any card's value counted wrongly.
NEAR_FIELDS: Final = 13

#: Pairs of a kind of figure (a seat, or beyond the seats a neutral figure) and a field that it may not take.
Exclusions = frozenset[tuple[int, Place]]


@dataclass(frozen=True, slots=True)
class Reading:
    """`doubt` is how much worse (in log-probability) the best other placement explains the picture.

    `doubt_of_changes` is the same for the best one with a moved figure elsewhere.
    """

    placement: Placement
    score: float
    doubt: float
    doubt_of_changes: float


def read_freely(evidence: Evidence, like: Placement) -> Reading:
    """Returns the likeliest placement with as many pawns and figures as `like`.

    Its other extras (the wheel) are as seen.

    Pawns of a seat come in ascending order, also in a game that ranks them.
    """
    counts = tuple(len(row) for row in evidence.rows(like))
    rows = _settle(evidence, counts, frozenset())
    placement = _placement(evidence, rows, like)
    changes = tuple(
        tuple((Counter(row) - Counter(before)).elements())
        for row, before in zip(rows, evidence.rows(like), strict=True)
    )
    doubt, of_changes = (
        min(_move_doubt(evidence, rows, those), _colour_doubt(evidence, rows, those)) for those in (rows, changes)
    )
    return Reading(placement, evidence.score(placement), doubt, of_changes)


def is_plain(
    variant: Variant, position: Position, evidence: Evidence, placement: Placement, plays: Sequence[Play]
) -> bool:
    """Returns whether no figure of `placement`, which `plays` led to, is elsewhere by a miscount.

    Each must show so much better on the place that it has taken than on free ones near it.  Nobody counts to the former
    place of a figure: that it stands there still is another hypothesis, with its own weight.
    """
    count = len([place for place in evidence.gains[0] if place >= 0])
    before, after = evidence.rows(position.placement), evidence.rows(placement)
    held = {place for row in after for place in row if is_shared(place)}
    uncounted = _started(plays) | _carried(variant, position, plays)
    for kind, (old, new) in enumerate(zip(before, after, strict=True)):
        gains = evidence.gains[kind] | evidence.plain[kind]
        free = gains.keys() - held - {*old, *new, OFF}
        for place in set(new) - set(old) - {KENNEL, OFF}:
            near = (gains[other] for other in free if _is_near(place, other, count))
            needed = MODEL.near_uncounted if (kind, place) in uncounted else MODEL.near_miss
            if gains[place] - max(near, default=-inf) < needed:
                return False
    return True


def _started(plays: Iterable[Play]) -> frozenset[tuple[int, Place]]:
    """Returns where the newest pawn to come, by its seat, came out of the kennel."""
    newest = {
        (step.seat, step.target): step.kind is StepKind.START
        for play in plays
        for step in play.steps
        if step.seat is not None
    }
    return frozenset(where for where, started in newest.items() if started)


def _carried(variant: Variant, position: Position, plays: Iterable[Play]) -> frozenset[tuple[int, Place]]:
    """Returns the places, by seat, of pawns that no step moved: in their places, or carried by the disc alone."""
    before = position.placement
    held = {(seat, place) for seat, row in enumerate(before.pawns) for place in row}
    for play in plays:
        held -= {(step.seat, step.origin) for step in play.steps}
        held -= {(capture.seat, capture.place) for step in play.steps for capture in step.captures}
        turns = (play.result.extra(WHEEL) or 0) - (before.extra(WHEEL) or 0)
        held = {(seat, carried(variant, position.sectors, place, turns)) for seat, place in held}
        before = play.result
    return frozenset(held)


def _is_near(place: Place, other: Place, count: int) -> bool:
    """Lanes are near everything that leads into them."""
    return place < 0 or other < 0 or min((place - other) % count, (other - place) % count) <= NEAR_FIELDS


def _placement(evidence: Evidence, rows: tuple[Row, ...], like: Placement) -> Placement:
    seats = len(like.pawns)
    found = dict(zip(evidence.figures, rows[seats:], strict=True))
    extras = []
    for name, value in like.extras:
        if name in found:
            extras.append((name, int(found[name][0])))
        else:
            extras.append((name, value if evidence.wheel is None else evidence.wheel))
    return Placement(tuple(tuple(sorted(row)) for row in rows[:seats]), tuple(extras))


def _settle(evidence: Evidence, counts: tuple[int, ...], exclusions: Exclusions) -> tuple[Row, ...]:
    """Gives each kind its best places; if two claim one field, both outcomes are tried."""
    rows = tuple(_best_row(evidence, kind, count, exclusions) for kind, count in enumerate(counts))
    contested = _contested(rows)
    if contested is None:
        return rows
    place, claimants = contested
    winners = claimants
    if len(exclusions) >= MAX_EXCLUSIONS:
        winners = [max(claimants, key=lambda kind: evidence.gains[kind][place])]
    outcomes = [
        _settle(evidence, counts, exclusions | {(loser, place) for loser in claimants if loser != winner})
        for winner in winners
    ]
    return max(outcomes, key=lambda option: sum(evidence.row_score(kind, row) for kind, row in enumerate(option)))


def _best_row(evidence: Evidence, kind: int, count: int, exclusions: Exclusions) -> Row:
    """Returns the `count` likeliest places of a kind; OFF for figures nowhere likelier than beside the board."""
    gains = evidence.gains[kind]
    floor = gains[OFF]
    offers = [
        (gain, place)
        for place, gain in gains.items()
        if gain > floor and place != OFF and (kind, place) not in exclusions
    ]
    offers += [(gain, KENNEL) for gain in evidence.kennel_steps(kind) if gain > floor]
    offers.sort(key=lambda offer: (-offer[0], offer[1]))
    row = tuple(place for _, place in offers[:count])
    return row + (OFF,) * (count - len(row))


def _contested(rows: tuple[Row, ...]) -> tuple[Place, list[int]] | None:
    """Returns the lowest field that more than one kind claims, with those kinds."""
    claims: dict[Place, list[int]] = {}
    for kind, row in enumerate(rows):
        for place in row:
            if is_shared(place):
                claims.setdefault(place, []).append(kind)
    for place, kinds in sorted(claims.items()):
        if len(kinds) > 1:
            return place, kinds
    return None


def _move_doubt(evidence: Evidence, rows: tuple[Row, ...], those: tuple[Row, ...]) -> float:
    """Returns the smallest loss of one of `those` figures on some other free place, or beside the board."""
    held = {place for row in rows for place in row if is_shared(place)}
    doubt = inf
    for kind, row in enumerate(rows):
        gains = evidence.gains[kind]
        steps = evidence.kennel_steps(kind)
        waiting = row.count(KENNEL)
        elsewhere = max(
            gain for place, gain in gains.items() if (place not in held and place not in row) or place == OFF
        )
        next_kennel = steps[waiting] if waiting < len(steps) else -inf
        for place in those[kind]:
            if place == KENNEL and waiting <= len(steps):
                doubt = min(doubt, steps[waiting - 1] - elsewhere)
            elif place not in (KENNEL, OFF):
                doubt = min(doubt, gains[place] - max(elsewhere, next_kennel))
            elif place == OFF:
                best = max(gain for where, gain in gains.items() if where not in held and where != OFF)
                doubt = min(doubt, gains[OFF] - max(best, next_kennel))
    return doubt


def _colour_doubt(evidence: Evidence, rows: tuple[Row, ...], those: tuple[Row, ...]) -> float:
    """Returns the smallest loss of two figures of different kinds, of `those` at least one, taken for each other."""
    doubt = inf
    for (kind, place), (other_kind, other) in _pairs(rows):
        if place not in those[kind] and other not in those[other_kind]:
            continue
        gains, other_gains = evidence.gains[kind], evidence.gains[other_kind]
        crossed = gains.get(other, -inf) + other_gains.get(place, -inf)
        doubt = min(doubt, gains[place] + other_gains[other] - crossed)
    return doubt


def _pairs(rows: tuple[Row, ...]) -> Iterator[tuple[tuple[int, Place], tuple[int, Place]]]:
    """Yields every two figures of different kinds on the board, as kind and place."""
    standing = [(kind, place) for kind, row in enumerate(rows) for place in row if is_shared(place)]
    for index, (kind, place) in enumerate(standing):
        for other_kind, other in standing[index + 1 :]:
            if other_kind != kind:
                yield (kind, place), (other_kind, other)
