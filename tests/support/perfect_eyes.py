"""A table with exact observations, in lock-step: every figure is seen exactly, and no picture is drawn."""

import numpy as np

from companion.app.memory_store import MemoryStore
from companion.app.ports import Store
from companion.app.table import Table
from companion.app.table_setup import start_command
from companion.board.files import load_board
from companion.catalogue.shipped import SHIPPED
from companion.model.observation import Seen
from companion.session import commands as cmd
from companion.session import events as ev
from companion.settings.schema import Settings, as_demo
from companion.simulation.driver import SimulatedTable

#: After so many pictures without a hand the board is settled.
STILL_PICTURES = 4
BLANK = np.zeros((2, 2, 3), np.uint8)
#: More pictures than any game takes.
LONG = 20000


class NoCamera:
    """Exact observations need no picture, and drawing one takes longer than a play."""

    def __init__(self, *_: object, **__: object) -> None:
        pass

    def render(self, _: object) -> np.ndarray:
        return BLANK


class PerfectEyes:
    """A table that sees exactly what lies there once the hand is gone, and its players, in lock-step.

    Only while `virtual_camera.VirtualCamera` is `NoCamera`.
    """

    def __init__(
        self,
        settings: Settings,
        seed: int,
        plies: int | None = None,
        *,
        mistakes: bool = True,
        store: Store | None = None,
        game: str = "game",
    ) -> None:
        begun = start_command(SHIPPED, as_demo(settings), game)
        self.simulation = SimulatedTable(
            load_board(settings.board),
            SHIPPED.variant(settings.variant),
            settings.colours,
            seed,
            seats=begun.seats,
            teams=begun.teams or (),
            options=begun.options,
            think=1,
            plies=plies,
            mistakes=mistakes,
        )
        self.table = Table(store or MemoryStore(), epoch=1)
        self.table.subscribe(self.simulation.on_view)
        self.events: list[ev.Event] = []
        self.refused: list[str] = []
        self._still = 0
        self.say(begun)

    def say(self, command: cmd.Command) -> None:
        outcome = self.table.handle(command)
        self.events.extend(outcome.events)
        if outcome.refused:
            self.refused.append(f"{outcome.refused} {command}")
        self.simulation.on_view(self.table.view)

    def play(self) -> None:
        for number, _ in enumerate(iter(lambda: self.simulation.done, True)):
            assert number < LONG, "the game does not go on"
            self.tick()

    def tick(self) -> None:
        """Runs until the next picture, and takes its reading."""
        tick = self.simulation.tick()
        for command in tick.commands:
            self.say(command)
        self._still = 0 if self.simulation.physical.scene().hand else self._still + 1
        if self._still >= STILL_PICTURES:
            seen = Seen(t_ms=tick.picture.t_ms, placement=self.simulation.physical.placement())
            self.say(cmd.ReportObservation(observation=seen))

    def happened(self, kind: type) -> bool:
        return any(isinstance(event, kind) for event in self.events)
