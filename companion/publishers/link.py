"""One MQTT connection from its first packet to its last; a lost one is not mended but replaced by a new `Link`.

So no message of an old connection can overtake the tree that is published on the new one.
"""

import threading
import uuid
from collections import deque
from typing import Final

from paho.mqtt.client import Client, MQTTMessage, MQTTMessageInfo, MQTTv311
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode
from paho.mqtt.reasoncodes import ReasonCode

from companion.publishers.broker_url import BrokerUrl

CONNECT_TIMEOUT_S: Final = 3.0
FAREWELL_TIMEOUT_S: Final = 1.0
#: A broker that says nothing for this long (and half as long again) is gone.
KEEPALIVE_S: Final = 10
#: Messages kept inside the client for a broker that takes them slowly; the next connection heals what is left out.
CLIENT_QUEUE: Final = 256

#: Messages heard and not yet taken; more is no conversation.
HEARD_LIMIT: Final = 64

Message = tuple[str, bytes]


def new_name() -> str:
    """A random one: nobody can guess it, take it and so push us off the broker."""
    return f"pawtrack-{uuid.uuid4().hex[:14]}"


class LinkRefusedError(Exception):
    """The broker is there and does not let us in."""


class Link:
    """`bell` is rung whenever the state of the link changes.  QoS 1 throughout.

    Links that follow each other bear one `name`: a broker that has not noticed yet that the last one is gone ends it,
    last will included, when the next one comes in.
    """

    def __init__(self, broker: BrokerUrl, name: str, will: Message, bell: threading.Condition) -> None:
        self._broker = broker
        self._bell = bell
        self._answer: ReasonCode | None = None
        self._ended = False
        self._heard: deque[Message] = deque(maxlen=HEARD_LIMIT)
        self._told: deque[tuple[MQTTMessageInfo, Message]] = deque()
        self._client = Client(
            CallbackAPIVersion.VERSION2, client_id=name, protocol=MQTTv311, reconnect_on_failure=False
        )
        self._client.connect_timeout = CONNECT_TIMEOUT_S
        self._client.max_queued_messages_set(CLIENT_QUEUE)
        self._client.will_set(*will, qos=1, retain=True)
        if broker.user is not None:
            self._client.username_pw_set(broker.user, broker.password)
        if broker.tls:
            self._client.tls_set()
        self._client.on_connect = lambda _client, _data, _flags, code, _properties: self._answered(code)
        self._client.on_disconnect = lambda *_: self._end()

    @property
    def alive(self) -> bool:
        return self._answer is not None and not self._ended

    def open(self) -> None:
        """Connects and waits for the broker's answer.  Raises OSError or LinkRefusedError."""
        self._client.connect(self._broker.host, self._broker.port, KEEPALIVE_S)
        self._client.loop_start()
        with self._bell:
            self._bell.wait_for(lambda: self._answer is not None or self._ended, CONNECT_TIMEOUT_S)
        if self._answer is not None and self._answer.is_failure:
            raise LinkRefusedError(str(self._answer))
        if not self.alive:
            raise TimeoutError("no answer")

    def listen(self, topics: str) -> None:
        """Subscribes to `topics`; what comes is fetched with `heard`."""
        self._client.on_message = lambda _client, _data, message: self._hear(message)
        self._client.subscribe(topics, qos=1)

    @property
    def has_heard(self) -> bool:
        return bool(self._heard)

    def heard(self) -> list[Message]:
        """The messages that came since the last call."""
        with self._bell:
            heard = list(self._heard)
            self._heard.clear()
        return heard

    def retain(self, topic: str, payload: bytes) -> bool:
        """Sends a message that the broker keeps; False when the client's queue is full and it must be sent again."""
        return self._client.publish(topic, payload, qos=1, retain=True).rc == MQTTErrorCode.MQTT_ERR_SUCCESS

    def tell(self, topic: str, payload: bytes) -> None:
        """Sends a message that the broker does not keep; it is remembered until the broker has confirmed it."""
        self._told.append((self._client.publish(topic, payload, qos=1), (topic, payload)))
        while self._told and _confirmed(self._told[0][0]):
            self._told.popleft()

    def unconfirmed(self) -> list[Message]:
        """What was told and may have been lost with the link, in order."""
        return [message for info, message in self._told if not _confirmed(info)]

    def close(self, farewell: Message | None = None) -> None:
        """Ends the connection; `farewell` is retained in place of the last will."""
        if farewell and self.alive:
            sent = self._client.publish(*farewell, qos=1, retain=True)
            if sent.rc == MQTTErrorCode.MQTT_ERR_SUCCESS:
                sent.wait_for_publish(FAREWELL_TIMEOUT_S)
        self._client.disconnect()
        self._client.loop_stop()

    def _answered(self, code: ReasonCode) -> None:
        with self._bell:
            self._answer = code
            self._bell.notify_all()

    def _hear(self, message: MQTTMessage) -> None:
        """A retained message is an old one and says nothing of now."""
        if message.retain:
            return
        with self._bell:
            self._heard.append((message.topic, bytes(message.payload)))
            self._bell.notify_all()

    def _end(self) -> None:
        with self._bell:
            self._ended = True
            self._bell.notify_all()


def _confirmed(sent: MQTTMessageInfo) -> bool:
    return sent.rc == MQTTErrorCode.MQTT_ERR_SUCCESS and sent.is_published()
