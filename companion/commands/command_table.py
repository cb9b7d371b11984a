"""The module of each command: a command is loaded when it is called, all of them for the help.

Starting a program costs only its own imports; tests/unit/commands/test_command_table.py holds the table to the
definitions in the modules.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

import typer
from typer.core import TyperGroup
from typer.main import get_group

if TYPE_CHECKING:
    from typer._click import Command, Context

_FOLDER: Final = "companion.commands"
#: The module under `_FOLDER` that defines each command or group of commands as its `app`, in the order of the help.
MODULES: Final = {
    "run": "run",
    "replay": "record.records",
    "games": "record.records",
    "export": "record.records",
    "shadow": "record.records",
    "import": "record.records",
    "analyse": "analyse",
    "plays": "line_programs",
    "judge": "line_programs",
    "chances": "line_programs",
    "position": "line_programs",
    "actions": "line_programs",
    "print": "camera.boards",
    "calibrate": "camera.boards",
    "doctor": "doctor",
    "bundle": "bundle",
    "backup": "backup",
    "restore": "backup",
    "certify": "camera.certify",
    "director": "director",
    "manual": "manual",
    "static-page": "static_page",
    "cards": "camera.cards",
    "players": "record.players",
    "results": "record.results",
    "variants": "variants",
    "vision": "camera.vision",
    "wheel": "camera.wheel",
}


class CommandTable(TyperGroup):
    """The commands of `MODULES`; those in `commands` are loaded."""

    def list_commands(self, ctx: "Context") -> list[str]:
        del ctx
        return list(MODULES)

    def get_command(self, ctx: "Context", cmd_name: str) -> "Command | None":
        """The command, loaded now; for an unknown name all are, since suggestions are searched among `commands`."""
        del ctx
        for module in [MODULES[cmd_name]] if cmd_name in MODULES else MODULES.values():
            if cmd_name not in self.commands:
                self.commands.update(defined_in(module))
        return self.commands.get(cmd_name)


def defined_in(module: str) -> "dict[str, Command]":
    """The commands that a module defines, by their names: its group, or the commands of a group without a name."""
    app: typer.Typer = import_module(f"{_FOLDER}.{module}").app
    group = get_group(app)
    return {group.name: group} if group.name else dict(group.commands)
