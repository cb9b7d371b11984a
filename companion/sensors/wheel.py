"""The spin wheel as a sensor: serial bytes become reports of quarter turns.  The only importer of firmware_bridge."""

import threading
from collections.abc import Callable
from typing import Final

from companion.app.ports import Post, ReportHealth
from companion.session.commands import ReportWheel
from companion.views.table_view import Health, HealthState
from firmware_bridge.discovery import candidates
from firmware_bridge.link import LinkState, News, SensorFault, WheelLink, WheelMoving, WheelRested, WheelStuck
from firmware_bridge.messages import AskHello, encode_message
from firmware_bridge.packets import encode_packet
from firmware_bridge.ports import PortError, SerialPort

AUTO: Final = "auto"
RETRY_S: Final = 0.25
#: Asked again so often until the device answers: it may still be in its boot loader.
ASK_EVERY_MS: Final = 500


class WheelDecoder:
    """Raw bytes to reports, without thread or clock: a replay uses it as the live sensor does."""

    def __init__(self) -> None:
        self.link = WheelLink()

    def feed(self, data: bytes, t_ms: int) -> list[ReportWheel]:
        return [report for news in self.link.receive(data, t_ms) if (report := _report(news, t_ms))]


class WheelSensor:
    """Reads one port in its own thread; a port that is missing or torn out is tried again four times a second.

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
        met = False
        while not self._stop.is_set():
            path = self._path()
            if path is None:
                report(_health(HealthState.SEARCHING, "wheel_searching"))
            else:
                met = self._session(path, met, post, report) or met
            self._stop.wait(RETRY_S)

    def _path(self) -> str | None:
        if self._port != AUTO:
            return self._port
        found = candidates()
        return found[0].device if found else None

    def _session(self, path: str, met: bool, post: Post, report: ReportHealth) -> bool:
        """One connection, until it breaks; True when the device spoke.  Each has its own link."""
        port = SerialPort(path)
        decoder = WheelDecoder()
        spoke = False
        try:
            port.open()
            asked_ms = -ASK_EVERY_MS
            while not self._stop.is_set():
                now_ms = self._clock()
                if decoder.link.state is not LinkState.ONLINE and now_ms - asked_ms >= ASK_EVERY_MS:
                    port.write(encode_packet(encode_message(AskHello())))
                    asked_ms = now_ms
                data = port.read()
                if data and self._on_bytes:
                    self._on_bytes(data)
                for news in decoder.link.receive(data, now_ms):
                    _tell(news, now_ms, post, report)
                decoder.link.tick(now_ms)
                spoke = spoke or decoder.link.state is LinkState.ONLINE
                if decoder.link.state is LinkState.LOST:
                    raise PortError(f"{path} is silent")
        except PortError:
            code = "wheel_lost" if met or spoke else "wheel_missing"
            report(Health(part="wheel", state=HealthState.LOST, code=code, params=(("port", path),)))
        finally:
            port.close()
        return spoke


def _tell(news: News, t_ms: int, post: Post, report: ReportHealth) -> None:
    match news:
        case WheelRested(certain=certain):
            rested = _report(news, t_ms)
            if rested:
                post(rested)
            report(_health(HealthState.OK, "wheel_ok" if certain else "wheel_uncertain"))
        case WheelMoving():
            report(_health(HealthState.OK, "wheel_ok"))
        case WheelStuck():
            report(_health(HealthState.SEARCHING, "wheel_stuck"))
        case SensorFault():
            report(_health(HealthState.LOST, "wheel_uncertain"))


def _report(news: News, t_ms: int) -> ReportWheel | None:
    if not isinstance(news, WheelRested):
        return None
    return ReportWheel(t_ms=t_ms, boot=news.boot, net=news.net, certain=news.certain)


def _health(state: HealthState, code: str) -> Health:
    return Health(part="wheel", state=state, code=code)
