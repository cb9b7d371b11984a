"""The spin wheel as a sensor: serial bytes become reports of quarter turns."""

import threading
from collections.abc import Callable
from typing import Final

from companion.app.ports import Post, ReportHealth
from companion.session.commands import LoseWheel, ReportWheel
from companion.views.table_view import Health, HealthState
from firmware_bridge.discovery import candidates
from firmware_bridge.link import LinkState, News, SensorFault, WheelLink, WheelMoving, WheelRested, WheelStuck
from firmware_bridge.messages import AskHello, Status, encode_message
from firmware_bridge.packets import encode_packet
from firmware_bridge.ports import PortError, SerialPort

AUTO: Final = "auto"
RETRY_S: Final = 0.25
#: Asked again so often until the device answers: it may still be in its boot loader.
ASK_EVERY_MS: Final = 500
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
        ear = _Ear(WheelLink(), post, report)
        fruitless = 0
        while not self._stop.is_set():
            paths = [found.device for found in candidates()] if self._port == AUTO else [self._port]
            if paths:
                path = paths[fruitless % len(paths)]
                try:
                    self._listen(path, ear)
                except PortError:
                    ear.lose(path, searching=self._port == AUTO)
                fruitless += not ear.heard
            else:
                ear.lose(self._port, searching=True)
            self._stop.wait(RETRY_S)

    def _listen(self, path: str, ear: "_Ear") -> None:
        """One connection, until it breaks.  Raises PortError."""
        port = SerialPort(path)
        ear.begin()
        try:
            port.open()
            began_ms = self._clock()
            asked_ms = began_ms - ASK_EVERY_MS
            while not self._stop.is_set():
                now_ms = self._clock()
                if ear.link.met is None and now_ms - asked_ms >= ASK_EVERY_MS:
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


#: A magnet too near or too far still tells the angle.
_STILL_TRUE: Final = (Status.MAGNET_WEAK, Status.MAGNET_STRONG)


class _Ear:
    """Turns what the link makes of bytes into reports and health.  `heard`: the wheel spoke in this connection."""

    def __init__(self, link: WheelLink, post: Post, report: ReportHealth) -> None:
        self.link = link
        self.heard = False
        self._post = post
        self._report = report
        self._ever_heard = False
        self._health = _health(HealthState.OK, "wheel_ok")

    def begin(self) -> None:
        self.link.reconnect()
        self.heard = False

    def hear(self, data: bytes, t_ms: int) -> None:
        for news in self.link.receive(data, t_ms):
            if isinstance(news, WheelRested):
                self._post(_report(news, t_ms))
            elif isinstance(news, SensorFault) and news.code not in _STILL_TRUE:
                self._post(LoseWheel())
            self._health = _health_of(news) or self._health
            if self.heard:
                self._report(self._health)
        self.link.tick(t_ms)
        if self.link.state is LinkState.ONLINE and not self.heard:
            self.heard = self._ever_heard = True
            self._report(self._health)

    def lose(self, path: str, *, searching: bool) -> None:
        """The connection broke, or never was."""
        if self._ever_heard:
            self._post(LoseWheel())
            self._report(Health(part="wheel", state=HealthState.LOST, code="wheel_lost", params=(("port", path),)))
        elif searching:
            self._report(_health(HealthState.SEARCHING, "wheel_searching"))
        else:
            self._report(Health(part="wheel", state=HealthState.LOST, code="wheel_missing", params=(("port", path),)))


def _health_of(news: News) -> Health | None:
    match news:
        case WheelRested(certain=False):
            return _health(HealthState.OK, "wheel_uncertain")
        case WheelRested() | WheelMoving():
            return _health(HealthState.OK, "wheel_ok")
        case WheelStuck():
            return _health(HealthState.SEARCHING, "wheel_stuck")
        case SensorFault(code=Status.MAGNET_WEAK | Status.MAGNET_STRONG):
            return None  # followed all the same; `firmware_bridge doctor` says what to do
        case SensorFault():
            return _health(HealthState.LOST, "wheel_uncertain")


def _report(news: WheelRested, t_ms: int) -> ReportWheel:
    return ReportWheel(t_ms=t_ms, boot=news.boot, net=news.net, certain=news.certain)


def _health(state: HealthState, code: str) -> Health:
    return Health(part="wheel", state=state, code=code)
