"""Keeps the device of a table true in Home Assistant, by a connection of its own to the broker that it listens to.

Laws: `publish` never waits; a broker that is away, slow or gone never stops the game, and on each new connection, and
whenever Home Assistant has started, everything retained goes out again; an event that nobody could receive is not sent
later.
"""

import logging
import time
from collections import deque
from collections.abc import Callable
from typing import Final

import msgspec

from companion.app.ports import PostOn
from companion.board.board_picture import BoardPicture
from companion.publishers.broker_thread import BrokerThread
from companion.publishers.broker_url import BrokerUrl
from companion.publishers.home_assistant import device as names
from companion.publishers.home_assistant.device import Device
from companion.publishers.home_assistant.values import event_payloads, table_state
from companion.publishers.link import Link, LinkRefusedError, Message, new_name, new_program
from companion.publishers.namesakes import Namesakes
from companion.publishers.remote_commands import COMMANDS
from companion.session.events import Event
from companion.views.commentary.lines import Lines, commented
from companion.views.table_view import Health, HealthState, TableView
from companion.views.wording.sentences import Wording

log = logging.getLogger(__name__)

NAME: Final = "home_assistant"
FIRST_PAUSE_S: Final = 0.25
LONGEST_PAUSE_S: Final = 5.0
#: The longest time without work before the connection is checked.
LOOK_S: Final = 5.0
#: Seconds that Home Assistant needs to unsubscribe from a removed entity.
UNSUBSCRIBED_S: Final = 1.0
#: After this silence another table has given up the name; pauses between two plays are shorter.
_NAMESAKE_S: Final = 600.0
#: Events that wait for the connection; older ones are dropped.
NEWS_LIMIT: Final = 32


