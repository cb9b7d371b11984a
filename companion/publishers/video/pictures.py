"""The table's pictures as viewers may see them: now, or as late as everything else that they see.

Laws: nothing is given before it is due; what waits takes no more than so many bytes, however long the delay is: then
there are fewer pictures.
"""

from collections import deque
from collections.abc import Callable
from typing import Final

from companion.app.ports import Video
from companion.views.video import VideoPicture, VideoView

#: What may wait, in bytes.
WAITING_BYTES: Final = 64 * 1024 * 1024
#: Pictures to come may be larger by so much without driving out what waits.
_RESERVE: Final = 1.5
#: A picture that nobody asked for until then is old news, in seconds beside the time between two pictures.
_STALE_S: Final = 2.0


class DelayedVideo:
    """One view of the table, `delay_s` late; without a delay each picture is made when it is asked for."""

    def __init__(self, video: Video, view: VideoView, delay_s: float, clock: Callable[[], float]) -> None:
        """`clock` gives seconds and never goes back."""
        self._video = video
        self._view = view
        self._delay_s = delay_s
        self._clock = clock
        self._waiting: deque[tuple[float, VideoPicture]] = deque()
        self._shown: tuple[float, VideoPicture] | None = None

    @property
    def waiting_bytes(self) -> int:
        return sum(len(picture.jpeg) for _, picture in self._waiting)

    def picture(self) -> VideoPicture | None:
        """The newest picture that is due; None while there is none."""
        if self._delay_s <= 0:
            return self._video(self._view)
        now_s = self._clock()
        self._take(now_s)
        while self._waiting and self._waiting[0][0] + self._delay_s <= now_s:
            self._shown = self._waiting.popleft()
        if self._shown and now_s - self._shown[0] - self._delay_s > self._pause_s(self._shown[1]) + _STALE_S:
            self._shown = None
        return self._shown[1] if self._shown else None

    def _take(self, now_s: float) -> None:
        newest = self._waiting[-1] if self._waiting else None
        if newest and now_s - newest[0] < self._pause_s(newest[1]):
            return
        picture = self._video(self._view)
        if picture is None:
            return
        self._waiting.append((now_s, picture))
        while self.waiting_bytes > WAITING_BYTES:
            self._waiting.popleft()

    def _pause_s(self, picture: VideoPicture) -> float:
        """How long to wait after a picture so that all that wait for the delay fit."""
        return self._delay_s * len(picture.jpeg) * _RESERVE / WAITING_BYTES
