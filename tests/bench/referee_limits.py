"""The limits of any referee that only sees the board: mistakes of people that leave the board of another legal play.

`make measure ARGS="referee_limits 10000"` plays whole games by chance and by sensible players, takes one turn in
`EVERY`, makes each kind of mistake in its play, and writes build/figures/referee-limits.md.  It needs no camera: each
laid board is compared with the boards of all legal plays, exactly.  With `page` as second argument it also renews the
measured parts of docs/explanation/limits.md.
"""

import random
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import sqrt
from typing import Final

from engine import open_position
from referee_mistakes import KINDS_OF_PLAYERS, MISTAKES, Turn, turns_of, two_alike_exchanged
from rules_for_tests import rules_of
from tables import ROOT, write
from whole_games.whole_game import Table, usual_table
from words_for_tests import load_language

from companion.catalogue.shipped import SHIPPED
from companion.model.places import Place
from companion.model.position import Placement, Position
from companion.playout.choice import choose_lister
from companion.referee.sight import as_seen
from companion.rules.legal import legal_plays

#: One turn in so many counts: neighbouring positions are alike.
EVERY: Final = 2
#: Open positions that are tried for the largest number of boards, and changes to the best of them.
SEARCHED: Final = 300
PAGE: Final = ROOT / "docs" / "explanation" / "limits.md"
HEAD: Final = """
| mistake | boards | same card, by chance | same card, sensible | any card, by chance | any card, sensible |
|---|---|---|---|---|---|
"""
RANGES_HEAD: Final = """
| mistake | same card, by chance | same card, sensible | any card, by chance | any card, sensible |
|---|---|---|---|---|
"""


@dataclass(slots=True)
class Tally:
    """Counts the laid boards of a kind of mistake: those that legal plays explain, and the others."""

    laid: int = 0
    same_card: int = 0
    other_card: int = 0

    @property
    def any_card(self) -> int:
        return self.same_card + self.other_card


@dataclass(slots=True)
class Found:
    """The figures of one table and one kind of players."""

    games: int = 0
    turns: int = 0
    tallies: dict[str, Tally] = field(default_factory=lambda: defaultdict(Tally))
    boards: list[int] = field(default_factory=list)
    merged: int = 0
    results: int = 0
    largest: Counter[str] = field(default_factory=Counter)


def tables() -> dict[str, Table]:
    """Returns every game as most people play it, and Brändi Dog for six."""
    six = Table(variant="braendi", seats=tuple(range(6)), sectors=6)
    usual = {variant: usual_table(variant) for variant in SHIPPED.ids}
    return dict(sorted({**usual, "braendi for six": six}.items()))


def measured(name: str, table: Table, players: str, wanted: int) -> Found:
    """Plays games until `wanted` turns were taken."""
    found = Found()
    while found.turns < wanted:
        seed = f"{name} {players} {found.games}"
        errors = random.Random(f"{seed} mistakes")
        for number, turn in enumerate(turns_of(table, players, random.Random(seed))):
            if number % EVERY == 0 and found.turns < wanted:
                _measure(turn, found, errors)
        found.games += 1
    return found


def _measure(turn: Turn, found: Found, errors: random.Random) -> None:
    variant, found.turns = turn.rules.variant, found.turns + 1
    seen: dict[str, set[Placement]] = {}
    for card in variant.cards:
        results = {play.result for play in legal_plays(turn.rules, turn.position, card)}
        seen[card] = {as_seen(variant, result) for result in results}
        found.results += len(results)
        found.merged += len(results) - len(seen[card])
        if seen[card]:
            found.boards.append(len(seen[card]))
        found.largest[card] = max(found.largest[card], len(seen[card]))
    meant = as_seen(variant, turn.play.result)
    others = set().union(*(boards for card, boards in seen.items() if card != turn.play.card))
    for kind, mistake in MISTAKES.items():
        laid = {as_seen(variant, board) for board in mistake(turn)}
        if mistake is not two_alike_exchanged:
            # no mistake: it is the play by another way
            laid.discard(meant)
        if laid:
            _count(found.tallies[kind], errors.choice(sorted(laid, key=repr)), seen[turn.play.card], others)


def _count(tally: Tally, board: Placement, same: set[Placement], others: set[Placement]) -> None:
    tally.laid += 1
    if board in same:
        tally.same_card += 1
    elif board in others:
        tally.other_card += 1


def searched(name: str, table: Table, card: str) -> int:
    """Returns the most boards of a card that were found: in open positions, and by single changes to the best one."""
    chance = random.Random(name)
    drawn = [open_position(chance, table.variant, len(table.seats)) for _ in range(SEARCHED)]
    best = max(drawn, key=lambda position: _boards(position, card))
    most = _boards(best, card)
    for _ in range(SEARCHED):
        other = _changed(best, chance)
        boards = _boards(other, card)
        if boards >= most:
            best, most = other, boards
    return most


def _boards(position: Position, card: str) -> int:
    variant = SHIPPED.variant(position.variant)
    return len({as_seen(variant, play.result) for play in legal_plays(rules_of(position), position, card)})


