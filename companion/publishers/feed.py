"""One tree of topics, live or shifted by a delay, kept true on a broker by a thread of its own.

Laws: `put` never blocks and never raises; no step is shown before it is due; every new connection gets the whole
retained tree again; the messages of an event go out before the state that follows from it.
"""

import itertools
import logging
import math
import ssl
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import msgspec

from companion.publishers.broker_thread import BrokerThread
from companion.publishers.broker_url import BrokerUrl
from companion.publishers.link import Link, LinkRefusedError, Message, new_name, new_program
from companion.publishers.namesakes import Namesakes
from companion.publishers.remote_commands import RemoteCommands
from companion.session.events import Event
from companion.session.state import Phase
from companion.views.broadcast import topics, words
from companion.views.broadcast.payloads import Analysis, Evening, EventMessage, Payload
from companion.views.commentary.lines import Lines, commented
from companion.views.table_view import Health, HealthState, TableView
from companion.views.wording.sentences import Wording

log = logging.getLogger(__name__)

HEARTBEAT_S: Final = 30.0
FIRST_PAUSE_S: Final = 0.25
LONGEST_PAUSE_S: Final = 2.0
#: A wait that ends this much too late is no wait: the machine slept, or this program got no processor.
STOOD_STILL_S: Final = 1.0
#: Steps kept while the broker is away, or until they are due; the oldest are dropped first, the state heals the gap.
QUEUE_LIMIT: Final = 2048
#: Event messages kept for the next connection, fewer than the client's own queue holds.
RESEND_LIMIT: Final = 64

#: Restarts a broker that refuses messages.
Renew = Callable[[], None]
#: Reads the standings of the evening; None without any.
EveningOf = Callable[[], Evening | None]

_OK: Final = Health(part="mqtt", state=HealthState.OK, code="mqtt_ok")


@dataclass(frozen=True, slots=True)
class _Step:
    """A snapshot with its stored events, or an analysis that belongs to an earlier snapshot."""

    due_s: float
    view: TableView
    events: tuple[Event, ...] = ()
    analysis: Analysis | None = None


