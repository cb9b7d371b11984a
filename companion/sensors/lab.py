"""Connects the lab of `vision` with the boards of the companion: recordings to measure, tables to show."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from companion.board.profile import BoardProfile, ProfileError, load_profile
from companion.sensors.board_print import print_beside
from companion.sensors.board_spots import BoardSpots, vision_board
from companion.system.toml import TomlError, load_toml
from vision.frames import Image
from vision.lab.measure import Failure, Score, measure, score_of
from vision.lab.mistake_pictures import MistakeBook
from vision.lab.score_tables import tables
from vision.lab.show import ShownTable, Viewing, frames_shown, reader_for, taught_by
from vision.lab.truth import LabBoard, TrueRecording, TruthError, read_truth
from vision.sources.protocol import SourceError


class LabError(Exception):
    """An unusable recording or source; one line."""


class _Session(msgspec.Struct, frozen=True):
    board: str
    seats: tuple[int, ...]
    colours: tuple[str, ...]
    position: str


class _Position(msgspec.Struct, frozen=True):
    """The starting places of each seat's pawns."""

    pawns: tuple[tuple[Any, ...], ...]


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


def layout_of(
    profile: BoardProfile,
    sectors: tuple[int, ...],
    colours: tuple[str, ...],
    flat: Image | None = None,
    *,
    pawns: int | None = None,
) -> LabBoard:
    """Returns the board with the spots of the seats at these printed sectors, each with its part and its name.

    `pawns` is the number of each seat, None if unknown.
    """
    spots = BoardSpots.of(profile, sectors, pawns)
    parts = ["disc" if on_disc else "track" for on_disc in spots.on_disc[: spots.field_count]]
    names = [f"{part} {field}" for field, part in enumerate(parts)]
    for colour, sector in zip(colours, sectors, strict=True):
        parts += ["lane"] * len(profile.goal[sector])
        names += [f"{colour} lane {place + 1}" for place in range(len(profile.goal[sector]))]
    for colour, sector in zip(colours, sectors, strict=True):
        parts += ["kennel"] * len(profile.kennel[sector])
        names += [f"{colour} kennel {place + 1}" for place in range(len(profile.kennel[sector]))]
    if spots.centre is not None:
        parts.append("centre")
        names.append("centre")
    return LabBoard(
        name=profile.id,
        board=vision_board(profile, spots),
        parts=tuple(parts),
        names=tuple(names),
        starts=tuple(range(0, len(profile.track), len(profile.track) // len(profile.goal))),
        print=flat,
    )


def load_truth(folder: Path) -> TrueRecording:
    """Reads a recording and its truth.  Raises TruthError, ProfileError."""
    try:
        session = msgspec.convert(load_toml(folder / "session.toml"), _Session)
        pawns = msgspec.json.decode(session.position, type=_Position).pawns
    except (OSError, TomlError, msgspec.MsgspecError) as error:
        raise TruthError(f"{folder.name} is no recording with the truth beside it ({error})") from error
    path = folder / session.board
    layout = layout_of(
        load_profile(path), session.seats, session.colours, print_beside(path), pawns=max(map(len, pawns), default=None)
    )
    return read_truth(folder, layout, session.colours)


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
            reader = reader_for(table, dog=board.dog, kennels=board.kennels)
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
