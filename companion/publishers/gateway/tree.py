"""The newest message of every topic that viewers may read, and which filters they may ask for."""

from collections.abc import Iterable, Iterator

from companion.views.broadcast.payloads import VERSION
from companion.views.broadcast.topics import NOT_RETAINED

#: Levels of a table's own root, `pawtrack/1/{site}/{table}`, and the tree below it.
ROOT_LEVELS = 5


class Tree:
    """What a late viewer gets.  `names` are the trees that viewers may read: public, delayed or both."""

    def __init__(self, *names: str) -> None:
        self.names = names
        self._kept: dict[str, bytes] = {}

    @property
    def filters(self) -> list[str]:
        """All that is ever in it."""
        return [f"pawtrack/{VERSION}/+/+/{name}/#" for name in self.names]

    def keep(self, topic: str, payload: bytes) -> None:
        """An empty payload ends what was kept, as in MQTT 3.3.1.3."""
        if topic.rpartition("/")[2] in NOT_RETAINED:
            return
        if payload:
            self._kept[topic] = payload
        else:
            self._kept.pop(topic, None)

    def kept(self, filters: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        filters = tuple(filters)
        return ((topic, payload) for topic, payload in self._kept.items() if any(matches(f, topic) for f in filters))

    def may_read(self, wanted: str) -> bool:
        """Whether the filter lies wholly within the tree."""
        levels = wanted.split("/")
        head = levels[:ROOT_LEVELS]
        if len(head) < ROOT_LEVELS or head[:2] != ["pawtrack", str(VERSION)] or head[-1] not in self.names:
            return False
        return "#" not in levels[:-1] and not any(len(level) > 1 and ("#" in level or "+" in level) for level in levels)


def matches(wanted: str, topic: str) -> bool:
    """Whether the filter `wanted` takes the topic in (MQTT 4.7)."""
    levels = wanted.split("/")
    names = topic.split("/")
    for index, level in enumerate(levels):
        if level == "#":
            return True
        if index >= len(names):
            return False
        if level not in ("+", names[index]):
            return False
    return len(levels) == len(names)
