"""Whether the grade of a table can be trusted: tables with faults of known strength, certified, then read for truth.

    python tests/bench/certify.py [--sceneries N] [--jobs N] [--games N] [--keep FOLDER]

Every table (`faulty_tables.py`) is certified by the twelve placements as a family would; then a new reader learns the
start position and reads positions of played games, none of them one of the twelve: the share of their spots that it
misreads is the *true* error.  Writes build/figures/certify.md; readings are kept in FOLDER, and read again only if the
program or the number of positions has changed.

The first `LOOKED_AT` sceneries may be viewed while placements, rates and grades are developed; the others are for
scoring only.
"""

import argparse
import pickle
import random
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path

import cv2
import msgspec
import numpy as np
from drawn_scenery import SceneCamera, Scenery
from faulty_tables import NONE, ROW, FaultyTable, faulty_table
from rules_for_tests import rules_of
from tables import FIGURES, machine, sources_digest, write

from companion.catalogue.shipped import SHIPPED
from companion.certification.certificate import Certificate, certify
from companion.certification.comparison import PlacementResult
from companion.certification.conditions import Conditions
from companion.certification.grade import Cause, Grade
from companion.certification.kennels import KennelFill
from companion.certification.placements import (
    AskedPlacement,
    Difficulty,
    hard_placements,
    seen_from,
    start_placement,
)
from companion.certification.table import TableUnderTest, table_under_test
from companion.model.places import KENNEL
from companion.model.position import Position
from companion.preparation.table_test.watch import TableWatch
from companion.referee.sight import shown
from companion.rules.apply import after_play, passed, winners
from companion.rules.setup import first_position
from companion.simulation.card_players import CardPlayers
from companion.simulation.physical_table import PhysicalTable
from vision.frames import Frame, Image

