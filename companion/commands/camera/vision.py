"""The commands about the camera's reading: `vision measure` measures its quality, `vision show` draws it."""

from pathlib import Path
from typing import Annotated

import typer

from companion.commands.terminal import fail
from companion.system.signals import INTERRUPTED, interruptible

app = typer.Typer(name="vision", help="What the camera reads of a board, and how well.", no_args_is_help=True)


@app.command()
def measure(
    recordings: Annotated[list[Path], typer.Argument(help="Folders with pictures and frames_truth.jsonl.")],
    mistakes: Annotated[
        Path | None, typer.Option(help="Write a marked picture of every misread board into this folder.")
    ] = None,
) -> None:
    """Read recordings whose truth is known and print how well, as Markdown tables; Ctrl-C keeps what is done."""
    with interruptible():
        from companion.lab.readings import LabError, measure_recordings

        try:
            measured = measure_recordings(recordings, mistakes, lambda line: typer.echo(line, err=True))
        except LabError as error:
            fail(str(error))
        typer.echo(measured.tables)
    if measured.interrupted:
        raise typer.Exit(INTERRUPTED)
    raise typer.Exit(0 if measured.flawless else 1)


@app.command()
def show(
    source: Annotated[str, typer.Argument(help="A camera's number, a URL, a film, a picture or a folder of pictures.")],
    board: Annotated[Path | None, typer.Option(help="The board's profile.")] = None,
    colours: Annotated[str, typer.Option(help="Colours of the seats, in order.")] = "red,yellow,green,blue",
    dog: Annotated[bool, typer.Option(help="A neutral black figure runs on the track.")] = False,
    kennels: Annotated[
        int, typer.Option(help="So many pawns of each colour wait in the kennel at first: their colours are learnt.")
    ] = 0,
    out: Annotated[Path, typer.Option(help="The picture that is written anew whenever the table rests.")] = Path(
        "seen.png"
    ),
    once: Annotated[Path | None, typer.Option(help="Write one picture of the table at rest here, and end.")] = None,
    window: Annotated[bool, typer.Option(help="Show it in a window as well; q closes it.")] = False,
) -> None:
    """Draw what is read over the picture: pawns, disc, how sure that is, and what is wrong, in words.

    A recording with its truth names its board and colours itself, and its first picture at rest is learnt from.
    Ctrl-C ends it.
    """
    with interruptible():
        from companion.lab.readings import LabError, ShownBoard, show_source

        names = tuple(colour.strip() for colour in colours.split(","))
        shown = ShownBoard(profile=board, colours=names, dog=dog, kennels=kennels) if board else None
        try:
            for line in show_source(source, shown, once or out, once=once is not None, window=window):
                typer.echo(line)
        except LabError as error:
            fail(str(error))
