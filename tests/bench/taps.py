"""How many taps a play takes on a tablet without a camera.

`PYTHONPATH=tests/bench:tests/support python tests/bench/taps.py`
Plays come from whole random games of every variant.  A person taps the card, the pawns, their fields and the play;
a joker asks for one tap more.  The table stands in docs/tablet.md.
"""

import argparse
import random
import statistics
from collections import defaultdict

from playout_tables import kernel_for_tests, positions, ready, variants
from tapped_plays import plays_to_tap, tapped_view, taps_needed

from companion.rules.variant import Variant
from companion.views.card_looks import card_look

#: What the table calls a card with this pictogram.
KINDS = {
    "card_forward": "walks forward",
    "card_back": "walks back",
    "card_both": "walks either way",
    "card_start": "starts a pawn",
    "card_swap": "swaps",
    "card_seven": "splits a 7",
    "card_partner": "splits with the partner",
    "card_joker": "joker, one tap more for its face",
    "card_magnet": "magnet",
    "card_copy": "copies",
    "card_skip": "stops the neighbour",
    "card_dog": "walks, then moves the dog",
    "card_centre": "to the centre",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--plays", type=int, default=10_000, help="plays, all games together")
    parser.add_argument("--seed", type=int, default=1)
    choices = parser.parse_args()
    print(table(choices.plays, choices.seed))


def table(wanted: int, seed: int) -> str:
    """One row for each kind of card: plays, median, 90 %, most, and those that cannot be tapped."""
    taps: dict[str, list[int | None]] = defaultdict(list)
    kernel, chance, cases = kernel_for_tests(), random.Random(seed), variants()
    for number, case in enumerate(cases):
        made, left = ready(case), wanted // len(cases)
        while left > 0:
            seed += 1
            pool = list(positions(kernel, made, seed, every=5))
            for position in chance.sample(pool, min(len(pool), 20)):
                card = chance.choice(made.rules.variant.cards)
                plays = plays_to_tap(position, card)
                view = tapped_view(position, card, plays)
                for play in chance.sample(plays, min(len(plays), 3, left)):
                    left -= 1
                    needed = taps_needed(view, play)
                    face = kind(made.rules.variant, card) == KINDS["card_joker"]
                    taps[kind(made.rules.variant, card)].append(None if needed is None else needed + 1 + face)
        print(f"\r{number + 1} of {len(cases)} games", end="", flush=True)
    print()
    return "\n".join(
        ["| card | plays | median | 90 % | most | not tappable |", "|---|---|---|---|---|---|", *_rows(taps)]
    )


def kind(variant: Variant, card: str) -> str:
    """What the table calls the card."""
    return KINDS[card_look(card, variant).pictogram]


def _rows(taps: dict[str, list[int | None]]) -> list[str]:
    rows = []
    for name, needed in sorted(taps.items()):
        known = sorted(count for count in needed if count is not None)
        middle, most_of = statistics.median_low(known), known[len(known) * 9 // 10]
        rows.append(f"| {name} | {len(needed)} | {middle} | {most_of} | {known[-1]} | {len(needed) - len(known)} |")
    return rows


if __name__ == "__main__":
    main()
