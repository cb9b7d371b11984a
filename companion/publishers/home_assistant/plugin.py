"""The target of the entry point `home_assistant`; the publisher is loaded where the settings want it."""

from typing import Final

from companion.app.plugins import PublisherPlugin, TableContext
from companion.app.ports import Publisher
from companion.publishers.home_assistant.settings import HomeAssistantSettings, Mode


def _build(own: HomeAssistantSettings, table: TableContext) -> Publisher | None:
    if own.mode is Mode.OFF:
        return None
    from companion.publishers.home_assistant.build import built

    return built(own, table)


PLUGIN: Final = PublisherPlugin(settings=HomeAssistantSettings, build=_build)
