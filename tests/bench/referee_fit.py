"""Fits numbers of the referee's model, and checks the whole model on recordings that it was not fitted to.

    python tests/bench/referee_fit.py [--first N] [--count N] [--keep FOLDER] [--each]

Even recordings (`tests/bench/referee_cases.py`) give the numbers of `companion.referee.model.Sight` that are fitted,
odd ones the tables.  Ctrl-C keeps the readings; the next run continues from them.  Writes
build/figures/referee-model.md; --each adds the questions and wrong verdicts if one number were half or double. Exit
status: 0 the numbers in the source are as safe as the fit, 1 they are not, 130 interrupted.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import exp, log
from pathlib import Path
from random import Random
from typing import Final

from referee_cases import FIRST, Case, cases_of
from tables import machine, write

from companion.catalogue.shipped import SHIPPED
from companion.model.observation import Scores
from companion.model.position import Placement
from companion.model.verdict import Verdict, VerdictKind
from companion.referee.judge import judge
from companion.referee.match import match
from companion.referee.model import MODEL
from companion.referee.sight import as_seen
from companion.rules.variant import Variant
from vision.lab.score_tables import interval

COUNT: Final = 48
#: So many cards that were not laid are tried on every picture: most of them make what lies there illegal.
OTHER_CARDS: Final = 2
#: A row is sure from here on.
SURE: Final = 0.99
#: Edges of the classes of confidence.
BINS: Final = (0.0, 0.9, 0.99, 0.999, 0.9999, 1.0)
GRID: Final = (0.03, 0.01, 0.005, 0.002, 0.001, 0.0002, 0.00005)
#: Powers that the reader's probabilities are taken to; the referee takes those of a kennel as they are.
SHARPNESS: Final = (0.8, 1.0, 1.25, 1.5)
ROOT: Final = Path(__file__).resolve().parents[2]

PAGE = """# The referee's model: fit and check

Written by `make fit` on {machine}: drawn recordings {first} to {last}, a third as they are, a third disturbed as an
evening does it, a third through a fault of the camera or the light. Even ones were fitted to, odd ones only checked.

## Fit

{fit}

## Check

Single settled pictures with the card that lay open, and each of them with {others} other cards,
which make most of them illegal.

| pictures | judged | right | asked | wrong | wrong at most (95 %) | cost of a picture in questions |
|---|---|---|---|---|---|---|
{check}

Of the verdicts that were stated with such a confidence so many are true:

| confidence | verdicts | stated on average | true | wrong at most (95 %) |
|---|---|---|---|---|
{reliability}

{wrong}
{each}"""
EACH = """
## Each number

Verdicts on the boards that were fitted to, by their last pictures, asked / wrong, with one number halved and doubled;
{asked} / {wrong} as it is.

