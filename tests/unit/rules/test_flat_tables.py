"""The flat tables agree with the rules: each entry against a slow definition that goes step by step.

Held against every shipped game with every number of players and every switch, and against house games made at random.
"""

import copy
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
import pytest
from playout_tables import Case, ready, switched, variants

from companion.catalogue.shipped import SHIPPED
from companion.playout import library
from companion.rules.board_rules import BoardRules
from companion.rules.flat.codes import Opcode, UseCode
from companion.rules.mechanic import StandIn, Use
from companion.rules.mechanics.wheel import WheelTurn
from companion.rules.rules import Rules, compile_rules
from companion.rules.variant import Variant
from companion.rules.variant_files.file import build_variant
from companion.rules.variant_files.sense import game_faults

#: By opcode: when each bit of the flags is set, the lowest one first, as `kernel.h` names them.
FLAGS: Final[Mapping[Opcode, tuple[Callable[[Any], bool], ...]]] = {
    Opcode.WALK: (
        lambda use: getattr(use, "ignores_rank", False),
        lambda use: getattr(use, "start_card", False) and not use.start_cards_move_kings,
        lambda use: tag_of(use) == "sweep",
        lambda use: not getattr(use, "takes_team", True),
        lambda use: getattr(use, "whose", "") == "team",
        lambda use: getattr(use, "whose", "") in ("any", "others"),
        lambda use: getattr(use, "whose", "") == "others",
    ),
    Opcode.BACK: (lambda use: use.ignores_rank,),
    Opcode.SWAP: (
        lambda use: use.partners == "opponents",
        lambda use: use.without_target == "void",
        lambda use: use.own_pair,
        lambda use: use.own_blocker,
        lambda use: use.any_pair,
    ),
    Opcode.PULL: (lambda use: use.zero,),
    Opcode.SEVEN: (
        lambda use: use.burns,
        lambda use: use.revisit,
        lambda use: use.help_same_card and use.rest_to_partner != "never",
        lambda use: use.partner_pawns,
    ),
    Opcode.SPLIT: (
        lambda use: use.opponents == "printed",
        lambda use: use.opponents == "off",
        lambda use: use.opponent_blockers,
        lambda use: use.opponent_lane,
        lambda use: use.help_same_card,
    ),
    Opcode.PLACE: (lambda use: use.partners == "opponents", lambda use: use.from_kennel),
    Opcode.SKIP: (lambda use: use.moves_too, lambda use: not use.loses_turn),
}
HOUSE_GAMES: Final = 60


def house_game(chance: Random) -> Rules:
    """A game that some house might play: a shipped one with another board, other values and other walks."""
    while True:
        variant = SHIPPED.variant(chance.choice(SHIPPED.ids))
        tables = copy.deepcopy(dict(variant.tables))
        _alter(tables, chance)
        if next(game_faults(tables, variant.id, ()), None) is None:
            return _seated(build_variant(variant.id, tables), chance)


def _alter(tables: dict[str, Any], chance: Random) -> None:
    length = tables["sector_length"] = chance.randint(12, 32)
    walk = tables.setdefault("walk", {})
    walk["lane_offset"] = -chance.randrange(length)
    for setting in ("blockers", "extra_lap", "captures_own", "home_optional", "passes_own", "blocks_own"):
        walk[setting] = chance.random() < 0.5
    if "centre" in tables:
        tables["centre"]["door"] = chance.randrange(1, length)
    for effect in tables.get("effects", ()):
        effect["fields"] = chance.sample(range(1, length), chance.randint(1, 6))
        if "paws" in effect:
            effect["paws"] = chance.sample(effect["fields"], chance.randint(1, len(effect["fields"])))
    for slot in tables.get("slots", {}).values():
        if "landing" in slot or slot["kind"] == "biting_figure":
            slot["skips_unused_starts"] = chance.random() < 0.5
    chance.shuffle(tables["card_order"])
    for card in tables["cards"].values():
        for use in card["uses"]:
            if "values" in use:
                use["values"] = chance.sample(range(1, 2 * length), chance.randint(1, 4))


def _seated(variant: Variant, chance: Random) -> Rules:
    """The game with some of its switches set, and its seats taken anywhere and in any order."""
    sectors = chance.choice(variant.sectors)
    count = chance.choice(variant.boards[sectors])
    seats = tuple(chance.sample(range(sectors), count))
    switches = tuple((name, chance.choice(rule.values)) for name, rule in sorted(variant.options.items()))
    return compile_rules(variant, sectors, seats, variant.default_teams(count), switches)


def some_rules() -> Iterator[Any]:
    yield from (pytest.param(lambda case=case: ready(case).rules, id=str(case)) for case in variants() + switched())
    for seed in range(HOUSE_GAMES):
        yield pytest.param(lambda seed=seed: house_game(Random(seed)), id=f"house-{seed}")


@pytest.mark.sampled(3)
@pytest.mark.parametrize("made", list(some_rules()))
def test_the_tables_say_what_the_rules_say(made: Callable[[], Rules]) -> None:
    rules = made()
    for tried in rules.in_order:
        check_board(tried)
        check_effects(tried)
        check_cards(tried)


