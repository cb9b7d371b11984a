"""The glossary and the names in the code agree: each side has the names of the other, and one thing has one name."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("companion", "firmware_bridge", "vision", "ui")
#: Words that give no information about a thing.
EMPTY_WORDS = {"manager", "helper", "utils", "util", "misc"}
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in (ROOT / "docs/reference/glossary.md").read_text(encoding="utf-8").splitlines()
    if line.startswith("| ") and not line.startswith("| term")
]
CODE = {name for row in ROWS for name in re.findall(r"`([\w.]+)`", row[2])}
NOT_USED = {word.strip() for row in ROWS for word in row[3].split(",") if word.strip()} | EMPTY_WORDS


def paths() -> list[Path]:
    return [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def names_in(path: Path) -> set[str]:
    """The public classes and type names that a module defines."""
    body = ast.parse(path.read_text(encoding="utf-8")).body
    classes = {node.name for node in body if isinstance(node, ast.ClassDef)}
    types = {
        node.targets[0].id
        for node in body
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and isinstance(node.value, ast.Call)
        and isinstance(node.value.func, ast.Name)
        and node.value.func.id == "NewType"
    }
    return {name for name in classes | types if not name.startswith("_")}


def words_of(name: str) -> set[str]:
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])", name)}


def test_every_term_stands_once() -> None:
    terms = [term for row in ROWS for term in row[0].split(", ")]
    assert sorted({term for term in terms if terms.count(term) > 1}) == []


def test_what_the_glossary_points_at_is_there() -> None:
    there = {module_name(path) for path in paths()} | {name for path in paths() for name in names_in(path)}
    assert sorted(CODE - there) == []


def test_the_vocabulary_of_the_model_and_every_card_use_are_explained() -> None:
    model = {name for path in (ROOT / "companion/model").glob("*.py") for name in names_in(path)}
    mechanics = {module_name(path) for path in (ROOT / "companion/rules/mechanics").glob("[a-z]*.py")}
    assert sorted((model | mechanics) - CODE - {name for name in model if name.endswith("Error")}) == []


def test_nothing_is_named_by_a_word_that_is_not_used() -> None:
    named = {(name, module_name(path)) for path in paths() for name in {path.stem, *names_in(path)}}
    assert sorted(entry for entry in named if words_of(entry[0]) & NOT_USED) == []
