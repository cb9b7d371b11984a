"""The commands about the sensor of the wheel: those that people need, wherever `pawtrack` is installed."""

import typer

from companion.system.signals import interruptible
from firmware_bridge.commands.cli import for_people

app = typer.Typer(
    name="wheel",
    help="The sensor of the wheel: find it, flash it, set its stops, say what is wrong with it.",
    no_args_is_help=True,
)


@app.callback()
def begin(context: typer.Context) -> None:
    """Closes the port at the end of every command."""
    context.with_resource(interruptible())


app.add_typer(for_people)
