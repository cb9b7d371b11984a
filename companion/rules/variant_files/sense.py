"""Whether a game makes sense as a whole: its numbers, cards, effects and switches are consistent with each other.

Law: a game without a fault here can be set up and played with every number of players and every value of its switches.
"""

import re
from collections.abc import Callable, Container, Iterator
from typing import Any, Final

import msgspec

from companion.model.places import MOST_GOAL_FIELDS
from companion.model.position import Position
from companion.rules.legal import legal_plays
from companion.rules.mechanic import Effect, FigureSlot, Use
from companion.rules.mechanics.start import Start
from companion.rules.rules import rules_of, seating_of
from companion.rules.settings import FIVE, OptionRule
from companion.rules.setup import first_position
from companion.rules.variant import Variant
from companion.rules.variant_files.file import build_variant, mechanics_of
from companion.rules.variant_files.shape import FileFault, at, did_you_mean, shape_faults
from companion.system.quoting import short

#: Nobody shuffles more; and a check of a file has an end.
_MOST_OF_A_CARD: Final = 99
_MOST_CARDS: Final = 60
_MOST_SWITCHED: Final = 120
_MOST_USES: Final = 12
_CYCLE: Final = re.compile(r"[1-9][0-9]?(-[1-9][0-9]?){0,29}")
_SWITCH: Final = re.compile(r"[a-z]+\.[a-z0-9_]+")
_SLOT: Final = re.compile(r"[a-z_]+")
_NUMBER: Final = re.compile(r"[1-9]")
_SECTORS: Final = range(2, 9)
_GOAL_FIELDS: Final = range(3, MOST_GOAL_FIELDS + 1)
_PAWNS: Final = range(3, 7)
#: The engine's tables and the kernel end here.
_MOST_FIELDS: Final = 192
#: Words that a setting may take although its type is any text, by the last part of its path.
_VOCABULARY: Final = {
    "stuck": ("forfeit", "discard_and_draw", "discard_one"),
    "exchange": ("partner", "left"),
    "reshuffle": ("rest_first", "all_together"),
    "teams": ("opposite", "alternating", "alone"),
    "pairs_of_six": ("", "opposite", "alternating", "alone"),
    "pattern": ("", "opposite", "alternating", "alone"),
}
_CYCLES: Final = ("hand_cycle", "five_players")
#: Keys of a position that no slot may take.
_RESERVED: Final = ("v", "variant", "options", "sectors", "seats", "teams", "turn", "copied", "pawns", "draws")

Faults = Iterator[FileFault]


def game_faults(merged: dict[str, Any], name: str, own_switches: Container[str]) -> Faults:
    """Yields every fault of merged tables: of their shape, then of their names, then of the game as a whole.

    `own_switches` are those that the file states itself.
    """
    for faults in (shape_faults(merged), _name_faults(merged)):
        found = list(faults)
        yield from found
        if found:
            return
    yield from sense_faults(build_variant(name, merged), own_switches)


def _name_faults(merged: dict[str, Any]) -> Faults:
    order, cards = merged["card_order"], merged["cards"]
    left_out = ", ".join(at("", card) for card in cards if card not in order)
    if left_out:
        yield FileFault("card_order", f"it leaves out {left_out}")
    for card in order:
        if card not in cards:
            yield FileFault("card_order", f"there is no card {short(card)}; {did_you_mean(card, cards)}")
    if len(set(order)) != len(order):
        yield FileFault("card_order", "it names a card twice")
    for key in ("boards", "pawns"):
        for number in merged[key]:
            if not _NUMBER.fullmatch(number):
                yield FileFault(key, f"{short(number)} is no number")


