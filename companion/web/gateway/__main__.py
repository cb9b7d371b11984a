"""`python -m companion.web.gateway FILE`: the gateway on a node of a public broker (deploy/cluster).

The file has a `GatewayConfig` in TOML.
"""

import asyncio
import logging
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from companion.programs.capacity import granted_connections
from companion.system.gc_tuning import raise_gc_thresholds
from companion.system.toml import TomlError, load_toml
from companion.web.gateway.server import Gateway
from companion.web.gateway.serving import serve, watch_loop
from companion.web.messages import GatewayConfig

#: How long the gateway keeps its viewers while its broker is away.
BROKER_PATIENCE_S: Final = 2.0


class Presence:
    """The gateway's reaction to its broker: without the broker it ends, since its viewers can go elsewhere.

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


async def serve_alone(config: GatewayConfig) -> None:
    ends = watch_loop()
    gateway = Gateway(config, granted_connections(config.capacity))
    await serve(gateway, config, gateway.on_message, Presence(gateway.open, ends), ends)


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
    with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
        runner.run(serve_alone(_config_of(Path(sys.argv[1]))))


if __name__ == "__main__":
    main()
