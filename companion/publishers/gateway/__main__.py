"""`python -m companion.publishers.gateway [FILE]`: a child of the table, configured by standard input.

With a file, in TOML, it is a program of its own, as on the nodes of a public broker (deploy/cluster).
"""

import asyncio
import logging
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import msgspec

from companion.publishers.capacity import granted_connections
from companion.publishers.children.parent import end_with_parent, read_config
from companion.publishers.gateway.config import FAREWELL_S, LAST_MESSAGES_S, GatewayConfig
from companion.publishers.gateway.server import Gateway
from companion.publishers.gateway.upstream import OnPresence, Upstream
from companion.system.gc_tuning import raise_gc_thresholds
from companion.system.toml import TomlError, load_toml

#: Our own faults that are logged; one cause may produce a million.
FAULTS_LOGGED: Final = 20
#: How long a stand-alone gateway keeps its viewers while its broker is away.
BROKER_PATIENCE_S: Final = 2.0

log = logging.getLogger(__name__)


class Presence:
    """A stand-alone gateway's reaction to its broker: without the broker it ends, since its viewers can go elsewhere.

    `on_first` opens the gateway when the broker is first there; `asked` ends it if the broker stays away, and a
    supervisor starts the program again.
    """

    def __init__(self, on_first: Callable[[], None], asked: asyncio.Event) -> None:
        self._on_first = on_first
        self._asked = asked
        self._opened = False
        self._patience: asyncio.TimerHandle | None = None

    def __call__(self, present: bool) -> None:
        if present:
            if self._patience:
                self._patience.cancel()
            self._patience = None
            if not self._opened:
                self._opened = True
                self._on_first()
        elif self._opened and self._patience is None:
            self._patience = asyncio.get_running_loop().call_later(BROKER_PATIENCE_S, self._asked.set)


async def serve(config: GatewayConfig, *, alone: bool) -> None:
    """Serves until its end; `alone`: no parent program supervises it."""
    gateway = Gateway(config, granted_connections(config.capacity))
    faults = iter(range(FAULTS_LOGGED))

    def note(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        if next(faults, None) is not None:
            log.error("%s", context.get("message"), exc_info=context.get("exception"))

    asyncio.get_running_loop().set_exception_handler(note)
    asked = asyncio.Event()
    if alone:
        presence: OnPresence = Presence(gateway.open, asked)
    else:
        presence = _ignore
        gateway.open()
    upstream = Upstream(config, gateway.filters, gateway.on_message, presence)
    if sys.platform != "win32":
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, asked.set)
    async with asyncio.TaskGroup() as tasks:
        listening = tasks.create_task(upstream.listen())
        await asked.wait()
        with suppress(TimeoutError):
            await asyncio.wait_for(upstream.caught_up(), LAST_MESSAGES_S)
        listening.cancel()
    await gateway.end(FAREWELL_S)


def _ignore(present: bool) -> None:
    """At home viewers have nowhere else to go."""


def _config_of(path: Path) -> GatewayConfig:
    """Reads the file; ends the program with one line if it is unusable."""
    try:
        return msgspec.convert(load_toml(path), GatewayConfig)
    except (OSError, TomlError, msgspec.ValidationError) as error:
        raise SystemExit(f"{path}: {error}") from error


def main() -> None:
    logging.basicConfig(level=logging.WARNING)
    # with thousands of connections a full collection takes 15 to 30 ms, and a closed one leaves no cycle behind
    raise_gc_thresholds()
    alone = len(sys.argv) > 1
    if alone:
        config = _config_of(Path(sys.argv[1]))
    else:
        config = read_config(GatewayConfig)
        end_with_parent()
    with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
        runner.run(serve(config, alone=alone))


if __name__ == "__main__":
    main()