def sense_faults(variant: Variant, own_switches: Container[str]) -> Faults:
    """Yields every contradiction in a game that was built from its file, which states `own_switches` itself.

    An inherited switch may have nothing to set: a family shares them; so may one that is refused with a reason.
    """
    for check in _CHECKS:
        found = list(check(variant))
        yield from found
        if found and check in _GROUND:
            return
    there = _settings(variant)
    for name, rule in variant.options.items():
        idle = not any(path.rpartition(".")[0] in there for path in rule.sets)
        if name in own_switches and rule.sets and idle and not rule.refused:
            yield FileFault(at("options", name), "this game has nothing that it could set")


def trial_faults(variant: Variant) -> Faults:
    """Sets the game up for every number of players and value of a switch, and lists the plays of each card."""
    for count in variant.seat_counts:
        choices: list[tuple[tuple[str, Any], ...]] = [()]
        choices += [((name, value),) for name, rule in variant.options.items() for value in rule.values]
        for switches in choices:
            stated = "".join(f" and {name} = {value!r}" for name, value in switches)
            try:
                position = ready_position(variant, count, switches)
                rules = rules_of(variant, position)
                for card in variant.cards:
                    legal_plays(rules, position, card)
                if max(rules.deal.cycle(count)) * count > variant.deck_size:
                    yield FileFault("", f"with {count} players{stated} there are too few cards to deal")
            except Exception as error:  # noqa: BLE001 - whatever the data makes of the rules is the fault of the file
                yield FileFault("", f"with {count} players{stated} it cannot be played ({error})")


def ready_position(variant: Variant, count: int, switches: tuple[tuple[str, Any], ...]) -> Position:
    """Returns the first position with every neutral figure on the track."""
    clockwise = seating_of(variant, dict(switches)).pawns == "clockwise"
    seats = tuple(range(count))
    position = first_position(variant, seats=seats if clockwise else seats[::-1], options=switches)
    rules = rules_of(variant, position)
    placement = position.placement
    for name in rules.figures:
        free = set(range(rules.field_count)) - rules.figure_skips[name]
        placement = placement.with_extra(name, min(free))
    return position.with_placement(placement)


def _players(variant: Variant) -> Faults:
    for sectors, counts in variant.boards.items():
        key = at("boards", str(sectors))
        if sectors not in _SECTORS:
            yield FileFault(key, f"a board has {_SECTORS.start} to {_SECTORS[-1]} sectors")
        if not counts or not all(2 <= count <= sectors for count in counts):
            yield FileFault(key, f"2 to {sectors} can play on a board of {sectors} sectors, not {list(counts)}")
    if not variant.boards:
        yield FileFault("boards", "the game needs a board, such as 4 = [2, 3, 4]")
    if not 5 <= variant.sector_length <= 32:
        yield FileFault("sector_length", f"a sector has 5 to 32 fields, not {variant.sector_length}")
    if variant.boards and variant.field_count(max(variant.boards)) > _MOST_FIELDS:
        yield FileFault("sector_length", f"a track has {_MOST_FIELDS} fields at most")
    if variant.goal_fields not in _GOAL_FIELDS:
        most = _GOAL_FIELDS[-1]
        yield FileFault("goal_fields", f"a lane has {_GOAL_FIELDS.start} to {most} fields, not {variant.goal_fields}")
    yield from _pawns(variant)


def _pawns(variant: Variant) -> Faults:
    for count in variant.seat_counts:
        number = variant.pawns.get(count)
        key = at("pawns", str(count))
        if number is None:
            yield FileFault(key, f"missing: how many pawns has each of {count} players?")
        elif number not in _PAWNS:
            yield FileFault(key, f"a player has {_PAWNS.start} to {_PAWNS[-1]} pawns, not {number}")
        elif variant.ranks and number != len(variant.ranks):
            yield FileFault(key, f"there are {len(variant.ranks)} ranks, so {number} pawns cannot have one each")
    for count in sorted(set(variant.pawns) - set(variant.seat_counts)):
        yield FileFault(at("pawns", str(count)), f"{count} players are on no board")


