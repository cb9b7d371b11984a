"""Wrong plays in constructed endgames, where rules meet that random boards seldom bring together.

Each board has a theme: the last pawns before their start field, lanes part full, pawns on and beside start fields,
pawns in a row before the magnet, paws and the dog close by.  The card is mostly one of the theme, and the change is
near a play of it: points shared out over several pawns, two pawns swapped, a wheel turned otherwise. All chance comes
from the given seed.
"""

import random
from collections.abc import Callable, Iterator

from msgspec.structs import replace
from rules_for_tests import rules_of
from wrong_plays import WrongPlay, changed, first_table, possible, turned

from companion.catalogue.shipped import SHIPPED
from companion.model.places import KENNEL, Place, goal, goal_number, is_goal
from companion.model.position import Placement, Position
from companion.rules.legal import legal_plays, stages
from companion.rules.mechanic import StandIn, Use
from companion.rules.mechanics.dog import PawnThenFigure
from companion.rules.mechanics.magnet import Magnet
from companion.rules.mechanics.swap import Swap
from companion.rules.points import PointsUse

#: The uses of most plays of a theme.
CARDS: dict[str, tuple[type[Use], ...]] = {
    "last pawn": (PointsUse,),
    "lanes": (PointsUse,),
    "starts": (Swap, PointsUse),
    "row": (Magnet, PointsUse),
    "dog": (PawnThenFigure, PointsUse),
}
Rows = list[list[Place]]


def endgame_plays(variant_id: str, players: int, seed: int, boards: int, per_board: int = 6) -> Iterator[WrongPlay]:
    """Yields `boards` constructed boards, each with up to `per_board` wrong plays."""
    chance = random.Random(f"endgame {variant_id} {players} {seed}")
    for _ in range(boards):
        theme = chance.choice(tuple(CARDS))
        position = endgame(chance, variant_id, players, theme)
        card, face = card_of(chance, position, CARDS[theme])
        rules = rules_of(position)
        plays = [play.result for play in legal_plays(rules, position, card, face)]
        between = [stage.placement for stage in stages(rules, position, card, face)]
        for _ in range(per_board):
            done = _done(chance, position, card, face, plays + between)
            if possible(done):
                yield WrongPlay(position, card, face, done)


def endgame(chance: random.Random, variant_id: str, players: int, theme: str) -> Position:
    """A board of the theme."""
    variant = SHIPPED.variant(variant_id)
    sectors = variant.usual_sectors(players)
    position = first_table(chance, variant, sectors, players)
    rules, count = SHIPPED.rules(position), variant.field_count(sectors)
    free = list(range(count))
    dog = chance.choice([field for field in free if field not in rules.all_starts])
    taken = {dog} if variant.figures else set()
    rows: Rows = []
    for seat, row in enumerate(position.placement.pawns):
        near = [start for start in rules.starts if theme == "starts"] or [rules.starts[seat]]
        rows.append(_row(chance, len(row), near, taken, count, theme, own=seat == position.turn))
    for team in set(rules.teams):
        if all(len(set(_lane(rows[seat]))) == 4 for seat in range(players) if rules.teams[seat] == team):
            loose = next(seat for seat in range(players) if rules.teams[seat] == team)
            rows[loose][rows[loose].index(goal(chance.randrange(1, 5)))] = KENNEL
    for row in rows:
        chance.shuffle(row)
    placement = position.placement.with_pawns(tuple(tuple(row if variant.ranks else sorted(row)) for row in rows))
    for name in variant.figures:
        placement = placement.with_extra(name, dog)
    if placement.extra("wheel") is not None:
        placement = placement.with_extra("wheel", chance.randrange(4))
    copied = chance.choice([c for c in variant.cards if not variant.stands_in(c)])
    return replace(position, placement=placement, copied=copied if variant.remembers_last_card else None)


def _lane(row: list[Place]) -> list[Place]:
    return [place for place in row if is_goal(place)]


def _row(
    chance: random.Random, pawns: int, near: list[int], taken: set[int], count: int, theme: str, *, own: bool
) -> list[Place]:
    """The places of one seat's pawns."""
    lanes = [goal(number) for number in range(1, 5)]
    home = {"last pawn": 3 if own else chance.randrange(3), "lanes": chance.choice((1, 2, 2, 3, 4))}.get(
        theme, chance.choice((0, 0, 1, 2))
    )
    row = chance.sample(lanes, min(home, pawns))
    while len(row) < pawns:
        if chance.random() < (0.1 if own else 0.3):
            row.append(KENNEL)
            continue
        place = _field(chance, near, taken, count, theme)
        taken.add(place)
        row.append(Place(place))
    return row


def _field(chance: random.Random, near: list[int], taken: set[int], count: int, theme: str) -> int:
    """A free field: mostly close before, on or behind one of the start fields, or close to somebody."""
    around = list(near)
    if taken and (theme in ("row", "dog") or chance.random() < 0.3):
        around = sorted(taken)
    for _ in range(20):
        reach = chance.randrange(-6, 5) if chance.random() < 0.8 else chance.randrange(count)
        field = (chance.choice(around) + reach) % count
        if field not in taken:
            return field
    return chance.choice([field for field in range(count) if field not in taken])


