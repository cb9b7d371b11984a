"""The test of a table, built from the settings: on the command line and on the tablet alike."""

from dataclasses import dataclass
from datetime import datetime
from itertools import count
from pathlib import Path

from companion.app.table_setup import seats_of
from companion.board.files import load_board
from companion.certification.certificate import Certificate
from companion.certification.conditions import Conditions
from companion.certification.placements import AskedPlacement
from companion.certification.table import TableUnderTest, table_under_test
from companion.model.position import Position
from companion.preparation.table_test.background import BackgroundTest
from companion.preparation.table_test.files import keep_certificate, load_certificate
from companion.preparation.table_test.kept import KeptPlacements
from companion.preparation.table_test.run import FrameSource, TableTest, checked
from companion.preparation.table_test.watch import TableWatch
from companion.rules.catalogue import Catalogue
from companion.rules.rules import Rules, rules_of
from companion.rules.setup import first_position
from companion.sensors.board_print import print_of
from companion.sensors.plugged.camera import VirtualCameraSource, camera_named
from companion.settings.schema import SIMULATED, Settings
from companion.simulation.camera.virtual_camera import VirtualCamera
from companion.simulation.physical_table import PhysicalTable
from companion.simulation.virtual_source import VirtualSource


@dataclass(frozen=True, slots=True)
class GameTable:
    """The game of the settings on its board."""

    table: TableUnderTest
    rules: Rules
    position: Position


def game_table(catalogue: Catalogue, settings: Settings) -> GameTable:
    """Returns the game of the settings.  Raises ProfileError, and ValueError if the settings make no table."""
    profile, variant = load_board(settings.board), catalogue.variant(settings.variant)
    seats, options = seats_of(catalogue, settings), tuple(sorted(settings.options.items()))
    position = first_position(variant, len(profile.goal), seats, options, teams=settings.teams or None)
    rules = rules_of(variant, position)
    return GameTable(table_under_test(rules, position, settings.colours, profile), rules, position)


@dataclass(frozen=True, slots=True)
class SimulatedTable:
    """A table without people, and the camera over it."""

    camera: VirtualCamera
    physical: PhysicalTable

    def arrange(self, asked: AskedPlacement) -> None:
        """Sets up a placement."""
        self.physical.set_up(asked.placement, [fill.slots for fill in asked.kennels])


def simulated_table(game: GameTable, seed: int) -> SimulatedTable:
    table = game.table
    camera = VirtualCamera(table.profile, table.colours, seed, seats=table.sectors)
    return SimulatedTable(camera, PhysicalTable(table.profile, game.rules.variant, table.sectors, table.colours, seed))


def table_test(game: GameTable, board: str, source: FrameSource, keep: Path | None = None) -> TableTest:
    """Returns a test with the pictures of a closed source; `keep` is a new folder for the placements.

    Raises ProfileError, OSError.
    """
    flat = print_of(board)
    watch = TableWatch(game.table, game.rules, game.position, flat)
    test = TableTest(game.table, game.rules, game.position, source=source, watch=watch)
    if keep is not None:
        test.kept = KeptPlacements(keep, game.table)
        test.kept.begin(game.rules, game.position, board, flat)
    return test


def kept_certificate(test: TableTest, board: str, camera: str, now: Conditions | None) -> tuple[Certificate, Path]:
    """Returns the certificate of a finished test, kept beside the board's profile.  Raises OSError."""
    today = datetime.now().astimezone().date().isoformat()
    certificate = test.certificate(now, made=today, camera=camera)
    return certificate, keep_certificate(board, certificate)


def background_test(
    catalogue: Catalogue, settings: Settings, *, keep: Path | None = None, check: bool = False, seed: int = 1
) -> BackgroundTest:
    """Returns the test of the settings' table for a front end, not started yet; a simulated table sets itself up.

    `check`: only the check before a game.  Raises ProfileError, OSError, CertificateError, and ValueError if the
    settings make no table.
    """
    game, arrange = game_table(catalogue, settings), None
    known = load_certificate(settings.board) if check else None
    source: FrameSource
    if settings.camera == SIMULATED:
        simulated = simulated_table(game, seed)
        source = VirtualCameraSource(VirtualSource(simulated.camera, simulated.physical))
        name, arrange = SIMULATED, simulated.arrange
    else:
        source, name = camera_named(settings, game.table.profile)

    def certify(test: TableTest, now: Conditions | None) -> Certificate:
        return kept_certificate(test, settings.board, name, now)[0]

    return BackgroundTest(
        table_test(game, settings.board, source, keep),
        certify,
        arrange,
        check=(lambda test: checked(test, known, name)) if check else None,
        folder=keep,
    )


def unused_folder(parent: Path, board: str) -> Path:
    """Returns a folder for the placements of a test that begins today; earlier ones of the same day stay."""
    name = f"{Path(board).stem}-{datetime.now().astimezone().date().isoformat()}"
    numbered = (parent / (name if number == 1 else f"{name}-{number}") for number in count(1))
    return next(folder for folder in numbered if not folder.exists())
