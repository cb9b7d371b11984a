"""Admission under load: a fixed number of connections, shared fairly among the addresses that they come from.

Laws: an address with fewer connections than the largest holder is admitted, at the cost of that holder; an address that
connects too often waits, and costs the others nothing.
"""

from collections import OrderedDict
from typing import Final, Protocol

#: Connections that an address may open at once, and per second in the long run.
BURST: Final = 1500
RATE: Final = 50.0
#: Addresses whose recent attempts are remembered.
REMEMBERED: Final = 4096


class Closing(Protocol):
    """A connection that can be ended."""

    def close(self) -> None: ...


class Admission:
    """`capacity` connections in all.  Times are seconds of one clock that only goes forward."""

    def __init__(self, capacity: int, burst: int = BURST, rate: float = RATE) -> None:
        self._capacity = capacity
        self._burst = burst
        self._rate = rate
        self._held: dict[str, dict[Closing, None]] = {}
        self._count = 0
        self._allowance: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def __len__(self) -> int:
        return self._count

    def may_enter(self, address: str, now_s: float) -> bool:
        """Returns whether another connection from `address` is taken; closes another one for it if it is due."""
        if not self._within_rate(address, now_s):
            return False
        if self._count < self._capacity:
            return True
        heaviest = max(self._held.values(), key=len)
        if len(heaviest) <= len(self._held.get(address, ())) + 1:
            return False
        # the newest: long-standing viewers stay connected
        next(reversed(heaviest)).close()
        return self._count < self._capacity

    def enter(self, address: str, connection: Closing) -> None:
        self._held.setdefault(address, {})[connection] = None
        self._count += 1

    def leave(self, address: str, connection: Closing) -> None:
        held = self._held.get(address, {})
        if connection in held:
            del held[connection]
            self._count -= 1
            if not held:
                del self._held[address]

    def _within_rate(self, address: str, now_s: float) -> bool:
        left, then_s = self._allowance.pop(address, (float(self._burst), now_s))
        left = min(float(self._burst), left + (now_s - then_s) * self._rate)
        self._allowance[address] = (max(0.0, left - 1.0), now_s)
        while len(self._allowance) > REMEMBERED:
            self._allowance.popitem(last=False)
        return left >= 1.0


class TokenBucket:
    """The rate limit of one connection: `burst` packets at once and `rate` per second in the long run."""

    def __init__(self, burst: float, rate: float, now_s: float) -> None:
        self._burst = burst
        self._rate = rate
        self._left = burst
        self._then_s = now_s

    def spend(self, now_s: float) -> bool:
        """Returns whether one more packet is within the limit; a refused one costs nothing, so nobody is shut out."""
        self._left = min(self._burst, self._left + (now_s - self._then_s) * self._rate)
        self._then_s = now_s
        allowed = self._left >= 1.0
        if allowed:
            self._left -= 1.0
        return allowed
