"""A recorded game as one file that a browser opens from a disk: the replay page with everything that it needs inside.

Laws: it requests nothing outside itself; it runs its one script and no other, whatever names people use.
"""

import base64
import hashlib
import re
from collections.abc import Mapping
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Any, Final

import msgspec

from companion.coach.face import AnalysisFace
from companion.history.course import GameCourse
from companion.history.replay import Replay
from companion.looks.marks import emblem
from companion.looks.sheet import sheet_svg
from companion.looks.svg import picture
from companion.views.wording.sentences import Wording
from companion.web.pages.colours import colours_css
from companion.web.pages.one_script import one_script
from companion.web.pages.page_data import PageWords, SavedReplay
from companion.web.pages.watched import watched_game
from companion.web.pages.words import page_words

_PAGE: Final = "replay.html"
_STYLE: Final = re.compile(r'<link rel="stylesheet" href="/([\w/.-]+)">')
_SCRIPT: Final = re.compile(r'<script type="module" src="/([\w/.-]+)"></script>')
_EMBLEM: Final = "/favicon.svg"
#: Generated files.
_COLOURS: Final = "colours.css"


def replay_file(
    course: GameCourse,
    replay: Replay,
    wording: Wording,
    language: str,
    analyses: Mapping[str, AnalysisFace] = MappingProxyType({}),
) -> bytes:
    """Returns the file; it opens in `language`, and offers all others.  `analyses`: the coach's reviews by language.

    Raises ProfileError if no known board fits the game.
    """
    watched = watched_game(course, replay)
    held = SavedReplay(
        geometry=watched.geometry,
        games=watched.games,
        drawings=watched.drawings,
        replay=watched.replay,
        words=_words(wording, replay.variant),
        sheet=sheet_svg(),
        language=language,
        analyses=dict(analyses),
    )
    data = f'<script type="application/json" id="replay-data">{_data(held)}</script>\n'
    page, policy = _page()
    head, body = page.split("<body>", 1)
    head = head.replace('<meta charset="utf-8">', f'<meta charset="utf-8">\n{policy}', 1)
    return f"{head}<body>\n{data}{body}".encode()


def _words(wording: Wording, variant: str) -> PageWords:
    """Returns the words of the page, with only the name of this game."""
    words = page_words(wording)
    games = {
        language: {game: name for game, name in names.items() if game == variant}
        for language, names in words.games.items()
    }
    return msgspec.structs.replace(words, games=games)


def _data(value: Any) -> str:
    """Returns JSON that ends no script, even if its texts contain the end tag."""
    return msgspec.json.encode(value).decode().replace("<", "\\u003c").replace("\u2028", "\\u2028")


@cache
def _page() -> tuple[str, str]:
    """Returns the page with its styles and its script inside, and the policy that lets a browser take only these."""
    texts = _static_texts()
    styles: list[str] = []
    scripts: list[str] = []

    def style(found: re.Match[str]) -> str:
        styles.append(colours_css() if found[1] == _COLOURS else texts[found[1]])
        return f"<style>{styles[-1]}</style>"

    def script(found: re.Match[str]) -> str:
        scripts.append(one_script(texts, found[1]))
        return f'<script type="module">{scripts[-1]}</script>'

    page = _SCRIPT.sub(script, _STYLE.sub(style, texts[_PAGE]))
    icon = base64.b64encode(picture(emblem()).encode()).decode()
    page = page.replace(f'"{_EMBLEM}"', f'"data:image/svg+xml;base64,{icon}"')
    if re.search(r'(?:src|href)="/', page):
        raise ValueError("the page names a file that is not put in")
    policy = f"default-src 'none'; img-src data:; script-src {_hashes(scripts)}; style-src {_hashes(styles)}"
    return (
        page,
        f"<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}; base-uri 'none'; form-action 'none'\">",
    )


def _hashes(contents: list[str]) -> str:
    digests = (hashlib.sha256(content.encode()).digest() for content in contents)
    return " ".join(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)


def _static_texts() -> dict[str, str]:
    """Returns scripts, styles and the page, by their path."""
    folder = resources.files("companion.web.pages") / "static"
    parts = [("", folder), ("watched/", folder / "watched")]
    return {
        prefix + entry.name: entry.read_text(encoding="utf-8")
        for prefix, part in parts
        for entry in part.iterdir()
        if entry.name.endswith((".js", ".css", ".html"))
    }
