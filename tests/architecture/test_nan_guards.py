"""A value that is no number is refused: a guard tests for a good value, because each comparison with NaN is False."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("find", "read", "learn", "cards")
MODULES = sorted(path for room in ROOMS for path in (ROOT / "vision" / room).rglob("*.py"))
_ORDERED = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_REFUSALS = ("None", "False", "{}", "[]", "")
_WHOLE = ("len(", "count_nonzero", "countNonZero", ".shape", ".size", ".keys()")
#: Comparisons of whole numbers by another name, and loops that end when nothing changes.
EXCUSED = {
    "abs(bent.distortion - lens.distortion) < SAME_DISTORTION",
    "np.abs(step).max() < SHORTEST_STEP_PX",
    "right - left < 2 * step or bottom - top < 2 * step",
    "in_view < max(1.0, MIN_IN_VIEW * len(foot))",
    "np.count_nonzero(kept) < MIN_KEPT or kept.sum() < KEPT_SHARE * (kept.sum() + hidden.sum())",
    "too_many or _moved(np.where(missing, -known, known), taken > 0, homes, colours)",
    "own is None or rival is None or told_apart(own, rival, whole) >= thresholds.look_alike",
    "side < max(card)",
    "not (iteration < _NEARLY or moved <= MOVED_SHARE * sample.size)",
    "shortest < 4 * HALF_WIDTH_PX or not shortest <= count < MOST_CHANGED * cv2.countNonZero(board)",
}
#: Functions that answer by a threshold; the result for NaN is the cautious answer.
CAUTIOUS = {
    "find": {
        "_are_same", "_common_shift", "_explains", "_fitted", "_holds", "_in_view", "_inside", "_is_borne_out",
        "_without_spare", "is_same_place",
        "_most_alike", "_supposed", "disc_mask", "disc_offset_mm", "distortion", "shows", "squeezed", "turn_of",
        "what_moved", "_angle_over_sine", "_agreeing", "_with_earlier", "agrees_with", "still_shows",
    },
    "read": {
        "_differs", "_dimmer", "_is_distinct", "_moved_flags", "_parabola_peak", "_partly_unchanged",
        "_seen_bare", "_tells", "after", "angle", "cast_shade", "dazzled_spots", "explains", "is_settled", "light",
        "colourless", "still_gathering", "too_dark", "unfocused", "was_reached_over",
        "_at_rim", "_has_tint_of", "_is_bare", "_other_kind", "are_calm_beside", "are_odd_all_round", "holds",
        "_unchanged", "odd_share",
    },
    "learn": {
        "_alike", "_imagined", "_is_sided", "_stands_elsewhere", "by_kind", "exchanged", "is_glossy", "reconsidered",
        "similar_colours", "unclear",
    },
    "cards": {
        "_is_same", "_lies_at", "_outprinted", "_placed_anew", "_same", "blurred", "changed_mm2", "in_view", "is_plain",
        "is_another",
    },
}  # fmt: skip


def has_order(node: ast.AST) -> bool:
    """Whether numbers are compared that need not be whole."""
    compared = (part for part in ast.walk(node) if isinstance(part, ast.Compare))
    return any(
        isinstance(operator, _ORDERED) and not any(word in ast.unparse(part) for word in _WHOLE)
        for part in compared
        for operator in part.ops
    )


def by_nan(test: ast.expr) -> bool | None:
    """The result of a test in which nothing is a number; None if it depends on something else."""
    if isinstance(test, ast.Compare):
        return False if has_order(test) else None
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        inside = by_nan(test.operand)
        return None if inside is None else not inside
    if isinstance(test, ast.BoolOp):
        said, sure = [by_nan(part) for part in test.values], isinstance(test.op, ast.Or)
        if sure in said:
            return sure
        return not sure if all(part is (not sure) for part in said) else None
    if isinstance(test, ast.Call) and isinstance(test.func, ast.Attribute) and test.func.attr in ("any", "all"):
        return by_nan(test.func.value)
    if isinstance(test, ast.Call) and test.args and ast.unparse(test.func) in ("bool", "any", "all"):
        inside = test.args[0]
        return by_nan(inside.elt if isinstance(inside, ast.GeneratorExp) else inside)
    return False if has_order(test) else None


def refuses(body: list[ast.stmt]) -> bool:
    if len(body) != 1:
        return False
    [only] = body
    if isinstance(only, ast.Return):
        return (ast.unparse(only.value) if only.value else "") in _REFUSALS
    return isinstance(only, ast.Continue | ast.Break | ast.Raise)


def open_guards(source: str) -> list[str]:
    """The guards that let NaN pass."""
    return [
        ast.unparse(node.test)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.If) and refuses(node.body) and has_order(node.test) and by_nan(node.test) is not True
    ]


def answers(source: str) -> Iterator[str]:
    """Yields the functions that return the result of a comparison."""
    for function in ast.walk(ast.parse(source)):
        if isinstance(function, ast.FunctionDef):
            returned = [part.value for part in ast.walk(function) if isinstance(part, ast.Return) and part.value]
            if any(has_order(value) for value in returned):
                yield function.name


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(ROOT / "vision")))
def test_no_guard_lets_pass_what_is_no_number(module: Path) -> None:
    assert [guard for guard in open_guards(module.read_text(encoding="utf-8")) if guard not in EXCUSED] == []


@pytest.mark.parametrize("room", ROOMS)
def test_each_answer_by_a_threshold_is_listed_as_cautious(room: str) -> None:
    modules = [path for path in MODULES if path.is_relative_to(ROOT / "vision" / room)]
    found = {name for path in modules for name in answers(path.read_text(encoding="utf-8"))}
    assert found - CAUTIOUS[room] == set()
    assert CAUTIOUS[room] - found == set()


@pytest.mark.parametrize(
    ("guard", "is_open"),
    [
        ("here < LEAST", True),
        ("not here >= LEAST", False),
        ("seen is None or here > MOST", True),
        ("seen is None or not here <= MOST", False),
        ("not (here >= LEAST and there <= MOST)", False),
        ("any(stray > MOST for stray in strays)", True),
        ("not all(stray <= MOST for stray in strays)", False),
        ("(places < 0).any()", True),
        ("len(seen) < LEAST", False),
    ],
)
def test_open_and_closed_guards_are_distinguished(guard: str, is_open: bool) -> None:
    source = f"def found():\n    if {guard}:\n        return None\n    return 1\n"
    assert bool(open_guards(source)) is is_open
