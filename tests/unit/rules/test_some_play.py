"""Whether a card can be played, found without listing its plays; and the cached data of a position between queries."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from playout_tables import Case, Ready, crowded, ready, switched, variants

from companion.model.notation import format_play
from companion.model.play import Play, is_void
from companion.model.position import Position
from companion.players.player import Knowledge, effective_cards, plays_in_hand
from companion.players.random_player import RandomPlayer
from companion.rules import legal
from companion.rules.apply import after_play, passed, winners
from companion.rules.legal import legal_plays, some_play, stages
from companion.rules.mechanics.joker import Joker
from companion.rules.written_play import parse_play

PLAYS = 40
CROWDED = 6


def positions(made: Ready, chance: random.Random) -> Iterator[Position]:
    """Those of a random game, and of pawns that are in each other's way."""
    position = made.first
    for name in made.rules.figures:
        position = position.with_placement(position.placement.with_extra(name, 8))
    for _ in range(PLAYS):
        yield position
        card = chance.choice(made.rules.variant.cards)
        plays = legal_plays(made.rules, position, card)
        position = after_play(made.rules, position, chance.choice(plays)) if plays else passed(made.rules, position)
        if winners(made.rules, position):
            return
    yield from (crowded(made, chance) for _ in range(CROWDED))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("case", [*variants(), *switched()], ids=str)
def test_some_play_is_legal_and_has_an_effect_if_any_legal_play_has_one(case: Case) -> None:
    made, chance = ready(case), random.Random(str(case))
    for position in positions(made, chance):
        for card in made.rules.variant.cards:
            legal._listed.cache_clear()
            unlisted = some_play(made.rules, position, card)
            plays = legal_plays(made.rules, position, card)
            for found in (unlisted, some_play(made.rules, position, card)):
                check(made, position, found, plays)


def test_a_joker_without_effect_can_be_laid_only_under_a_declared_face() -> None:
    made = ready(Case("dog", 4, ()))
    rules = replace(made.rules, uses={**made.rules.uses, "joker": (Joker(red=("swap",), red_only=True),)})
    legal._listed.cache_clear()  # these rules differ from the game's own only in their cached answers
    assert is_void(legal_plays(rules, made.first, "joker", "swap")[0].steps)
    assert some_play(rules, made.first, "joker") is None
    legal._listed.cache_clear()


def check(made: Ready, position: Position, found: Play | None, plays: tuple[Play, ...]) -> None:
    """The play is one of the legal ones, with steps by which it is read back."""
    if found is None:
        assert plays == ()
        return
    assert (found.result, found.draws) in {(play.result, play.draws) for play in plays}
    assert is_void(found.steps) == all(is_void(play.steps) for play in plays)
    assert parse_play(made.rules, format_play(found), position).result == found.result


@pytest.mark.sampled(3)
@pytest.mark.parametrize("case", [*variants(), *switched()], ids=str)
def test_what_is_kept_of_a_position_changes_no_answer(case: Case) -> None:
    """Every query is repeated, in another order and with others between, for the same positions."""
    made, chance = ready(case), random.Random(str(case))
    rules, asked = made.rules, list(positions(made, chance))
    questions = [(position, card) for position in asked for card in chance.sample(rules.variant.cards, 5)]
    fresh = {}
    for position, card in questions:
        legal._listed.cache_clear()
        fresh[position, card] = legal_plays(rules, position, card), stages(rules, position, card)
    legal._listed.cache_clear()
    for position, card in sorted(questions, key=lambda question: (asked.index(question[0]) // 3, chance.random())):
        some_play(rules, position, chance.choice(rules.variant.cards))
        assert (legal_plays(rules, position, card), stages(rules, position, card)) == fresh[position, card]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("case", [*variants(), *switched()], ids=str)
def test_a_random_player_chooses_among_all_plays_of_its_hand(case: Case) -> None:
    """It lists one card only, and chooses as if it had listed all of them."""
    made, chance = ready(case), random.Random(str(case))
    for position in positions(made, chance):
        hand = tuple(chance.sample(made.rules.variant.cards, 4))
        plays = plays_in_hand(made.rules, position, hand)
        effective = [play for play in plays if not is_void(play.steps)]
        assert effective_cards(made.rules, position, hand) == sorted({play.card for play in effective})
        knowledge = Knowledge(rules=made.rules, position=position, seat=position.turn, hand=hand)
        seed = chance.random()
        assert RandomPlayer(random.Random(seed)).play(knowledge) == chosen(plays, random.Random(seed))


def chosen(plays: tuple[Play, ...], chance: random.Random) -> Play | None:
    """A card by chance, then one of its plays."""
    if not plays:
        return None
    card = chance.choice(sorted({play.card for play in plays}))
    return chance.choice([play for play in plays if play.card == card])
