"""Errors of the command line: one line on standard error, and the exit status."""

from typing import NoReturn

import typer


def print_error(message: str) -> None:
    """Prints one line on standard error."""
    typer.echo(f"wheel: {message}", err=True)


def fail(message: str, status: int = 2) -> NoReturn:
    """Prints one line on standard error and exits with `status`."""
    print_error(message)
    raise typer.Exit(status)