class HomeAssistantPublisher(BrokerThread):
    """With `removes` it only removes the device; `post_on` takes the commands of its buttons.

    When it stops the entities stay, without a value.
    """

    def __init__(
        self,
        broker: BrokerUrl,
        device: Device,
        wording: Wording,
        *,
        language: str,
        picture: BoardPicture | None,
        post_on: PostOn,
        removes: bool = False,
    ) -> None:
        super().__init__(NAME, NAME)
        self._broker = broker
        self._device = device
        self._wording = wording
        self._language = language
        self._picture = picture
        self._post_on = post_on
        self._removes = removes
        self._name = new_name()
        self._program = new_program()
        self._namesakes = Namesakes(self._program, _NAMESAKE_S)
        self._warned = False
        self._view: TableView | None = None
        self._lines: Lines = ()
        self._news: deque[Message] = deque(maxlen=NEWS_LIMIT)
        self._fresh = False
        self._said_ok = False
        self._sent: dict[str, bytes] = {}
        self._pressed: tuple[str, int, int] | None = None

    def publish(self, view: TableView, events: tuple[Event, ...]) -> None:
        lines = commented(self._wording, view, events, self._lines)
        news = [
            (self._device.topic(name), msgspec.json.encode(payload))
            for name, payload in event_payloads(self._wording, self._language, view, events)
        ]
        with self._changed:
            self._view, self._lines, self._fresh = view, lines, True
            self._news.extend(news)
            self._changed.notify_all()

    def _run(self) -> None:
        pause_s = FIRST_PAUSE_S
        while not self._stopping:
            link = Link(self._broker, self._name, self._gone(), self._changed)
            try:
                link.open()
            except (OSError, ValueError, LinkRefusedError) as error:
                link.close()
                self._say_lost(error)
                self._wait(lambda: self._stopping, pause_s)
                pause_s = min(2 * pause_s, LONGEST_PAUSE_S)
                continue
            pause_s = FIRST_PAUSE_S
            try:
                if self._removes:
                    self._remove(link)
                else:
                    self._serve(link)
            except BaseException:
                # the next connection has the same name, and would trigger the last will of this one
                link.close()
                raise
            farewell = None if self._removes else self._gone()
            link.close(farewell if self._stopping else None, self._stop_by_s)
            self._wait(lambda: self._stopping, pause_s)

    def _after_fault(self) -> None:
        self._said_ok = False

    def _gone(self) -> Message:
        return self._device.topic(names.AVAILABILITY), names.OFFLINE

    def _remove(self, link: Link) -> None:
        """Removes every description and then, when Home Assistant has unsubscribed, every value."""
        values = (names.AVAILABILITY, names.STATE, names.BOARD)
        for topics in (self._device.descriptions(None), map(self._device.topic, values)):
            for topic in topics:
                link.retain(topic, b"")
            self._wait(lambda: link.all_confirmed or not link.alive or self._stopping, LOOK_S)
            self._wait(lambda: self._stopping, UNSUBSCRIBED_S)
        if link.all_confirmed:
            self._report(Health(part=NAME, state=HealthState.OFF, code="home_assistant_removed"))
            self._wait(lambda: self._stopping, None)

    def _serve(self, link: Link) -> None:
        """Keeps the device true until the link ends, the broker refuses messages, or we stop."""
        self._sent.clear()
        with self._changed:
            self._news.clear()
        link.listen(f"{self._device.prefix}/status")
        if self._device.buttons:
            link.listen(self._device.topic(names.PRESS))
        link.listen(self._device.topic(names.STATE))
        self._said_ok = False
        while link.alive and not self._stopping:
            self._answer(link)
            self._show(link)
            if self._is_heard(link):
                self._said_ok = True
                self._report(self._well())
            self._wait(lambda: self._has_work(link), LOOK_S)
            if time.monotonic() >= link.confirm_by_s:
                break
        if self._stopping:
            # the values that came just before the stop
            self._show(link)
        else:
            self._say_lost(ConnectionError("the connection was lost, or the broker takes nothing"))

    def _has_work(self, link: Link) -> bool:
        return self._stopping or not link.alive or self._fresh or link.has_received or self._is_heard(link)

    def _is_heard(self, link: Link) -> bool:
        """Returns whether the broker has confirmed everything, and that has not been reported yet."""
        return (
            not (self._said_ok and self._warned == self._namesakes.are_there)
            and bool(self._sent)
            and link.all_confirmed
        )

    def _answer(self, link: Link) -> None:
        """Handles a start of Home Assistant and the press of a button."""
        for topic, payload in link.received():
            if topic == self._device.topic(names.PRESS):
                self._press(payload.decode(errors="replace"))
            elif topic == self._device.topic(names.STATE):
                self._namesakes.hear(payload)
            elif payload == names.ONLINE:
                self._sent.clear()

    def _well(self) -> Health:
        """The health while the broker takes everything."""
        self._warned = self._namesakes.are_there
        if self._warned:
            params = (("broker", str(self._broker)), ("topic", self._device.root))
            return Health(part=NAME, state=HealthState.SEARCHING, code="home_assistant_two_tables", params=params)
        return Health(part=NAME, state=HealthState.OK, code="home_assistant_ok")

    def _press(self, name: str) -> None:
        """Counts each button once in one state of the table, so that a double press takes back only one play."""
        view = self._view
        if name not in names.BUTTONS or view is None:
            return
        pressed = (name, view.epoch, view.seq)
        if pressed != self._pressed:
            self._pressed = pressed
            self._post_on(view, COMMANDS[name])

    def _show(self, link: Link) -> None:
        """Sends the differences from this connection's messages: descriptions first, since they name the topics."""
        with self._changed:
            view, lines, news = self._view, self._lines, list(self._news)
            self._news.clear()
            self._fresh = False
        if view is None:
            return
        for topic, payload in self._retained(view, lines).items():
            if self._sent.get(topic) != payload and link.retain(topic, payload):
                self._sent[topic] = payload
        for message in news:
            link.send(*message)

    def _retained(self, view: TableView, lines: Lines) -> dict[str, bytes]:
        device = self._device
        state = msgspec.structs.replace(table_state(self._wording, self._language, view, lines), program=self._program)
        values = {names.AVAILABILITY: names.ONLINE, names.STATE: msgspec.json.encode(state)}
        if self._picture and view.position is not None:
            values[names.BOARD] = self._picture.draw(view).encode()
        return device.descriptions(view) | {device.topic(name): payload for name, payload in values.items()}

    def _say_lost(self, error: Exception) -> None:
        log.info("%s: %s", self._broker, error)
        refused = isinstance(error, LinkRefusedError)
        code = "home_assistant_refused" if refused else "home_assistant_lost"
        params = (("broker", str(self._broker)),)
        self._report(Health(part=NAME, state=HealthState.LOST, code=code, params=params))

    def _wait(self, condition: Callable[[], bool], seconds: float | None) -> None:
        with self._changed:
            self._changed.wait_for(condition, seconds)
