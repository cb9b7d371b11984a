"""Serves the spectators' page, in a program of its own; the page gets the game's events over MQTT, never from here.

Laws: viewers never take a thread, memory or file handle of the game; the child ends with the game and is restarted
when it ends before; a taken port is replaced by the next free one.
"""

import hashlib
import logging
import os
import socket
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, Protocol

import msgspec

from companion.board.files import BoardProfile
from companion.publishers.children.life import Answering
from companion.publishers.children.process import ChildProcess, ProcessSpec
from companion.publishers.lan_addresses import lan_addresses
from companion.publishers.tcp_ports import (
    EVERYWHERE,
    HTTP_HELLO,
    LOOPBACK,
    ListenAddress,
    answers_http,
    hand_over,
    listen_from,
)
from companion.publishers.video.wire import VideoDoor
from companion.publishers.viewer.boards import own_boards
from companion.publishers.viewer.bounded import PageConfig
from companion.publishers.viewer.drawings import Drawings
from companion.publishers.viewer.page_data import BrokerAddress, GameList, ViewerConfig
from companion.publishers.viewer.pages import GAMES
from companion.publishers.viewer.tables import board_games, board_geometry, card_games
from companion.publishers.viewer.voice.heard import VoiceSource
from companion.publishers.viewer.words import page_words
from companion.rules.catalogue import Catalogue
from companion.system.version import version
from companion.texts import shipped_wording
from companion.views.broadcast.topics import topic_base
from companion.views.wording.sentences import Wording

log = logging.getLogger(__name__)

#: The child's program, by its name: no publisher may read the part of the record that it reads.
PROGRAM: Final = "companion.bootstrap.viewer_page"
#: As its path, because the page fetches it like a file.
CONFIG: Final = "/config.json"


class WebsocketBroker(Protocol):
    """The broker whose WebSocket the page connects to, on the host that served the page."""

    @property
    def websocket_port(self) -> int: ...
    @property
    def viewers_tree(self) -> str: ...


class ViewerSettings(Protocol):
    """The part of the settings that the page needs."""

    @property
    def site(self) -> str: ...
    @property
    def table(self) -> str: ...
    @property
    def viewer_port(self) -> int: ...
    @property
    def delay_s(self) -> int: ...


class ViewerServer:
    """`start` never raises; if no port is free, `url` stays None and the game goes on without the page."""

    def __init__(
        self,
        broker: WebsocketBroker,
        profile: BoardProfile | None,
        catalogue: Catalogue,
        settings: ViewerSettings,
        *,
        lan: bool = False,
        words: Path = Path(os.devnull),
        themes: Path = Path(os.devnull),
        wording: Wording | None = None,
        record: Path | None = None,
        video: VideoDoor | None = None,
        voice: VoiceSource | None = None,
        changed: Callable[[bool], None] = lambda _: None,
        avoid: frozenset[int] = frozenset(),
        lan_address: str = "",
    ) -> None:
        """`profile` None: a game of cards alone.  `words`: the child's log.

        `themes`: the folder of the family's own themes of the overlays, which may be missing.
        `wording` None: the languages of the program.  `record`: the folder of the record whose finished games viewers
        may watch again; None: they may not.  `video`: the source of the table's pictures; None: viewers see none.
        `voice`: the source of the commentary, for spoken sentences.
        `changed` takes False when the child is gone or hangs, and True when it serves again.
        `avoid`: ports reserved by the settings.  `lan_address`: this machine's address for others, empty: detected.
        """
        self._broker = broker
        self._profile = profile
        self._catalogue = catalogue
        self._settings = settings
        self._lan = lan
        self._words = words
        self._themes = themes
        self._wording = wording or shipped_wording()
        self._record = record
        self._video = video
        self._voice = voice
        self._changed = changed
        self._avoid = avoid
        self._address = lan_address
        self._listener: socket.socket | None = None
        self._port = 0
        self._child: ChildProcess | None = None
        self.starts = 0

    @property
    def url(self) -> str | None:
        """The address for a browser: in the network if the page is open to it, else on this machine."""
        return self.urls[0] if self.urls else None

    @property
    def urls(self) -> tuple[str, ...]:
        """The same for every address of this machine for others, the likeliest first."""
        if self._child is None:
            return ()
        hosts = lan_addresses(self._address) if self._lan else ()
        return tuple(f"http://{host}:{self._port}/" for host in hosts or (LOOPBACK,))

    @property
    def pid(self) -> int | None:
        """The child's process id while it runs."""
        return self._child.pid if self._child else None

    def start(self) -> None:
        host, wanted = EVERYWHERE if self._lan else LOOPBACK, self._settings.viewer_port
        try:
            self._listener = listen_from(host, wanted, {*self._avoid - {wanted}, self._broker.websocket_port})
        except OSError as error:
            log.warning("the viewer page is not served: %s", error)
            return
        where = hand_over(self._listener)
        self._port = where.port
        self._child = ChildProcess(
            ProcessSpec(
                name="viewer page",
                prepare=self._command,
                accepts=lambda: answers_http(self._port),
                log_path=self._words,
                line=msgspec.json.encode(self._page_config(where)) + b"\n",
                handles=where.handles,
                life=Answering(lambda: self._port, HTTP_HELLO),
                changed=self._changed,
            )
        )
        self._child.start()
        if not self._child.wait_until_ready():
            log.warning("the viewer page is not served yet; it is tried again and again")

    def stop(self) -> None:
        if self._child:
            self._child.stop()
            self._child = None
        if self._listener:
            self._listener.close()

    def _page_config(self, where: ListenAddress) -> PageConfig:
        folder = str(self._record) if self._record else ""
        delay_s = self._settings.delay_s
        themes = str(self._themes)
        return PageConfig(where, self._files(), themes, folder, delay_s, self._video, self._voice)

    def _command(self) -> list[str]:
        self.starts += 1
        return [sys.executable, "-m", PROGRAM]

    def _files(self) -> dict[str, str]:
        variants = list(self._catalogue.variants.values())
        drawings = Drawings(self._profile, variants) if self._profile else None
        values = {
            "/board.json": board_geometry(self._profile) if self._profile else None,
            "/words.json": page_words(self._wording),
            "/games.json": board_games(variants, drawings) if drawings else card_games(),
            "/boards.json": own_boards(self._profile),
            # with replays the child makes the list from the record
            **({} if self._record else {GAMES: GameList(offered=False)}),
        }
        made = {path: msgspec.json.encode(value).decode() for path, value in values.items()}
        files = (drawings.files() if drawings else {}) | made
        return files | {CONFIG: msgspec.json.encode(self._config(content_of(files))).decode()}

    def _config(self, content: str) -> ViewerConfig:
        return ViewerConfig(
            websocket=BrokerAddress(port=self._broker.websocket_port),
            base=topic_base(self._settings.site, self._settings.table),
            tree=self._broker.viewers_tree,
            trees=(self._broker.viewers_tree,),
            content=content,
            replays=self._record is not None,
            video=self._video is not None,
        )


def content_of(files: Mapping[str, str]) -> str:
    """Returns a word that changes with these files and with the program's version."""
    return hashlib.sha256(msgspec.json.encode([version(), sorted(files.items())])).hexdigest()[:16]