def _changed(position: Position, chance: random.Random) -> Position:
    """The position with one pawn on another free field that is no start."""
    rules, placement = rules_of(position), position.placement
    taken = {place for row in placement.pawns for place in row} | {placement.extra(name) for name in rules.figures}
    free = [Place(at) for at in range(rules.field_count) if at not in rules.all_starts and at not in taken]
    rows = [list(row) for row in placement.pawns]
    row = chance.choice(rows)
    row[chance.randrange(len(row))] = chance.choice(free)
    pawns = tuple(tuple(row if rules.ranks else sorted(row)) for row in rows)
    return position.with_placement(placement.with_pawns(pawns))


def _share(part: int, whole: int) -> str:
    """A share in percent with its interval of 95 % (Wilson)."""
    if not whole:
        return "-"
    z, p = 1.96, part / whole
    middle, spread = (p + z * z / (2 * whole)), z * sqrt(p * (1 - p) / whole + z * z / (4 * whole * whole))
    low, high = ((middle + sign * spread) / (1 + z * z / whole) for sign in (-1, 1))
    return f"{100 * p:.1f} ({100 * abs(low):.1f}-{100 * high:.1f})"


def section(name: str, table: Table, by: dict[str, Found]) -> str:
    """Returns one table a game: a row a kind of mistake, and what its cards reach below."""
    title = load_language("en")["tablet"][f"variant.{table.variant}"] + name.removeprefix(table.variant)
    text = f"### {title}\n{HEAD}"
    for kind in MISTAKES:
        tallies = [found.tallies[kind] for found in by.values()]
        if any(tally.laid for tally in tallies):
            cells = [" + ".join(str(tally.laid) for tally in tallies)]
            cells += [_share(tally.same_card, tally.laid) for tally in tallies]
            cells += [_share(tally.any_card, tally.laid) for tally in tallies]
            text += f"| {kind} | {' | '.join(cells)} |\n"
    return text + "\n" + _reach(name, table, by)


def _reach(name: str, table: Table, by: dict[str, Found]) -> str:
    """Returns the lines below the table: a line a fact, by chance and sensible."""
    boards = [sorted(found.boards) for found in by.values()]
    largest: Counter[str] = Counter()
    for found in by.values():
        largest |= found.largest
    card, most = largest.most_common(1)[0]
    median, wide = ([row[int(len(row) * part)] for row in boards] for part in (0.5, 0.95))
    alike = [f"{_share(found.merged, found.results)} %" for found in by.values()]
    played = [f"{found.turns} positions of {found.games} games" for found in by.values()]
    return (
        f"- By chance {played[0]}, sensible {played[1]}.\n"
        f"- Boards of a card: median {median[0]} and {median[1]}, in 95 of 100 cases at most {wide[0]} and {wide[1]}.\n"
        f"- Most boards of a card: {most} in these games (card {card}), {searched(name, table, card)} by search.\n"
        f"- Results that differ only by the way: {alike[0]} and {alike[1]}.\n"
    )


def ranges(all_found: dict[str, dict[str, Found]]) -> str:
    """Returns the table over all games: the lowest and the highest share of each column."""
    text = RANGES_HEAD
    for kind in MISTAKES:
        cells = []
        for part in ("same_card", "any_card"):
            for players in KINDS_OF_PLAYERS:
                tallies = [by[players].tallies[kind] for by in all_found.values()]
                shares = [100 * getattr(tally, part) / tally.laid for tally in tallies if tally.laid]
                cells.append(_range(shares))
        text += f"| {kind} | {' | '.join(cells)} |\n"
    return text


def _range(shares: list[float]) -> str:
    if not shares:
        return "-"
    low, high = (f"{share:.0f}" if share >= 10 or not share else f"{share:.1f}" for share in (min(shares), max(shares)))
    return low if low == high else f"{low}-{high}"


def renewed(text: str, parts: dict[str, str]) -> str:
    """Returns the page with each measured part written anew."""

    def written(part: re.Match[str]) -> str:
        return f"{part['begin']}{parts[part['name']]}\n{part['end']}"

    marks = r"^(?P<begin><!-- measured: (?P<name>\w+) -->\n).*?^(?P<end><!-- end -->)$"
    return re.sub(marks, written, text, flags=re.MULTILINE | re.DOTALL)


def _sections(wanted: int, all_found: dict[str, dict[str, Found]]) -> Iterator[str]:
    for name, table in tables().items():
        all_found[name] = {players: measured(name, table, players, wanted) for players in KINDS_OF_PLAYERS}
        yield section(name, table, all_found[name])


def main(wanted: int, *, page: bool) -> None:
    all_found: dict[str, dict[str, Found]] = {}
    parts = {"games": "\n" + "\n".join(_sections(wanted, all_found))}
    parts["ranges"] = ranges(all_found)
    write("referee-limits.md", f"# Limits of a referee that sees the board\n{parts['ranges']}{parts['games']}")
    if page:
        PAGE.write_text(renewed(PAGE.read_text(encoding="utf-8"), parts), encoding="utf-8")


if __name__ == "__main__":
    choose_lister()
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000, page=sys.argv[2:] == ["page"])
