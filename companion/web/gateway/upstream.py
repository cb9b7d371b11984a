"""Receives the whole tree from the broker behind, in the event loop, and reconnects whenever the line is lost.

In the loop and not in a thread of its own: no data crosses threads, and a fault here ends the program, which is then
restarted, instead of leaving it without messages.
"""

import asyncio
import uuid
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final

from paho.mqtt.client import Client, MQTTMessage, MQTTv311
from paho.mqtt.enums import CallbackAPIVersion

from companion.web.arrivals import Arrivals
from companion.web.messages import GatewayConfig

PAUSE_S: Final = 0.1
#: The broker is on this machine; while the gateway connects, no viewer is served.
CONNECT_TIMEOUT_S: Final = 1.0
KEEPALIVE_S: Final = 10
#: How often paho looks after its keep-alive.
LOOP_S: Final = 1.0
#: Messages read before others get their turn.
READ_AT_ONCE: Final = 8

#: A filter without subscribers: the broker's answer to its unsubscription marks a point in the stream of messages.
NOTHING: Final = "pawtrack/nothing"

#: Called with topic, payload, and whether the broker had kept it.
OnMessage = Callable[[str, bytes, bool], None]
#: Called with True when the broker has accepted the login, with False whenever it is found to be away.
OnPresence = Callable[[bool], None]


class Upstream:
    """`on_message` is called with every topic and payload of `filters` while `listen` runs."""

    def __init__(
        self, config: GatewayConfig, filters: Sequence[str], on_message: OnMessage, on_presence: OnPresence
    ) -> None:
        self._config = config
        self._filters = [(each, 0) for each in filters]
        self._on_message = on_message
        self._on_presence = on_presence
        self._client: Client | None = None
        self._caught_up = asyncio.Event()

    async def listen(self) -> None:
        """Runs for ever, on one connection after the other."""
        while True:
            ended = asyncio.Event()
            client = _client(self._config)
            arrivals = Arrivals()
            client.on_connect = lambda client, *_: self._enter(client)
            client.on_message = lambda _client, _data, message: self._take(arrivals, message)  # noqa: B023 - as below
            client.on_unsubscribe = lambda *_: self._caught_up.set()
            client.on_disconnect = lambda *_: ended.set()  # noqa: B023 - called before the next one is made
            with suppress(OSError):
                client.connect("127.0.0.1", self._config.broker_port, KEEPALIVE_S)
                self._client = client
                await _run_client(client, ended)
            self._client = None
            self._caught_up.set()
            self._on_presence(False)
            await asyncio.sleep(PAUSE_S)

    def _enter(self, client: Client) -> None:
        """Subscribes; if the broker has refused the login, the connection ends by itself."""
        if client.is_connected():
            client.subscribe(self._filters)
            self._on_presence(True)

    def _take(self, arrivals: Arrivals, message: MQTTMessage) -> None:
        if not arrivals.is_overtaken(message.topic, retained=message.retain):
            self._on_message(message.topic, bytes(message.payload), message.retain)

    async def caught_up(self) -> None:
        """Returns when all messages that the broker held at the call have come, or if there is no broker."""
        if self._client is None:
            return
        self._caught_up.clear()
        # the broker answers in order, after the messages that it has sent so far
        self._client.unsubscribe(NOTHING)
        await self._caught_up.wait()


async def _run_client(client: Client, ended: asyncio.Event) -> None:
    while not ended.is_set():
        client.loop_misc()
        with suppress(TimeoutError):
            async with asyncio.timeout(LOOP_S):
                await ended.wait()


def _client(config: GatewayConfig) -> Client:
    """Returns one connection; its socket is watched by the event loop as long as it is open."""
    client = Client(
        CallbackAPIVersion.VERSION2,
        client_id=f"gateway-{uuid.uuid4().hex[:14]}",
        protocol=MQTTv311,
        reconnect_on_failure=False,
    )
    client.connect_timeout = CONNECT_TIMEOUT_S
    client.username_pw_set(config.user, config.password)
    loop = asyncio.get_running_loop()

    def read() -> None:
        for _ in range(READ_AT_ONCE):
            client.loop_read()

    def forget(_client: Client, _data: Any, socket: Any) -> None:
        loop.remove_reader(socket)

    def forget_writing(_client: Client, _data: Any, socket: Any) -> None:
        loop.remove_writer(socket)

    client.on_socket_open = lambda _client, _data, socket: loop.add_reader(socket, read)
    client.on_socket_close = forget
    client.on_socket_register_write = lambda _client, _data, socket: loop.add_writer(socket, client.loop_write)
    client.on_socket_unregister_write = forget_writing
    return client
