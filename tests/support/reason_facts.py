"""Facts of the engine and the board about a wrong play, counted anew: the basis for checking reasons."""

from collections.abc import Callable, Iterator
from functools import lru_cache, partial

from msgspec.structs import replace
from rules_for_tests import rules_of
from wrong_plays import WrongPlay

from companion.catalogue.shipped import SHIPPED
from companion.model.places import CENTRE, KENNEL, OFF, Place, goal_number, is_goal, is_track
from companion.model.play import StepKind
from companion.model.position import BETWEEN_STOPS, Placement, Position
from companion.model.verdict import Reason
from companion.referee.changes import differences
from companion.referee.wheel_turn import carried, turn_back
from companion.rules.legal import legal_plays
from companion.rules.mechanics.advance import WalkAny
from companion.rules.mechanics.dog import PawnThenFigure
from companion.rules.mechanics.joker import Joker
from companion.rules.mechanics.magnet import Magnet
from companion.rules.mechanics.retreat import Retreat
from companion.rules.mechanics.start import Start
from companion.rules.mechanics.swap import Swap, TakePlace
from companion.rules.moves.path import Walked, magnet
from companion.rules.points import PointsUse

#: Stands for no reason in a check of the board alone.
NOBODY = Reason(ruling="", code="")


def param(reason: Reason, name: str) -> str:
    return str(dict(reason.params).get(name, ""))


# -- the board ---------------------------------------------------------------------------------------------------------


def seat_of(reason: Reason) -> int:
    assert reason.seat is not None, reason
    return reason.seat


def ends(wrong: WrongPlay, reason: Reason) -> list[Place]:
    """Returns the possible places of the pawn with a turn of the disc undone."""
    assert reason.target is not None
    old, new = wrong.position.placement.extra("wheel") or 0, wrong.seen.extra("wheel") or 0
    turned = (old - new) % 4
    turns = (0, 1, -1) if new == BETWEEN_STOPS else (0, turned, -turned)
    return [carried(wrong.variant, wrong.position.sectors, Place(reason.target), turn) for turn in turns]


def ahead(wrong: WrongPlay, seat: int, origin: int, target: int) -> int | None:
    """Returns the fields from origin to target going forward; None if there is no such way."""
    rules = wrong.turn.rules
    if is_track(Place(origin)) and is_track(Place(target)):
        return (target - origin) % rules.field_count
    if is_track(Place(origin)) and is_goal(Place(target)):
        return (rules.feet[seat] - origin) % rules.field_count + goal_number(Place(target))
    if is_goal(Place(origin)) and is_goal(Place(target)):
        return goal_number(Place(target)) - goal_number(Place(origin))
    return None


def went(wrong: WrongPlay, reason: Reason) -> list[int | None]:
    return [ahead(wrong, seat_of(reason), int(reason.origin or 0), end) for end in ends(wrong, reason)]


def went_back(wrong: WrongPlay, reason: Reason) -> list[int]:
    count = wrong.turn.rules.field_count
    origin, foot = int(reason.origin or 0), wrong.turn.rules.feet[seat_of(reason)]
    return [
        (origin - end) % count if end >= 0 else (origin - foot) % count + goal_number(end)
        for end in ends(wrong, reason)
        if end >= 0 or is_goal(end)
    ]


def before(wrong: WrongPlay, place: int) -> int | None:
    """The seat whose pawn stood on a track field."""
    return wrong.turn.board.occupied.get(place)


def is_done(wrong: WrongPlay, seat: int) -> bool:
    return wrong.turn.board.is_done(seat)


def mates(wrong: WrongPlay) -> tuple[int, ...]:
    return wrong.turn.rules.mates[wrong.turn.actor]


def touched(wrong: WrongPlay) -> list[tuple[int, Place]]:
    """Seat and place of each pawn that left its place, a turn of the disc undone as far as it explains something."""
    found = []
    for seat, (old, new) in enumerate(zip(wrong.position.placement.pawns, wrong.seen.pawns, strict=True)):
        left = list(new)
        for place in old:
            if place in left:
                left.remove(place)
            else:
                found.append((seat, place))
    return found


