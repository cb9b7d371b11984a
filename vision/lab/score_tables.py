"""Writes scores as Markdown tables: by recording, by content of spots, by features of the recording, by certainty.

Law: every share comes with its total number.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import sqrt
from typing import Final

from vision.lab.measure import BINS, EMPTY, PARTS, Score, Tally

#: States at rest by their true verdict, in the order of the table.
VERDICTS: Final = {
    "legal": "after a legal play",
    "illegal": "after an illegal one",
    "": "any other: the start, a pause, a hand that passed, put back",
}
_SPOTS: Final = ("spots", "wrong", "share of wrong spots (95 % interval)")
_TALLY: Final = ("boards", "not read", "exactly right", *_SPOTS)


def tables(scores: Sequence[Score]) -> str:
    """Returns all tables of a measurement, each under a heading."""
    parts = [
        *_section("By recording", ("recording", *_TALLY), _by_recording(scores)),
        *_section("By verdict", ("state at rest", *_TALLY), _by_verdict(scores)),
        *_section("By place", ("place", *_SPOTS), by_place(scores)),
        *_section("By colour", ("what stands there", *_SPOTS), _by_colour(scores)),
    ]
    for fact, groups in by_fact(scores).items():
        rows = (_row(name, tally) for name, tally in groups.items())
        parts += _section(f"By {fact}", (fact, *_TALLY), rows)
    parts += _section("Reliability", ("certainty", "spots", "said on average", "right"), by_certainty(scores))
    return "\n".join(parts)


def in_all(scores: Iterable[Score]) -> Tally:
    """Returns the sum of all recordings."""
    whole = Tally()
    for score in scores:
        whole.add(score.tally)
    return whole


def by_fact(scores: Iterable[Score]) -> dict[str, dict[str, Tally]]:
    """Returns for each feature the sums of the recordings of the same kind, in order of appearance."""
    found: dict[str, dict[str, Tally]] = {}
    for score in scores:
        for fact, value in score.facts.items():
            found.setdefault(fact, defaultdict(Tally))[value].add(score.tally)
    return {fact: {name: groups[name] for name in sorted(groups, key=_natural)} for fact, groups in found.items()}


def by_certainty(scores: Sequence[Score]) -> Iterable[str]:
    """Yields the mean claimed certainty in each class of certainty, and the share of right readings."""
    for index, (low, high) in enumerate(pairwise(BINS)):
        spots = sum(score.bins[index][0] for score in scores)
        right = sum(score.bins[index][1] for score in scores)
        said = sum(score.said[index] for score in scores)
        cells = (f"{said / spots:.2%}", f"{right / spots:.3%}") if spots else ("", "")
        yield _cells(f"{low:.1%} to {high:.1%}", spots, *cells)


def interval(wrong: int, count: int) -> tuple[float, float]:
    """Returns the limits of the true share, in 19 of 20 cases, if all were independent (Wilson's score interval)."""
    if not count:
        return 0.0, 1.0
    squared, share = 1.96**2, wrong / count
    middle = (share + squared / (2 * count)) / (1 + squared / count)
    reach = 1.96 * sqrt(share * (1 - share) / count + squared / (4 * count**2)) / (1 + squared / count)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def share_of_wrong(tally: Tally) -> str:
    low, high = interval(tally.wrong, tally.spots)
    return f"{tally.wrong / tally.spots:.3%} ({low:.3%} to {high:.3%})" if tally.spots else ""


def _by_recording(scores: Sequence[Score]) -> Iterable[str]:
    for score in scores:
        yield _row(score.name, score.tally)
    if len(scores) > 1:
        yield _row("**all**", in_all(scores))


def _by_verdict(scores: Sequence[Score]) -> Iterable[str]:
    for verdict, title in VERDICTS.items():
        whole = Tally()
        for score in scores:
            whole.add(score.by_verdict[verdict])
        if whole.boards + whole.unread:
            yield _row(title, whole)


def by_place(scores: Sequence[Score]) -> Iterable[str]:
    """Yields the spots by their part of the board, empty ones and taken ones separately."""
    for part in PARTS:
        for title, taken in (("empty", False), ("with a pawn or the dog", True)):
            whole = Tally()
            for score in scores:
                for (where, kind), tally in score.by_what.items():
                    if where == part and (kind != EMPTY) is taken:
                        whole.add(tally)
            if whole.spots:
                yield _cells(f"{part}, {title}", whole.spots, whole.wrong, share_of_wrong(whole))


def _by_colour(scores: Sequence[Score]) -> Iterable[str]:
    found: dict[str, Tally] = defaultdict(Tally)
    for score in scores:
        names = ("nothing", *score.colours)
        for (_, kind), tally in score.by_what.items():
            found[names[kind]].add(tally)
    for name in sorted(found, key=lambda name: (name != "nothing", name)):
        yield _cells(name, found[name].spots, found[name].wrong, share_of_wrong(found[name]))


def _row(name: str, tally: Tally) -> str:
    right = f"{tally.boards_right} ({tally.boards_right / tally.boards:.1%})" if tally.boards else "0"
    states = tally.boards + tally.unread
    return _cells(name, states, tally.unread, right, tally.spots, tally.wrong, share_of_wrong(tally))


def _section(title: str, heads: Sequence[str], rows: Iterable[str]) -> list[str]:
    return [f"## {title}", "", _cells(*heads), f"|{'---|' * len(heads)}", *rows, ""]


def _cells(*cells: object) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def _natural(name: str) -> tuple[int, str]:
    """Returns a sort key: names that begin with a number go by it, before the others; unknown comes last."""
    number = name.split(" ", maxsplit=1)[0]
    if number.isdigit():
        return int(number), name
    return 1 << 30 if name == "unknown" else 1 << 29, name
