"""Publishes the table to an MQTT broker: the live tree, and with a spectator delay the same tree shifted beside it.

Laws: a broker that is down, slow or gone never stops the game; what is published was stored before (the table sees to
that); hands are not in the view and so not on the wire.  Topics and payloads: docs/mqtt.md.
"""

import logging
from importlib import metadata
from typing import Protocol

from companion.app.ports import Post, ReportHealth
from companion.publishers.broker_url import BrokerUrlError, parse_broker_url
from companion.publishers.feed import Feed
from companion.publishers.orders import Orders
from companion.session.events import Event
from companion.views.table_view import Health, HealthState, TableView
from companion.views.topics import topic_base

log = logging.getLogger(__name__)


class BroadcastSettings(Protocol):
    """The part of the settings that says under which topics a table is shown, and how late."""

    @property
    def site(self) -> str: ...
    @property
    def table(self) -> str: ...
    @property
    def delay_s(self) -> int: ...


class MqttPublisher:
    """A publisher for one broker.  `start` begins to connect, again and again until `stop`.

    With `post` the operator's orders are taken too; only for a broker that lets nobody else give any.
    """

    def __init__(self, url: str, settings: BroadcastSettings, post: Post | None = None) -> None:
        self._url = url
        self._settings = settings
        self._orders = Orders(post) if post else None
        self._feeds: list[Feed] = []

    def start(self, report: ReportHealth) -> None:
        """An address that is none is reported like a broker that is away; the game goes on."""
        try:
            broker = parse_broker_url(self._url)
        except BrokerUrlError as error:
            log.warning("%s", error)
            report(Health(part="mqtt", state=HealthState.LOST, code="mqtt_lost", params=(("broker", "?"),)))
            return
        base, app, delay_s = topic_base(self._settings.site, self._settings.table), _version(), self._settings.delay_s
        live = Feed(broker, f"{base}/public", app=app, with_health=True, told_delay_s=delay_s, orders=self._orders)
        live.start(report)
        self._feeds.append(live)
        if delay_s > 0:
            delayed = Feed(broker, f"{base}/delayed", app=app, with_health=False, delay_s=delay_s, told_delay_s=delay_s)
            # one voice is enough: the live feed speaks for the broker
            delayed.start(lambda _: None)
            self._feeds.append(delayed)

    def publish(self, view: TableView, events: tuple[Event, ...]) -> None:
        for feed in self._feeds:
            feed.put(view, events)

    def stop(self) -> None:
        for feed in self._feeds:
            feed.stop()
        self._feeds.clear()


def _version() -> str:
    try:
        return metadata.version("pawtrack")
    except metadata.PackageNotFoundError:
        return "unknown"
