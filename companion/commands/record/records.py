"""The commands about games that were played: `games`, `export`, `import` and `replay`."""

import json
import math
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from companion.commands.terminal import fail, installed_games, language_of, say
from companion.history.filters import Ended, GameFilter
from companion.settings.file import data_folder

app = typer.Typer()
_Language = Annotated[
    str | None,
    typer.Option(
        help="The language of pdf, xml, csv, vtt and chapters.txt: de, en, fr or it; else that of the settings."
    ),
]


class ListForm(StrEnum):
    """The form of the list of games."""

    WORDS = "words"
    CSV = "csv"
    XML = "xml"


@app.command()
def replay(
    path: Annotated[
        Path,
        typer.Argument(help="A recording (a folder) or a record (.pawtrack or .jsonl)."),
    ],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line instead of words.")] = False,
) -> None:
    """Judge again: a recording by the same reader and referee as a live table, a record by the rules."""
    if path.is_file():
        from companion.commands.record.record_files import RecordFileError, replay_record

        try:
            raise typer.Exit(replay_record(installed_games(), path, as_json=as_json, say=say))
        except RecordFileError as error:
            fail(str(error))
    _replay_recording(path, as_json=as_json)


def _replay_recording(folder: Path, *, as_json: bool) -> None:
    from companion.sensors.recording import RecordingError, load_recording
    from companion.sensors.replay import replay_recording

    illegal = False
    try:
        for line in replay_recording(load_recording(installed_games(), folder)):
            illegal |= line["verdict"] == "illegal"
            say(json.dumps(line) if as_json else _in_words(line))
    except RecordingError as error:
        fail(str(error))
    raise typer.Exit(1 if illegal else 0)


@app.command()
def games(
    variant: Annotated[str, typer.Option(help="Only games of this id, such as black_dog.")] = "",
    player: Annotated[str, typer.Option(help="Only games that somebody of this name played in.")] = "",
    state: Annotated[Ended, typer.Option(help="Only games that have come so far.")] = Ended.ANY,
    since: Annotated[str, typer.Option(help="Only games begun on this day or later, such as 2026-01-31.")] = "",
    before: Annotated[str, typer.Option(help="Only games begun before this day.")] = "",
    search: Annotated[str, typer.Option(help="Only games in whose names and title these words stand.")] = "",
    check: Annotated[bool, typer.Option("--check", help="Read every row of every game and check its seal.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line instead of words.")] = False,
    form: Annotated[
        ListForm, typer.Option("--as", help="csv: a spreadsheet; xml: plays of BoardGameGeek; words: a line each.")
    ] = ListForm.WORDS,
    language: _Language = None,
) -> None:
    """List the recorded games, the one played last first; also those that are damaged or from a newer program."""
    from companion.commands.record import record_files as files

    try:
        looked_for = GameFilter(
            variant=variant,
            player=files.players_of(_record()).of(player).name if player else "",
            ended=state,
            since_ms=files.day_ms(since) if since else None,
            before_ms=files.day_ms(before) if before else None,
            text=search,
        )
        found = files.wanted(files.listed_games(installed_games(), _record(), check=check), looked_for)
        if form is not ListForm.WORDS:
            from companion.commands.record.exports import games_as
            from companion.handover.exports import ExportKind

            typer.echo(games_as(ExportKind(form), found, language_of(language)), nl=False)
            return
        for line in files.game_objects(found) if as_json else files.game_lines(found):
            typer.echo(line)
        if not as_json and looked_for == GameFilter():
            for line in files.aside_lines(_record().parent):
                typer.echo(line)
    except files.RecordFileError as error:
        fail(str(error))


@app.command()
def export(
    game: Annotated[str, typer.Argument(help="The id that `games` shows.")],
    file: Annotated[
        Path | None,
        typer.Argument(
            help="Where to write it: FILE.jsonl keeps every row with its seal, FILE.html is the game to watch again "
            "in a browser, FILE.png a picture to send, FILE.pdf a protocol to print, FILE.xml a play for "
            "BoardGameGeek, FILE.csv a row for a spreadsheet, "
            "FILE.vtt captions and FILE.chapters.txt chapters for a video, any other name the text."
        ),
    ] = None,
    raw: Annotated[
        bool, typer.Option("--raw", help="Every row as it is stored, also of a game that cannot be read; needs a FILE.")
    ] = False,
    language: _Language = None,
    offset: Annotated[
        float, typer.Option(help="vtt and chapters.txt: how many seconds of the video have gone when the game begins.")
    ] = 0.0,
) -> None:
    """Write a recorded game as text (docs/reference/formats/pawtrack.md), to standard output or into a file."""
    from companion.commands.record.exports import export_for_others, kind_of
    from companion.commands.record.record_files import RecordFileError, export_record, export_rows

    if not math.isfinite(offset):
        fail("--offset: name a number of seconds, such as 90 or -12.5")
    if raw and file is None:
        fail("--raw: name the FILE to write, such as game.jsonl")
    try:
        if raw and file is not None:
            export_rows(installed_games(), _record(), game, file)
            return
        kind = kind_of(file)
        if kind is not None and file is not None:
            note = export_for_others(installed_games(), _record(), game, file, kind, language_of(language), offset)
            if note:
                say(note)
            return
        export_record(installed_games(), _record(), game, file, typer.echo)
    except RecordFileError as error:
        fail(str(error))


@app.command()
def shadow(
    game: Annotated[
        str, typer.Argument(help="The id that `games` shows; else the newest game with such a camera.")
    ] = "",
    language: Annotated[str | None, typer.Option(help="de, en, fr or it; else that of the settings.")] = None,
) -> None:
    """Say how often a camera that only watched agreed with the tapped plays, and where it did not."""
    from companion.commands.record.agreements import agreement_lines
    from companion.commands.record.record_files import RecordFileError

    try:
        for line in agreement_lines(installed_games(), _record(), game, language_of(language)):
            say(line)
    except RecordFileError as error:
        fail(str(error))


@app.command("import")
def import_(
    file: Annotated[Path, typer.Argument(help="A record that `export` wrote, or one that somebody typed.")],
) -> None:
    """Take a game from a file into the record."""
    from companion.commands.record.record_files import RecordFileError, import_record

    try:
        import_record(installed_games(), _record(), file, typer.echo)
    except RecordFileError as error:
        fail(str(error))


def _record() -> Path:
    from companion.store.epoch import RECORD_FILE

    return data_folder() / RECORD_FILE


def _in_words(line: dict[str, object]) -> str:
    ruling = f" ({line['ruling']})" if line["ruling"] else ""
    code = f" [{line['code']}]" if "code" in line else ""
    verdict = f"{line['verdict']}{ruling}{code}"
    return f"{line['t_ms']:>9} ms  seat {line['seat']}  {line['card']:<9} {verdict}  {line['play'] or ''}"
