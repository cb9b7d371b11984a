"""The verdicts on a phone's pictures over a weak network, beside those on the same pictures without one.

    python tests/bench/phone_verdicts.py [RECORDING ...] [--rest 4] [--bits 2e6] [--delay 0.15] [--lost 0.05]
        [--sender reno]

The phone is Chromium on this machine, whose camera shows a recording in real time; after each play the board rests for
`--rest` seconds more, and no picture is like another one: a camera has noise.  Its page reaches the table over real TCP
and a link of this width, of this delay one way, and with this share of lost packets each way, in a network namespace of
its own.  `--sender` is the way in which TCP shares a network: phones slow down at each lost packet as `reno` does, and
`bbr` does not.  Exit status: 0 no verdict was wrong, 1 one was.
"""

import argparse
import json
import os
import sys
import tempfile
import threading
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import cv2
import msgspec
import numpy as np
from filmed_browsers import chromium_with_camera, pictures_in, write_film
from lossy_link import FAR, LossyLink
from phone_cameras import OpenDoor, open_door
from playwright.sync_api import sync_playwright
from stress import judged

from companion.catalogue.shipped import SHIPPED
from companion.programs.tcp_ports import EVERYWHERE
from companion.sensors.phone.source import PhoneSource
from companion.sensors.recording import Recording, load_recording
from companion.sensors.replay import replay_recording
from vision.frames import Frame, Image
from vision.sources.protocol import SourceError

RECORDINGS: Final = Path(__file__).resolve().parents[3] / "shared" / "recordings"
PER_S: Final = 5
#: The board rests for so long before the first play: people begin when the camera has found it.
BEFORE_MS: Final = 10_000
#: Levels of grey: the noise of a phone's camera in a room, after its own smoothing.
NOISE_LEVELS: Final = 1.5
SENDER: Final = Path("/proc/sys/net/ipv4/tcp_congestion_control")
NAMESPACE: Final = ("unshare", "--user", "--map-root-user", "--net")


