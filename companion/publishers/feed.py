"""One tree of topics, live or shifted by a delay, kept true on a broker by a thread of its own.

Laws: `put` never blocks and never raises; nothing is shown before it is due; on every new connection the whole retained
tree goes out again; what is told of an event goes out before the state that follows from it.
"""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import msgspec

from companion.publishers.broker_url import BrokerUrl
from companion.publishers.link import Link, LinkRefusedError, Message, new_name
from companion.publishers.orders import Orders
from companion.session.events import Event
from companion.views import topics
from companion.views.table_view import Health, HealthState, TableView

log = logging.getLogger(__name__)

HEARTBEAT_S: Final = 30.0
FIRST_PAUSE_S: Final = 0.25
LONGEST_PAUSE_S: Final = 2.0
#: Steps kept for a broker that is away, or until they are due; the oldest go first, the state heals what is missing.
QUEUE_LIMIT: Final = 2048
#: Told events kept for the next connection, fewer than the client's own queue holds.
RESEND_LIMIT: Final = 64
STOP_TIMEOUT_S: Final = 6.0

#: Told when the link to the broker changes.
ReportHealth = Callable[[Health], None]


@dataclass(frozen=True, slots=True)
class _Step:
    due_s: float
    view: TableView
    events: tuple[Event, ...]


