"""`python -m manual.plain FOLDER`: the families' pages without pictures, by packages that the program has anyway.

`make run` builds them in a checkout that has no manual; `make docs` replaces them by the whole one.
"""

import re
import shutil
import sys
from html import escape
from pathlib import Path
from typing import Final

from markdown_it import MarkdownIt

from companion.looks.colours import MANUAL
from manual.pages import MANUALS, PAGES, TextError, titles, written_pages

_ROOT: Final = Path(__file__).parents[1]
#: The one file that the pages hand out.
_WHEEL: Final = _ROOT / "firmware_bridge/wheel.uf2"
#: Pages for developers are not built; the checkout has their texts.
_DEVELOPERS: Final = re.compile(r'href="(?:\.\./)+developers/([\w/-]+)\.html"')
_PICTURE: Final = re.compile(r"!\[[^\]]*\]\([^)]*pictures/\w+\.png\)\n*")
_LINK: Final = re.compile(r"(\]\([^):]*)\.md(#[^)]*)?\)")
_HEADING: Final = re.compile(r"<h([23])>(.*?)</h\1>")
_PAGE: Final = """<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} · Pawtrack</title>
<style>
body {{ font: 1.1rem/1.6 system-ui, sans-serif; max-width: 46rem; margin: 0 auto; padding: 1rem }}
html {{ color-scheme: light dark }}
nav a {{ margin-right: 1rem; white-space: nowrap }}
table {{ border-collapse: collapse }}
td, th {{ border: 1px solid {rule}; padding: .3rem .6rem; text-align: left; vertical-align: top }}
</style>
<nav>{links}</nav>
{body}
</html>
"""


def build_plain(site: Path) -> None:
    """Writes `LANGUAGE/PAGE.html` for every language and page.  Raises TextError, OSError."""
    for language in MANUALS:
        pages = written_pages(language)
        named = titles(pages)
        for name, text in pages.items():
            path = site / language / f"{name}.html"
            path.parent.mkdir(parents=True, exist_ok=True)
            up = "../" * name.count("/")
            links = "".join(f'<a href="{up}{each}.html">{escape(named[each])}</a> ' for each in PAGES)
            page = _PAGE.format(
                language=language, title=escape(named[name]), links=links, rule=MANUAL["rule"], body=body_of(text)
            )
            path.write_text(page, encoding="utf-8")
        (site / language / "assets").mkdir(exist_ok=True)
        shutil.copyfile(_WHEEL, site / language / "assets" / _WHEEL.name)


def body_of(text: str) -> str:
    """HTML of a page of Markdown: without pictures, links lead to pages, headings bear their own words as ids."""
    plain = _LINK.sub(r"\1.html\2)", _PICTURE.sub("", text))
    # the texts of the manual are ours, and their tables break lines by <br>
    rendered = MarkdownIt("commonmark", {"html": True}).enable("table").render(plain)
    rendered = _DEVELOPERS.sub(lambda found: f'href="{_source(found[1])}"', rendered)
    return _HEADING.sub(lambda found: f'<h{found[1]} id="{_slug(found[2])}">{found[2]}</h{found[1]}>', rendered)


def _source(page: str) -> str:
    path = _ROOT / f"{page}.md"
    return (path.with_name("README.md") if path.stem == "index" else path).as_uri()


def _slug(heading: str) -> str:
    return re.sub(r"[^\w]+", "-", re.sub(r"<[^>]+>", "", heading).lower()).strip("-")


def main(arguments: list[str]) -> int:
    """Returns the exit status: 0 done, 1 for a faulty text, 2 for unusable arguments."""
    if len(arguments) != 1:
        print("usage: python -m manual.plain FOLDER", file=sys.stderr)
        return 2
    try:
        build_plain(Path(arguments[0]))
    except TextError as error:
        print(f"manual: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
