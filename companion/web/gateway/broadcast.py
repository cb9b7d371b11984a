"""Fair queueing of the table's news among viewers: addresses take turns, and so do the viewers of one address.

Laws: a viewer gets all news in order, or, while its line is not free, nothing, and then the newest of each topic; the
only viewer of an address waits for at most one viewer of each other address, however many they have; nobody is served
twice while another viewer of the same address waits; a viewer whose line is not free costs nothing.
"""

from collections import OrderedDict
from typing import Final, Protocol

from companion.web.gateway import packets
from companion.web.gateway.tree import Tree
from companion.web.websocket import frame_of

#: News kept for waiting viewers, in bytes.  With one more message it is less than a viewer's queue, so that a viewer
#: who keeps up is never closed because of messages that arrived together.
KEPT_BYTES: Final = 65_536

#: Data composed during one call, by framing and by the wanted ones among the last news.
Pieces = dict[tuple[bool, tuple[bool, ...]], bytes]


class Receiver(Protocol):
    """A viewer for the broadcast; `websocket`: its packets come in frames."""

    @property
    def websocket(self) -> bool: ...

    def wants(self, topic: str) -> bool:
        """Whether it has subscribed to `topic`."""
        ...

    def try_send(self, data: bytes, now_s: float) -> bool:
        """Sends `data`, ready for the wire, now or not at all; returns whether it did.

        If not, the viewer enters again when its line is free.
        """
        ...


class Broadcast:
    """News waits here until `serve` has sent it to all viewers, a few at a time."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self._news: list[tuple[str, bytes]] = []
        self._bytes = 0
        #: The number of all messages so far; `_news` holds the last ones.
        self._end = 0
        #: By address its viewers with the number of messages that each has got, least first.
        self._queues: dict[str, OrderedDict[Receiver, int]] = {}
        #: The addresses with waiting viewers, in the order of their turns.
        self._turns: dict[str, None] = {}

    def enter(self, address: str, viewer: Receiver) -> None:
        """The viewer gets all later news; the tree has the earlier ones."""
        self._queues.setdefault(address, OrderedDict())[viewer] = self._end

    def leave(self, address: str, viewer: Receiver) -> None:
        queue = self._queues.get(address)
        if queue is None or viewer not in queue:
            return
        del queue[viewer]
        if not queue:
            del self._queues[address]
            self._turns.pop(address, None)

    def publish(self, topic: str, payload: bytes, now_s: float, *, retained: bool) -> None:
        """Keeps a message for `serve`; if too much is kept, serves all waiting news first.  Old news is dropped."""
        if not self.tree.keep(topic, payload, retained=retained):
            return
        packet = packets.publish(topic, payload, retain=False)
        if self._bytes + len(packet) > KEPT_BYTES:
            self.serve_all(now_s)
        self._news.append((topic, packet))
        self._bytes += len(packet)
        self._end += 1
        for address in self._queues:
            self._turns.setdefault(address)

    def serve(self, most: int, now_s: float) -> bool:
        """Sends news to at most `most` viewers, one of each address in turn; returns whether others still wait."""
        pieces: Pieces = {}
        for _ in range(most):
            address = next(iter(self._turns), None)
            if address is None:
                break
            del self._turns[address]
            self._bring(address, next(iter(self._queues[address])), pieces, now_s)
        if not self._turns:
            self._news.clear()
            self._bytes = 0
        return bool(self._turns)

    def serve_all(self, now_s: float) -> None:
        """Sends all waiting news: one turn for each viewer, since nobody is served twice."""
        self.serve(sum(map(len, self._queues.values())), now_s)

    def flush(self, address: str, viewer: Receiver, now_s: float) -> None:
        """Sends the waiting news to this viewer, before it requests something newer."""
        if viewer in self._queues.get(address, ()):
            self._bring(address, viewer, {}, now_s)

    def _bring(self, address: str, viewer: Receiver, pieces: Pieces, now_s: float) -> None:
        queue = self._queues[address]
        waiting = self._news[len(self._news) - (self._end - queue[viewer]) :]
        queue[viewer] = self._end
        queue.move_to_end(viewer)
        if next(iter(queue.values())) < self._end:
            self._turns.setdefault(address)
        wanted = tuple(viewer.wants(topic) for topic, _ in waiting)
        if not any(wanted):
            return
        key = (viewer.websocket, wanted)
        if key not in pieces:
            data = b"".join(packet for (_, packet), yes in zip(waiting, wanted, strict=True) if yes)
            pieces[key] = frame_of(data) if viewer.websocket else data
        if not viewer.try_send(pieces[key], now_s):
            self.leave(address, viewer)
