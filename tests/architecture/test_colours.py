"""`companion.looks` owns every colour: a second definition of one is found here."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.looks.colours import PAWNS, SEAT_COLOURS
from companion.simulation.camera.board_art import PAINT
from vision.read.appearance import NAMED

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("companion", "vision", "firmware_bridge", "ui", "manual", "hardware/pictures")
#: A theme is a look of its own, which a family may copy; training paints scenes with the materials of real pieces.
OWNERS = ("companion/looks/", "companion/web/pages/static/themes/", "vision/lab/training/scenes.py")
#: The paints of the simulated camera, and what the reader expects of a colour before the board teaches it.
PAINTS = {"companion/simulation/camera/board_art.py": PAINT, "vision/read/appearance.py": NAMED}
HEX = re.compile(r"#(?:[0-9a-fA-F]{8}|[0-9a-fA-F]{6}|[0-9a-fA-F]{3,4})\b|\b(?:rgba?|hsla?)\([0-9]")
#: Black, white and their veils are shadows and light, and belong to no look.
NEUTRAL = re.compile(r"#(?:0{3}|f{3}|0{6}|f{6})(?:[0-9a-f]{1,2})?", re.I)
NAME = re.compile(r"[\"'](" + "|".join(PAWNS) + r")[\"']")


def files(*suffixes: str) -> Iterator[tuple[str, str]]:
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            name = path.relative_to(ROOT).as_posix()
            if (
                path.suffix in suffixes
                and not name.startswith(OWNERS)
                and not {"vendor", "node_modules"} & {*path.parts}
            ):
                yield name, path.read_text(encoding="utf-8")


def colours_in(name: str, text: str) -> set[str]:
    """The colours that a file defines: in Python within texts, else anywhere but in comments."""
    if name.endswith(".py"):
        nodes = (node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant))
        text = "\n".join(value for value in nodes if isinstance(value, str))
    elif not name.endswith(".html"):
        text = re.sub(r"/\*.*?\*/|^\s*//[^\n]*", "", text, flags=re.DOTALL | re.M)
    return {found for found in HEX.findall(text) if not NEUTRAL.fullmatch(found)}


def test_no_colour_is_defined_outside_looks() -> None:
    found = {name: colours_in(name, text) for name, text in files(".py", ".css", ".js", ".mjs", ".html", ".kv", ".svg")}
    assert len(found) > 500
    assert {name: colours for name, colours in found.items() if colours} == {}


@pytest.mark.parametrize("text", ["#A77F3B", "color: #a7f;", "rgb(1, 2, 3)", "#A77F3B40"])
def test_a_second_definition_is_found(text: str) -> None:
    assert colours_in("a.py", f"X = {text!r}")
    assert colours_in("a.css", text)


def test_no_list_of_pawn_colours_lies_outside_looks() -> None:
    """A line with two names is a list of them; one name alone may be a default or a word."""
    lists = {
        name: [line for line in text.splitlines() if len(set(NAME.findall(line))) > 1]
        for name, text in files(".py", ".js", ".mjs", ".kv")
        if name not in PAINTS
    }
    assert {name: lines for name, lines in lists.items() if lines} == {}


def test_every_list_has_the_colours_of_the_pawns() -> None:
    assert set(SEAT_COLOURS) == set(PAWNS)
    assert {name: set(paints) for name, paints in PAINTS.items()} == {name: set(PAWNS) for name in PAINTS}
