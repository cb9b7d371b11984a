"""Disagreements of the compiled kernel and the engine on legal plays: those it draws, and those it lists."""

import random
from typing import Final, NamedTuple

from msgspec.structs import replace
from playout_tables import (
    Case,
    Ready,
    crowded,
    engine_outcomes,
    kernel_for_tests,
    kernel_outcomes,
    positions,
    ready,
)

from companion.model.play import StepKind
from companion.model.position import Position
from companion.playout.build import LIBRARY
from companion.playout.lister import CompiledLister, searched
from companion.rules.apply import is_done
from companion.rules.listing.search import Search
from companion.rules.rules import Rules

#: Cards tried in every position.
_CARDS: Final = 2
#: Positions taken out of one game.
PER_GAME: Final = 8


def differences(case: Case, wanted: int, seed: int) -> list[str]:
    """Returns the disagreements of kernel and engine in so many positions of whole games, a line for each."""
    kernel, made, chance = kernel_for_tests(), ready(case), random.Random(seed)
    found: list[str] = []
    left = wanted
    while left > 0:
        seed += 1
        for position in chosen(list(positions(kernel, made, seed, every=5)), made, min(left, PER_GAME), chance):
            left -= 1
            for card in {*named_by_switch(case), *chance.sample(made.rules.variant.cards, _CARDS)}:
                ours, theirs = kernel_outcomes(kernel, made, position, card), engine_outcomes(made, position, card)
                if ours != theirs:
                    found.append(f"{card} in {position}: never drawn {theirs - ours}, not legal {ours - theirs}")
    return found


class Compared(NamedTuple):
    """The lists that both made, those that were left to the engine, and the disagreements, a line for each."""

    lists: int
    refused: int
    found: list[str]


def listed_differently(case: Case, wanted: int, seed: int) -> Compared:
    """Compares every list of plays in so many positions: of whole games, and as many of pawns in each other's way."""
    kernel, made, chance = kernel_for_tests(), ready(case), random.Random(seed)
    lister = CompiledLister(LIBRARY, every=0)
    compared = Compared(0, 0, [])
    while wanted > 0:
        seed += 1
        pool = list(positions(kernel, made, seed, every=5))
        for position in chosen(pool, made, min((wanted + 1) // 2, PER_GAME), chance):
            wanted -= 2
            for each in (position, replace(crowded(made, chance), copied=position.copied)):
                for rules in made.rules.in_order:
                    compared = _added(compared, _lists(lister, rules, each, chance))
                compared = _added(compared, _answers(lister, made.rules, each))
    return compared


def _added(one: Compared, other: Compared) -> Compared:
    return Compared(one.lists + other.lists, one.refused + other.refused, one.found + other.found)


def _lists(lister: CompiledLister, rules: Rules, position: Position, chance: random.Random) -> Compared:
    """Every card by itself, and one that is declared as some faces too."""
    listing, search, found, refused, lists = lister.of(rules, position), Search(rules, position), list[str](), 0, 0
    for card in rules.variant.cards:
        for face in (None, *(chance.sample(rules.faces, 2) if rules.variant.is_declared(card) else ())):
            lists += 1
            ours = None if listing is None else listing.plays(card, face)
            theirs = search.plays(card, face)
            if ours is None:
                refused += 1
            elif ours != theirs or [type(play.steps[0].kind) for play in ours] != [StepKind] * len(ours):
                found.append(f"{card} as {face} in {position}: kernel {ours}, engine {theirs}")
    return Compared(lists, refused, found)


def _answers(lister: CompiledLister, rules: Rules, position: Position) -> Compared:
    """Which cards can be played at all."""
    listing, cards = lister.of(rules, position), rules.variant.cards
    ours, theirs = None if listing is None else listing.playable(cards), searched(rules, position, cards)
    wrong = ours is not None and ours != theirs
    return Compared(1, ours is None, [f"{position}: kernel {ours}, engine {theirs}"] if wrong else [])


def chosen(pool: list[Position], made: Ready, count: int, chance: random.Random) -> list[Position]:
    """So many positions of a game, half of them with somebody done, where other pawns may be moved."""
    seats = range(len(made.rules.seats))
    late = [position for position in pool if any(is_done(made.rules, position, seat) for seat in seats)]
    picked = chance.sample(late, min(len(late), count // 2))
    return [*picked, *chance.sample(pool, min(len(pool), count - len(picked)))]


def named_by_switch(case: Case) -> set[str]:
    """The cards that the case's switches are about."""
    variant = case.game
    tags = {path.split(".")[1] for name, _ in case.options for path in variant.options[name].sets if "uses." in path}
    return {card for card, uses in variant.uses.items() for use in uses if use.__struct_config__.tag in tags}
