"""The sites that MkDocs builds: one for each language of the manual, one for developers."""

import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from companion.looks.colours import MANUAL
from companion.texts import shipped_wording
from manual.developers import ROOT, stage
from manual.pages import GAMES, MANUALS, PAGES, all_games, titles, written_pages

HERE: Final = Path(__file__).parent
DEVELOPERS: Final = "developers"
STYLE: Final = HERE / "theme/pawtrack.css"
#: The files that every site shows and loads; `iframe-worker.js` lets a page that is opened as a file search.
_ASSETS: Final = (
    HERE / "vendor/iframe-worker.js",
    ROOT / "ui/assets/icon.png",
    ROOT / "firmware_bridge/wheel.uf2",
)
#: Files of the theme that no reader needs.
_UNUSED: Final = ("**/*.map", "assets/javascripts/lunr/*.js", "sitemap.xml*", "404.html")


def build_family_site(language: str, pictures: Path, work: Path, site: Path) -> None:
    """Builds the manual in one language, with `pictures/SCENE.LANGUAGE.png` in it.

    Raises TextError, and mkdocs.exceptions.Abort if a link leads nowhere.
    """
    source = work / language
    pages = written_pages(language)
    for name, text in pages.items():
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / f"{name}.md").write_text(text, encoding="utf-8")
    (source / "pictures").mkdir()
    for picture in pictures.glob(f"*.{language}.png"):
        shutil.copyfile(picture, source / "pictures" / f"{picture.name.split('.')[0]}.png")
    # given a list of `alternate`, the theme would request the pages of the other sites from a server
    extra = {"alternate": True, "languages": [{"lang": code, "name": _own_name(code)} for code in MANUALS]}
    _build("mkdocs.yml", source, site / language, language, nav=_navigation(titles(pages)), extra=extra)


def build_developers_site(work: Path, site: Path) -> None:
    """Builds the developers' pages.  Raises mkdocs.exceptions.Abort if a link leads nowhere."""
    source = work / DEVELOPERS
    nav = stage(source)
    _build(
        "developers.yml",
        source,
        site / DEVELOPERS,
        "en",
        nav=nav,
        extra={"homepage": "index.html"},
        site_name="Pawtrack for developers",
    )


def write_entrance(site: Path) -> None:
    """Writes the page that leads to the reader's own language."""
    links = "\n".join(f'<li><a lang="{code}" href="{code}/index.html">{_own_name(code)}</a></li>' for code in MANUALS)
    page = _coloured(HERE / "theme/entrance.html").replace("{{links}}", links)
    (site / "index.html").write_text(page, encoding="utf-8")


def _coloured(file: Path) -> str:
    """Returns the file with the manual's colours in place of their names in double braces."""
    text = file.read_text(encoding="utf-8")
    for name, colour in MANUAL.items():
        text = text.replace(f"{{{{{name}}}}}", colour)
    return text


def _own_name(language: str) -> str:
    return shipped_wording()[language]["language"]["name"]


def _navigation(title: Mapping[str, str]) -> list[Any]:
    games = [f"games/{game}.md" for game in all_games()]
    return [{title[name]: [f"{name}.md", *games]} if name == GAMES else f"{name}.md" for name in PAGES]


def _build(base: str, source: Path, site: Path, language: str, *, extra: dict[str, Any], **settings: Any) -> None:
    # the theme greets every build with a notice about another program
    os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    (source / "assets").mkdir(parents=True, exist_ok=True)
    for asset in _ASSETS:
        shutil.copyfile(asset, source / "assets" / asset.name)
    (source / "assets" / STYLE.name).write_text(_coloured(STYLE), encoding="utf-8")
    config = load_config(str(HERE / base), docs_dir=str(source), site_dir=str(site), **settings)
    config.theme["language"] = language
    config.extra.update(extra)
    build(config)
    needed = {f"lunr.{language}.min.js", "lunr.stemmer.support.min.js"}
    stemmers = (path for path in site.glob("assets/javascripts/lunr/min/*.js") if path.name not in needed)
    for path in (*stemmers, *(path for pattern in _UNUSED for path in site.glob(pattern))):
        path.unlink()
