"""A whole table on a quarter of a core: the time of its verdicts, and the load that it chooses by itself.

    python tests/bench/quarter_table.py [--share 0.25] [--seconds 90]

A table with a network camera of 15 pictures a second at 1280 x 720, its broker, its pages, chances, and video with one
viewer, all held to the share together; camera and viewer are outside.  Every 2.6 seconds a hand passes and the board
comes to rest.  Prints for each load the verdicts in it: how many, median and longest; a verdict is counted as the
table itself does, from the first still picture until all is stored and shown.  `--share 1` is this machine as it is.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, Final

import cv2
from brokers_for_tests import free_ports
from http_cameras import http_camera, part, streaming
from quarter_core import AIM_MS, ONE_THREAD, held_to

from companion.app.choices import Choices
from companion.board.files import load_board
from companion.bootstrap.launcher import Launcher, new_game
from companion.settings.schema import Settings, VideoScope
from companion.simulation.camera.virtual_camera import Figure, Hand, Scene, VirtualCamera

COLOURS: Final = ("red", "yellow", "green", "blue")
PER_S: Final = 15
REST_S, HAND_S = 2.0, 0.6
NOISES: Final = 5


def pictures() -> Iterator[bytes]:
    """The JPEGs of a board at rest and a hand over it by turns, without end, at the pace of a camera."""
    board = load_board("star_4")
    camera = VirtualCamera(board, COLOURS, 3)
    pawns = tuple(
        Figure(colour=colour, x_mm=x, y_mm=y) for seat, colour in enumerate(COLOURS) for x, y in board.kennel[seat][:4]
    )
    shown = [
        [bytes(cv2.imencode(".jpg", camera.render(scene))[1].tobytes()) for _ in range(NOISES)]
        for scene in (Scene(figures=pawns), Scene(figures=pawns, hand=Hand(x_mm=250, y_mm=200, side=2)))
    ]
    begun_s = time.monotonic()
    for number in range(sys.maxsize):
        phase = (number / PER_S) % (REST_S + HAND_S)
        yield part(shown[phase > REST_S][number % NOISES])
        time.sleep(max(0.0, begun_s + number / PER_S - time.monotonic()))


def play(camera: str, seconds: float) -> None:
    """In the program that is held: plays and prints each verdict as a line."""
    web, mqtt, websocket, phones = free_ports(4)
    ports = {"viewer_port": web, "mqtt_port": mqtt, "websocket_port": websocket, "phone_port": phones}
    settings = Settings(
        variant="dog", board="star_4", colours=COLOURS, camera=camera, chances=True,
        video=VideoScope.BOARD, **ports,
    )  # fmt: skip
    launcher = Launcher(Choices(new=True))
    table = launcher.open_table(settings)
    throttle = table._throttle
    note = throttle._note

    def noted(verdict_s: float) -> None:
        print(json.dumps([throttle.load, verdict_s]), flush=True)
        note(verdict_s)

    throttle._note = noted  # type: ignore[method-assign]
    table.post(new_game(launcher.catalogue, settings))
    print(json.dumps(["page", f"http://127.0.0.1:{web}/table/camera.mjpg"]), flush=True)
    time.sleep(seconds)
    os._exit(0)


def watch(page: str) -> None:
    """One viewer of the video, who tries again until there is some."""
    while True:
        with suppress(OSError), urllib.request.urlopen(page, timeout=30) as stream:
            while stream.read(65536):
                pass
        time.sleep(1)


def hear(lines: IO[str], verdicts: list[tuple[str, float]]) -> None:
    for line in lines:
        said: Any = json.loads(line)
        if said[0] == "page":
            threading.Thread(target=watch, args=(said[1],), daemon=True).start()
        else:
            verdicts.append((said[0], said[1]))


def main() -> None:
    parser = argparse.ArgumentParser(description="plays on a part of a core")
    parser.add_argument("--share", type=float, default=0.25, help="share of a core (default 0.25)")
    parser.add_argument("--seconds", type=float, default=90.0, help="of the game (default 90)")
    parser.add_argument("--camera", help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    if wanted.camera:
        play(wanted.camera, wanted.seconds)
        return
    verdicts: list[tuple[str, float]] = []
    with tempfile.TemporaryDirectory() as home, http_camera(streaming(pictures)) as address:
        command = [sys.executable, __file__, "--camera", f"http://{address}/video"]
        program = subprocess.Popen(
            [*command, "--seconds", str(wanted.seconds)],
            env={**os.environ, **ONE_THREAD, "PAWTRACK_HOME": home},
            stdout=subprocess.PIPE,
            text=True,
            process_group=0,
        )
        assert program.stdout
        listener = threading.Thread(target=hear, args=(program.stdout, verdicts), daemon=True)
        listener.start()
        if wanted.share < 1:
            held_to(wanted.share, program)
        program.wait()
        listener.join(10)
        kept = [json.loads(path.read_text()) for path in Path(home).glob("load-*.json")]
    print(f"{wanted.share:.2f} of a core: {len(verdicts)} verdicts (aim {AIM_MS} ms), kept {kept}")
    for load in dict.fromkeys(load for load, _ in verdicts):
        ms = [1000 * verdict_s for each, verdict_s in verdicts if each == load]
        print(f"  {load}: {len(ms)} verdicts, median {statistics.median(ms):.0f} ms, longest {max(ms):.0f} ms")
    print("  in order:", " ".join(f"{load}:{1000 * verdict_s:.0f}" for load, verdict_s in verdicts))


if __name__ == "__main__":
    main()
