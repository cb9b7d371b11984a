"""The last seconds of the board, in memory only.

Laws: nothing older than `SECONDS` is kept, and never more than `RING_BYTES`: larger pictures are kept less often.
"""

from bisect import bisect_right
from collections import deque
from collections.abc import Callable
from typing import Final

from companion.views.broadcast.video_picture import VideoPicture

SECONDS: Final = 20.0
RING_BYTES: Final = 48 * 1024 * 1024
#: Later pictures may be larger by this factor without pushing out earlier ones.
_RESERVE: Final = 1.5


class Ring:
    """For one thread; `clock` gives seconds and never goes back."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._kept: deque[tuple[float, bytes]] = deque()
        self._bytes = 0

    @property
    def kept_bytes(self) -> int:
        return self._bytes

    def add(self, picture: VideoPicture) -> None:
        """Keeps a picture, unless the previous one is too near for all to fit."""
        now_s, jpeg = self._clock(), picture.jpeg
        pause_s = SECONDS * len(jpeg) * _RESERVE / RING_BYTES
        if not self._kept or now_s - self._kept[-1][0] >= pause_s:
            self._kept.append((now_s, jpeg))
            self._bytes += len(jpeg)
        while self._kept and (self._bytes > RING_BYTES or now_s - self._kept[0][0] > SECONDS):
            self._bytes -= len(self._kept.popleft()[1])

    def clear(self) -> None:
        self._kept.clear()
        self._bytes = 0

    def film(self, per_s: int) -> tuple[bytes, ...]:
        """Returns the JPEGs of a film of `per_s` pictures a second that ends now and runs at the table's speed."""
        now_s = self._clock()
        kept = [each for each in self._kept if now_s - each[0] <= SECONDS]
        if not kept:
            return ()
        times = [time_s for time_s, _ in kept]
        count = int((now_s - times[0]) * per_s)
        return tuple(kept[bisect_right(times, times[0] + number / per_s) - 1][1] for number in range(count + 1))
