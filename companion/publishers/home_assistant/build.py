"""Builds the publisher of one table from the settings."""

from typing import Final

from companion.app.plugins import TableContext
from companion.board.board_picture import BoardPicture
from companion.publishers.broker_url import BrokerUrl, BrokerUrlError, parse_broker_url
from companion.publishers.home_assistant.device import Device
from companion.publishers.home_assistant.publisher import NAME, HomeAssistantPublisher
from companion.publishers.home_assistant.settings import HomeAssistantSettings, Mode
from companion.settings.schema import EMBEDDED, NONE, Settings
from companion.views.broadcast.topics import topic_base
from companion.views.table_view import Health, HealthState

#: The topic of a table's values for Home Assistant, below its own root.
_ROOT: Final = "home-assistant"


def built(own: HomeAssistantSettings, table: TableContext) -> HomeAssistantPublisher | None:
    """Returns the publisher; None, and a line of health, if no broker is named."""
    settings = table.settings
    try:
        broker = _broker(own, settings)
    except BrokerUrlError as error:
        params = (("detail", str(error)),)
        table.report(Health(part=NAME, state=HealthState.LOST, code="home_assistant_no_broker", params=params))
        return None
    return HomeAssistantPublisher(
        broker,
        _device(own, table),
        table.wording,
        language=settings.language,
        picture=BoardPicture(table.profile) if table.profile else None,
        post_on=table.post_on,
        removes=own.mode is Mode.REMOVE,
    )


def _broker(own: HomeAssistantSettings, settings: Settings) -> BrokerUrl:
    """Returns the broker that Home Assistant listens to.  Raises BrokerUrlError."""
    if own.broker:
        return parse_broker_url(own.broker)
    if settings.broker in (EMBEDDED, NONE):
        raise BrokerUrlError("no broker is named")
    return parse_broker_url(settings.broker)


def _device(own: HomeAssistantSettings, table: TableContext) -> Device:
    settings = table.settings
    base = topic_base(settings.site, settings.table)
    _, _, site, name = base.split("/")
    return Device(
        id=f"pawtrack_{site}_{name}",
        name=f"Pawtrack {settings.table}",
        root=f"{base}/{_ROOT}",
        prefix=own.prefix,
        words=table.wording[settings.language],
        buttons=own.buttons,
    )
