"""Wrong moves that people make: each kind proposes placements, of which only those illegal to the referee are made."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from companion.board.files import BoardProfile
from companion.model.places import CENTRE, KENNEL, Place, is_track
from companion.model.play import Play, Step, StepKind
from companion.model.position import Placement, Position
from companion.model.verdict import VerdictKind
from companion.players.player import declared_face
from companion.referee.judge import judge
from companion.referee.sight import as_seen
from companion.rules.legal import legal_plays
from companion.rules.mechanic import StandIn
from companion.rules.mechanics.magnet import Magnet
from companion.rules.rules import Rules
from companion.simulation.shifts import rotated

#: Plays of each card that are tried as the basis of a mistake.
_PLAYS_PER_CARD: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """The player to move is about to play `play`, which is legal, with a card of `hand`, on the board of `profile`."""

    profile: BoardProfile
    rules: Rules
    position: Position
    hand: tuple[str, ...]
    play: Play


@dataclass(frozen=True, slots=True, kw_only=True)
class Mistake:
    """`kind` is a key of `KINDS`; `seat` declares `card` and lays `placement` on the board (None: only declares)."""

    kind: str
    seat: int
    card: str
    placement: Placement | None
    acting_as: str | None = None


Proposals = Iterator[tuple[str, Placement]]


def find_mistake(
    ground: Situation, made: Counter[str], rng: random.Random, *, out_of_turn: bool = True
) -> tuple[Mistake, Play] | None:
    """A mistake of the kind made least often so far, and the correct play afterwards.

    `out_of_turn`: another player may declare a card.
    """
    plays = _candidate_plays(ground, rng)
    order = [kind for kind in KINDS if out_of_turn or kind != OUT_OF_TURN]
    rng.shuffle(order)
    for kind in sorted(order, key=lambda name: made[name]):
        if kind == OUT_OF_TURN:
            return _out_of_turn(ground, rng), ground.play
        for play in plays:
            situation = Situation(
                profile=ground.profile, rules=ground.rules, position=ground.position, hand=ground.hand, play=play
            )
            proposals = list(KINDS[kind](situation))
            rng.shuffle(proposals)
            for card, placement in proposals:
                seat, face = ground.position.turn, _face(situation, card)
                if is_illegal(ground.rules, ground.position, card, placement, face):
                    return Mistake(kind=kind, seat=seat, card=card, placement=placement, acting_as=face), play
    return None


def is_illegal(rules: Rules, position: Position, card: str, placement: Placement, acting_as: str | None = None) -> bool:
    """Whether the referee calls this placement illegal (and not unfinished or, by chance, legal).

    Only visible differences count: pawns of a colour look alike to the camera, whatever their rank.  A card that may be
    laid without moving anything is played before anybody can err with it.
    """
    variant = rules.variant
    laid, before = as_seen(variant, placement), as_seen(variant, position.placement)
    results = {as_seen(variant, play.result) for play in legal_plays(rules, position, card, acting_as)}
    if laid == before or laid in results or before in results:
        return False
    return judge(rules, position, card, placement, acting_as).kind is VerdictKind.ILLEGAL


def _face(at: Situation, card: str) -> str | None:
    """The face under which a stand-in is declared: as in the play."""
    return declared_face(at.play, at.rules.variant) if card == at.play.card else None


def _candidate_plays(ground: Situation, rng: random.Random) -> list[Play]:
    plays = [ground.play]
    for card in sorted(set(ground.hand)):
        possible = legal_plays(ground.rules, ground.position, card)
        plays += rng.sample(possible, min(_PLAYS_PER_CARD, len(possible)))
    return plays


def _out_of_turn(ground: Situation, rng: random.Random) -> Mistake:
    seats = [seat for seat in range(len(ground.position.seats)) if seat != ground.position.turn]
    return Mistake(kind=OUT_OF_TURN, seat=rng.choice(seats), card=ground.play.card, placement=None)


def _is_magnet(at: Situation) -> bool:
    """Whether the card pulls: then it is no number that was miscounted."""
    face = at.play.acting_as or at.play.card
    return any(isinstance(use, Magnet) for use in at.rules.variant.uses[face])


def _one_short(at: Situation) -> Proposals:
    if not _is_magnet(at):
        yield from _elsewhere(at, -1)


def _one_too_far(at: Situation) -> Proposals:
    yield from _elsewhere(at, +1)


def _magnet_short(at: Situation) -> Proposals:
    if _is_magnet(at):
        yield from _elsewhere(at, -1)


def _backwards(at: Situation) -> Proposals:
    step = _only_walk(at)
    if step and step.value > 0:
        yield from _walked(at, step, (step.origin - step.value) % _count(at))


def _other_seats_pawn(at: Situation) -> Proposals:
    step = _only_walk(at)
    if not step:
        return
    for seat, row in enumerate(at.position.placement.pawns):
        if at.position.teams[seat] == at.position.teams[at.position.turn]:
            continue
        for origin in filter(is_track, row):
            target = Place((origin + step.value) % _count(at))
            if _free(at, at.position.placement, target):
                yield at.play.card, moved(at.rules, at.position.placement, seat, origin, target)


def _left_the_kennel(at: Situation) -> Proposals:
    """A card without a start symbol brings a pawn out."""
    seat, placement = at.position.turn, at.position.placement
    start = Place(at.rules.variant.start_field(at.position.seats[seat]))
    if KENNEL in placement.pawns[seat] and _free(at, placement, start):
        yield at.play.card, moved(at.rules, placement, seat, KENNEL, start)


def _past_a_blocker(at: Situation) -> Proposals:
    step = _only_walk(at)
    if not step:
        return
    placement, seat, count = at.position.placement, at.position.turn, _count(at)
    blockers = _blockers(at)
    for origin in filter(is_track, placement.pawns[seat]):
        way = {(origin + number) % count for number in range(1, step.value)}
        target = Place((origin + step.value) % count)
        if way & blockers and _free(at, placement, target):
            yield at.play.card, moved(at.rules, placement, seat, origin, target)


def _swapped_with_a_blocker(at: Situation) -> Proposals:
    step = at.play.steps[0]
    if step.kind is not StepKind.SWAP or step.seat is None:
        return
    for seat, row in enumerate(at.position.placement.pawns):
        for blocker in filter(_blockers(at).__contains__, row):
            if seat != step.seat:
                taken = moved(at.rules, at.position.placement, seat, blocker, step.origin)
                yield at.play.card, moved(at.rules, taken, step.seat, step.origin, Place(blocker))


def _turned_too_far(at: Situation) -> Proposals:
    """Half a turn instead of a quarter."""
    turn = next((step for step in at.play.steps if step.kind is StepKind.WHEEL), None)
    if turn:
        yield at.play.card, _rotated(at, turn.value)


def _turned_for_nothing(at: Situation) -> Proposals:
    turns = at.rules.variant.wheel_offsets
    if turns and not any(step.kind is StepKind.WHEEL for step in at.play.steps):
        for quarters in (1, -1):
            yield at.play.card, _rotated(at, quarters)


def _dog_miscounted(at: Situation) -> Proposals:
    if any(step.kind is StepKind.WHEEL for step in at.play.steps):
        return
    for dog in (step for step in at.play.steps if step.kind is StepKind.DOG):
        yield from _dog_runs_to(at, (dog.target + 1, dog.target - 1))


def _dog_uncalled(at: Situation) -> Proposals:
    """The dog runs along with a card that does not call it."""
    step = _only_walk(at)
    for name in at.rules.variant.figures:
        field = at.position.placement.extra(name)
        if field is not None and step and len(at.play.steps) == 1:
            yield from _dog_runs_to(at, (field + step.value,))


def _two_pawns(at: Situation) -> Proposals:
    """The value of one card used by two pawns."""
    step = _only_walk(at)
    if not step or len(at.play.steps) != 1 or step.seat is None:
        return
    for other in filter(is_track, at.play.result.pawns[step.seat]):
        target = Place((other + step.value) % _count(at))
        if other != step.target and _free(at, at.play.result, target):
            yield at.play.card, moved(at.rules, at.play.result, step.seat, other, target)


def _bystander(at: Situation) -> Proposals:
    """The play is right, but another pawn was pushed along."""
    if any(step.kind is StepKind.WHEEL for step in at.play.steps):
        return
    for seat, row in enumerate(at.play.result.pawns):
        for origin in filter(is_track, row):
            target = Place((origin + 1) % _count(at))
            stood_there = origin in at.position.placement.pawns[seat]
            if stood_there and _free(at, at.play.result, target):
                yield at.play.card, moved(at.rules, at.play.result, seat, origin, target)


def _copied_nothing(at: Situation) -> Proposals:
    """A copy as the first card of a round."""
    variant = at.rules.variant
    if at.position.copied is None:
        for card in sorted(set(at.hand)):
            if any(isinstance(use, StandIn) and use.remembers for use in variant.uses[card]):
                yield card, at.play.result


def _forward_for_backward(at: Situation) -> Proposals:
    """A card that goes back is walked forward against the rules."""
    step = _only_walk(at)
    if step and step.value < 0:
        yield from _walked(at, step, (step.origin - step.value) % _count(at))


def _centre_without_a_door(at: Situation) -> Proposals:
    """Into the centre from a field that is no door."""
    centre = at.rules.variant.centre
    step = _only_walk(at)
    if centre and step and step.seat is not None and _free(at, at.position.placement, CENTRE):
        yield at.play.card, moved(at.rules, at.position.placement, step.seat, step.origin, CENTRE)


def _nothing(_: Situation) -> Proposals:
    """A mistake in a declaration lays nothing on the board."""
    return iter(())


def _elsewhere(at: Situation, by: int) -> Proposals:
    step = _only_walk(at)
    if step and step.value + by > 0 and step.value > 0:
        yield from _walked(at, step, (step.target + by) % _count(at))


def _walked(at: Situation, step: Step, field: int) -> Proposals:
    placement = at.position.placement
    if step.seat is not None and _free(at, placement, Place(field)):
        yield at.play.card, moved(at.rules, placement, step.seat, step.origin, Place(field))


def _dog_runs_to(at: Situation, fields: tuple[int, ...]) -> Proposals:
    variant = at.rules.variant
    starts = {variant.start_field(sector) for sector in range(at.position.sectors)}
    for field in (number % _count(at) for number in fields):
        if field not in starts and _free(at, at.play.result, Place(field)):
            for name in variant.figures[:1]:
                yield at.play.card, at.play.result.with_extra(name, field)


def _only_walk(at: Situation) -> Step | None:
    """The one walk along the track that the play consists of, apart from dog and disc."""
    walks = [step for step in at.play.steps if step.kind not in (StepKind.DOG, StepKind.WHEEL)]
    if (
        len(walks) == 1
        and walks[0].kind is StepKind.ADVANCE
        and is_track(walks[0].origin)
        and is_track(walks[0].target)
    ):
        return walks[0]
    return None


def _count(at: Situation) -> int:
    return len(at.profile.track)


def _blockers(at: Situation) -> set[int]:
    """Start fields on which their own pawn stops everybody; none in a game without blockers."""
    if not at.rules.walk.blockers:
        return set()
    return {start for start, row in zip(at.rules.starts, at.position.placement.pawns, strict=True) if start in row}


def _rotated(at: Situation, quarters: int) -> Placement:
    return rotated(at.profile, at.rules.variant, at.play.result, quarters)


def _free(at: Situation, placement: Placement, field: Place) -> bool:
    figures = at.rules.variant.figures
    return all(placement.extra(name) != field for name in figures) and not any(field in row for row in placement.pawns)


def moved(rules: Rules, placement: Placement, seat: int, origin: Place, target: Place) -> Placement:
    """The placement with one pawn of `seat` moved from `origin` to `target`, its row in the order of the game."""
    row = list(placement.pawns[seat])
    row[row.index(origin)] = target
    rows = list(placement.pawns)
    rows[seat] = tuple(row if rules.variant.ranks else sorted(row))
    return placement.with_pawns(tuple(rows))


OUT_OF_TURN: Final = "out_of_turn"

KINDS: Final[dict[str, Callable[[Situation], Proposals]]] = {
    "one_short": _one_short,
    "one_too_far": _one_too_far,
    "magnet_short": _magnet_short,
    "backwards": _backwards,
    "other_seats_pawn": _other_seats_pawn,
    "left_the_kennel": _left_the_kennel,
    "past_a_blocker": _past_a_blocker,
    "swapped_with_a_blocker": _swapped_with_a_blocker,
    "turned_too_far": _turned_too_far,
    "turned_for_nothing": _turned_for_nothing,
    "dog_miscounted": _dog_miscounted,
    "dog_uncalled": _dog_uncalled,
    "two_pawns": _two_pawns,
    "bystander": _bystander,
    "copied_nothing": _copied_nothing,
    "forward_for_backward": _forward_for_backward,
    "centre_without_a_door": _centre_without_a_door,
    OUT_OF_TURN: _nothing,
}
