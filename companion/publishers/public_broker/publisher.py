"""Publishes the viewers' tree to a broker beyond the house, beside the table's own.

Laws: a public broker that is away, slow or gone never affects the game nor the viewers at home; with a spectator delay
nothing leaves the house before it is due; nobody out there can give orders.
"""

import logging
from dataclasses import replace
from pathlib import Path
from typing import Final

from companion.app.ports import ReportHealth
from companion.publishers.feed import Feed
from companion.publishers.public_broker.addresses import PublicBrokerError, addresses_of
from companion.session.events import Event
from companion.settings.public_broker import PublicBroker
from companion.settings.schema import Settings
from companion.system.version import version
from companion.views.broadcast.payloads import Analysis
from companion.views.broadcast.topics import PUBLIC_BROKER, topic_base, viewers_tree
from companion.views.table_view import Health, HealthState, TableView
from companion.views.wording.sentences import Wording

log = logging.getLogger(__name__)

#: The health codes of a feed, and their counterparts here.
_CODES: Final = {
    "mqtt_ok": "public_broker_ok",
    "mqtt_lost": "public_broker_lost",
    "mqtt_refused": "public_broker_refused",
    "mqtt_untrusted": "public_broker_untrusted",
    "mqtt_two_tables": "public_broker_two_tables",
    "mqtt_stumbled": "public_broker_stumbled",
}


class PublicPublisher:
    """The one tree that viewers may read: `public`, or with a delay `delayed`; the live one stays at home then."""

    def __init__(
        self,
        broker: PublicBroker,
        folder: Path,
        settings: Settings,
        wording: Wording,
        program: str | None = None,
    ) -> None:
        self._broker = broker
        self._folder = folder
        self._settings = settings
        self._wording = wording
        self._program = program
        self._feed: Feed | None = None

    def start(self, report: ReportHealth) -> None:
        """Starts the feed; unusable settings are reported in one line, and the game goes on."""
        try:
            addresses = addresses_of(self._broker, self._folder)
        except PublicBrokerError as error:
            log.warning("public_broker: %s", error)
            params = (("detail", str(error)),)
            report(Health(part=PUBLIC_BROKER, state=HealthState.LOST, code="public_broker_unusable", params=params))
            return
        delay_s = self._settings.delay_s
        self._feed = Feed(
            addresses,
            f"{topic_base(self._settings.site, self._settings.table)}/{viewers_tree(delay_s)}",
            app=version(),
            wording=self._wording,
            with_health=delay_s == 0,
            delay_s=delay_s,
            announced_delay_s=delay_s,
            program=self._program,
        )
        self._feed.start(lambda health: report(replace(health, part=PUBLIC_BROKER, code=_CODES[health.code])))

    def publish(self, view: TableView, events: tuple[Event, ...]) -> None:
        if self._feed:
            self._feed.put(view, events)

    def publish_analysis(self, analysis: Analysis) -> None:
        if self._feed:
            self._feed.put_analysis(analysis)

    @property
    def behind_s(self) -> float:
        """Like that of `MqttPublisher`."""
        return self._feed.behind_s if self._feed else 0.0

    def stop(self) -> None:
        if self._feed:
            self._feed.stop()
            self._feed = None