class Feed:
    """Publishes under `root`, `delay_s` late.  `start` begins, `stop` says goodbye; both only once.

    `told_delay_s` is the delay that the info topic names; `orders` are heard beside `root`, under `cmd`.
    """

    def __init__(
        self,
        broker: BrokerUrl,
        root: str,
        *,
        app: str,
        with_health: bool,
        delay_s: float = 0.0,
        told_delay_s: int = 0,
        orders: Orders | None = None,
    ) -> None:
        self._broker = broker
        self._root = root
        self._base = root.rpartition("/")[0]
        self._app = app
        self._with_health = with_health
        self._delay_s = delay_s
        self._told_delay_s = told_delay_s
        self._orders = orders
        self._name = new_name()
        self._newest: TableView | None = None
        self._bell = threading.Condition()
        self._steps: deque[_Step] = deque(maxlen=QUEUE_LIMIT)
        self._resend: deque[Message] = deque(maxlen=RESEND_LIMIT)
        self._view: TableView | None = None
        self._sent: dict[str, topics.Payload] = {}
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name=f"mqtt {root}", daemon=True)
        self._report: ReportHealth = lambda _: None
        self._reported: Health | None = None

    def start(self, report: ReportHealth) -> None:
        self._report = report
        self._thread.start()

    def put(self, view: TableView, events: tuple[Event, ...]) -> None:
        """Takes a step; what a publisher has no use for is left out, since a delayed feed keeps many of them."""
        slim = replace(view, plays=(), candidates=())
        with self._bell:
            self._newest = slim
            self._steps.append(_Step(time.monotonic() + self._delay_s, slim, events))
            self._bell.notify_all()

    def stop(self) -> None:
        """Publishes what is due, then that the table has gone.  What is not due yet is never shown."""
        with self._bell:
            self._stopping = True
            self._bell.notify_all()
        if self._thread.ident is not None:
            self._thread.join(STOP_TIMEOUT_S)

    def _run(self) -> None:
        epoch = self._first_epoch()
        pause_s = FIRST_PAUSE_S
        while not self._stopping:
            link = Link(self._broker, self._name, self._will(epoch), self._bell)
            try:
                link.open()
            except (OSError, ValueError, LinkRefusedError) as error:
                link.close()
                self._tell_trouble(error)
                self._rest(pause_s)
                pause_s = min(2 * pause_s, LONGEST_PAUSE_S)
                continue
            pause_s = FIRST_PAUSE_S
            self._tell(Health(part="mqtt", state=HealthState.OK, code="mqtt_ok"))
            self._serve(link)
            self._resend.extend(link.unconfirmed())
            farewell = self._status(topics.DISCONNECTED, epoch) if self._stopping else None
            link.close(farewell)
            if not self._stopping:
                self._tell_trouble(ConnectionError("the connection was lost"))
                self._rest(pause_s)

    def _first_epoch(self) -> int:
        """The last will must name the epoch, so nothing is said before the table has."""
        with self._bell:
            self._bell.wait_for(lambda: self._steps or self._stopping)
            return self._steps[0].view.epoch if self._steps else 0

    def _serve(self, link: Link) -> None:
        """Keeps the tree true until the link ends or we stop."""
        self._greet(link)
        beat_s = time.monotonic() + HEARTBEAT_S
        while link.alive:
            with self._bell:
                self._bell.wait_for(lambda: self._is_called(link), self._until(beat_s))
            for step in self._due():
                for message in self._told_of(step):
                    link.tell(*message)
                self._show(link)
            self._obey(link)
            if self._stopping:
                return
            if time.monotonic() >= beat_s:
                # the status too: a broker that noticed late may have put an old last will over it
                for name in ("state", "status"):
                    self._sent.pop(name, None)
                self._show(link)
                beat_s = time.monotonic() + HEARTBEAT_S

    def _greet(self, link: Link) -> None:
        """What a new connection begins with: the events that may have been missed, then the whole retained tree."""
        self._sent.clear()
        if self._orders:
            link.listen(f"{self._base}/cmd/+")
        for step in self._due():
            self._resend.extend(self._told_of(step))
        while self._resend:
            link.tell(*self._resend.popleft())
        self._show(link)

    def _obey(self, link: Link) -> None:
        for topic, payload in link.heard():
            answered = self._orders.take(topic.rpartition("/")[2], payload, self._newest) if self._orders else None
            if answered:
                client, answer = answered
                link.tell(f"{self._base}/ack/{client}", msgspec.json.encode(answer))

    def _is_called(self, link: Link) -> bool:
        return self._stopping or not link.alive or link.has_heard or self._wait_s() <= 0

    def _until(self, beat_s: float) -> float:
        return max(0.0, min(beat_s - time.monotonic(), self._wait_s()))

    def _wait_s(self) -> float:
        """Seconds until the oldest step is due."""
        return self._steps[0].due_s - time.monotonic() if self._steps else HEARTBEAT_S

    def _due(self) -> list[_Step]:
        due: list[_Step] = []
        with self._bell:
            while self._steps and self._steps[0].due_s <= time.monotonic():
                due.append(self._steps.popleft())
        return due

    def _told_of(self, step: _Step) -> list[Message]:
        """Takes the step up and returns what is told of its events."""
        self._view = step.view
        told = topics.happenings(step.view, step.events, _now_ms())
        return [(f"{self._root}/event", msgspec.json.encode(happening)) for happening in told]

    def _show(self, link: Link) -> None:
        """Sends what differs from what this connection has sent; the time stamp alone is no difference."""
        for name, payload in self._tree().items():
            if self._sent.get(name) != payload and link.retain(f"{self._root}/{name}", _stamped(payload)):
                self._sent[name] = payload

    def _tree(self) -> dict[str, topics.Payload]:
        """The whole retained tree, stamped 0."""
        view = self._view
        if view is None:
            return {}
        tree: dict[str, topics.Payload] = {
            "info": topics.info(view, 0, self._app, self._told_delay_s),
            "status": topics.status(topics.presence(view), view.epoch, 0),
            "state": topics.state(view, 0),
        }
        told = view.health if self._with_health else ()
        return tree | {
            f"health/{h.part}": topics.health(h, view.epoch, 0) for h in told if h.part in topics.HEALTH_PARTS
        }

    def _will(self, epoch: int) -> Message:
        return self._status(topics.LOST, epoch)

    def _status(self, word: str, epoch: int) -> Message:
        return f"{self._root}/status", msgspec.json.encode(topics.status(word, epoch, _now_ms()))

    def _rest(self, seconds: float) -> None:
        with self._bell:
            self._bell.wait_for(lambda: self._stopping, seconds)

    def _tell_trouble(self, error: Exception) -> None:
        log.info("%s: %s", self._broker, error)
        code = "mqtt_refused" if isinstance(error, LinkRefusedError) else "mqtt_lost"
        self._tell(Health(part="mqtt", state=HealthState.LOST, code=code, params=(("broker", str(self._broker)),)))

    def _tell(self, health: Health) -> None:
        if health != self._reported:
            self._reported = health
            self._report(health)


def _stamped(payload: topics.Payload) -> bytes:
    return msgspec.json.encode(msgspec.structs.replace(payload, ts=_now_ms()))


def _now_ms() -> int:
    return time.time_ns() // 1_000_000
