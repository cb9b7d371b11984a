"""The files of the page's server and its answer to one request: read by the standard library, without a socket.

Laws: only the files of the page and the given ones are served, so there is no path to escape from; nothing can be
changed.
"""

import gzip
import logging
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from importlib import resources
from importlib.resources.abc import Traversable
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import msgspec

from companion.looks.marks import emblem
from companion.looks.sheet import sheet_svg
from companion.looks.svg import picture
from companion.publishers.viewer.colours import colours_css
from companion.publishers.viewer.page_data import ThemeList
from companion.publishers.viewer.themes import own_theme_files, theme_names

log = logging.getLogger(__name__)

_SMALL_BYTES: Final = 1000
_TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".md": "text/plain; charset=utf-8",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
#: The page of every overlay; each has an address of its own, and a module that draws it.
_OVERLAY: Final = "/overlay.html"
_OVERLAY_MODULES: Final = "/overlay/parts/"
#: The list of recorded games, and the start of all paths made from the record.
GAMES: Final = "/replays.json"
RECORDED: Final = "/replays"
#: The page of every replay: it requests the game that its own address names.
_REPLAY: Final = "/replay"
_REPLAYS: Final = "/replay/"
HEADERS: Final = {
    "Content-Security-Policy": "default-src 'self'; connect-src 'self' ws: wss:; base-uri 'none'; form-action 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}


@dataclass(frozen=True, slots=True)
class Page:
    """The content type, the content and, if it saves space, the content packed with gzip."""

    kind: str
    body: bytes
    packed: bytes | None


#: Finds the page of a path; None if it has none.
Find = Callable[[str], Page | None]


@dataclass(frozen=True, slots=True)
class Answer:
    """`head` and `body` in their form on the line; `last`: the connection ends with it."""

    head: bytes
    body: bytes
    last: bool


def all_pages(files: Mapping[str, str], themes: Path) -> dict[str, Page]:
    """Returns all served pages by path: the page's files, colours and pictures from `companion.looks`, and `files`.

    `themes` is the folder of the family's own themes, which may be missing.
    """
    folder = resources.files("companion.publishers.viewer") / "static"
    pages = dict(static_pages(folder, "/"))
    pages |= {
        "/": pages["/index.html"],
        "/stream": pages["/stream.html"],
        "/lobby": pages["/lobby.html"],
        _REPLAY: pages["/replay.html"],
    }
    parts = [path for path in pages if path.startswith(_OVERLAY_MODULES)]
    pages |= {"/overlay/" + path.removeprefix(_OVERLAY_MODULES).removesuffix(".js"): pages[_OVERLAY] for path in parts}
    own = own_theme_files(themes)
    named = msgspec.json.encode(ThemeList(themes=tuple(theme_names(own)))).decode()
    # a family's own theme hides the shipped one of the same name
    themed = {path: _page(_TYPES[_ending(path)], content) for path, content in own.items()}
    pages |= {f"/themes/{name}": page for name, page in themed.items()}
    return pages | looks_and({"/themes.json": named, **files})


def looks_and(files: Mapping[str, str]) -> dict[str, Page]:
    """Returns colours and pictures from `companion.looks`, and `files`, by path."""
    made = {"/colours.css": colours_css(), "/sheet.svg": sheet_svg(), "/favicon.svg": picture(emblem()), **files}
    return {path: _page(_TYPES[_ending(path)], text.encode()) for path, text in made.items()}


def json_page(value: Any) -> Page:
    """Returns a value as a JSON page."""
    return _page(_TYPES[".json"], msgspec.json.encode(value))


def asked_path(request: bytes) -> str:
    """Returns the path of the head of a request, without the query; empty if it has none."""
    words = request.partition(b"\r\n")[0].split()
    return words[1].partition(b"?")[0].decode("latin-1") if len(words) > 1 else ""


def answer(request: bytes, find: Find) -> Answer:
    """Answers the head of one request, up to its empty line; `find` has the page of a path, or None."""
    handler = _Handler(request, find)
    return Answer(handler.wfile.getvalue(), handler.body, handler.close_connection)


class _Handler(BaseHTTPRequestHandler):
    """Parses a request with the standard library, fed from memory."""

    protocol_version = "HTTP/1.1"
    # otherwise it answers an unreadable request without a status line, as in 1991
    default_request_version = "HTTP/1.0"
    server_version = "pawtrack"
    sys_version = ""
    rfile: BytesIO
    wfile: BytesIO

    def __init__(self, request: bytes, find: Find) -> None:
        self.rfile, self.wfile, self.body = BytesIO(request), BytesIO(), b""
        self.client_address = ("", 0)
        self.close_connection = True
        self._find = find
        self.handle_one_request()

    def do_GET(self) -> None:
        self._answer(with_body=True)

    def do_HEAD(self) -> None:
        self._answer(with_body=False)

    def log_message(self, format: str, *args: Any) -> None:
        log.debug("viewer: " + format, *args)

    def _answer(self, *, with_body: bool) -> None:
        if "Content-Length" in self.headers or "Transfer-Encoding" in self.headers:
            # no body is read here, so no data may follow it
            self.close_connection = True
        path = self.path.partition("?")[0]
        page = self._find(_REPLAY if path.startswith(_REPLAYS) else path)
        if page is None:
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        packed = page.packed if "gzip" in self.headers.get("Accept-Encoding", "") else None
        body = packed or page.body
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", page.kind)
        self.send_header("Content-Length", str(len(body)))
        if packed:
            self.send_header("Content-Encoding", "gzip")
        for name, value in HEADERS.items():
            self.send_header(name, value)
        self.end_headers()
        if with_body:
            self.body = body


def static_pages(folder: Traversable, prefix: str) -> Iterator[tuple[str, Page]]:
    """Yields every usable file of a folder, by its path below `prefix`."""
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from static_pages(entry, f"{prefix}{entry.name}/")
            continue
        kind = _TYPES.get(_ending(entry.name))
        if kind:
            yield prefix + entry.name, _page(kind, entry.read_bytes())


def _ending(name: str) -> str:
    return "." + name.rpartition(".")[2]


def _page(kind: str, body: bytes) -> Page:
    return Page(kind, body, gzip.compress(body, 6, mtime=0) if len(body) > _SMALL_BYTES else None)
