"""The settings that Pawtrack writes into a file that a family has edited: their comments and their order stay."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from companion.settings.file import load_settings, save_settings
from companion.settings.schema import Settings
from companion.system.disk.toml_document import document_with

EDITED = """\
# the tablet of the Bergs
language = "de"    # Oma reads no English

sound = true
site = 'attic' # as it was written
# ours stands by the window
[options]
# both count
teams = "pairs" # as always

# the club's own broker, from March on

[public_broker]
url = "mqtts://club.example" # see the letter
"""
VALUES: dict[str, Any] = tomllib.loads(EDITED)
COMMENTS = [line[line.index("#") :] for line in EDITED.splitlines() if "#" in line]


def test_equal_values_leave_the_text_as_it_is() -> None:
    assert document_with(EDITED, VALUES) == EDITED


@pytest.mark.parametrize(
    "change",
    [
        {"language": "fr"},
        {"sound": False},
        {"voice": 40, "theme": "light"},
        {"options": {"teams": "none"}},
        {"options": {"teams": "pairs", "wheel": True}},
        {"options": {}},
        {"public_broker": {"url": "mqtts://club.example", "user": "berg"}},
        {"director": {"scene": "table"}},
    ],
    ids=str,
)
def test_a_change_keeps_the_comments_of_the_rest(change: dict[str, Any]) -> None:
    text = document_with(EDITED, {**VALUES, **change})
    assert tomllib.loads(text) == {**VALUES, **change}
    gone = {"# as always"} if change == {"options": {}} else set()
    assert {comment for comment in COMMENTS if comment not in text} == gone


def test_a_new_key_stands_with_the_keys_of_its_table() -> None:
    text = document_with(EDITED, {**VALUES, "voice": 40, "options": {"teams": "pairs", "wheel": True}})
    lines = text.splitlines()
    assert lines[lines.index("site = 'attic' # as it was written") + 1] == "voice = 40"
    assert lines[lines.index("voice = 40") + 1] == "# ours stands by the window"
    assert lines[lines.index('teams = "pairs" # as always') + 1] == "wheel = true"


@pytest.mark.parametrize("key", [key for key in VALUES if key != "public_broker"], ids=str)
def test_a_key_without_a_value_goes(key: str) -> None:
    rest = {name: value for name, value in VALUES.items() if name != key}
    assert tomllib.loads(document_with(EDITED, rest)) == rest


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[a.b]\nc = 1\n[d]\ne = 2\n[a.f]\ng = 3\n",
        "options = { teams = 1 }\n",
        'a.b = 1\n"language" = "en"\n',
        "= 3",
    ],
    ids=["empty", "torn apart", "inline", "dotted", "no TOML"],
)
def test_every_text_ends_with_the_values(text: str) -> None:
    assert tomllib.loads(document_with(text, VALUES)) == VALUES


def test_settings_keep_the_comments_of_a_family(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text('language = "de" # Oma reads no English\n# the end\n', encoding="utf-8")
    save_settings(path, Settings(language="de", voice=40))
    text = path.read_text(encoding="utf-8")
    assert text.startswith('language = "de" # Oma reads no English\n')
    assert "# the end\n" in text
    assert load_settings(path) == Settings(language="de", voice=40)
