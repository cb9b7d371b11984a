"""The clock of a phone in the time of this machine, from the times at which its requests come."""

from collections import deque
from typing import Final

#: Milliseconds for which the quickest request counts: within them two clocks drift apart by a few milliseconds.
REMEMBERED_MS: Final = 60_000.0
#: The most requests that are remembered.
_MOST: Final = 1024


class PhoneClock:
    """Law: a request may be slow and never early, so the quickest one of the last minute shows how the clocks differ.

    Slow and uneven networks delay pictures and do not move the times at which they were taken.
    """

    def __init__(self) -> None:
        #: The time of this machine and the difference, for each request that can still be the quickest.
        self._differences: deque[tuple[float, float]] = deque()

    def hear(self, sent_ms: float, now_ms: float) -> None:
        """Takes a request that the phone sent at `sent_ms` by its own clock, and that came at `now_ms` by ours."""
        difference = now_ms - sent_ms
        while self._differences and self._differences[-1][1] >= difference:
            self._differences.pop()
        self._differences.append((now_ms, difference))
        while now_ms - self._differences[0][0] > REMEMBERED_MS or len(self._differences) > _MOST:
            self._differences.popleft()

    def ours(self, theirs_ms: float, now_ms: float) -> float:
        """Returns a time of the phone in ours, at most `now_ms`."""
        return min(now_ms, theirs_ms + self._differences[0][1]) if self._differences else now_ms
