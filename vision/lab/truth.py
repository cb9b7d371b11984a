"""A recorded table with its truth: its pictures, and the content of every spot in each of them.

The truth is `frames_truth.jsonl`, a line a picture: every figure as colour and place in millimetres from the middle of
the board (x to the right, y up), and the disc's angle.  The optional `truth.jsonl` lists the settled states that were a
legal play, and `made.json` describes how the recording was made.  Independent of the rules.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec
import numpy as np

from companion.system.files import RECORD_BYTES, TEXT_BYTES, read_bytes, read_text
from vision.board import Board, Labels
from vision.find.disc import rest_deg, turned_places
from vision.frames import Frame, Image
from vision.pictures import read_picture

STILL = "still"
#: A piece further than this from every spot, in parts of a pawn's width, stands on none.
ON_SPOT = 0.75


class TruthError(Exception):
    """The folder is no recording with a truth; the message is one line that names the missing part."""


class _Line(msgspec.Struct, frozen=True):
    frame: str
    what: str
    pieces: tuple[tuple[str, float, float], ...]
    disc: float | None = None


class _Judged(msgspec.Struct, frozen=True):
    t_ms: int
    verdict: str


class Made(msgspec.Struct, frozen=True):
    """How a recording was made, as far as it is recorded; "" and None: unknown."""

    source: str = ""
    light: str = ""
    kelvin: int | None = None
    art: str = ""
    shape: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """A picture with its true content.  `still`: no hand in it and no movement.

    `classes` are those of every spot, pools included: the physical places of the pieces.  `verdict` is the true one
    (`legal`, `illegal`) in the last picture of a judged state, else "".
    """

    name: str
    t_ms: int
    still: bool
    labels: Labels
    classes: tuple[int, ...]
    verdict: str = ""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LabBoard:
    """A board as the lab uses it.  `parts` (`track`, `lane` ...) and `names` (`blue lane 3`) are indexed by its spots;
    the spots `starts` are start fields; `print` is the picture of the empty board laid flat, if there is one."""

    name: str
    board: Board
    parts: tuple[str, ...]
    names: tuple[str, ...]
    starts: tuple[int, ...]
    print: Image | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TrueRecording:
    """`colours` are indexed by the classes of pieces; `foreign` is the colour of a further piece, if any.

    `judged`: the scenes know which states were legal plays.
    """

    folder: Path
    layout: LabBoard
    colours: tuple[str, ...]
    foreign: str | None
    scenes: tuple[Scene, ...]
    judged: bool
    made: Made

    @property
    def piece_colours(self) -> tuple[str, ...]:
        """The colours by the classes of pieces, the foreign piece last."""
        return (*self.colours, *((self.foreign,) if self.foreign else ()))

    @property
    def piece_names(self) -> tuple[str, ...]:
        """The names of the classes of pieces in tables and pictures."""
        return (*self.colours, *(("dog",) if self.foreign else ()))

    def frames(self) -> Iterator[tuple[Scene, Frame]]:
        """Yields every picture with its truth, in order.  Raises TruthError if a picture is missing."""
        for scene in self.scenes:
            try:
                image = read_picture(self.folder / "frames" / scene.name)
            except OSError:
                image = None
            if image is None:
                raise TruthError(f"{self.folder.name}: the picture {scene.name} is missing or damaged")
            yield scene, Frame(image, scene.t_ms)


def read_truth(folder: Path, layout: LabBoard, colours: tuple[str, ...]) -> TrueRecording:
    """Returns the truth for the pictures of a recording.  Raises TruthError."""
    try:
        rows = read_text(folder / "frames_truth.jsonl", RECORD_BYTES).splitlines()
        lines = [msgspec.json.decode(row, type=_Line) for row in rows if row.strip()]
        verdicts, made = _verdicts(folder / "truth.jsonl"), _made(folder / "made.json")
    except (OSError, msgspec.MsgspecError) as error:
        raise TruthError(f"{folder.name} is no recording with the truth beside it ({error})") from error
    scenes = tuple(_scene(line, layout.board, colours, verdicts) for line in lines)
    return TrueRecording(
        folder=folder,
        layout=layout,
        colours=colours,
        foreign=next((colour for line in lines for colour, _, _ in line.pieces if colour not in colours), None),
        scenes=scenes,
        judged=bool(verdicts),
        made=made,
    )


def _verdicts(path: Path) -> dict[int, str]:
    """Returns the true verdict by the time of the last picture of its state; empty if none was recorded."""
    if not path.exists():
        return {}
    rows = read_text(path, RECORD_BYTES).splitlines()
    judged = [msgspec.json.decode(row, type=_Judged) for row in rows if row.strip()]
    return {line.t_ms: line.verdict for line in judged}


def _made(path: Path) -> Made:
    return msgspec.json.decode(read_bytes(path, TEXT_BYTES), type=Made) if path.exists() else Made()


def _scene(line: _Line, board: Board, colours: tuple[str, ...], verdicts: dict[int, str]) -> Scene:
    t_ms = int(Path(line.frame).stem)
    labels, classes = _standing(line, board, colours)
    return Scene(
        name=line.frame,
        t_ms=t_ms,
        still=line.what == STILL,
        labels=labels,
        classes=classes,
        verdict=verdicts.get(t_ms, ""),
    )


def _standing(line: _Line, board: Board, colours: tuple[str, ...]) -> tuple[Labels, tuple[int, ...]]:
    """Returns the content of the spots, each piece on the nearest one: in the form of a game, which only counts the
    pieces of a pool, and spot by spot."""
    turned_deg = 0.0 if line.disc is None else -line.disc
    quarter = None if line.disc is None or board.disc is None else round(turned_deg / 90) % 4
    # a whole quarter turn carries a piece to another spot; only the rest of the turn moves the spot itself
    places = turned_places(board, rest_deg(turned_deg))
    classes = [0] * len(places)
    for colour, x, y in line.pieces:
        kind = 1 + (colours.index(colour) if colour in colours else len(colours))
        away = np.linalg.norm(places - (board.size_mm[0] / 2 + x, board.size_mm[1] / 2 - y), axis=1)
        spot = int(away.argmin())
        if away[spot] <= ON_SPOT * board.piece.width_mm:
            classes[spot] = kind
    known, waiting = list(classes), []
    for pool in board.spots.pools:
        waiting.append(classes[pool.first : pool.stop].count(pool.kind))
        known[pool.first : pool.stop] = [0] * (pool.stop - pool.first)
    return Labels(classes=tuple(known), pool_counts=tuple(waiting), quarter_turn=quarter), tuple(classes)