def _teams(variant: Variant) -> Faults:
    for count, pattern in variant.seating.teams.items():
        key = at("seating.teams", count)
        if fault := _word_fault("teams", pattern):
            yield FileFault(key, fault)
        elif pattern != "alone" and (not count.isdecimal() or int(count) % 2):
            yield FileFault(key, f"{count} players make no teams that are {pattern}")
    for name in ("pairs_of_six", "pattern"):
        if fault := _word_fault(name, getattr(variant.seating, name)):
            yield FileFault(f"seating.{name}", fault)


def _cards(variant: Variant) -> Faults:
    for card in variant.cards:
        if variant.deck[card] < 1:
            yield FileFault(at("cards", card) + ".count", f"{variant.deck[card]} is too few")
        if variant.deck[card] > _MOST_OF_A_CARD:
            yield FileFault(at("cards", card) + ".count", f"a deck has {_MOST_OF_A_CARD} of a card at most")
        if not variant.uses[card]:
            yield FileFault(at("cards", card) + ".uses", "the card can be played for nothing")
        if not card or any(sign.isspace() or sign in '="' for sign in card):
            yield FileFault(at("cards", card), "a card's name has no blanks, quotation marks or equals signs")
        for index, use in enumerate(variant.uses[card]):
            yield from _use(variant, use, f"{at('cards', card)}.uses[{index}]")
    if not any(isinstance(use, Start) for uses in variant.uses.values() for use in uses):
        yield FileFault("cards", 'no card brings a pawn onto the track; give one { use = "start" }')


def _size(variant: Variant) -> Faults:
    """Limits the size: a check tries every card under every value of every switch, for every number of players."""
    if len(variant.cards) > _MOST_CARDS:
        yield FileFault("cards", f"a game has {_MOST_CARDS} faces at most, not {len(variant.cards)}")
    for card in variant.cards:
        if len(variant.uses[card]) > _MOST_USES:
            yield FileFault(at("cards", card) + ".uses", f"a card has {_MOST_USES} uses at most")
    if sum(len(rule.values) for rule in variant.options.values()) > _MOST_SWITCHED:
        yield FileFault("options", f"all switches together have {_MOST_SWITCHED} values at most")


def _use(variant: Variant, use: Use, key: str) -> Faults:
    yield from _only_with(variant, use, f"{key}.only_with")
    values = getattr(use, "values", (getattr(use, "value", 1),))
    if not values or not all(0 < value < 2 * variant.sector_length for value in values):
        most = 2 * variant.sector_length - 1
        setting = "values" if hasattr(use, "values") else "value"
        yield FileFault(f"{key}.{setting}", f"a pawn walks 1 to {most} fields, not {list(values)}")
    points = getattr(use, "points", 1)
    if not 0 < points <= 12:
        yield FileFault(f"{key}.points", f"a card has 1 to 12 points, not {points}")
    figure = getattr(use, "figure", None)
    if figure is not None and figure not in variant.figures:
        yield FileFault(f"{key}.figure", f"no slot {figure!r} is a figure on the track")
    for card in getattr(use, "red", ()):
        if card not in variant.cards:
            yield FileFault(f"{key}.red", f"there is no card {card!r}; {did_you_mean(card, variant.cards)}")
    if use.__struct_config__.tag == "centre" and variant.centre is None:
        yield FileFault(key, "the game has no centre; add a table [centre] with its door")


def _only_with(variant: Variant, use: Use, key: str) -> Faults:
    """Checks that the switch on which a use hangs is there, and can have the value."""
    _, _, wanted = use.only_with.partition("=")
    rule = variant.options.get(use.switch)
    if use.switch and rule is None:
        yield FileFault(key, f"there is no such switch; {did_you_mean(use.switch, variant.options)}")
    elif wanted and rule and wanted not in (values := list(map(str, rule.values))):
        yield FileFault(key, f"{use.switch} is never {short(wanted)}; {did_you_mean(wanted, values)}")


