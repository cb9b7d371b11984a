"""Every message code that the referee and the rules give to a reason, read from their source."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import companion.referee
import companion.rules
from companion.referee.expectation import CAPTURED_PAWN
from companion.referee.judge import MISSING_RULINGS
from companion.referee.pictures.anomalies import Question
from companion.rules.faults.fault import ONE_PAWN_CODES
from companion.rules.faults.points_faults import CAPTURED_CANNOT_MOVE, POINTS_LEFT
from companion.rules.faults.walk_faults import OTHER_CODE, WALK_CODES


@cache
def codes_of_the_referee() -> frozenset[str]:
    """Every message code that the referee and the rules give to a reason, and those in their tables of codes."""
    codes: set[str] = {
        CAPTURED_PAWN,
        POINTS_LEFT,
        CAPTURED_CANNOT_MOVE,
        OTHER_CODE,
        *ONE_PAWN_CODES,
        *Question,
        *MISSING_RULINGS,
        *WALK_CODES.values(),
    }
    folders = [Path(package.__file__ or "").parent for package in (companion.referee, companion.rules)]
    for path in (path for folder in folders for path in folder.rglob("*.py")):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call):
                codes |= set(_codes(call))
    return frozenset(codes)


def _codes(call: ast.Call) -> Iterator[str]:
    """The constant code of `scene.reason(ruling, code, ...)`, `fault(ruling, code, ...)` or `Reason(code=...)`."""
    named = [keyword.value for keyword in call.keywords if keyword.arg == "code"]
    by_scene = isinstance(call.func, ast.Attribute) and call.func.attr == "reason"
    by_rule = isinstance(call.func, ast.Name) and call.func.id.lstrip("_") in ("fault", "Fault")
    if (by_scene or by_rule) and len(call.args) > 1:
        named.append(call.args[1])
    for node in (node for value in named for node in ast.walk(value)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
