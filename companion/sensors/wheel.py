"""The spin wheel as a sensor: serial bytes become reports of quarter turns."""

from collections.abc import Callable
from typing import Final, assert_never

from companion.app.ports import Post, ReportHealth
from companion.sensors.threaded import ThreadedSensor
from companion.session.commands import LoseWheel, ReportWheel
from companion.views.table_view import Health, HealthState
from firmware_bridge.discovery import Candidate, Search
from firmware_bridge.link import WARNINGS, LinkState, News, SensorFault, WheelLink, WheelMoving, WheelRested, WheelStuck
from firmware_bridge.ports import PortError, SerialPort, Trouble
from firmware_bridge.protocol.codec import encode_message
from firmware_bridge.protocol.messages import AskHello, Status
from firmware_bridge.protocol.packets import encode_packet

AUTO: Final = "auto"
RETRY_S: Final = 0.25
#: Milliseconds between two requests until the device answers: it may still be in its boot loader.
ASK_EVERY_MS: Final = 500
#: Milliseconds between later requests: a recording that begins in the middle of a game learns the wheel's id from it.
REFRESH_MS: Final = 5000
#: A device that is silent for this time is no wheel; a boot loader takes up to two seconds.
HELLO_TIMEOUT_MS: Final = 3000
#: A port that is not named in the settings is opened only once, so for longer.
AUTO_HELLO_TIMEOUT_MS: Final = 6000


class WheelDecoder:
    """Raw bytes to reports, without thread or clock: a replay uses it as the live sensor does."""

    def __init__(self) -> None:
        self.link = WheelLink()

    def feed(self, data: bytes, t_ms: int) -> list[ReportWheel]:
        return [_report(news, t_ms) for news in self.link.receive(data, t_ms) if isinstance(news, WheelRested)]


class WheelSensor(ThreadedSensor):
    """Reads one port in its own thread; a port that is missing or torn out is tried again four times a second.

    `port` may be AUTO: then the ports of known boards are tried in turn, until one sends wheel messages; the others
    are opened once, and nothing is written to them.
    `clock` gives milliseconds; `on_bytes` gets all bytes as they come in (for recording a table).
    """

    part = "wheel"

    def __init__(self, port: str, *, clock: Callable[[], int], on_bytes: Callable[[bytes], None] | None = None) -> None:
        super().__init__()
        self._port = port
        self._clock = clock
        self._on_bytes = on_bytes
        # One link for all connections, so that a turn while the cable was out is noticed.
        self._link = WheelLink()

    def _after_fault(self, post: Post) -> None:
        """Called after a fault: a turn during it was not seen."""
        post(LoseWheel())

    def _run(self, post: Post, report: ReportHealth) -> None:
        reporter = WheelReporter(self._link, post, report)
        search = Search()
        while not self._stop.is_set():
            if self._port != AUTO:
                self._try(self._port, reporter)
            elif candidate := search.next():
                self._try_candidate(candidate, search, reporter)
            else:
                reporter.lose(searching=True)
            self._stop.wait(RETRY_S)

    def _try(self, path: str, reporter: "WheelReporter") -> None:
        try:
            self._listen(path, reporter)
        except PortError as error:
            reporter.lose(error.trouble)

    def _try_candidate(self, candidate: Candidate, search: Search, reporter: "WheelReporter") -> None:
        try:
            self._listen(candidate.device, reporter)
        except PortError as error:
            if reporter.online:
                search.is_wheel(candidate)
            elif error.trouble is Trouble.SILENT:
                search.is_silent(candidate)
            else:
                search.refused()
            reporter.lose(error.trouble, searching=True)

    def _listen(self, path: str, reporter: "WheelReporter") -> None:
        """Listens on one connection, until it breaks.  Raises PortError."""
        port = SerialPort(path)
        reporter.begin(path)
        try:
            port.open()
            began_ms = self._clock()
            asked_ms = began_ms - ASK_EVERY_MS
            while not self._stop.is_set():
                now_ms = self._clock()
                # A port that is not named may be another device: nothing is written before it sends wheel messages.
                may_ask = self._port != AUTO or reporter.link.looks_like_wheel
                if may_ask and now_ms - asked_ms >= (ASK_EVERY_MS if reporter.link.hello is None else REFRESH_MS):
                    port.check_alone()
                    port.write(encode_packet(encode_message(AskHello())))
                    asked_ms = now_ms
                data = port.read()
                if data and self._on_bytes:
                    self._on_bytes(data)
                hello = reporter.link.hello
                reporter.receive(data, now_ms)
                if hello is None and reporter.link.hello:
                    port.stay_up()
                timeout_ms = AUTO_HELLO_TIMEOUT_MS if self._port == AUTO else HELLO_TIMEOUT_MS
                if reporter.link.state is LinkState.LOST or (not reporter.online and now_ms - began_ms >= timeout_ms):
                    raise PortError(f"{path} is silent", Trouble.SILENT)
        finally:
            port.close()


