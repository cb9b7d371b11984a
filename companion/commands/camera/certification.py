"""The test of a table on the command line: names the placements to lay, watches, and stores the certificate.

Law: an interrupted test leaves nothing but the pictures that people chose to keep.
"""

import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.bootstrap.table_test import (
    GameTable,
    SimulatedTable,
    kept_certificate,
    simulated_table,
    table_test,
)
from companion.certification.certificate import Certificate, Change
from companion.certification.comparison import PlacementResult
from companion.certification.placements import TWELVE, AskedPlacement, hard_placements, start_placement
from companion.certification.wording import CertificationWording
from companion.preparation.table_test.files import CertificateError, load_certificate
from companion.preparation.table_test.run import FrameSource, Lay, SourceEnded, SourceError, TableTest, checked
from companion.sensors.plugged.camera import VirtualCameraSource, camera_named
from companion.settings.schema import SIMULATED, Settings
from companion.simulation.staged_table import StagedTable
from companion.system.threads import start_once

Say = Callable[[str], None]


class CertificationError(Exception):
    """A table that cannot be tested; one line with the remedy."""


def listed_placements(game: GameTable, words: CertificationWording) -> list[str]:
    """The placements of the test, seen from the board's lower edge."""
    asked = (start_placement(game.table), *hard_placements(game.table))
    return [line for number, placement in enumerate(asked) for line in _asked_for(number, placement, game, words)]


def _asked_for(number: int, asked: AskedPlacement, game: GameTable, words: CertificationWording) -> Iterator[str]:
    yield f"{number:>2}/{len(TWELVE)} {words.name(asked.difficulty)}"
    yield from (f"      {line}" for line in words.lines(game.table, asked, game.rules, game.position))


class PeopleLay:
    """People lay the placement that the terminal shows and press Enter."""

    def __init__(self, game: GameTable, words: CertificationWording, say: Say) -> None:
        self._game = game
        self._words = words
        self._say = say
        self._number = 0

    def __call__(self, asked: AskedPlacement, look: Callable[[], None]) -> None:
        for line in _asked_for(self._number, asked, self._game, self._words):
            self._say(line)
        self._say(f"      {self._words.press_enter}")
        self._number += 1
        self._until_enter(look)

    def look_again(self, result: PlacementResult, look: Callable[[], None]) -> None:
        """Names the spots that were not read as expected, so that people check whether they laid them so."""
        self._say(f"      {self._words.look_again(self._game.table, result, self._game.rules, self._game.position)}")
        self._until_enter(look)

    def _until_enter(self, look: Callable[[], None]) -> None:
        pressed = threading.Event()
        # a line that cannot be read is a press of the key, too
        start_once("key", lambda: _wait_for_enter(pressed), lambda _: pressed.set())
        while not pressed.is_set():
            look()


def _wait_for_enter(pressed: threading.Event) -> None:
    sys.stdin.readline()
    pressed.set()


@dataclass(frozen=True, slots=True)
class TableLays:
    """The simulated table lays the placements of the test."""

    simulated: SimulatedTable

    def __call__(self, asked: AskedPlacement, _: Callable[[], None]) -> None:
        self.simulated.arrange(asked)


@dataclass(frozen=True, slots=True)
class CameraTest:
    """A test to be run, its source not opened yet, and the name of the camera."""

    test: TableTest
    camera: str


def camera_test(
    game: GameTable, settings: Settings, words: CertificationWording, say: Say, *, seed: int, keep: Path | None = None
) -> CameraTest:
    """A test by the camera of the settings, or on a simulated table.  Raises ProfileError, OSError."""
    source: FrameSource
    lay: Lay
    second_look = None
    if settings.camera == SIMULATED:
        simulated = simulated_table(game, seed)
        staged = StagedTable(simulated.camera, simulated.physical)
        source, name, lay = VirtualCameraSource(staged), SIMULATED, TableLays(simulated)
    else:
        source, name = camera_named(settings, game.table.profile)
        lay = people = PeopleLay(game, words, say)
        second_look = people.look_again
    test = table_test(game, settings.board, source, keep)
    test.lay, test.second_look = lay, second_look
    return CameraTest(test, name)


def certified(
    game: GameTable, settings: Settings, words: CertificationWording, say: Say, *, seed: int, keep: Path | None
) -> tuple[Certificate, Path]:
    """Runs the whole test and stores the certificate beside the board's profile; `keep` is a folder for the placements.

    Raises CertificationError.
    """
    try:
        begun = camera_test(game, settings, words, say, seed=seed, keep=keep)
        test = begun.test
        test.source.open()
        try:
            test.begin()
            now = test.conditions()
            test.run(lambda result: say(words.count(result)))
        finally:
            test.source.close()
        return kept_certificate(test, settings.board, begun.camera, now)
    except (SourceError, SourceEnded) as error:
        raise CertificationError(str(error) or "the pictures ended before the test did") from error
    except OSError as error:
        raise CertificationError(f"{error.filename or keep}: {error.strerror}: choose another folder") from error


def change_since(game: GameTable, settings: Settings, words: CertificationWording, say: Say, *, seed: int) -> Change:
    """Whether the table is still the one that was certified.  Raises CertificationError."""
    begun = camera_test(game, settings, words, say, seed=seed)
    try:
        known = load_certificate(settings.board)
        begun.test.source.open()
        try:
            return checked(begun.test, known, begun.camera)
        finally:
            begun.test.source.close()
    except (SourceError, SourceEnded, CertificateError) as error:
        raise CertificationError(str(error) or "the pictures ended before the check did") from error
