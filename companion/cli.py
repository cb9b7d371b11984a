"""The command line: one program, a few verbs, one clear line for every error.

Exit status: 0 done; 1 done, but something was refused; 2 unusable arguments or input; 130 interrupted.
"""

import json
import logging
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from companion.settings import data_folder

app = typer.Typer(
    name="pawtrack",
    help="Referee, scorekeeper and broadcaster for real board games of the DOG family.",
    no_args_is_help=False,
    add_completion=False,
    pretty_exceptions_enable=False,
)

INTERRUPTED = 130


def main() -> None:
    """Runs the command line; an interrupt ends it quietly, with nothing lost."""
    logging.basicConfig(level=logging.WARNING, format="pawtrack: %(message)s", stream=sys.stderr)
    try:
        app()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


def fail(message: str) -> NoReturn:
    """One line on standard error, status 2."""
    typer.echo(f"pawtrack: {message}", err=True)
    raise typer.Exit(2)


@app.callback(invoke_without_command=True)
def default(context: typer.Context) -> None:
    """Without a command: `run`."""
    if context.invoked_subcommand is None:
        context.invoke(run)


@app.command()
def run(
    headless: Annotated[bool, typer.Option(help="No tablet screen, even where there is a display.")] = False,
    plies: Annotated[int, typer.Option(help="Headless: stop after so many plays; 0 plays to the end.", min=0)] = 0,
    seed: Annotated[int, typer.Option(help="Headless: which simulated game.")] = 1,
    speed: Annotated[float, typer.Option(help="Headless: how many times faster than a real table.", min=0.1)] = 1.0,
    camera: Annotated[str | None, typer.Option(help="simulated, none, a device number, a path or a URL.")] = None,
    wheel: Annotated[str | None, typer.Option(help="simulated, none, auto or a serial port.")] = None,
    broker: Annotated[str | None, typer.Option(help="embedded, none or mqtt://[user:password@]host:port.")] = None,
    lan: Annotated[bool, typer.Option(help="Let other devices in the house open the viewer page.")] = False,
    record: Annotated[Path | None, typer.Option(help="Write a recording of the table into this folder.")] = None,
    truth: Annotated[
        Path | None, typer.Option(help="Headless: write what the simulator really did as JSON lines.")
    ] = None,
) -> None:
    """Play: the tablet where there is a display, else a simulated game that plays by itself."""
    from companion.bootstrap import Choices, has_display
    from companion.headless import play_headless

    given = Choices(
        camera=camera, wheel=wheel, broker=broker, lan=lan, record=record, seed=seed, speed=speed, plies=plies
    )
    if headless or not has_display():
        if not headless:
            typer.echo("no display: playing a simulated game without the tablet screen")
        raise typer.Exit(play_headless(given, truth=truth, say=typer.echo, fail=fail))
    from companion.bootstrap import Launcher
    from ui.app import run_app

    run_app(Launcher(given))


@app.command()
def replay(
    folder: Annotated[Path, typer.Argument(help="A recording (contract section 6).")],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line instead of words.")] = False,
) -> None:
    """Feed a recording through the same eyes and referee as a live table, as fast as it can."""
    from companion.sensors.recording import RecordingError, load_recording
    from companion.sensors.replay import replay_recording
    from vision.sources import SourceError

    illegal = False
    try:
        for line in replay_recording(load_recording(folder)):
            illegal |= line["verdict"] == "illegal"
            typer.echo(json.dumps(line) if as_json else _in_words(line))
            sys.stdout.flush()
    except (RecordingError, SourceError) as error:
        fail(str(error))
    raise typer.Exit(1 if illegal else 0)


@app.command()
def plays() -> None:
    """Read positions and cards, a JSON object a line, and answer with all legal plays (contract section 3)."""
    from companion.lines import run_plays

    raise typer.Exit(_stream(run_plays))


@app.command()
def judge() -> None:
    """Read positions, cards and what was seen, a JSON object a line, and answer with verdicts (contract section 4)."""
    from companion.judge_lines import run_judge

    raise typer.Exit(_stream(run_judge))


@app.command()
def position() -> None:
    """Turn positions from JSON into one line of text and back, a line each."""
    from companion.lines import run_position

    raise typer.Exit(_stream(run_position))


@app.command()
def games() -> None:
    """List the recorded games."""
    from contextlib import closing

    from companion.app.ports import StoreError
    from companion.store.event_log import EventLog

    try:
        with closing(EventLog(data_folder() / "record.sqlite")) as log:
            for game in log.games():
                state = "finished" if game.finished else "open"
                typer.echo(f"{game.game}  {state:<9} {game.events:>5} rows  {', '.join(game.names)}")
    except StoreError as error:
        fail(str(error))


@app.command()
def export(
    game: Annotated[str, typer.Argument(help="The id that `games` shows.")],
    file: Annotated[Path, typer.Argument(help="Where to write the record as JSON lines.")],
) -> None:
    """Write a recorded game as JSON lines."""
    from contextlib import closing

    from companion.app.ports import StoreError
    from companion.store.event_log import EventLog
    from companion.store.export import export_game

    try:
        with closing(EventLog(data_folder() / "record.sqlite")) as log:
            export_game(log, game, file)
    except (StoreError, OSError) as error:
        fail(str(error))


def _stream(program: Callable[..., int]) -> int:
    try:
        return program(sys.stdin, sys.stdout)
    except BrokenPipeError:
        return 0


def _in_words(line: dict[str, object]) -> str:
    ruling = f" ({line['ruling']})" if line["ruling"] else ""
    return (
        f"{line['t_ms']:>9} ms  seat {line['seat']}  {line['card']:<9} {line['verdict']}{ruling}  {line['play'] or ''}"
    )
