"""One MQTT connection from its first packet to its last; a lost one is replaced by a new `Link`.

So no message of an old connection can overtake the tree that is published on the new one.
"""

import socket
import ssl
import threading
import time
import uuid
from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from paho.mqtt.client import Client, MQTTMessage, MQTTMessageInfo, MQTTv311
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode
from paho.mqtt.reasoncodes import ReasonCode

from companion.publishers.broker_url import BrokerUrl

CONNECT_TIMEOUT_S: Final = 3.0
#: A broker that is silent for this long (and half as long again) is gone.
KEEPALIVE_S: Final = 10
#: Messages kept inside the client for a slow broker; the next connection heals the gaps.
CLIENT_QUEUE: Final = 256

#: A broker that confirms nothing for this time refuses messages: a full disk, a full store.
CONFIRM_TIMEOUT_S: Final = 4.0
#: Incoming messages not yet fetched; beyond that the oldest are dropped.
RECEIVED_LIMIT: Final = 64

Message = tuple[str, bytes]


def new_name() -> str:
    """Returns a random name: nobody can guess it and use it to push us off the broker."""
    return f"pawtrack-{uuid.uuid4().hex[:14]}"


def new_program() -> str:
    """Returns the id that distinguishes this run of the program from another one under the same name."""
    return uuid.uuid4().hex[:16]


class LinkRefusedError(Exception):
    """The broker is there and refuses the login."""


@dataclass(frozen=True, slots=True)
class _Sent:
    """`again`: the message to repeat if it was never confirmed; None if the next connection heals it anyway."""

    info: MQTTMessageInfo
    sent_s: float
    again: Message | None

    @property
    def confirmed(self) -> bool:
        return self.info.rc == MQTTErrorCode.MQTT_ERR_SUCCESS and self.info.is_published()


class _ClosingSocket(ssl.SSLSocket):
    """Closes itself when the handshake fails, which paho forgets."""

    def do_handshake(self, block: bool = False) -> None:
        try:
            super().do_handshake(block)
        except OSError:
            self.close()
            raise


def _closing(context: ssl.SSLContext) -> ssl.SSLContext:
    context.sslsocket_class = _ClosingSocket
    return context


