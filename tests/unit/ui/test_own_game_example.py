"""The example board of the game maker: a position of every game, on which every card shows what it can do."""

import pytest

from companion.catalogue.own_games import game_text, name_of
from companion.catalogue.shipped import SHIPPED
from companion.model.places import KENNEL, is_goal
from companion.rules.rules import rules_of
from companion.rules.setup import first_position
from companion.rules.variant_files.file import build_variant, merged_data
from companion.system.toml import parse_toml
from ui.presenters.own_game.example import card_example, example_position

GAMES = [(game, count) for game in SHIPPED.ids for count in SHIPPED.variant(game).seat_counts]


@pytest.mark.parametrize(("game", "count"), GAMES)
def test_every_game_has_an_example_with_a_play_for_nearly_every_card(game: str, count: int) -> None:
    variant = SHIPPED.variant(game)
    first = first_position(variant, seats=tuple(range(count)))
    rules = rules_of(variant, first)
    position = example_position(rules, first)
    spots = [
        (seat, place) if is_goal(place) else place
        for seat, row in enumerate(position.placement.pawns)
        for place in row
        if place != KENNEL
    ]
    assert len(set(spots)) == len(spots)
    examples = {card: card_example(rules, position, card) for card in variant.cards}
    playable = [card for card, example in examples.items() if example.plays]
    assert len(playable) >= 0.7 * len(variant.cards), sorted(set(variant.cards) - set(playable))
    for card in playable:
        shown = examples[card]
        assert shown.arrows or shown.lit or not any(use.values for use in rules.uses[card] if hasattr(use, "values"))


def test_a_saved_game_plays_by_the_switches_that_were_set() -> None:
    base, options = SHIPPED.variant("dog"), {"core.home_optional": False, "dog.seven_overflow": "never"}
    text = game_text(base, {**options, "dog.swap_void": base.options["dog.swap_void"].default})
    assert "swap_void" not in text
    tables = {"dog": dict(base.tables), "mine": parse_toml(text)}
    mine = build_variant("mine", merged_data("mine", tables.__getitem__))
    assert {name: rule.default for name, rule in mine.options.items()} == {
        **{name: rule.default for name, rule in base.options.items()},
        **options,
    }


@pytest.mark.parametrize(
    ("title", "name"),
    [("Omas Hündchen", "omas_hundchen"), ("Großer Dog!", "grosser_dog"), ("7er Dog", ""), ("_x", "x"), ("犬", "")],
)
def test_a_title_gives_a_name_for_a_file(title: str, name: str) -> None:
    assert name_of(title) == name
