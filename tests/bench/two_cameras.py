# ruff: noqa: E501 - the lines of a Markdown table are as long as they are
"""Two cameras over one table against each of them alone.  Writes `build/figures/two_cameras.md`.

    python tests/bench/two_cameras.py OUT [--first N] [--count N] [--plays P] [--mitsuba PYTHON]

Every table is filmed from two sides at once: drawn by the virtual camera, or with `--mitsuba` rendered (PYTHON is that
of an environment with mitsuba and numpy).  The recordings are kept in OUT.  Each is then judged by the first view, by
the second and by both.  A drawn table is judged in three states: both views free, a thing before one corner of one view,
and a hand that lies over one view in every other play.  A rendered one has two cameras with different lenses, and one
state that is rendered with it: a vase before a corner, or an arm before one camera.
Exit status: 0 no verdict was wrong, 1 one was.
"""

import argparse
import itertools
import json
import shutil
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import cv2
import numpy as np
from drawn_recordings import Camera, Story
from drawn_scenery import SceneCamera, Scenery, scenery
from rendered_tables.camera import RenderedCamera, Renderer
from rendered_tables.looks import Look, look
from rendered_tables.obstacles import OBSTACLES
from rendered_tables.prints import keep_print
from stress import judged
from tables import machine, write

from companion.catalogue.shipped import SHIPPED
from companion.lab.truth import load_truth
from companion.sensors import replay
from companion.sensors.recording import load_recording
from companion.simulation.camera.hand_art import paint_hand
from companion.simulation.camera.pinhole import Stand
from companion.simulation.camera.virtual_camera import Scene
from vision.frames import Frame, Image
from vision.lab.truth import TrueRecording
from vision.pictures import read_picture
from vision.results import FrameResult
from vision.two_cameras import INDEPENDENT

VIEWS: Final = {"first alone": (0,), "second alone": (1,), "both": (0, 1)}
FRAMES: Final = ("frames", "frames_second")
STATES: Final = ("both free", "one corner hidden", "a hand over one")
#: The second camera of a rendered table has the lens of the table so much further on.
NEXT_LENS: Final = 5
#: How far round the board the second camera stands, in degrees, and how high.
ROUND: Final = (50.0, 130.0)
HIGH: Final = (40.0, 70.0)
#: The part of each side of the board that the thing before a corner covers, and how far it stands out.
COVERED, BEYOND = 0.22, 0.10
WEIGHTS: Final = (0.5, 0.6, 0.7, 0.75, 0.8, 0.9, 1.0)
PAGE = """# Two cameras over one table

{source} Written by `python tests/bench/two_cameras.py` on {machine}. A state is *right*, *asked* or *wrong* as in `make rendered`; a board is
*exact* when every spot is read rightly in the last picture of a state.

| state | seen by | recordings | states | right | asked | wrong | boards | not read | exact | seconds |
|---|---|---|---|---|---|---|---|---|---|---|
{rows}

{wrong}

How far two looks at one spot are independent, by the mean surprise (nats) of {spots} spots that both saw: {fit}; in use: {used}.
"""


class TwinCamera:
    """Two cameras that take each picture at once; those of the second are kept beside."""

    def __init__(self, first: Camera, second: Camera) -> None:
        self._first, self._second = first, second
        self.beside: list[Image] = []

    def picture(self, scene: Scene) -> Image:
        self.beside.append(self._second.picture(scene))
        return self._first.picture(scene)


def film(out: Path, number: int, plays: int, renderers: tuple[Renderer, Renderer] | None) -> Path:
    """Returns the recording of this number by two cameras, made unless it is there."""
    folder = out / f"{number:03d}"
    if (folder / "made.json").exists():
        return folder
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    rng = np.random.default_rng([number, 91])
    turn, high = float(rng.uniform(*ROUND)) * (1 if number % 2 else -1), float(rng.uniform(*HIGH))
    made: Look | Scenery
    if renderers:
        made = look(number)
        second = replace(made, turn_deg=turn, elevation_deg=high, lens_name=look(number + NEXT_LENS).lens_name)
        twins = rendered_twins(folder, (made, second), renderers)
    else:
        made = scenery(number)
        twins = drawn_twins(folder, made, Stand(elevation_deg=high, azimuth_deg=turn))
    Story(folder, made, twins).play(plays)
    if isinstance(made, Look) and made.found_by == "print":
        keep_print(folder / "work0" / "top.png", folder)
    (folder / FRAMES[1]).mkdir()
    for path, image in zip(sorted((folder / FRAMES[0]).iterdir()), twins.beside, strict=True):
        cv2.imwrite(str(folder / FRAMES[1] / path.name), image, [cv2.IMWRITE_JPEG_QUALITY, made.jpeg])
    for work in folder.glob("work*"):
        shutil.rmtree(work)
    return folder