class Link:
    """`changed` is notified whenever the state of the link changes.  QoS 1 throughout.

    Successive links have one `name`: when the next one connects, a broker that has not noticed the loss of the last one
    ends it, last will included.
    """

    def __init__(self, broker: BrokerUrl, name: str, will: Message, changed: threading.Condition) -> None:
        self._broker = broker
        self._changed = changed
        self._answer: ReasonCode | None = None
        self._ended = False
        self._received: deque[Message] = deque(maxlen=RECEIVED_LIMIT)
        self._sent: deque[_Sent] = deque()
        self._anew_s = 0.0
        self._client = Client(
            CallbackAPIVersion.VERSION2, client_id=name, protocol=MQTTv311, reconnect_on_failure=False
        )
        self._client.connect_timeout = CONNECT_TIMEOUT_S
        self._client.max_queued_messages_set(CLIENT_QUEUE)
        self._client.will_set(*will, qos=1, retain=True)
        if broker.user is not None:
            self._client.username_pw_set(broker.user, broker.password)
        if broker.tls:
            self._client.tls_set_context(_closing(broker.tls_context or ssl.create_default_context()))
        self._client.on_connect = lambda _client, _data, _flags, code, _properties: self._answered(code)
        self._client.on_disconnect = lambda *_: self._end()
        self._client.on_publish = lambda *_: self._notify()

    @property
    def alive(self) -> bool:
        return self._answer is not None and not self._ended

    def open(self) -> None:
        """Connects and waits for the broker's answer.  Raises OSError or LinkRefusedError."""
        self._client.connect(self._broker.host, self._broker.port, KEEPALIVE_S)
        self._client.loop_start()
        with self._changed:
            self._changed.wait_for(lambda: self._answer is not None or self._ended, CONNECT_TIMEOUT_S)
        if self._answer is not None and self._answer.is_failure:
            raise LinkRefusedError(str(self._answer))
        if not self.alive:
            raise TimeoutError("no answer")

    def listen(self, topics: str) -> None:
        """Subscribes to `topics`; incoming messages are fetched with `received`."""
        self._client.on_message = lambda _client, _data, message: self._on_message(message)
        self._client.subscribe(topics, qos=1)

    @property
    def has_received(self) -> bool:
        return bool(self._received)

    def received(self) -> list[Message]:
        """Returns the messages since the last call."""
        with self._changed:
            received = list(self._received)
            self._received.clear()
        return received

    def retain(self, topic: str, payload: bytes) -> bool:
        """Sends a message that the broker keeps; returns False if the client's queue is full: it must be sent again."""
        sent = self._client.publish(topic, payload, qos=1, retain=True)
        if sent.rc != MQTTErrorCode.MQTT_ERR_SUCCESS:
            return False
        self._remember(sent, None)
        return True

    def send(self, topic: str, payload: bytes) -> None:
        """Sends a message that the broker does not keep; it is remembered until the broker has confirmed it."""
        self._remember(self._client.publish(topic, payload, qos=1), (topic, payload))

    @property
    def all_confirmed(self) -> bool:
        """Whether the broker has confirmed all messages."""
        self._forget_confirmed()
        return not self._sent

    @property
    def confirm_by_s(self) -> float:
        """The monotonic time by which the broker must confirm something, or else counts as refusing messages."""
        return max(self._sent[0].sent_s, self._anew_s) + CONFIRM_TIMEOUT_S if self._sent else float("inf")

    def wait_anew(self) -> None:
        """Gives the broker its whole time again: this program stood still, and so perhaps did the broker."""
        self._anew_s = time.monotonic()

    def unconfirmed(self) -> list[Message]:
        """Messages sent and not confirmed, in order: they may have been lost with the link."""
        return [sent.again for sent in self._sent if sent.again and not sent.confirmed]

    def close(self, farewell: Message | None = None, by_s: float = 0.0) -> None:
        """Ends the connection; `farewell` is retained in place of the last will.

        The broker has until `by_s` (monotonic) to confirm it and with it, since it comes last, all earlier messages.
        Without that the line is cut: after a regular end the broker would drop the last will too.
        """
        if farewell and self.alive and not self._takes(farewell, by_s):
            self._cut()
        self._client.disconnect()
        self._client.loop_stop()
        # paho closes its pair of sockets when it is freed, at once if no callback refers back to this link
        self._client.on_connect = self._client.on_disconnect = self._client.on_publish = self._client.on_message = None

    def _takes(self, farewell: Message, by_s: float) -> bool:
        sent = self._client.publish(*farewell, qos=1, retain=True)
        if sent.rc != MQTTErrorCode.MQTT_ERR_SUCCESS:
            return False
        sent.wait_for_publish(max(0.0, by_s - time.monotonic()))
        return sent.is_published()

    def _cut(self) -> None:
        line = self._client.socket()
        if isinstance(line, socket.socket):
            # it may be gone already
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)

    def _remember(self, info: MQTTMessageInfo, again: Message | None) -> None:
        self._forget_confirmed()
        self._sent.append(_Sent(info, time.monotonic(), again))

    def _forget_confirmed(self) -> None:
        while self._sent and self._sent[0].confirmed:
            self._sent.popleft()

    def _answered(self, code: ReasonCode) -> None:
        with self._changed:
            self._answer = code
            self._changed.notify_all()

    def _on_message(self, message: MQTTMessage) -> None:
        """Retained messages are old and are ignored."""
        if message.retain:
            return
        with self._changed:
            self._received.append((message.topic, bytes(message.payload)))
            self._changed.notify_all()

    def _notify(self) -> None:
        with self._changed:
            self._changed.notify_all()

    def _end(self) -> None:
        with self._changed:
            self._ended = True
            self._changed.notify_all()
