"""Finds the prose of a folder: every page, docstring, comment, test name, message id and translators' comment."""

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

#: Vendored files, and the families' manual in other languages than English.
_LEFT_OUT: Final = re.compile(r"(?:^|/)vendor/|^manual/texts/(?!en/)")
#: These folders count as one; of all others each room below them counts alone.
_WHOLE: Final = ("docs", "manual", "hardware", "deploy")
_FENCED: Final = re.compile(r"^( *)(```|~~~).*?^\1\2$", re.MULTILINE | re.DOTALL)
_LONG_STRING: Final = re.compile(r'("""|\'\'\').*?\1', re.DOTALL)
#: A comment on a line of its own or two spaces behind code.
_COMMENT: Final = re.compile(r"(?:^ *|  )(#.*)")
_GENERATED: Final = re.compile(r"^<!-- generated: .*?^<!-- end -->$", re.MULTILINE | re.DOTALL)


class Piece(NamedTuple):
    """A piece of prose: its file relative to the root, its first line, its kind, and its text as written."""

    file: str
    line: int
    kind: str
    text: str

    @property
    def folder(self) -> str:
        parts = Path(self.file).parts[:-1]
        return "/".join(parts[:1] if parts and parts[0] in _WHOLE else parts[:2]) or "."

    @property
    def plain(self) -> str:
        """The text on one line, with `x` for everything between backticks, and links without their targets."""
        text = re.sub(r"\]\([^)\s]*\)", "]", re.sub(r"`[^`\n]*`", "`x`", self.text))
        return " ".join(re.sub(r"^ *#[:.]? ?", "", text, flags=re.MULTILINE).split())


def pieces_of(root: Path) -> Iterator[Piece]:
    """Yields the prose of all files that git tracks below the root; without git, of all files."""
    for name in _files(root):
        if _LEFT_OUT.search(name):
            continue
        text = (root / name).read_text(encoding="utf-8")
        if name.endswith(".md"):
            yield Piece(name, 1, "page", _without_code(text))
        elif name.endswith("companion/texts/en.po"):
            yield from _of_catalogue(name, text)
        elif name.endswith(".py"):
            yield from _of_module(name, text)


def subjects_since(root: Path, commit: str) -> list[str]:
    """Returns the subjects of the commits after this one; none where the history is not there."""
    log = subprocess.run(("git", "log", "--format=%s", f"{commit}..HEAD"), cwd=root, capture_output=True, check=False)
    return log.stdout.decode().splitlines()


def _files(root: Path) -> list[str]:
    listed = subprocess.run(("git", "ls-files", "-z"), cwd=root, capture_output=True, check=False)
    names = listed.stdout.decode().split("\0") if (root / ".git").exists() else []
    names = names or [path.relative_to(root).as_posix() for path in sorted(root.rglob("*")) if path.is_file()]
    return [name for name in names if name.endswith((".md", ".py", ".po")) and (root / name).is_file()]


def _without_code(text: str) -> str:
    """Returns the page with code and generated tables blanked out, so that the numbers of the lines stay."""
    for pattern in (_FENCED, _GENERATED):
        text = pattern.sub(lambda found: "\n" * found[0].count("\n"), text)
    return "\n".join("" if line.startswith("    ") else line for line in text.split("\n"))


def _of_catalogue(name: str, text: str) -> Iterator[Piece]:
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("#."):
            yield Piece(name, number, "comment", line)
        elif line.startswith("msgid ") and len(line) > len('msgid ""'):
            yield Piece(name, number, "message id", re.sub(r"[._]", " ", line[7:-1]))


def _of_module(name: str, text: str) -> Iterator[Piece]:
    tree = ast.parse(text)
    for node in (tree, *_definitions(tree)):
        docstring = ast.get_docstring(node)
        if docstring:
            yield Piece(name, node.body[0].lineno, "docstring", docstring)
        if not isinstance(node, ast.Module) and node.name.startswith("test_"):
            yield Piece(name, node.lineno, "test name", node.name)
    yield from _comments(name, _LONG_STRING.sub(lambda found: "\n" * found[0].count("\n"), text))


def _definitions(above: ast.AST) -> Iterator[ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef]:
    """Yields the classes and functions of a block and of all blocks inside it; expressions are not searched."""
    for node in ast.iter_child_nodes(above):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node
        if isinstance(node, ast.stmt | ast.ExceptHandler | ast.match_case):
            yield from _definitions(node)


def _comments(name: str, text: str) -> Iterator[Piece]:
    """Yields the comments; lines of comments that follow each other are one."""
    begun: list[tuple[int, str]] = []
    for number, line in enumerate(text.splitlines(), 1):
        comment = _COMMENT.search(line)
        if comment and begun and number == begun[-1][0] + 1:
            begun.append((number, comment[1]))
        elif comment:
            yield from _comment(name, begun)
            begun = [(number, comment[1])]
    yield from _comment(name, begun)


def _comment(name: str, lines: list[tuple[int, str]]) -> Iterator[Piece]:
    if lines:
        yield Piece(name, lines[0][0], "comment", "\n".join(line for _, line in lines))