def check_board(rules: Rules) -> None:
    tables, length = rules.board_tables, rules.sector_length
    starts = [sector * length for sector in rules.seats]
    for field in range(rules.field_count):
        ways = list(ring_from(rules, field))
        assert tuple(ways) == tables.ring[field + 1 : field + len(ways) + 1] == tables.ahead(field, len(ways))
        back = tables.behind(field, rules.field_count)
        assert [after(rules, place) for place in back] == [field, *back[:-1]]
        for seat, foot in enumerate(rules.feet):
            distance = tables.to_foot[seat * rules.field_count + field]
            assert [field, *ways][distance] == foot
            assert foot not in [field, *ways][:distance]
        guards = [seat for seat, start in enumerate(starts) if rules.walk.blockers and start == field]
        assert tables.guard[field] == (guards[0] if guards else -1)
        ahead = [place for place in ways[: rules.field_count] if rules.walk.blockers and place in starts]
        assert tables.next_guard[field] == (ways.index(ahead[0]) + 1 if ahead else 255)
        assert tables.door[field] == (rules.centre is not None and field % length == rules.centre.door)
    for seat, start in enumerate(starts):
        doors = [place for place in ring_from(rules, start) if tables.door[place]]
        assert tables.exits[seat] == (doors[0] if doors else -1)


def check_effects(rules: Rules) -> None:
    tables, length = rules.board_tables, rules.sector_length
    offsets = {offset for effect in rules.effects for offset in effect.watched_offsets()}
    assert tables.watched == tuple(int(field % length in offsets) for field in range(rules.field_count))
    assert set(tables.figure_next) == set(rules.figures)
    for name, figure in rules.figures.items():
        avoided = range(0, rules.field_count, length) if figure.skips_unused_starts else rules.starts
        for field in range(rules.field_count):
            wanted = next(place for place in ring_from(rules, field) if place not in avoided)
            assert tables.figure_next[name][field] == wanted
    for effect in rules.effects:
        if isinstance(effect, WheelTurn):
            clockwise, back = effect.carriage(rules, 1), effect.carriage(rules, -1)
            for field in range(rules.field_count):
                carried = field % length in effect.fields
                assert clockwise[field] == ([*ring_from(rules, field)][length - 1] if carried else field)
                assert back[clockwise[field]] == field


def check_cards(rules: Rules) -> None:
    tables, variant = rules.card_tables, rules.variant
    assert len(tables.uses) == tables.first_use[-1]
    assert sorted(variant.cards[face] for face in tables.deck) == sorted(
        card for card, count in variant.deck.items() for _ in range(count)
    )
    for face, card in enumerate(variant.cards):
        uses, stand_ins = rules.uses[card], [use for use in variant.uses[card] if isinstance(use, StandIn)]
        codes = tables.uses[tables.first_use[face] : tables.first_use[face + 1]]
        assert len(codes) == len(uses)
        for use, code in zip(uses, codes, strict=True):
            assert says(variant, use, code)
        assert tables.starts_pawn[face] == any(tag_of(use) == "start" for use in uses)
        assert tables.stands_in[face] == bool(stand_ins)
        assert tables.declared[face] == any(tag_of(use) == "joker" for use in stand_ins)


def says(variant: Variant, use: Any, code: UseCode) -> bool:
    """Whether the code is that use and no other."""
    if tag_of(use) == "joker":
        faces = use.red if use.red_only else variant.cards
        numbers = {variant.cards.index(face) for face in faces if not variant.stands_in(face)}
    else:
        numbers = {use.value} if hasattr(use, "value") else set(getattr(use, "values", ()))
    return (
        code.op is use.opcode is not Opcode.NONE
        and {number for number in range(100) if code.values >> number & 1} == numbers
        and [bool(code.flags >> bit & 1) for bit in range(8)]
        == ([bool(holds(use)) for holds in FLAGS.get(code.op, ())] + [False] * 8)[:8]
        and (code.points, code.portions) == (getattr(use, "points", 0), getattr(use, "portions", 0))
    )


def tag_of(use: Use) -> str:
    return str(use.__struct_config__.tag)


def after(rules: BoardRules, field: int) -> int:
    """The next field in playing direction."""
    return 0 if field + 1 == rules.field_count else field + 1


def ring_from(rules: BoardRules, field: int) -> Iterator[int]:
    """The fields behind one another, for two laps less the field itself."""
    for _ in range(2 * rules.field_count - 1):
        field = after(rules, field)
        yield field


def test_the_kernel_has_the_same_codes() -> None:
    header = (Path(library.__file__).parent / "kernel" / "kernel.h").read_text(encoding="utf-8")
    names = re.search(r"enum op \{ ([A-Z_, ]+) \}", header)
    assert names is not None
    known = names[1].split(", ")
    assert {code.name: code.value for code in Opcode if code} == {name: known.index(name) for name in known[1:-1]}


def test_other_rules_have_other_tables() -> None:
    """The tables cannot be older than the rules they belong to."""
    dog = ready(Case("dog", 4, ())).rules
    turned = {card: uses[::-1] for card, uses in dog.uses.items()}
    changed = msgspec.structs.replace(dog.walk, blockers=False)
    assert replace(dog, uses=turned).card_tables.uses[0] == dog.card_tables.uses[1]
    assert set(replace(dog, walk=changed).board_tables.guard) == {-1}
