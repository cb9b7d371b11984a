"""Start, memory and idle processor time of the tablet, beside a bare Kivy window: of checkouts that take turns.

`python tests/bench/lightness.py [FOLDER ...]`: each is a checkout, this one if none is named; --runs N of each.  The
start is processor time in seconds to the first picture and to the first screen, and what that is of a bare window's.
Memory is the sum of all processes (PSS) in MB; idle is processor time in per cent of a core.  A camera is a small
server with a picture of a still table, noise and all.  Medians; writes build/figures/lightness.md.
"""

import argparse
import json
import os
import pickle
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from http_cameras import http_camera, part, streaming
from taped_games import taped_game

DRIVER: Final = Path(__file__).parent / "driven_window.py"
HERE: Final = Path(__file__).parents[2]
#: Seconds until a scene has settled and a demo has been seen, and over which its processor time is counted.
SETTLE_S: Final = 13.0
COUNT_S: Final = 8.0
#: A still table counts as still after five seconds of pictures.
STILL_SETTLE_S: Final = 15.0
#: The scenes after the first screen, in this order: each begins where the one before ended.
SCENES: Final = (
    *("tapped", "paused", "home", "demo", "home", "tapped", "home", "camera", "home", "tapped"),
    *("home", "played", "replay", "analysis", "home", "tapped"),
)
SETTINGS: Final = """welcomed = true
viewer_port = {0}787
mqtt_port = {0}883
websocket_port = {0}083
phone_port = {0}788
"""


class Driven:
    """A tablet, or a bare window, in a process of its own; `ports` are the thousands of its ports."""

    def __init__(self, kind: str, checkout: Path, home: Path, camera: str, ports: int = 18) -> None:
        (home / "settings.toml").write_text(SETTINGS.format(ports))
        (home / "game.pickle").write_bytes(pickle.dumps(taped_game(seed=4)))
        environment = {
            **os.environ,
            "PYTHONPATH": str(checkout),
            "PYTHONPYCACHEPREFIX": str(checkout / "build" / "pycache"),
            "PAWTRACK_HOME": str(home),
            "KIVY_HOME": str(home / "kivy"),
            "KIVY_NO_ARGS": "1",
            "SDL_VIDEODRIVER": "offscreen",
            "SDL_AUDIODRIVER": "dummy",
            "BENCH_CAMERA": camera,
            "BENCH_BEGUN_NS": str(time.monotonic_ns()),
        }
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        self.program = subprocess.Popen(
            [sys.executable, str(DRIVER), kind],
            cwd=checkout,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self.picture, self.screen = self._heard(), self._heard()

    def act(self, scene: str) -> None:
        assert self.program.stdin
        print(scene, file=self.program.stdin, flush=True)
        self._heard()

    def _heard(self) -> dict[str, Any]:
        assert self.program.stdout
        line = self.program.stdout.readline()
        if not line:
            raise SystemExit(f"the program has ended with {self.program.wait()}")
        said: dict[str, Any] = json.loads(line)
        return said

    def memory_mb(self) -> float:
        return sum(memory_kb(pid)["Pss"] for pid in self.pids()) / 1024

    def idle_percent(self) -> float:
        before = self._ticks()
        time.sleep(COUNT_S)
        return 100 * (self._ticks() - before) / os.sysconf("SC_CLK_TCK") / COUNT_S

    def _ticks(self) -> int:
        return sum(sum(map(int, stat_of(pid)[11:13])) for pid in self.pids())

    def pids(self) -> list[int]:
        """The program and all programs below it."""
        parents = {int(path.name): int(stat_of(int(path.name))[1]) for path in Path("/proc").glob("[0-9]*")}
        found = [self.program.pid]
        for pid in found:
            found += [child for child, parent in parents.items() if parent == pid]
        return found

    def end(self) -> None:
        assert self.program.stdin
        print("end", file=self.program.stdin, flush=True)
        self.program.wait(60)


def stat_of(pid: int) -> list[str]:
    """The fields of a process after its name; zeros once it has ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return ["0"] * 20


def memory_kb(pid: int) -> Counter[str]:
    """The memory of a process by its kind, `Pss` the sum of all; nothing once it has ended."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()[1:]
    except OSError:
        lines = []
    return Counter({kind: int(size.split()[0]) for kind, size in (line.split(":") for line in lines)})


def still_pictures(per_s: float = 15.0) -> Callable[[], Iterator[bytes]]:
    """A still table of a drawn camera, every picture with noise of its own."""
    import cv2
    import numpy as np

    chance = np.random.default_rng(1)
    ground = cv2.resize(chance.integers(60, 180, (45, 80, 3)).astype(np.uint8), (1280, 720))
    noise = (chance.normal(0, 2, (8, 720, 1280, 3))).astype(np.int16)
    jpegs = [cv2.imencode(".jpg", np.clip(ground + each, 0, 255).astype(np.uint8))[1].tobytes() for each in noise]

    def pieces() -> Iterator[bytes]:
        while True:
            for jpeg in jpegs:
                yield part(jpeg)
                time.sleep(1 / per_s)

    return pieces


@contextmanager
def camera() -> Iterator[str]:
    with http_camera(streaming(still_pictures())) as address:
        yield f"http://{address}/video"


def measured(checkout: Path, address: str, scenes: tuple[str, ...]) -> dict[str, float]:
    """One run: start, then memory and idle processor time of each scene."""
    found: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        bare = Driven("bare", checkout, Path(folder), address)
        bare.end()
        tablet = Driven("tablet", checkout, Path(folder), address)
        for name in ("picture", "screen"):
            own, other = getattr(tablet, name), getattr(bare, name)
            for unit in ("processor", "wall"):
                found[f"{name}, s {unit}"] = own[unit]
                found[f"{name}, of bare, {unit}"] = own[unit] / other[unit]
        name = played = "first screen"
        for scene in ("", *scenes):
            if scene:
                tablet.act(scene)
                name = f"tapped after {played}" if scene == "tapped" and played != "first screen" else scene
            time.sleep(STILL_SETTLE_S if scene == "camera" else SETTLE_S)
            if scene != "home":
                found[f"{name}, MB"] = tablet.memory_mb()
                found[f"{name}, % of a core"] = tablet.idle_percent()
                played = scene or played
        tablet.end()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkouts", nargs="*", type=Path, default=[HERE])
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--scenes", default=",".join(SCENES), help="names with commas between; empty: only the start")
    given = parser.parse_args()
    checkouts = [folder.resolve() for folder in given.checkouts]
    scenes = tuple(filter(None, given.scenes.split(",")))
    runs: dict[Path, list[dict[str, float]]] = {folder: [] for folder in checkouts}
    with camera() as address:
        for folder in checkouts:
            measured(folder, address, ())  # compiled, and read from the disk once
        for number in range(given.runs):
            for folder in checkouts if number % 2 else checkouts[::-1]:
                runs[folder].append(measured(folder, address, scenes))
    lines = ["| what | " + " | ".join(folder.name for folder in checkouts) + " |", "|---|" + "---|" * len(checkouts)]
    for what in runs[checkouts[0]][0]:
        medians = [statistics.median(run[what] for run in runs[folder]) for folder in checkouts]
        lines.append(f"| {what} | " + " | ".join(f"{value:.2f}" for value in medians) + " |")
    print("\n".join(lines))
    figures = HERE / "build" / "figures" / "lightness.md"
    figures.parent.mkdir(parents=True, exist_ok=True)
    figures.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
