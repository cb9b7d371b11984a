"""The developers' pages: the repository's own, unchanged, and the reference of the Python API beside them.

A link to anything but a page (a source file, a test) becomes plain text, since the site is read without the repository.
"""

import re
import shutil
from pathlib import Path, PurePosixPath
from typing import Final

ROOT: Final = Path(__file__).parents[1]
#: The repository's pages; pictures and papers come with the pages that show them.
_PAGES: Final = ("*.md", "docs/**/*.md", "hardware/*.md")
_SHOWN: Final = (
    "docs/**/*.png",
    "docs/**/*.svg",
    "docs/**/*.json",
    "hardware/pictures/*.png",
    "hardware/wiring/*.svg",
    "hardware/enclosure/*.pdf",
    "hardware/BOM.csv",
)
#: The parts of the navigation; a page in none of them stands under the last one.
_PARTS: Final = {
    "Start": ("README.md", "docs/README.md"),
    "Tutorials": ("docs/tutorials/*.md",),
    "How to": ("docs/how-to/*.md", "docs/how-to/*/*.md"),
    "Reference": ("docs/reference/*.md", "reference.md"),
    "Formats": ("docs/reference/formats/*.md",),
    "Rules": ("docs/reference/rules/*.md",),
    "Explanation": ("docs/accuracy.md", "docs/performance.md", "docs/explanation/*.md"),
    "Decisions": ("docs/explanation/decisions/*.md",),
    "Hardware": ("hardware/*.md",),
    "Working on it": ("CONTRIBUTING.md", "ARCHITECTURE.md", "CHANGELOG.md", "CODE_OF_CONDUCT.md", "SECURITY.md"),
    "More": ("docs/**/*.md",),
}
#: The public parts of the engine, the referee and the notation.
_PUBLIC: Final = (
    "companion.catalogue.shipped",
    "companion.model.position",
    "companion.model.places",
    "companion.model.play",
    "companion.model.verdict",
    "companion.model.notation",
    "companion.rules.rules",
    "companion.rules.legal",
    "companion.rules.apply",
    "companion.rules.written_play",
    "companion.rules.schema",
    "companion.referee.judge",
)
_LINK: Final = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")
Navigation = list[dict[str, str | list[str]]]


def stage(folder: Path) -> Navigation:
    """Copies the pages into the folder as the site reads them, and returns the navigation."""
    pages = _found(ROOT, _PAGES)
    shown = {*pages, *_found(ROOT, _SHOWN)}
    for name in shown:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        if name in pages:
            text = (ROOT / name).read_text(encoding="utf-8")
            (folder / name).write_text(linked(text, PurePosixPath(name), shown), encoding="utf-8")
        else:
            shutil.copyfile(ROOT / name, folder / name)
    (folder / "reference.md").write_text(_reference(), encoding="utf-8")
    return _navigation(folder)


def linked(text: str, page: PurePosixPath, shown: set[str]) -> str:
    """The text of a page with links only to pages of the site; a folder stands for its README."""

    def kept(found: re.Match[str]) -> str:
        picture, label, target = found.groups()
        path, _, anchor = target.partition("#")
        if not path or "://" in target:
            return found[0]
        there = _resolved(page.parent / path)
        if there in shown:
            return found[0]
        if f"{there}/README.md" in shown:
            mark = f"#{anchor}" if anchor else ""
            return f"{picture}[{label}]({path.rstrip('/')}/README.md{mark})"
        return label

    return _LINK.sub(kept, text)


def _resolved(path: PurePosixPath) -> str:
    """The path from the root without `..` in it."""
    parts: list[str] = []
    for part in path.parts:
        if part == "..":
            parts = parts[:-1]
        else:
            parts.append(part)
    return "/".join(parts)


def _found(root: Path, patterns: tuple[str, ...]) -> list[str]:
    paths = {path: None for pattern in patterns for path in sorted(root.glob(pattern))}
    return [path.relative_to(root).as_posix() for path in paths]


def _navigation(folder: Path) -> Navigation:
    placed: set[str] = set()
    parts: Navigation = []
    for title, patterns in _PARTS.items():
        pages = [page for page in _found(folder, patterns) if page not in placed]
        placed.update(pages)
        if pages:
            parts.append({title: list(pages)})
    return parts


def _reference() -> str:
    return "# Reference\n\n" + "\n".join(f"::: {module}\n" for module in _PUBLIC)
