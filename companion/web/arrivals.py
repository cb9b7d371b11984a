"""Retained messages that arrive after the live message that replaced them.

A broker may send a newcomer the live message first and the retained one after it (nats-server 2.15, at QoS 1).
Within one connection the retain flag decides: a retained message is never newer than a live one.
"""


class Arrivals:
    """The topics of one connection."""

    def __init__(self) -> None:
        self._live: set[str] = set()

    def is_overtaken(self, topic: str, *, retained: bool) -> bool:
        """Takes a message in; returns whether a newer one of its topic came before it."""
        if retained:
            return topic in self._live
        self._live.add(topic)
        return False
