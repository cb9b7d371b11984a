"""The newest message of every topic that viewers may read, and the filters that they may subscribe to.

Law: the time of making decides, not the order of arrival: a broker may send a retained message late, and a last will
after the table has come back.
"""

from collections.abc import Iterable, Iterator

import msgspec

from companion.views.broadcast.order import Stamp, is_last_will, is_news
from companion.views.broadcast.words import DISCONNECTED, LOST, NOT_RETAINED, VERSION

#: Levels of a table's own root, `pawtrack/1/{site}/{table}`, and the tree below it.
ROOT_LEVELS = 5
_STATUS = "status"
_ANALYSIS = "analysis"


class Tree:
    """The messages for a late viewer.  `names` are the trees that viewers may read: public, delayed or both."""

    def __init__(self, *names: str) -> None:
        self.names = names
        self._kept: dict[str, bytes] = {}

    @property
    def filters(self) -> list[str]:
        """The filters of everything that it may hold."""
        return [f"pawtrack/{VERSION}/+/+/{name}/#" for name in self.names]

    def keep(self, topic: str, payload: bytes, *, retained: bool = False) -> bool:
        """Returns whether the message is news; `retained`: the broker had kept it.

        An empty payload deletes the kept one, as in MQTT 3.3.1.3.
        """
        name = topic.rpartition("/")[2]
        if name in NOT_RETAINED:
            return True
        known = self._kept.get(topic)
        if known is not None and self._is_old(name, known, payload, retained=retained):
            return False
        if payload:
            self._kept[topic] = payload
        else:
            self._kept.pop(topic, None)
        return True

    def _is_old(self, name: str, known: bytes, payload: bytes, *, retained: bool) -> bool:
        """Returns whether a retained message or a farewell is older than the known one.

        A live message of a table is news, even of an earlier `epoch`: its data folder may be new, its clock wrong.
        A payload without a time is never compared.
        """
        is_farewell = name == _STATUS and (LOST.encode() in payload or DISCONNECTED.encode() in payload)
        if not payload or not (retained or is_farewell):
            return False
        before, said = _stamp(name, known), _stamp(name, payload)
        if before is None or said is None:
            return False
        return not is_news(before, said) and not (name == _STATUS and is_last_will(before, said))

    def kept(self, filters: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        filters = tuple(filters)
        return ((topic, payload) for topic, payload in self._kept.items() if any(matches(f, topic) for f in filters))

    def may_read(self, wanted: str) -> bool:
        """Returns whether the filter lies wholly within the tree."""
        levels = wanted.split("/")
        head = levels[:ROOT_LEVELS]
        if len(head) < ROOT_LEVELS or head[:2] != ["pawtrack", str(VERSION)] or head[-1] not in self.names:
            return False
        return "#" not in levels[:-1] and not any(len(level) > 1 and ("#" in level or "+" in level) for level in levels)


def _stamp(name: str, payload: bytes) -> Stamp | None:
    try:
        stamp = msgspec.json.decode(payload, type=Stamp)
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return None
    # the analysis of a row may follow an empty one of a later row
    return msgspec.structs.replace(stamp, seq=0) if name == _ANALYSIS else stamp


def matches(wanted: str, topic: str) -> bool:
    """Returns whether the filter `wanted` covers the topic (MQTT 4.7)."""
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
