"""The table of commands: complete, true, in the order of the help, and only what is called is loaded."""

import importlib
import pkgutil
import subprocess
import sys
from collections.abc import Iterator

import pytest
import typer
from command_line import pawtrack

import companion.commands
from companion.commands.command_table import MODULES, defined_in

#: The line server needs none of them; most take longer to load than everything else together.
HEAVY = ("cv2", "numpy", "kivy", "rich", "babel", "tomlkit", "sqlite3", "asyncio", "vision", "ui")
OURS = ("analyse", "doctor", "run", "camera", "record")


def modules_with_commands() -> Iterator[str]:
    """The modules of the folder that define commands, by their names in it."""
    prefix = f"{companion.commands.__name__}."
    for found in pkgutil.walk_packages(companion.commands.__path__, prefix):
        if found.name != f"{prefix}cli" and isinstance(
            getattr(importlib.import_module(found.name), "app", None), typer.Typer
        ):
            yield found.name.removeprefix(prefix)


def test_the_table_names_every_command_and_no_other() -> None:
    defined = {name: module for module in modules_with_commands() for name in defined_in(module)}
    assert defined == MODULES


def test_commands_of_a_module_stand_in_the_help_as_they_do_in_the_module() -> None:
    for module in dict.fromkeys(MODULES.values()):
        assert [name for name, where in MODULES.items() if where == module] == list(defined_in(module))


def loaded_by(*arguments: str) -> set[str]:
    """The modules that a program has loaded when it ends."""
    code = (
        "import atexit, sys\n"
        "atexit.register(lambda: print(*sys.modules, file=sys.stderr))\n"
        "from companion.__main__ import main\n"
        f"sys.argv = {['pawtrack', *arguments]!r}\n"
        "main()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], input="", capture_output=True, text=True, check=True)
    return set(done.stderr.split())


@pytest.mark.parametrize("program", ["plays", "judge", "position", "actions"])
def test_a_program_that_answers_lines_loads_nothing_else(program: str) -> None:
    loaded = loaded_by(program)
    assert f"companion.commands.programs.{'judge' if program == 'judge' else program}" in loaded
    others = {f"companion.commands.{name}" for name in OURS}
    assert not loaded & {*HEAVY, *others}


def test_a_program_is_not_kept_waiting_for_the_words_of_the_help() -> None:
    assert "companion.texts" not in loaded_by("plays")


def test_an_unknown_command_gets_a_suggestion() -> None:
    done = pawtrack("plasy")
    assert done.exit_code == 2
    assert "No such command 'plasy'. Did you mean 'plays'" in " ".join(done.stderr.split())
    assert "No such command 'zzz'." in pawtrack("zzz").stderr


def test_the_help_shows_all_commands_in_order() -> None:
    words = [line.split()[1] for line in pawtrack("--help").output.splitlines() if line.startswith("│ ")]
    places = [words.index(name) for name in MODULES]
    assert places == sorted(places)
