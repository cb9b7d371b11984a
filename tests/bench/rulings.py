"""Which test shows which ruling: `rulings()` reads it from the tests' docstrings; as a program it writes
docs/rulings.md.

Law: a test shows a ruling by naming its id in its name or docstring; what cannot be tested says why in
`tests/rulings_elsewhere.toml`.
"""

import ast
import re
import tomllib
from collections import defaultdict
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
#: How many rulings each family of the rules text has.
FAMILIES = {"CORE": 31, "BD": 84, "DOG": 35, "ROY": 39, "TK": 30, "ST": 23, "DC": 22}
_ID = re.compile(r"\b((?:CORE|BD|DOG|ROY|TK|ST|DC)-R\d\d)\b")


def expected() -> list[str]:
    """Every ruling id of the families in force, in order."""
    return [f"{family}-R{number:02}" for family, last in FAMILIES.items() for number in range(1, last + 1)]


def shown() -> dict[str, list[str]]:
    """Ruling id -> the tests that name it, as `file::test`."""
    tests: dict[str, list[str]] = defaultdict(list)
    for path in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                source = ast.get_source_segment(path.read_text(encoding="utf-8"), node) or ""
                said = (ast.get_docstring(node) or "") + " ".join(_decorators(node)) + source
                for ruling in dict.fromkeys(_ID.findall(said)):
                    tests[ruling].append(f"{path.relative_to(TESTS)}::{node.name}")
    return tests


def untestable() -> dict[str, str]:
    """Ruling id -> why no test can show it (or not yet)."""
    path = TESTS / "rulings_elsewhere.toml"
    return dict(tomllib.loads(path.read_text(encoding="utf-8")))


def _decorators(node: ast.FunctionDef) -> list[str]:
    return [ast.unparse(decorator) for decorator in node.decorator_list]


def main() -> None:
    tests, reasons = shown(), untestable()
    rows = ["# Rulings and the tests that show them", "", "Written by `make rulings`; ids as in the rules text.", ""]
    rows += ["| ruling | shown by |", "|---|---|"]
    for ruling in expected():
        where = "<br>".join(f"`{test}`" for test in tests.get(ruling, [])[:4])
        rows.append(f"| {ruling} | {where or reasons.get(ruling, '**missing**')} |")
    target = TESTS.parent / "docs" / "rulings.md"
    target.write_text("\n".join(rows) + "\n", encoding="utf-8")
    print(f"{target.name}: {len(expected())} rulings")


if __name__ == "__main__":
    main()