def own_touched(wrong: WrongPlay) -> int:
    """How many own pawns, or other ones that the card moves, came to stand somewhere else on the board."""
    owners = set(wrong.turn.own)
    for use in wrong.uses:
        owners |= set(use.owners(wrong.turn)) if isinstance(use, WalkAny) else set()
    found = 0
    if wrong.turn.rules.ranks:
        rows = [(wrong.position.placement.pawns[seat], wrong.seen.pawns[seat]) for seat in owners]
        return sum(old != new and new not in (KENNEL, OFF) for row in rows for old, new in zip(*row, strict=True))
    for seat in owners:
        old, left = list(wrong.position.placement.pawns[seat]), []
        for place in wrong.seen.pawns[seat]:
            if place in old:
                old.remove(place)
            else:
                left.append(place)
        found += sum(place not in (KENNEL, OFF) for place in left)
    return found


# -- the card ----------------------------------------------------------------------------------------------------------


def has(wrong: WrongPlay, *kinds: type) -> bool:
    return any(isinstance(use, kinds) for use in wrong.uses)


@lru_cache(maxsize=4096)
def lengths(position: Position, card: str, acting_as: str | None) -> frozenset[int]:
    """The numbers of fields (negative: backward) by which the engine lets one lone pawn walk with the card."""
    found = set[int]()
    rows = position.placement.pawns
    for index in range(len(rows[position.turn])):
        for place in (5, 40):
            alone = [[KENNEL] * len(row) for row in rows]
            alone[position.turn][index] = Place(place)
            pawns = tuple(tuple(row if position.variant.startswith("dog_royal") else sorted(row)) for row in alone)
            lone = position.with_placement(_far_dog(position, place).with_pawns(pawns))
            for play in legal_plays(rules_of(lone), lone, card, acting_as):
                steps = [step for step in play.steps if step.seat is not None]
                if (
                    steps
                    and all(step.kind is StepKind.ADVANCE for step in steps)
                    and _counts(position, play.acting_as, card)
                ):
                    found.add(sum(step.value for step in steps))
    return frozenset(found)


def _far_dog(position: Position, place: int) -> Placement:
    board = position.placement
    return board if board.extra("dog") is None else board.with_extra("dog", (place + 30) % 64 | 2)


def _counts(position: Position, face: str | None, card: str) -> bool:
    """A magnet walks too, but no number of fields is printed on it."""
    uses = SHIPPED.variant(position.variant).uses[face or card]
    return not any(isinstance(use, Magnet) for use in uses)


def printed_lengths(wrong: WrongPlay) -> frozenset[int]:
    return lengths(replace(wrong.position, turn=0), wrong.card, wrong.acting_as)


def start_cards(wrong: WrongPlay) -> set[str]:
    rules = wrong.turn.rules
    found = {card for card, uses in rules.uses.items() if any(isinstance(use, Start) for use in uses)}
    jokers = {
        card
        for card, uses in rules.uses.items()
        if any(isinstance(use, Joker) and found & set(use.faces(wrong.turn)) for use in uses)
    }
    return found | jokers


def place_takers(wrong: WrongPlay) -> set[str]:
    """Returns the cards that bring a pawn out of the kennel onto the field of another pawn."""
    uses = wrong.turn.rules.uses
    return {card for card in uses if any(isinstance(use, TakePlace) and use.from_kennel for use in uses[card])}


# -- the plays ---------------------------------------------------------------------------------------------------------


def playable(wrong: WrongPlay, *, another: bool | None = None, reason: Reason, kind: StepKind | None = None) -> bool:
    """Whether a legal play moves the reason's pawn (`another` False), another one (True), or any."""
    for play in wrong.plays:
        for step in play.steps:
            if step.seat is None or (kind is not None and step.kind is not kind):
                continue
            same = (step.seat, step.origin) == (reason.seat, reason.origin)
            if another is None or same != another:
                return True
    return False


def can_capture(wrong: WrongPlay, reason: Reason) -> bool:
    steps = [step for result in (*wrong.plays, *wrong.stages) for step in result.steps]
    return any(
        (capture.seat, capture.place) == (reason.seat, reason.origin) for step in steps for capture in step.captures
    )


