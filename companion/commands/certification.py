"""The test of a table on the command line: says what to lay, watches, and keeps the certificate.

Law: nothing is kept of a test that was broken off, but the pictures that people asked to keep.
"""

import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from companion.app.table_setup import seats_of
from companion.board.files import load_board
from companion.certification.certificate import Certificate, Change
from companion.certification.comparison import PlacementResult
from companion.certification.placements import TWELVE, AskedPlacement, hard_placements, start_placement
from companion.certification.table import TableUnderTest, table_under_test
from companion.certification.wording import CertificationWording
from companion.model.position import Position
from companion.rules.catalogue import Catalogue
from companion.rules.rules import Rules, rules_of
from companion.rules.setup import first_position
from companion.sensors.board_print import print_of
from companion.sensors.certification.files import CertificateError, keep_certificate, load_certificate
from companion.sensors.certification.kept import KeptPlacements
from companion.sensors.certification.run import FrameSource, Lay, SourceEnded, SourceError, TableTest, checked
from companion.sensors.certification.watch import TableWatch
from companion.sensors.plugins import VirtualCameraSource, camera_named
from companion.settings.schema import SIMULATED, Settings
from companion.simulation.camera.virtual_camera import VirtualCamera
from companion.simulation.physical_table import PhysicalTable
from companion.simulation.staged_table import StagedTable

Say = Callable[[str], None]


class CertificationError(Exception):
    """A table that cannot be tested; one line with what to do."""


@dataclass(frozen=True, slots=True)
class GameTable:
    """The game of the settings on its board."""

    table: TableUnderTest
    rules: Rules
    position: Position


def game_table(catalogue: Catalogue, settings: Settings) -> GameTable:
    """Raises ProfileError, and ValueError where the settings make no table."""
    profile, variant = load_board(settings.board), catalogue.variant(settings.variant)
    seats, options = seats_of(catalogue, settings), tuple(sorted(settings.options.items()))
    position = first_position(variant, len(profile.goal), seats, options, teams=settings.teams or None)
    rules = rules_of(variant, position)
    return GameTable(table_under_test(rules, position, settings.colours, profile), rules, position)


def listed_placements(game: GameTable, words: CertificationWording) -> list[str]:
    """What would be asked for, seen from the board's lower edge."""
    asked = (start_placement(game.table), *hard_placements(game.table))
    return [line for number, placement in enumerate(asked) for line in _asked_for(number, placement, game, words)]


def _asked_for(number: int, asked: AskedPlacement, game: GameTable, words: CertificationWording) -> Iterator[str]:
    yield f"{number:>2}/{len(TWELVE)} {words.name(asked.difficulty)}"
    yield from (f"      {line}" for line in words.lines(game.table, asked, game.rules, game.position))


class PeopleLay:
    """People lay what the terminal says and press Enter."""

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
        """Names what was read otherwise than asked for, so that people see whether they laid it so."""
        self._say(f"      {self._words.look_again(self._game.table, result, self._game.rules, self._game.position)}")
        self._until_enter(look)

    def _until_enter(self, look: Callable[[], None]) -> None:
        pressed = threading.Event()
        threading.Thread(target=_wait_for_enter, args=(pressed,), daemon=True).start()
        while not pressed.is_set():
            look()


def _wait_for_enter(pressed: threading.Event) -> None:
    sys.stdin.readline()
    pressed.set()


class TableLays:
    """The simulated table lays what it is asked for."""

    def __init__(self, staged: StagedTable) -> None:
        self._staged = staged

    def __call__(self, asked: AskedPlacement, _: Callable[[], None]) -> None:
        self._staged.lay(asked.placement, [fill.slots for fill in asked.kennels])


@dataclass(frozen=True, slots=True)
class CameraTest:
    """A test that is to be run, its source not opened yet, and the name of the camera."""

    test: TableTest
    camera: str


def table_test(game: GameTable, settings: Settings, words: CertificationWording, say: Say, seed: int) -> CameraTest:
    """A test by the camera of the settings, or on a simulated table.  Raises ProfileError."""
    table, second_look = game.table, None
    source: FrameSource
    lay: Lay
    if settings.camera == SIMULATED:
        camera = VirtualCamera(table.profile, table.colours, seed, seats=table.sectors)
        physical = PhysicalTable(table.profile, game.rules.variant, table.sectors, table.colours, seed)
        staged = StagedTable(camera, physical)
        source, name, lay = VirtualCameraSource(staged), SIMULATED, TableLays(staged)
    else:
        source, name = camera_named(settings.camera)
        lay = people = PeopleLay(game, words, say)
        second_look = people.look_again
    watch = TableWatch(table, game.rules, game.position, print_of(settings.board))
    test = TableTest(table, game.rules, game.position, source=source, watch=watch, lay=lay, second_look=second_look)
    return CameraTest(test, name)


def certified(
    game: GameTable, settings: Settings, words: CertificationWording, say: Say, *, seed: int, keep: Path | None
) -> tuple[Certificate, Path]:
    """Runs the whole test and keeps the certificate beside the board's profile; `keep` is a folder for the placements.

    Raises CertificationError.
    """
    begun = table_test(game, settings, words, say, seed)
    test = begun.test
    try:
        if keep is not None:
            test.kept = KeptPlacements(keep, game.table)
            test.kept.begin(game.rules, game.position, settings.board, print_of(settings.board))
        test.source.open()
        try:
            test.begin()
            now = test.conditions()
            test.run(lambda result: say(words.count(result)))
        finally:
            test.source.close()
        today = datetime.now().astimezone().date().isoformat()
        certificate = test.certificate(now, made=today, camera=begun.camera)
        return certificate, keep_certificate(settings.board, certificate)
    except (SourceError, SourceEnded) as error:
        raise CertificationError(str(error) or "the pictures ended before the test did") from error
    except OSError as error:
        raise CertificationError(f"{error.filename or keep}: {error.strerror}: choose another folder") from error


def change_since(game: GameTable, settings: Settings, words: CertificationWording, say: Say, *, seed: int) -> Change:
    """Whether the table is still the one that was certified.  Raises CertificationError."""
    begun = table_test(game, settings, words, say, seed)
    try:
        known = load_certificate(settings.board)
        begun.test.source.open()
        try:
            return checked(begun.test, known, begun.camera)
        finally:
            begun.test.source.close()
    except (SourceError, SourceEnded, CertificateError) as error:
        raise CertificationError(str(error) or "the pictures ended before the check did") from error
