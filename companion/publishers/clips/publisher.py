"""The target of the entry point `clips`; the publisher is loaded where the settings want clips."""

from typing import Final

from companion.app.plugins import NoSettings, PublisherPlugin, TableContext
from companion.app.ports import Publisher


def _build(_: NoSettings, table: TableContext) -> Publisher | None:
    if not table.settings.clips or table.profile is None:
        return None
    from companion.publishers.clips.clips import built

    return built(table, table.profile)


#: `clips` and `video_per_s` stand at the top of the family's settings.
PLUGIN: Final = PublisherPlugin(settings=NoSettings, build=_build)
