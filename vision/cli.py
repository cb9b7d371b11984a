"""`python -m vision`: `measure` tells how well recordings are read, `show` draws what the eyes see."""

import sys
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Annotated, NoReturn

import cv2
import typer

from vision.frames import Frame
from vision.measure import BINS, Score, measure
from vision.overlay import draw_overlay
from vision.pipeline import Eyes, LookState
from vision.profile import ProfileError, load_profile
from vision.sources import SourceEnded, SourceError, open_source
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
    pictures: Annotated[Path | None, typer.Option(help="Write every misread picture here, marked.")] = None,
) -> None:
    """Read recordings whose truth is known and print tables: per spot, per board, by class and by certainty."""
    scores = []
    for folder in recordings:
        try:
            scores.append(measure(load_truth(folder), pictures))
        except (TruthError, ProfileError, OSError) as error:
            fail(str(error))
        typer.echo(f"{folder.name} read", err=True)
    typer.echo(tables(scores))
    raise typer.Exit(1 if any(score.mistakes for score in scores) else 0)


@app.command()
def show(
    source: Annotated[str, typer.Argument(help="A camera's number, a film, a picture or a folder of pictures.")],
    board: Annotated[Path, typer.Option(help="The board's profile.")],
    colours: Annotated[str, typer.Option(help="Colours of the seats, in order.")] = "red,yellow,green,blue",
    out: Annotated[
        Path, typer.Option(help="The picture to write; it is written anew whenever the table rests.")
    ] = Path("seen.png"),
    dog: Annotated[bool, typer.Option(help="A neutral black figure runs on the track.")] = False,
) -> None:
    """Draw the fields and what is seen on them over the newest picture of a table at rest."""
    names = tuple(colour.strip() for colour in colours.split(","))
    try:
        profile = load_profile(board)
        if len(names) > len(profile.goal):
            fail(f"{board.name} has {len(profile.goal)} sectors, but --colours names {len(names)}")
        eyes = Eyes(profile, sectors=tuple(range(len(names))), colours=names, dog=dog)
        for frame in _frames(source):
            look = eyes.look(frame)
            if look.state is LookState.SETTLED and look.reading is not None and eyes.pose is not None:
                cv2.imwrite(str(out), draw_overlay(frame.image, eyes.pose, profile, look.reading, names))
                typer.echo(f"{frame.t_ms} ms: {out}")
            else:
                typer.echo(f"{frame.t_ms} ms: {look.state}")
    except (ProfileError, SourceError) as error:
        fail(str(error))


def _frames(source: str) -> Iterable[Frame]:
    """The frames of a source; a single picture counts as one that stays for a while."""
    path = Path(source)
    image = cv2.imread(source) if path.is_file() and path.suffix.lower() in (".png", ".jpg", ".jpeg") else None
    if image is not None:
        yield from (Frame(image.astype("uint8"), t_ms) for t_ms in range(0, 2000, 330))
        return
    opened = open_source(source)
    opened.open()
    try:
        while True:
            frame = opened.read()
            if frame is not None:
                yield frame
    except SourceEnded:
        return
    finally:
        opened.close()


def tables(scores: list[Score]) -> str:
    """The Markdown tables of a measurement."""
    return "\n".join([*_by_recording(scores), "", *_by_class(scores), "", *_by_certainty(scores)])


def _by_recording(scores: list[Score]) -> Iterable[str]:
    heads = "recording", "camera height", "pawn, px", "light", "states", "not read", "boards exactly right", "spots"
    yield f"| {' | '.join(heads)} | wrong | share |"
    yield "|---|---|---|---|---|---|---|---|---|---|"
    for score in scores:
        yield (
            f"| {score.name} | {score.elevation_deg:.0f}° | {score.shape}, {score.field_px:.0f} | {score.light:.0f} "
            f"| {score.boards + score.unread} | {score.unread} | {score.boards_right} | {score.spots} "
            f"| {len(score.mistakes)} | {score.error_rate:.3%} |"
        )
    boards, spots = sum(score.boards for score in scores), sum(score.spots for score in scores)
    right, wrong = sum(score.boards_right for score in scores), sum(len(score.mistakes) for score in scores)
    unread = sum(score.unread for score in scores)
    yield (
        f"| **all** | | | | {boards + unread} | {unread} | {right} ({right / max(boards, 1):.1%}) | {spots} | {wrong} "
        f"| {wrong / max(spots, 1):.3%} |"
    )


def _by_class(scores: list[Score]) -> Iterable[str]:
    yield "| what stands there | spots | read wrongly |"
    yield "|---|---|---|"
    for title, kinds in (("nothing", (0,)), ("a pawn or the dog", range(1, 16))):
        spots = sum(score.seen[kind] for score in scores for kind in kinds)
        wrong = sum(mistake.true in kinds for score in scores for mistake in score.mistakes)
        yield f"| {title} | {spots} | {wrong} |"


def _by_certainty(scores: list[Score]) -> Iterable[str]:
    yield "| certainty of the eyes | spots | right |"
    yield "|---|---|---|"
    for index, (low, high) in enumerate(pairwise(BINS)):
        spots = sum(score.bins[index][0] for score in scores)
        right = sum(score.bins[index][1] for score in scores)
        yield f"| {low:g} to {high:g} | {spots} | {f'{right / spots:.3%}' if spots else ''} |"
