"""The analysis of a recorded game for the tablet: a process of its own makes and keeps it, the tablet reads it.

Laws: nothing is analysed while a game is on; a stop of the process or the program loses no finished turn.
"""

import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from companion.coach.analysis import GameAnalysis, analysis_of
from companion.coach.kept import analysis_file, kept_reviews
from companion.coach.review import DEFAULT_EFFORT
from companion.coach.turns import turns_of
from companion.history.course import GameCourse
from companion.playout.compile import NoTableError, table_of
from companion.playout.library import kernel
from companion.session.state import BoardGame
from companion.system.programs import APART

_STOP_TIMEOUT_S: Final = 3.0


def can_be_analysed(course: GameCourse) -> bool:
    """Returns whether it is a finished game on a board, with rules that the playouts on this machine support."""
    state = course.states[-1] if course.states else None
    if not isinstance(state, BoardGame) or state.result is None or kernel() is None:
        return False
    try:
        table_of(state.rules)
    except NoTableError:
        return False
    return True


class Analyst:
    """One game; `start` and `stop` may be called again and again."""

    def __init__(self, folder: Path, course: GameCourse, seal: str) -> None:
        self._course = course
        self._seal = seal
        self._path = analysis_file(folder, course.game)
        self._rows = tuple(turn.row for turn in turns_of(course))
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def game(self) -> str:
        """The id of the game."""
        return self._course.game

    @property
    def total(self) -> int:
        """The number of turns to review."""
        return len(self._rows)

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def done(self) -> int:
        """The number of turns reviewed so far."""
        return len(kept_reviews(self._path, self._seal, DEFAULT_EFFORT))

    def found(self) -> GameAnalysis | None:
        """The analysis of the turns reviewed so far."""
        reviews = kept_reviews(self._path, self._seal, DEFAULT_EFFORT)
        return analysis_of(self._course, [reviews[row] for row in self._rows if row in reviews])

    def start(self) -> None:
        """Continues with the turns that are not reviewed yet.  Raises OSError if no process can be started."""
        if self.running:
            return
        self._process = subprocess.Popen(
            [sys.executable, "-m", "companion", "analyse", self._course.game, "--quiet"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            **APART,
        )

    def stop(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            with suppress(subprocess.TimeoutExpired):
                process.wait(_STOP_TIMEOUT_S)
