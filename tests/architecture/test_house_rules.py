"""What the house plan promises and no linter checks."""

import ast
from pathlib import Path

import pytest
from rulings import expected, shown, untestable

from companion.open_row.catalogue import game_ids
from companion.rules.catalogue import load_variant, variant_ids

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("companion", "firmware_bridge", "vision", "ui")
#: A figure may be called like a game: its name is a slot of positions (the dog), not a choice between games.
SLOT_NAMES = {name for variant in variant_ids() for name in load_variant(variant).slots}
VARIANT_IDS = (
    {path.stem for path in (ROOT / "companion/rules/variants").glob("*.toml")} | set(game_ids())
) - SLOT_NAMES
#: The only places outside `rules/variants` that may name a game: the settings' default and the firmware's product name.
MAY_NAME_A_VARIANT = {"companion/settings.py"}


def modules() -> list[Path]:
    return [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_no_module_is_longer_than_500_lines(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 500


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_no_module_names_a_variant(path: Path) -> None:
    if str(path.relative_to(ROOT)) in MAY_NAME_A_VARIANT:
        return
    constants = [
        node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Constant)
    ]
    assert [node.lineno for node in constants if node.value in VARIANT_IDS] == []


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_every_module_says_what_it_is(path: Path) -> None:
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))


def test_every_ruling_is_shown_by_a_test_or_says_why_not() -> None:
    tests, reasons = shown(), untestable()
    assert [ruling for ruling in expected() if ruling not in tests and ruling not in reasons] == []


def test_a_ruling_that_a_test_shows_has_no_excuse() -> None:
    assert sorted(set(shown()) & set(untestable())) == []
