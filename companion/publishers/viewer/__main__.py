"""`python -m companion.publishers.viewer`: the page's server, a child of the table, configured by standard input."""

import asyncio
import logging
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from companion.publishers.capacity import granted_connections
from companion.publishers.parent import end_with_parent, read_config
from companion.publishers.viewer.bounded import CAPACITY, BoundedServer, PageConfig
from companion.publishers.viewer.pages import all_pages

#: The game comes before its spectators.
LOWER_PRIORITY: Final = 5


def main() -> None:
    logging.basicConfig(level=logging.ERROR, format="%(asctime)s %(message)s")
    config = read_config(PageConfig)
    end_with_parent()
    if sys.platform != "win32":
        with suppress(OSError):
            os.nice(LOWER_PRIORITY)
    pages = all_pages(config.files, Path(config.themes))
    asyncio.run(BoundedServer(pages, granted_connections(CAPACITY)).run(config.host, config.port))


if __name__ == "__main__":
    main()
