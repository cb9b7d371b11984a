"""Reviews stored in a file while they are made, so that an interrupted analysis resumes where it stopped.

Laws: a line is a review, and the first line names the game and the effort; a turn that was reviewed again has a second
line, which holds; a file of another game, effort or form is begun anew; a line that was torn by a kill is made again.
"""

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec

from companion.coach.analysis import GameAnalysis, analysis_of, doubtful_rows, surer
from companion.coach.review import DEFAULT_EFFORT, Effort, TurnReview, review_turn
from companion.coach.turns import Turn, turns_of
from companion.history.course import GameCourse
from companion.playout.library import Kernel
from companion.system.files import read_bytes

#: The folder of analyses, below the data folder.
FOLDER: Final = "analysis"
#: Rises with every change of the stored form or of the method.
_FORM: Final = 2
_MOST_BYTES: Final = 16 * 1024 * 1024


class _Head(msgspec.Struct, frozen=True):
    form: int
    seal: str
    playouts: int
    glances: int


def analysis_file(folder: Path, game: str) -> Path:
    """The file of a game's analysis below the data folder; ids may contain characters that file names may not."""
    return folder / FOLDER / f"{hashlib.sha256(game.encode()).hexdigest()[:32]}.jsonl"


def kept_reviews(path: Path, seal: str, effort: Effort) -> dict[int, TurnReview]:
    """The stored reviews by row; `seal` is the record's for the game.  Empty if they belong to another."""
    return _read(path, _head(seal, effort))[0]


def kept_analysis(folder: Path, course: GameCourse, seal: str) -> GameAnalysis | None:
    """The analysis of a game that was analysed to its end; None for any other."""
    turns = turns_of(course)
    reviews = kept_reviews(analysis_file(folder, course.game), seal, DEFAULT_EFFORT) if turns else {}
    if not turns or turns[-1].row not in reviews:
        return None
    made = _in_order(turns, reviews)
    return None if doubtful_rows(made, DEFAULT_EFFORT) else analysis_of(course, made)


def reviewed(kernel: Kernel, turns: Sequence[Turn], path: Path, seal: str, effort: Effort) -> Iterator[TurnReview]:
    """Reviews every turn, stored reviews first, and stores each new one at once; then reviews the doubtful turns once
    more. Of two reviews of a turn the later one holds.

    Raises OSError if the disk refuses, NoTableError if the kernel cannot play the game.
    """
    head = _head(seal, effort)
    known, whole = _read(path, head)
    path.parent.mkdir(parents=True, exist_ok=True)
    yield from known.values()
    with path.open("r+b" if whole else "wb") as file:
        file.seek(whole)
        file.truncate()
        if not whole:
            file.write(_line(head))
        for review in _made(kernel, turns, known, effort):
            file.write(_line(review))
            file.flush()
            yield review


def _made(kernel: Kernel, turns: Sequence[Turn], known: dict[int, TurnReview], effort: Effort) -> Iterator[TurnReview]:
    """Makes the missing reviews, then those to be repeated; takes them into `known`."""
    missing = [turn for turn in turns if turn.row not in known]
    yield from _each(kernel, missing, known, effort)
    again: set[int] = set()
    while rows := doubtful_rows(_in_order(turns, known), effort) - again:
        again |= rows
        yield from _each(kernel, [turn for turn in turns if turn.row in rows], known, surer(effort))


def _each(kernel: Kernel, turns: Sequence[Turn], known: dict[int, TurnReview], effort: Effort) -> Iterator[TurnReview]:
    for turn in turns:
        review = review_turn(kernel, turn, effort)
        if review is not None:
            known[turn.row] = review
            yield review


def _in_order(turns: Sequence[Turn], reviews: dict[int, TurnReview]) -> list[TurnReview]:
    return [reviews[turn.row] for turn in turns if turn.row in reviews]


def _head(seal: str, effort: Effort) -> _Head:
    return _Head(_FORM, seal, effort.playouts, effort.glances)


def _line(value: object) -> bytes:
    return msgspec.json.encode(value) + b"\n"


def _read(path: Path, head: _Head) -> tuple[dict[int, TurnReview], int]:
    """The whole reviews of this game and effort, and the end of the last one in the file."""
    try:
        content = read_bytes(path, _MOST_BYTES)
    except OSError:
        return {}, 0
    first = _line(head)
    if not content.startswith(first):
        return {}, 0
    known, end = {}, len(first)
    for line in content[end:].splitlines(keepends=True):
        try:
            review = msgspec.json.decode(line, type=TurnReview)
        except msgspec.DecodeError:
            break
        if not line.endswith(b"\n"):
            break
        known[review.row] = review
        end += len(line)
    return known, end
