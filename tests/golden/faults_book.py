"""The faults book: wrong plays of every game with the ruling that a good human referee names first, as a text to read.

`game` opens a table (`written_tables`).  Under it stand wrong plays, each as its name and then indented the board
`before`, the `card` (`joker as 8`), the board that was `done`, and the `ruling` that people wrote down from the rules.
The lines behind it are computed: the message and its sentence in four languages.  As a program it writes those anew:
`python tests/golden/faults_book.py`.  A ruling is never written by the program; if the referee names another one, the
line `but` has it.
"""

from collections.abc import Iterator
from pathlib import Path

from rules_for_tests import rules_of
from words_for_tests import WORDING
from written_tables import Table

from companion.commands.programs.judge import verdict_to_json
from companion.referee.judge import judge
from companion.texts import LANGUAGES

BOOK = Path(__file__).with_name("faults.txt")
WRITTEN = ("before", "card", "done", "ruling")


def computed(text: str) -> str:
    """The book with every message and sentence computed anew."""
    lines: list[str] = []
    table: Table | None = None
    case: dict[str, str] = {}
    for line in text.splitlines():
        if line.startswith("game "):
            table = Table(line.removeprefix("game "))
        key, _, value = line.strip().partition(" ")
        if line.startswith("  ") and key not in WRITTEN:
            continue
        lines.append(line)
        if line.startswith("  "):
            case[key] = value.strip()
            if key == "ruling":
                assert table is not None, "a wrong play stands before the first game"
                lines += [f"  {label:7} {words}" for label, words in _judged(table, case)]
                case = {}
    return "\n".join(lines) + "\n"


def cases(text: str) -> Iterator[str]:
    """The names of the wrong plays."""
    for line in text.splitlines():
        if line and not line.startswith((" ", "#", "game ")):
            yield line


def _judged(table: Table, case: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Yields the referee's result on one wrong play, as the lines of the book."""
    position = table.position(case["before"])
    card, _, face = case["card"].partition(" as ")
    verdict = judge(rules_of(position), position, card, table.seen(case["done"], position), face or None)
    answer = verdict_to_json(rules_of(position), verdict, position, WORDING)
    if answer["verdict"] != "illegal":
        yield "but", str(answer["verdict"])
        return
    reason = answer["reasons"][0]
    if reason["ruling"] != case["ruling"]:
        yield "but", reason["ruling"]
    yield "code", reason["code"]
    for language in LANGUAGES:
        yield language, reason["text"][language]


if __name__ == "__main__":
    BOOK.write_text(computed(BOOK.read_text(encoding="utf-8")), encoding="utf-8")
