"""A switch that nobody set has its default, with any tables of the game."""

from dataclasses import replace

import pytest
from msgspec import structs
from playout_tables import Case, switched

from companion.catalogue.shipped import SHIPPED
from companion.model.position import Switch
from companion.rules.rules import Rules, ruleset, seating_of
from companion.rules.setup import spread_seats
from companion.rules.variant import Variant

#: The parts of the rules of a table without the switches themselves.
_PARTS = ("uses", "effects", "slots", "setup", "walk", "centre", "deal", "seating", "starts", "draw_fields")


def _facts(rules: Rules, variant: Variant, options: tuple[tuple[str, Switch], ...]) -> list[object]:
    parts = [getattr(rules, part) for part in _PARTS]
    return [*parts, seating_of(variant, dict(options))]


def _with_default(variant: Variant, name: str, value: Switch) -> Variant:
    """The game of a house whose file changes the default alone."""
    return replace(variant, options={**variant.options, name: structs.replace(variant.options[name], default=value)})


@pytest.mark.parametrize("case", switched(), ids=str)
def test_a_changed_default_is_as_good_as_the_switch_set(case: Case) -> None:
    """The table is the usual one: seats and teams may hang on a switch, and both tables have the same here."""
    (option,) = case.options
    printed = SHIPPED.variant(case.variant)
    house = _with_default(printed, *option)
    count = case.players
    sectors = printed.usual_sectors(count)
    table = (sectors, spread_seats(count, sectors), printed.default_teams(count))
    by_default = ruleset(house, *table)
    set_by_hand = ruleset(printed, *table, (option,))
    assert _facts(by_default, house, ()) == _facts(set_by_hand, printed, (option,))


def test_a_switch_that_is_set_outweighs_the_default_of_another() -> None:
    """Two switches of one setting: a house's own, and the one of the family."""
    dog = SHIPPED.variant("dog")
    own = structs.replace(dog.options["core.home_optional"], default=True)
    house = replace(dog, options={**dog.options, "house.walk_on": own})
    for name in ("core.home_optional", "house.walk_on"):
        assert not ruleset(house, 4, (0, 1, 2, 3), (0, 1, 0, 1), ((name, False),)).walk.home_optional
