"""The program `pawtrack` run in this process, as people type it."""

from click.testing import Result
from typer.testing import CliRunner

from companion.commands.cli import app


def pawtrack(*arguments: object) -> Result:
    """Returns the result of a command: status, output, errors; any exception but its exit fails the test."""
    done = CliRunner().invoke(app, [str(argument) for argument in arguments])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done


def fault(*arguments: object) -> str:
    """The one line of an unusable file or argument."""
    done = pawtrack(*arguments)
    assert done.exit_code == 2
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith("pawtrack: ")
    return done.stderr
