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

from companion.collector import look_seldom
from companion.settings import Settings, data_folder

app = typer.Typer(
    name="pawtrack",
    help="Referee, scorekeeper and broadcaster for real board games of the DOG family.",
    no_args_is_help=False,
    add_completion=False,
    pretty_exceptions_enable=False,
)

variants = typer.Typer(help="The games: list them, show one, check a file of your own.", no_args_is_help=True)
app.add_typer(variants, name="variants")

INTERRUPTED = 130
_Language = Annotated[str | None, typer.Option(help="de, en, fr or it; else the language of the settings.")]


def main() -> None:
    """Runs the command line; an interrupt ends it quietly, with nothing lost."""
    look_seldom()
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
    """Without a command: `run`.  Games of the house are there for every command."""
    if (data_folder() / "variants").is_dir():
        from companion.house_variants import find_house_variants

        find_house_variants(data_folder())
    if context.invoked_subcommand is None:
        context.invoke(run)


@app.command()
def run(
    headless: Annotated[bool, typer.Option(help="No tablet screen, even where there is a display.")] = False,
    plies: Annotated[int, typer.Option(help="Headless: stop after so many plays; 0 plays to the end.", min=0)] = 0,
    seed: Annotated[int, typer.Option(help="Headless: which simulated game.")] = 1,
    speed: Annotated[float, typer.Option(help="Headless: how many times faster than a real table.", min=0.1)] = 1.0,
    variant: Annotated[str | None, typer.Option(help="Which game; `variants list` names them.")] = None,
    players: Annotated[int | None, typer.Option(help="How many play.", min=2, max=6)] = None,
    option: Annotated[
        list[str] | None, typer.Option(help="A house rule, NAME=VALUE; `variants show` names them. May be repeated.")
    ] = None,
    board: Annotated[str | None, typer.Option(help="Which printed board, else the usual one of the game.")] = None,
    camera: Annotated[str | None, typer.Option(help="simulated, none, a device number, a path or a URL.")] = None,
    wheel: Annotated[str | None, typer.Option(help="simulated, none, auto or a port; see hardware/README.md.")] = None,
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
    from vision.profile import ProfileError

    given = Choices(
        variant=variant,
        players=players,
        options=_switches(option or []),
        board=board,
        camera=camera,
        wheel=wheel,
        broker=broker,
        lan=lan,
        record=record,
        seed=seed,
        speed=speed,
        plies=plies,
    )
    try:
        given.over(_settings())
    except (ValueError, ProfileError) as error:
        fail(str(error))
    if headless or not has_display():
        if not headless:
            typer.echo("no display: playing a simulated game without the tablet screen")
        raise typer.Exit(play_headless(given, truth=truth, say=typer.echo, fail=fail))
    from companion.bootstrap import Launcher
    from ui.app import run_app

    run_app(Launcher(given))


@app.command()
def replay(
    path: Annotated[
        Path, typer.Argument(help="A recording (a folder, contract section 6) or a record (a .pawtrack file).")
    ],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line instead of words.")] = False,
) -> None:
    """Judge again: a recording by the same eyes and referee as a live table, a record by the rules."""
    if path.is_file():
        from companion.record_lines import RecordFileError, replay_record

        try:
            raise typer.Exit(replay_record(path, as_json=as_json, say=_say))
        except RecordFileError as error:
            fail(str(error))
    _replay_recording(path, as_json=as_json)


def _replay_recording(folder: Path, *, as_json: bool) -> None:
    from companion.sensors.recording import RecordingError, load_recording
    from companion.sensors.replay import replay_recording
    from vision.sources import SourceError

    illegal = False
    try:
        for line in replay_recording(load_recording(folder)):
            illegal |= line["verdict"] == "illegal"
            _say(json.dumps(line) if as_json else _in_words(line))
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
def actions() -> None:
    """Read tables of the card game without a board, a JSON object a line, and answer with all legal actions."""
    from companion.actions_lines import run_actions

    raise typer.Exit(_stream(run_actions))


@app.command("print")
def print_sheet(
    what: Annotated[str, typer.Argument(help="board, disc or markers.")],
    file: Annotated[Path, typer.Argument(help="The PDF to write.")],
    variant: Annotated[str, typer.Option(help="Which game; `variants list` names them.")] = "",
    players: Annotated[int | None, typer.Option(help="How many play.", min=2, max=6)] = None,
    board: Annotated[str | None, typer.Option(help="Which printed board, else the usual one of the game.")] = None,
    paper: Annotated[str, typer.Option(help="a4, a3 (tiled) or full (one large sheet).")] = "a4",
) -> None:
    """Write a board, its disc or its markers as a PDF in true size, with a scale bar to check it by."""
    from companion.prints.sheets import write_sheet
    from companion.table_setup import with_game
    from vision.profile import ProfileError

    try:
        settings = _settings()
        chosen = with_game(settings, variant or settings.variant, players, board=board)
        sheets = write_sheet(what, chosen.board, chosen.variant, file, paper)
    except (ValueError, ProfileError, OSError) as error:
        fail(str(error))
    typer.echo(f"{file}: {sheets} {'sheet' if sheets == 1 else 'sheets'}; print at 100 %, the bar must measure 100 mm")


@app.command()
def calibrate(
    photograph: Annotated[Path, typer.Argument(help="A picture of the whole empty board.")],
    name: Annotated[str, typer.Option(help="What the board is called from now on.")],
    template: Annotated[str, typer.Option(help="Which known board it is like, such as star_4.")],
    size: Annotated[str, typer.Option(help="Width and height in centimetres, such as 45x45.")],
    starts: Annotated[str, typer.Option(help='The start fields in turn, in pixels: "x,y x,y x,y x,y".')],
    corners: Annotated[
        str, typer.Option(help='The corners, clockwise from the upper left: "x,y x,y x,y x,y"; else they are found.')
    ] = "",
    pawn: Annotated[str, typer.Option(help="cone:14x25, peg:9x28 or marble:16 (mm); else as on the known board.")] = "",
    draw: Annotated[Path | None, typer.Option(help="Also write the picture with every spot ringed.")] = None,
) -> None:
    """Make a profile of your own board from a photograph; the tablet does the same by taps."""
    from companion.calibrate_lines import CalibrationError, Given
    from companion.calibrate_lines import calibrate as make

    given = Given(template=template, size=size, corners=corners, starts=starts, name=name, pawn=pawn)
    try:
        path = make(photograph, given, draw)
    except CalibrationError as error:
        fail(str(error))
    typer.echo(f"{path}: play on it with --board {path.stem}")


@app.command()
def games() -> None:
    """List the recorded games."""
    from contextlib import closing

    from companion.app.ports import StoreError
    from companion.store.event_log import EventLog

    try:
        with closing(EventLog(_record())) as log:
            for game in log.games():
                state = "finished" if game.finished else "open"
                typer.echo(f"{game.game}  {state:<9} {game.events:>5} rows  {', '.join(game.names)}")
    except StoreError as error:
        fail(str(error))


@app.command()
def export(
    game: Annotated[str, typer.Argument(help="The id that `games` shows.")],
    file: Annotated[
        Path | None,
        typer.Argument(help="Where to write it: FILE.jsonl keeps every row with its seal, any other name the text."),
    ] = None,
) -> None:
    """Write a recorded game as text (docs/notation.md), to standard output or into a file."""
    from companion.record_lines import RecordFileError, export_record

    try:
        export_record(_record(), game, file, typer.echo)
    except RecordFileError as error:
        fail(str(error))


@app.command("import")
def import_(
    file: Annotated[Path, typer.Argument(help="A record that `export` wrote, or one that somebody typed.")],
) -> None:
    """Take a game from a file into the record."""
    from companion.record_lines import RecordFileError, import_record

    try:
        import_record(_record(), file, typer.echo)
    except RecordFileError as error:
        fail(str(error))


@variants.command("list")
def list_variants(language: _Language = None) -> None:
    """Every game, one a line: its id, how many play it, what it is."""
    from companion.variants_lines import list_lines

    for line in list_lines(_language(language)):
        typer.echo(line)


@variants.command("show")
def show_variant(
    variant: Annotated[str, typer.Argument(help="The id that `variants list` shows.")],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object instead of words.")] = False,
    language: _Language = None,
) -> None:
    """A game in full: players, boards, cards with their uses, house-rule switches."""
    from companion.rules.catalogue import UnknownVariantError, VariantFileError
    from companion.variants_lines import show_lines, variant_json

    try:
        if as_json:
            typer.echo(json.dumps(variant_json(variant), ensure_ascii=False))
            return
        for line in show_lines(variant, _language(language)):
            typer.echo(line)
    except (UnknownVariantError, VariantFileError) as error:
        fail(str(error))


@variants.command("check")
def check_variant(
    file: Annotated[Path, typer.Argument(help="A variant file (TOML) that somebody wrote.")],
) -> None:
    """Check a house variant: every fault in a line with the file, the key and the reason."""
    from companion.variants_lines import check_lines

    try:
        faults, sound = check_lines(file)
    except OSError as error:
        fail(f"{file.name} cannot be read ({error.strerror})")
    for line in faults or [sound]:
        typer.echo(line)
    raise typer.Exit(1 if faults else 0)


def _record() -> Path:
    return data_folder() / "record.sqlite"


def _settings() -> Settings:
    """What the family set up; broken settings are told by the table, and the defaults are used."""
    from companion.settings import SettingsError, load_settings

    try:
        return load_settings(data_folder() / "settings.toml")
    except SettingsError:
        return Settings()


def _switches(given: list[str]) -> tuple[tuple[str, str | int | bool], ...]:
    """House rules from the command line."""
    from companion.model.notation import NotationError, parse_switch

    switches = []
    for word in given:
        name, equals, value = word.partition("=")
        if not equals:
            fail(f"--option {word[:40]!r}: write it as NAME=VALUE, such as core.home_optional=false")
        try:
            switches.append((name, parse_switch(value, name)))
        except NotationError as error:
            fail(f"--option {error}")
    return tuple(switches)


def _language(given: str | None) -> str:
    """The language asked for, else the one of the settings."""
    from companion.settings import LANGUAGES

    if given is not None and given not in LANGUAGES:
        fail(f"language {given[:20]!r} is unknown; use {', '.join(LANGUAGES)}")
    return given or _settings().language


def _say(line: str) -> None:
    """A line that is out before the next one is made."""
    typer.echo(line)
    sys.stdout.flush()


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
