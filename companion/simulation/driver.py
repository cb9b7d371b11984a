"""The simulated table as one sensor, with a camera and players of its own, for a machine that has no real table.

Two thin runners drive the players' life: a thread at the pace of the clock, and `tick` in lock-step for tests.
"""

import threading
from collections.abc import Iterator
from dataclasses import dataclass

from companion.app.ports import Post, ReportHealth
from companion.board_files import BoardProfile
from companion.model.position import Switch
from companion.rules.catalogue import load_variant
from companion.rules.setup import first_position, spread_seats
from companion.session.commands import Command
from companion.simulation.acts import Act
from companion.simulation.company import Manner
from companion.simulation.gestures import Gestures, TurnWheel
from companion.simulation.life import TableLife
from companion.simulation.physical_table import PhysicalTable
from companion.simulation.players import Players
from companion.simulation.virtual_camera import VirtualCamera
from companion.simulation.virtual_source import PICTURE_EVERY_MS, Picture, VirtualSource
from companion.views.table_view import TableView


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick:
    """What people said since the last picture, and the picture."""

    commands: tuple[Command, ...]
    picture: Picture


class SimulatedTable:
    """A table for one board and game: a sensor that also subscribes `on_view`; `source` is its camera.

    One colour a seat; `seats` are the sectors where they sit, by themselves spread round the board.

    `speed` times as fast as the clock on the wall; `think` pictures before each declaration; `plies` ends the play
    after that many accepted plays.  The same seed plays the same game as long as the table answers the same.
    """

    def __init__(
        self,
        profile: BoardProfile,
        variant: str,
        colours: tuple[str, ...],
        seed: int,
        *,
        seats: tuple[int, ...] = (),
        teams: tuple[int, ...] = (),
        options: tuple[tuple[str, Switch], ...] = (),
        turn_wheel: TurnWheel | None = None,
        speed: float = 1.0,
        think: int = 6,
        plies: int | None = None,
        mistakes: bool = True,
    ) -> None:
        game, sectors = load_variant(variant), len(profile.goal)
        seats = seats or spread_seats(len(colours), sectors)
        first = first_position(variant, sectors, seats, options, teams=teams or None)
        self.physical = PhysicalTable(profile, game, seats, colours, seed)
        self.physical.set_up(first.placement)
        self.camera = VirtualCamera(profile, colours, seed, seats=seats)
        self.source = VirtualSource(self.camera, self.physical, speed)
        self.life = TableLife(
            profile,
            self.physical,
            Players(variant, len(seats), seed),
            Gestures(profile, game, self.physical, turn_wheel),
            seed=seed,
            manner=Manner(think=think, plies=plies, mistakes=mistakes, patience=round(max(1.0, speed))),
        )
        self._speed = speed
        self._steps = self.life.live()
        self._t_ms = 0
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def acts(self) -> list[Act]:
        """What the players have done so far, with the table's answers."""
        return list(self.life.acts)

    @property
    def done(self) -> bool:
        """The game is over or the wanted plays are played."""
        return self.life.done

    def start(self, post: Post, report: ReportHealth) -> None:  # noqa: ARG002 - players have no health to report
        """Begins to play in a thread of its own."""
        self._stop.clear()
        self._thread = threading.Thread(target=self._run, args=(post,), name="players", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        if self._thread:
            self._thread.join()
            self._thread = None

    def on_view(self, view: TableView) -> None:
        """What the table shows now; may be called from any thread."""
        self.life.on_view(view)

    def tick(self) -> Tick:
        """Lives on until the next picture; simulated time goes on by `PICTURE_EVERY_MS`."""
        commands: list[Command] = []
        for step in self._steps:
            if step is None:
                break
            commands.append(step)
        self._t_ms += PICTURE_EVERY_MS
        picture = Picture(self.camera.render(self.physical.scene()), self._t_ms)
        return Tick(commands=tuple(commands), picture=picture)

    def lockstep(self) -> Iterator[Tick]:
        """Ticks until the players are done: carry out the commands, look at the picture, tell `on_view`, and so on."""
        while not self.done:
            yield self.tick()

    def _run(self, post: Post) -> None:
        for step in self._steps:
            if step is not None:
                post(step)
            elif self._stop.wait(PICTURE_EVERY_MS / 1000 / self._speed):
                return
