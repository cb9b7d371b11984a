"""`python -m companion.bootstrap.viewer_page`: the page's server, a child of the table, configured by standard input.

It is built here because it reads the record, which no publisher may; the code for that is loaded when the first
viewer requests a recorded game, so that the child stays small without one.
"""

import asyncio
import logging
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from companion.publishers.capacity import granted_connections
from companion.publishers.children.parent import end_with_parent, read_config
from companion.publishers.video.streams import VideoStreams
from companion.publishers.viewer.bounded import CAPACITY, BoundedServer, PageConfig
from companion.publishers.viewer.pages import Find, all_pages
from companion.publishers.viewer.voice.heard import HeardCommentary
from companion.publishers.viewer.voice.sounds import Sounds
from companion.system.programs import find_speech

#: The game comes before its spectators.
LOWER_PRIORITY: Final = 5


def main() -> None:
    logging.basicConfig(level=logging.ERROR, format="%(asctime)s %(message)s")
    config = read_config(PageConfig)
    end_with_parent()
    if sys.platform != "win32":
        with suppress(OSError):
            os.nice(LOWER_PRIORITY)

    def open_recorded() -> Find:
        from companion.bootstrap.shown_record import recorded_pages

        return recorded_pages(Path(config.record_folder), config.delay_s)

    pages = all_pages(config.files, Path(config.themes))
    recorded = open_recorded if config.record_folder else None
    video = VideoStreams(config.video) if config.video else None
    voice = Sounds(HeardCommentary(config.voice), find_speech()) if config.voice else None
    server = BoundedServer(pages, granted_connections(CAPACITY), recorded, video=video, voice=voice)
    asyncio.run(server.run(config.where))


if __name__ == "__main__":
    main()
