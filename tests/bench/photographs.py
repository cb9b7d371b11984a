"""The reader on public photographs of real boards.  Writes build/figures/photographs.md and build/photographs.

    python tests/bench/photographs.py FOLDER [--half look|score|both] [--only WORD]

FOLDER holds the pictures of every repository under OWNER+NAME; `photograph_truths/README.md` lists them.  Each
photograph is read untaught, by a reader that knows only the board's measures and its corners; taught, after the reader
has learnt another photograph of the session; and followed, after it has learnt every earlier one, as in a game.  A ring
on a marked picture shows a reading; a red one is a mistake.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from photograph_truth import NOT_COUNTED, Photograph, PhotographError, Source, read_source
from tables import machine, write

from vision.board import Markers
from vision.find.markers import MarkerFinder
from vision.find.pose import Pose
from vision.find.rectify import flat_corners
from vision.frames import Frame, Image
from vision.pictures import read_picture
from vision.reader import BoardReader
from vision.results import FrameResult, FrameStatus, Remark
from vision.states import State

TRUTHS = Path(__file__).parent / "photograph_truths"
MARKED = Path(__file__).resolve().parents[2] / "build" / "photographs"
#: A photograph counts as a picture that stays: so many looks, so far apart in milliseconds.
LOOKS, APART_MS = 5, 150
#: Between two photographs of a session, and how long one stays that was taken for a hand.
LATER_MS = 2_000
PATIENT_MS = 12_000
#: A spot is open below the first, not certain below the second, and sure from the third on.
OPEN, CERTAIN, SURE = 0.5, 0.9, 0.99
#: A board found without anybody's help lies where a person laid it within this part of its width.
SAME_PLACE = 0.02
_PAINTS = {
    "blue": (230, 120, 30), "green": (60, 170, 50), "red": (200, 90, 240), "yellow": (40, 220, 240),
    "black": (40, 40, 40), "white": (250, 250, 250), "purple": (200, 60, 150), "teal": (160, 150, 40),
}  # fmt: skip
_RED, _GREY, _AMBER = (40, 40, 255), (170, 170, 170), (0, 165, 255)
PAGE = """# Photographs of real boards

Written by `python tests/bench/photographs.py FOLDER --half {half}` on {machine}.

| source | session | reader | photographs | read | hand said | spots | right | wrong | of these sure | open \
| not certain | pawns | seen as pawns | colour right | boards exact |
|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|
{rows}

{hands}

{found}