def may_have_fallen(wrong: WrongPlay, reason: Reason) -> bool:
    """The pawn could be captured where it stood, or where a play brings it first (onto the dog, before the dog)."""
    for result in (*wrong.plays, *wrong.stages):
        ways = {
            (step.seat, step.target)
            for step in result.steps
            if (step.seat, step.origin) == (reason.seat, reason.origin)
        }
        ways.add((reason.seat, Place(int(reason.origin or 0))))
        if any((capture.seat, capture.place) in ways for step in result.steps for capture in step.captures):
            return True
    return False


def is_gone(wrong: WrongPlay, reason: Reason) -> bool:
    """The pawn is not where it stood."""
    seat, origin = seat_of(reason), Place(int(reason.origin if reason.origin is not None else OFF))
    if wrong.turn.rules.ranks:
        index = wrong.variant.rank_names.index(param(reason, "rank"))
        return wrong.seen.pawns[seat][index] != wrong.position.placement.pawns[seat][index]
    return wrong.seen.pawns[seat].count(origin) < wrong.position.placement.pawns[seat].count(origin) or (
        wrong.seen.extra("wheel") != wrong.position.placement.extra("wheel")
    )


def pulls(wrong: WrongPlay, reason: Reason) -> Walked | None:
    found = magnet(wrong.turn.board, Place(int(reason.origin or 0)))
    return found if isinstance(found, Walked) else None


def pulled_so_far(wrong: WrongPlay, reason: Reason) -> bool:
    pull = pulls(wrong, reason)
    count = wrong.turn.rules.field_count
    return pull is not None and str((pull.target - int(reason.origin or 0)) % count) == param(reason, "wanted")


def blocks(wrong: WrongPlay, reason: Reason) -> bool:
    """The pawn that is named stood on its own start field."""
    seat, place = int(param(reason, "blocker")), int(param(reason, "blocker_at"))
    return before(wrong, place) == seat and wrong.turn.rules.starts[seat] == place


def blocker_between(wrong: WrongPlay, reason: Reason) -> bool:
    place = int(param(reason, "blocker_at"))
    count = wrong.turn.rules.field_count
    distance = (place - int(reason.origin or 0)) % count
    return blocks(wrong, reason) and any(way is not None and distance < way for way in went(wrong, reason))


def blocker_between_back(wrong: WrongPlay, reason: Reason) -> bool:
    count = wrong.turn.rules.field_count
    distance = (int(reason.origin or 0) - int(param(reason, "blocker_at"))) % count
    return blocks(wrong, reason) and any(distance < way for way in went_back(wrong, reason))


def counted(wrong: WrongPlay, reason: Reason) -> bool:
    wanted = {int(number) for number in param(reason, "wanted").split("|")}
    forward = {number for number in printed_lengths(wrong) if number > 0}
    stated = int(param(reason, "went"))
    return stated in went(wrong, reason) and stated not in wanted and (not forward or wanted == forward)


def counted_back(wrong: WrongPlay, reason: Reason) -> bool:
    wanted = {int(number) for number in param(reason, "wanted").split("|")}
    backward = {-number for number in printed_lengths(wrong) if number < 0}
    stated = int(param(reason, "went"))
    return stated in went_back(wrong, reason) and stated not in wanted and wanted == backward


def backward(wrong: WrongPlay, reason: Reason) -> bool:
    """It went backward, the card does not, and the wheel did not do it."""
    if reason.origin is None or has(wrong, Retreat):
        return False
    plays = {(step.seat, step.origin, step.target) for play in wrong.plays for step in play.steps}
    if any((reason.seat, reason.origin, end) in plays for end in ends(wrong, reason)):
        return False
    return any(
        back < (way or 0) for back, way in zip(went_back(wrong, reason), went(wrong, reason), strict=False)
    ) or any(way is not None and way < 0 for way in went(wrong, reason))


def walked_over(wrong: WrongPlay, reason: Reason) -> bool:
    """Another pawn that moved went over or onto the place of this one."""
    count = wrong.turn.rules.field_count
    for seat, place in touched(wrong):
        if place >= 0 and (seat, place) != (reason.seat, reason.origin):
            for end in wrong.seen.pawns[seat]:
                way = ahead(wrong, seat, place, end) if end not in (KENNEL, OFF, CENTRE) else None
                if way and (int(reason.origin or 0) - place) % count <= way:
                    return True
    return False


def dog_moved(wrong: WrongPlay, reason: Reason) -> bool:
    del reason
    return wrong.seen.extra("dog") != wrong.position.placement.extra("dog")