| number | half | double |
|---|---|---|
{rows}
"""


@dataclass(frozen=True, slots=True)
class Row:
    """The reading of one spot, on the track or in a lane (`open`) or in a kennel, and its true class."""

    said: Scores
    true: int
    open: bool = True

    @property
    def is_wrong(self) -> bool:
        return self.said.index(max(self.said)) != self.true

    @property
    def is_sure(self) -> bool:
        return exp(max(self.said)) >= SURE


@dataclass(frozen=True, slots=True)
class Judged:
    """One verdict on one picture: the verdict, and `right`, `asked` or the kind of fault."""

    case: Case
    card: str
    other: bool
    confidence: float
    outcome: str


def rows_of(case: Case) -> list[Row]:
    """Every spot of a picture; of a kennel the spots that look most like its pawns are those that are taken."""
    seen, labels = case.observation, case.labels
    open_rows = [*seen.track, *(row for lane in seen.goal for row in lane)]
    rows = [Row(said, true) for said, true in zip(open_rows, labels.classes, strict=False)]
    for seat, (kennel, count) in enumerate(zip(seen.kennel, labels.pool_counts, strict=True)):
        ranked = sorted(kennel, key=lambda row: row[0] - row[1 + seat])
        rows += [Row(row, (1 + seat) * (number < count), open=False) for number, row in enumerate(ranked)]
    return rows


def loss(rows: Iterable[Row], misread_chance: float, sharpness: float = 1.0) -> float:
    """Returns the surprise of the rows by the truth (nats a row), with so many uninformative rows.

    The other rows are taken to this power.
    """
    losses = []
    for row in rows:
        chances = [exp(sharpness * value) for value in row.said]
        said = chances[row.true] / sum(chances)
        losses.append(-log((1 - misread_chance) * said + misread_chance / len(row.said)))
    return sum(losses) / len(losses)


def fitted(pictures: list[list[Row]]) -> tuple[str, bool]:
    """Returns the part of the page, and whether the source is as safe as the fit."""
    rows = [row for picture in pictures for row in picture]
    best = min(GRID, key=lambda chance: loss(rows, chance))
    sure = [row for row in rows if row.is_sure]
    wrong = sum(row.is_wrong for row in sure)
    most = interval(wrong, len(sure))[1]
    misread = [sum(row.is_wrong for row in picture) for picture in pictures]
    one, more = sum(count >= 1 for count in misread), sum(count >= 2 for count in misread)
    mean = sum(misread) / len(misread)
    used, sharpness = MODEL.sight.misread_chance, MODEL.sight.sharpness
    open_rows = [row for row in rows if row.open]
    lines = [
        f"{len(pictures)} pictures at rest, {len(rows)} spots, {sum(misread)} misread; {len(sure)} spots were sure"
        f" ({SURE:.0%}), {wrong} of them wrong: at most {most:.2g} (95 %).",
        "",
        "How surprised the rows are by the truth, in thousandths of a nat a spot:",
        "",
        f"| chance that a row says nothing | {' | '.join(f'sharpness {power:g}' for power in SHARPNESS)} | |",
        f"|---|{'---|' * len(SHARPNESS)}---|",
        *(f"| {chance:g} | {_losses(rows, chance)} | {_mark(chance, best, used)} |" for chance in GRID),
        "",
        f"Pictures with a misread spot: {one} of {len(misread)}; with more than one: {more}. Were they strewn at"
        f" random, {len(misread) * (1 - exp(-mean) * (1 + mean)):.1f} would have more than one.",
    ]
    surprise, as_said = loss(open_rows, used, sharpness), loss(open_rows, used)
    lines += [
        "",
        f"Open spots alone, by the source's chance: {1000 * as_said:.2f} as the reader says, {1000 * surprise:.2f} by"
        f" the source's sharpness of {sharpness:g}.",
    ]
    safe = used >= most and used >= best and surprise <= as_said
    lines += ["", f"The source has {used:g}: {'as safe as the fit' if safe else 'LESS SAFE THAN THE FIT'}."]
    return "\n".join(lines), safe


def _losses(rows: list[Row], chance: float) -> str:
    return " | ".join(f"{1000 * loss(rows, chance, sharpness):.2f}" for sharpness in SHARPNESS)


def _mark(chance: float, best: float, used: float) -> str:
    return ", ".join(word for word, value in (("best", best), ("in the source", used)) if chance == value)


def verdicts_on(case: Case) -> Iterator[Judged]:
    """The verdict with the card that lay open, and with some that did not."""
    rules = SHIPPED.rules(case.position)
    if case.declared is None or case.declared.seat != case.position.turn or rules.ranks:
        return
    cards = [(case.declared.card, case.declared.acting_as)]
    others = sorted(set(rules.variant.cards) - {case.declared.card})
    cards += [(card, None) for card in Random(f"{case.recording} {case.t_ms}").sample(others, OTHER_CARDS)]
    for number, (card, acting_as) in enumerate(cards):
        said = match(rules, case.position, card, case.observation, acting_as)
        truth = judge(rules, case.position, card, case.placement, acting_as)
        yield Judged(case, card, number > 0, said.confidence, outcome(rules.variant, case.placement, truth, said))


def outcome(variant: Variant, lying: Placement, truth: Verdict, said: Verdict) -> str:
    """Returns `right`, `asked`, or the wrong verdict as a name of `companion.referee.model.Costs`."""
    if said.kind is VerdictKind.UNCLEAR:
        return "asked"
    if said.kind is truth.kind and said.unchanged == truth.unchanged:
        assert said.seen is not None
        named = as_seen(variant, said.seen) == as_seen(variant, lying) or said.kind is VerdictKind.UNFINISHED
        return "right" if named else "wrong_acceptance" if said.kind is VerdictKind.LEGAL else "wrong_waiting"
    if said.kind is VerdictKind.LEGAL:
        return "wrong_acceptance"
    if said.kind is VerdictKind.ILLEGAL:
        return "wrong_accusation"
    return "wrong_waiting"


def cost(judged: Judged) -> float:
    costs: dict[str, float] = {name: getattr(MODEL.costs, name) for name in MODEL.costs.__slots__}
    return (costs | {"right": 0.0, "asked": 1.0})[judged.outcome]


def check_row(name: str, found: list[Judged]) -> str:
    asked = sum(judged.outcome == "asked" for judged in found)
    wrong = sum(judged.outcome not in ("right", "asked") for judged in found)
    most = interval(wrong, len(found))[1] if found else 1.0
    mean = sum(map(cost, found)) / max(1, len(found))
    right = len(found) - asked - wrong
    return f"| {name} | {len(found)} | {right} | {asked} | {wrong} | {most:.2%} | {mean:.3f} |"


def reliability_rows(found: list[Judged]) -> Iterator[str]:
    for low, high in pairwise(BINS):
        mine = [judged for judged in found if judged.outcome != "asked" and low <= judged.confidence <= high]
        mine = [judged for judged in mine if judged.confidence < high or high == BINS[-1]]
        if not mine:
            continue
        wrong = sum(judged.outcome != "right" for judged in mine)
        mean = sum(judged.confidence for judged in mine) / len(mine)
        most = interval(wrong, len(mine))[1]
        yield f"| {low:g} to {high:g} | {len(mine)} | {mean:.5f} | {1 - wrong / len(mine):.5f} | {most:.2%} |"


def each_number(cases: list[Case]) -> str:
    """Returns the verdicts on these cases if each number of the model were half or double."""

    def tally() -> tuple[int, int]:
        found = Counter(judged.outcome for case in cases for judged in verdicts_on(case))
        return found["asked"], found.total() - found["asked"] - found["right"]

    rows, (asked, wrong) = [], tally()
    for part in (MODEL.costs, MODEL.rarities, MODEL.sight):
        for name in part.__slots__:
            value, cells = getattr(part, name), []
            for factor in (0.5, 2.0):
                object.__setattr__(part, name, value * factor)
                cells.append("{} / {}".format(*tally()))
            object.__setattr__(part, name, value)
            rows.append(f"| `{name}` | {' | '.join(cells)} |")
            print(rows[-1], file=sys.stderr, flush=True)
    return EACH.format(asked=asked, wrong=wrong, rows="\n".join(rows))


def page(cases: list[Case], first: int, last: int, *, each: bool = False) -> tuple[str, bool]:
    fit, safe = fitted([rows_of(case) for case in cases if case.is_fitted_to and not case.first])
    found = [judged for case in cases if not case.is_fitted_to for judged in verdicts_on(case)]
    groups = {
        "with the card that lay open": [judged for judged in found if not judged.other],
        "with other cards": [judged for judged in found if judged.other],
        "undisturbed, all cards": [judged for judged in found if judged.case.disturbance == "none"],
        "disturbed, all cards": [judged for judged in found if judged.case.disturbance != "none"],
    }
    named = Counter(judged.outcome for judged in found if judged.outcome not in ("right", "asked"))
    text = PAGE.format(
        machine=machine(),
        first=first,
        last=last,
        fit=fit,
        others=OTHER_CARDS,
        check="\n".join(check_row(name, group) for name, group in groups.items()),
        reliability="\n".join(reliability_rows(found)),
        wrong="Wrong: " + (", ".join(f"{name} {count}" for name, count in named.items()) or "nothing") + ".",
        each=each_number([case for case in cases if case.is_fitted_to and not case.first]) if each else "",
    )
    return text, safe


def main() -> int:
    parser = argparse.ArgumentParser(description="fits and checks the referee's model")
    parser.add_argument("--first", type=int, default=FIRST)
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--keep", type=Path, default=ROOT / "build" / "fit", help="where recordings and cases are kept")
    parser.add_argument("--each", action="store_true", help="how much each number decides (minutes)")
    wanted = parser.parse_args()
    cases: list[Case] = []
    try:
        for number in range(wanted.first, wanted.first + wanted.count):
            cases += cases_of(number, wanted.keep)
            print(f"{number}: {len(cases)} pictures so far", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        return 130
    text, safe = page(cases, wanted.first, wanted.first + wanted.count - 1, each=wanted.each)
    write("referee-model.md", text)
    return 0 if safe else 1


if __name__ == "__main__":
    sys.exit(main())
