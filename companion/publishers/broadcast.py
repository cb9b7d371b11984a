"""The target of the entry point `mqtt`; its modules load with the first table."""

from typing import Final

from companion.app.plugins import NoSettings, PublisherPlugin, TableContext
from companion.app.ports import Publisher


def _build(_: NoSettings, table: TableContext) -> Publisher:
    from companion.publishers.table_broadcast import Broadcast

    return Broadcast(table)


#: Broker, ports, delay and topics stand at the top of the family's settings, for the tablet sets them up.
MQTT: Final = PublisherPlugin(settings=NoSettings, build=_build)
