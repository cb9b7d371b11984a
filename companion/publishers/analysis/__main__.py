"""The process that computes chances: questions on standard input, one answer a line on standard output.

A question is the number of its bytes on a line of its own and a pickled `PublicKnowledge`; only the parent program can
write them.  Answers are JSON; an empty line every second is the sign of life.  It ends with its standard input.
"""

import os
import pickle
import sys
import time
from contextlib import suppress
from typing import Final

import msgspec

from companion.playout.chances import KnowledgeError, PublicKnowledge, TeamChance, team_chances
from companion.playout.compile import NoTableError
from companion.playout.library import Kernel, kernel
from companion.programs.parent import end_program
from companion.publishers.analysis.answer import Answer, Outcome
from companion.system.threads import start_once

#: Margins of about two points, in a fraction of a second.
PLAYOUTS: Final = 2000
#: The table goes first.
NICENESS: Final = 10
#: Seconds between two signs of life.
BEAT_S: Final = 1.0
STDOUT: Final = 1


def answer(loaded: Kernel | None, known: PublicKnowledge) -> Answer:
    if loaded is None:
        return Answer(outcome=Outcome.NO_KERNEL)
    try:
        chances: tuple[TeamChance, ...] = team_chances(loaded, known, playouts=PLAYOUTS, seed=0)
    except NoTableError:
        return Answer(outcome=Outcome.NO_TABLE)
    except KnowledgeError:
        return Answer(outcome=Outcome.UNKNOWN)
    return Answer(outcome=Outcome.FOUND, chances=chances, playouts=PLAYOUTS)


def say(line: bytes) -> None:
    """Writes a short line in one piece, even if another thread writes at the same time."""
    os.write(STDOUT, line)


def beat() -> None:
    while True:
        say(b"\n")
        time.sleep(BEAT_S)


def main() -> None:
    with suppress(AttributeError, OSError):
        os.nice(NICENESS)
    questions = sys.stdin.buffer
    loaded = kernel()
    start_once("beat", beat, end_program)
    while length := questions.readline():
        known = pickle.loads(questions.read(int(length)))
        say(msgspec.json.encode(answer(loaded, known)) + b"\n")


if __name__ == "__main__":
    with suppress(KeyboardInterrupt, BrokenPipeError):
        main()
