"""The table on an MQTT broker, our own or another one, and the page for the players' phones.

Our own broker adds the page for spectators.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

import msgspec

from companion.app.plugins import TableContext, find_browser_tablet
from companion.app.ports import ReportHealth
from companion.playout.chances import TeamChance
from companion.publishers.analysis.answer import Answer, Outcome
from companion.publishers.analysis.calculator import Calculator
from companion.publishers.broker import EmbeddedBroker
from companion.publishers.link import new_program
from companion.publishers.mqtt import MqttPublisher
from companion.publishers.phones.seats import PhoneSeats, board_files, phone_files
from companion.publishers.program_health import CHANCES, WEB, ProgramHealth
from companion.publishers.public_broker.publisher import PublicPublisher
from companion.publishers.tablets.tablets import Tablet, Tablets
from companion.publishers.video.giver import VideoGiver
from companion.publishers.viewer_page import ViewerPage
from companion.session.events import Event
from companion.settings.schema import EMBEDDED, NONE, VideoScope
from companion.views.broadcast import topics
from companion.views.broadcast.payloads import Team
from companion.views.phone_invitation import PhoneInvitation
from companion.views.table_view import Health, HealthState, TableView
from companion.views.tablet_invitation import TabletInvitation
from companion.views.video import VIDEO
from companion.web.messages import (
    Acting,
    Asking,
    Door,
    Hello,
    Opening,
    Ordering,
    PageConfig,
    PhonesConfig,
    Setup,
    Taking,
)
from companion.web.program import WebProgram
from companion.web.video.wire import VideoDoor

#: The messages for viewers who get no chances.
_NONE: Final = {
    Outcome.NO_KERNEL: "chances_no_kernel",
    Outcome.NO_TABLE: "chances_no_table",
    Outcome.SPARED: "chances_spared",
}


class Broadcast:
    """The broker, publisher and pages of one table, started and ended together.

    Without a broker there is nothing to show to spectators in the house; phones and the public broker need none.
    """

    def __init__(self, table: TableContext) -> None:
        self._table = table
        # one id for all brokers: several addresses may lead to the same broker
        self._program = new_program()
        self._broker: EmbeddedBroker | None = None
        self._mqtt: MqttPublisher | None = None
        self._page: ViewerPage | None = None
        self._web: WebProgram | None = None
        self._calculator: Calculator | None = None
        self._phones: PhoneSeats | None = None
        self._tablets: Tablets | None = None
        self._giver: VideoGiver | None = None
        self._public = self._beyond_the_house()
        self._video_shown = True
        #: The game for whose viewers a slow machine finds no chances.
        self._without_chances = ""

    def start(self, report: ReportHealth) -> None:
        table, url = self._table, self._table.settings.broker
        self._report = report
        programs = ProgramHealth(report)
        if self._public:
            self._public.start(report)
        if table.settings.chances and (self._public or url != NONE):
            self._calculator = Calculator(self._show_chances, programs.of(CHANCES))
            self._calculator.start()
        self._web = WebProgram(table.folder / "web.log", programs.of(WEB))
        if url == EMBEDDED:
            own = EmbeddedBroker(table.settings, table.folder, self._web, lan=table.lan)
            self._broker = own if own.start(report, programs) else None
        self._start_web(self._web, report)
        if url == NONE:
            report(Health(part="mqtt", state=HealthState.OFF, code="mqtt_off"))
        elif self._broker:
            self._start_mqtt(self._broker.table_url, report)
        elif url != EMBEDDED:
            self._start_mqtt(url, report)

    def _start_mqtt(self, url: str, report: ReportHealth) -> None:
        table, own = self._table, self._broker
        # RemoteCommands are accepted only on our own broker: on another one anybody might send them.
        post_on, renew = (table.post_on, own.renew) if own else (None, None)
        self._mqtt = MqttPublisher(url, table.settings, post_on, renew, table.wording, self._program, table.evening)
        self._mqtt.start(report)

    def _start_web(self, web: WebProgram, report: ReportHealth) -> None:
        """Serves the pages of this table: those for spectators with our own broker, and that for phones."""
        settings, phones = self._table.settings, None
        if settings.phones and not settings.demo:
            phones = self._open_phones(web)
        page = self._open_page(self._broker, web, report) if self._broker else None
        setup = Setup(self._broker.gateway if self._broker else None, page, phones)
        if setup != Setup():
            web.start(setup, self._hear)

    def _open_phones(self, web: WebProgram) -> PhonesConfig | None:
        """Opens the port of phones and of tablets in browsers."""
        table, settings = self._table, self._table.settings
        self._phones = PhoneSeats(table.post_on, web, settings.lan_address)
        board = board_files(table.profile, table.catalogue, settings.variant)
        files = phone_files(table.wording, table.catalogue.variants.values(), board)
        make = find_browser_tablet()
        if make is None:
            return self._phones.open(settings.phone_port, files, settings.ports)
        opened = self._phones.open(settings.phone_port, files, settings.ports)
        if opened is None:
            return None
        in_language = partial(_browser_tablet, make, table)
        self._tablets = Tablets(table.post_on, web, in_language, settings.lan_address)
        self._tablets.port = self._phones.port
        return msgspec.structs.replace(opened, doors=(Door.PHONES, Door.TABLETS))

    def _hear(self, said: Asking) -> None:
        """Takes a message of the web program to whom it is for."""
        if self._tablets and isinstance(said, Opening | Acting):
            self._tablets.hear(said)
        elif self._phones and isinstance(said, Hello | Taking | Ordering):
            self._phones.hear(said)
            if self._tablets and isinstance(said, Hello):
                self._tablets.show()

    def _open_page(self, broker: EmbeddedBroker, web: WebProgram, report: ReportHealth) -> PageConfig | None:
        table = self._table
        self._page = ViewerPage(
            broker,
            table.profile,
            table.catalogue,
            table.settings,
            lan=table.lan,
            themes=table.folder / "themes",
            wording=table.wording,
            record=table.folder if table.settings.replays else None,
            video=self._open_video(report),
            lan_address=table.settings.lan_address,
        )
        return self._page.open(web, table.settings.ports)

    def publish(self, view: TableView, events: tuple[Event, ...]) -> None:
        for publisher in (self._mqtt, self._public):
            if publisher:
                publisher.publish(view, events)
        if self._giver and self._video_shown != self._table.throttle.load.shows_more:
            self._show_video(self._report)
        if self._calculator:
            self._find_chances(self._calculator, view)
        if self._phones:
            self._phones.publish(view, events)
        if self._tablets:
            self._tablets.publish(view)

    def _beyond_the_house(self) -> PublicPublisher | None:
        table = self._table
        broker = table.settings.public_broker
        return (
            PublicPublisher(broker, table.folder, table.settings, table.wording, self._program)
            if broker.hosts
            else None
        )

    def _open_video(self, report: ReportHealth) -> VideoDoor | None:
        """Returns the source of the table's pictures for the page's server; None if the game shows or has no video.

        Health reports the outcome, unless the settings turn video off.
        """
        settings, open_video = self._table.settings, self._table.open_video
        if settings.video is VideoScope.OFF:
            return None
        if open_video is None:
            report(Health(part=VIDEO, state=HealthState.OFF, code="video_no_camera"))
            return None
        try:
            self._giver = VideoGiver(open_video(), settings.video_per_s, settings.delay_s, settings.ports)
            door = self._giver.start()
        except OSError as error:
            params = (("reason", error.strerror or str(error)),)
            report(Health(part=VIDEO, state=HealthState.LOST, code="video_failed", params=params))
            return None
        self._show_video(report)
        return door

    def _show_video(self, report: ReportHealth) -> None:
        """Reports what viewers see: a slow machine gives them no pictures meanwhile."""
        self._video_shown = self._table.throttle.load.shows_more
        if self._video_shown:
            report(Health(part=VIDEO, state=HealthState.OK, code=f"video_{self._table.settings.video}"))
        else:
            report(Health(part=VIDEO, state=HealthState.OFF, code="video_spared"))

    def _find_chances(self, calculator: Calculator, view: TableView) -> None:
        """Asks for the chances; a slow machine tells viewers once a game why there are none meanwhile."""
        if self._table.throttle.load.shows_more:
            self._without_chances = ""
            calculator.ask(view)
        elif view.game != self._without_chances:
            self._without_chances = view.game
            self._publish_chances(view, Answer(outcome=Outcome.SPARED))

    def _show_chances(self, view: TableView, answer: Answer) -> None:
        if answer.outcome is not Outcome.UNKNOWN and self._table.throttle.load.shows_more:
            self._publish_chances(view, answer)

    def _publish_chances(self, view: TableView, answer: Answer) -> None:
        never = _NONE.get(answer.outcome)
        text = self._table.wording.say(never) if never else None
        teams = [_team(chance) for chance in answer.chances]
        found = topics.analysis(view, teams, answer.playouts, text)
        for publisher in (self._mqtt, self._public):
            if publisher:
                publisher.publish_analysis(found)

    def stop(self) -> None:
        # the gateway still receives the table's goodbye from the broker, and delivers it
        for part in (self._calculator, self._mqtt, self._public, self._web, self._giver, self._broker):
            if part:
                part.stop()

    def behind_s(self) -> float:
        return max((each.behind_s for each in (self._mqtt, self._public) if each), default=0.0)

    def viewer_url(self) -> str | None:
        return self._page.url if self._page and self._web and self._web.is_ready else None

    def viewer_urls(self) -> Sequence[str]:
        return self._page.urls if self._page and self._web and self._web.is_ready else ()

    def invitations(self) -> Sequence[PhoneInvitation]:
        return self._phones.invitations() if self._phones else ()

    def tablet_invitation(self) -> TabletInvitation | None:
        return self._tablets.invitation() if self._tablets else None

    def close_tablets(self) -> None:
        if self._tablets:
            self._tablets.close_all()

    def dismiss(self, seat: int) -> None:
        if self._phones:
            self._phones.dismiss(seat)


def _browser_tablet(make: Callable[..., Any], table: TableContext, language: str) -> Tablet:
    made: Tablet = make(table.wording, language, table.clock, on_board=table.profile is not None)
    return made


def _team(found: TeamChance) -> Team:
    chance, margin = round(found.chance, 4), round(found.margin, 4)
    return Team(team=found.team, seats=list(found.seats), chance=chance, margin=margin)
