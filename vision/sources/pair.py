"""Two cameras of one table as one source: a camera that is gone is opened again while the other one goes on.

Law: each camera has a thread of its own, so that a slow or lost one never holds up the other.  A picture waits until it
is taken; of two that wait the older one comes first.
"""

import threading
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from companion.system.threads import start_once
from vision.frames import Frame
from vision.sources.protocol import FrameSource, Paced, SourceEnded, SourceError

#: Seconds between two tries to open a camera that is gone.
RETRY_S: Final = 1.0
#: `open` waits at most this long for a first camera, `read` for a picture, and `close` for each camera.
OPEN_S: Final = 12.0
WAIT_S: Final = 0.5
JOIN_S: Final = 2.0


class PairSource:
    """The frames of two sources, in the order of their times as far as both have one; `Frame.camera` tells whose.

    Two films or folders go on at their own times: a picture waits for one of the other, also while that is opened.
    """

    def __init__(self, sources: Sequence[FrameSource], names: Sequence[str]) -> None:
        """`names` are those of the cameras, for people."""
        self._sources = tuple(sources)
        self._names = tuple(names)
        self._fresh = threading.Condition()
        self._members: tuple[_Member, ...] = ()

    def open(self) -> None:
        """Returns as soon as one camera is there.  Raises the SourceError of the first if both are missing."""
        before = self._members
        self.close()
        self._members = tuple(
            _Member(source, camera, self._fresh, before[camera].thread if before else None)
            for camera, source in enumerate(self._sources)
        )
        with self._fresh:
            self._fresh.wait_for(lambda: any(member.is_here or member.fault for member in self._members), OPEN_S)
            self._refuse_if_none_is_left()

    def read(self) -> Frame | None:
        with self._fresh:
            self._fresh.wait_for(lambda: self._is_due() or self._is_over(), WAIT_S)
            self._refuse_if_none_is_left()
            if not self._is_due():
                return None
            waiting = [(member.waiting.t_ms, member.waiting, member) for member in self._members if member.waiting]
            _, frame, member = min(waiting, key=lambda each: each[0])
            member.waiting = None
            self._fresh.notify_all()
            return frame

    def pace(self, every_ms: int) -> None:
        for source in self._sources:
            if isinstance(source, Paced):
                source.pace(every_ms)

    def close(self) -> None:
        for member in self._members:
            member.end()
        for member in self._members:
            member.thread.join(JOIN_S)

    def lost(self) -> dict[int, str]:
        """The cameras that give no pictures, 0 or 1, with their names."""
        members = self._members
        return {
            camera: self._names[camera]
            for camera, member in enumerate(members)
            if isinstance(member.fault, SourceError)
        }

    def _is_due(self) -> bool:
        waiting = [member.waiting for member in self._members if member.waiting]
        all_known = all(member.waiting or member.fault for member in self._members)
        return bool(waiting) and (all_known or waiting[0].share is None)

    def _is_over(self) -> bool:
        return all(member.fault for member in self._members)

    def _refuse_if_none_is_left(self) -> None:
        faults = [member.fault for member in self._members if member.fault and not member.waiting]
        strange = [fault for fault in faults if not isinstance(fault, SourceError | SourceEnded)]
        if strange or len(faults) == len(self._sources):
            raise (strange or faults)[0]


class _Member:
    """One camera and its thread.  `waiting` is its picture that nobody took yet; `fault` why it gives none."""

    def __init__(
        self, source: FrameSource, camera: int, fresh: threading.Condition, before: threading.Thread | None
    ) -> None:
        """`before` is the thread that used the source before: it has to end first."""
        self._source, self._camera, self._fresh, self._before = source, camera, fresh, before
        self._stop = threading.Event()
        self.waiting: Frame | None = None
        self.is_here = False
        self.fault: BaseException | None = None
        self.thread = start_once(f"camera {camera + 1} of 2", self._run, self._note)

    def end(self) -> None:
        self._stop.set()
        with self._fresh:
            self._fresh.notify_all()

    def _run(self) -> None:
        if self._before:
            self._before.join()
        while not self._stop.is_set():
            try:
                self._source.open()
                self._note(None)
                self._pass_on()
            except SourceEnded as end:
                self._note(end)
                return
            except SourceError as error:
                self._note(error)
                self._stop.wait(RETRY_S)
            finally:
                self._source.close()

    def _pass_on(self) -> None:
        while not self._stop.is_set():
            frame = self._source.read()
            if frame is None:
                continue
            with self._fresh:
                self._fresh.wait_for(lambda: self.waiting is None or self._stop.is_set())
                self.waiting = replace(frame, camera=self._camera)
                self._fresh.notify_all()

    def _note(self, fault: BaseException | None) -> None:
        with self._fresh:
            self.is_here, self.fault = fault is None, fault
            self._fresh.notify_all()
