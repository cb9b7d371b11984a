"""The commands about people who play: `players list`, `table`, `rename`, `merge`, `split`, `remove`, `evenings`."""

from typing import TYPE_CHECKING, Annotated

import typer

from companion.commands.terminal import fail, installed_games, say
from companion.settings.file import data_folder

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.commands.record.score_sheet import ScoreSheet

app = typer.Typer(
    name="players",
    help="Who plays here: names, ratings, tables.  The record of games is never changed.",
    no_args_is_help=True,
)

_Name = Annotated[str, typer.Argument(help="A name under which somebody played.")]
_Variant = Annotated[str, typer.Option(help="Only games of this id, such as black_dog.")]


@app.command("list")
def list_players() -> None:
    """Everybody who has played and was not removed, with other names, colour and glyph."""
    for line in _sheet().player_lines():
        typer.echo(line)


@app.command()
def table(
    variant: _Variant = "",
    as_csv: Annotated[bool, typer.Option("--csv", help="Comma-separated values for a spreadsheet.")] = False,
) -> None:
    """Games, won, and the rating with its margin; a rating is shown from ten games on."""
    for line in _sheet(variant).table_lines(as_csv=as_csv):
        typer.echo(line)


@app.command()
def evenings(
    as_csv: Annotated[bool, typer.Option("--csv", help="Comma-separated values for a spreadsheet.")] = False,
) -> None:
    """The points of every evening, the newest first: a point for each side that a win has beaten."""
    for line in _sheet().evening_lines(as_csv=as_csv):
        typer.echo(line)


@app.command()
def rename(name: _Name, new: Annotated[str, typer.Argument(help="The name to show from now on.")]) -> None:
    """Show a player under another name; the games stay, and the old name goes on meaning the same person."""
    from companion.writing.fonts import unknown_letters

    if unknown := unknown_letters(new):
        fail(f"no font of Pawtrack has the signs {unknown!r:.40}: write the name in letters")
    sheet = _sheet()
    _keep(sheet, lambda: sheet.renamed(name, new))


@app.command()
def merge(
    name: _Name, into: Annotated[str, typer.Argument(help="The player who was the same person all along.")]
) -> None:
    """Two names were one person: all games count for the second; refused where both sat at one table."""
    sheet = _sheet()
    _keep(sheet, lambda: sheet.merged(name, into))


@app.command()
def split(name: Annotated[str, typer.Argument(help="A name that was merged or renamed.")]) -> None:
    """Make a name a player of its own again: the way back from `merge`."""
    sheet = _sheet()
    _keep(sheet, lambda: sheet.split(name))


@app.command()
def remove(name: _Name) -> None:
    """Take a player off the lists; the games stay in the record and count for the others, and a new game brings the
    player back."""
    sheet = _sheet()
    _keep(sheet, lambda: sheet.removed(name))


def _sheet(variant: str = "") -> "ScoreSheet":
    from companion.commands.record.record_files import RecordFileError
    from companion.commands.record.score_sheet import ScoreSheet, ScoreSheetError

    try:
        return ScoreSheet(installed_games(), data_folder(), variant)
    except (RecordFileError, ScoreSheetError) as error:
        fail(str(error))


def _keep(sheet: "ScoreSheet", change: "Callable[[], str]") -> None:
    """Makes a change and prints its effect."""
    from companion.commands.record.score_sheet import ScoreSheetError

    try:
        said = change()
        sheet.save()
    except ScoreSheetError as error:
        fail(str(error))
    say(said)