def _effects(variant: Variant) -> Faults:
    length = variant.sector_length
    for index, effect in enumerate(variant.effects):
        key = f"effects[{index}]"
        for name in ("fields", "paws"):
            offsets = getattr(effect, name, ())
            if any(not 0 < offset < length for offset in offsets):
                yield FileFault(f"{key}.{name}", f"a field of a sector is 1 to {length - 1} (0 is the start field)")
        if any(offset not in effect.carried_offsets() for offset in getattr(effect, "paws", ())):
            yield FileFault(f"{key}.paws", "a paw must be one of the fields on the wheel")
        if effect.carried_offsets() and variant.sectors != (4,):
            yield FileFault(key, "a wheel turns by quarters: it needs a board of 4 sectors and no other")
        slot = getattr(effect, "slot", None)
        if slot is not None and slot not in variant.slots:
            yield FileFault(f"{key}.slot", f"there is no slot {slot!r}")
        if effect.lets_draw and not variant.ranks:
            yield FileFault(key, "special fields need pawns with ranks ([[ranks]])")


def _board_parts(variant: Variant) -> Faults:
    length = variant.sector_length
    yield from _effects(variant)
    if variant.centre and not 0 < variant.centre.door < length:
        yield FileFault("centre.door", f"a door is field 1 to {length - 1} of a sector, not {variant.centre.door}")
    tags = {use.__struct_config__.tag for uses in variant.uses.values() for use in uses}
    if variant.centre and "centre" not in tags:
        yield FileFault("centre", "no card leads there; give one the use centre")
    if variant.walk.onto_mates != "own" and variant.ranks:
        yield FileFault("walk.onto_mates", "a pawn with a rank does not go on to the entrance of its lane")
    if not -length < variant.walk.lane_offset < length:
        near = f"at the start field (0), up to {length - 1} before it (-1, ...) or behind it (1, ...)"
        yield FileFault("walk.lane_offset", f"the lane begins {near}")
    for name, slot in variant.slots.items():
        if not _SLOT.fullmatch(name) or name in _RESERVED:
            yield FileFault(at("slots", name), "a slot is named by small letters, and not like a key of every position")
        if isinstance(slot, FigureSlot) and slot.landing not in ("free", "only-forced"):
            yield FileFault(at("slots", name) + ".landing", f"it is free or only-forced, not {slot.landing!r}")


def _setup(variant: Variant) -> Faults:
    for count, pawns in variant.setup.free_start.items():
        key = at("setup.free_start", count)
        if not count.isdecimal() or int(count) not in variant.seat_counts:
            yield FileFault(key, f"{count} players are on no board")
        elif pawns not in (0, 1):
            yield FileFault(key, f"a start field holds one pawn, not {pawns}")


def _hands(variant: Variant) -> Faults:
    deal = variant.deal
    for count in variant.seat_counts:
        cycle = deal.hand_cycle if isinstance(deal.hand_cycle, str) else deal.hand_cycle.get(str(count))
        key = "deal.hand_cycle" if isinstance(deal.hand_cycle, str) else at("deal.hand_cycle", str(count))
        if deal.five_players and count == FIVE:
            cycle, key = deal.five_players, "deal.five_players"
        if cycle is None:
            yield FileFault(key, "missing: how many cards does each player get?")
        elif fault := _word_fault("hand_cycle", cycle):
            yield FileFault(key, fault)
        elif max(map(int, cycle.split("-"))) * count > variant.deck_size:
            yield FileFault(key, f"{count} players need more than the {variant.deck_size} cards of the deck")
        if str(count) not in deal.stuck:
            yield FileFault(at("deal.stuck", str(count)), "missing: what does a player do who cannot play?")
        if deal.exchange.get(str(count)) == "partner" and len(set(variant.default_teams(count))) == count:
            yield FileFault(at("deal.exchange", str(count)), f"with {count} players nobody has a partner")


