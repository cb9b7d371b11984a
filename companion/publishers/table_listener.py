"""Receives one table's tree on its broker as any viewer does, and reconnects whenever the line is lost.

A retained message that arrives after a live one of its topic is skipped.
"""

from collections.abc import Callable, Sequence
from typing import Final, Literal

from paho.mqtt.client import Client, MQTTMessage, MQTTv311
from paho.mqtt.enums import CallbackAPIVersion

from companion.publishers.broker_url import BrokerUrl
from companion.publishers.link import KEEPALIVE_S, new_name
from companion.system.threads import RestartingThread
from companion.web.arrivals import Arrivals

FIRST_PAUSE_S: Final = 1
LONGEST_PAUSE_S: Final = 4
#: Seconds to wait for the end of the thread; a broker that is gone confirms no farewell.
END_S: Final = 2.0
#: Called in the listener's own thread: the end of the topic and the payload.
OnMessage = Callable[[str, bytes], None]
#: Whether the broker is there, and if not, whether it refused the login.
OnLine = Callable[[bool, bool], None]


class TableListener:
    """`root` is the tree, such as pawtrack/1/home/table-1/public; it subscribes to its `topics`."""

    def __init__(
        self, broker: BrokerUrl, root: str, topics: Sequence[str], on_message: OnMessage, on_line: OnLine
    ) -> None:
        self._broker = broker
        self._root = root
        self._topics = tuple(topics)
        self._on_message = on_message
        self._on_line = on_line
        self._arrivals = Arrivals()
        transport: Literal["tcp", "websockets"] = "websockets" if broker.websocket else "tcp"
        self._client = Client(CallbackAPIVersion.VERSION2, client_id=new_name(), protocol=MQTTv311, transport=transport)
        self._client.reconnect_delay_set(FIRST_PAUSE_S, LONGEST_PAUSE_S)
        if broker.user is not None:
            self._client.username_pw_set(broker.user, broker.password)
        if broker.tls:
            self._client.tls_set()
        # a thread of our own: after an exception, paho's would stay dead
        self._thread = RestartingThread("listener", self._run)

    def start(self) -> None:
        """Begins to connect, again and again until `stop`."""
        client = self._client

        def connected(*_: object) -> None:
            code = _[3]
            refused = bool(getattr(code, "is_failure", False))
            if not refused:
                self._arrivals = Arrivals()
                client.subscribe([(f"{self._root}/{name}", 0) for name in self._topics])
            self._on_line(not refused, refused)

        client.on_connect = connected
        client.on_message = lambda _client, _data, message: self._take(message)
        client.on_disconnect = lambda *_: self._on_line(False, False)
        client.on_connect_fail = lambda *_: self._on_line(False, False)
        self._thread.start()

    def _run(self) -> None:
        """Connects anew: after a fault the old connection is of unknown state."""
        self._client.connect_async(self._broker.host, self._broker.port, KEEPALIVE_S)
        self._client.loop_forever(retry_first_connection=True)

    def _take(self, message: MQTTMessage) -> None:
        if not self._arrivals.is_overtaken(message.topic, retained=message.retain):
            self._on_message(message.topic.rpartition("/")[2], bytes(message.payload))

    def stop(self, wait_s: float = END_S) -> None:
        """Ends the connection; the thread has `wait_s` seconds for it, and else ends later."""
        client = self._client
        client.disconnect()
        self._thread.stop(wait_s)
        # paho closes its pair of sockets when it is freed, at once if no callback refers back to this listener
        client.on_connect = client.on_message = client.on_disconnect = client.on_connect_fail = None