def black_card(wrong: WrongPlay) -> bool:
    return has(wrong, PawnThenFigure)


def dog_count(wrong: WrongPlay, reason: Reason) -> bool:
    """The number of fields is one by which the card walks the dog."""
    values = {step.value for play in wrong.plays for step in play.steps if step.kind is StepKind.DOG}
    return dog_moved(wrong, reason) and black_card(wrong) and int(param(reason, "wanted")) in values


def wheel_moved(wrong: WrongPlay, reason: Reason) -> bool:
    del reason
    return wrong.seen.extra("wheel") != wrong.position.placement.extra("wheel")


def turns_wheel(wrong: WrongPlay) -> bool:
    return any(step.kind is StepKind.WHEEL for play in wrong.plays for step in play.steps)


def jumped(wrong: WrongPlay, reason: Reason) -> bool:
    """Somebody went past the place, forward or backward."""
    count = wrong.turn.rules.field_count
    for seat, place in touched(wrong):
        if place < 0 or (seat, place) == (reason.seat, reason.origin):
            continue
        for end in [
            carried(wrong.variant, wrong.position.sectors, place, turn)
            for place in wrong.seen.pawns[seat]
            for turn in (0, 1, -1)
        ]:
            if end in (KENNEL, OFF, CENTRE):
                continue
            way = ahead(wrong, seat, place, end)
            if way and (int(reason.origin or 0) - place) % count < way:
                return True
            if end >= 0 and (place - int(reason.origin or 0)) % count < (place - end) % count <= 8:
                return True
    return can_capture(wrong, reason) or _fell_later(wrong, reason)


def _fell_later(wrong: WrongPlay, reason: Reason) -> bool:
    """The pawn that went past it was captured itself, so nobody is to be seen where it ended."""
    del reason
    return any(
        capture.seat in wrong.turn.own for play in wrong.plays for step in play.steps for capture in step.captures
    )


def names_a_stranger(wrong: WrongPlay, reason: Reason) -> bool:
    """Returns whether the reason names a change which, once undone, leaves a proper board; true without one."""
    known = [matches for matches, undone in _undone(wrong) if wrong.is_proper(undone)]
    return not known or any(matches(reason) for matches in known)


def _undone(wrong: WrongPlay) -> Iterator[tuple[Callable[[Reason], bool], Placement]]:
    """The board without one change that no play of the card by the mover can have made, and who names that change."""
    old, seen = wrong.position.placement, wrong.seen
    if dog_moved(wrong, NOBODY) and not black_card(wrong):
        yield (lambda reason: reason.code.startswith("dog_")), seen.with_extra("dog", old.extra("dog") or 0)
    if wheel_moved(wrong, NOBODY):
        wheel = old.extra("wheel") or 0
        turns = 0 if seen.extra("wheel") == BETWEEN_STOPS else (seen.extra("wheel") or 0) - wheel
        for board in (seen, turn_back(wrong.variant, wrong.position.sectors, seen, turns)):
            yield (lambda reason: "wheel" in reason.code), board.with_extra("wheel", wheel)
    movers = {seat for use in wrong.uses for seat in use.owners(wrong.turn)} | set(wrong.turn.own)
    if has(wrong, PointsUse) and all(map(is_goal, seen.pawns[wrong.turn.actor])):
        # the card has brought the last pawn home, so partners get the rest
        movers |= set(mates(wrong))
    for seat, row in enumerate(seen.pawns):
        if seat in movers or has(wrong, Swap):
            continue
        gone, come = differences(old.pawns[seat], row)
        for origin in gone:
            for target in come:
                back = list(row)
                back[back.index(target)] = origin
                rows = (
                    *seen.pawns[:seat],
                    tuple(back if wrong.turn.rules.ranks else sorted(back)),
                    *seen.pawns[seat + 1 :],
                )
                if target in (KENNEL, OFF) and can_capture(wrong, Reason(ruling="", code="", seat=seat, origin=origin)):
                    continue
                yield partial(_is_about, seat, origin, target), seen.with_pawns(rows)


def _is_about(seat: int, origin: int, target: int, reason: Reason) -> bool:
    return reason.seat == seat and (reason.origin == origin or target in (reason.target, reason.origin))