#: With these faults the angle is unknown.
_SENSOR_FAULTS: Final[dict[int, str]] = {
    Status.NO_SENSOR: "wheel_no_sensor",
    Status.NO_MAGNET: "wheel_no_magnet",
    Status.LOOSE_WIRE: "wheel_loose_wire",
}
#: With these the angle is still used; people are warned.
_WARNINGS: Final[dict[int, str]] = {
    Status.MAGNET_WEAK: "wheel_magnet_weak",
    Status.MAGNET_STRONG: "wheel_magnet_strong",
}


class WheelReporter:
    """Turns the link's news into reports and health, without thread or clock.

    `begin` starts each connection, `lose` ends it.  `online`: the wheel has sent its Hello in this connection.
    """

    def __init__(self, link: WheelLink, post: Post, report: ReportHealth) -> None:
        self.link = link
        self.online = False
        self._post = post
        self._report = report
        self._ever_online = False
        self._path = AUTO
        self._code = "wheel_ok"
        self._reported: Health | None = None

    def begin(self, path: str) -> None:
        self.link.reconnect()
        self.online = False
        self._path = path

    def receive(self, data: bytes, t_ms: int) -> None:
        for news in self.link.receive(data, t_ms):
            if isinstance(news, WheelRested):
                self._post(_report(news, t_ms))
            elif isinstance(news, SensorFault) and news.code not in _WARNINGS:
                self._post(LoseWheel())
            self._code = _code_of(news) or self._code
        self.link.tick(t_ms)
        if self.link.state is LinkState.ONLINE:
            self.online = self._ever_online = True
            self._report_health(self._most_urgent())

    def lose(self, trouble: Trouble = Trouble.OTHER, *, searching: bool = False) -> None:
        """Called when the connection broke, or could not be opened."""
        if self._ever_online:
            self._post(LoseWheel())
        if self.link.state is LinkState.FOREIGN:
            self._report_health("wheel_other_firmware")
        elif trouble in _REFUSED:
            self._report_health(_REFUSED[trouble])
        elif self._ever_online:
            self._report_health("wheel_lost")
        else:
            self._report_health("wheel_searching" if searching else "wheel_missing")

    def _most_urgent(self) -> str:
        """Returns the code of the worst problem; without a zero, "stuck" means nothing."""
        if self._code in _SENSOR_FAULTS.values():
            return self._code
        if self.link.warnings & Status.NO_ZERO:
            return "wheel_no_zero"
        if self._code == "wheel_ok":
            return next((code for bit, code in _WARNINGS.items() if self.link.warnings & bit), self._code)
        return self._code

    def _report_health(self, code: str) -> None:
        """Reports each change once."""
        params = (("port", self._path),) if code in _NAMES_PORT else ()
        health = Health(part="wheel", state=_STATES.get(code, HealthState.OK), code=code, params=params)
        if health != self._reported:
            self._reported = health
            self._report(health)


_REFUSED: Final = {
    Trouble.DENIED: "wheel_denied",
    Trouble.BUSY: "wheel_busy",
    Trouble.UNREACHABLE: "wheel_no_bridge",
}
#: The states with which the sensor is no help; with every other one it is.
_STATES: Final = {
    "wheel_lost": HealthState.LOST,
    "wheel_missing": HealthState.LOST,
    "wheel_other_firmware": HealthState.LOST,
    "wheel_denied": HealthState.LOST,
    "wheel_busy": HealthState.LOST,
    "wheel_no_bridge": HealthState.LOST,
    "wheel_no_sensor": HealthState.LOST,
    "wheel_no_magnet": HealthState.LOST,
    "wheel_loose_wire": HealthState.LOST,
    "wheel_no_zero": HealthState.LOST,
    "wheel_searching": HealthState.SEARCHING,
    "wheel_stuck": HealthState.SEARCHING,
}
_NAMES_PORT: Final = frozenset(
    {
        "wheel_lost",
        "wheel_missing",
        "wheel_other_firmware",
        "wheel_denied",
        "wheel_busy",
        "wheel_no_bridge",
        "wheel_no_zero",
    }
)


def _code_of(news: News) -> str | None:
    """Returns the health code of the news; None if it changes nothing."""
    match news:
        case WheelRested(certain=False):
            return "wheel_uncertain"
        case WheelStuck():
            return "wheel_stuck"
        case SensorFault(code=code):
            return None if code in WARNINGS else _SENSOR_FAULTS.get(code, "wheel_no_sensor")
        case WheelRested() | WheelMoving():
            return "wheel_ok"
        case _:
            assert_never(news)


def _report(news: WheelRested, t_ms: int) -> ReportWheel:
    return ReportWheel(t_ms=t_ms, boot=news.boot, net=news.net, certain=news.certain)
