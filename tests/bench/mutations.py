"""Small faults in Python sources: a comparison turned over, a number one off, a statement dropped.

Law: a fault follows from source and seed alone, so that a survivor can be tried again.
"""

import ast
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

#: The neighbour of each comparison: a boundary one off, an equality turned over.
COMPARISONS: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
OPERATORS: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
#: Never changed: types, words for people, and what guards against faults of the program itself.
UNTOUCHED: Final = (ast.Assert, ast.Raise, ast.Import, ast.ImportFrom, ast.JoinedStr)


@dataclass(frozen=True, slots=True)
class Mutant:
    """Between the byte offsets `begin` and `end` of the file stands `new` instead of `old`.

    `statement` is the first line of the statement that `line` is part of.
    """

    path: Path
    statement: int
    line: int
    begin: int
    end: int
    old: str
    new: str

    def applied(self, source: bytes) -> bytes:
        return source[: self.begin] + self.new.encode() + source[self.end :]


def mutants_of(path: Path) -> list[Mutant]:
    """Every fault of one source file that still compiles."""
    source = path.read_bytes()
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found = []
    for statement, node, new in faults_in(ast.parse(source)):
        begin, end = starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset
        old = source[begin:end].decode()
        mutant = Mutant(path, statement, node.lineno, begin, end, old, new)
        if new != old and compiles(mutant.applied(source)):
            found.append(mutant)
    return found


def compiles(source: bytes) -> bool:
    try:
        compile(source, "mutant", "exec")
    except SyntaxError:
        return False
    return True


def sample(paths: list[Path], count: int, seed: int) -> list[Mutant]:
    """`count` faults at most, each of another line, and every line as likely as any other."""
    by_line: dict[tuple[Path, int], list[Mutant]] = {}
    for path in sorted(paths):
        for mutant in mutants_of(path):
            by_line.setdefault((path, mutant.line), []).append(mutant)
    chance = random.Random(seed)
    lines = chance.sample(sorted(by_line), min(count, len(by_line)))
    return [chance.choice(by_line[line]) for line in sorted(lines)]


def faults_in(tree: ast.AST) -> Iterator[tuple[int, ast.expr | ast.stmt, str]]:
    """The line of its statement, each node that can be wrong, and the source text that makes it so."""
    statement = 1
    for node in touched(tree):
        statement = node.lineno if isinstance(node, ast.stmt) else statement
        if type(node) in FAULTS:
            yield from ((statement, node, new) for new in FAULTS[type(node)](node))


def touched(tree: ast.AST) -> Iterator[ast.AST]:
    """All nodes, from the first to the last, but annotations, decorators, options of classes and `UNTOUCHED`."""
    for name, value in ast.iter_fields(tree):
        if name in ("annotation", "returns", "decorator_list", "type_params"):
            continue
        if name == "keywords" and isinstance(tree, ast.ClassDef):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not isinstance(child, UNTOUCHED) and not is_guard(child):
                yield child
                yield from touched(child)


def is_guard(node: ast.AST) -> bool:
    """`strict=True` of a zip, `assert_never` and lines of the log: nobody sees them while the program is sound."""
    called = ast.unparse(node.value.func) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) else ""
    strict = isinstance(node, ast.keyword) and node.arg == "strict"
    return strict or called == "assert_never" or called.startswith("log.")


def compare(node: ast.Compare) -> Iterator[str]:
    if len(node.ops) == 1:
        yield f"({ast.unparse(ast.Compare(node.left, [COMPARISONS[type(node.ops[0])]()], node.comparators))})"


def joined(node: ast.BoolOp) -> Iterator[str]:
    yield f"({ast.unparse(ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values))})"


def denied(node: ast.UnaryOp) -> Iterator[str]:
    if isinstance(node.op, ast.Not):
        yield f"({ast.unparse(node.operand)})"


def calculated(node: ast.BinOp) -> Iterator[str]:
    if type(node.op) in OPERATORS and not isinstance(node.left, ast.Constant):
        yield f"({ast.unparse(ast.BinOp(node.left, OPERATORS[type(node.op)](), node.right))})"


def constant(node: ast.Constant) -> Iterator[str]:
    if isinstance(node.value, bool):
        yield str(not node.value)
    elif isinstance(node.value, int):
        yield str(node.value + 1)
    elif isinstance(node.value, float):
        yield str(node.value * 2 or 1.0)


def chosen(node: ast.IfExp) -> Iterator[str]:
    yield f"({ast.unparse(ast.IfExp(node.test, node.orelse, node.body))})"


def returned(node: ast.Return) -> Iterator[str]:
    if node.value and not (isinstance(node.value, ast.Constant) and node.value.value is None):
        yield "return None"


def dropped(node: ast.Expr | ast.Assign | ast.AugAssign | ast.Continue | ast.Break) -> Iterator[str]:
    """A call, a change of something kept, or the end of a loop that does not happen."""
    kept = isinstance(node, ast.Assign) and not isinstance(node.targets[0], ast.Attribute | ast.Subscript)
    words = isinstance(node, ast.Expr) and not isinstance(node.value, ast.Call)
    if not kept and not words:
        yield "pass"


FAULTS: Final[dict[type[ast.AST], Callable[..., Iterator[str]]]] = {
    ast.Compare: compare,
    ast.BoolOp: joined,
    ast.UnaryOp: denied,
    ast.BinOp: calculated,
    ast.Constant: constant,
    ast.IfExp: chosen,
    ast.Return: returned,
    **dict.fromkeys((ast.Expr, ast.Assign, ast.AugAssign, ast.Continue, ast.Break), dropped),
}
