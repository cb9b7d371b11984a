"""The command `analyse`: a game that is over, turn by turn: the chances, the turning points, luck and play."""

import os
import sys
from contextlib import closing, suppress
from typing import TYPE_CHECKING, Annotated

import typer

from companion.commands.terminal import fail, installed_games, language_of, say
from companion.settings.file import data_folder
from companion.system.signals import INTERRUPTED, deferred

if TYPE_CHECKING:
    from companion.coach.analysis import GameAnalysis
    from companion.coach.review import Effort
    from companion.history.course import GameCourse

app = typer.Typer()
#: The table goes first.
_NICENESS = 10


@app.command()
def analyse(
    game: Annotated[str, typer.Argument(help="The id that `games` shows; the game must be over.")],
    playouts: Annotated[
        int, typer.Option(min=100, max=100_000, help="Games played on for each chance: more take longer.")
    ] = 500,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object instead of words.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Analyse and keep it; say nothing.")] = False,
    language: Annotated[str | None, typer.Option(help="de, en, fr or it; else that of the settings.")] = None,
) -> None:
    """Show better plays, and where a game turned; Ctrl-C loses no results."""
    from companion.coach.review import Effort

    course, seal = _over(game)
    done = _reviewed(course, seal, game, Effort(playouts=playouts), quiet=quiet or not sys.stderr.isatty())
    if done is None:
        typer.echo(f"\npawtrack: stopped; `pawtrack analyse {game}` goes on from here", err=True)
        raise typer.Exit(INTERRUPTED)
    if not quiet:
        _tell(course, done, as_json=as_json, language=language_of(language))


def _over(game: str) -> "tuple[GameCourse, str]":
    """The game row by row and the seal of its record."""
    from companion.app.ports import StoreError
    from companion.commands.record.record_files import players_of
    from companion.history.course import course_of
    from companion.scoring.people import known_events
    from companion.session.state import BoardGame
    from companion.store.epoch import RECORD_FILE
    from companion.store.event_log import EventLog

    try:
        with closing(EventLog(installed_games(), data_folder() / RECORD_FILE, read_only=True)) as log:
            events, seal = log.load(game), log.seal_of(game)
    except StoreError as error:
        fail(str(error))
    if not events:
        fail(f"there is no game {game[:40]!r}; `games` shows those there are")
    course = course_of(known_events(events, players_of(data_folder() / RECORD_FILE)))
    state = course.states[-1]
    if not isinstance(state, BoardGame):
        fail("only games on a board are analysed")
    if state.result is None:
        fail("the game is not over: it is analysed when it has ended, for the referee helps nobody")
    return course, seal


def _reviewed(course: "GameCourse", seal: str, game: str, effort: "Effort", *, quiet: bool) -> "GameAnalysis | None":
    """The analysis, with progress on standard error; None if it was interrupted."""
    from companion.coach.analysis import analysis_of
    from companion.coach.kept import analysis_file, reviewed
    from companion.coach.turns import turns_of
    from companion.playout.compile import NoTableError
    from companion.playout.library import kernel

    loaded = kernel()
    if loaded is None:
        fail("chances are off: the playout kernel is not built; it needs a C compiler and `make playout`")
    with suppress(AttributeError, OSError):
        os.nice(_NICENESS)
    turns, reviews = turns_of(course), {}
    try:
        with deferred() as wish:
            for review in reviewed(loaded, turns, analysis_file(data_folder(), game), seal, effort):
                reviews[review.row] = review
                if not quiet:
                    typer.echo(f"\r{len(reviews)} of {len(turns)} turns", nl=False, err=True)
                if wish.asked:
                    return None
    except NoTableError as error:
        fail(str(error))
    except OSError as error:
        fail(f"the analysis cannot be kept: {error.strerror or error}")
    if not quiet:
        typer.echo("\r" + " " * 40 + "\r", nl=False, err=True)
    found = analysis_of(course, [reviews[row] for row in sorted(reviews)])
    if found is None:
        fail("the cards of this game were not counted, so there are no chances to compute")
    return found


def _tell(course: "GameCourse", found: "GameAnalysis", *, as_json: bool, language: str) -> None:
    from companion.coach.report import report_json, report_lines
    from companion.texts import shipped_wording

    wording = shipped_wording()
    for line in [report_json(course, found)] if as_json else report_lines(course, found, wording, language):
        say(line)
