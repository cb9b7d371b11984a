"""The simulated people play every game of the family, at every number of players, at a table with perfect eyes."""

import numpy as np
import pytest

from companion.app.memory_store import MemoryStore
from companion.app.table import Table
from companion.app.table_setup import start_command, with_game
from companion.board.files import load_board
from companion.catalogue.shipped import SHIPPED
from companion.model.observation import Seen
from companion.session import commands as cmd
from companion.session import events as ev
from companion.settings.schema import Settings, as_demo
from companion.simulation import driver
from companion.simulation.driver import SimulatedTable

STILL_PICTURES = 4
BLANK = np.zeros((2, 2, 3), np.uint8)
LONG = 20000
TABLES = [(variant, count) for variant in SHIPPED.ids for count in SHIPPED.variant(variant).seat_counts]
#: So many plays at every table; two games with everything that only they ask are played to their end.
PLIES = 8


class NoCamera:
    """Perfect eyes need no picture, and drawing one takes longer than a play."""

    def __init__(self, *_: object, **__: object) -> None:
        pass

    def render(self, _: object) -> np.ndarray:
        return BLANK


@pytest.fixture(autouse=True)
def without_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "VirtualCamera", NoCamera)


class PerfectEyes:
    """A table that sees exactly what lies there once the hand is gone, and its players, in lock-step."""

    def __init__(self, settings: Settings, seed: int, plies: int | None = None, *, mistakes: bool = True) -> None:
        begun = start_command(SHIPPED, as_demo(settings), "game")
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
        self.table = Table(MemoryStore(), epoch=1)
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
        for number, tick in enumerate(self.simulation.lockstep()):
            assert number < LONG, "the game does not go on"
            for command in tick.commands:
                self.say(command)
            self._still = 0 if self.simulation.physical.scene().hand else self._still + 1
            if self._still >= STILL_PICTURES:
                seen = Seen(t_ms=tick.picture.t_ms, placement=self.simulation.physical.placement())
                self.say(cmd.ReportObservation(observation=seen))

    def happened(self, kind: type) -> bool:
        return any(isinstance(event, kind) for event in self.events)


@pytest.mark.parametrize(("variant", "count"), TABLES)
def test_every_table_is_set_up_and_played(variant: str, count: int) -> None:
    table = PerfectEyes(with_game(SHIPPED, Settings(), variant, count), seed=count, plies=PLIES)
    table.play()
    assert table.table.view.ply == PLIES
    assert table.refused == []
    assert [act for act in table.simulation.acts if not act.right] == []


@pytest.mark.parametrize(
    ("variant", "asked"), [("dog_royal", ev.CardsDrawn), ("super_tock_advanced", ev.CardDiscarded)]
)
def test_a_whole_game_for_two_with_what_only_it_asks(variant: str, asked: type) -> None:
    table = PerfectEyes(with_game(SHIPPED, Settings(), variant, 2), seed=15)
    table.play()
    assert table.table.view.result is not None
    assert table.refused == []
    assert [act for act in table.simulation.acts if not act.right] == []
    assert table.happened(asked)


def test_free_starts_after_the_exchange_are_decided_by_rank() -> None:
    table = PerfectEyes(with_game(SHIPPED, Settings(), "dog_royal", 4), seed=3, plies=1)
    table.play()
    started = [event for event in table.events if isinstance(event, ev.FreeStartDecided)]
    assert [event.seat for event in started] == [0, 1, 2, 3]
    exchanged = max(index for index, event in enumerate(table.events) if isinstance(event, ev.CardExchanged))
    assert table.events.index(started[0]) > exchanged


def test_people_may_decline_a_free_start_and_play_with_house_rules() -> None:
    options = {"bd.free_start": "may", "core.verify_forfeit": False}
    table = PerfectEyes(with_game(SHIPPED, Settings(), "black_dog", 3, options), seed=5, plies=6)
    table.play()
    assert table.happened(ev.FreeStartDecided)
    assert table.refused == []
