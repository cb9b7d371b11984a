"""Every number by which the referee decides stands in its model, and in the page that explains it."""

import ast
from pathlib import Path

from companion.referee.model import MODEL

ROOT = Path(__file__).resolve().parents[2]


def loose_numbers(path: Path) -> list[str]:
    """The fractions in a module, but for 0.0 and 1.0, which are no choice."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    values = [node for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, float)]
    return [f"{path.name}:{node.lineno}: {node.value}" for node in values if node.value not in (0.0, 1.0)]


def test_no_weight_stands_outside_the_model() -> None:
    model = ROOT / "companion/referee/model.py"
    paths = [
        path for folder in ("companion/referee", "companion/session/decide") for path in (ROOT / folder).rglob("*.py")
    ]
    assert len(loose_numbers(model)) > 10
    assert [number for path in paths if path != model for number in loose_numbers(path)] == []


def test_every_number_of_the_model_is_explained() -> None:
    page = (ROOT / "docs/explanation/referee-model.md").read_text(encoding="utf-8")
    numbers = {
        name: getattr(part, name)
        for part in (MODEL.costs, MODEL.rarities, MODEL.guesses, MODEL.sight)
        for name in part.__slots__
    }
    assert [f"{name} {value:g}" for name, value in numbers.items() if f"| `{name}` | {value:g} |" not in page] == []
