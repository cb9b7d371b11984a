"""Random games with exact readings but for one trouble, and without answers to questions.

Reports the wrong verdicts of the referee, and the number of states after the trouble that still lead to a question.

    PYTHONPATH=tests/support python tests/bench/troubled_games.py [--first N] [--games N] [TROUBLE ...]

Nothing is drawn: the reader is replaced by the truth of each picture (`drawn_recordings`), so a game takes half a
second.  Exit status: 0 nothing was wrong, 1 something was.
"""

import argparse
import json
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from math import log
from pathlib import Path
from typing import Final
from unittest.mock import patch

import numpy as np
from drawn_recordings import PLAYS, Story
from drawn_scenery import scenery
from stress import judged

from companion.catalogue.shipped import SHIPPED
from companion.lab.truth import load_truth
from companion.model.observation import Observation, Scores
from companion.rules.rules import Rules
from companion.sensors import replay
from companion.sensors.board_observer import AGAIN_MS, roster_of
from companion.sensors.board_spots import BoardSpots
from companion.sensors.recording import load_recording
from companion.simulation.camera.virtual_camera import Scene as DrawnScene
from vision.frames import Frame, Image
from vision.lab.truth import Scene

FIRST, GAMES = 50_000, 50
#: A board lies still for so long before it is read.
REST_MS: Final = 250
#: How sure a good reading is.
SURE: Final = 0.995
BLANK: Final = np.zeros((2, 2, 3), np.uint8)

#: By spot, the class that is read instead of the true one.  Troubles give None if nothing is read of a picture.
Misread = dict[int, int]


class NoPicture:
    """A camera that need not draw: the truth is read."""

    def picture(self, scene: DrawnScene) -> Image:
        return BLANK


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """The state that the trouble begins with: its number, the times of the last pictures of the one before, of itself
    and of the one after, a spot that a pawn came to then, its class, and any empty spot of the track."""

    state: int
    after_ms: int
    until_ms: int
    next_ms: int
    spot: int
    kind: int
    empty: int

    def lasts(self, t_ms: int) -> bool:
        return self.after_ms < t_ms <= self.until_ms

    def stays(self, scene: Scene) -> bool:
        return scene.t_ms > self.after_ms and scene.classes[self.spot] == self.kind


def _unseen(moment: Moment, scene: Scene) -> Misread | None:
    return None if moment.lasts(scene.t_ms) else {}


def _two_unseen(moment: Moment, scene: Scene) -> Misread | None:
    return None if moment.after_ms < scene.t_ms <= moment.next_ms else {}


def _misread_once(moment: Moment, scene: Scene) -> Misread | None:
    return {moment.spot: 0} if moment.lasts(scene.t_ms) and moment.stays(scene) else {}


def _misread_on(moment: Moment, scene: Scene) -> Misread | None:
    return {moment.spot: 0} if moment.stays(scene) else {}


def _ghost_once(moment: Moment, scene: Scene) -> Misread | None:
    there = moment.lasts(scene.t_ms) and not scene.classes[moment.empty]
    return {moment.empty: moment.kind} if there else {}


def _ghost_on(moment: Moment, scene: Scene) -> Misread | None:
    there = scene.t_ms > moment.after_ms and not scene.classes[moment.empty]
    return {moment.empty: moment.kind} if there else {}


Trouble = Callable[[Moment, Scene], Misread | None]
TROUBLES: Final[dict[str, Trouble]] = {
    "none": lambda moment, scene: {},
    "a state unseen": _unseen,
    "two states unseen": _two_unseen,
    "a pawn that came overlooked once": _misread_once,
    "a pawn that came overlooked as long as it stands": _misread_on,
    "a pawn imagined once": _ghost_once,
    "a pawn imagined on": _ghost_on,
}


class TroubledEyes:
    """Replaces the camera's observer: returns the true figures, but for the trouble."""

    def __init__(
        self, scenes: dict[int, Scene], spots: BoardSpots, kinds: int, trouble: Callable[[Scene], Misread | None]
    ):
        self._scenes, self._spots, self._kinds, self._trouble = scenes, spots, kinds, trouble
        self._since: tuple[object, int] = (None, 0)
        self._said_ms: int | None = None
        self.blindness = self

    def begins(self, _look: object, _t_ms: int) -> bool:
        return False

    def expect(self, *_: object) -> None:
        """Does nothing: an exact observer need not learn."""

    def observe(self, frame: Frame) -> tuple[None, Observation | None]:
        scene = self._scenes[frame.t_ms]
        lies = (scene.classes, scene.labels.quarter_turn) if scene.still else None
        if lies is None or lies != self._since[0]:
            self._since, self._said_ms = (lies, frame.t_ms), None
            return None, None
        rests = frame.t_ms - self._since[1] >= REST_MS
        if not rests or (self._said_ms is not None and frame.t_ms - self._said_ms < AGAIN_MS):
            return None, None
        self._said_ms = frame.t_ms
        misread = self._trouble(scene)
        return None, None if misread is None else self._observation(scene, misread)

    def _observation(self, scene: Scene, misread: Misread) -> Observation:
        rows = [self._row(misread.get(spot, kind)) for spot, kind in enumerate(scene.classes)]
        spots, seats = self._spots, range(self._spots.seats)
        return Observation(
            t_ms=scene.t_ms,
            track=tuple(rows[: spots.field_count]),
            goal=tuple(tuple(rows[spots.goal_spots(seat)]) for seat in seats),
            kennel=tuple(tuple(rows[spots.kennel_spots(seat)]) for seat in seats),
            centre=None if spots.centre is None else rows[spots.centre],
            wheel=scene.labels.quarter_turn,
        )

    def _row(self, shown: int) -> Scores:
        other = (1 - SURE) / (self._kinds - 1)
        return tuple(log(SURE if kind == shown else other) for kind in range(self._kinds))


