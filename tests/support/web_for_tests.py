"""Parts of the web program alone, each in a program of its own: the gateway, the spectators' page, the phones' page."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.app.ports import PostOn, ReportHealth
from companion.programs.tcp_ports import LOOPBACK
from companion.publishers.broker import EmbeddedBroker
from companion.publishers.phones.seats import PhoneSeats
from companion.publishers.program_health import WEB, ProgramHealth
from companion.publishers.viewer_page import ViewerPage
from companion.web.messages import Setup
from companion.web.program import WebProgram


class ServedBroker(EmbeddedBroker):
    """The broker with its gateway; `page` is served beside it if there is one."""

    def __init__(self, settings: Any, folder: Path, *, lan: bool = False) -> None:
        self.log = folder / "web.log"
        self._programs: ProgramHealth | None = None
        self.web = WebProgram(self.log, self._change)
        self.page: ViewerPage | None = None
        super().__init__(settings, folder, self.web, lan=lan)

    def start(self, report: ReportHealth, programs: ProgramHealth | None = None) -> bool:
        self._programs = programs or ProgramHealth(report)
        begun = super().start(report, self._programs)
        if begun:
            self.web.start(Setup(gateway=self.gateway, page=self.page.open(self.web) if self.page else None))
        return begun

    def stop(self) -> None:
        self.web.stop()
        super().stop()

    def _change(self, serves: bool) -> None:
        if self._programs:
            self._programs.of(WEB)(serves)

    @property
    def serves_viewers(self) -> bool:
        return self.web.is_ready

    @property
    def gateway_pid(self) -> int | None:
        return self.web.pid


class ServedPage(ViewerPage):
    def __init__(self, *table: Any, avoid: frozenset[int] = frozenset(), **options: Any) -> None:
        super().__init__(*table, **options)
        self.web = WebProgram()
        self._avoid = avoid

    def start(self) -> None:
        self.web.start(Setup(page=self.open(self.web, self._avoid)))

    def stop(self) -> None:
        self.web.stop()

    @property
    def pid(self) -> int | None:
        return self.web.pid

    @property
    def starts(self) -> int:
        return self.web.starts


class ServedPhones(PhoneSeats):
    def __init__(
        self,
        post_on: PostOn,
        port: int = 0,
        files: dict[str, str] | None = None,
        host: str = LOOPBACK,
        changed: Callable[[bool], None] = lambda _: None,
        avoid: frozenset[int] = frozenset(),
    ) -> None:
        self.web = WebProgram(changed=changed)
        super().__init__(post_on, self.web)
        self._page = port, files or {}, avoid, host

    def start(self) -> None:
        self.web.start(Setup(phones=self.open(*self._page)), self.hear)

    def stop(self) -> None:
        self.web.stop()

    @property
    def pid(self) -> int | None:
        return self.web.pid
