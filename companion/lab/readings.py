"""Recordings are measured, and sources shown as the reader sees them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.board.profile import BoardProfile, ProfileError, load_profile
from companion.lab.truth import layout_of, load_truth
from companion.looks.colours import FIGURE_COLOUR
from companion.sensors.board_print import print_beside
from vision.frames import Image
from vision.lab.measure import Failure, Score, measure, score_of
from vision.lab.mistake_pictures import MistakeBook
from vision.lab.score_tables import tables
from vision.lab.show import ShownTable, Viewing, frames_shown, reader_for, taught_by
from vision.lab.truth import TruthError
from vision.sources.protocol import SourceError


class LabError(Exception):
    """An unusable recording or source; one line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement:
    """`tables` are Markdown; `flawless`: every board was read, and without an error."""

    tables: str
    flawless: bool
    interrupted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownBoard:
    """The board of a source: the file of its profile and the colours of its seats in order.

    Also whether it has a dog, and how many pawns of each colour wait in the kennel at first.
    """

    profile: Path
    colours: tuple[str, ...]
    dog: bool
    kennels: int


def shown_table(
    profile: BoardProfile, colours: tuple[str, ...], flat: Image | None = None, *, taught: bool
) -> ShownTable:
    """Returns a table whose seats are the sectors of the board in order.  Raises ValueError for too many."""
    seats, sectors = len(colours), len(profile.goal)
    if seats > sectors:
        raise ValueError(f"the board {profile.id} has {sectors} sectors, but --colours names {seats}")
    return ShownTable(layout_of(profile, tuple(range(seats)), colours, flat), colours, taught)


def measure_recordings(folders: list[Path], mistakes: Path | None, report: Callable[[str], None]) -> Measurement:
    """Reads recordings with known truth; an interrupt keeps the finished ones.  Raises LabError.

    Every misread board is drawn into the folder `mistakes`, if one is given; `report` gets a line a recording.
    """
    scores: list[Score] = []
    interrupted = False
    try:
        book = MistakeBook(mistakes) if mistakes else None
        for number, folder in enumerate(folders, start=1):
            recording = load_truth(folder)
            scores.append(score_of(recording))
            measure(recording, scores[-1], book.take if book else _ignore)
            result = f"{scores[-1].boards} boards read, {scores[-1].boards_right} exactly right"
            report(f"{number} of {len(folders)}: {folder.name}: {result}")
    except (TruthError, ProfileError, OSError) as error:
        raise LabError(str(error)) from error
    except KeyboardInterrupt:
        interrupted = True
        report("interrupted: the tables hold what was read so far")
    flawless = not any(score.mistakes or score.unread for score in scores)
    return Measurement(tables=tables(scores), flawless=flawless, interrupted=interrupted)


def _ignore(_: Failure) -> None:
    """Ignores a failure, without a folder for pictures."""


def show_source(
    source: str, board: ShownBoard | None, file: Path, *, once: bool = False, window: bool = False
) -> Iterator[str]:
    """Draws the reading of each picture into `file`; yields a line a picture.  Raises LabError.

    A recording with its truth names its board itself; `once` ends with the first picture of a table at rest.
    """
    try:
        if (Path(source) / "frames_truth.jsonl").is_file():
            reader, table = taught_by(load_truth(Path(source)))
            source = str(Path(source) / "frames")
        elif board is None:
            raise LabError(f"{source} does not say which board it shows: name its profile with --board")
        else:
            profile, flat = load_profile(board.profile), print_beside(board.profile)
            table = shown_table(profile, board.colours, flat, taught=board.kennels > 0)
            reader = reader_for(table, figure=FIGURE_COLOUR if board.dog else None, kennels=board.kennels)
        viewing = Viewing(reader, table, file, window=window)
        for frame in frames_shown(source, table.layout.board.markers):
            line, rests = viewing.see(frame)
            yield line
            if (once and rests) or viewing.closed:
                return
    except (ProfileError, SourceError, TruthError, OSError, ValueError) as error:
        raise LabError(str(error)) from error
    if once and not viewing.written:
        raise LabError(
            f"the table never lay still in {source}, so {file} was not written; last word: {viewing.newest_line}"
        )