{markers}
"""


@dataclass(slots=True)
class Tally:
    """Counts over photographs without a hand; `pawns` are those that truly stand there, `hand_said` photographs that
    were first taken for a hand."""

    photographs: int = 0
    read: int = 0
    hand_said: int = 0
    spots: int = 0
    right: int = 0
    wrong: int = 0
    sure_wrong: int = 0
    open: int = 0
    not_certain: int = 0
    pawns: int = 0
    seen: int = 0
    coloured: int = 0
    exact: int = 0

    def add(self, other: "Tally") -> None:
        for name in self.__dataclass_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    @property
    def cells(self) -> str:
        return " | ".join(str(getattr(self, name)) for name in self.__dataclass_fields__)


@dataclass(slots=True)
class Outcome:
    """The results of a half: tallies by (source, session, reader), a line a hand, and how boards were found again."""

    tallies: dict[tuple[str, str, str], Tally] = field(default_factory=dict)
    hands: list[str] = field(default_factory=list)
    found: list[str] = field(default_factory=list)
    mistakes: list[str] = field(default_factory=list)
    markers: list[tuple[int, int]] = field(default_factory=list)


def score(stands: NDArray[np.int64], scores: NDArray[np.float64]) -> Tally:
    """One reading, log-probabilities (n, classes), against the true classes (n,); `NOT_COUNTED` ones are left out."""
    counted = stands != NOT_COUNTED
    truth, logs = stands[counted], scores[counted]
    said, chance = logs.argmax(axis=1), np.exp(logs.max(axis=1))
    is_open, is_right, pawn = chance < OPEN, said == truth, truth > 0
    wrong = ~is_right & ~is_open
    seen = pawn & (said > 0) & ~is_open
    return Tally(
        photographs=1,
        read=1,
        spots=len(truth),
        right=int((is_right & ~is_open).sum()),
        wrong=int(wrong.sum()),
        sure_wrong=int((wrong & (chance >= SURE)).sum()),
        open=int(is_open.sum()),
        not_certain=int((chance < CERTAIN).sum()),
        pawns=int(pawn.sum()),
        seen=int(seen.sum()),
        coloured=int((seen & is_right).sum()),
        exact=int(bool((is_right & ~is_open).all())),
    )


def look_at(reader: BoardReader, image: Image, since_ms: int) -> list[FrameResult]:
    """Returns the results of several looks, one after the other, at a photograph that stays."""
    return [reader.look(Frame(image, since_ms + APART_MS * step)) for step in range(LOOKS)]


def fresh_reader(taken: Photograph) -> BoardReader:
    reader = BoardReader(taken.board, taken.colours)
    reader.set_corners(taken.corners_px)
    return reader


def taught_state(taken: Photograph, image: Image) -> State | None:
    """Returns the state of a reader that learnt the truth of this photograph; None if it did not read or believe it."""
    reader = fresh_reader(taken)
    look_at(reader, image, 0)
    reader.expect(taken.labels)
    look_at(reader, image, LATER_MS // 2)
    return None if reader.state.pending is not None else reader.state


def teacher_of(session: list[Photograph]) -> Photograph | None:
    """Returns the photograph that is shown with its truth: the first of the half for development, else the first."""
    whole = [taken for taken in session if not taken.hand]
    return next((taken for taken in whole if taken.half == "look"), whole[0] if whole else None)


def measure(source: Source, folder: Path, half: str, outcome: Outcome) -> None:
    """Reads the photographs of a source that belong to a half ("both": all)."""
    ordered = sorted(source.photographs, key=lambda taken: taken.session)
    for session, members in groupby(ordered, key=lambda taken: taken.session):
        photographs = list(members)
        images = {taken.path: _picture(folder / source.folder / taken.path) for taken in photographs}
        teacher = teacher_of(photographs) if len(photographs) > 1 else None
        state = None if teacher is None else taught_state(teacher, images[teacher.path])
        if teacher is not None and state is None:
            outcome.mistakes.append(f"{source.repository} {teacher.path}: what it shows could not be taught")
        for taken in photographs:
            if half not in (taken.half, "both"):
                continue
            name, image = f"{source.repository}, {session}", images[taken.path]
            _untaught(source, taken, image, outcome)
            if state is not None and taken is not teacher:
                _read_on(source, taken, image, state, "taught", outcome)
            print(f"{name}: {taken.path}", file=sys.stderr, flush=True)
        if teacher is not None:
            _follow(source, photographs, images, half, outcome)


def _untaught(source: Source, taken: Photograph, image: Image, outcome: Outcome) -> None:
    reader = fresh_reader(taken)
    looks = look_at(reader, image, 0)
    if taken.hand:
        outcome.hands.append(f"| {source.repository} | {taken.path} | untaught | {_in_words(looks)} |")
    else:
        _count(source, taken, image, reader.pose, looks[-1], "untaught", outcome)
    if taken.marker_ids:
        outcome.markers.append((len(taken.marker_ids), markers_found(taken, image)))


def markers_found(taken: Photograph, image: Image) -> int:
    """How many of the markers that are whole in view the reader's search finds."""
    ids = taken.marker_ids
    four = (ids[0], ids[1 % len(ids)], ids[2 % len(ids)], ids[3 % len(ids)])
    markers = Markers(dictionary=taken.marker_dictionary, size_mm=1.0, ids=four, centres=((0.0, 0.0),) * 4)
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    return len(MarkerFinder.of(markers).find_all(grey, thorough=True))