class Stretched:
    """A recording whose settled states last longer, as at a table of people; times are its own, in ms."""

    def __init__(self, folder: Path, rest_ms: int) -> None:
        self._rest_ms = rest_ms
        lines = [json.loads(line) for line in (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines()]
        self._settled = [line["t_ms"] for line in lines]
        self.truth: list[dict[str, Any]] = [{**line, "t_ms": self.at(line["t_ms"]) + rest_ms} for line in lines]
        recording = load_recording(SHIPPED, folder)
        inputs = tuple(msgspec.structs.replace(line, t_ms=self.at(line.t_ms)) for line in recording.inputs)
        self.recording: Recording = replace(recording, inputs=inputs)
        self.paths = sorted(recording.frames.iterdir(), key=lambda path: int(path.stem))
        self._times = [self.at(int(path.stem)) for path in self.paths]
        self.last_ms = self._times[-1] + rest_ms

    def at(self, t_ms: int) -> int:
        """The time here of a time of the recording."""
        return BEFORE_MS + t_ms + self._rest_ms * bisect_left(self._settled, t_ms)

    @property
    def film(self) -> Iterator[Image]:
        """The picture of each step of 1 / PER_S seconds, with noise of its own: a camera never repeats one."""
        steps = range(0, self.last_ms, 1000 // PER_S)
        for number, image in enumerate(pictures_in(self.paths[self._shown(step)] for step in steps)):
            cv2.setRNGSeed(number)
            noise = np.empty(image.shape, np.int16)
            yield np.asarray(cv2.add(image, cv2.randn(noise, 0, NOISE_LEVELS), dtype=cv2.CV_8U), np.uint8)

    @property
    def frames(self) -> Iterator[Frame]:
        """The pictures as a camera beside the table gives them."""
        for number, image in enumerate(self.film):
            yield Frame(image, number * (1000 // PER_S))

    def begun_ms(self, frames: list[Frame]) -> int:
        """Returns the time at which the film began, by its pictures that came."""
        small = [_small(image) for image in pictures_in(self.paths)]
        begins: Counter[int] = Counter()
        for frame in frames:
            image = _small(frame.image)
            number = int(np.argmin([np.abs(image - each).mean() for each in small]))
            until = self._times[number + 1] if number + 1 < len(self._times) else self.last_ms
            begins.update(range((frame.t_ms - until) // 50, (frame.t_ms - self._times[number]) // 50 + 1))
        most = max(begins.values())
        return int(np.median([begin for begin, count in begins.items() if count == most])) * 50

    def _shown(self, t_ms: int) -> int:
        return max(0, bisect_left(self._times, t_ms + 1) - 1)


def _small(image: Image) -> Any:
    return cv2.resize(image, (256, 144), interpolation=cv2.INTER_AREA).astype(np.int16)


def filmed(film: Stretched, house: OpenDoor, kept: Path) -> tuple[list[Frame], list[int], list[int]]:
    """Returns the pictures that came from the phone, their ages on arrival in ms, and their sizes in bytes."""
    write_film(film.film, kept / "film.y4m", PER_S)
    frames: list[Frame] = []
    ages: list[int] = []
    sizes: list[int] = []
    ended = threading.Event()

    def read() -> None:
        source = PhoneSource(house.door)
        while not ended.is_set():
            try:
                source.open()
                while not ended.is_set():
                    frame = source.read()
                    taken = house.door.newer_than(-1, 0.0)
                    if frame is not None and taken is not None:
                        frames.append(frame)
                        ages.append(time.monotonic_ns() // 1_000_000 - frame.t_ms)
                        sizes.append(len(taken.jpeg))
            except SourceError as error:
                print(f"  {error}", file=sys.stderr)
        source.close()

    with sync_playwright() as playwright, chromium_with_camera(playwright, kept / "film.y4m") as browser:
        page = browser.new_context(ignore_https_errors=True).new_page()
        page.goto(house.door.url, timeout=120_000)
        page.wait_for_selector("body[data-signal=live]", timeout=120_000)
        reader = threading.Thread(target=read)
        reader.start()
        page.wait_for_timeout(film.last_ms)
        ended.set()
        reader.join()
    return frames, ages, sizes


def once(film: Stretched, frames: list[Frame]) -> Iterator[Frame]:
    """The pictures of the film's first run, by its own times."""
    begun_ms = film.begun_ms(frames)
    for frame in frames:
        t_ms = frame.t_ms - begun_ms
        if 0 <= t_ms < film.last_ms:
            yield Frame(frame.image, t_ms)


def scored(name: str, film: Stretched, frames: Iterator[Frame]) -> Counter[str]:
    said = list(judged(film.truth, list(replay_recording(film.recording, frames))))
    counts = Counter(each if each in ("right", "asked") else "wrong" for each in said)
    print(f"{name}: {counts['right']} right, {counts['asked']} asked, {counts['wrong']} wrong {said}", flush=True)
    return counts


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("recordings", nargs="*", type=Path, default=sorted(RECORDINGS.glob("*/")))
    parser.add_argument("--rest", type=float, default=4.0)
    parser.add_argument("--bits", type=float, default=2e6)
    parser.add_argument("--delay", type=float, default=0.15)
    parser.add_argument("--lost", type=float, default=0.05)
    parser.add_argument("--sender", default="reno", choices=("reno", "bbr"))
    given = parser.parse_args()
    if not given.recordings:
        parser.error("no recording lies beside this checkout")
    if os.environ.get("WEAK_LINK") is None:
        os.environ["WEAK_LINK"] = "1"
        os.execvp(NAMESPACE[0], [*NAMESPACE, sys.executable, *sys.argv])
    SENDER.write_text(given.sender, encoding="ascii")
    cv2.setNumThreads(1)
    sums: Counter[str] = Counter()
    link = LossyLink(bits_per_s=given.bits, delay_s=given.delay, lost=given.lost)
    with tempfile.TemporaryDirectory() as kept, open_door(Path(kept), host=EVERYWHERE, address=FAR) as house:
        link.start(house.port)
        for folder in given.recordings:
            film = Stretched(folder, round(1000 * given.rest))
            scored(f"{folder.name}, at the table", film, film.frames)
            frames, ages, sizes = filmed(film, house, Path(kept))
            rate = 1000 * len(frames) / film.last_ms
            print(
                f"{len(frames)} pictures, {rate:.1f} a second, {np.median(sizes) / 1000:.0f} kB, "
                f"age on arrival {np.median(ages):.0f} ms (p95 {np.percentile(ages, 95):.0f})"
            )
            sums += scored(f"{folder.name}, over the link", film, once(film, frames))
    print(f"together: {sums['right']} right, {sums['asked']} asked, {sums['wrong']} wrong")
    return int(sums["wrong"] > 0)


if __name__ == "__main__":
    sys.exit(main())
