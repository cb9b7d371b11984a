"""For any exception in a publisher's thread: it is reported, the thread begins again, and the broker gets all of it."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest
from brokers_for_tests import Reports
from tripwire import Tripwire
from views_for_tests import game_view
from words_for_tests import WORDING

from companion.publishers import feed
from companion.publishers.broker_url import parse_broker_url
from companion.publishers.feed import Feed
from companion.publishers.home_assistant import publisher as house
from companion.publishers.home_assistant.device import Device
from companion.publishers.home_assistant.publisher import HomeAssistantPublisher
from companion.publishers.public_broker.publisher import PublicPublisher
from companion.settings.public_broker import PublicBroker
from companion.settings.schema import Settings
from companion.views.table_view import TableView

BROKER = parse_broker_url("mqtt://localhost")
LINK_CALLS = ("retain", "received", "confirmed")
TOPIC_CALLS = ("info", "status", "state", "event_messages")
PATIENCE_S = 30.0
Put = Callable[[TableView], None]


class TakingLink:
    """A broker that takes everything at once; those of one test share `kept`."""

    kept: dict[str, Any]
    open_links: list["TakingLink"]

    def __init__(self, _broker: object, _name: str, _will: object, changed: threading.Condition) -> None:
        self.alive = True
        self.has_received = False
        self.confirm_by_s = float("inf")
        self._changed = changed

    def open(self) -> None:
        assert self.open_links == [], "an older connection is still open"
        self.open_links.append(self)

    def listen(self, _topics: str) -> None:
        """Nobody sends anything."""

    @property
    def all_confirmed(self) -> bool:
        return self.confirmed()

    def confirmed(self) -> bool:
        return True

    def retain(self, topic: str, payload: bytes) -> bool:
        self.kept[topic.rpartition("/")[2]] = payload
        return True

    def send(self, topic: str, payload: bytes) -> None:
        """Events are of no interest here."""

    def received(self) -> list[Any]:
        return []

    def unconfirmed(self) -> list[Any]:
        return []

    def close(self, *_: object) -> None:
        if self in self.open_links:
            self.open_links.remove(self)


@dataclass
class Publishing:
    """A publisher of some kind, how its words of health begin, and how it is given a state."""

    code: str
    publisher: Any
    put: Put


def own_broker(_folder: Path) -> Publishing:
    made = Feed([BROKER], "pawtrack/public", app="test", wording=WORDING, with_health=True)
    return Publishing("mqtt", made, lambda view: made.put(view, ()))


def public_broker(folder: Path) -> Publishing:
    made = PublicPublisher(PublicBroker(hosts=("localhost",)), folder, Settings(), WORDING)
    return Publishing("public_broker", made, lambda view: made.publish(view, ()))


def home_assistant(_folder: Path) -> Publishing:
    device = Device(id="t", name="t", root="pawtrack/t", prefix="ha", words=WORDING["en"], buttons=True)
    made = HomeAssistantPublisher(BROKER, device, WORDING, language="en", picture=None, post_on=lambda *_: None)
    return Publishing("home_assistant", made, lambda view: made.publish(view, ()))


def until(true: Callable[[], bool]) -> bool:
    end_s = time.monotonic() + PATIENCE_S
    while not true() and time.monotonic() < end_s:
        time.sleep(0.005)
    return true()


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Returns the retained messages of the broker, by the last word of the topic."""
    TakingLink.kept, TakingLink.open_links = {}, []
    monkeypatch.setattr("companion.system.threads.FIRST_PAUSE_S", 0.01)
    for module in (feed, house):
        monkeypatch.setattr(module, "Link", TakingLink)
        monkeypatch.setattr(module, "FIRST_PAUSE_S", 0.01)
    return TakingLink.kept


@pytest.mark.parametrize("fault", [KeyError("y"), RecursionError(), SystemExit(1)])
@pytest.mark.parametrize(
    ("kind", "places"),
    [
        (
            own_broker,
            (*LINK_CALLS, "topics.info", "topics.status", "topics.state", "topics.event_messages", "commented"),
        ),
        (public_broker, (*LINK_CALLS, "topics.state")),
        (home_assistant, ("retain", "received", "table_state")),
    ],
)
def test_a_fault_anywhere_is_reported_and_the_newest_state_arrives(
    kind: Callable[[Path], Publishing],
    places: tuple[str, ...],
    fault: BaseException,
    kept: dict[str, Any],
    tmp_path: Path,
) -> None:
    for place in places:
        kept.clear()
        with pytest.MonkeyPatch.context() as patched:
            wire = Tripwire(type(fault)(*fault.args))
            target, _, call = place.rpartition(".")
            module = house if kind is home_assistant else feed
            owner: Any = TakingLink if place in LINK_CALLS else getattr(module, target) if target else module
            patched.setattr(owner, call, wire.before(getattr(owner, call)))
            tried = kind(tmp_path)
            survives(tried, wire, kept, f"{place}: {fault!r}")


def survives(tried: Publishing, wire: Tripwire, kept: dict[str, Any], what: str) -> None:
    reports = Reports()
    tried.publisher.start(reports)
    tried.put(game_view(seq=1, round=1))
    try:
        reports.wait_for(f"{tried.code}_ok")
        wire.armed.set()
        tried.put(game_view(seq=2, round=2))
        reports.wait_for(f"{tried.code}_stumbled")
        assert until(lambda: shown_round(kept) == 2), what
        tried.put(game_view(seq=3, round=3))
        assert until(lambda: shown_round(kept) == 3), what
        assert until(lambda: reports.codes[-1] == f"{tried.code}_ok"), what
    finally:
        tried.publisher.stop()
    assert TakingLink.open_links == [], what


def shown_round(kept: dict[str, Any]) -> int | None:
    return msgspec.json.decode(kept["state"])["round"] if "state" in kept else None
