"""The files of the page's server and its answer to one request.

Laws: only the files of the page and the given ones are served, so there is no path to escape from; nothing can be
changed.
"""

import gzip
import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final

import msgspec

from companion.looks.marks import emblem
from companion.looks.sheet import sheet_svg
from companion.looks.svg import picture
from companion.system.version import version
from companion.web.http import Answer, Request, refusal
from companion.web.pages.colours import colours_css
from companion.web.pages.own_data import ThemeList
from companion.web.pages.themes import own_theme_files, theme_names

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
#: As its path, because the page fetches it like a file.
CONFIG: Final = "/config.json"
#: The list of recorded games, and the start of all paths made from the record.
GAMES: Final = "/replays.json"
RECORDED: Final = "/replays"
#: The page of every replay: it requests the game that its own address names.
_REPLAY: Final = "/replay"
_REPLAYS: Final = "/replay/"


@dataclass(frozen=True, slots=True)
class Page:
    """The content type, the content and, if it saves space, the content packed with gzip."""

    kind: str
    body: bytes
    packed: bytes | None


#: Finds the page of a path; None if it has none.
Find = Callable[[str], Page | None]


def all_pages(files: Mapping[str, str], themes: Path) -> dict[str, Page]:
    """Returns all served pages by path: the page's files, colours and pictures from `companion.looks`, and `files`.

    `themes` is the folder of the family's own themes, which may be missing.
    """
    folder = resources.files("companion.web.pages") / "static"
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


def content_of(files: Mapping[str, str]) -> str:
    """Returns a word that changes with these files and with the program's version."""
    return hashlib.sha256(msgspec.json.encode([version(), sorted(files.items())])).hexdigest()[:16]


def json_page(value: Any) -> Page:
    """Returns a value as a JSON page."""
    return _page(_TYPES[".json"], msgspec.json.encode(value))


def answer(request: Request, find: Find) -> Answer:
    """Answers a request; `find` has the page of a path, or None."""
    if request.method not in ("GET", "HEAD"):
        return refusal(HTTPStatus.NOT_IMPLEMENTED)
    page = find(_REPLAY if request.path.startswith(_REPLAYS) else request.path)
    if page is None:
        return refusal(HTTPStatus.NOT_FOUND)
    if page.packed and "gzip" in request.headers.get("accept-encoding", ""):
        return Answer(page.packed, page.kind, headers={"Content-Encoding": "gzip"})
    return Answer(page.body, page.kind)


def part_pages(package: str, name: str, shared: Iterable[str]) -> dict[str, Page]:
    """Returns the files of a page of its own by path, below its `name`, and those of the spectators' page it shares."""
    viewer = dict(static_pages(resources.files("companion.web.pages") / "static", "/"))
    own = dict(static_pages(resources.files(f"companion.web.{package}") / "static", f"/{name}/"))
    return own | {f"/{each}": viewer[f"/{each}"] for each in shared}


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