def _follow(
    source: Source, photographs: list[Photograph], images: dict[str, Image], half: str, outcome: Outcome
) -> None:
    """Reads a session in its order, as in a game: each photograph is first read, then its truth is given.

    The truth of those of the other half is given, too, but they are not counted.
    """
    first = next(taken for taken in photographs if not taken.hand)
    state = taught_state(first, images[first.path])
    for taken in photographs[photographs.index(first) + 1 :]:
        if state is None:
            return
        image, counted = images[taken.path], half in (taken.half, "both")
        reader = _read_on(source, taken, image, state, "followed", outcome if counted else Outcome())
        if (taken.stands != NOT_COUNTED).all():
            reader.expect(taken.labels)
            look_at(reader, image, _after(reader))
        state = reader.state


def _after(reader: BoardReader) -> int:
    """A moment (ms) well after the last picture."""
    return reader.state.rest.until_ms + LATER_MS


def _read_on(source: Source, taken: Photograph, image: Image, state: State, how: str, outcome: Outcome) -> BoardReader:
    """A reader that has been shown this photograph in that state, after which `outcome` holds what it read."""
    reader = BoardReader(taken.board, taken.colours)
    reader.state = state
    looks = look_at(reader, image, _after(reader))
    place = _place(taken, reader.pose if looks[-1].status is not FrameStatus.NO_MARKERS else None)
    if how == "taught":
        outcome.found.append(f"| {source.repository} | {taken.path} | by its print, taught | {place} |")
    if taken.hand:
        outcome.hands.append(f"| {source.repository} | {taken.path} | {how} | {_in_words(looks)} |")
        return reader
    if not place.startswith("yes"):
        reader.state = state
        reader.set_corners(taken.corners_px)
        looks = look_at(reader, image, _after(reader))
    if looks[-1].status is FrameStatus.HAND:
        outcome.tallies.setdefault((source.repository, taken.session, how), Tally()).hand_said += 1
        looks += look_at(reader, image, _after(reader) + PATIENT_MS)
    _count(source, taken, image, reader.pose, looks[-1], how, outcome)
    return reader


def _count(
    source: Source,
    taken: Photograph,
    image: Image,
    pose: Pose | None,
    result: FrameResult,
    reader: str,
    outcome: Outcome,
) -> None:
    tally = outcome.tallies.setdefault((source.repository, taken.session, reader), Tally())
    where = f"{source.repository} {taken.path} {reader}"
    if result.reading is None or pose is None:
        tally.add(Tally(photographs=1))
        outcome.mistakes.append(f"{where}: not read, {result.status}")
        return
    tally.add(score(taken.stands, result.reading.scores))
    outcome.mistakes += [f"{where}: {line}" for line in mistakes(taken, result.reading.scores)]
    _mark(taken, image, pose, result.reading.scores, MARKED / taken.half / reader / source.folder)


def mistakes(taken: Photograph, scores: NDArray[np.float64]) -> Iterator[str]:
    """A line for each counted spot that was read wrongly."""
    names = ("empty", *taken.colours)
    for spot, (truth, logs) in enumerate(zip(taken.stands, scores, strict=True)):
        said, chance = int(logs.argmax()), float(np.exp(logs.max()))
        if truth not in (NOT_COUNTED, said) and chance >= OPEN:
            yield f"spot {spot}: {names[said]} ({chance:.1%}), true: {names[truth]}"


def _in_words(looks: list[FrameResult]) -> str:
    last = looks[-1]
    covered = ", something lies on the board" if Remark.COVERED in last.remarks else ""
    return f"{str(last.status).replace('_', ' ')}{covered}"


