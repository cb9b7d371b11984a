"""The commands `plays`, `judge`, `chances`, `position` and `actions`: programs that answer a line with a line."""

import sys
from collections.abc import Callable
from functools import partial

import typer

from companion.commands.terminal import installed_games

app = typer.Typer()


@app.command()
def plays() -> None:
    """Read positions and cards, a JSON object a line, and answer with all legal plays.

    Format: docs/reference/formats/programs.md.
    """
    from companion.commands.programs.plays import run_plays

    raise typer.Exit(_stream(partial(run_plays, installed_games())))


@app.command()
def judge() -> None:
    """Read positions, cards and what was seen, and answer each line with a verdict.

    Format: docs/reference/formats/programs.md.
    """
    from companion.commands.programs.judge import run_judge

    raise typer.Exit(_stream(partial(run_judge, installed_games())))


@app.command()
def chances() -> None:
    """Read positions and numbers of cards held, and answer with each team's chance.

    Format: docs/reference/formats/programs.md.
    """
    from companion.commands.programs.chances import run_chances

    raise typer.Exit(_stream(partial(run_chances, installed_games())))


@app.command()
def position() -> None:
    """Turn positions from JSON into one line of text and back, a line each."""
    from companion.commands.programs.position import run_position

    raise typer.Exit(_stream(partial(run_position, installed_games())))


@app.command()
def actions() -> None:
    """Read tables of the card game without a board, a JSON object a line, and answer with all legal actions."""
    from companion.commands.programs.actions import run_actions

    raise typer.Exit(_stream(run_actions))


def _stream(program: Callable[..., int]) -> int:
    try:
        return program(sys.stdin, sys.stdout)
    except BrokenPipeError:
        return 0
