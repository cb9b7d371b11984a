"""An hour of a tapped game, a game with a camera and a demo at the same time: their memory must stay flat.

    python tests/soak/tablet_soak.py [--minutes M] [--scenes tapped,camera,demo]

Each is a tablet of its own at the pace of people.  The tapped one plays game after game; the camera, a small server,
sends the table of `eyes_soak.py`: hands, a pushed board, darkness, noise.  Every minute prints the memory of each (PSS
of all its processes, in MB), and in brackets the share that no other program has (anonymous).  At the end: growth of
the anonymous memory in an hour, by a line through all minutes after the first ten.  Exit status 1: one has grown.
"""

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from eyes_soak import Film
from http_cameras import http_camera, part, streaming

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "bench"))

from lightness import Driven, memory_kb

#: The scenes of `driven_window.py` by the name of the game.
SCENES: Final = {"tapped": "playing", "camera": "camera", "demo": "demo"}
MINUTE_S: Final = 60.0
PER_S: Final = 10.0
#: The first minutes, and the share by which memory may grow in an hour after them.
WARM, GROWTH = 10, 0.005
HERE: Final = Path(__file__).resolve().parents[2]


def pictures(film: Film) -> Iterator[bytes]:
    """The film over and over, every picture with noise of its own."""
    chance, number = np.random.default_rng(1), 0
    grains = [np.round(chance.normal(0, 2, film.pictures[0].shape)).astype(np.int16) for _ in range(4)]
    while True:
        for shot in film.shots:
            for _ in range(shot.times):
                number += 1
                image = cv2.add(film.pictures[shot.picture], grains[number % 4], dtype=cv2.CV_8U)
                yield part(cv2.imencode(".jpg", image)[1].tobytes())
                time.sleep(1 / PER_S)


def memory_mb(tablet: Driven) -> tuple[float, float]:
    """PSS and anonymous memory of all processes."""
    kinds = [memory_kb(pid) for pid in tablet.pids()]
    return sum(each["Pss"] for each in kinds) / 1024, sum(each["Pss_Anon"] for each in kinds) / 1024


def growth(anonymous: list[float]) -> float:
    """The share by which memory grows in an hour; nan before there are enough minutes."""
    warm = anonymous[WARM:]
    if len(warm) < 2:
        return float("nan")
    slope, start = statistics.linear_regression(range(len(warm)), warm)
    return 60 * slope / start


def watched(tablets: dict[str, Driven], minutes: int) -> dict[str, list[float]]:
    """The anonymous memory of each, minute by minute."""
    found: dict[str, list[float]] = {name: [] for name in tablets}
    begun_s = time.monotonic()
    for minute in range(1, minutes + 1):
        time.sleep(max(0.0, begun_s + minute * MINUTE_S - time.monotonic()))
        line = [f"{minute} min"]
        for name, tablet in tablets.items():
            pss, anonymous = memory_mb(tablet)
            found[name].append(anonymous)
            line.append(f"{name} {pss:.1f} ({anonymous:.1f})")
        print(", ".join(line), flush=True)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description="watches the memory of a tapped game, a camera game and a demo")
    parser.add_argument("--minutes", type=int, default=60)
    parser.add_argument("--scenes", default=",".join(SCENES))
    given = parser.parse_args()
    film = Film()
    with ExitStack() as stack:
        address = stack.enter_context(http_camera(streaming(lambda: pictures(film))))
        tablets: dict[str, Driven] = {}
        for ports, name in enumerate(given.scenes.split(","), start=21):
            home = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            tablets[name] = Driven("tablet", HERE, home, f"http://{address}/video", ports)
            stack.callback(tablets[name].end)
            tablets[name].act(SCENES[name])
        grown = {name: growth(anonymous) for name, anonymous in watched(tablets, given.minutes).items()}
    for name, share in grown.items():
        print(f"{name}: {share:+.2%} an hour")
    return int(any(share > GROWTH for share in grown.values()))


if __name__ == "__main__":
    sys.exit(main())
