"""The pages of the documentation name only files that there are."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted(
    path
    for path in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "hardware").rglob("*.md"))
    if "node_modules" not in path.parts
)
_LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
_CITED = re.compile(r"\bdocs/[\w/-]+\.(?:md|png)\b")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    links = [link for link in _LINK.findall(page.read_text(encoding="utf-8")) if not link.startswith("http")]
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_every_page_that_code_or_pages_name_is_there() -> None:
    listed = subprocess.run(
        ("git", "ls-files", "*.py", "*.toml", "*.md", "*.txt", "Makefile"), cwd=ROOT, check=True, capture_output=True
    )
    named = {
        (cited, name)
        for name in listed.stdout.decode().split()
        if (ROOT / name).is_file()
        for cited in _CITED.findall((ROOT / name).read_text(encoding="utf-8"))
    }
    assert sorted(cited for cited in named if not (ROOT / cited[0]).exists()) == []
