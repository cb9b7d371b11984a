"""The families' pages of one language: the written text, with the parts that have an owner elsewhere filled in.

| in a text | becomes |
|---|---|
| `[[home.demo]]` | the words of that button or line of the tablet, in bold |
| `![what it shows](play_deal)` | the picture of that scene of `tests/support/gallery`, or of a game's table |
| `{{faults CAM}}` | every fault whose id has that part: the case and the cure |
| `{{games}}` | the list of all games |
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from companion.catalogue.shipped import SHIPPED
from companion.open_row.catalogue import game_ids
from companion.texts import LANGUAGES
from companion.views.troubles import TROUBLES
from companion.views.wording.words import variant_name
from manual.games import GAME_TEXT, ended, game_page, players_line
from manual.reference.faults import fault_words, harm_words
from ui.i18n import Words, load_words

TEXTS: Final = Path(__file__).parent / "texts"
#: The languages that have a manual; the tablet may have a new language before the manual does.
MANUALS: Final = tuple(language for language in LANGUAGES if (TEXTS / language).is_dir())
#: The list of the games; the page of each game follows it.
GAMES: Final = "games/index"
#: The pages in the order in which they are read.
PAGES: Final = (
    "index",
    "start",
    "table",
    "playing",
    GAMES,
    "house-rules",
    "wheel",
    "score",
    "streaming",
    "troubles",
)
_BUTTON: Final = re.compile(r"\[\[([\w.]+)\]\]")
_PICTURE: Final = re.compile(r"!\[([^\]]+)\]\((\w+)\)")
_FAULTS: Final = re.compile(r"\{\{faults ([A-Z]{3})\}\}")
_LIST: Final = "{{games}}"
#: A blank of a sentence, which the program fills in.
_BLANK: Final = re.compile(r"\{[\w.]+\}")


class TextError(ValueError):
    """A text names something that does not exist; the message names both."""


def all_games() -> tuple[str, ...]:
    """The games that come with the program, those on boards first."""
    return (*SHIPPED.ids, *game_ids())


def written_pages(language: str) -> dict[str, str]:
    """The pages by their path without ending, ready for the site.  Raises TextError."""
    words = load_words(language)
    pages = {name: _filled(name, _read(language, name), words) for name in PAGES}
    template = _read(language, GAME_TEXT)
    for game in all_games():
        pages[f"games/{game}"] = _filled(GAME_TEXT, game_page(template, game, words), words)
    return pages


def pictures_named(pages: Mapping[str, str]) -> frozenset[str]:
    """The scenes whose pictures stand on the pages."""
    return frozenset(name for text in pages.values() for name in re.findall(r"/?pictures/(\w+)\.png", text))


def titles(pages: Mapping[str, str]) -> dict[str, str]:
    """The first heading of each page.  Raises TextError for a page without one."""
    found = {name: re.match(r"# (.+)", text) for name, text in pages.items()}
    missing = [name for name, title in found.items() if title is None]
    if missing:
        raise TextError(f"{missing[0]}.md does not begin with a heading")
    return {name: title[1] for name, title in found.items() if title}


def _read(language: str, name: str) -> str:
    path = TEXTS / language / f"{name}.md"
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise TextError(f"{path.relative_to(TEXTS.parent)} is missing: each language has every page") from None


def _filled(name: str, text: str, words: Words) -> str:
    where = f"{words.language}/{name}.md"
    up = "../" * name.count("/")
    text = _BUTTON.sub(lambda found: f"**{_tablet(found[1], words, where)}**", text)
    text = _PICTURE.sub(lambda found: f"![{found[1]}]({up}pictures/{found[2]}.png)", text)
    text = _FAULTS.sub(lambda found: _faults(found[1], words.language, where), text)
    return text.replace(_LIST, "\n".join(_game_rows(words)))


def _tablet(message: str, words: Words, where: str) -> str:
    if message not in words.words:
        raise TextError(f"{where} names the tablet's text {message}, which there is not")
    return words.words[message].strip()


def _game_rows(words: Words) -> Iterator[str]:
    yield "| | | |"
    yield "|---|---|---|"
    for game in all_games():
        link = f"[{variant_name(game, words)}]({game}.md)"
        yield f"| {link} | {words.text(f'game.{game}')} | {players_line(game, words)} |"


def _faults(part: str, language: str, where: str) -> str:
    """A section for each fault of a part of the table; one id may have two wordings."""
    known = {code: fault for code, fault in TROUBLES.items() if fault.split("-")[1] == part}
    if not known:
        raise TextError(f"{where} names the faults {part}, which there are not")
    said: dict[str, list[str]] = {}
    for code, fault in sorted(known.items(), key=lambda entry: entry[1]):
        said.setdefault(fault, []).append(_explained(code, language))
    sections = ((f"### {fault}", *texts, f"*{harm_words(fault, language)}*") for fault, texts in said.items())
    return "\n\n".join("\n\n".join(section) for section in sections)


def _explained(code: str, language: str) -> str:
    """The case, in bold, and the cure; blanks that only the table knows are left open."""
    case, cure = (_BLANK.sub("…", text) for text in fault_words(code, language))
    return f"**{ended(case)}** {cure}".strip()
