"""A bounded queue that never blocks, for inputs and orders; the newest of a kind replaces the previous one."""

import asyncio
from collections import OrderedDict
from collections.abc import Hashable
from typing import Final, Generic, TypeVar

Item = TypeVar("Item")
#: Far more than ever needed; beyond it the oldest are dropped.
LIMIT: Final = 256


class NewestQueue(Generic[Item]):
    """For one event loop; other threads call `put` by `call_soon_threadsafe`."""

    def __init__(self) -> None:
        self._items: OrderedDict[Hashable, Item] = OrderedDict()
        self._filled = asyncio.Event()
        self._count = 0

    def put(self, item: Item, kind: Hashable = None) -> None:
        """Adds an item; `kind` None: it replaces no other."""
        self._count += 1
        key = self._count if kind is None else kind
        self._items.pop(key, None)
        self._items[key] = item
        while len(self._items) > LIMIT:
            self._items.popitem(last=False)
        self._filled.set()

    def take(self) -> Item | None:
        """Returns the oldest item; None if the queue is empty."""
        if not self._items:
            return None
        _, item = self._items.popitem(last=False)
        return item

    def clear(self) -> None:
        self._items.clear()

    def wake(self) -> None:
        """Wakes the waiting task, without an item."""
        self._filled.set()

    async def wait(self, seconds: float | None) -> None:
        """Waits for an item, or for `seconds`."""
        if not self._items:
            self._filled.clear()
            try:
                async with asyncio.timeout(seconds):
                    await self._filled.wait()
            except TimeoutError:
                return