def _place(taken: Photograph, pose: Pose | None) -> str:
    """Whether a board that was found lies where a person laid it."""
    if pose is None:
        return "no"
    laid = np.linalg.norm(taken.corners_px[1] - taken.corners_px[0])
    away = np.linalg.norm(pose.pixels(flat_corners(taken.board.size_mm)) - taken.corners_px, axis=1).max() / laid
    return f"{'yes' if away < SAME_PLACE else 'elsewhere'} ({away:.1%} of its width away)"


def _mark(taken: Photograph, image: Image, pose: Pose, scores: NDArray[np.float64], folder: Path) -> None:
    scale = max(1, round(1400 / image.shape[1]))
    drawn = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    places = pose.pixels(taken.board.spots.places_mm) * scale
    side = pose.pixels(np.array([[0.0, 0.0], [taken.board.piece.width_mm, 0.0]])) * scale
    radius = max(6, round(0.55 * float(np.linalg.norm(side[1] - side[0]))))
    for place, truth, logs in zip(places, taken.stands, scores, strict=True):
        said, chance = int(logs.argmax()), float(np.exp(logs.max()))
        at = (round(place[0]), round(place[1]))
        paint = _PAINTS.get(taken.colours[said - 1], _GREY) if said else _GREY
        cv2.circle(drawn, at, radius, paint, 3 if said else 1, cv2.LINE_AA)
        if truth not in (NOT_COUNTED, said):
            cv2.circle(drawn, at, radius + 5, _RED, 4, cv2.LINE_AA)
        if chance < CERTAIN:
            cv2.putText(drawn, f"{chance:.0%}", (at[0] + radius, at[1]), 0, 0.5, _AMBER, 1, cv2.LINE_AA)
    file = folder / f"{taken.path.replace('/', '_')}.png"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(cv2.imencode(".png", drawn)[1].tobytes())


def _picture(path: Path) -> Image:
    try:
        image = read_picture(path)
    except OSError as error:
        raise PhotographError(
            f"{path} cannot be read ({error.strerror}); photograph_truths/README.md says what to fetch"
        ) from error
    if image is None:
        raise PhotographError(f"{path} is no picture")
    return image


def page_of(outcome: Outcome, half: str) -> str:
    """The tables of a half."""
    whole: dict[str, Tally] = {}
    for (_, _, reader), tally in outcome.tallies.items():
        whole.setdefault(reader, Tally()).add(tally)
    rows = [" | ".join(("", *key, f"{tally.cells} |")).strip() for key, tally in sorted(outcome.tallies.items())]
    rows += [f"| all | | {reader} | {tally.cells} |" for reader, tally in whole.items()]
    there, seen = (sum(counts) for counts in zip(*outcome.markers or [(0, 0)], strict=True))
    return PAGE.format(
        half=half,
        machine=machine(),
        rows="\n".join(rows),
        hands=_table("source | photograph with a hand | reader | said", outcome.hands),
        found=_table("source | photograph | found | where it was laid", outcome.found),
        markers=f"Markers whole in view: {there}, found: {seen}",
    )


def _table(head: str, rows: Iterable[str]) -> str:
    body = "\n".join(rows)
    return f"| {head} |\n|---|---|---|---|\n{body}" if body else ""


def main() -> int:
    parser = argparse.ArgumentParser(description="reads public photographs of real boards")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--half", choices=("look", "score", "both"), default="look")
    parser.add_argument("--only", default="", help="only sources with this in their name")
    wanted = parser.parse_args()
    cv2.setNumThreads(1)
    outcome = Outcome()
    try:
        sources = [read_source(file) for file in sorted(TRUTHS.glob("*.toml"))]
        for source in sources:
            if wanted.only in source.repository:
                measure(source, wanted.folder, wanted.half, outcome)
    except PhotographError as error:
        print(error, file=sys.stderr)
        return 2
    print("\n".join(outcome.mistakes))
    page = page_of(outcome, wanted.half)
    print(page)
    write("photographs.md", page)
    return 0


if __name__ == "__main__":
    sys.exit(main())