def card_of(chance: random.Random, position: Position, kinds: tuple[type[Use], ...]) -> tuple[str, str | None]:
    """Returns a card with one of the uses, itself or as the face of a joker or a copy; any card if none has it."""
    variant = SHIPPED.variant(position.variant)
    faces = [card for card in variant.cards if any(isinstance(use, kinds) for use in variant.uses[card])]
    if not faces or chance.random() < 0.1:
        return chance.choice(variant.cards), None
    face = chance.choice(faces)
    jokers = [
        card for card in variant.cards if any(isinstance(use, StandIn) and use.declared for use in variant.uses[card])
    ]
    if jokers and chance.random() < 0.3:
        return chance.choice(jokers), chance.choice((face, None))
    return face, None


def _done(chance: random.Random, position: Position, card: str, face: str | None, proper: list[Placement]) -> Placement:
    """Returns the board after a change that is near a play of the card."""
    base = position.placement
    ways: list[Callable[[], Placement]] = [lambda: _shared_out(chance, position, _points(position, card, face))]
    if any(isinstance(use, Swap) for use in SHIPPED.variant(position.variant).uses[face or card]):
        ways = [lambda: _swapped(chance, position)]
    if proper:
        ways.append(lambda: changed(chance, position, chance.choice(proper)))
    if proper and base.extra("wheel") is not None:
        ways.append(lambda: turned(chance, position, chance.choice(proper)))
    done = chance.choice(ways)()
    return changed(chance, position, done) if chance.random() < 0.15 else done


def _points(position: Position, card: str, face: str | None) -> int:
    uses = SHIPPED.variant(position.variant).uses[face or card]
    return max((number for use in uses for number in use.counts()), default=7)


def _shared_out(chance: random.Random, position: Position, points: int) -> Placement:
    """Points walked by one to four pawns, mostly own and partners' ones, mostly as many as there are."""
    rules = rules_of(position)
    rows = [list(row) for row in position.placement.pawns]
    team = (position.turn, *rules.mates[position.turn])
    out = [(seat, index) for seat, row in enumerate(rows) for index, place in enumerate(row) if place != KENNEL]
    friends = [pawn for pawn in out if pawn[0] in team]
    left = points + chance.choice((0, 0, 0, 0, 0, 1, -1))
    number = chance.choice((1, 2, 2, 2, 3, 3, 4))
    for rest in range(number, 0, -1):
        pawns = friends if friends and chance.random() < 0.9 else out
        if not pawns or left <= 0:
            break
        seat, index = chance.choice(pawns)
        part = left if rest == 1 else chance.randint(1, max(1, left - rest + 1))
        if _walk(chance, position, rows, seat, index, part):
            left -= part
    return position.placement.with_pawns(tuple(tuple(r if rules.ranks else sorted(r)) for r in rows))


def _walk(chance: random.Random, position: Position, rows: Rows, seat: int, index: int, part: int) -> bool:
    """Walks a pawn on, home if it can mostly; a pawn on its target mostly goes home, a passed one sometimes."""
    rules, place = rules_of(position), rows[seat][index]
    if place == KENNEL:
        return False
    if is_goal(place):
        number = goal_number(place) + part
        if number > 4:
            return False
        rows[seat][index] = goal(number)
        return True
    if place < 0:
        return False
    to_foot = (rules.feet[seat] - place) % rules.field_count
    inside = 0 < part - to_foot <= 4 and chance.random() < 0.85
    burns = chance.random() < 0.5
    for step in range(1, (to_foot if inside else part) + 1):
        field = Place((place + step) % rules.field_count)
        if burns or (step == part and chance.random() < 0.9):
            for row in rows:
                row[:] = [KENNEL if other == field else other for other in row]
    rows[seat][index] = goal(part - to_foot) if inside else Place((place + part) % rules.field_count)
    return True


def _swapped(chance: random.Random, position: Position) -> Placement:
    """Two pawns in each other's place, sometimes one of them a few fields further."""
    rules = rules_of(position)
    rows = [list(row) for row in position.placement.pawns]
    out = [(seat, index) for seat, row in enumerate(rows) for index, place in enumerate(row) if place != KENNEL]
    own = [pawn for pawn in out if pawn[0] == position.turn] or out
    if not out:
        return position.placement
    one, other = chance.choice(own if chance.random() < 0.8 else out), chance.choice(out)
    (seat, index), (to, at) = one, other
    rows[seat][index], rows[to][at] = rows[to][at], rows[seat][index]
    if chance.random() < 0.25:
        _walk(chance, position, rows, seat, index, chance.randint(1, 5))
    return position.placement.with_pawns(tuple(tuple(r if rules.ranks else sorted(r)) for r in rows))
