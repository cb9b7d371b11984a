"""A table without threads: virtual camera, reader, referee and record in lock-step with the simulated players."""

from collections.abc import Iterator

from rules_for_tests import rules_of

from companion.app.memory_store import MemoryStore
from companion.app.ports import Store
from companion.app.table import Table
from companion.board.files import load_board
from companion.catalogue.shipped import SHIPPED
from companion.sensors.board_observer import BoardObserver, roster_of
from companion.session.commands import ReportObservation, ReportWheel, StartGame
from companion.simulation.driver import SimulatedTable
from companion.views.table_view import Known
from vision.frames import Frame

COLOURS = ("red", "yellow", "green", "blue")
NAMES = ("Anna", "Ben", "Carla", "David")


def start_game(game: str) -> StartGame:
    """A demo of four players, as every lock-step table begins."""
    return StartGame(
        game=game,
        variant=SHIPPED.variant("black_dog"),
        names=NAMES,
        colours=COLOURS,
        board="black_dog",
        sectors=4,
        seats=(0, 1, 2, 3),
        demo=True,
    )


class LockstepTable:
    """Plays `plies` of the seeded game as fast as the reader can read; `play` yields the table after every picture.

    `start` is the game, else Black DOG for four; without `plies` it is played to its end.
    """

    def __init__(
        self,
        seed: int,
        plies: int | None,
        store: Store | None = None,
        game: str = "lockstep",
        start: StartGame | None = None,
    ) -> None:
        start = start or start_game(game)
        self.table = Table(store or MemoryStore(), epoch=1)
        self.profile = load_board(start.board)
        self._colours = start.colours
        self._net = 0
        self.simulation = SimulatedTable(
            self.profile,
            variant=start.variant,
            colours=start.colours,
            seats=start.seats,
            teams=start.teams or (),
            options=start.options,
            seed=seed,
            plies=plies,
            turn_wheel=self._turn,
        )
        self.table.subscribe(self.simulation.on_view)
        self._turn(0)
        self.table.handle(start)

    def play(self) -> Iterator[Table]:
        position = self.table.state.position
        assert position is not None
        observer = BoardObserver(self.profile, roster_of(rules_of(position), position, self._colours))
        taught: Known | None = None
        for tick in self.simulation.lockstep():
            for command in tick.commands:
                self.table.handle(command)
            known = self.table.view.known
            if known and known.adds_to(taught):
                observer.expect(self.table.state.rules, known.position)
                taught = known
            _, seen = observer.observe(Frame(tick.picture.image, tick.picture.t_ms))
            if seen:
                self.table.handle(ReportObservation(observation=seen))
            yield self.table

    def _turn(self, quarters: int) -> None:
        self._net += quarters
        self.table.handle(ReportWheel(t_ms=0, boot=1, net=self._net))
