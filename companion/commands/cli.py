"""The command line: one program, a few verbs, one clear line for every error.

Exit status: 0 done; 1 done, but something was refused; 2 unusable arguments or input; 130 interrupted.
"""

import io
import logging
import sys
from typing import Annotated

import typer

from companion.commands.command_table import CommandTable
from companion.system.version import report

app = typer.Typer(
    name="pawtrack",
    cls=CommandTable,
    help="Referee, scorekeeper and broadcaster for real board games of the DOG family.",
    no_args_is_help=False,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def main() -> None:
    """Runs the command line; characters that this terminal cannot show are written as escapes."""
    logging.basicConfig(level=logging.WARNING, format="pawtrack: %(message)s", stream=sys.stderr)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    app()


def show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(report())
        raise typer.Exit


@app.callback(invoke_without_command=True)
def default(
    context: typer.Context,
    _version: Annotated[
        bool, typer.Option("--version", callback=show_version, is_eager=True, help="Say what is installed, and end.")
    ] = False,
) -> None:
    """Without a command: `run`."""
    _say_restore()
    if context.invoked_subcommand is None:
        from companion.commands import run

        context.invoke(run.run)


def _say_restore() -> None:
    """Finishes or undoes an interrupted restore before any command reads the data folder."""
    from companion.backup.exchange import settled_at_start
    from companion.settings.file import data_folder

    settled = settled_at_start(data_folder())
    if settled is not None:
        from companion.commands.terminal import language_of
        from companion.texts import shipped_wording
        from companion.views.troubles import with_id

        text = shipped_wording().say(settled)[language_of(None)]
        typer.echo(f"pawtrack: {with_id(text, settled)}", err=True)
