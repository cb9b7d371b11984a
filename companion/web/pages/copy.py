"""A copy of the pages as plain files, for any web server: they follow tables of one site from a public broker."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec

from companion.board.files import board_ids, load_board
from companion.rules.catalogue import Catalogue
from companion.system.addresses import shown_address
from companion.views.broadcast.topics import topic_base, viewers_tree
from companion.views.wording.sentences import Wording
from companion.web.pages.boards import shipped_board_files, shipped_boards
from companion.web.pages.drawings import Drawings
from companion.web.pages.page_data import GameList, ViewerConfig
from companion.web.pages.pages import CONFIG, GAMES, all_pages, content_of
from companion.web.pages.tables import board_games, board_geometry
from companion.web.pages.words import page_words

#: The page of one table; the first page is the lobby.
TABLE_PAGE: Final = "table.html"
_TREES: Final = [viewers_tree(0), viewers_tree(1)]


class CopyError(ValueError):
    """The arguments make no page; one line with the reason."""


def write_copy(folder: Path, site: str, brokers: Sequence[str], catalogue: Catalogue, wording: Wording) -> int:
    """Writes the files and returns their number.

    `brokers` are the addresses of the broker's servers, for MQTT over WebSocket; viewers spread over them.  Raises
    CopyError and OSError.
    """
    if not brokers:
        raise CopyError("name the broker, such as --broker wss://club.example:8441/mqtt")
    for broker in brokers:
        _check_address(broker)
    files = {path: _text(value) for path, value in _values(catalogue, wording).items()}
    files[CONFIG] = _text(
        ViewerConfig(
            brokers=tuple(brokers),
            base=topic_base(site, ""),
            tree=_TREES[0],
            trees=tuple(_TREES),
            viewer=TABLE_PAGE,
            content=content_of(files),
        )
    )
    pages = {path: page.body for path, page in all_pages(files, folder / "themes").items()}
    pages[f"/{TABLE_PAGE}"] = pages["/index.html"]
    pages["/index.html"] = pages["/lobby.html"]
    written = {_file_of(path): body for path, body in pages.items() if path != "/"}
    for path, body in written.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(body)
    return len(written)


def _values(catalogue: Catalogue, wording: Wording) -> Mapping[str, Any]:
    # drawn until the table has named its board
    profile = load_board(board_ids()[0])
    variants = list(catalogue.variants.values())
    drawings = Drawings(profile, variants)
    return {
        "/board.json": board_geometry(profile),
        "/games.json": board_games(variants, drawings),
        "/words.json": page_words(wording),
        "/boards.json": shipped_boards(catalogue),
        GAMES: GameList(offered=False),
        **drawings.files(),
        **shipped_board_files(catalogue),
    }


def _check_address(text: str) -> None:
    try:
        parts = urlsplit(text)
        named = parts.hostname and (parts.port or True)
    except ValueError:
        named = False
    if not named or parts.scheme not in ("ws", "wss") or parts.username is not None:
        raise CopyError(f"{shown_address(text)} must look like wss://club.example:8441/mqtt")


def _text(value: Any) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def _file_of(path: str) -> str:
    """Returns the file of a page: web servers detect the type by the ending."""
    name = path.lstrip("/")
    return name if "." in name.rpartition("/")[2] else f"{name}.html"
