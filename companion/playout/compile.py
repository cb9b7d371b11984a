"""The rules of one table as the numbers of the kernel; rules beyond them are refused with a reason.

Law: nothing is guessed.  Rules with an unknown kind of card use, after-effect or slot have no table.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Final

from companion.model.places import CENTRE, Place, goal
from companion.playout.structs import DECK, FIELDS, HAND, OFF_TRACK, CardUse, PawnRank, Table
from companion.rules.deal import exchanges, receiver
from companion.rules.flat.codes import Opcode, UseCode, bits_of, flags_of
from companion.rules.mechanic import Use
from companion.rules.mechanics.dog import BitingFigure
from companion.rules.mechanics.special_field import SpecialField
from companion.rules.mechanics.swap import Swap
from companion.rules.mechanics.touched import Touched
from companion.rules.mechanics.wheel import QuarterTurns, WheelTurn
from companion.rules.rules import Rules

#: The order of `enum start_when`, `enum stuck` and `enum effect` in kernel.h.
_START_WHEN: Final = ("at_once", "after_deal", "after_exchange")
_STUCK: Final = ("forfeit", "discard_and_draw", "discard_one")
_WHEEL: Final = 1
_SPECIAL_FIELD: Final = 2
#: Values are bits of one 64-bit number.
_MOST_VALUE: Final = 63


class NoTableError(ValueError):
    """The kernel cannot play by these rules; one line that names the unsupported one."""

    def __init__(self, rule: str) -> None:
        super().__init__(f"chances are not available with {rule}")


def compile_table(rules: Rules) -> Table:
    """The tables of one game.  Raises NoTableError."""
    _check(rules)
    _check_uses(rules)
    table = Table()
    _seats(table, rules)
    _board(table, rules)
    _effects(table, rules)
    _deal(table, rules)
    _cards(table, rules)
    _worths(table, rules)
    return table


@lru_cache(maxsize=16)
def table_of(rules: Rules) -> Table:
    """The same, cached for further calls with these rules."""
    return compile_table(rules)


def _check(rules: Rules) -> None:
    """Refuses everything that the structs cannot represent."""
    variant = rules.variant
    for slot in rules.slots.values():
        if type(slot) not in (BitingFigure, QuarterTurns, Touched):
            raise _unknown("slot", slot)
    for effect in rules.effects:
        if type(effect) not in (WheelTurn, SpecialField):
            raise _unknown("after-effect", effect)
    wheels = [effect.slot for effect in rules.effects if isinstance(effect, WheelTurn)]
    idle = [name for name, slot in rules.slots.items() if isinstance(slot, QuarterTurns) and name not in wheels]
    cycle = rules.deal.cycle(len(rules.seats))
    for wrong, why in (
        (len(rules.effects) > 1, "a game with more than one after-effect"),
        (len(rules.figures) > 1, "a game with more than one neutral figure"),
        (bool(idle), "a disc that nothing turns"),
        (bool(wheels and rules.ranks), "a wheel that carries pawns with ranks"),
        (bool(rules.ranks) and _has(rules, Swap, "own_pair"), "a swap of two own pawns with ranks"),
        (variant.deck_size > DECK, f"a deck of more than {DECK} cards"),
        (max(cycle) >= HAND, f"a hand of {HAND} cards or more"),
        (rules.field_count > FIELDS, f"a track of more than {FIELDS} fields"),
    ):
        if wrong:
            raise NoTableError(why)


def _check_uses(rules: Rules) -> None:
    """A use has a code, and every value its bit."""
    for card, codes in zip(rules.variant.cards, _uses(rules), strict=True):
        for use, code in zip(rules.uses[card], codes, strict=True):
            if code.op is Opcode.NONE:
                raise _unknown("card use", use)
            if code.values >> (_MOST_VALUE + 1):
                raise NoTableError(f"a walk of {code.values.bit_length() - 1} fields")


def _uses(rules: Rules) -> Iterator[tuple[UseCode, ...]]:
    """The codes of the uses of each face."""
    tables = rules.card_tables
    return (tables.uses[first:last] for first, last in pairwise(tables.first_use))


def _unknown(kind: str, block: object) -> NoTableError:
    tag = getattr(type(block), "__struct_config__", None)
    return NoTableError(f"the {kind} {getattr(tag, 'tag', type(block).__name__)!r}")


def _has(rules: Rules, kind: type[Use], setting: str) -> bool:
    return any(isinstance(use, kind) and getattr(use, setting) for uses in rules.uses.values() for use in uses)


def _seats(table: Table, rules: Rules) -> None:
    count = len(rules.seats)
    table.seats, table.pawns, table.turn_step = count, rules.pawns_per_seat, rules.turn_step
    table.lane, table.lead = rules.goal_fields, max(rules.walk.lane_offset, -1)
    for seat in range(count):
        table.start[seat], table.foot[seat], table.team[seat] = rules.starts[seat], rules.feet[seat], rules.teams[seat]
        table.mates[seat] = bits_of(rules.mates[seat])
        table.receiver[seat] = receiver(rules, seat) if exchanges(rules) else -1


def _board(table: Table, rules: Rules) -> None:
    walk = rules.walk
    tables, count = rules.board_tables, rules.field_count
    table.fields = count
    settings = (walk.home_optional, walk.extra_lap, walk.captures_own, walk.back_over_start, walk.waste_in_lane)
    more = (walk.passes_own, not walk.lane_gaps, walk.onto_mates == "entrance", not walk.blocks_own)
    table.walk = flags_of(*settings, *more)
    table.came_round = rules.came_round is not None
    table.sparing = rules.sparing is not None
    for name in ("guard", "next_guard", "door", "watched"):
        getattr(table, name)[:count] = getattr(tables, name)
    table.exit[: len(rules.seats)] = tables.exits
    table.door_any = rules.centre is None or rules.centre.exit == "any"
    table.ranks = bool(rules.ranks)
    for index, rank in enumerate(rules.ranks):
        table.rank[index] = PawnRank(
            values=bits_of(rank.values),
            taken_by_peers=rank.taken_by_peers,
            passes_blockers=rank.passes_blockers,
            jumps=rank.jumps,
            wastes=rank.wastes,
        )
    for following in tables.figure_next.values():
        table.has_figure = 1
        table.figure_next[:count] = following
        for field in rules.variant.wheel_fields(rules.sectors):
            table.figure_home[field] = 1


def _effects(table: Table, rules: Rules) -> None:
    table.keeps_left_fields = rules.keeps_left_fields
    for effect in rules.effects:
        if isinstance(effect, SpecialField):
            table.effect = _SPECIAL_FIELD
        if isinstance(effect, WheelTurn):
            table.effect, table.own_only = _WHEEL, effect.own_only
            for back, quarter_turns in enumerate((1, -1)):
                table.carry[back][: rules.field_count] = effect.carriage(rules, quarter_turns)


def _deal(table: Table, rules: Rules) -> None:
    deal, cycle = rules.deal, rules.deal.cycle(len(rules.seats))
    table.stuck = _STUCK.index(deal.when_stuck(len(rules.seats)))
    together = deal.reshuffle == "all_together"
    table.deal = flags_of(
        deal.lays_down_without_pawns, deal.gathers_all_cards, deal.dealer_keeps_cycle, together, deal.draws_after_play
    )
    table.cycle_length, table.cycle[: len(cycle)] = len(cycle), cycle
    table.start_must = rules.setup.duty == "must"
    table.start_when = _START_WHEN.index(rules.setup.when)
    # The one switch that people honour at the table and that has no setting of its own (ROY-R20).
    switches = {name: rule.default for name, rule in rules.variant.options.items()} | dict(rules.options)
    table.draw_optional = bool(switches.get("roy.draw_optional", True))


def _cards(table: Table, rules: Rules) -> None:
    cards = rules.card_tables
    table.remembers, table.faces = rules.variant.remembers_last_card, len(rules.variant.cards)
    table.cards = len(cards.deck)
    table.card[: len(cards.deck)] = cards.deck
    for name in ("starts_pawn", "stands_in", "declared"):
        by_face = getattr(cards, name)
        getattr(table, name)[: len(by_face)] = by_face
    for face, codes in enumerate(_uses(rules)):
        for index, code in enumerate(codes):
            table.use[face][index] = CardUse(**code._asdict())


#: The value of a pawn to a player who considers one play only, in quarters of a field of a lap of 64.
_OUT: Final = 72
_HOME: Final = 384
_DEEPER: Final = 8
_IN_CENTRE: Final = 176
_LAP: Final = 256


def _worths(table: Table, rules: Rules) -> None:
    count = rules.field_count
    for seat, start in enumerate(rules.starts):
        worth = table.worth[seat]
        worth[OFF_TRACK + CENTRE] = _IN_CENTRE
        for number in range(1, rules.goal_fields + 1):
            worth[OFF_TRACK + goal(number)] = _HOME + _DEEPER * number
        for field in range(count):
            worth[OFF_TRACK + Place(field)] = _OUT + (field - start) % count * _LAP // count
    for face, codes in enumerate(_uses(rules)):
        table.keep[face] = sum(_KEPT.get(code.op, 40) for code in codes)


#: The value of keeping a card, by its uses, in the units of a score.
_KEPT: Final[Mapping[Opcode, int]] = {
    Opcode.START: 200,
    Opcode.JOKER: 500,
    Opcode.SEVEN: 150,
    Opcode.SWAP: 60,
    Opcode.PULL: 60,
    Opcode.COPY: 30,
}
