"""The commands about printed boards: `print` and `calibrate`."""

from pathlib import Path
from typing import Annotated

import typer

from companion.commands.terminal import fail, family_settings, installed_games, language_of

app = typer.Typer()


@app.command("print")
def print_sheet(
    what: Annotated[
        str,
        typer.Argument(help="board, disc or markers; deck, faces (one of each card) or pile (the place of cards)."),
    ],
    file: Annotated[Path, typer.Argument(help="The PDF to write.")],
    variant: Annotated[str, typer.Option(help="Which game; `variants list` names them.")] = "",
    players: Annotated[int | None, typer.Option(help="How many play.", min=2, max=8)] = None,
    board: Annotated[str | None, typer.Option(help="Which printed board, else the usual one of the game.")] = None,
    paper: Annotated[
        str, typer.Option(help="a4, a3, letter, either (A4 or Letter), or full (one large sheet).")
    ] = "a4",
    language: Annotated[str | None, typer.Option(help="Of cards and markers: en, de, fr, it; else that set.")] = None,
) -> None:
    """Write a board, its disc, its markers or the cards of a game as a PDF in true size, with a scale bar to check it
    by."""
    from companion.app.card_setup import has_board
    from companion.app.table_setup import with_game
    from companion.board.files import ProfileError
    from companion.board.prints.sheets import OF_CARDS, write_cards, write_sheet
    from companion.open_row.catalogue import load_game
    from companion.system.disk.whole_file import check_target

    try:
        check_target(file)
        settings, catalogue = family_settings(), installed_games()
        if what in OF_CARDS:
            name = variant or settings.variant
            game = catalogue.variant(name) if has_board(name) else load_game(name)
            sheets = write_cards(what, name, game, language_of(language), file, paper)
        else:
            chosen = with_game(catalogue, settings, variant or settings.variant, players, board=board)
            game = catalogue.variant(chosen.variant)
            sheets = write_sheet(what, chosen.board, game, language_of(language), file, paper)
    except (ValueError, ProfileError, OSError) as error:
        fail(str(error))
    count = f"{sheets} {'sheet' if sheets == 1 else 'sheets'}"
    typer.echo(f"{file}: {count}; print at 100 %, the bar must measure 100 mm (3 15/16 in)")


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
    from companion.commands.camera.calibration import CalibrationError, CalibrationInput
    from companion.commands.camera.calibration import calibrate as make

    given = CalibrationInput(template=template, size=size, corners=corners, starts=starts, name=name, pawn=pawn)
    try:
        path = make(photograph, given, draw)
    except CalibrationError as error:
        fail(str(error))
    typer.echo(f"{path}: play on it with --board {path.stem}")