def game_folder(folder: Path, number: int) -> Path:
    """The game of this number, with its truth, in a folder of its own."""
    made = scenery(number)
    where = folder / f"{number}-{made.variant}"
    if not (where / "made.json").exists():
        Story(where, made, NoPicture()).play(PLAYS)
    return where


def verdicts(folder: Path, number: int, trouble: Trouble) -> tuple[int, list[str]] | None:
    """Returns the trouble's first state, and the result of each (`stress.judged`); None if no state fits."""
    where = game_folder(folder, number)
    recording, true = load_recording(SHIPPED, where), load_truth(where)
    rules: Rules = SHIPPED.rules(recording.position)
    roster = roster_of(rules, recording.position, recording.colours)
    spots = BoardSpots.of(recording.profile, roster.sectors, roster.pawns)
    truth = [json.loads(line) for line in (where / "truth.jsonl").read_text(encoding="utf-8").splitlines()]
    moment = _moment(number, true.scenes, truth, spots.field_count)
    if moment is None:
        return None
    scenes = {scene.t_ms: scene for scene in true.scenes}
    eyes = TroubledEyes(scenes, spots, 1 + len(roster.piece_colours), partial(trouble, moment))
    frames = (Frame(BLANK, t_ms) for t_ms in sorted(scenes))
    with patch.object(replay, "observer_of", lambda *_, **__: eyes):
        said = list(replay.replay_recording(recording, frames))
    return moment.state, list(judged(truth, said))


def _moment(number: int, scenes: tuple[Scene, ...], truth: list[dict[str, object]], fields: int) -> Moment | None:
    """Any legal state but the last two, so that the game may go on after it."""
    chance = random.Random(number)
    states = [int(str(line["t_ms"])) for line in truth]
    legal = [state for state, line in enumerate(truth[:-2]) if line["verdict"] == "legal"]
    if not legal:
        return None
    state = chance.choice(legal)
    before = max((s for s in scenes if s.still and s.t_ms <= ([0, *states][state] or scenes[0].t_ms)), key=_time)
    now = max((s for s in scenes if s.still and s.t_ms <= states[state]), key=_time)
    came = [n for n, (old, new) in enumerate(zip(before.classes, now.classes, strict=True)) if new and old != new]
    if not came:
        return None
    spot = chance.choice(came)
    empty = chance.choice([field for field in range(fields) if not now.classes[field]])
    return Moment(
        state=state,
        after_ms=before.t_ms if state else 0,
        until_ms=states[state],
        next_ms=states[state + 1],
        spot=spot,
        kind=now.classes[spot],
        empty=empty,
    )


def _time(scene: Scene) -> int:
    return scene.t_ms


def counted(folder: Path, numbers: range, name: str) -> Iterator[str]:
    """Yields the wrong verdicts, then a line of counts.

    The counts are states, questions, and the number of later states until the questions end.
    """
    total: Counter[str] = Counter()
    after: Counter[int] = Counter()
    for number in numbers:
        found = verdicts(folder, number, TROUBLES[name])
        if found is None:
            continue
        state, said = found
        wrong = [verdict for verdict in said if verdict not in ("right", "asked")]
        yield from (f"WRONG in game {number}, {name}: {verdict}" for verdict in wrong)
        total.update(states=len(said), asked=said.count("asked"), wrong=len(wrong))
        after[said[state + 1 :].count("asked")] += 1
    longest = ", ".join(f"{count} of {games}" for count, games in sorted(after.items()))
    yield f"{name}: {dict(total)}; asked about after it, states of games: {longest}"


def main() -> int:
    parser = argparse.ArgumentParser(description="games read perfectly but for one trouble, with nobody to answer")
    parser.add_argument("troubles", nargs="*", metavar="TROUBLE", help=f"some of: {'; '.join(TROUBLES)}")
    parser.add_argument("--first", type=int, default=FIRST)
    parser.add_argument("--games", type=int, default=GAMES)
    wanted = parser.parse_args()
    unknown = [name for name in wanted.troubles if name not in TROUBLES]
    if unknown:
        parser.error(f"no trouble is called {unknown[0]!r}; there are: {'; '.join(TROUBLES)}")
    wrong = False
    with tempfile.TemporaryDirectory() as folder:
        for name in wanted.troubles or TROUBLES:
            for line in counted(Path(folder), range(wanted.first, wanted.first + wanted.games), name):
                wrong |= line.startswith("WRONG")
                print(line, flush=True)
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
