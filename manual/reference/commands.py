"""The command line in full, from the help texts of the commands."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from typer.core import TyperGroup
from typer.main import get_command

from manual.reference.tables import table

if TYPE_CHECKING:
    from typer._click import Command, Context

_PROGRAM: Final = "pawtrack"
#: The additions of typer to the help of an option, such as "  [default: 1; x>=0]".
_EXTRA: Final = re.compile(r"\s*\[([^\[\]]*(?:default|required|<=|>=)[^\[\]]*)\]$")


def command_reference() -> str:
    """Returns a table of all commands, then a section for each."""
    from companion.commands.cli import app

    program = get_command(app)
    context = program.make_context(_PROGRAM, ["--help"], resilient_parsing=True)
    commands = dict(_commands(program, context, _PROGRAM))
    overview = table(
        ("command", "what it does"),
        ((f"[`{name}`](#{name.replace(' ', '-')})", _first_sentence(found)) for name, (found, _) in commands.items()),
    )
    return "\n\n".join((overview, *(_section(name, *found) for name, found in commands.items())))


def _commands(group: "Command", above: "Context", path: str) -> "Iterator[tuple[str, tuple[Command, Context]]]":
    """Yields every command below a group by its whole name, in the order of the help; groups come before theirs."""
    assert isinstance(group, TyperGroup)
    for name in group.list_commands(above):
        command = group.get_command(above, name)
        if command is None or command.hidden:
            continue
        whole = f"{path} {name}"
        context = command.context_class(command, info_name=name, parent=above)
        yield whole, (command, context)
        if isinstance(command, TyperGroup):
            yield from _commands(command, context, whole)


def _section(name: str, command: "Command", context: "Context") -> str:
    parts = [f"## {name}", _paragraphs(command)]
    if not isinstance(command, TyperGroup):
        parts.append(f"    {name} {' '.join(command.collect_usage_pieces(context))}".rstrip())
        rows = list(_parameters(command, context))
        if rows:
            parts.append(table(("argument or option", "meaning", "values"), rows))
    return "\n\n".join(part for part in parts if part)


def _parameters(command: "Command", context: "Context") -> Iterator[tuple[str, str, str]]:
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record is None or parameter.name == "help":
            continue
        name, meaning = record
        extra = _EXTRA.search(meaning)
        yield f"`{name}`", _EXTRA.sub("", meaning), extra[1] if extra else ""


def _paragraphs(command: "Command") -> str:
    return "\n\n".join(" ".join(part.split()) for part in (command.help or "").split("\n\n"))


def _first_sentence(command: "Command") -> str:
    return re.split(r"(?<=[.;])\s", _paragraphs(command), maxsplit=1)[0].rstrip(";").removesuffix(".") + "."
