"""Disagreements of the playout kernel and the engine on legal plays."""

import random
from typing import Final

from playout_tables import Case, Ready, engine_outcomes, kernel_for_tests, kernel_outcomes, positions, ready

from companion.catalogue.shipped import SHIPPED
from companion.model.position import Position
from companion.rules.apply import is_done

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


def chosen(pool: list[Position], made: Ready, count: int, chance: random.Random) -> list[Position]:
    """So many positions of a game, half of them with somebody done, where other pawns may be moved."""
    seats = range(len(made.rules.seats))
    late = [position for position in pool if any(is_done(made.rules, position, seat) for seat in seats)]
    picked = chance.sample(late, min(len(late), count // 2))
    return [*picked, *chance.sample(pool, min(len(pool), count - len(picked)))]


def named_by_switch(case: Case) -> set[str]:
    """The cards that the case's switches are about."""
    variant = SHIPPED.variant(case.variant)
    tags = {path.split(".")[1] for name, _ in case.options for path in variant.options[name].sets if "uses." in path}
    return {card for card, uses in variant.uses.items() for use in uses if use.__struct_config__.tag in tags}
