"""Serves the spectators' page; what happens in the game reaches it over MQTT, never through this server.

Laws: only the files of the page and four public values are served, so there is no path to escape from; nothing of the
table can be changed here; a taken port is replaced by the next free one.
"""

import gzip
import logging
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, Final, Protocol

import msgspec

from companion.board_files import BoardProfile
from companion.publishers.broker import free_port
from companion.publishers.nats_config import EVERYWHERE, LOOPBACK
from companion.rules.catalogue import load_variant, variant_ids
from companion.rules.variant import Variant
from companion.views.topics import topic_base
from companion.views.wording import LANGUAGES, load_language

log = logging.getLogger(__name__)

#: A slow or silent client holds a thread no longer than this.
CLIENT_TIMEOUT_S: Final = 15.0
STOP_TIMEOUT_S: Final = 3.0
_SMALL_BYTES: Final = 1000
_TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".md": "text/plain; charset=utf-8",
}
_HEADERS: Final = {
    "Content-Security-Policy": "default-src 'self'; connect-src 'self' ws: wss:; base-uri 'none'; form-action 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}


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


@dataclass(frozen=True, slots=True)
class _Page:
    kind: str
    body: bytes
    packed: bytes | None


Pages = Mapping[str, Callable[[], _Page]]


class ViewerServer:
    """`start` never raises; where no port is free, `url` stays None and the game goes on without the page."""

    def __init__(
        self, broker: WebsocketBroker, profile: BoardProfile, settings: ViewerSettings, *, lan: bool = False
    ) -> None:
        self._broker = broker
        self._profile = profile
        self._settings = settings
        self._lan = lan
        self._server: _Server | None = None
        self._thread: threading.Thread | None = None

    @property
    def url(self) -> str | None:
        """Where to point a browser: in the network where the page is open to it, else on this machine."""
        if self._server is None:
            return None
        host = _address_in_lan() if self._lan else LOOPBACK
        return f"http://{host}:{self._server.server_port}/"

    def start(self) -> None:
        host = EVERYWHERE if self._lan else LOOPBACK
        try:
            port = free_port(host, self._settings.viewer_port, avoid=self._broker.websocket_port)
            self._server = _Server((host, port), self._pages())
        except OSError as error:
            log.warning("the viewer page is not served: %s", error)
            return
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.1,), name="viewer", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        if self._server and self._thread:
            self._server.shutdown()
            self._thread.join(STOP_TIMEOUT_S)
            self._server.server_close()
            self._server = None

    def _pages(self) -> Pages:
        pages: dict[str, Callable[[], _Page]] = {}
        for path, page in _static_pages(resources.files("companion.publishers.viewer") / "static", "/"):
            pages[path] = _always(page)
        pages["/"] = pages["/index.html"]
        pages["/board.json"] = _always(_json_page(board_json(self._profile)))
        pages["/words.json"] = _always(_json_page(_words()))
        pages["/games.json"] = _always(_json_page(games_json()))
        # asked anew each time: the broker's port is known only once it runs
        pages["/config.json"] = lambda: _json_page(self._config())
        return pages

    def _config(self) -> dict[str, Any]:
        return {
            "v": 1,
            "websocket": {"port": self._broker.websocket_port, "path": "/mqtt"},
            "base": topic_base(self._settings.site, self._settings.table),
            "tree": self._broker.viewers_tree,
        }


def board_json(profile: BoardProfile) -> dict[str, Any]:
    """What the page needs to draw a board, in millimetres, x to the right and y down."""
    wheel = profile.wheel
    return {
        "v": 1,
        "id": profile.id,
        "size_mm": profile.size_mm,
        "track": profile.track,
        "goal": profile.goal,
        "kennel": profile.kennel,
        "centre": profile.centre,
        "wheel": wheel
        and {"centre": wheel.centre, "radius_mm": wheel.radius_mm, "fields": wheel.fields, "paws": wheel.paws},
    }


def games_json() -> dict[str, Any]:
    """What the page needs to know of each game to draw it: figures, ranks, and which fields mean something."""
    return {"v": 1, "games": {variant: _game_json(load_variant(variant)) for variant in variant_ids()}}


def _game_json(variant: Variant) -> dict[str, Any]:
    """`specials` and `door` are offsets in every sector; `lane_option` is the switch that moves the lanes' feet."""
    specials = {
        offset for effect in variant.effects if not effect.carried_offsets() for offset in effect.watched_offsets()
    }
    return {
        "figures": variant.figures,
        "ranks": variant.rank_names,
        "door": variant.centre.door if variant.centre else None,
        "specials": sorted(specials),
        "lane_offset": variant.walk.lane_offset,
        "lane_option": next((name for name, rule in variant.options.items() if "walk.lane_offset" in rule.sets), None),
    }


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, address: tuple[str, int], pages: Pages) -> None:
        super().__init__(address, _Handler)
        self.pages = pages

    def handle_error(self, request: Any, client_address: Any) -> None:  # noqa: ARG002 - the base class's signature
        """A browser that went away is no fault of ours."""
        log.debug("a viewer's request ended early", exc_info=True)


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    protocol_version = "HTTP/1.1"
    server_version = "pawtrack"
    sys_version = ""
    timeout = CLIENT_TIMEOUT_S

    def do_GET(self) -> None:
        self._answer(with_body=True)

    def do_HEAD(self) -> None:
        self._answer(with_body=False)

    def log_message(self, format: str, *args: Any) -> None:
        log.debug("viewer: " + format, *args)

    def _answer(self, *, with_body: bool) -> None:
        page = self.server.pages.get(self.path.partition("?")[0])
        if page is None:
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        self._send(page(), with_body=with_body)

    def _send(self, page: _Page, *, with_body: bool) -> None:
        packed = page.packed if "gzip" in self.headers.get("Accept-Encoding", "") else None
        body = packed or page.body
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", page.kind)
        self.send_header("Content-Length", str(len(body)))
        if packed:
            self.send_header("Content-Encoding", "gzip")
        for name, value in _HEADERS.items():
            self.send_header(name, value)
        self.end_headers()
        if with_body:
            self.wfile.write(body)


def _static_pages(folder: Traversable, prefix: str) -> Iterator[tuple[str, _Page]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _static_pages(entry, f"{prefix}{entry.name}/")
            continue
        kind = _TYPES.get("." + entry.name.rpartition(".")[2])
        if kind:
            yield prefix + entry.name, _page(kind, entry.read_bytes())


def _always(page: _Page) -> Callable[[], _Page]:
    return lambda: page


def _page(kind: str, body: bytes) -> _Page:
    return _Page(kind, body, gzip.compress(body, 6, mtime=0) if len(body) > _SMALL_BYTES else None)


def _json_page(value: object) -> _Page:
    return _page(_TYPES[".json"], msgspec.json.encode(value))


def _words() -> dict[str, Any]:
    """How the cards are called, by language."""
    return {"v": 1, "cards": {language: load_language(language)["cards"] for language in LANGUAGES}}


def _address_in_lan() -> str:
    """This machine's address in its network; nothing is sent to find it out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return LOOPBACK
