"""How the command line says no: one line on standard error, and the exit status."""

from typing import NoReturn

import typer


def complain(message: str) -> None:
    """One line on standard error."""
    typer.echo(f"wheel: {message}", err=True)


def fail(message: str, status: int = 2) -> NoReturn:
    """One line on standard error, and the end."""
    complain(message)
    raise typer.Exit(status)
