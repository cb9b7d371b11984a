# ruff: noqa: E501 - the lines of a Markdown table are as long as they are
"""An hour of a table for the board reader, at full speed: its memory must stay flat, and its time is measured.

    python tests/soak/eyes_soak.py [--minutes M]

Ten pictures a second at 1280 x 720, one core.  Hands carry pawns, the disc turns, the board is pushed, the camera
knocked, the light goes off; now and then a picture is nothing but noise, which can make the search for markers slow and
large (opencv#26683).  A whole hour writes `build/figures/eyes-hour.md`.  Ctrl-C prints the results so far. Exit status:
0 flat, 1 not, 130 interrupted.
"""

import argparse
import os
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np
from rules_for_tests import rules_of

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "bench"))

from table_readers import reader_of
from tables import machine, write

from companion.board.files import load_board
from companion.catalogue.shipped import SHIPPED
from companion.model.position import Position
from companion.referee.sight import shown
from companion.rules.apply import after_play, passed
from companion.sensors.board_spots import BoardSpots, labels
from companion.simulation.camera.virtual_camera import Scene, VirtualCamera
from companion.simulation.card_players import CardPlayers, rehearse
from companion.simulation.gestures import Gestures
from companion.simulation.physical_table import PhysicalTable
from vision.board import Labels
from vision.frames import Frame, Image
from vision.reader import BoardReader
from vision.results import FrameResult, FrameStatus

VARIANT, COLOURS, SEED, PLAYS = "black_dog", ("red", "yellow", "green", "blue"), 11, 7
STEP_MS, MINUTE, HOUR = 100, 600, 60
#: Pictures of a table at rest, in the dark, and of noise.
REST, DARK, NOISE = 40, 8, 6
#: The disturbance of the table before the play of this number: the board pushed (mm), the camera knocked (degrees).
PUSHED = {2: (11.0, -7.0), 5: (0.0, 0.0)}
KNOCKED = {3: (1.4, -0.9, 0.6), 6: (0.0, 0.0, 0.0)}
#: The reader is warm after so many minutes; then memory may grow by this share until the end.
WARM, GROWTH = 10, 0.03

PAGE = """# An hour for the board reader

{frames} pictures at 1280 x 720, ten a second of table time, in {took:.0f} minutes: drawn Black DOG with hands, turns of the disc, a board that is
pushed and a camera that is knocked, darkness, and pictures of nothing but noise (opencv#26683). Written by
`python tests/soak/eyes_soak.py` (`make soak-eyes`) on {machine}. {right} of {rests} boards at rest were read exactly right.

## Memory

Of the whole process; {pictures:.0f} MB of it are the pictures that are shown.

| minute | MB |
|---|---|
{memory}

## Time

Processor time of one picture, one core.

| picture | n | median ms | 95 % ms | longest ms |
|---|---|---|---|---|
{times}
"""


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture by its number, shown so often.

    `truth` is given if a board at rest is shown, `moved` if it lies anew.
    """

    picture: int
    times: int
    what: str
    truth: Labels | None = None
    moved: bool = False


class Film:
    """One minute or so of a game, drawn once; it begins and ends with the same board."""

    def __init__(self) -> None:
        self.profile = load_board(VARIANT)
        self.spots = BoardSpots.of(self.profile, (0, 1, 2, 3))
        self.pictures: list[Image] = []
        self.shots: list[Shot] = []
        self._variant = SHIPPED.variant(VARIANT)
        self._camera = VirtualCamera(self.profile, COLOURS, SEED)
        self._pushed, self._knocked = (0.0, 0.0), (0.0, 0.0, 0.0)
        self._rng = np.random.default_rng(SEED)
        self._draw()

    def _draw(self) -> None:
        position = first = rehearse(SHIPPED.variant(VARIANT), 4, SEED)
        table = PhysicalTable(self.profile, self._variant, position.seats, COLOURS, SEED)
        table.set_up(shown(self._variant, position.placement))
        hands = Gestures(self.profile, self._variant, table, None)
        self._rest(table, position)
        players = CardPlayers(rules_of(position), SEED)
        for number in range(PLAYS):
            moved = number in PUSHED or number in KNOCKED
            self._pushed, self._knocked = PUSHED.get(number, self._pushed), KNOCKED.get(number, self._knocked)
            if moved:
                self._rest(table, position, moved=True)
            after = self._next(players, position)
            for _ in hands.arrange(shown(self._variant, after.placement), position.seats[position.turn]):
                self._shoot(table.scene(), 2, "hand")
            position = after
            self._rest(table, position)
        self._shoot(replace(table.scene(), light=0.04), DARK, "dark")
        noise = self._rng.integers(0, 256, self.pictures[0].shape).astype(np.uint8)
        self._add(noise, NOISE, "noise")
        for _ in hands.arrange(shown(self._variant, first.placement), 0):
            self._shoot(table.scene(), 2, "hand")

    def _next(self, players: CardPlayers, position: Position) -> Position:
        """Returns the position after the next play; a player without a play is passed over."""
        while True:
            players.hold((SHIPPED.rules(position).deal.cards_in_round(1, len(COLOURS)),) * len(COLOURS))
            play = players.choose(position)
            if play is not None:
                players.spend(position.turn, play.card)
                return after_play(rules_of(position), position, play)
            players.forfeit(position.turn)
            position = passed(rules_of(position), position)

    def _rest(self, table: PhysicalTable, position: Position, *, moved: bool = False) -> None:
        truth = labels(rules_of(position), position, self.spots)
        self._shoot(table.scene(), REST, "rest", truth, moved=moved)

    def _shoot(self, scene: Scene, times: int, what: str, truth: Labels | None = None, *, moved: bool = False) -> None:
        seen = replace(scene, pushed_mm=self._pushed, knocked_deg=self._knocked)
        self._add(self._camera.render(seen), times, what, truth, moved=moved)

    def _add(self, picture: Image, times: int, what: str, truth: Labels | None = None, *, moved: bool = False) -> None:
        self.pictures.append(picture)
        self.shots.append(Shot(len(self.pictures) - 1, times, what, truth, moved))


@dataclass(slots=True)
class Watch:
    """The measurements so far."""

    frames: int = 0
    rests: int = 0
    right: int = 0
    memory: list[float] = field(default_factory=list)
    times: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    @property
    def grown(self) -> float:
        """By which share memory has grown since the reader was warm."""
        if len(self.memory) <= WARM:
            return 0.0
        return max(self.memory[WARM:]) / self.memory[WARM] - 1


#: The reader's uses of a picture, in the order of the table.
JUDGED = "judged: a board that has come to rest"
MOVED = "judged: after the board or the camera was moved"
WATCHING = "watching: the picture moves, or rests and was judged before"
NOISY = "noise"


def show(film: Film, watch: Watch, frames: int) -> None:
    """Shows the film over and over."""
    reader = reader_of(film.profile, sectors=(0, 1, 2, 3), colours=COLOURS, dog=True)
    row = film.spots
    rng = np.random.default_rng(SEED + 1)
    grains = [np.round(rng.normal(0, 2, film.pictures[0].shape)).astype(np.int16) for _ in range(4)]
    reader.expect(next(shot.truth for shot in film.shots if shot.truth))
    while watch.frames < frames:
        for shot in film.shots:
            look = _show_shot(film, shot, reader, watch, grains)
            if shot.truth is not None:
                watch.rests += 1
                watch.right += _is_right(look, shot.truth, row)
                reader.expect(shot.truth)


def _show_shot(film: Film, shot: Shot, reader: BoardReader, watch: Watch, grains: list[np.ndarray]) -> FrameResult:
    settled = 0
    for _ in range(shot.times):
        grain = grains[watch.frames % len(grains)]
        image = cv2.add(film.pictures[shot.picture], grain, dtype=cv2.CV_8U)
        began = time.thread_time()
        look = reader.look(Frame(np.asarray(image, dtype=np.uint8), watch.frames * STEP_MS))
        took_ms = (time.thread_time() - began) * 1000
        settled += look.status is FrameStatus.SETTLED
        kind = _kind(shot, look, settled)
        if kind:
            watch.times[kind].append(took_ms)
        watch.frames += 1
        if watch.frames % MINUTE == 0:
            watch.memory.append(resident_mb())
            _choose_play(watch)
    return look


def _kind(shot: Shot, look: FrameResult, settled: int) -> str:
    """Returns the reader's use of the picture; "" for those that are still averaged or give nothing."""
    if shot.what == "noise":
        return NOISY
    if look.status is FrameStatus.MOVING or settled > 6:
        return WATCHING
    if look.status is FrameStatus.SETTLED and settled == 1:
        return MOVED if shot.moved else JUDGED
    return ""


