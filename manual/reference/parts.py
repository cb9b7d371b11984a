"""Finds the marked parts of a page and replaces them with the output of their generators."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

from manual.reference.commands import command_reference
from manual.reference.faults import fault_table
from manual.reference.reasons import reason_table
from manual.reference.settings import settings_table

#: Each generator takes the words that follow its name in the mark and returns Markdown.
GENERATORS: Final[dict[str, Callable[..., str]]] = {
    "commands": command_reference,
    "settings": settings_table,
    "faults": fault_table,
    "reasons": reason_table,
}
_PART: Final = re.compile(
    r"^(?P<begin><!-- generated: (?P<name>\w+)(?P<arguments>[^>]*?) -->\n).*?^(?P<end><!-- end -->)$",
    re.MULTILINE | re.DOTALL,
)


def renewed(text: str) -> str:
    """Returns the page with every marked part written anew.  Raises KeyError for a name without a generator."""

    def written(part: re.Match[str]) -> str:
        table = GENERATORS[part["name"]](*part["arguments"].split())
        return f"{part['begin']}\n{table}\n\n{part['end']}"

    return _PART.sub(written, text)


def stale_pages(root: Path) -> list[Path]:
    """Returns the pages under `docs` whose generated parts differ from the output of their generators."""
    pages = {path: path.read_text(encoding="utf-8") for path in sorted((root / "docs").rglob("*.md"))}
    return [path for path, text in pages.items() if renewed(text) != text]
