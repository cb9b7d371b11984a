"""Checks the built sites: every link leads to a page and a place on it, and nothing is loaded from the network.

MkDocs checks the links of the texts; this also checks those that the theme and the entrance add.
"""

from collections.abc import Callable, Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

#: The tags and attributes that a browser fetches by itself; an `a` is only followed.
_LOADED: Final = {("script", "src"), ("img", "src"), ("link", "href"), ("source", "src"), ("iframe", "src")}
_FOLLOWED: Final = ("a", "href")


class _Page(HTMLParser):
    """The loads and links of a page, and the places on it that can be linked."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.linked: list[str] = []
        self.places: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("id", "name"):
                self.places.add(value or "")
            elif (tag, name) in _LOADED:
                self.loaded.append(value or "")
            elif (tag, name) == _FOLLOWED:
                self.linked.append(value or "")


def faults_of(site: Path) -> list[str]:
    """The faults of the pages below the folder, a line each; empty if there are none."""

    @cache
    def page(path: Path) -> _Page:
        return _Page(path.read_text(encoding="utf-8"))

    return [fault for path in sorted(site.rglob("*.html")) for fault in _faults(path, site, page)]


def _faults(path: Path, site: Path, page: Callable[[Path], _Page]) -> Iterator[str]:
    here = path.relative_to(site)
    for address in page(path).loaded:
        if urlsplit(address).netloc:
            yield f"{here} loads {address} from the network"
    for address in (*page(path).loaded, *page(path).linked):
        parts = urlsplit(address)
        if parts.scheme or parts.netloc or not address:
            continue
        target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
        if not target.is_file():
            yield f"{here} leads to {address}, which there is not"
        elif parts.fragment and target.suffix == ".html" and unquote(parts.fragment) not in page(target).places:
            yield f"{here} leads to {address}, a place that page has not"
