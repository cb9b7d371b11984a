"""The spin wheel as a sensor: serial bytes become reports of quarter turns."""

import threading
from collections.abc import Callable
from typing import Final

from companion.app.ports import Post, ReportHealth
from companion.session.commands import LoseWheel, ReportWheel
from companion.views.table_view import Health, HealthState
from firmware_bridge.discovery import candidates
from firmware_bridge.link import REMARKS, LinkState, News, SensorFault, WheelLink, WheelRested, WheelStuck
from firmware_bridge.messages import AskHello, Status, encode_message
from firmware_bridge.packets import encode_packet
from firmware_bridge.ports import PortError, SerialPort, Trouble

AUTO: Final = "auto"
RETRY_S: Final = 0.25
#: Asked again so often until the device answers: it may still be in its boot loader.
ASK_EVERY_MS: Final = 500
#: And so often afterwards: a recording that begins in the middle of a game learns from it who speaks.
AGAIN_MS: Final = 5000
#: What has not spoken for so long is no wheel; a boot loader takes up to two seconds.
PATIENCE_MS: Final = 3000


class WheelDecoder:
    """Raw bytes to reports, without thread or clock: a replay uses it as the live sensor does."""

    def __init__(self) -> None:
        self.link = WheelLink()

    def feed(self, data: bytes, t_ms: int) -> list[ReportWheel]:
        return [_report(news, t_ms) for news in self.link.receive(data, t_ms) if isinstance(news, WheelRested)]


