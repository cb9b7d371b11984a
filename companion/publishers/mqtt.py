"""Publishes the table to an MQTT broker: the live tree, and with a spectator delay the same tree shifted beside it.

Laws: a broker that is down, slow or gone never stops the game; every published step was stored before (the table
ensures that); hands are not in the view and so not on the wire.  Topics and payloads: docs/reference/formats/mqtt.md.
"""

import logging

from companion.app.ports import PostOn, ReportHealth
from companion.publishers.broker_url import BrokerUrlError, parse_broker_url
from companion.publishers.feed import EveningOf, Feed, Renew
from companion.publishers.link import new_program
from companion.publishers.remote_commands import RemoteCommands
from companion.session.events import Event
from companion.settings.schema import Settings
from companion.system.version import version
from companion.texts import shipped_wording
from companion.views.broadcast.payloads import Analysis
from companion.views.broadcast.topics import topic_base
from companion.views.table_view import Health, HealthState, TableView
from companion.views.wording.sentences import Wording

log = logging.getLogger(__name__)


class MqttPublisher:
    """A publisher for one broker.  `start` begins to connect, again and again until `stop`.

    With `post_on` it takes the operator's commands too; only for a broker on which nobody else can send any.  `renew`
    restarts a broker of our own that refuses messages.
    """

    def __init__(
        self,
        url: str,
        settings: Settings,
        post_on: PostOn | None = None,
        renew: Renew | None = None,
        wording: Wording | None = None,
        program: str | None = None,
        evening: EveningOf | None = None,
    ) -> None:
        """`wording` None: the languages that come with the program.  `program`: the id of this one; None: a new one.

        `evening` reads the standings of the evening.
        """
        self._evening = evening
        self._program = program or new_program()
        self._url = url
        self._settings = settings
        self._remote = RemoteCommands(post_on) if post_on else None
        self._renew = renew
        self._wording = wording or shipped_wording()
        self._feeds: list[Feed] = []

    def start(self, report: ReportHealth) -> None:
        """Starts to connect; an invalid address is reported like a broker that is away, and the game goes on."""
        try:
            broker = parse_broker_url(self._url)
        except BrokerUrlError as error:
            log.warning("%s", error)
            report(Health(part="mqtt", state=HealthState.LOST, code="mqtt_lost", params=(("broker", "?"),)))
            return
        base, app, delay_s = topic_base(self._settings.site, self._settings.table), version(), self._settings.delay_s
        live = Feed(
            (broker,),
            f"{base}/public",
            app=app,
            wording=self._wording,
            with_health=True,
            announced_delay_s=delay_s,
            remote=self._remote,
            renew=self._renew,
            program=self._program,
            evening=self._evening,
        )
        live.start(report)
        self._feeds.append(live)
        if delay_s > 0:
            delayed = Feed(
                (broker,),
                f"{base}/delayed",
                app=app,
                wording=self._wording,
                with_health=False,
                delay_s=delay_s,
                announced_delay_s=delay_s,
                renew=self._renew,
                program=self._program,
                evening=self._evening,
            )
            # one report is enough: the live feed reports the broker's health
            delayed.start(lambda _: None)
            self._feeds.append(delayed)

    def publish(self, view: TableView, events: tuple[Event, ...]) -> None:
        for feed in self._feeds:
            feed.put(view, events)

    def publish_analysis(self, analysis: Analysis) -> None:
        """Publishes each team's chances to win; the delayed tree gets them after the spectator delay."""
        for feed in self._feeds:
            feed.put_analysis(analysis)

    @property
    def behind_s(self) -> float:
        """Seconds until the newest published step is shown to everybody."""
        return max((feed.behind_s for feed in self._feeds), default=0.0)

    def stop(self) -> None:
        for feed in self._feeds:
            feed.stop()
        self._feeds.clear()
