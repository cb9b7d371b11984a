"""The cost of a phone as the camera: delay from the page to the reader, and processor time beside a folder of pictures.

    python tests/bench/phone_camera.py [FOLDER OF A RECORDING] [--seconds 20] [--slow]

The phone is Chromium on this machine, whose camera shows the recording; its own processor time does not count.  Both
sources feed the same camera sensor with a running game, by turns.  With `--slow` the phone is behind 2 Mbit/s and
300 ms there and back.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from filmed_browsers import chromium_with_camera, pictures_in, write_film
from phone_cameras import OpenDoor, open_door
from playwright.sync_api import sync_playwright
from slow_lines import SlowLine

from companion.app.memory_store import MemoryStore
from companion.app.table import Table
from companion.catalogue.shipped import SHIPPED
from companion.sensors.board_spots import vision_markers
from companion.sensors.camera import CameraSensor
from companion.sensors.phone.source import PhoneSource, now_ms
from companion.sensors.recording import Recording, load_recording
from companion.session import commands as cmd
from vision.frames import Frame
from vision.sources.files import FolderSource
from vision.sources.protocol import FrameSource, SourceEnded
from vision.upright import UprightSource

SAMPLE = Path(__file__).resolve().parents[1] / "vision_corpus" / "top"
PER_S = 10
TURNS = 3


class Paced:
    """A folder of pictures again and again, as often as the phone sends one."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._inner = FolderSource(folder)
        self._due_s = 0.0

    def open(self) -> None:
        self._inner.open()

    def read(self) -> Frame | None:
        time.sleep(max(0.0, self._due_s - time.monotonic()))
        self._due_s = max(time.monotonic(), self._due_s) + 1 / PER_S
        try:
            frame = self._inner.read()
        except SourceEnded:
            self._inner = FolderSource(self._folder)
            self._inner.open()
            frame = self._inner.read()
        return None if frame is None else Frame(frame.image, now_ms())

    def close(self) -> None:
        self._inner.close()


def started(recording: Recording) -> Table:
    table, position = Table(MemoryStore(), epoch=1), recording.position
    table.handle(
        cmd.StartGame(
            game="bench",
            variant=recording.catalogue.variant(position.variant),
            names=recording.colours,
            colours=recording.colours,
            board=recording.board,
            sectors=position.sectors,
            seats=position.seats,
            options=position.options,
            position=position,
        )
    )
    table.start()
    return table


def watched(recording: Recording, source: FrameSource, seconds: float, door: int | None) -> tuple[list[float], float]:
    """Returns the delays of the pictures in ms, and the processor time for one, in ms; that of the door included."""
    delays: list[float] = []
    table = started(recording)
    upright = UprightSource(source, vision_markers(recording.profile))
    camera = CameraSensor(upright, "bench", recording.profile, lambda frame: delays.append(now_ms() - frame.t_ms))
    table.subscribe(camera.on_view)
    camera.start(table.post, lambda _: None)
    time.sleep(3.0)
    delays.clear()
    before = spent_s(door)
    time.sleep(seconds)
    count, spent = len(delays), spent_s(door) - before
    camera.stop()
    table.stop()
    return delays[:count], 1000 * spent / max(1, count)


def spent_s(door: int | None) -> float:
    own = resource.getrusage(resource.RUSAGE_SELF)
    return own.ru_utime + own.ru_stime + (0.0 if door is None else of_process(door))


def of_process(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def be_the_phone(url: str, film: str) -> None:
    with sync_playwright() as playwright, chromium_with_camera(playwright, Path(film)) as browser:
        page = browser.new_context(ignore_https_errors=True).new_page()
        page.goto(url)
        while sys.stdin.readline():
            pass


def measure(folder: Path, seconds: float, *, slow: bool) -> None:
    recording = load_recording(SHIPPED, folder)
    with tempfile.TemporaryDirectory() as kept, open_door(Path(kept)) as house:
        film = Path(kept) / "film.y4m"
        write_film(pictures_in(sorted((folder / "frames").glob("*.jpg"))), film, 2 * PER_S)
        line = SlowLine(house.port, bits_per_s=2e6, delay_s=0.15) if slow else None
        url = house.door.url
        if line:
            line.start()
            url = url.replace(str(house.port), str(line.port))
        command = [sys.executable, __file__, "--phone", url, "--film", str(film)]
        phone = subprocess.Popen(command, stdin=subprocess.PIPE)
        try:
            by_turns(recording, folder, house, seconds)
        finally:
            phone.communicate()


def by_turns(recording: Recording, folder: Path, house: OpenDoor, seconds: float) -> None:
    assert house.door.wait_for_phone(60)
    delays: list[float] = []
    by_phone, by_folder = [], []
    for _ in range(TURNS):
        late, cost = watched(recording, PhoneSource(house.door), seconds / TURNS, house.door.pid)
        delays += late
        by_phone.append(cost)
        by_folder.append(watched(recording, Paced(folder / "frames"), seconds / TURNS, None)[1])
    rate = len(delays) / seconds
    print(f"pictures by phone: {len(delays)}, {rate:.1f} a second")
    print(
        f"delay from the camera to the reader, ms: median {np.median(delays):.0f}, p95 {np.percentile(delays, 95):.0f}"
    )
    print(
        f"processor time a picture, ms: phone {np.median(by_phone):.1f}, folder {np.median(by_folder):.1f}, "
        f"ratio {np.median(by_phone) / np.median(by_folder):.2f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=SAMPLE)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--slow", action="store_true")
    parser.add_argument("--phone", default="", help=argparse.SUPPRESS)
    parser.add_argument("--film", default="", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.phone:
        be_the_phone(given.phone, given.film)
    else:
        measure(given.folder, given.seconds, slow=given.slow)


if __name__ == "__main__":
    main()