def _deal(variant: Variant) -> Faults:
    deal = variant.deal
    yield from _hands(variant)
    for name in ("stuck", "exchange"):
        for count, word in getattr(deal, name).items():
            if fault := _word_fault(name, word):
                yield FileFault(at(f"deal.{name}", count), fault)
    if deal.may_keep not in ("none", *variant.cards):
        nearest = did_you_mean(deal.may_keep, variant.cards)
        yield FileFault("deal.may_keep", f"there is no card {deal.may_keep!r}; {nearest}")
    if fault := _word_fault("reshuffle", deal.reshuffle):
        yield FileFault("deal.reshuffle", fault)


def _switches(variant: Variant) -> Faults:
    for name, rule in variant.options.items():
        key = at("options", name)
        if not _SWITCH.fullmatch(name):
            yield FileFault(key, "a switch is named like house.my_rule: small letters and a point")
        if not any(type(value) is type(rule.default) and value == rule.default for value in rule.values):
            yield FileFault(f"{key}.default", f"{rule.default!r} is none of its values {list(rule.values)}")
        there = _settings(variant)
        for index, path in enumerate(rule.sets):
            yield from _setting(there, rule, path, f"{key}.sets[{index}]")


def _setting(there: dict[str, list[msgspec.Struct]], rule: OptionRule, path: str, key: str) -> Faults:
    """Checks that a switch sets an existing setting, to values that it can have."""
    address, _, setting = path.rpartition(".")
    if address not in there and address not in _elsewhere():
        known = {*there, *_elsewhere()}
        yield FileFault(key, f"there is nothing called {address or path!r} to set; {did_you_mean(address, known)}")
        return
    for block in there.get(address, ()):
        names = block.__struct_fields__
        if setting not in names:
            yield FileFault(key, f"{address} has no {setting!r}; {did_you_mean(setting, names)}")
            return
        for value in rule.values:
            fault = _word_fault(setting, value)
            try:
                msgspec.convert({**msgspec.to_builtins(block), setting: value}, type(block))
            except msgspec.ValidationError:
                fault = fault or f"{path} cannot be {value!r}"
            if fault:
                yield FileFault(key, fault)
                return


def _elsewhere() -> set[str]:
    """Returns addresses of building blocks that another game of the family may have."""
    uses = {f"uses.{kind.__struct_config__.tag}" for kind in mechanics_of(Use)}
    return uses | {f"effects.{kind.__struct_config__.tag}" for kind in mechanics_of(Effect)} | {"centre"}


def _settings(variant: Variant) -> dict[str, list[msgspec.Struct]]:
    """Returns everything that a switch may set, by its address."""
    blocks: dict[str, list[msgspec.Struct]] = {
        "setup": [variant.setup],
        "walk": [variant.walk],
        "deal": [variant.deal],
        "seating": [variant.seating],
    }
    if variant.centre:
        blocks["centre"] = [variant.centre]
    for uses in variant.uses.values():
        for use in uses:
            blocks.setdefault(f"uses.{use.__struct_config__.tag}", []).append(use)
    for effect in variant.effects:
        blocks.setdefault(f"effects.{effect.__struct_config__.tag}", []).append(effect)
    for name, slot in variant.slots.items():
        blocks[f"slots.{name}"] = [slot]
    return blocks


def _word_fault(setting: str, value: object) -> str | None:
    """Returns why a setting cannot be this word; None if it can, or if its type is enough."""
    unset = setting == "five_players" and not value
    if setting in _CYCLES and isinstance(value, str) and not unset and not _CYCLE.fullmatch(value):
        return f"{value!r} is no row of hands such as 6-5-4-3-2"
    known = _VOCABULARY.get(setting)
    if known is None or not isinstance(value, str) or value in known:
        return None
    return f"{value!r} is unknown; {did_you_mean(value, [word for word in known if word])}"


#: The basis of the other checks.
_GROUND: Final = (_size, _players, _teams)
_CHECKS: Final[tuple[Callable[[Variant], Faults], ...]] = (
    _size,
    _players,
    _teams,
    _cards,
    _board_parts,
    _setup,
    _deal,
    _switches,
)