class WheelSensor:
    """Reads one port in its own thread; a port that is missing or torn out is tried again four times a second.

    `port` may be AUTO: then the likely ports are tried in turn, until one answers as a wheel does.
    `clock` gives milliseconds; `on_bytes` hears every byte as it came (for recording a table).
    """

    def __init__(self, port: str, *, clock: Callable[[], int], on_bytes: Callable[[bytes], None] | None = None) -> None:
        self._port = port
        self._clock = clock
        self._on_bytes = on_bytes
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self, post: Post, report: ReportHealth) -> None:
        self._stop.clear()
        self._thread = threading.Thread(target=self._run, args=(post, report), name="wheel", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        if self._thread:
            self._thread.join()
            self._thread = None

    def _run(self, post: Post, report: ReportHealth) -> None:
        # One link for all connections: a turn while the cable was out is told from a wheel that was left alone.
        ear = Ear(WheelLink(), post, report)
        fruitless = 0
        while not self._stop.is_set():
            paths = [found.device for found in candidates()] if self._port == AUTO else [self._port]
            if paths:
                path = paths[fruitless % len(paths)]
                try:
                    self._listen(path, ear)
                except PortError as error:
                    # Among several ports, one that is denied may well be something else.
                    trouble = error.trouble if len(paths) == 1 else Trouble.OTHER
                    ear.lose(trouble, searching=self._port == AUTO)
                fruitless += not ear.heard
            else:
                ear.lose(searching=True)
            self._stop.wait(RETRY_S)

    def _listen(self, path: str, ear: "Ear") -> None:
        """One connection, until it breaks.  Raises PortError."""
        port = SerialPort(path)
        ear.begin(path)
        try:
            port.open()
            began_ms = self._clock()
            asked_ms = began_ms - ASK_EVERY_MS
            while not self._stop.is_set():
                now_ms = self._clock()
                if now_ms - asked_ms >= (ASK_EVERY_MS if ear.link.met is None else AGAIN_MS):
                    port.write(encode_packet(encode_message(AskHello())))
                    asked_ms = now_ms
                data = port.read()
                if data and self._on_bytes:
                    self._on_bytes(data)
                ear.hear(data, now_ms)
                if ear.link.state is LinkState.LOST or (not ear.heard and now_ms - began_ms >= PATIENCE_MS):
                    raise PortError(f"{path} is silent")
        finally:
            port.close()


#: With these the device knows nothing of the wheel.
_BLIND: Final[dict[int, str]] = {Status.NO_SENSOR: "wheel_no_sensor", Status.NO_MAGNET: "wheel_no_magnet"}
#: The wheel is followed all the same, but this is worth a word.
_REMARKS: Final[dict[int, str]] = {
    Status.MAGNET_WEAK: "wheel_magnet_weak",
    Status.MAGNET_STRONG: "wheel_magnet_strong",
}


class Ear:
    """Turns what the link makes of bytes into reports and health, without thread or clock.

    `begin` with each connection and `lose` behind it.  `heard`: the wheel spoke in this connection.
    """

    def __init__(self, link: WheelLink, post: Post, report: ReportHealth) -> None:
        self.link = link
        self.heard = False
        self._post = post
        self._report = report
        self._ever_heard = False
        self._path = AUTO
        self._code = "wheel_ok"
        self._told: Health | None = None

    def begin(self, path: str) -> None:
        self.link.reconnect()
        self.heard = False
        self._path = path

    def hear(self, data: bytes, t_ms: int) -> None:
        for news in self.link.receive(data, t_ms):
            if isinstance(news, WheelRested):
                self._post(_report(news, t_ms))
            elif isinstance(news, SensorFault) and news.code not in _REMARKS:
                self._post(LoseWheel())
            self._code = _code_of(news) or self._code
        self.link.tick(t_ms)
        if self.link.state is LinkState.ONLINE:
            self.heard = self._ever_heard = True
            self._tell(self._worst())

    def lose(self, trouble: Trouble = Trouble.OTHER, *, searching: bool = False) -> None:
        """The connection broke, or never was."""
        if self._ever_heard:
            self._post(LoseWheel())
        if self.link.state is LinkState.FOREIGN:
            self._tell("wheel_other_firmware")
        elif trouble in _REFUSED:
            self._tell(_REFUSED[trouble])
        elif self._ever_heard:
            self._tell("wheel_lost")
        else:
            self._tell("wheel_searching" if searching else "wheel_missing")

    def _worst(self) -> str:
        """What most deserves a word now; without a zero, a wheel that seems stuck needs no push."""
        if self._code in _BLIND.values():
            return self._code
        if self.link.remarks & Status.NO_ZERO:
            return "wheel_no_zero"
        if self._code == "wheel_ok":
            return next((code for bit, code in _REMARKS.items() if self.link.remarks & bit), self._code)
        return self._code

    def _tell(self, code: str) -> None:
        """Once for each change."""
        params = (("port", self._path),) if code in _NAMES_PORT else ()
        health = Health(part="wheel", state=_STATES.get(code, HealthState.OK), code=code, params=params)
        if health != self._told:
            self._told = health
            self._report(health)


_REFUSED: Final = {Trouble.DENIED: "wheel_denied", Trouble.BUSY: "wheel_busy"}
#: Where the sensor is no help; with every other word it is.
_STATES: Final = {
    "wheel_lost": HealthState.LOST,
    "wheel_missing": HealthState.LOST,
    "wheel_other_firmware": HealthState.LOST,
    "wheel_denied": HealthState.LOST,
    "wheel_busy": HealthState.LOST,
    "wheel_no_sensor": HealthState.LOST,
    "wheel_no_magnet": HealthState.LOST,
    "wheel_no_zero": HealthState.LOST,
    "wheel_searching": HealthState.SEARCHING,
    "wheel_stuck": HealthState.SEARCHING,
}
_NAMES_PORT: Final = frozenset(
    {"wheel_lost", "wheel_missing", "wheel_other_firmware", "wheel_denied", "wheel_busy", "wheel_no_zero"}
)


def _code_of(news: News) -> str | None:
    """The word for what is new; None where it changes nothing."""
    match news:
        case WheelRested(certain=False):
            return "wheel_uncertain"
        case WheelStuck():
            return "wheel_stuck"
        case SensorFault(code=code):
            return None if code in REMARKS else _BLIND.get(code, "wheel_no_sensor")
        case _:
            return "wheel_ok"


def _report(news: WheelRested, t_ms: int) -> ReportWheel:
    return ReportWheel(t_ms=t_ms, boot=news.boot, net=news.net, certain=news.certain)