def _is_right(look: FrameResult, truth: Labels, row: BoardSpots) -> bool:
    if look.reading is None:
        return False
    logs = look.reading.scores
    return bool((logs.argmax(axis=1) == row.classes(truth, logs)).all())


def resident_mb() -> float:
    """Memory of this process that is not swapped out."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def _choose_play(watch: Watch) -> None:
    minutes = watch.frames // MINUTE
    line = f"{minutes} min, {watch.memory[-1]:.0f} MB, {watch.right} of {watch.rests} boards right"
    print(line, file=sys.stderr, flush=True)


def memory_rows(memory: list[float]) -> Iterator[str]:
    for minute in sorted({1, WARM, *range(15, len(memory) + 1, 15), len(memory)}):
        if minute <= len(memory):
            yield f"| {minute} | {memory[minute - 1]:.1f} |"


def time_rows(watch: Watch) -> Iterator[str]:
    for kind in (WATCHING, JUDGED, MOVED, NOISY):
        taken = sorted(watch.times[kind])
        if taken:
            late = taken[int(len(taken) * 0.95)]
            yield f"| {kind} | {len(taken)} | {taken[len(taken) // 2]:.2f} | {late:.2f} | {taken[-1]:.2f} |"


def main() -> int:
    parser = argparse.ArgumentParser(description="shows the board reader an hour of a table and watches its memory")
    parser.add_argument("--minutes", type=int, default=HOUR, help=f"minutes of table time (default {HOUR})")
    wanted = parser.parse_args()
    cv2.setNumThreads(1)
    film, watch, began = Film(), Watch(), time.monotonic()
    status = 0
    try:
        show(film, watch, wanted.minutes * MINUTE)
    except KeyboardInterrupt:
        status = 130
    print("\n".join([*memory_rows(watch.memory), *time_rows(watch)]))
    grown = watch.grown
    print(f"memory has grown by {grown:.1%} since minute {WARM}")
    if status == 0 and wanted.minutes >= HOUR:
        page = PAGE.format(
            frames=watch.frames,
            took=(time.monotonic() - began) / 60,
            machine=machine(),
            right=watch.right,
            rests=watch.rests,
            pictures=sum(picture.nbytes for picture in film.pictures) / 1e6,
            memory="\n".join(memory_rows(watch.memory)),
            times="\n".join(time_rows(watch)),
        )
        write("eyes-hour.md", page)
    return status or int(grown > GROWTH)


if __name__ == "__main__":
    sys.exit(main())