#: Tables in rows of eight, and positions of games: so many give a true error to 0.05 % of the spots.
SCENERIES, GAMES = 35, 24
LOOKED_AT = 8
#: Two pictures so far apart are a settled rest.
APART_MS = 300
#: So many pictures of a placement are taken; twice as many that give no settled reading count as not read.
SHOTS = 2
#: The largest true error of a gold table.
PROMISE = 0.005
PAGE = """# Tables that certify themselves

{count} drawn tables with faults of known strength ({faults}); {undisturbed} of them have none.
Each was certified by its twelve placements; the true error is the share of spots misread, of those read, in {games}
positions of played games, none of which is one of the twelve. *Lost* is the share of spots misread or not read at all.

Written by `{command}` on {machine}.

The tables of the first {looked_at} sceneries were looked at while the test was worked on, the others were scored only.

| claim | all | looked at | scored only |
|---|---|---|---|
{claims}

| grade | tables | true error: median | 90th percentile | largest | true share lost: median |
|---|---|---|---|---|---|
{grades}

| fault | tables | gold | silver | bronze | tap instead | true error: weakest third | strongest third |
|---|---|---|---|---|---|---|---|
{faults_rows}
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """One table: the readings of its twelve placements, and of positions of games, with a reader of its own."""

    faulty: FaultyTable
    table: TableUnderTest
    twelve: tuple[PlacementResult, ...]
    start: PlacementResult
    hindrance: Cause | None
    now: Conditions | None
    games: tuple[PlacementResult, ...]

    @property
    def certificate(self) -> Certificate:
        variant = self.faulty.made.variant
        return certify(
            self.table,
            self.twelve,
            self.now,
            start=self.start,
            hindrance=self.hindrance,
            made="2026-01-01",
            camera="drawn",
            variant=variant,
        )

    @property
    def error(self) -> float | None:
        """Returns the share of wrong spots of those that were read in games; None if none was read."""
        read = [spot for result in self.games for spot in result.spots if result.was_read and spot.read is not None]
        return sum(spot.wrong for spot in read) / len(read) if read else None

    @property
    def lost(self) -> float:
        """The share of spots that were misread or not read in games."""
        spots = [spot for result in self.games for spot in result.spots]
        return sum(spot.read != spot.true for spot in spots) / len(spots)

    def said(self) -> str:
        found, error = self.certificate, "nothing read" if self.error is None else f"{self.error:.2%}"
        wrong, asked = found.wrong, found.asked
        stated = f"{wrong.share:.2%} (at most {wrong.high:.2%}), asked {asked.share:.1%}"
        name = f"{self.faulty.number} {self.faulty.made.board} {self.faulty.fault} {self.faulty.strength}"
        return f"{name}: {found.grade}: {stated}; true {error}, lost {self.lost:.2%}"


#: The pictures of one placement at rest, before any fault.
Shots = tuple[Image, ...]


class Film:
    """The pictures of one scenery without a fault: of the start position, the twelve and positions of games."""

    def __init__(self, made: Scenery, games: int) -> None:
        self.made = made
        self.position = first_position(SHIPPED.variant(made.variant), len(made.profile.goal), made.seats, made.options)
        rules = rules_of(self.position)
        self._camera = SceneCamera(made)
        self._physical = PhysicalTable(made.profile, rules.variant, made.seats, made.colours, made.number)
        table = table_under_test(rules, self.position, made.colours, made.profile)
        self.start = self._taken(start_placement(table))
        watch = Watched(self, faulty_table(ROW * made.number), table)
        watch.read(*self.start)
        self.table = seen_from(table, watch.away or table.away)
        self.twelve = [self._taken(asked) for asked in hard_placements(self.table)]
        chance = random.Random(made.number)
        self.games = [self._taken(as_asked(each, table, chance)) for each in positions(made, games)]

    def _taken(self, asked: AskedPlacement) -> tuple[AskedPlacement, Shots]:
        self._physical.set_up(asked.placement, [fill.slots for fill in asked.kennels])
        scene = self._physical.scene()
        return asked, tuple(self._camera.picture(scene) for _ in range(SHOTS))


class Watched:
    """A reader before one faulty table."""

    def __init__(self, film: Film, faulty: FaultyTable, table: TableUnderTest) -> None:
        self._watch = TableWatch(table, rules_of(film.position), film.position, rest_ms=250)
        self._faulty = faulty
        self._chance = np.random.default_rng([faulty.number, 17])
        self._t_ms = 0

    @property
    def away(self) -> tuple[float, float] | None:
        return self._watch.away

    @property
    def hindrance(self) -> Cause | None:
        return self._watch.hindrance

    def read(self, asked: AskedPlacement, shots: Shots) -> PlacementResult:
        self._t_ms += 2000
        seen = None
        for shot in shots * 2:
            self._t_ms += APART_MS
            seen = self._watch.see(Frame(self._faulty.filtered(shot, self._chance), self._t_ms))
            if seen is not None:
                break
        return self._watch.compared(asked, seen)

    def conditions(self, start: AskedPlacement) -> Conditions | None:
        now, distance = self._watch.conditions(), self._watch.colour_distance(start)
        return None if now is None else msgspec.structs.replace(now, colour_distance=distance)


def positions(made: Scenery, count: int) -> Iterator[Position]:
    """Positions of played games, some plays apart; the neutral figure is placed at the beginning."""
    chance = random.Random(made.number)
    variant = SHIPPED.variant(made.variant)
    while True:
        position = first_position(variant, len(made.profile.goal), made.seats, made.options)
        for figure in variant.figures:
            field = chance.choice(sorted(variant.wheel_fields(position.sectors)))
            position = position.with_placement(position.placement.with_extra(figure, field))
        players = CardPlayers(rules_of(position), chance.randrange(1 << 30))
        for turn in range(240):
            position = next_turn(position, players)
            if winners(rules_of(position), position):
                break
            if turn > 12 and turn % 9 == 0:
                yield position
                count -= 1
                if not count:
                    return


def next_turn(position: Position, players: CardPlayers) -> Position:
    rules = rules_of(position)
    players.hold((rules.deal.cards_in_round(1, len(position.seats)),) * len(position.seats))
    play = players.choose(position)
    if play is None:
        players.forfeit(position.turn)
        return passed(rules, position)
    players.spend(position.turn, play.card)
    return after_play(rules, position, play)


def as_asked(position: Position, table: TableUnderTest, chance: random.Random) -> AskedPlacement:
    """The position with any places of the kennels taken, as people put pawns there."""
    placement = shown(rules_of(position).variant, position.placement)
    kennels = []
    for seat, row in enumerate(placement.pawns):
        places = range(len(table.profile.kennel[table.sectors[seat]]))
        kennels.append(KennelFill(tuple(sorted(chance.sample(places, min(len(places), row.count(KENNEL)))))))
    return AskedPlacement(difficulty=Difficulty.START, placement=placement, kennels=tuple(kennels))


def tried(row: int, games: int, folder: Path) -> list[Trial]:
    """Certifies the eight tables of a scenery and reads them for truth; readings are kept in the folder."""
    path = folder / f"{row:03d}.pickle"
    if path.exists():
        kept: list[Trial] = pickle.loads(path.read_bytes())
        return kept
    cv2.setNumThreads(1)
    film = Film(faulty_table(ROW * row).made, games)
    trials = [trial_of(film, faulty_table(ROW * row + place)) for place in range(ROW)]
    path.write_bytes(pickle.dumps(trials))
    return trials


def trial_of(film: Film, faulty: FaultyTable) -> Trial:
    test = Watched(film, faulty, film.table)
    start = test.read(*film.start)
    now = test.conditions(film.start[0])
    twelve = tuple(test.read(*laid) for laid in film.twelve)
    game = Watched(film, faulty, film.table)
    game.read(*film.start)
    return Trial(
        faulty=faulty,
        table=film.table,
        start=start,
        twelve=twelve,
        hindrance=test.hindrance,
        now=now,
        games=tuple(game.read(*laid) for laid in film.games),
    )


def spearman(one: Sequence[float], other: Sequence[float]) -> float:
    """Rank correlation, ties at their middle rank; 0 where one of the rows is all ties."""
    first, second = ranks(one), ranks(other)
    if not first.std() or not second.std():
        return 0.0
    return float(np.corrcoef(first, second)[0, 1])


def ranks(values: Sequence[float]) -> np.ndarray:
    row = np.asarray(values, dtype=np.float64)
    return np.array([(row < value).sum() + ((row == value).sum() + 1) / 2 for value in row])


def page_of(trials: Sequence[Trial], games: int, command: str) -> str:
    faults = sorted({trial.faulty.fault for trial in trials})
    halves = (
        trials,
        [trial for trial in trials if trial.faulty.made.number < LOOKED_AT],
        [trial for trial in trials if trial.faulty.made.number >= LOOKED_AT],
    )
    columns = [claims(half) for half in halves]
    return PAGE.format(
        count=len(trials),
        games=games,
        looked_at=LOOKED_AT,
        faults=", ".join(fault for fault in faults if fault != NONE),
        undisturbed=sum(trial.faulty.fault == NONE for trial in trials),
        command=command,
        machine=machine(),
        claims="\n".join(f"| {claim} | {' | '.join(column[claim] for column in columns)} |" for claim in columns[0]),
        grades="\n".join(
            _grade_row(grade, [trial for trial in trials if trial.certificate.grade is grade]) for grade in Grade
        ),
        faults_rows="\n".join(
            _fault_row(fault, [trial for trial in trials if trial.faulty.fault == fault]) for fault in faults
        ),
    )


def claims(trials: Sequence[Trial]) -> dict[str, str]:
    """Returns the claims about the grade, and the results of these tables."""
    order = list(Grade)
    found = [trial.certificate for trial in trials]
    rank = [order.index(each.grade) for each in found]
    errors = [trial.error for trial in trials]
    readable = [n for n, trial in enumerate(trials) if errors[n] is not None and trial.lost < 0.5]
    gold = [trial for trial, each in zip(trials, found, strict=True) if each.grade is Grade.GOLD]
    # without any reading there is no true error that an interval could cover
    stated = [n for n, trial in enumerate(trials) if errors[n] is not None and any(r.was_read for r in trial.twelve)]
    covered = sum((errors[n] or 0.0) <= found[n].wrong.high for n in stated)
    false_gold = sum(trial.error is None or trial.error > PROMISE for trial in gold)
    error = spearman([rank[n] for n in readable], [errors[n] or 0.0 for n in readable])
    share = spearman([found[n].wrong.share for n in stated], [errors[n] or 0.0 for n in stated])
    return {
        "rank correlation (Spearman) of grade and true share of spots lost": (
            f"{spearman(rank, [trial.lost for trial in trials]):.2f}"
        ),
        "rank correlation of grade and true error, tables of which at least half was read": (
            f"{error:.2f} ({len(readable)} tables)"
        ),
        "rank correlation of the stated share of wrong spots and the true error": f"{share:.2f}",
        "gold tables with a true error above 0.5 %": f"{false_gold} of {len(gold)}",
        "the true error is within the stated interval": (
            f"{covered} of {len(stated)} ({covered / max(1, len(stated)):.1%})"
        ),
    }


def _grade_row(grade: str, trials: Sequence[Trial]) -> str:
    errors = [trial.error for trial in trials if trial.error is not None]
    cells = [f"{np.percentile(errors, part):.2%}" for part in (50, 90, 100)] if errors else ["", "", ""]
    lost = f"{np.median([trial.lost for trial in trials]):.2%}" if trials else ""
    return f"| {grade} | {len(trials)} | {' | '.join(cells)} | {lost} |"


def _fault_row(fault: str, trials: Sequence[Trial]) -> str:
    counts = " | ".join(str(sum(trial.certificate.grade is grade for trial in trials)) for grade in Grade)
    ordered = sorted(trials, key=lambda trial: trial.faulty.strength)
    third = max(1, len(ordered) // 3)
    ends = " | ".join(f"{_pooled(part):.2%}" for part in (ordered[:third], ordered[-third:]))
    return f"| {fault} | {len(trials)} | {counts} | {ends} |"


def _pooled(trials: Sequence[Trial]) -> float:
    errors = [trial.error for trial in trials if trial.error is not None]
    return float(np.mean(errors)) if errors else 1.0


def main() -> int:
    parser = argparse.ArgumentParser(description="certifies faulty tables and compares the grades with the truth")
    parser.add_argument("--sceneries", type=int, default=SCENERIES, help="so many, with eight tables each")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--games", type=int, default=GAMES, help="positions of played games to know the truth from")
    parser.add_argument("--keep", type=Path, default=FIGURES / "certify", help="a folder for what was read")
    wanted = parser.parse_args()
    folder = wanted.keep / f"{sources_digest()}-{wanted.games}"
    folder.mkdir(parents=True, exist_ok=True)
    done: list[Trial] = []
    with ProcessPoolExecutor(wanted.jobs) as pool:
        for trials in pool.map(tried, range(wanted.sceneries), repeat(wanted.games), repeat(folder)):
            done += trials
            for trial in trials:
                print(trial.said(), file=sys.stderr, flush=True)
    write("certify.md", page_of(done, wanted.games, "make certify"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
