"""The gateway's work from its first viewer to the last message."""

import asyncio
import logging
import signal
import sys
from contextlib import suppress
from typing import Any, Final

from companion.web.gateway.server import Gateway
from companion.web.gateway.upstream import OnMessage, OnPresence, Upstream
from companion.web.messages import FAREWELL_S, LAST_MESSAGES_S, GatewayConfig

#: Our own faults that are logged; one cause may produce a million.
FAULTS_LOGGED: Final = 20

log = logging.getLogger(__name__)


async def serve(
    gateway: Gateway, config: GatewayConfig, on_message: OnMessage, on_presence: OnPresence, ends: asyncio.Event
) -> None:
    """Serves until `ends` is set; then delivers the last messages.  `on_message` takes those of the broker."""
    upstream = Upstream(config, gateway.filters, on_message, on_presence)
    async with asyncio.TaskGroup() as tasks:
        listening = tasks.create_task(upstream.listen())
        await ends.wait()
        with suppress(TimeoutError):
            await asyncio.wait_for(upstream.caught_up(), LAST_MESSAGES_S)
        listening.cancel()
    await gateway.end(FAREWELL_S)


def watch_loop() -> asyncio.Event:
    """Logs the first faults of callbacks; returns an event that a request to end (SIGTERM) sets."""
    loop, ends = asyncio.get_running_loop(), asyncio.Event()
    faults = iter(range(FAULTS_LOGGED))

    def note(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        if next(faults, None) is not None:
            log.error("%s", context.get("message"), exc_info=context.get("exception"))

    loop.set_exception_handler(note)
    if sys.platform != "win32":
        loop.add_signal_handler(signal.SIGTERM, ends.set)
    return ends
