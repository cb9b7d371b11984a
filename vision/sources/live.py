"""Cameras of this machine or in the network: a read returns the present picture.

Law: processing may take longer than the interval of a camera, and a network queues unread pictures; so a thread fetches
every picture as it comes, and `read` returns the newest.  A picture that is seconds old is never judged.
"""

import threading
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from companion.system.addresses import shown_source
from companion.system.threads import start_once
from vision.frames import Frame
from vision.sources.automatics import HeldAutomatics
from vision.sources.devices import backend, device_number, is_connected, is_device, settle_mode
from vision.sources.mains import give_back_mains, mains_hz, set_mains, time_zone
from vision.sources.network import Capture, open_network
from vision.sources.pi_camera import PiCapture, pi_camera_number
from vision.sources.protocol import SourceError

#: A camera without a picture for this many tries in a row is lost.
LOST_AFTER_TRIES: Final = 30
#: In a network every try has already used its time-out.
SILENT_AFTER_TRIES: Final = 2
#: `read` waits at most this long for a picture.
WAIT_S: Final = 0.5
#: A lost device fails at once; without a pause its tries would end before a hiccup of the line does.
PAUSE_S: Final = 0.02
#: A network camera that is silent for this long is closed and opened again.
NETWORK_TIMEOUT_MS: Final = 5000
#: The thread ends with its next picture; one blocked in the network ends by itself after its time-out.
JOIN_S: Final = 1.0


class LiveSource:
    """A camera by number, device file or address (rtsp://, http://).  `read` returns each picture once, the newest."""

    def __init__(self, spec: str) -> None:
        self._spec = spec
        self._name = shown_source(spec)
        self._local = is_device(spec)
        self._hint = "the cable, or whether another program uses it" if self._local else "the address and the network"
        self._fetcher: _Fetcher | None = None
        self._given_ms = -1
        #: The pixel format of a camera of this machine, in four letters; "" if unknown.
        self.format = ""
        #: The device file, and the value to which its control for the mains is restored at the end.
        self._mains: tuple[Path, int] | None = None

    def open(self) -> None:
        self.close()
        # OpenCV prints about missing devices on the terminal; our own message is clearer.
        cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
        tries = LOST_AFTER_TRIES if self._local else SILENT_AFTER_TRIES
        self._fetcher, self._given_ms = self._opened(tries), -1
        self._fetcher.start()

    def read(self) -> Frame | None:
        fetcher = self._fetcher
        if fetcher is None:
            raise SourceError(f"camera {self._name} is not open")
        frame = fetcher.newer_than(self._given_ms, WAIT_S)
        if frame is not None:
            self._given_ms = frame.t_ms
        elif fetcher.lost:
            raise fetcher.refusal or SourceError(f"camera {self._name} gives no more pictures: check {self._hint}")
        return frame

    def pace(self, every_ms: int) -> None:
        if self._fetcher is not None:
            self._fetcher.every_ms = every_ms

    def close(self) -> None:
        if self._fetcher is not None:
            self._fetcher.end()
            self._fetcher = None
        if self._mains is not None:
            give_back_mains(*self._mains)
            self._mains = None

    def _opened(self, tries: int) -> "_Fetcher":
        """Returns the fetcher of the opened camera, not started yet.  Raises SourceError."""
        if not self._local:
            return _Fetcher(open_network(self._spec, NETWORK_TIMEOUT_MS), tries)
        if not is_connected(self._spec):
            raise SourceError(f"camera {self._name} is not connected: plug it in or choose another one")
        on_cable = pi_camera_number(self._spec)
        if on_cable is not None:
            try:
                return _Fetcher(PiCapture(on_cable), tries)
            except RuntimeError as error:
                raise SourceError(f"camera {self._name} cannot be opened ({error}): check {self._hint}") from error
        number = device_number(self._spec)
        assert number is not None
        capture = self._checked(cv2.VideoCapture(number, backend()))
        self.format = settle_mode(capture).fourcc
        node = Path(f"/dev/video{number}")
        before = set_mains(node, mains_hz(time_zone()))
        self._mains = None if before is None else (node, before)
        return _Fetcher(capture, tries, HeldAutomatics(capture) if backend() == cv2.CAP_V4L2 else None)

    def _checked(self, capture: cv2.VideoCapture) -> cv2.VideoCapture:
        if not capture.isOpened():
            capture.release()
            raise SourceError(f"camera {self._name} cannot be opened: check {self._hint}")
        return capture


class _Fetcher:
    """The thread that owns a capture: it alone reads it and it alone releases it."""

    def __init__(self, capture: Capture, tries: int, automatics: HeldAutomatics | None = None) -> None:
        """After `tries` in a row without a picture the camera is lost."""
        self._capture = capture
        self._automatics = automatics
        self._tries = tries
        #: The least time between two pictures that are shown; those in between are passed over.
        self.every_ms = 0
        self._ended = False
        self._lost = False
        #: The reason why there are no more pictures, if the capture knows it.
        self.refusal: BaseException | None = None
        self._newest: Frame | None = None
        self._fresh = threading.Condition()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        self._thread = start_once("camera pictures", self._fetch, lambda _: self._note_lost())

    def end(self) -> None:
        self._ended = True
        if self._thread:
            self._thread.join(JOIN_S)

    @property
    def lost(self) -> bool:
        """Reports whether the camera delivers no more pictures."""
        return self._lost

    def newer_than(self, t_ms: int, wait_s: float) -> Frame | None:
        """Returns the newest picture, if it was taken after `t_ms`; waits for one."""
        with self._fresh:
            self._fresh.wait_for(lambda: self._lost or self._is_newer(t_ms), wait_s)
            return self._newest if self._is_newer(t_ms) else None

    def _is_newer(self, t_ms: int) -> bool:
        return self._newest is not None and self._newest.t_ms > t_ms

    def _fetch(self) -> None:
        """Fetches until the end; after any exception, which the reader gets, the camera is given back, too."""
        with ExitStack() as ends:
            ends.callback(self._note_lost)
            ends.callback(self._capture.release)
            if self._automatics:
                ends.callback(self._automatics.give_back)
            try:
                self._fetch_all()
            # it is raised again in the thread that reads, which logs and reports it
            except BaseException as error:  # noqa: BLE001
                self.refusal = error

    def _fetch_all(self) -> None:
        failures = 0
        last_ms = -1
        while not self._ended and failures < self._tries:
            passed_over = _now_ms() - last_ms < self.every_ms
            ok, image = (self._capture.grab(), None) if passed_over else self._capture.read()
            if not ok:
                failures += 1
                time.sleep(PAUSE_S)
                continue
            failures = 0
            if image is None:
                continue
            # two pictures within a millisecond remain two
            last_ms = max(_now_ms(), last_ms + 1)
            frame = Frame(np.asarray(image, dtype=np.uint8), last_ms)
            self._show(frame)
            if self._automatics:
                self._automatics.see(frame.image, frame.t_ms)

    def _note_lost(self) -> None:
        with self._fresh:
            self._lost = True
            self._fresh.notify_all()

    def _show(self, frame: Frame) -> None:
        with self._fresh:
            self._newest = frame
            self._fresh.notify_all()


def _now_ms() -> int:
    return time.monotonic_ns() // 1_000_000