def drawn_twins(folder: Path, made: Scenery, stand: Stand) -> TwinCamera:
    """Returns both cameras of a drawn table; keeps the rims of the board in their pictures."""
    cameras = SceneCamera(made), SceneCamera(replace(made, stand=stand))
    width, height = made.profile.size_mm
    rim = ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))
    rims = [[camera._camera.project(x, y) for x, y in rim] for camera in cameras]
    (folder / "rims.json").write_text(json.dumps(np.array(rims).tolist()), encoding="utf-8")
    return TwinCamera(*cameras)


def rendered_twins(folder: Path, looks: tuple[Look, Look], renderers: tuple[Renderer, Renderer]) -> TwinCamera:
    """Returns both cameras of a rendered table, one of them hindered."""
    number = looks[0].number
    hindered, other = looks[:: -1 if hindered_view(number) else 1]
    obstacle = OBSTACLES[state_of(number)](hindered, other)
    cameras = []
    for place, (made, renderer) in enumerate(zip(looks, renderers, strict=True)):
        work = folder / f"work{place}"
        work.mkdir()
        cameras.append(RenderedCamera(made, renderer, work, obstacle))
    return TwinCamera(*cameras)


def hindered_view(number: int) -> int:
    return number // 2 % 2


def state_of(number: int) -> str:
    """Returns the state of the rendered table of this number."""
    return tuple(OBSTACLES)[number // 4 % len(OBSTACLES)]


class Spoiler:
    """A thing or a hand before one of the two views of a recording."""

    def __init__(self, folder: Path, state: str, truth: list[dict[str, Any]]) -> None:
        self._state, self._number = state, int(folder.name)
        self._rng = np.random.default_rng([self._number, 92])
        self.view = hindered_view(self._number)
        self._rim = np.array(json.loads((folder / "rims.json").read_text(encoding="utf-8")))[self.view]
        times = [0, *(line["t_ms"] for line in truth)]
        self._spans = [(begin, end) for begin, end in itertools.pairwise(times)][::2]
        self._tips = [self._rng.uniform(0.3, 0.7, 2) for _ in self._spans]

    def __call__(self, image: Image, camera: int, t_ms: int) -> Image:
        if camera != self.view:
            return image
        return self._cornered(image) if self._state == STATES[1] else self._reached_over(image, t_ms)

    def _cornered(self, image: Image) -> Image:
        """A box before one corner, its marker and the spots there."""
        corner = self._number % 4
        at, left, right = (self._rim[(corner + step) % 4] for step in (0, -1, 1))
        near = [at + COVERED * ((left - at) * one + (right - at) * two) for one, two in ((1, 0), (1, 1), (0, 1))]
        out = at - BEYOND * ((left - at) + (right - at))
        box = np.round(cv2.convexHull(np.float32([*near, at, out]))).astype(np.int32)
        spoilt = image.copy()
        cv2.fillPoly(spoilt, [box], (52, 84, 120), cv2.LINE_AA)
        cv2.polylines(spoilt, [box], True, (40, 66, 96), 3, cv2.LINE_AA)
        return spoilt

    def _reached_over(self, image: Image, t_ms: int) -> Image:
        for (begin, end), share in zip(self._spans, self._tips, strict=True):
            if begin < t_ms <= end:
                spoilt = image.copy()
                low, high = self._rim.min(axis=0), self._rim.max(axis=0)
                x, y = low + share * (high - low)
                scale = float(high[0] - low[0]) / 500
                for sprite in paint_hand((image.shape[1], image.shape[0]), (x, y), 2, scale, self._number):
                    sprite.draw_on(spoilt)
                return spoilt
        return image


def frames_of(folder: Path, cameras: tuple[int, ...], spoil: Spoiler | None) -> Iterator[Frame]:
    """Yields the pictures of these cameras in the order of their times."""
    for path in sorted((folder / FRAMES[0]).iterdir()):
        for place, camera in enumerate(cameras):
            image = read_picture(folder / FRAMES[camera] / path.name)
            assert image is not None
            t_ms = int(path.stem)
            yield Frame(spoil(image, camera, t_ms) if spoil else image, t_ms, None, place)


class Watched:
    """An observer whose results are kept: `results` by time, and what both cameras read in `pairs`."""

    def __init__(self, made: Callable[..., Any]) -> None:
        self._made = made
        self.results: dict[int, FrameResult] = {}
        self.pairs: dict[int, list[FrameResult]] = {}

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        observer = self._made(*args, **kwargs)
        observe = observer.observe

        def noted(frame: Frame) -> Any:
            found = observe(frame)
            self.results[frame.t_ms] = found[0]
            members = getattr(observer, "_observers", ())
            self.pairs[frame.t_ms] = [member._result for member in members]
            return found

        observer.observe = noted
        return observer


def score(folder: Path, state: str, cameras: tuple[int, ...], samples: list[Any]) -> Counter[str]:
    """Returns the counts of one recording in this state, seen by these cameras."""
    truth = [json.loads(line) for line in (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines()]
    recording, known = load_recording(SHIPPED, folder), load_truth(folder)
    watched = Watched(replay.observer_of)
    began = time.process_time()
    with patch.object(replay, "observer_of", watched):
        frames = frames_of(folder, cameras, Spoiler(folder, state, truth) if state in STATES[1:] else None)
        verdicts = list(judged(truth, list(replay.replay_recording(recording, frames, cameras=len(cameras)))))
    counts = Counter(verdict if verdict in ("right", "asked") else "wrong" for verdict in verdicts)
    for verdict in verdicts:
        if verdict not in ("right", "asked"):
            counts[f"{folder.name}, {state}, cameras {cameras}: {verdict}"] += 1
    counts["ms"] = round(1000 * (time.process_time() - began))
    counts["recordings"], counts["states"] = 1, len(verdicts)
    return counts + boards(known, watched, samples)


def boards(known: TrueRecording, watched: Watched, samples: list[Any]) -> Counter[str]:
    """Returns how the last picture of every state was read; adds the spots that both cameras saw to `samples`."""
    counts: Counter[str] = Counter()
    for scene in known.scenes:
        if not scene.verdict:
            continue
        counts["boards"] += 1
        classes = np.array(scene.classes)
        reading = watched.results[scene.t_ms].reading
        if reading is None:
            counts["unread"] += 1
        else:
            counts["exact"] += bool((reading.counted.argmax(axis=1) == classes).all())
        readings = [each.reading for each in watched.pairs[scene.t_ms]]
        if len(readings) == 2 and None not in readings:
            one, two = (each.scores for each in readings)
            told = (np.ptp(one, axis=1) > 0) & (np.ptp(two, axis=1) > 0)
            samples.append((one[told], two[told], classes[told]))
    return counts


def surprise(samples: list[Any], weight: float) -> float:
    """Returns the mean surprise, in nats, by the truth of spots that two cameras saw."""
    total = count = 0.0
    for one, two, classes in samples:
        together = weight * (one + two)
        logs = together - np.logaddexp.reduce(together, axis=1, keepdims=True)
        logs = np.log(np.exp(logs) * (1 - 2e-4 * logs.shape[1]) + 2e-4)
        total -= float(logs[np.arange(len(classes)), classes].sum())
        count += len(classes)
    return total / max(count, 1)


def row_of(state: str, view: str, counts: Counter[str]) -> str:
    keys = ("recordings", "states", "right", "asked", "wrong", "boards", "unread", "exact")
    return f"| {state} | {view} | {' | '.join(str(counts[key]) for key in keys)} | {counts['ms'] / 1000:.0f} |"


def main() -> int:
    parser = argparse.ArgumentParser(description="two cameras over one table against each of them alone")
    parser.add_argument("out", type=Path, help="the folder of the recordings")
    parser.add_argument("--first", type=int, default=300, help="the number of the first recording (default 300)")
    parser.add_argument("--count", type=int, default=8, help="how many (default 8)")
    parser.add_argument("--plays", type=int, default=6, help="plays in each (default 6)")
    parser.add_argument("--mitsuba", type=Path, help="the Python of an environment with mitsuba and numpy")
    parser.add_argument("--film-only", action="store_true", help="make the recordings and judge nothing")
    wanted = parser.parse_args()
    cv2.setNumThreads(1)
    states = tuple(OBSTACLES) if wanted.mitsuba else STATES
    sums: dict[tuple[str, str], Counter[str]] = {(state, view): Counter() for state in states for view in VIEWS}
    samples: list[Any] = []
    with ExitStack() as stack:
        renderers = None
        if wanted.mitsuba:
            renderers = tuple(stack.enter_context(Renderer(wanted.mitsuba)) for _ in FRAMES)
        for number in range(wanted.first, wanted.first + wanted.count):
            folder = film(wanted.out, number, wanted.plays, renderers)
            print(folder.name, "filmed", file=sys.stderr, flush=True)
            judged_in = [state_of(number)] if renderers else STATES
            for state, view in itertools.product(() if wanted.film_only else judged_in, VIEWS):
                sums[state, view] += score(folder, state, VIEWS[view], samples)
                print(number, row_of(state, view, sums[state, view]), flush=True)
    wrong = [line for counts in sums.values() for line in counts if ": " in line]
    source = "The recordings are **rendered**." if wanted.mitsuba else "The recordings are **drawn**."
    page = PAGE.format(
        source=source,
        machine=machine(),
        rows="\n".join(row_of(state, view, counts) for (state, view), counts in sums.items()),
        wrong="\n".join(f"- {line}" for line in wrong) or "Nothing was wrong.",
        spots=sum(len(classes) for *_, classes in samples),
        fit=", ".join(f"{weight:g}: {surprise(samples, weight):.5f}" for weight in WEIGHTS),
        used=f"{INDEPENDENT:g}",
    )
    write("two_cameras.md", page)
    return int(any(counts["wrong"] for counts in sums.values()))


if __name__ == "__main__":
    sys.exit(main())
