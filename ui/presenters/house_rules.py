"""The house rules of a game as a form: every switch, worded, with its printed and its set value.

The game's data define the switches, their values and their effects; only their words are in the catalogues, by the
switch's name (`option.NAME`, `option.NAME.help`, `option.NAME:VALUE`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from companion.model.position import Switch
from companion.open_row.catalogue import GameFile, SwitchRule
from companion.rules.settings import OptionRule
from companion.rules.variant import Variant
from ui.i18n import Words

#: The groups in the order in which they are shown, and the blocks of a game's data that belong to each.
GROUPS: Final[dict[str, tuple[str, ...]]] = {
    "table": ("seating",),
    "deal": ("deal", "setup"),
    "walk": ("walk", "centre"),
    "cards": ("uses",),
    "board": ("effects", "slots"),
}
#: The number of switches that fit on a usual page, and the room of a title in switches.
ROOM: Final = 5.0
_HEADING: Final = 0.5
#: The group of a switch that people honour and not the engine.
_HONOURED: Final = {"core": "deal"}


@dataclass(frozen=True, slots=True)
class Value:
    """One position of a switch: its value in the game's data, and its label."""

    value: Switch
    label: str


@dataclass(frozen=True, slots=True)
class Rule:
    """A switch; `printed` words the default, `changed` is true where another value is set."""

    name: str
    title: str
    help: str
    values: tuple[Value, ...]
    value: Switch
    printed: str
    changed: bool


@dataclass(frozen=True, slots=True)
class RuleGroup:
    title: str
    rules: tuple[Rule, ...]


def rule_groups(game: Variant | GameFile, options: Mapping[str, Switch], words: Words) -> tuple[RuleGroup, ...]:
    """The switches of a game that have more than one supported value, grouped by subject."""
    grouped: dict[str, list[Rule]] = {group: [] for group in GROUPS}
    for name, rule in game.options.items():
        if len(rule.values) > 1:
            grouped[_group(name, rule)].append(_rule(name, rule, options.get(name, rule.default), words))
    return tuple(
        RuleGroup(words.text(f"rules.group_{group}"), tuple(rules)) for group, rules in grouped.items() if rules
    )


def pages(groups: tuple[RuleGroup, ...], most: float = ROOM) -> tuple[tuple[RuleGroup, ...], ...]:
    """The groups on as many pages as they need; a group that does not fit goes on overleaf under its title."""
    filled: list[list[RuleGroup]] = [[]]
    room = most
    for group in groups:
        left = list(group.rules)
        while left:
            fitting = max(0, int(room - _HEADING))
            if not fitting:
                filled.append([])
                room = most
                continue
            filled[-1].append(RuleGroup(group.title, tuple(left[:fitting])))
            room -= _HEADING + len(left[:fitting])
            left = left[fitting:]
    return tuple(tuple(page) for page in filled)


def changes(game: Variant | GameFile, options: Mapping[str, Switch]) -> int:
    """The number of switches that differ from the printed rules."""
    rules = game.options
    return sum(1 for name, value in options.items() if name in rules and value != rules[name].default)


def option_title(name: str, words: Words) -> str:
    """The title of a switch; its plain name for a switch that only this game's file has."""
    message = f"option.{name}"
    title = words.text(message)
    return name if title == message else title


def value_label(name: str, value: Switch, words: Words) -> str:
    """A position of a switch in words."""
    if isinstance(value, bool):
        return words.text("rules.yes" if value else "rules.no")
    message = f"option.{name}:{value}"
    label = words.text(message)
    return str(value) if label == message else label


def _rule(name: str, rule: OptionRule | SwitchRule, value: Switch, words: Words) -> Rule:
    message = f"option.{name}.help"
    explained = words.text(message)
    rulings = ", ".join(rule.rulings)
    return Rule(
        name=name,
        title=option_title(name, words),
        # the numbers of rulings are for readers of the rules; a family reads the explanation
        help=rulings if explained == message else explained,
        values=tuple(Value(known, value_label(name, known, words)) for known in rule.values),
        value=value,
        printed=words.text("setup.default", value=value_label(name, rule.default, words)),
        changed=value != rule.default,
    )


def _group(name: str, rule: OptionRule | SwitchRule) -> str:
    if isinstance(rule, SwitchRule):
        return "cards"
    if not rule.sets:
        return _HONOURED.get(name.partition(".")[0], "cards")
    block = rule.sets[0].partition(".")[0]
    return next((group for group, blocks in GROUPS.items() if block in blocks), "cards")
