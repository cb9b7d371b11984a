"""The table's pictures for viewers: live, or with the delay of the rest of the broadcast.

Laws: no picture is shown before it is due; waiting pictures take a limited number of bytes, however long the delay is:
then there are fewer pictures.
"""

from collections import deque
from collections.abc import Callable
from typing import Final

from companion.app.ports import Video
from companion.views.broadcast.video_picture import VideoPicture, VideoView

#: The limit for waiting pictures, in bytes.
WAITING_BYTES: Final = 64 * 1024 * 1024
#: Later pictures may be larger by this factor without pushing out waiting ones.
_RESERVE: Final = 1.5
#: Seconds, beside the time between two pictures, after which a picture that nobody requested is stale.
_STALE_S: Final = 2.0


class DelayedVideo:
    """One view of the table, `delay_s` late; without a delay each picture is made on request."""

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
        """Returns the newest picture that is due; None if there is none."""
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
        """Returns the pause after a picture, in seconds, so that all that wait for the delay fit."""
        return self._delay_s * len(picture.jpeg) * _RESERVE / WAITING_BYTES
