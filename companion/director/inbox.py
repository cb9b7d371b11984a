"""What waits to be decided or done: bounded, without blocking, and the newest of a kind in place of the one before."""

import asyncio
from collections import OrderedDict
from collections.abc import Hashable
from typing import Final, Generic, TypeVar

Item = TypeVar("Item")
#: Far more than there ever is; beyond it the oldest go.
LIMIT: Final = 256


class NewestQueue(Generic[Item]):
    """Of one event loop; `put` from a thread goes by `call_soon_threadsafe`."""

    def __init__(self) -> None:
        self._items: OrderedDict[Hashable, Item] = OrderedDict()
        self._filled = asyncio.Event()
        self._count = 0

    def put(self, item: Item, kind: Hashable = None) -> None:
        """`kind` None: of no kind, so that it takes nobody's place."""
        self._count += 1
        key = self._count if kind is None else kind
        self._items.pop(key, None)
        self._items[key] = item
        while len(self._items) > LIMIT:
            self._items.popitem(last=False)
        self._filled.set()

    def take(self) -> Item | None:
        """The oldest; None where there is nothing."""
        if not self._items:
            return None
        _, item = self._items.popitem(last=False)
        return item

    def clear(self) -> None:
        self._items.clear()

    def wake(self) -> None:
        """Whoever waits looks again, though nothing was put in."""
        self._filled.set()

    async def wait(self, seconds: float | None) -> None:
        """Until there is something, or for so many seconds."""
        if not self._items:
            self._filled.clear()
            try:
                async with asyncio.timeout(seconds):
                    await self._filled.wait()
            except TimeoutError:
                return
