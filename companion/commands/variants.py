"""The commands about games: list them, show one, check a file of one's own."""

import json
from pathlib import Path
from typing import Annotated

import typer

from companion.commands.terminal import fail, installed_games, language_of
from companion.system.quoting import one_line

app = typer.Typer(
    name="variants", help="The games: list them, show one, check a file of your own.", no_args_is_help=True
)

_Language = Annotated[str | None, typer.Option(help="de, en, fr or it; else the language of the settings.")]


@app.command("list")
def list_variants(language: _Language = None) -> None:
    """Every game, one a line: its id, how many play it, what it is."""
    from companion.commands.variant_reports import list_lines

    catalogue = installed_games()
    for line in list_lines(catalogue, language_of(language)):
        typer.echo(line)
    for fault in catalogue.faults.values():
        typer.echo(f"pawtrack: {one_line(fault)}; it is left out", err=True)


@app.command("show")
def show_variant(
    variant: Annotated[str, typer.Argument(help="The id that `variants list` shows.")],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object instead of words.")] = False,
    language: _Language = None,
) -> None:
    """A game in full: players, boards, cards with their uses, house-rule switches."""
    from companion.commands.variant_reports import show_lines, variant_json
    from companion.rules.catalogue import UnknownVariantError
    from companion.rules.variant_files.file import VariantFileError

    try:
        if as_json:
            typer.echo(json.dumps(variant_json(installed_games(), variant), ensure_ascii=False))
            return
        for line in show_lines(installed_games(), variant, language_of(language)):
            typer.echo(line)
    except (UnknownVariantError, VariantFileError) as error:
        fail(str(error))


@app.command("check")
def check_variant(
    file: Annotated[Path, typer.Argument(help="A variant file (TOML) that somebody wrote.")],
) -> None:
    """Check a house variant: every fault in a line with file, line, key and reason, else its boards."""
    from companion.commands.variant_reports import check_lines

    try:
        faults, sound = check_lines(file)
    except OSError as error:
        fail(f"{file.name} cannot be read ({error.strerror})")
    for line in faults or sound:
        typer.echo(line)
    raise typer.Exit(1 if faults else 0)