class Feed(BrokerThread):
    """Publishes under `root`, `delay_s` late; steps that are not due when it stops are never shown.

    `brokers` are the servers of one broker, tried in turn.  `announced_delay_s` is the delay that the info topic names;
    `remote` takes the messages under `cmd`, beside `root`; `renew` restarts a broker of our own that refuses messages;
    `program` is the id of this program (None: a new one);
    `evening` reads the standings, in this thread.
    """

    def __init__(
        self,
        brokers: Sequence[BrokerUrl],
        root: str,
        *,
        app: str,
        wording: Wording,
        with_health: bool,
        delay_s: float = 0.0,
        announced_delay_s: int = 0,
        remote: RemoteCommands | None = None,
        renew: Renew | None = None,
        program: str | None = None,
        evening: EveningOf | None = None,
    ) -> None:
        super().__init__("mqtt", f"mqtt {root}")
        self._brokers = itertools.cycle(brokers)
        self._broker = brokers[0]
        self._root = root
        self._base = root.rpartition("/")[0]
        self._app = app
        self._wording = wording
        self._with_health = with_health
        self._delay_s = delay_s
        self._announced_delay_s = announced_delay_s
        self._remote = remote
        self._read_evening: EveningOf = evening or _no_evening
        #: The standings that are read, with the time from which they are shown.
        self._evenings: deque[tuple[float, Evening]] = deque(maxlen=QUEUE_LIMIT)
        self._evening: Evening | None = None
        self._own = renew is not None
        self._renew: Renew = renew or _no_restart
        self._name = new_name()
        self._program = program or new_program()
        self._namesakes = Namesakes(self._program)
        self._newest: TableView | None = None
        self._steps: deque[_Step] = deque(maxlen=QUEUE_LIMIT)
        self._resend: deque[Message] = deque(maxlen=RESEND_LIMIT)
        self._recent: deque[EventMessage] = deque(maxlen=topics.RECENT)
        self._lines: Lines = ()
        self._view: TableView | None = None
        self._analysis: Analysis | None = None
        self._sent: dict[str, Payload] = {}
        self._reported: Health | None = None
        self._stamp_ms = 0

    def put(self, view: TableView, events: tuple[Event, ...]) -> None:
        """Takes a step; fields that no publisher uses are dropped, since a delayed feed keeps many steps."""
        slim = replace(view, plays=(), candidates=())
        with self._changed:
            self._newest = slim
            self._steps.append(_Step(time.monotonic() + self._delay_s, slim, events))
            self._changed.notify_all()

    def put_analysis(self, analysis: Analysis) -> None:
        """Takes an analysis of an earlier snapshot; the newest holds until the next."""
        with self._changed:
            if self._newest is not None:
                due_s = time.monotonic() + self._delay_s
                self._steps.append(_Step(due_s, self._newest, analysis=analysis))
                self._changed.notify_all()

    @property
    def behind_s(self) -> float:
        """Seconds until the newest step is due; 0 if none waits."""
        with self._changed:
            return max(0.0, self._steps[-1].due_s - time.monotonic()) if self._steps and self._delay_s else 0.0

    def _run(self) -> None:
        epoch = self._first_epoch()
        pause_s = FIRST_PAUSE_S
        while not (self._stopping and self._view is None and not self._steps):
            self._broker = next(self._brokers)
            link = Link(self._broker, self._name, self._status(words.LOST, epoch), self._changed)
            try:
                link.open()
            except (OSError, ValueError, LinkRefusedError) as error:
                link.close()
                self._report_failure(error)
                if not isinstance(error, ConnectionRefusedError):
                    self._renew()
                self._pause(pause_s)
                if self._stopping:
                    return
                pause_s = min(2 * pause_s, LONGEST_PAUSE_S)
                continue
            try:
                trouble = self._serve(link)
            except BaseException:
                # the next connection has the same name, and would trigger the last will of this one
                link.close()
                raise
            if link.all_confirmed:
                pause_s = FIRST_PAUSE_S
            self._resend.extend(link.unconfirmed())
            farewell = self._status(words.DISCONNECTED, epoch) if self._stopping else None
            link.close(farewell, self._stop_by_s)
            if self._stopping and (trouble is None or time.monotonic() >= self._stop_by_s):
                return
            if trouble:
                self._report_failure(trouble)
            self._pause(pause_s)

    def _after_fault(self) -> None:
        self._reported = None

    def _first_epoch(self) -> int:
        """Waits for the epoch of the table's first view, because the last will must name it."""
        with self._changed:
            self._changed.wait_for(lambda: self._view or self._steps or self._stopping)
            first = self._view or (self._steps[0].view if self._steps else None)
            return first.epoch if first else 0

    def _serve(self, link: Link) -> Exception | None:
        """Keeps the tree true until the link ends or the broker refuses messages; returns the reason.

        None when we stop and the broker has confirmed all.
        """
        self._note_evening()
        self._publish_all(link)
        # the first time all: a subscriber may get a topic that is first retained just then neither live nor retained
        repeated = tuple(self._sent)
        beat_s = time.monotonic() + HEARTBEAT_S
        while link.alive:
            self._await_work(link, min(beat_s, link.confirm_by_s))
            if link.all_confirmed:
                # only after confirmation: a broker whose disk is full lets us in and then refuses messages
                self._report_health(self._well())
            # read before the steps: all that were put before the stop are due, and are still shown
            stopping = self._stopping
            if time.monotonic() >= (self._stop_by_s if stopping else link.confirm_by_s):
                if not stopping:
                    self._renew()
                return TimeoutError("the broker takes nothing")
            for step in self._due():
                self._show_step(link, step)
            if self._next_evening():
                self._show(link)
            self._answer_requests(link)
            if stopping and self._show(link) and link.all_confirmed:
                return None
            if time.monotonic() >= beat_s:
                # the status too: a late broker may have replaced it by an old last will
                for name in repeated:
                    self._sent.pop(name, None)
                repeated = ("state", "status")
                self._note_evening()
                self._show(link)
                beat_s = time.monotonic() + HEARTBEAT_S
        return ConnectionError("the connection was lost")

    def _await_work(self, link: Link, due_s: float) -> None:
        """Waits for work until `due_s` (monotonic) at most."""
        with self._changed:
            self._changed.wait_for(lambda: self._has_work(link), self._until(due_s))
        if time.monotonic() - due_s > STOOD_STILL_S:
            link.wait_anew()

    def _show_step(self, link: Link, step: _Step) -> None:
        """Sends a step; the end of a game changes the standings."""
        for message in self._event_messages(step):
            link.send(*message)
        if step.events and step.view.phase is Phase.OVER:
            self._note_evening()
        self._show(link)

    def _publish_all(self, link: Link) -> None:
        """Sends the start of a new connection: the events that may have been missed, then the whole retained tree."""
        self._sent.clear()
        if self._remote:
            link.listen(f"{self._base}/cmd/+")
        if not self._own:
            # on our own broker no other client may publish
            link.listen(f"{self._root}/status")
        for step in self._due():
            self._resend.extend(self._event_messages(step))
        while self._resend:
            link.send(*self._resend.popleft())
        self._show(link)

    def _answer_requests(self, link: Link) -> None:
        for topic, payload in link.received():
            if topic == f"{self._root}/status":
                self._namesakes.hear(payload)
                continue
            answered = self._remote.take(topic.rpartition("/")[2], payload, self._newest) if self._remote else None
            if answered:
                client, answer = answered
                link.send(f"{self._base}/ack/{client}", msgspec.json.encode(answer))

    def _has_work(self, link: Link) -> bool:
        news = link.has_received or self._wait_s() <= 0
        waited_for = self._stopping or self._reported != self._well()
        return not link.alive or news or (waited_for and link.all_confirmed)

    def _until(self, beat_s: float) -> float:
        return max(0.0, min(min(beat_s, self._stop_by_s) - time.monotonic(), self._wait_s()))

    def _wait_s(self) -> float:
        """Seconds until the oldest step or the oldest standings are due."""
        steps_s = self._steps[0].due_s if self._steps else math.inf
        evening_s = self._evenings[0][0] if self._evenings else math.inf
        return min(min(steps_s, evening_s) - time.monotonic(), HEARTBEAT_S)

    def _due(self) -> list[_Step]:
        due: list[_Step] = []
        with self._changed:
            while self._steps and self._steps[0].due_s <= time.monotonic():
                due.append(self._steps.popleft())
        return due

    def _event_messages(self, step: _Step) -> list[Message]:
        """Makes the step the current view; returns the messages of its events."""
        self._view = step.view
        self._lines = commented(self._wording, step.view, step.events, self._lines)
        self._analysis = step.analysis or self._analysis
        messages = topics.event_messages(self._wording, step.view, step.events, self._now_ms())
        self._recent.extend(messages)
        return [(f"{self._root}/event", msgspec.json.encode(message)) for message in messages]

    def _show(self, link: Link) -> bool:
        """Sends the differences from this connection's earlier messages; a new time stamp alone is no difference.

        Returns False if the client's queue was full and some messages are still to be sent.
        """
        tree = self._tree()
        for name, payload in tree.items():
            if self._sent.get(name) != payload and link.retain(f"{self._root}/{name}", self._stamped(payload)):
                self._sent[name] = payload
        return all(self._sent.get(name) == payload for name, payload in tree.items())

    def _tree(self) -> dict[str, Payload]:
        """The whole retained tree, stamped 0."""
        view = self._view
        if view is None:
            return {}
        tree: dict[str, Payload] = {
            "info": topics.info(view, 0, self._app, self._announced_delay_s, self._program),
            "status": topics.status(topics.presence(view), view.epoch, 0, self._program),
            "state": topics.state(view, 0, self._recent),
        }
        if self._lines:
            tree["commentary"] = topics.commentary(view, self._lines)
        self._next_evening()
        if self._evening:
            tree["evening"] = self._evening
        if self._analysis:
            tree["analysis"] = topics.current_analysis(view, self._analysis)
        parts = view.health if self._with_health else ()
        return tree | {
            f"health/{h.part}": topics.health(self._wording, h, view.epoch, 0)
            for h in parts
            if h.part in topics.HEALTH_PARTS
        }

    def _note_evening(self) -> None:
        """Reads the standings; they are shown when the delay is over."""
        found = self._read_evening()
        if found:
            self._evenings.append((time.monotonic() + self._delay_s, found))

    def _next_evening(self) -> bool:
        """Makes the newest standings that are due the current ones; True if there are any."""
        due = False
        while self._evenings and self._evenings[0][0] <= time.monotonic():
            self._evening, due = self._evenings.popleft()[1], True
        return due

    def _status(self, word: str, epoch: int) -> Message:
        return f"{self._root}/status", msgspec.json.encode(topics.status(word, epoch, self._now_ms(), self._program))

    def _stamped(self, payload: Payload) -> bytes:
        return msgspec.json.encode(msgspec.structs.replace(payload, ts=self._now_ms()))

    def _now_ms(self) -> int:
        """Never goes back, even if the wall clock does: readers tell by it which of two games is the newer."""
        self._stamp_ms = max(self._stamp_ms, time.time_ns() // 1_000_000)
        return self._stamp_ms

    def _pause(self, seconds: float) -> None:
        with self._changed:
            self._changed.wait_for(lambda: self._stopping, seconds)

    def _report_failure(self, error: Exception) -> None:
        log.info("%s: %s", self._broker, error)
        params = (("broker", str(self._broker)),)
        self._report_health(Health(part="mqtt", state=HealthState.LOST, code=self._failure(error), params=params))

    def _well(self) -> Health:
        """The health while the broker takes everything."""
        if not self._namesakes.are_there:
            return _OK
        params = (("broker", str(self._broker)), ("topic", self._base))
        return Health(part="mqtt", state=HealthState.SEARCHING, code="mqtt_two_tables", params=params)

    def _failure(self, error: Exception) -> str:
        if isinstance(error, ssl.SSLCertVerificationError):
            return "mqtt_untrusted"
        # on our own broker the password is right, even if the broker refuses it
        return "mqtt_refused" if isinstance(error, LinkRefusedError) and not self._own else "mqtt_lost"

    def _report_health(self, health: Health) -> None:
        if health != self._reported:
            self._reported = health
            self._report(health)


def _no_evening() -> None:
    """Knows no evening."""


def _no_restart() -> None:
    """Does not restart: the broker belongs to somebody else."""
