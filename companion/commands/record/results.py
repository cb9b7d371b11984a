"""The commands about results of games whose plays nobody recorded: `results enter`, `correct`, `strike`, `restore`."""

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from companion.commands.terminal import fail, installed_games, say
from companion.settings.file import data_folder

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.commands.record.result_words import House
    from companion.store.results import Results

app = typer.Typer(
    name="results",
    help="Results of games that were played without Pawtrack: entered, corrected, struck out, never deleted.",
    no_args_is_help=True,
)

_Id = Annotated[str, typer.Argument(help="The id that `games` shows.")]
_Lost = Annotated[list[str] | None, typer.Option(help="The names of a side that lost; once for each side.")]
_Ended = Annotated[
    str, typer.Option(help="When the game ended, such as 2026-01-31 or 2026-01-31T21:30; without it now.")
]
_Minutes = Annotated[int, typer.Option(help="How many minutes it was played.")]
_Place = Annotated[str, typer.Option(help="Where it was played.")]
_Note = Annotated[str, typer.Option(help="Anything worth keeping.")]


@app.command()
def enter(
    game: Annotated[str, typer.Argument(help="The id of the game, such as black_dog; `variants` lists them.")],
    won: Annotated[str, typer.Option(help="The names of the side that won, such as 'Anna, Carla'.")],
    lost: _Lost = None,
    ended: _Ended = "",
    minutes: _Minutes = 0,
    place: _Place = "",
    note: _Note = "",
) -> None:
    """Enter who played what, and who won; it counts in series, evenings, ratings and statistics."""
    from uuid import uuid4

    from companion.commands.record.result_words import entered

    with _results() as results:
        made = uuid4().hex
        results.enter(made, entered(_house(), game, won, lost or [], ended, minutes, place, note))
        say(f"result {made} is in the record; `pawtrack results strike {made}` takes it back")


@app.command()
def correct(
    result: _Id,
    game: Annotated[str | None, typer.Option(help="The id of the game, such as black_dog.")] = None,
    won: Annotated[str | None, typer.Option(help="The names of the side that won; names --lost too.")] = None,
    lost: _Lost = None,
    ended: Annotated[str | None, typer.Option(help="When the game ended, such as 2026-01-31.")] = None,
    minutes: Annotated[int | None, typer.Option(help="How many minutes it was played.")] = None,
    place: Annotated[str | None, typer.Option(help="Where it was played.")] = None,
    note: Annotated[str | None, typer.Option(help="Anything worth keeping.")] = None,
) -> None:
    """Change what is named here and keep the rest; the record keeps what stood there before."""
    from companion.commands.record.result_words import corrected

    with _results() as results:
        before = results.of(result).result
        after = corrected(
            _house(), before, lost, game=game, won=won, ended=ended, minutes=minutes, place=place, note=note
        )
        results.correct(result, after)
        say(f"result {result} is corrected")


@app.command("import")
def import_(
    file: Annotated[Path, typer.Argument(help="An export of BG Stats, plays of BoardGameGeek as XML, or a CSV.")],
    game: Annotated[
        list[str] | None, typer.Option(help="A game by its name in the file and its id here, such as 'Brändi=braendi'.")
    ] = None,
    doubles: Annotated[
        bool, typer.Option("--doubles", help="Take also plays that look like a game that is here.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Take the new plays; without it they are only shown.")] = False,
) -> None:
    """Show the plays of another program's file, then take them; the same play is never taken twice."""
    from companion.commands.record.foreign_plays import ForeignPlays, lines
    from companion.commands.record.record_files import RecordFileError

    try:
        plays = ForeignPlays(_house(), data_folder() / "record.sqlite", file, game or [])
    except RecordFileError as error:
        fail(str(error))
    for line in lines(plays.found):
        say(line)
    wanted = plays.found.taken(doubles=doubles)
    if not yes:
        say(f"nothing is taken yet; plays that --yes takes: {len(wanted)}")
        return
    with _results() as results:
        say(f"plays taken into the record: {results.take(wanted)}")


@app.command()
def strike(result: _Id) -> None:
    """Strike a result out: it stays in the record and counts nowhere."""
    with _results() as results:
        results.strike(result, struck=True)
        say(f"result {result} is struck out; `pawtrack results restore {result}` lets it count again")


@app.command()
def restore(result: _Id) -> None:
    """Let a result that was struck out count again."""
    with _results() as results:
        results.strike(result, struck=False)
        say(f"result {result} counts again")


def _house() -> "House":
    from companion.commands.record.record_files import players_of
    from companion.commands.record.result_words import House
    from companion.store.epoch import RECORD_FILE

    return House(installed_games(), players_of(data_folder() / RECORD_FILE))


@contextmanager
def _results() -> "Iterator[Results]":
    """The results of the data folder, held by this command; a refusal is one line."""
    from companion.app.ports import StoreError
    from companion.commands.record.result_words import refusal
    from companion.session.results import ResultRefusedError
    from companion.store.epoch import RECORD_FILE
    from companion.store.event_log import EventLog
    from companion.store.folder_lock import FolderHeldError, FolderLock
    from companion.store.results import Results

    lock = FolderLock(data_folder())
    try:
        lock.take()
        log = EventLog(installed_games(), data_folder() / RECORD_FILE)
        try:
            # no start of the program: nothing goes on from here
            yield Results(log, lambda: 0)
        finally:
            log.close()
    except ResultRefusedError as error:
        fail(refusal(error))
    except (FolderHeldError, StoreError, OSError) as error:
        fail(f"nothing is changed: {error}")
    finally:
        lock.release()
