"""Taps that a play costs without a camera, the card included.  Writes build/figures/taps.md.

PYTHONPATH=tests/support python tests/bench/taps.py [PLAYS]     plays of all games together (2,000)

Positions come from random games with every number of players, cards by their share of the deck, plays by chance.
A finger taps the card (for some jokers also its face), then pawn after pawn and field after field, until the play is a
button or is made.
"""

import random
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Final

from playout_tables import Case, kernel_for_tests, positions, ready, variants
from tables import machine, write
from tapped_plays import tapped_view, taps_needed

from companion.rules.legal import legal_plays
from companion.views.table_view import CandidateView
from companion.views.wording.card_looks import faces_for, needs_a_face

#: Card, pawn and field.
WANTED: Final = 3
FIGURES: Final = """# Taps a play

Measured on: {machine}. Written by `python tests/bench/taps.py`. {plays} plays of random games; {share:.1%} take
{wanted} taps or fewer.

| game | plays | 2 taps or fewer | 3 or fewer | most |
|---|---|---|---|---|
{rows}"""


def taps_of(case: Case, wanted: int, seed: int) -> Iterator[int]:
    """Yields the taps of so many plays of one table."""
    made, chance = ready(case), random.Random(seed)
    variant = made.rules.variant
    deck = list(Counter(variant.deck).elements())
    while wanted > 0:
        seed += 1
        pool = list(positions(kernel_for_tests(), made, seed, every=5))
        for position in chance.sample(pool, min(len(pool), 6)):
            card = chance.choice(deck)
            face = chance.choice(faces_for(variant, card)) if needs_a_face(variant, card) else None
            plays = tuple(
                CandidateView(play=f"play {number}", text={}, result=play.result)
                for number, play in enumerate(legal_plays(made.rules, position, card, face), start=1)
            )
            for play in chance.sample(plays, min(1, len(plays), wanted)):
                wanted -= 1
                found = taps_needed(tapped_view(position, card, plays), play)
                assert found is not None, (case, card, position)
                yield 1 + (face is not None) + found


def main(plays: int = 2_000) -> None:
    counted: dict[str, Counter[int]] = {}
    for number, case in enumerate(variants()):
        wanted = plays * (number + 1) // len(variants()) - plays * number // len(variants())
        counted.setdefault(case.variant, Counter()).update(taps_of(case, wanted, seed=40 + number))
    every = sum(counted.values(), Counter[int]())
    text = FIGURES.format(
        machine=machine(),
        plays=every.total(),
        share=_share(every, WANTED),
        wanted=WANTED,
        rows="".join(
            f"| {variant} | {each.total()} | {_share(each, 2):.0%} | {_share(each, 3):.0%} | {max(each)} |\n"
            for variant, each in counted.items()
        ),
    )
    write("taps.md", text)
    print(f"{_share(every, 2):.1%} in 2 taps or fewer, {_share(every, WANTED):.1%} in {WANTED} or fewer")


def _share(counted: Counter[int], most: int) -> float:
    return sum(count for taps, count in counted.items() if taps <= most) / counted.total()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
