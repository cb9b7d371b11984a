"""The messages that the gateway takes from the broker behind it, with their retain flags, and the broker's presence."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest
import raw_mqtt as raw
from scripted_broker import Caller, ScriptedBroker

from companion.programs.tcp_ports import ListenAddress
from companion.web.gateway.packets import NOT_AUTHORISED, UNSUBSCRIBE, unsuback
from companion.web.gateway.upstream import Upstream
from companion.web.messages import GatewayConfig

NOWHERE = ListenAddress("127.0.0.1", 0)
FILTERS = ("pawtrack/1/+/+/public/#",)
TOPIC = "pawtrack/1/home/table-1/public/state"


@pytest.fixture
def broker() -> Iterator[ScriptedBroker]:
    with ScriptedBroker() as made:
        yield made


class Gateway:
    """An upstream at a broker by hand, and all that it passes on."""

    def __init__(self, port: int) -> None:
        self.heard: list[tuple[str, bytes, bool]] = []
        self.presence: list[bool] = []
        config = GatewayConfig(
            mqtt=NOWHERE,
            websocket=NOWHERE,
            broker_port=port,
            user="me",
            password="secret",
            logins={},
            trees=("public",),
        )
        self.upstream = Upstream(config, FILTERS, lambda *message: self.heard.append(message), self.presence.append)

    async def run(self, broker: ScriptedBroker, acts: Callable[[Caller], object], calls: int = 1) -> None:
        """The broker acts for so many calls, in a thread of its own; ends when the last one is known to be over."""

        def serve() -> None:
            for _ in range(calls):
                caller = broker.caller()
                acts(caller)
                caller.close()

        listening = asyncio.create_task(self.upstream.listen())
        await asyncio.to_thread(serve)
        while not self.presence or self.presence[-1]:
            await asyncio.sleep(0.01)
        listening.cancel()
        with suppress(asyncio.CancelledError):
            await listening


def test_messages_come_with_their_flag_and_none_that_is_overtaken(broker: ScriptedBroker) -> None:
    gateway, logins = Gateway(broker.port), []

    def acts(caller: Caller) -> None:
        logins.append(caller.welcome())
        assert caller.subscribed() == list(FILTERS)
        caller.send(raw.publish(TOPIC, b"kept", retain=True) + raw.publish(TOPIC, b"live"))
        caller.send(raw.publish(TOPIC, b"late", retain=True))

    asyncio.run(gateway.run(broker, acts))
    assert gateway.heard == [(TOPIC, b"kept", True), (TOPIC, b"live", False)]
    assert gateway.presence == [True, False]
    assert [(login.user, login.password) for login in logins] == [("me", b"secret")]


def test_on_the_next_line_a_kept_message_is_news_again(broker: ScriptedBroker) -> None:
    gateway, payloads = Gateway(broker.port), iter([(b"live", False), (b"kept", True)])

    def acts(caller: Caller) -> None:
        caller.welcome()
        caller.subscribed()
        payload, retain = next(payloads)
        caller.send(raw.publish(TOPIC, payload, retain=retain))

    asyncio.run(gateway.run(broker, acts, calls=2))
    assert gateway.heard == [(TOPIC, b"live", False), (TOPIC, b"kept", True)]
    assert gateway.presence == [True, False, True, False]


def test_a_broker_that_refuses_the_login_is_away(broker: ScriptedBroker) -> None:
    gateway = Gateway(broker.port)
    asyncio.run(gateway.run(broker, lambda caller: caller.welcome(NOT_AUTHORISED)))
    assert set(gateway.presence) == {False}


def test_all_is_caught_up_once_the_broker_has_sent_what_it_held(broker: ScriptedBroker) -> None:
    gateway, held = Gateway(broker.port), []

    def acts(caller: Caller) -> None:
        caller.welcome()
        caller.subscribed()
        farewell = caller.packet()
        assert farewell.kind == UNSUBSCRIBE
        caller.send(raw.publish(TOPIC, b"last") + unsuback(int.from_bytes(farewell.body[:2], "big")))
        caller.send(raw.publish(TOPIC, b"after it"))

    async def catch_up() -> None:
        while not gateway.presence:
            await asyncio.sleep(0.01)
        await asyncio.wait_for(gateway.upstream.caught_up(), raw.PATIENCE_S)
        held.extend(gateway.heard)

    async def both() -> None:
        await asyncio.gather(gateway.run(broker, acts), catch_up())

    asyncio.run(both())
    assert held[:1] == [(TOPIC, b"last", False)]


def test_without_a_broker_there_is_nothing_to_catch_up_with() -> None:
    asyncio.run(asyncio.wait_for(Gateway(1).upstream.caught_up(), 1.0))
