"""`python -m companion.publishers.gateway`: a child of the table, configured by standard input."""

import asyncio
import logging
import signal
import sys
from contextlib import suppress
from typing import Any, Final

from companion.publishers.capacity import granted_connections
from companion.publishers.gateway.config import FAREWELL_S, LAST_MESSAGES_S, GatewayConfig
from companion.publishers.gateway.server import Gateway
from companion.publishers.gateway.upstream import Upstream
from companion.publishers.parent import end_with_parent, read_config
from companion.system.gc_tuning import raise_gc_thresholds

#: Connections in all; `select`, which is all that Windows offers to a loop of sockets, takes fewer.
CAPACITY: Final = 400 if sys.platform == "win32" else 2000
#: Faults of our own that are written down; what causes one may cause a million.
FAULTS_LOGGED: Final = 20

log = logging.getLogger(__name__)


async def serve(config: GatewayConfig) -> None:
    gateway = Gateway(config, granted_connections(CAPACITY))
    faults = iter(range(FAULTS_LOGGED))

    def note(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        if next(faults, None) is not None:
            log.error("%s", context.get("message"), exc_info=context.get("exception"))

    asyncio.get_running_loop().set_exception_handler(note)
    gateway.open()
    upstream = Upstream(config, gateway.topics, gateway.on_message)
    asked = asyncio.Event()
    if sys.platform != "win32":
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, asked.set)
    async with asyncio.TaskGroup() as tasks:
        listening = tasks.create_task(upstream.listen())
        await asked.wait()
        with suppress(TimeoutError):
            await asyncio.wait_for(upstream.caught_up(), LAST_MESSAGES_S)
        listening.cancel()
    await gateway.end(FAREWELL_S)


def main() -> None:
    logging.basicConfig(level=logging.WARNING)
    # with thousands of connections a look at all objects takes 15 to 30 ms, and a closed one leaves no cycle behind
    raise_gc_thresholds()
    config = read_config(GatewayConfig)
    end_with_parent()
    with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
        runner.run(serve(config))


if __name__ == "__main__":
    main()
