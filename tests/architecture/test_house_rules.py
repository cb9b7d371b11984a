"""The promises of ARCHITECTURE.md that no linter checks."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.catalogue.shipped import SHIPPED
from companion.open_row.catalogue import game_ids

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("companion", "firmware_bridge", "vision", "ui")
#: A figure may be called like a game: its name is a slot of positions (the dog), not a choice between games.
SLOT_NAMES = {name for variant in SHIPPED.ids for name in SHIPPED.variant(variant).slots}
VARIANT_IDS = (
    {path.stem for path in (ROOT / "companion/rules/variants").glob("*.toml")} | set(game_ids())
) - SLOT_NAMES
#: The only places outside `rules/variants` that may name a game: the settings' default and the firmware's product name.
MAY_NAME_A_VARIANT = {"companion/settings/schema.py"}
#: The only functions that may be longer than 40 lines, since they are tables: one value for each field, or one kind of
#: command in each line, so that the type checker finds a forgotten one.
TABLES = {
    ("companion/rules/rules.py", "_build"),
    ("companion/sensors/recorder.py", "_lines"),
    ("companion/views/table.py", "_board_view"),
}
#: The rules of a table in both engines, and what they are given beside.
RULES = {"Rules", "BoardRules", "CardRules"}
POSITIONS = {"Position", "Placement", "CardPosition"}
#: Names of modules that only tests, benches and make targets import.
TEST_MODULES = {path.stem for folder in ("support", "bench") for path in (ROOT / "tests" / folder).iterdir()}


class Module(NamedTuple):
    """A module of the product: its path below the root, and its source."""

    name: str
    text: str
    tree: ast.Module

    def modules(self) -> set[str]:
        """Full names of the modules it imports or imports from."""
        found: set[str] = set()
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                found |= {one.name for one in node.names}
            elif isinstance(node, ast.ImportFrom):
                found.add(node.module or "")
        return found

    def calls(self) -> set[str]:
        """The names of functions of other modules that it calls, such as `tomlkit.parse`."""
        called = [node.func for node in ast.walk(self.tree) if isinstance(node, ast.Call)]
        return {
            f"{each.value.id}.{each.attr}"
            for each in called
            if isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name)
        }


@pytest.fixture(scope="module")
def modules() -> list[Module]:
    paths = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
    texts = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in paths}
    assert len(texts) > 300
    return [Module(name, text, ast.parse(text)) for name, text in texts.items()]


def test_no_folder_of_the_product_holds_more_than_fifteen_modules(modules: list[Module]) -> None:
    held = Counter(str(Path(module.name).parent) for module in modules if not module.name.endswith("__init__.py"))
    assert {folder: count for folder, count in held.items() if count > 15} == {}


def test_no_module_is_longer_than_400_lines() -> None:
    paths = [path for folder in (*PACKAGES, "tests") for path in (ROOT / folder).rglob("*.py")]
    lines = {path.relative_to(ROOT).as_posix(): len(path.read_text(encoding="utf-8").splitlines()) for path in paths}
    assert {name: count for name, count in lines.items() if count > 400} == {}


def test_no_function_with_logic_is_longer_than_40_lines(modules: list[Module]) -> None:
    found = {(module.name, name) for module in modules for name, lines in bodies(module.tree) if lines > 40}
    assert sorted(found) == sorted(TABLES)


def bodies(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """The functions with the lines of their bodies, without docstring and parameters."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[1 if ast.get_docstring(node) and len(node.body) > 1 else 0]
            yield node.name, (node.end_lineno or 0) - first.lineno + 1


def test_no_two_modules_of_the_tests_have_one_name(request: pytest.FixtureRequest) -> None:
    """They lie in folders of one search path, where the first hides the second."""
    names = [path.name for folder in request.config.getini("pythonpath") for path in (ROOT / folder).glob("*.py")]
    assert len(names) > 50
    assert sorted(names) == sorted(set(names))


def test_no_module_names_a_variant(modules: list[Module]) -> None:
    named = [
        (module.name, node.lineno)
        for module in modules
        if module.name not in MAY_NAME_A_VARIANT
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Constant) and node.value in VARIANT_IDS
    ]
    assert named == []


