"""Wrong plays of every game, made from right ones: a board of the middle of a game, a card, and up to three changes.

All chance comes from the given seed, so that a wrong play can be repeated.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from msgspec.structs import replace
from rules_for_tests import rules_of

from companion.catalogue.shipped import SHIPPED
from companion.model.places import CENTRE, KENNEL, OFF, Place, goal, is_goal
from companion.model.play import Play
from companion.model.position import BETWEEN_STOPS, Placement, Position, Switch
from companion.referee.expectation import unfinished_state
from companion.referee.faults.card_reading import uses_of_card
from companion.referee.sight import shown
from companion.referee.wheel_turn import carried
from companion.rules.legal import legal_plays, stages
from companion.rules.mechanic import StandIn, Use
from companion.rules.moves.turn import Stage, Turn, turn_of
from companion.rules.rules import OptionError
from companion.rules.setup import first_position, spread_seats
from companion.rules.variant import Variant

TABLES = [(variant, players) for variant in SHIPPED.ids for players in SHIPPED.variant(variant).seat_counts]
#: The changes to the wheel: the count it shows, and whether the figures on it go along.
TURNS = ((1, True), (-1, True), (2, True), (1, False), (-1, False))


@dataclass(frozen=True)
class WrongPlay:
    """`seen` lies on the board after `card` was played in `position`; it may also be right by chance."""

    position: Position
    card: str
    acting_as: str | None
    seen: Placement

    @property
    def variant(self) -> Variant:
        return SHIPPED.variant(self.position.variant)

    @cached_property
    def turn(self) -> Turn:
        return turn_of(rules_of(self.position), self.position)

    @cached_property
    def plays(self) -> tuple[Play, ...]:
        return legal_plays(rules_of(self.position), self.position, self.card, self.acting_as)

    @cached_property
    def stages(self) -> tuple[Stage, ...]:
        return stages(rules_of(self.position), self.position, self.card, self.acting_as)

    @cached_property
    def uses(self) -> tuple[Use, ...]:
        return uses_of_card(rules_of(self.position), self.turn, self.card, self.acting_as)

    def is_proper(self, board: Placement) -> bool:
        """Whether the card leads to the board, or properly to something on the way there."""
        visible = shown(self.variant, board)
        if visible == shown(self.variant, self.position.placement):
            return True
        if any(shown(self.variant, play.result) == visible for play in self.plays):
            return True
        if board.extra("wheel") == BETWEEN_STOPS:
            return False
        return unfinished_state(rules_of(self.position), self.position, self.card, self.acting_as, board) is not None


def wrong_plays(variant_id: str, players: int, seed: int, boards: int, per_board: int = 6) -> Iterator[WrongPlay]:
    """Yields `boards` boards, each with `per_board` wrong plays."""
    chance = random.Random(f"{variant_id} {players} {seed}")
    for _ in range(boards):
        position = board(chance, variant_id, players)
        card = chance.choice(position_cards(position))
        face = _face(chance, position, card)
        plays, between = (
            legal_plays(rules_of(position), position, card, face),
            stages(rules_of(position), position, card, face),
        )
        for _ in range(per_board):
            bases = [[play.result for play in plays], [stage.placement for stage in between], [position.placement]]
            base = chance.choice(chance.choice([some for some in bases if some]))
            for _ in range(chance.choice((1, 1, 1, 2, 2, 3))):
                base = changed(chance, position, base)
            yield WrongPlay(position, card, face, base)


def position_cards(position: Position) -> tuple[str, ...]:
    return SHIPPED.variant(position.variant).cards


def board(chance: random.Random, variant_id: str, players: int) -> Position:
    """A board as it may be in the middle or near the end of a game, sometimes with a house rule."""
    variant = SHIPPED.variant(variant_id)
    sectors = variant.usual_sectors(players)
    position = first_table(chance, variant, sectors, players)
    rules, count = SHIPPED.rules(position), variant.field_count(sectors)
    free = list(range(count))
    chance.shuffle(free)
    done = [chance.random() < 0.12 for _ in range(players)]
    for team in set(rules.teams):
        team_seats = [seat for seat in range(players) if rules.teams[seat] == team]
        if all(done[seat] for seat in team_seats):
            done[team_seats[0]] = False
    rows = []
    for seat, row in enumerate(position.placement.pawns):
        lanes = [goal(number) for number in range(1, 5)]
        chance.shuffle(lanes)
        places = [lanes.pop() for _ in range(4)] if done[seat] else []
        places += [_somewhere(chance, free, lanes, rules.starts[seat]) for _ in row[len(places) :]]
        if sum(place in map(goal, range(1, 5)) for place in places) == 4 and not done[seat]:
            places[-1] = KENNEL
        rows.append(tuple(places if variant.ranks else sorted(places)))
    if variant.centre is not None and chance.random() < 0.3:
        seat = chance.randrange(players)
        if KENNEL in rows[seat]:
            waiting = rows[seat].index(KENNEL)
            rows[seat] = tuple(sorted((*rows[seat][:waiting], CENTRE, *rows[seat][waiting + 1 :])))
    placement = position.placement.with_pawns(tuple(rows))
    for name in variant.figures:
        fields = [field for field in free if field not in rules.all_starts]
        placement = placement.with_extra(name, fields[0])
    if placement.extra("wheel") is not None:
        placement = placement.with_extra("wheel", chance.randrange(4))
    copied = None
    if variant.remembers_last_card and chance.random() < 0.8:
        copied = chance.choice([card for card in variant.cards if not variant.stands_in(card)])
    return replace(position, placement=placement, copied=copied)


def first_table(chance: random.Random, variant: Variant, sectors: int, players: int) -> Position:
    """An empty table, sometimes with one house rule, if it goes with so many players."""
    options: tuple[tuple[str, Switch], ...] = ()
    if variant.options and chance.random() < 0.3:
        name = chance.choice(sorted(variant.options))
        options = ((name, chance.choice(variant.options[name].values)),)
    seats, turn = spread_seats(players, sectors), chance.randrange(players)
    try:
        return first_position(SHIPPED.variant(variant.id), sectors, seats, options, turn)
    except OptionError:
        return first_position(SHIPPED.variant(variant.id), sectors, seats, (), turn)


def _somewhere(chance: random.Random, free: list[int], lanes: list[Place], start: int) -> Place:
    kind = chance.random()
    if kind < 0.3:
        return KENNEL
    if kind < 0.45 and len(lanes) > 1:
        return lanes.pop()
    if kind < 0.55 and start in free:
        free.remove(start)
        return Place(start)
    if kind < 0.7:
        near = [field for field in free if (start - field) % 200 <= 6]
        if near:
            free.remove(near[0])
            return Place(near[0])
    return Place(free.pop())


def _face(chance: random.Random, position: Position, card: str) -> str | None:
    uses = SHIPPED.variant(position.variant).uses[card]
    if not any(isinstance(use, StandIn) and use.declared for use in uses) or chance.random() < 0.7:
        return None
    turn = turn_of(rules_of(position), position)
    faces = [face for use in uses for face in use.stands_for(turn)]
    return chance.choice(faces) if faces else None


def possible(board: Placement) -> bool:
    """Returns whether each field holds one pawn or dog at most; neither camera nor tablet gives another board."""
    places = [
        (seat if is_goal(place) else -1, place)
        for seat, row in enumerate(board.pawns)
        for place in row
        if place not in (KENNEL, OFF)
    ]
    places += [(-1, Place(dog)) for dog in (board.extra("dog"),) if dog not in (None, OFF)]
    return len(set(places)) == len(places)


def changed(chance: random.Random, position: Position, base: Placement) -> Placement:
    """The board with one more thing done to it."""
    variant = SHIPPED.variant(position.variant)
    kind = chance.random()
    if base.extra("dog") is not None and kind < 0.12:
        dog = (base.extra("dog") or 0) + chance.choice((1, -1, 2, -3, 5, chance.randrange(60)))
        return base.with_extra("dog", OFF if chance.random() < 0.1 else dog % variant.field_count(position.sectors))
    if base.extra("wheel") is not None and kind < 0.28:
        return turned(chance, position, base)
    rows = [list(row) for row in base.pawns]
    seat = position.turn if chance.random() < 0.4 else chance.randrange(len(rows))
    row, index = rows[seat], chance.randrange(len(rows[seat]))
    if kind < 0.38:
        other = chance.choice([line for line in rows if line is not row])
        there = chance.randrange(len(other))
        row[index], other[there] = other[there], row[index]
    else:
        starts = [variant.start_field(sector) for sector in position.seats]
        row[index] = _elsewhere(chance, row[index], variant.field_count(position.sectors), starts)
    return base.with_pawns(tuple(tuple(row if variant.ranks else sorted(row)) for row in rows))


def turned(chance: random.Random, position: Position, base: Placement) -> Placement:
    """The disc turned, with all figures on it, none or some; or left between two stops."""
    variant, sectors = SHIPPED.variant(position.variant), position.sectors
    if chance.random() < 0.1:
        return base.with_extra("wheel", BETWEEN_STOPS)
    turns, along = chance.choice(TURNS)
    split = chance.random() < 0.3

    def goes(place: int) -> Place:
        return carried(variant, sectors, Place(place), turns if along != (split and chance.random() < 0.5) else 0)

    rows = tuple(tuple(sorted(goes(place) for place in row)) for row in base.pawns)
    wheel, dog = base.extra("wheel") or 0, base.extra("dog")
    after = Placement(rows, base.extras).with_extra("wheel", (wheel + turns) % 4)
    return after if dog is None else after.with_extra("dog", goes(dog))


def _elsewhere(chance: random.Random, place: Place, count: int, starts: list[int]) -> Place:
    kind = chance.random()
    if place == KENNEL and kind < 0.4:
        return Place(chance.choice(starts))
    if goal(4) <= place <= goal(1) and kind < 0.5:
        return goal(chance.randrange(1, 5))
    if place >= 0 and kind < 0.45:
        return Place((place + chance.choice((1, -1, 2, -2, 3, 4, -4, 7, 8, 13))) % count)
    if kind < 0.6:
        return KENNEL
    if kind < 0.66:
        return OFF
    if kind < 0.75:
        return goal(chance.randrange(1, 5))
    return Place(chance.randrange(count))
