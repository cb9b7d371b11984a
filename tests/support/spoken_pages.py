"""Pages that hear a test in place of a broker, and messages in each of which one thing is wrong."""

import json
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any, Final

from browser_for_tests import Spectator
from overlay_states import SEQ
from playwright.sync_api import Browser

_SCRIPT: Final = Path(__file__).parent / "spoken_broker.js"
_NO_OBJECT: Final = {"toString": 1, "valueOf": 1, "length": 5}
#: Values that no table of ours puts into any field.
_JUNK: Final = (
    None, -1, 1.5, 1e300, 999_999_999, True, "", "constructor", "<img src=x onerror=alert(1)>\u202e\u0000", "W" * 5000,
    [], {}, _NO_OBJECT, [_NO_OBJECT], {"en": _NO_OBJECT}, [[]] * 500,
)  # fmt: skip
#: Orders the messages: any whole number is a good one.
_ORDER: Final = ("epoch", "seq", "ts")


class SpokenPage(Spectator):
    """A page for viewers that gets the test's messages."""

    def __init__(self, browser: Browser, url: str, *, clock: bool = False) -> None:
        """With `clock` time stands still until the test lets it run."""
        super().__init__(browser, url, script=_SCRIPT)
        if clock:
            self.page.clock.install()
            self.page.reload()
        self.page.wait_for_selector("html[data-subscribed]")

    def listens(self, name: str) -> bool:
        return bool(self.page.evaluate("(name) => broker.listens(name)", name))

    def looks(self) -> dict[str, str]:
        return dict(self.page.evaluate("broker.looks()"))

    def say(self, name: str, payload: Any, table: str = "table-1") -> None:
        """A message on a topic; a text goes out as it is."""
        text = payload if isinstance(payload, str) else json.dumps(payload)
        self.page.evaluate("([name, text, table]) => broker.say(name, text, table)", [name, text, table])

    def faults(self, name: str, *good: dict[str, Any], every: int = 1) -> list[Any]:
        """Returns the page's faults for messages with one wrong field.

        Each of `good` is spoilt in every way, or in one of `every` so many.
        """
        ways = [(each, way, junk) for each in good for way, junk in _spoilt_ways(each)][::every]
        cases = []
        for number, (each, way, junk) in enumerate(ways):
            first, second = ({**each, "seq": SEQ + row, "ts": SEQ + row} for row in (2 * number, 2 * number + 1))
            what = f"{way} {'gone' if junk is _GONE else json.dumps(junk)[:40]}"
            cases.append([what, name, json.dumps(first), json.dumps(_changed(second, way, junk))])
        return list(self.page.evaluate("(cases) => broker.faults(cases)", cases))


#: Marks what is taken away.
_GONE: Final = object()


def _spoilt_ways(message: dict[str, Any]) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Yields the way to each field, at any depth, with its new value; of lists the first entry is spoilt."""
    for way in _ways(message):
        for junk in (_GONE, *_JUNK):
            if not (way[0] in _ORDER and type(junk) is int and junk >= 0):
                yield way, junk


def _ways(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    entries = value.items() if isinstance(value, dict) else enumerate(value[:1]) if isinstance(value, list) else ()
    for key, entry in entries:
        yield (*way, key)
        yield from _ways(entry, (*way, key))


def _changed(message: Any, way: tuple[Any, ...], junk: Any) -> Any:
    changed = deepcopy(message)
    place = changed
    for key in way[:-1]:
        place = place[key]
    if junk is _GONE:
        del place[way[-1]]
    else:
        place[way[-1]] = junk
    return changed
