"""The rules of one table as the numbers that the kernel plays by; what they cannot say is refused in words.

Law: nothing is guessed.  A kind of card use, after-effect or slot that is not known here has no table.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from companion.model.places import CENTRE, GOAL_FIELDS, Place, goal
from companion.playout.structs import DECK, FIELDS, HAND, OFF_TRACK, CardUse, PawnRank, Table
from companion.rules.deal import exchanges, receiver
from companion.rules.mechanic import StandIn, Use
from companion.rules.mechanics.advance import Advance
from companion.rules.mechanics.centre import Centre
from companion.rules.mechanics.copy import Copy
from companion.rules.mechanics.dog import BitingFigure, PawnThenFigure
from companion.rules.mechanics.joker import Joker
from companion.rules.mechanics.magnet import Magnet
from companion.rules.mechanics.neighbour import SkipNeighbour
from companion.rules.mechanics.retreat import Retreat
from companion.rules.mechanics.seven import Seven
from companion.rules.mechanics.special_field import SpecialField
from companion.rules.mechanics.split import Split
from companion.rules.mechanics.start import Start
from companion.rules.mechanics.swap import Swap
from companion.rules.mechanics.touched import Touched
from companion.rules.mechanics.wheel import QuarterTurns, WheelTurn
from companion.rules.rules import Rules

#: The order of `enum op`, `enum effect`, `enum stuck` and the bits of the flags in kernel.h.
_OPS: Final = ("", "START", "WALK", "BACK", "SWAP", "PULL", "DOOR", "FIGURE", "SEVEN", "SPLIT", "COPY", "JOKER", "SKIP")
_STUCK: Final = ("forfeit", "discard_and_draw", "discard_one")
_WHEEL: Final = 1
_SPECIAL_FIELD: Final = 2
#: Values are bits of one 64-bit number.
_MOST_VALUE: Final = 63


class NoTableError(ValueError):
    """The kernel cannot play by these rules; one line that says by which."""

    def __init__(self, rule: str) -> None:
        super().__init__(f"chances are not available with {rule}")


def compile_table(rules: Rules) -> Table:
    """The tables of one game.  Raises NoTableError."""
    _check(rules)
    table = Table()
    _seats(table, rules)
    _board(table, rules)
    _effects(table, rules)
    _deal(table, rules)
    _cards(table, rules)
    _worths(table, rules)
    return table


def _check(rules: Rules) -> None:
    """What the structs have no room or no word for."""
    variant = rules.variant
    for slot in rules.slots.values():
        if type(slot) not in (BitingFigure, QuarterTurns, Touched):
            raise _unknown("slot", slot)
    for effect in rules.effects:
        if type(effect) not in (WheelTurn, SpecialField):
            raise _unknown("after-effect", effect)
    wheels = [effect.slot for effect in rules.effects if isinstance(effect, WheelTurn)]
    idle = [name for name, slot in rules.slots.items() if isinstance(slot, QuarterTurns) and name not in wheels]
    cycle = _cycle(rules)
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


def _unknown(kind: str, block: object) -> NoTableError:
    tag = getattr(type(block), "__struct_config__", None)
    return NoTableError(f"the {kind} {getattr(tag, 'tag', type(block).__name__)!r}")


def _has(rules: Rules, kind: type[Use], setting: str) -> bool:
    return any(isinstance(use, kind) and getattr(use, setting) for uses in rules.uses.values() for use in uses)


def _cycle(rules: Rules) -> tuple[int, ...]:
    """Cards a player gets, round by round, until it begins again."""
    count, sizes = len(rules.seats), []
    for number in range(1, 31):
        sizes.append(rules.deal.cards_in_round(number, count))
        if rules.deal.ends_cycle(number, count):
            break
    return tuple(sizes)


def _seats(table: Table, rules: Rules) -> None:
    count = len(rules.seats)
    table.seats, table.pawns, table.turn_step = count, rules.pawns_per_seat, rules.turn_step
    for seat in range(count):
        table.start[seat], table.foot[seat], table.team[seat] = rules.starts[seat], rules.feet[seat], rules.teams[seat]
        table.mates[seat] = _bits(rules.mates[seat])
        table.receiver[seat] = receiver(rules, seat) if exchanges(rules) else -1


def _board(table: Table, rules: Rules) -> None:
    walk = rules.walk
    table.fields = rules.field_count
    settings = (walk.home_optional, walk.extra_lap, walk.captures_own, walk.back_over_start, walk.waste_in_lane)
    table.walk = _flags(*settings)
    table.came_round = rules.came_round is not None
    table.sparing = rules.sparing is not None
    for field in range(rules.field_count):
        table.guard[field] = rules.guarded.get(field, -1)
        gaps = [(guard - field - 1) % rules.field_count + 1 for guard in rules.guarded]
        table.next_guard[field] = min(gaps, default=255)
        table.door[field] = field in rules.doors
        table.watched[field] = field in rules.watched
    table.door_any = rules.centre is None or rules.centre.exit == "any"
    for seat, start in enumerate(rules.starts):
        table.exit[seat] = (start + rules.centre.door) % rules.field_count if rules.centre else -1
    table.ranks = bool(rules.ranks)
    for index, rank in enumerate(rules.ranks):
        table.rank[index] = PawnRank(
            values=_bits(rank.values),
            taken_by_peers=rank.taken_by_peers,
            passes_blockers=rank.passes_blockers,
            jumps=rank.jumps,
            wastes=rank.wastes,
        )
    for skips in rules.figure_skips.values():
        table.has_figure = 1
        for field in skips:
            table.figure_avoids[field] = 1
        for field in rules.variant.wheel_fields(rules.sectors):
            table.figure_home[field] = 1


def _effects(table: Table, rules: Rules) -> None:
    table.keeps_left_fields = rules.keeps_left_fields
    for effect in rules.effects:
        if isinstance(effect, SpecialField):
            table.effect = _SPECIAL_FIELD
        if isinstance(effect, WheelTurn):
            table.effect, table.own_only = _WHEEL, effect.own_only
            quarter = rules.field_count // 4
            carried = rules.variant.fields_at(effect.fields, rules.sectors)
            for back, shift in enumerate((quarter, -quarter)):
                for field in range(rules.field_count):
                    table.carry[back][field] = (field + shift) % rules.field_count if field in carried else field


def _deal(table: Table, rules: Rules) -> None:
    deal, cycle = rules.deal, _cycle(rules)
    table.stuck = _STUCK.index(deal.when_stuck(len(rules.seats)))
    together = deal.reshuffle == "all_together"
    table.deal = _flags(deal.lays_down_without_pawns, deal.gathers_all_cards, deal.dealer_keeps_cycle, together)
    table.cycle_length = len(cycle)
    for number, cards in enumerate(cycle):
        table.cycle[number] = cards
    table.start_must = rules.setup.duty == "must"
    table.start_after = rules.setup.when == "after_exchange"
    # The one switch that people honour at the table and that has no setting of its own (ROY-R20).
    switches = {name: rule.default for name, rule in rules.variant.options.items()} | dict(rules.options)
    table.draw_optional = bool(switches.get("roy.draw_optional", True))


def _cards(table: Table, rules: Rules) -> None:
    variant = rules.variant
    table.remembers, table.faces = variant.remembers_last_card, len(variant.cards)
    deck = [face for face, card in enumerate(variant.cards) for _ in range(variant.deck[card])]
    table.cards = len(deck)
    for index, face in enumerate(deck):
        table.card[index] = face
    for face, card in enumerate(variant.cards):
        uses = rules.uses[card]
        for index, use in enumerate(uses):
            table.use[face][index] = _use(rules, use)
        table.starts_pawn[face] = any(isinstance(use, Start) for use in uses)
        table.stands_in[face] = variant.stands_in(card)
        table.declared[face] = any(isinstance(use, StandIn) and use.declared for use in variant.uses[card])


def _use(rules: Rules, use: Use) -> CardUse:
    compiled = _KINDS.get(type(use))
    if compiled is None:
        raise _unknown("card use", use)
    op, settings = compiled
    values = settings(rules, use)
    highest = max(values.get("numbers", (0,)))
    if highest > _MOST_VALUE:
        raise NoTableError(f"a walk of {highest} fields")
    return CardUse(
        op=_OPS.index(op),
        values=_bits(values.get("numbers", ())),
        flags=values.get("flags", 0),
        points=values.get("points", 0),
        portions=values.get("portions", 0),
    )


def _bits(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in set(numbers))


def _flags(*settings: bool) -> int:
    """The settings as bits, the first one the lowest."""
    return _bits(index for index, setting in enumerate(settings) if setting)


_Settings = Mapping[str, Any]


def _nothing(_: Rules, __: Any) -> _Settings:
    return {}


def _advance(_: Rules, use: Advance) -> _Settings:
    return {
        "numbers": use.values,
        "flags": _flags(use.ignores_rank, use.start_card and not use.start_cards_move_kings),
    }


def _retreat(_: Rules, use: Retreat) -> _Settings:
    return {"numbers": use.values, "flags": _flags(use.ignores_rank)}


def _figure(_: Rules, use: PawnThenFigure) -> _Settings:
    return {"numbers": use.values}


def _swap(_: Rules, use: Swap) -> _Settings:
    opponents, void = use.partners == "opponents", use.without_target == "void"
    return {"flags": _flags(opponents, void, use.own_pair, use.own_blocker)}


def _magnet(_: Rules, use: Magnet) -> _Settings:
    return {"flags": _flags(use.zero)}


def _seven(_: Rules, use: Seven) -> _Settings:
    helps = use.rest_to_partner != "never" and use.help_same_card
    flags = _flags(use.burns, use.revisit, helps, use.partner_pawns)
    return {"points": use.points, "portions": use.portions, "flags": flags}


def _split(_: Rules, use: Split) -> _Settings:
    printed, off = use.opponents == "printed", use.opponents == "off"
    flags = _flags(printed, off, use.opponent_blockers, use.opponent_lane, use.help_same_card)
    return {"points": use.points, "flags": flags}


def _joker(rules: Rules, use: Joker) -> _Settings:
    cards = rules.variant.cards
    faces = use.red if use.red_only else cards
    return {"numbers": tuple(cards.index(face) for face in faces if not rules.variant.stands_in(face))}


def _skip(_: Rules, use: SkipNeighbour) -> _Settings:
    return {"numbers": (use.value,), "flags": _flags(use.moves_too)}


#: By kind of use: its `enum op`, and what of its settings the kernel needs.
_KINDS: Final[Mapping[type[Use], tuple[str, Callable[[Rules, Any], _Settings]]]] = {
    Start: ("START", _nothing),
    Advance: ("WALK", _advance),
    Retreat: ("BACK", _retreat),
    Swap: ("SWAP", _swap),
    Magnet: ("PULL", _magnet),
    Centre: ("DOOR", _nothing),
    PawnThenFigure: ("FIGURE", _figure),
    Seven: ("SEVEN", _seven),
    Split: ("SPLIT", _split),
    Copy: ("COPY", _nothing),
    Joker: ("JOKER", _joker),
    SkipNeighbour: ("SKIP", _skip),
}

#: What a pawn is worth to a player who looks at one play only, in quarters of a field of a lap of 64.
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
        for number in range(1, GOAL_FIELDS + 1):
            worth[OFF_TRACK + goal(number)] = _HOME + _DEEPER * number
        for field in range(count):
            worth[OFF_TRACK + Place(field)] = _OUT + (field - start) % count * _LAP // count
    for face, card in enumerate(rules.variant.cards):
        table.keep[face] = sum(_KEPT.get(type(use), 40) for use in rules.uses[card])


#: What keeping a card is worth, by what it can be played for, in the units of a score.
_KEPT: Final[Mapping[type[Use], int]] = {Start: 200, Joker: 500, Seven: 150, Swap: 60, Magnet: 60, Copy: 30}