def test_no_position_holds_its_rules(modules: list[Module]) -> None:
    classes = [node for module in modules for node in ast.walk(module.tree) if isinstance(node, ast.ClassDef)]
    fields = {
        node.name: _types(*(one.annotation for one in node.body if isinstance(one, ast.AnnAssign))) for node in classes
    }
    assert {name: fields[name] & RULES for name in POSITIONS} == {name: set() for name in POSITIONS}


def test_rules_are_taken_before_the_position(modules: list[Module]) -> None:
    """`(rules, position, ...)` in both engines; a subject of its own may stand in front."""
    orders = [
        (module.name, node.name, [kind for one in node.args.args if (kind := _rules_or_position(one.annotation))])
        for module in modules
        for node in ast.walk(module.tree)
        if isinstance(node, ast.FunctionDef)
    ]
    both = [(module, name, order) for module, name, order in orders if len(set(order)) > 1]
    assert len(both) > 200
    assert [(module, name) for module, name, order in both if order[0] != "rules"] == []


def _rules_or_position(annotation: ast.expr | None) -> str:
    types = _types(annotation) if annotation else set()
    return "rules" if types & RULES else "position" if types & POSITIONS else ""


def _types(*annotations: ast.expr) -> set[str]:
    """The names in annotations, written as code or as text."""
    found: set[str] = set()
    for node in (node for annotation in annotations for node in ast.walk(annotation)):
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found |= set(re.findall(r"\w+", node.value))
    return found


def test_every_module_says_what_it_is(modules: list[Module]) -> None:
    assert [module.name for module in modules if not ast.get_docstring(module.tree)] == []


def test_toml_and_strangers_json_have_one_reader(modules: list[Module]) -> None:
    """The size limits for foreign files are kept in `companion/system` and nowhere else."""
    parsers = {"tomlkit.parse", "tomlkit.load", "tomlkit.loads"}
    others = [module for module in modules if not module.name.startswith("companion/system/")]
    assert [module.name for module in others if "tomllib" in module.modules() or parsers & module.calls()] == []


def test_stored_times_come_to_the_calendar_by_one_way(modules: list[Module]) -> None:
    """The one that knows that some times have no day."""
    callers = {module.name for module in modules if ".fromtimestamp(" in module.text}
    assert callers == {"companion/texts/stored_times.py"}


def test_kv_files_use_only_existing_names_of_the_look() -> None:
    """kv itself finds out only when the screen is shown."""
    properties = re.findall(
        r"^    (\w+) = \w+Property", (ROOT / "ui/widgets/look.py").read_text(encoding="utf-8"), re.M
    )
    texts = {file.name: file.read_text(encoding="utf-8") for file in sorted((ROOT / "ui").rglob("*.kv"))}
    asked = {(file, name) for file, text in texts.items() for name in re.findall(r"\blook\.(\w+)", text)}
    assert {name for _, name in asked} >= set(properties) > set()
    assert sorted(entry for entry in asked if entry[1] not in properties) == []


def test_a_question_of_kind_reads_no_value(modules: list[Module]) -> None:
    """`isinstance` of a protocol reads its properties, and one of them may decode a whole picture."""
    protocols = [
        (module.name, node)
        for module in modules
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ClassDef) and "runtime_checkable" in map(ast.unparse, node.decorator_list)
    ]
    assert len(protocols) > 5
    reading = [
        (name, node.name, ast.unparse(part))
        for name, node in protocols
        for part in node.body
        if isinstance(part, ast.AnnAssign)
        or (isinstance(part, ast.FunctionDef) and "property" in map(ast.unparse, part.decorator_list))
    ]
    assert reading == []


def test_no_module_needs_what_only_tests_have(modules: list[Module]) -> None:
    """The installed program runs without the folder `tests`."""
    needed = {module.name: {name.split(".")[0] for name in module.modules()} & TEST_MODULES for module in modules}
    assert {name: found for name, found in needed.items() if found} == {}


def test_no_two_test_files_have_one_name() -> None:
    """pytest imports them by their names, and refuses the second."""
    names = Counter(path.name for path in (ROOT / "tests").rglob("test_*.py"))
    assert {name for name, count in names.items() if count > 1} == set()
