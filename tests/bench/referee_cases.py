"""Settled pictures of drawn recordings as the referee gets them, with the truth, to fit its model to.

Laws: numbers from FIRST on occur in no table of the documentation; even ones serve to fit, odd ones only to check.  The
reader gets the true plays, so its readings do not depend on the referee.
"""

import json
import pickle
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from disturbance_lists import HELD_OUT, KNOWN, disturbed_frames
from drawn_recordings import PLAYS, record
from faulty_tables import FAULTS, STRENGTHS

from companion.catalogue.shipped import SHIPPED
from companion.lab.truth import load_truth
from companion.model.observation import Observation
from companion.model.places import CENTRE, KENNEL, OFF, Place, goal
from companion.model.play import Play
from companion.model.position import Placement, Position
from companion.referee.sight import as_seen
from companion.rules.apply import after_play, passed
from companion.rules.legal import legal_plays
from companion.sensors.board_observer import BoardObserver, roster_of
from companion.sensors.board_spots import BoardSpots
from companion.sensors.recording import InputLine, Recording, load_recording
from vision.board import Labels
from vision.frames import Frame

#: The first number that no table uses.
FIRST: Final = 2000
NONE: Final = "none"
#: Recordings of each kind in a row: one to fit to, one to check.
KINDS: Final = 2
DISTURBED: Final = tuple(name for name in (*KNOWN, *HELD_OUT) if name != NONE)
FAULTY: Final = tuple(f"{fault} {strength}" for strength in STRENGTHS[3:] for fault in FAULTS)


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenDeclaration:
    """The card that lay open, and the seat that laid it."""

    seat: int
    card: str
    acting_as: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One settled picture: the last accepted `position`, the open card, the observation of the reader, the truth.

    `labels` are the true classes of the observation's rows, but for the kennels, whose counts are in `placement`.
    `first`: the first picture since the board came to rest; otherwise the last one.
    """

    recording: str
    number: int
    disturbance: str
    t_ms: int
    first: bool
    position: Position
    declared: OpenDeclaration | None
    observation: Observation
    labels: Labels
    placement: Placement

    @property
    def is_fitted_to(self) -> bool:
        return self.number % 2 == 0


def disturbance_of(number: int) -> str:
    """Returns the disturbance of a recording, another one for each number.

    Of six recordings in a row two are undisturbed, two disturbed as in an evening, two by a fault of the camera or of
    the light.
    """
    turn, kind = divmod(number, 6)
    if kind < KINDS:
        return NONE
    names = DISTURBED if kind < 2 * KINDS else FAULTY
    return names[(7 * turn + 13 * (number % 2)) % len(names)]


def frames_of(folder: Path, states_ms: list[int], name: str, number: int) -> Iterator[Frame]:
    """The pictures of a recording as disturbed."""
    if name not in FAULTY:
        yield from disturbed_frames(folder, states_ms, name, seed=2)
        return
    fault, strength = name.rsplit(" ", 1)
    chance = np.random.default_rng(number)
    for frame in disturbed_frames(folder, states_ms, NONE, seed=2):
        yield Frame(FAULTS[fault](frame.image, chance, float(strength)), frame.t_ms)


def cases_of(number: int, kept: Path) -> list[Case]:
    """The cases of one recording; drawn and read once, then kept in the folder `kept`."""
    file = kept / "cases" / f"{number}.pickle"
    if not file.exists():
        folder = record(kept / "recordings", number, PLAYS)
        found = list(CaseReader(folder, number, disturbance_of(number)).cases())
        file.parent.mkdir(parents=True, exist_ok=True)
        file.with_suffix(".new").write_bytes(pickle.dumps(found))
        file.with_suffix(".new").replace(file)
    cases: list[Case] = pickle.loads(file.read_bytes())
    return cases


class CaseReader:
    """One recording, read with the truth at hand."""

    def __init__(self, folder: Path, number: int, disturbance: str) -> None:
        cv2.setNumThreads(1)
        self._folder, self._number, self._disturbance = folder, number, disturbance
        self._recording: Recording = load_recording(SHIPPED, folder)
        rows = (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines()
        self._truth: list[dict[str, Any]] = [json.loads(row) for row in rows]
        self._scenes = {scene.t_ms: scene for scene in load_truth(folder).scenes}
        self._position = self._recording.position
        self._declared: OpenDeclaration | None = None

    def cases(self) -> Iterator[Case]:
        rules = SHIPPED.rules(self._position)
        roster = roster_of(rules, self._position, self._recording.colours)
        observer = BoardObserver(self._recording.profile, roster, self._recording.flat)
        observer.expect(rules, self._position)
        said: list[tuple[int, int, Any]] = [(line.t_ms, 1, line) for line in self._recording.inputs]
        said += [(line["t_ms"], 0, line) for line in self._truth]
        said.sort(key=lambda entry: entry[:2])
        states = [line["t_ms"] for line in self._truth]
        last: Case | None = None
        for frame in frames_of(self._folder, states, self._disturbance, self._number):
            while said and said[0][0] < frame.t_ms:
                _, is_input, line = said.pop(0)
                if is_input:
                    self._take(line)
                elif self._played(line):
                    observer.expect(rules, self._position)
            _, seen = observer.observe(frame)
            case = self._case(frame, seen) if seen else None
            still = self._scenes[frame.t_ms].still
            if last and not (still and self._scenes[last.t_ms].labels == self._scenes[frame.t_ms].labels):
                yield last
                last = None
            if case and last is None:
                yield case
            last = replace(case, first=False) if case else last
        if last:
            yield last

    def _case(self, frame: Frame, seen: Observation) -> Case | None:
        scene = self._scenes[frame.t_ms]
        if not scene.still:
            return None
        return Case(
            recording=self._folder.name,
            number=self._number,
            disturbance=self._disturbance,
            t_ms=frame.t_ms,
            first=True,
            position=self._position,
            declared=self._declared,
            observation=seen,
            labels=scene.labels,
            placement=self._lying(scene.labels),
        )

    def _lying(self, labels: Labels) -> Placement:
        """Returns the labels as a placement; a figure on no spot lies beside the board."""
        spots = BoardSpots.of(self._recording.profile, self._position.seats)
        rows: list[list[Place]] = [[KENNEL] * count for count in labels.pool_counts]
        figure = OFF
        for field, kind in enumerate(labels.classes[: spots.field_count]):
            if 0 < kind <= spots.seats:
                rows[kind - 1].append(Place(field))
            elif kind:
                figure = Place(field)
        for seat in range(spots.seats):
            lane = labels.classes[spots.goal_spots(seat)]
            rows[seat] += [goal(step) for step, kind in enumerate(lane, start=1) if kind == 1 + seat]
        if spots.centre is not None and labels.classes[spots.centre]:
            rows[labels.classes[spots.centre] - 1].append(CENTRE)
        before = self._position.placement
        for row, stood in zip(rows, before.pawns, strict=True):
            row.extend([OFF] * (len(stood) - len(row)))
        figures = SHIPPED.rules(self._position).variant.figures
        extras = [(name, int(figure) if name in figures else value) for name, value in before.extras]
        extras = [(name, (labels.quarter_turn or 0) if name == "wheel" else value) for name, value in extras]
        return Placement(tuple(tuple(sorted(row)) for row in rows), tuple(extras))

    def _take(self, line: InputLine) -> None:
        if line.kind == "skip":
            self._position = passed(SHIPPED.rules(self._position), self._position)
        elif line.kind == "declare" and line.seat is not None and line.card is not None:
            self._declared = OpenDeclaration(seat=line.seat, card=line.card, acting_as=line.acting_as)

    def _played(self, true: dict[str, Any]) -> bool:
        """Returns whether the present state was a legal play; the game then goes on from it."""
        if true["verdict"] != "legal":
            return False
        self._position = after_play(SHIPPED.rules(self._position), self._position, self._play_to(true["t_ms"]))
        self._declared = None
        return True

    def _play_to(self, t_ms: int) -> Play:
        position, declared = self._position, self._declared
        assert declared is not None
        rules = SHIPPED.rules(position)
        lying = as_seen(rules.variant, self._lying(self._scenes[t_ms].labels))
        plays = legal_plays(rules, position, declared.card, declared.acting_as)
        return next(play for play in plays if as_seen(rules.variant, play.result) == lying)
