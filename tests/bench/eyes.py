# ruff: noqa: E501 - the lines of a Markdown table are as long as they are
"""The accuracy of the reader on drawn tables of great variety, and its time.  Writes `build/figures/eyes.md`.

`python tests/bench/eyes.py [TABLES] [STATES] [FIRST]`; from 4000 on boards and pawns are invented.
"""

import sys
import time
from collections import defaultdict
from dataclasses import dataclass, field

import cv2
import numpy as np
from drawn_tables import DrawnTable, drawn_table
from invented_tables import INVENTED, invented_table
from table_readers import reader_of
from tables import machine, spread, write

from companion.lab.truth import layout_of
from vision.frames import Frame
from vision.lab.measure import BINS, Score, compare
from vision.results import FrameResult, FrameStatus

TABLES, STATES = 50, 6
#: The tables before this one served the development of the reader, and all mistakes on them were fixed.
FIRST = 120
STEP_MS = 330
#: So many mistakes are listed one by one.
MOST_LISTED = 40

PAGE = """# Reading drawn tables

Written by `python tests/bench/eyes.py {tables} {states} {first}` on {machine}. The pictures are **drawn** by the virtual camera
(`tests/bench/drawn_tables.py`, tables {first} to {last}, which nothing was tuned on), neither filmed nor rendered with real light; `make accuracy` scores the recordings. Every state is
read before the reader is taught its truth; a state follows the one before at random, so the rules can help nobody here, and far more pawns
move at once than in a game. A spot is *sure and wrong* when the wrong class has more than 95 %.

| | states | not read | boards exactly right | spots | wrong | share | sure and wrong |
|---|---|---|---|---|---|---|---|
{rows}

## Certainty

What the reader says of a spot, and how often it is right: the reliability of its probabilities.

| certainty | spots | right |
|---|---|---|
{bins}

## Time

Processor time of one frame at 1280 x 720, one core.

| frame | n | median ms | 95 % ms |
|---|---|---|---|
| watching: the picture moves, or rests and was judged before | {watching_n} | {watching} |
| judged: a board that has come to rest | {judged_n} | {judged} |
| judged after the disc turned | {turned_n} | {turned} |

## Mistakes

{mistakes}
"""


@dataclass(slots=True)
class Tally:
    """The results of all tables, by the properties that they have in common."""

    scores: dict[str, Score] = field(default_factory=dict)
    times: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    mistakes: list[str] = field(default_factory=list)

    def of(self, name: str) -> Score:
        return self.scores.setdefault(name, Score(name=name, shape=""))


def read_table(table: DrawnTable, states: int, tally: Tally) -> None:
    """Reads every state of a table and counts it under all its properties."""
    reader = reader_of(table.profile, sectors=tuple(range(len(table.colours))), colours=table.colours, dog=table.dog)
    layout = layout_of(table.profile, tuple(range(len(table.colours))), table.colours)
    white = "with white pawns" if "white" in table.colours else "without white pawns"
    kinds = ("all", table.board, table.shape, table.light, _size(table), _height(table), white)
    t_ms, before = 0, 0
    for number, (labels, images) in enumerate(table.pictures(states, each=4)):
        if number == 0:
            reader.expect(labels)
        look: FrameResult | None = None
        for image in images:
            began = time.thread_time()
            looked = reader.look(Frame(image, t_ms))
            _clock(
                tally, table, number, looked, look, (time.thread_time() - began) * 1000, labels.quarter_turn != before
            )
            look, t_ms = looked, t_ms + STEP_MS
        before = labels.quarter_turn or 0
        if look is None or look.status is not FrameStatus.SETTLED or look.reading is None:
            for kind in kinds:
                tally.of(kind).unread += 1
            tally.mistakes.append(
                f"table {table.number}, state {number}: not read ({look.status if look else 'no picture'})"
            )
            continue
        # the drawn tables give the number of pawns in a kennel, not their spots
        truth = layout.board.spots.classes(labels, look.reading.scores)
        for kind in kinds:
            found = compare(tally.of(kind), f"{number}", truth, look.reading, layout)
        for mistake in found:
            tally.mistakes.append(
                f"table {table.number} ({table.board}, {table.shape}, {table.light}, {table.stand.elevation_deg:.0f}°, {_size(table)}), "
                f"state {number}, spot {mistake.spot}: read {mistake.read} ({mistake.chance:.2f}), is {mistake.true}"
            )
        reader.expect(labels)


def _clock(
    tally: Tally,
    table: DrawnTable,
    number: int,
    look: FrameResult,
    last: FrameResult | None,
    took_ms: float,
    turned: bool,
) -> None:
    if number == 0 or table.size[0] != 1280:
        return
    if look.status is FrameStatus.SETTLED and (last is None or last.status is not FrameStatus.SETTLED):
        tally.times["turned" if turned else "judged"].append(took_ms)
    elif look.status is FrameStatus.MOVING:
        tally.times["watching"].append(took_ms)


def _size(table: DrawnTable) -> str:
    return f"{table.size[0]} x {table.size[1]}"


def _height(table: DrawnTable) -> str:
    low = int(min(table.stand.elevation_deg, 89.9) // 15) * 15
    return f"{max(low, 35)}° to {low + 15}°"


def row_of(score: Score) -> str:
    sure = sum(mistake.chance > 0.95 for mistake in score.mistakes)
    exact = f"{score.boards_right} ({score.boards_right / max(score.boards, 1):.1%})"
    return f"| {score.name} | {score.boards} | {score.unread} | {exact} | {score.spots} | {len(score.mistakes)} | {score.error_rate:.3%} | {sure} |"


def bins_of(score: Score) -> str:
    lines = []
    for place, (count, right) in enumerate(score.bins):
        share = f"{right / count:.3%}" if count else ""
        lines.append(f"| {BINS[place]} to {BINS[place + 1]} | {count} | {share} |")
    return "\n".join(lines)


def mistake_lines(mistakes: list[str]) -> str:
    if not mistakes:
        return "None."
    rest = [f"and {len(mistakes) - MOST_LISTED} more"] if len(mistakes) > MOST_LISTED else []
    return "\n".join(f"- {line}" for line in (*mistakes[:MOST_LISTED], *rest))


def main() -> None:
    cv2.setNumThreads(1)
    tables = int(sys.argv[1]) if len(sys.argv) > 1 else TABLES
    states = int(sys.argv[2]) if len(sys.argv) > 2 else STATES
    tally = Tally()
    first = int(sys.argv[3]) if len(sys.argv) > 3 else FIRST
    for number in range(first, first + tables):
        read_table(invented_table(number) if number in INVENTED else drawn_table(number), states, tally)
        print(number, row_of(tally.of("all")), flush=True)
    cells = {key: spread(tally.times[key] or [float("nan")]) for key in ("watching", "judged", "turned")}
    counts = {f"{key}_n": len(tally.times[key]) for key in cells}
    whole = tally.of("all")
    rest = sorted((score for name, score in tally.scores.items() if name != "all"), key=lambda score: score.name)
    page = PAGE.format(
        tables=tables,
        first=first,
        last=first + tables - 1,
        states=states,
        machine=machine(),
        rows="\n".join(row_of(score) for score in (whole, *rest)),
        bins=bins_of(whole),
        mistakes=mistake_lines(tally.mistakes),
        **cells,
        **counts,
    )
    write("eyes.md", page)
    print(f"median judged {np.median(tally.times['judged']):.1f} ms")


if __name__ == "__main__":
    main()
