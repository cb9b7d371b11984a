"""The shipped publisher: the table on an MQTT broker, ours or another one, and with ours the spectators' page."""

from companion.app.plugins import NoSettings, PublisherPlugin, TableContext
from companion.app.ports import ReportHealth
from companion.publishers.broker import EmbeddedBroker
from companion.publishers.mqtt import MqttPublisher
from companion.publishers.viewer.server import ViewerServer
from companion.session.events import Event
from companion.settings.schema import EMBEDDED, NONE
from companion.views.table_view import Health, HealthState, TableView


class Broadcast:
    """Broker, publisher and page of one table, begun and ended together.  Without a broker there is nothing to hear."""

    def __init__(self, table: TableContext) -> None:
        self._table = table
        self._broker: EmbeddedBroker | None = None
        self._mqtt: MqttPublisher | None = None
        self._page: ViewerServer | None = None

    def start(self, report: ReportHealth) -> None:
        table, url = self._table, self._table.settings.broker
        if url == EMBEDDED:
            self._broker = EmbeddedBroker(table.settings, table.folder, lan=table.lan)
            if not self._broker.start(report):
                return
            url = self._broker.table_url
        # RemoteCommands are taken only where the broker is ours: on another one anybody might give them.
        own = self._broker
        post, renew = (table.post, own.renew) if own else (None, None)
        self._mqtt = MqttPublisher(url, table.settings, post, renew, table.wording)
        self._mqtt.start(report)
        if own:
            self._page = ViewerServer(
                own,
                table.profile,
                table.catalogue,
                table.settings,
                lan=table.lan,
                words=table.folder / "viewer.log",
                wording=table.wording,
            )
            self._page.start()

    def publish(self, view: TableView, events: tuple[Event, ...]) -> None:
        if self._mqtt:
            self._mqtt.publish(view, events)

    def stop(self) -> None:
        for part in (self._mqtt, self._page, self._broker):
            if part:
                part.stop()

    def viewer_url(self) -> str | None:
        return self._page.url if self._page and self._broker and self._broker.serves_viewers else None


def _build(_: NoSettings, table: TableContext) -> Broadcast | None:
    if table.settings.broker == NONE:
        table.report(Health(part="mqtt", state=HealthState.OFF, code="mqtt_off"))
        return None
    return Broadcast(table)


#: Broker, ports, delay and topics stand at the top of the family's settings, for the tablet sets them up.
MQTT = PublisherPlugin(settings=NoSettings, build=_build)
