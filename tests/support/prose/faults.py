"""Finds the faults of prose: habits of `rules.toml`, long lines, two sentences on a line, long names and subjects."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from prose.pieces import Piece, pieces_of, subjects_since

RULES: Final = Path(__file__).with_name("rules.toml")
GLOSSARY: Final = "glossary.md"
LINE: Final = 120
TEST_NAME: Final = 70
SUBJECT: Final = 65
#: The end of a sentence and the beginning of the next; a run-in heading such as "**Settings.** A plugin" is none.
_NEXT_SENTENCE: Final = re.compile(r"(?<!\be\.g)(?<!\bi\.e)(?<!\bvs)(?<!\bNo)(?<!\bcf)[.!?][)\"”*_]*\s+[A-Z(“\"*\[`]")
_LIST_ITEM: Final = re.compile(r"^\s*(?:[-*+]|\d+\.)\s+|^#+ (?:\d+\. )?|^> ?")
_RUN_IN: Final = re.compile(r"^\*\*[^*]+\*\*\s*")


class Fault(NamedTuple):
    """`rule`: the table of `allowed.toml` that limits it.  `what` shows it, and how to write it."""

    rule: str
    folder: str
    where: str
    what: str


class Habit(NamedTuple):
    """A pattern that we avoid, without regard to case, and its replacement."""

    name: str
    pattern: str
    instead: str


def faults_of(root: Path) -> list[Fault]:
    """Returns all faults of the prose below the root, commit subjects included."""
    since = _rules()["subjects_since"]
    subjects = (subject for subject in subjects_since(root, since) if len(subject) > SUBJECT)
    return [*faults_in(list(pieces_of(root))), *map(_subject, subjects)]


def faults_in(pieces: Sequence[Piece]) -> list[Fault]:
    """Returns all faults of these pieces."""
    habits = [*listed_habits(), *words_not_used(pieces)]
    any_habit = re.compile("|".join(f"(?P<h{at}>{habit.pattern})" for at, habit in enumerate(habits)), re.IGNORECASE)
    return [fault for piece in pieces for fault in (*_habits(piece, habits, any_habit), *_layout(piece))]


def listed_habits() -> list[Habit]:
    """Returns the habits of `rules.toml`."""
    rows = _rules()["habit"]
    return [Habit(row["name"], row["find"], row["instead"]) for row in rows]


def words_not_used(pieces: Iterable[Piece]) -> list[Habit]:
    """Returns the words of the glossary's column "not"; those with another meaning elsewhere are left out."""
    pages = [piece for piece in pieces if piece.kind == "page" and piece.file.endswith(f"/{GLOSSARY}")]
    lines = [line.strip("|").split("|") for page in pages for line in page.text.splitlines() if line.startswith("| ")]
    rows = [[cell.strip() for cell in line] for line in lines]
    words = {word.strip(): row[0] for row in rows for word in row[3].split(",") if word.strip() and row[3] != "not"}
    ambiguous = set(_rules()["words_with_another_meaning"])
    return [
        Habit(f"glossary: {word}", rf"\b{re.escape(word)}s?\b", term)
        for word, term in words.items()
        if word not in ambiguous
    ]


@cache
def _rules() -> dict[str, Any]:
    return tomllib.loads(RULES.read_text(encoding="utf-8"))


def _habits(piece: Piece, habits: Sequence[Habit], any_habit: re.Pattern[str]) -> Iterator[Fault]:
    """Yields the habits of a piece; the groups of `any_habit` are the habits in their order."""
    if piece.file.endswith(f"/{GLOSSARY}"):
        return
    text = piece.plain.replace("_", " ") if piece.kind == "test name" else piece.plain
    for found in any_habit.finditer(text):
        habit = habits[int((found.lastgroup or "h0")[1:])]
        around = text[max(0, found.start() - 30) : found.start() + 60]
        what = f"{habit.name}: “{around}”; write: {habit.instead}"
        yield Fault("habits", piece.folder, f"{piece.file}:{piece.line} ({piece.kind})", what)


def _layout(piece: Piece) -> Iterator[Fault]:
    where = f"{piece.file}:{piece.line}"
    if piece.kind == "test name" and len(piece.text) > TEST_NAME:
        what = f"{piece.text} has {len(piece.text)} characters; at most {TEST_NAME}"
        yield Fault("test_names", piece.folder, where, what)
    if piece.kind == "page":
        for number, line in enumerate(piece.text.split("\n"), 1):
            yield from _layout_of_line(line, piece.folder, f"{piece.file}:{number}")


def _layout_of_line(line: str, folder: str, where: str) -> Iterator[Fault]:
    if line.startswith(("|", "<!--")):
        return
    if len(line) > LINE and " " in line[:LINE].lstrip():
        yield Fault("long_lines", folder, where, f"{len(line)} characters; at most {LINE}")
    prose = _RUN_IN.sub("", _LIST_ITEM.sub("", line))
    more = len(_NEXT_SENTENCE.findall(re.sub(r"`[^`]*`", "`x`", prose)))
    if more:
        yield Fault("sentences", folder, where, f"{more + 1} sentences; one sentence a line")


def _subject(subject: str) -> Fault:
    return Fault("subjects", ".", subject, f"{len(subject)} characters; at most {SUBJECT}")
