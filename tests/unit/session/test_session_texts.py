"""Every refusal, reason and note of the session has its sentence in every language, with the blanks it fills."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from words_for_tests import load_language, say

from companion.session import decide
from companion.texts import LANGUAGES

BLANK = re.compile(r"\{(\w+)\}")
#: The blanks of the texts that a code in a table or behind a name leads to: none but a name.
TABLES = re.compile(r"^_(BEFORE_PLAY|DEAL_REFUSED|EXCHANGE_REFUSED|INSTEAD_OF_FORFEIT)$")


def refusals() -> Iterator[tuple[str, set[str]]]:
    """The code of each refusal with the blanks that it fills."""
    for path in sorted(Path(decide.__file__).parent.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refused":
                filled = {keyword.arg for keyword in node.keywords if keyword.arg}
                yield from ((value, filled) for value in _constants(node.args[0]))
            named = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
            if isinstance(named, ast.Name) and TABLES.match(named.id):
                values = node.value.values  # type: ignore[attr-defined]
                yield from ((value, set()) for each in values for value in _constants(each))


def _constants(node: ast.AST) -> Iterator[str]:
    """The texts that an expression can be; a name is a table's word and found there."""
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.value


CODES = dict(sorted(refusals()))


def test_the_refusals_are_found() -> None:
    assert {"show_hand", "lay_down_hand", "start_first", "draw_so_many", "throw_one_card"} <= CODES.keys()
    assert len(CODES) > 35


@pytest.mark.parametrize("code", CODES)
def test_each_refusal_says_what_to_do_in_every_language(code: str) -> None:
    for language in LANGUAGES:
        text = load_language(language)["messages"][code]
        assert set(BLANK.findall(text)) <= CODES[code], (language, text)
        assert text.rstrip()[-1] in ".?!}"


@pytest.mark.parametrize(
    "code", ["turn_lost", "discard_noted", "draw_noted", "draw_declined", "free_start_noted", "free_start_left"]
)
def test_notes_name_the_player(code: str) -> None:
    texts = say(code, (("name", "Änne"),))
    assert all("Änne" in texts[language] for language in LANGUAGES)
