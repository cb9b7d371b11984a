"""`python -m vision`: `measure` tells how well recordings are read, `show` draws what the eyes see."""

import sys
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from vision.flat import print_beside
from vision.measure import Failure, Score, measure, score_of
from vision.mistake_pictures import MistakeBook
from vision.profile import ProfileError, load_profile
from vision.score_tables import tables
from vision.show import Sitting, Viewing, eyes_for, frames_of, taught_by
from vision.sources import SourceError
from vision.truth import TruthError, load_truth

app = typer.Typer(help="What the eyes see, and how well.", no_args_is_help=True, add_completion=False)
INTERRUPTED = 130


def main() -> None:
    """Runs the command line; an interrupt ends it quietly."""
    try:
        app()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


def fail(message: str) -> NoReturn:
    """One line on standard error, status 2."""
    typer.echo(f"vision: {message}", err=True)
    raise typer.Exit(2)


@app.command("measure")
def measure_recordings(
    recordings: Annotated[list[Path], typer.Argument(help="Folders with pictures and frames_truth.jsonl.")],
    mistakes: Annotated[
        Path | None, typer.Option(help="Write a marked picture of every misread board into this folder.")
    ] = None,
) -> None:
    """Read recordings whose truth is known and print how well, as Markdown tables; Ctrl-C keeps what is done."""
    scores: list[Score] = []
    stopped = False
    try:
        book = MistakeBook(mistakes) if mistakes else None
        for number, folder in enumerate(recordings, start=1):
            recording = load_truth(folder)
            scores.append(score_of(recording))
            measure(recording, scores[-1], book.take if book else _keep_silent)
            told = f"{scores[-1].boards} boards read, {scores[-1].boards_right} exactly right"
            typer.echo(f"{number} of {len(recordings)}: {folder.name}: {told}", err=True)
    except (TruthError, ProfileError, OSError) as error:
        fail(str(error))
    except KeyboardInterrupt:
        stopped = True
        typer.echo("interrupted: the tables hold what was read so far", err=True)
    typer.echo(tables(scores))
    if stopped:
        raise typer.Exit(INTERRUPTED)
    raise typer.Exit(1 if any(score.mistakes or score.unread for score in scores) else 0)


def _keep_silent(_: Failure) -> None:
    """Where nobody asked for pictures."""


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
    """Draw what the eyes see over the picture: pawns, disc, how sure that is, and what is amiss, in words.

    A recording with its truth names its board and colours itself, and the eyes are taught its first picture at rest.
    Ctrl-C ends it.
    """
    try:
        if (Path(source) / "frames_truth.jsonl").is_file():
            eyes, sitting = taught_by(load_truth(Path(source)))
            source = str(Path(source) / "frames")
        elif board is None:
            fail(f"{source} does not tell its board: name its profile with --board")
        else:
            sitting = Sitting(load_profile(board), tuple(colour.strip() for colour in colours.split(",")), kennels > 0)
            eyes = eyes_for(sitting, dog=dog, flat=print_beside(board), kennels=kennels)
        viewing = Viewing(eyes, sitting, once or out, window=window)
        for frame in frames_of(source):
            line, rests = viewing.see(frame)
            typer.echo(line)
            if (once and rests) or viewing.closed:
                return
    except (ProfileError, SourceError, TruthError, OSError, ValueError) as error:
        fail(str(error))
    if once and not viewing.written:
        fail(f"the table never lay still in {source}, so {once} was not written; the last word was: {viewing.said}")
