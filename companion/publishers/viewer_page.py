"""The spectators' page of one table, as the web program serves it; the page gets the game's events over MQTT."""

import logging
import os
from pathlib import Path
from typing import Protocol

import msgspec

from companion.board.files import BoardProfile
from companion.programs.lan_addresses import lan_addresses
from companion.programs.tcp_ports import EVERYWHERE, LOOPBACK
from companion.rules.catalogue import Catalogue
from companion.settings.schema import Settings
from companion.texts import shipped_wording
from companion.views.broadcast.topics import topic_base
from companion.views.wording.sentences import Wording
from companion.web.messages import PageConfig
from companion.web.pages.boards import own_boards
from companion.web.pages.drawings import Drawings
from companion.web.pages.page_data import BrokerAddress, GameList, ViewerConfig
from companion.web.pages.pages import CONFIG, GAMES, content_of
from companion.web.pages.tables import board_games, board_geometry, card_games
from companion.web.pages.words import page_words
from companion.web.program import WebProgram
from companion.web.video.wire import VideoDoor
from companion.writing.speakable import SPOKEN

log = logging.getLogger(__name__)


class WebsocketBroker(Protocol):
    """The broker whose WebSocket the page connects to, on the host that served the page."""

    @property
    def websocket_port(self) -> int: ...
    @property
    def viewers_tree(self) -> str: ...


class ViewerPage:
    """`open` never raises; if no port is free, `url` stays None and the game goes on without the page."""

    def __init__(
        self,
        broker: WebsocketBroker,
        profile: BoardProfile | None,
        catalogue: Catalogue,
        settings: Settings,
        *,
        lan: bool = False,
        themes: Path = Path(os.devnull),
        wording: Wording | None = None,
        record: Path | None = None,
        video: VideoDoor | None = None,
        lan_address: str = "",
    ) -> None:
        """`profile` None: a game of cards alone.

        `themes`: the folder of the family's own themes of the overlays, which may be missing.
        `wording` None: the languages of the program.  `record`: the folder of the record whose finished games viewers
        may watch again; None: they may not.  `video`: the source of the table's pictures; None: viewers see none.
        `lan_address`: this machine's address for others, empty: detected.
        """
        self._broker = broker
        self._profile = profile
        self._catalogue = catalogue
        self._settings = settings
        self._lan = lan
        self._themes = themes
        self._wording = wording or shipped_wording()
        self._record = record
        self._video = video
        self._address = lan_address
        self._port = 0

    @property
    def url(self) -> str | None:
        """The address for a browser: in the network if the page is open to it, else on this machine."""
        return self.urls[0] if self.urls else None

    @property
    def urls(self) -> tuple[str, ...]:
        """The same for every address of this machine for others, the likeliest first."""
        if not self._port:
            return ()
        hosts = lan_addresses(self._address) if self._lan else ()
        return tuple(f"http://{host}:{self._port}/" for host in hosts or (LOOPBACK,))

    def open(self, web: WebProgram, avoid: frozenset[int] = frozenset()) -> PageConfig | None:
        """Opens the port; returns the page for `web`.  `avoid`: ports reserved by the settings."""
        try:
            host, avoid = EVERYWHERE if self._lan else LOOPBACK, avoid | {self._broker.websocket_port}
            where = web.listen(host, self._settings.viewer_port, avoid)
        except OSError as error:
            log.warning("the viewer page is not served: %s", error)
            return None
        self._port = where.port
        folder = str(self._record) if self._record else ""
        spoken = {each.language: dict(each[SPOKEN]) for each in self._wording.languages}
        return PageConfig(where, self._files(), str(self._themes), folder, self._settings.delay_s, self._video, spoken)

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
            house=(self.url or "") if self._lan else "",
            content=content,
            replays=self._record is not None,
            video=self._video is not None,
        )
