"""The tests of each ruling, from `docs/reference/rules` and the tests; as a program it writes build/rulings.md.

Law: a test shows a ruling by naming its id in its name or docstring; rulings that cannot be tested have a reason in
`tests/rulings_elsewhere.toml`.
"""

import ast
import re
import subprocess
import tomllib
from collections import defaultdict
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
ROOT = TESTS.parent
PAGES = ROOT / "docs/reference/rules"
_ID = re.compile(r"\b(?:CORE|BD|DOG|ROY|TK|ST|DC|KZ|TQ|JK|PJ)-R\d+\b")
_ROW = re.compile(rf"^\| ({_ID.pattern}) \|", re.MULTILINE)
_SWITCH = re.compile(r"`((?:core|bd|dog|braendi|roy|tk|st|dc|kz|tq|jk|pj)\.[a-z0-9_]+)`")


def decided() -> list[str]:
    """The id of every ruling in `docs/reference/rules`, page by page."""
    return [ruling for page in sorted(PAGES.glob("*.md")) for ruling in _ROW.findall(page.read_text(encoding="utf-8"))]


def switches() -> set[str]:
    """The name of every house-rule switch in `docs/reference/rules`."""
    return {name for page in PAGES.glob("*.md") for name in _SWITCH.findall(page.read_text(encoding="utf-8"))}


def cited() -> dict[str, str]:
    """Every ruling id in any text of the repository -> a file that cites it."""
    listed = subprocess.run(("git", "ls-files", "-z"), cwd=ROOT, check=True, capture_output=True).stdout
    found: dict[str, str] = {}
    for name in listed.decode().split("\0"):
        path = ROOT / name
        if path.is_file() and path.suffix not in {".png", ".jpg", ".onnx", ".ttf", ".stl"}:
            for ruling in _ID.findall(path.read_text(encoding="utf-8", errors="replace")):
                found.setdefault(ruling, name)
    return found


def shown() -> dict[str, list[str]]:
    """Ruling id -> the tests that name it, as `file::test`."""
    tests: dict[str, list[str]] = defaultdict(list)
    for path in sorted(TESTS.rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        lines = text.splitlines()
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
                for ruling in dict.fromkeys(_ID.findall("\n".join(lines[first - 1 : node.end_lineno]))):
                    tests[ruling].append(f"{path.relative_to(TESTS)}::{node.name}")
    return tests


def untestable() -> dict[str, str]:
    """Ruling id -> why no test can show it (or not yet)."""
    path = TESTS / "rulings_elsewhere.toml"
    return dict(tomllib.loads(path.read_text(encoding="utf-8")))


def main() -> None:
    tests, reasons = shown(), untestable()
    rows = ["# Rulings and the tests that show them", "", "| ruling | shown by |", "|---|---|"]
    for ruling in decided():
        where = "<br>".join(f"`{test}`" for test in tests.get(ruling, [])[:4])
        rows.append(f"| {ruling} | {where or reasons.get(ruling, '**missing**')} |")
    target = ROOT / "build" / "rulings.md"
    target.parent.mkdir(exist_ok=True)
    target.write_text("\n".join(rows) + "\n", encoding="utf-8")
    print(f"{target.relative_to(ROOT)}: {len(decided())} rulings")


if __name__ == "__main__":
    main()
