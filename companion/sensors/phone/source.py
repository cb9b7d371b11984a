"""The pictures of a phone as a source: each by request, each once, at the time at which it was taken."""

import time
from typing import Final

from companion.sensors.phone.door import PhoneDoor
from companion.web.camera.messages import PhoneState
from vision.frames import Frame
from vision.pictures import decode_picture
from vision.sources.protocol import SourceError

#: Seconds for which `open` waits for a phone, and `read` for a picture.
OPEN_S: Final = 2.0
WAIT_S: Final = 0.5
#: Seconds without a fresh picture after which a phone that is there counts as lost: slow networks take seconds for one.
SILENT_S: Final = 8.0
#: Milliseconds after which a picture is not judged: the table has changed since.
STALE_MS: Final = 3000

_CODES: Final = {
    PhoneState.HIDDEN: ("camera_phone_hidden", "its page is not in view: unlock it and open the page"),
    PhoneState.DENIED: ("camera_phone_denied", "its page may not use the camera: allow it there"),
    PhoneState.HERE: ("camera_phone_lost", "it sends no more pictures: check its network and its battery"),
}


class PhoneSource:
    """The one phone that came in by `door`."""

    def __init__(self, door: PhoneDoor) -> None:
        self._door = door
        self._is_open = False
        self._given_ms = -1
        self._got_s = 0.0

    def open(self) -> None:
        """Waits a moment for the phone.  Raises SourceError."""
        self.close()
        try:
            self._door.enter()
        except (OSError, ImportError) as error:
            # Intel Macs have no package for certificates
            raise SourceError(f"the phone's page is not served: {error}", "camera_phone_door") from error
        self._is_open = True
        if not self._door.wait_for_phone(OPEN_S):
            raise self._refusal()
        self._given_ms, self._got_s = now_ms() - STALE_MS, time.monotonic()
        self._door.want()

    def read(self) -> Frame | None:
        if not self._is_open:
            raise SourceError("the phone's camera is not open")
        taken = self._door.newer_than(self._given_ms, WAIT_S)
        if self._door.state is not PhoneState.HERE or time.monotonic() - self._got_s > SILENT_S:
            raise self._refusal()
        if taken is None:
            return None
        # the next one comes while this one is judged
        self._door.want()
        self._given_ms = taken.t_ms
        image = decode_picture(taken.jpeg) if now_ms() - taken.t_ms <= STALE_MS else None
        if image is None:
            return None
        self._got_s = time.monotonic()
        return Frame(image, taken.t_ms)

    def close(self) -> None:
        if self._is_open:
            self._is_open = False
            self._door.leave()

    def _refusal(self) -> SourceError:
        state = self._door.state
        if state is PhoneState.GONE:
            return (
                SourceError("the phone is gone: check its network and its battery", "camera_phone_lost")
                if self._door.was_here
                else SourceError("no phone has come: scan the code with it", "camera_phone_waiting")
            )
        code, what = _CODES[state]
        return SourceError(f"the phone is there, but {what}", code)


def now_ms() -> int:
    """Returns the clock of all sensors."""
    return time.monotonic_ns() // 1_000_000
