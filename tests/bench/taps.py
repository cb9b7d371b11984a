"""How many taps a play takes on a tablet without a camera.

`PYTHONPATH=tests/bench:tests/support python tests/bench/taps.py [--plays N] [--keep FOLDER]`
Plays come from whole random games of every game and number of players, as many of each game.  A person taps the card,
the pawns, their fields and the play; a joker asks for one tap more.
With a folder what was counted is kept, so that a run that was broken off goes on where it was.
"""

import argparse
import json
import random
import statistics
from collections import defaultdict
from itertools import chain
from pathlib import Path

from playout_tables import Case, kernel_for_tests, positions, ready, variants
from tapped_plays import plays_to_tap, tapped_view, taps_needed

from companion.model.position import Placement, Position
from companion.rules.rules import Rules
from companion.rules.variant import Variant
from companion.views.wording.card_looks import card_look
from ui.presenters.play import choices
from ui.presenters.spots import Spot

#: The table's name of a card with this pictogram.
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


#: The changes by a play are computed anew after each tap; here they are remembered for the play's position.
_changed_spots = choices.changed_spots
_remembered: dict[tuple[Position, Placement], frozenset[Spot]] = {}


def changed_spots(rules: Rules, position: Position, placement: Placement) -> frozenset[Spot]:
    found = _remembered.get((position, placement))
    if found is None:
        found = _remembered[position, placement] = _changed_spots(rules, position, placement)
    return found


#: Taps of each examined play, by the table's name of its card; None: it cannot be tapped.
Taps = dict[str, list[int | None]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--plays", type=int, default=10_000, help="plays of each game, all numbers of players together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="what was counted is kept here")
    asked = parser.parse_args()
    choices.changed_spots = changed_spots
    by_game: dict[str, Taps] = defaultdict(dict)
    cases = variants()
    for number, case in enumerate(cases):
        wanted = -(-asked.plays // sum(other.variant == case.variant for other in cases))
        for name, needed in _kept(case, wanted, asked.seed + 1000 * number, asked.keep).items():
            by_game[case.variant].setdefault(name, []).extend(needed)
        print(f"\r{number + 1} of {len(cases)} tables", end="", flush=True)
    print("\n" + table("game", {name: [*chain(*taps.values())] for name, taps in by_game.items()}))
    by_card: Taps = defaultdict(list)
    for taps in by_game.values():
        for name, needed in taps.items():
            by_card[name] += needed
    print("\n" + table("card", by_card))


def _kept(case: Case, wanted: int, seed: int, folder: Path | None) -> Taps:
    """The plays of a case, from the folder where they were counted before."""
    kept = folder / f"{case}-{wanted}-{seed}.json" if folder else None
    if kept and kept.exists():
        found: Taps = json.loads(kept.read_text(encoding="utf-8"))
        return found
    taps = counted(case, wanted, seed)
    if kept:
        kept.parent.mkdir(parents=True, exist_ok=True)
        part = kept.with_suffix(".part")
        part.write_text(json.dumps(taps), encoding="utf-8")
        part.rename(kept)
    return taps


def counted(case: Case, wanted: int, seed: int) -> Taps:
    """The taps of so many legal plays of whole random games."""
    taps: Taps = defaultdict(list)
    kernel, chance, made = kernel_for_tests(), random.Random(seed), ready(case)
    while wanted > 0:
        seed += 1
        pool = list(positions(kernel, made, seed, every=5))
        for position in chance.sample(pool, min(len(pool), 20)):
            card = chance.choice(made.rules.variant.cards)
            plays = plays_to_tap(position, card)
            _remembered.clear()
            view = tapped_view(position, card, plays)
            for play in chance.sample(plays, min(len(plays), 3, wanted)):
                wanted -= 1
                needed = taps_needed(view, play)
                face = kind(made.rules.variant, card) == KINDS["card_joker"]
                taps[kind(made.rules.variant, card)].append(None if needed is None else needed + 1 + face)
    return taps


def table(head: str, taps: Taps) -> str:
    """One row for each game or kind of card: plays, median, 90 %, most, and those that cannot be tapped."""
    return "\n".join(
        [f"| {head} | plays | median | 90 % | most | not tappable |", "|---|---|---|---|---|---|", *_rows(taps)]
    )


def kind(variant: Variant, card: str) -> str:
    """Returns the table's name of the card."""
    return KINDS[card_look(card, variant).pictogram]


def _rows(taps: Taps) -> list[str]:
    rows = []
    for name, needed in sorted(taps.items()):
        known = sorted(count for count in needed if count is not None)
        middle, most_of = statistics.median_low(known), known[len(known) * 9 // 10]
        rows.append(f"| {name} | {len(needed)} | {middle} | {most_of} | {known[-1]} | {len(needed) - len(known)} |")
    return rows


if __name__ == "__main__":
    main()
