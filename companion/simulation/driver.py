"""The simulated table as one sensor, with a camera and players of its own, for a machine that has no real table.

Two thin runners drive the game loop: a thread at the pace of the clock, and `tick` in lock-step for tests.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from companion.app.ports import Post, ReportHealth
from companion.board.files import BoardProfile
from companion.model.position import Switch
from companion.players.level import Level
from companion.rules.rules import rules_of
from companion.rules.setup import first_position, spread_seats
from companion.rules.variant import Variant
from companion.session.commands import Command
from companion.simulation.acts import Act
from companion.simulation.camera.scene import PICTURE_EVERY_MS
from companion.simulation.card_players import CardPlayers
from companion.simulation.game_loop import GameLoop
from companion.simulation.gestures import Gestures, TurnWheel
from companion.simulation.physical_table import PhysicalTable
from companion.simulation.players_thread import PlayersThread
from companion.simulation.simulated_players import PlaySettings
from companion.simulation.visitor.seat import VisitorSeat
from companion.views.table_view import TableView

if TYPE_CHECKING:
    from companion.simulation.camera.virtual_camera import VirtualCamera
    from companion.simulation.virtual_source import Picture, VirtualSource


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick:
    """The commands of people since the last picture, and the picture."""

    commands: tuple[Command, ...]
    picture: Picture


class SimulatedTable:
    """A table for one board and game: a sensor that also subscribes `on_view`; `source` is its camera.

    One colour a seat; `seats` are their sectors, by default spread round the board.

    `speed` times as fast as the clock on the wall; `think` pictures before each declaration; `plies` ends the play
    after that many accepted plays; `level` is their strength.  The same seed plays the same game as long as the
    table answers the same.
    """

    def __init__(
        self,
        profile: BoardProfile,
        variant: Variant,
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
        level: Level = Level.NORMAL,
    ) -> None:
        sectors = len(profile.goal)
        seats = seats or spread_seats(len(colours), sectors)
        first = first_position(variant, sectors, seats, options, teams=teams or None)
        self.physical = PhysicalTable(profile, variant, seats, colours, seed)
        self.physical.set_up(first.placement)
        self.seed = seed
        self._profile, self._colours, self._seats, self._speed = profile, colours, seats, speed
        self._gestures = Gestures(profile, variant, self.physical, turn_wheel)
        self.game_loop = GameLoop(
            profile,
            self.physical,
            CardPlayers(rules_of(variant, first), seed, level),
            self._gestures,
            seed=seed,
            settings=PlaySettings(
                think=think, plies=plies, mistakes=mistakes, patience=round(max(1.0, speed)), level=level
            ),
        )
        self._t_ms = 0
        self._thread = PlayersThread(self.game_loop.steps, PICTURE_EVERY_MS / 1000 / speed)

    @cached_property
    def camera(self) -> VirtualCamera:
        """The camera that draws the table in this program; it loads with its first use."""
        from companion.simulation.camera.virtual_camera import VirtualCamera

        return VirtualCamera(self._profile, self._colours, self.seed, seats=self._seats)

    @cached_property
    def source(self) -> VirtualSource:
        """The pictures of the camera, at the pace of a real one."""
        from companion.simulation.virtual_source import VirtualSource

        return VirtualSource(self.camera, self.physical, self._speed)

    def scene(self) -> bytes:
        """Everything that the camera sees now, for `scene_of` in another program."""
        return msgspec.json.encode(self.physical.scene())

    @property
    def acts(self) -> list[Act]:
        """The acts of the players so far, with the table's answers."""
        return list(self.game_loop.acts)

    @property
    def done(self) -> bool:
        """The game is over or the wanted plays are played."""
        return self.game_loop.done

    @property
    def visitor(self) -> VisitorSeat:
        """The seat that a person may take."""
        return self.game_loop.visitor

    def start(self, post: Post, report: ReportHealth) -> None:  # noqa: ARG002 - players have no health to report
        """Begins to play in a thread of its own."""
        self._thread.start(post)

    def stop(self) -> None:
        self._thread.stop()

    def connect_wheel(self, turn: TurnWheel) -> None:
        """`turn` is called with clockwise quarters whenever a player turns the disc; only before `start`."""
        self._gestures.turn_wheel = turn

    def on_view(self, view: TableView) -> None:
        """Takes the table's newest view; may be called from any thread."""
        self.game_loop.on_view(view)

    def tick(self) -> Tick:
        """Continues until the next picture; simulated time goes on by `PICTURE_EVERY_MS`."""
        commands: list[Command] = []
        for step in self._thread.steps:
            if step is None:
                break
            commands.append(step)
        self._t_ms += PICTURE_EVERY_MS
        from companion.simulation.virtual_source import Picture

        picture = Picture(self.camera.render(self.physical.scene()), self._t_ms)
        return Tick(commands=tuple(commands), picture=picture)

    def lockstep(self) -> Iterator[Tick]:
        """Ticks until the players are done; the caller posts the commands, reads the picture and calls `on_view`."""
        while not self.done:
            yield self.tick()
