"""Modules use a thing of Unix alone only behind a question for the system: Pawtrack starts and plays on Windows."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from without_unix import UNIX_MODULES, UNIX_NAMES

ROOT = Path(__file__).resolve().parents[2]
MODULES = sorted(
    path for room in ("companion", "firmware_bridge", "vision", "ui") for path in (ROOT / room).rglob("*.py")
)
NAMES = {f"{module.__name__}.{name}" for module, names in UNIX_NAMES.items() for name in names.split()} | {
    "os.setpriority",
    "socket.SO_REUSEPORT",
    "signal.SIGKILL",
}
_QUESTIONS = ("sys.platform", "os.name", "hasattr(", "not termios")
#: A class that is made only where the system has terminals of this kind (`new_line`).
EXCUSED = {"PseudoTerminal"}
_ENDS = (ast.Return, ast.Raise)
_FAULTS = ("ImportError", "ModuleNotFoundError", "AttributeError")


def uses(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The line and the name of each use without a guard."""
    yield from _unguarded(tree.body)


def _unguarded(body: list[ast.stmt]) -> Iterator[tuple[int, str]]:
    """The uses in a row of statements; after an early return for other systems the rest is guarded."""
    for statement in body:
        if isinstance(statement, ast.If) and _asks(statement.test):
            if isinstance(statement.body[-1], _ENDS):
                return
            continue
        if isinstance(statement, ast.Try) and any(_catches(handler.type) for handler in statement.handlers):
            if all(isinstance(handler.body[-1], _ENDS) for handler in statement.handlers):
                return
            continue
        if isinstance(statement, ast.ClassDef) and statement.name in EXCUSED:
            continue
        if isinstance(statement, ast.With) and any(_catches(item.context_expr) for item in statement.items):
            continue
        blocks = [block for name in ("body", "orelse", "finalbody") if (block := getattr(statement, name, None))]
        yield from (found for block in blocks for found in _unguarded(block))
        inner = {id(node) for block in blocks for part in block for node in ast.walk(part)}
        for node in ast.walk(statement):
            if id(node) not in inner and not (isinstance(node, ast.IfExp) and _asks(node.test)):
                yield from ((node.lineno, name) for name in _names(node))  # type: ignore[attr-defined]


def _asks(test: ast.expr) -> bool:
    return any(question in ast.unparse(test) for question in _QUESTIONS)


def _catches(caught: ast.expr | None) -> bool:
    return caught is None or any(fault in ast.unparse(caught) for fault in _FAULTS)


def _names(node: ast.AST) -> list[str]:
    match node:
        case ast.Import(names=names):
            found = [each.name for each in names]
        case ast.ImportFrom(module=str(module)):
            found = [module]
        case ast.Attribute(value=ast.Name(id=owner), attr=name):
            found = [f"{owner}.{name}"]
        case _:
            return []
    return [name for name in found if name.split(".")[0] in UNIX_MODULES or name in NAMES]


@pytest.mark.parametrize(
    "text",
    [
        "import fcntl",
        "def f():\n    from termios import TCSANOW",
        "def f():\n    return os.getuid()",
        "class A:\n    def f(self):\n        for a in b:\n            signal.alarm(1)",
        "if ready:\n    os.fork()\nelse:\n    pass",
    ],
)
def test_a_use_without_a_question_is_found(text: str) -> None:
    assert [*uses(ast.parse(text))]


@pytest.mark.parametrize(
    "text",
    [
        "if sys.platform == 'linux':\n    import fcntl",
        "def f():\n    if os.name != 'posix':\n        return\n    os.fchmod(1, 2)",
        "try:\n    import termios\nexcept ImportError:\n    termios = None",
        "with suppress(AttributeError, OSError):\n    os.nice(1)",
        "import os\nos.getpid()",
    ],
)
def test_a_use_behind_a_question_is_none(text: str) -> None:
    assert not [*uses(ast.parse(text))]


def test_no_module_needs_a_unix() -> None:
    assert len(MODULES) > 500
    found = [
        f"{path.relative_to(ROOT)}:{line} {name}"
        for path in MODULES
        for line, name in uses(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert found == []
