"""Work with a camera that people leave and resume."""

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from companion.model.failed_device import FailedDevice
from companion.system.threads import start_once
from vision.frames import Frame, is_picture
from vision.sources.protocol import FrameSource, SourceEnded, SourceError

log = logging.getLogger(__name__)

#: The longest wait for the end of a thread, which a camera may keep waiting for a picture.
PATIENCE_S: Final = 5.0


class LeftError(Exception):
    """People left the work; it may be resumed."""


@dataclass(slots=True)
class LeavableSource:
    """A source that can be left at any picture; `newest` is its last picture."""

    source: FrameSource
    left: threading.Event
    newest: Frame | None = None

    def open(self) -> None:
        self.source.open()

    def read(self) -> Frame | None:
        """Reads a picture.  Raises LeftError, SourceError, SourceEnded."""
        if self.left.is_set():
            raise LeftError
        frame = self.source.read()
        if frame is not None and is_picture(frame.image):
            self.newest = frame
        return frame

    def close(self) -> None:
        self.source.close()


class LeavableWork:
    """Work with a camera that people leave at any picture and resume.  Methods may be called from any thread."""

    def __init__(
        self,
        name: str,
        source: FrameSource,
        work: Callable[[], None],
        failed: Callable[[FailedDevice], None],
        *,
        disk_faults: tuple[type[Exception], ...] = (),
    ) -> None:
        """`work` may raise LeftError, the errors of a source, and OSError or one of `disk_faults` if the disk refuses.

        `failed` takes the device that stopped it, the program itself after any other exception.
        """
        self._name = name
        self._left = threading.Event()
        self.source = LeavableSource(source, self._left)
        self._work = work
        self._failed = failed
        self._disk_faults: tuple[type[Exception], ...] = (OSError, *disk_faults)
        self._thread: threading.Thread | None = None

    @property
    def is_idle(self) -> bool:
        return self._thread is None or not self._thread.is_alive()

    def start(self) -> None:
        """Opens the camera and begins, or resumes the work."""
        self._left.clear()
        if self.is_idle:
            self._thread = start_once(self._name, self._run, lambda _: self._failed(FailedDevice.PROGRAM))

    def stop(self) -> None:
        """Leaves the work and closes the camera."""
        self._left.set()
        if self._thread is not None:
            self._thread.join(PATIENCE_S)

    def _run(self) -> None:
        try:
            self.source.open()
            try:
                self._work()
            finally:
                self.source.close()
        except LeftError:
            return
        except (SourceError, SourceEnded) as error:
            self._fail(FailedDevice.CAMERA, str(error) or "the pictures ended")
        except self._disk_faults as error:
            self._fail(FailedDevice.DISK, str(error))

    def _fail(self, fault: FailedDevice, line: str) -> None:
        log.error("%s stopped: %s", self._name, line)
        self._failed(fault)
