"""The simulated players at a table with exact observations: their acts when it answers, errs, or when people meddle."""

import threading
from collections.abc import Callable

import numpy as np
import pytest
from whole_table import start_game

from companion.app.memory_store import MemoryStore
from companion.app.table import Table
from companion.board.files import load_board
from companion.catalogue.shipped import SHIPPED
from companion.model.observation import Seen
from companion.model.places import Place
from companion.session import commands as cmd
from companion.session import events as ev
from companion.session.commands import Command
from companion.session.state import Phase
from companion.simulation.acts import ActKind, Answer
from companion.simulation.camera.virtual_camera import SIZE_PX
from companion.simulation.driver import SimulatedTable

COLOURS = ("red", "yellow", "green", "blue")
PROFILE = load_board("black_dog")
STILL_PICTURES = 4
LONG = 9000


class Rehearsal:
    """Players, their table and the record in lock-step; observations are exact once the hand is gone."""

    def __init__(self, seed: int, store: MemoryStore | None = None, plies: int | None = None) -> None:
        self.simulation = SimulatedTable(PROFILE, SHIPPED.variant("black_dog"), COLOURS, seed, think=1, plies=plies)
        self.store = store or MemoryStore()
        self.table = Table(self.store, epoch=1)
        if store:
            self.table.restore(store.load("game"))
        self.table.subscribe(self.simulation.on_view)
        self.events: list[ev.Event] = []
        self.refused: list[str] = []
        self.blind = False
        self._still = 0

    def say(self, command: Command) -> None:
        outcome = self.table.handle(command)
        self.events.extend(outcome.events)
        if outcome.refused:
            self.refused.append(outcome.refused)
        self.simulation.on_view(self.table.view)

    def begin(self, game: str = "game") -> None:
        self.say(start_game(game))

    def play_until(self, enough: Callable[[], bool]) -> None:
        for number, tick in enumerate(self.simulation.lockstep()):
            assert number < LONG, "the game does not go on"
            for command in tick.commands:
                self.say(command)
            self._still = 0 if self.simulation.physical.scene().hand else self._still + 1
            if self._still >= STILL_PICTURES and not self.blind:
                seen = Seen(t_ms=tick.picture.t_ms, placement=self.simulation.physical.placement())
                self.say(cmd.ReportObservation(observation=seen))
            if enough():
                return

    def play_plies(self, number: int) -> None:
        wanted = self.table.view.ply + number
        self.play_until(lambda: self.table.view.ply >= wanted)

    def verdicts(self) -> list[str]:
        kinds = {ev.PlayAccepted: "legal", ev.PlayRefused: "illegal", ev.HandForfeited: "forfeit"}
        return [kinds[type(event)] for event in self.events if type(event) in kinds]


def without_drawing(rehearsal: Rehearsal) -> Rehearsal:
    """Exact observations need no picture, and a whole game of pictures takes long."""
    blank = np.zeros((SIZE_PX[1], SIZE_PX[0], 3), dtype=np.uint8)
    rehearsal.simulation.camera.render = lambda scene: blank  # type: ignore[method-assign]
    return rehearsal


@pytest.mark.long
def test_a_whole_simulated_game_gets_a_true_verdict_for_every_play() -> None:
    game = without_drawing(Rehearsal(seed=1))
    game.begin()
    game.play_until(lambda: game.simulation.done)
    assert game.table.view.result in ((0, 2), (1, 3))
    assert game.verdicts() == [act.kind.value for act in game.simulation.acts]
    assert all(act.right for act in game.simulation.acts)
    assert game.refused == []
    assert len({act.why for act in game.simulation.acts if act.kind is ActKind.ILLEGAL}) >= 8
    laid = [act.placement for act in game.simulation.acts if act.kind is ActKind.LEGAL]
    assert laid == [event.result for event in game.events if isinstance(event, ev.PlayAccepted)]


def test_the_same_seed_gives_the_same_game() -> None:
    runs = []
    for seed in (4, 4, 5):
        game = without_drawing(Rehearsal(seed, plies=25))
        game.begin()
        game.play_until(lambda game=game: game.simulation.done)
        runs.append(game.events)
    assert runs[0] == runs[1]
    assert runs[0] != runs[2]


def test_the_players_stop_after_the_wanted_plies() -> None:
    game = without_drawing(Rehearsal(seed=2, plies=5))
    game.begin()
    game.play_until(lambda: False)
    assert game.simulation.done
    assert game.table.view.ply == 5


def test_they_go_on_after_an_undo_and_a_correction_by_hand() -> None:
    game = without_drawing(Rehearsal(seed=3))
    game.begin()
    game.play_plies(6)
    game.say(cmd.Undo())
    game.play_plies(3)
    position = game.table.view.position
    assert position is not None
    dog = next(field for field in (24, 25, 26, 27) if not any(field in row for row in position.placement.pawns))
    game.say(cmd.Correct(placement=position.placement.with_extra("dog", dog)))
    game.play_plies(6)
    assert game.simulation.physical.placement() == game.table.view.position.placement


def test_they_wait_while_the_game_is_paused() -> None:
    game = without_drawing(Rehearsal(seed=3))
    game.begin()
    game.play_plies(2)
    game.say(cmd.Pause())
    for _ in range(120):
        for command in game.simulation.tick().commands:
            game.say(command)
    assert game.table.view.ply == 2
    game.say(cmd.Resume())
    game.play_plies(2)


def test_a_game_taken_up_from_its_record_finds_its_pawns_on_the_board() -> None:
    first = without_drawing(Rehearsal(seed=6))
    first.begin()
    first.play_until(lambda: first.table.view.ply >= 7 and first.table.view.declared is not None)
    second = without_drawing(Rehearsal(seed=9, store=first.store))
    position = second.table.view.position
    assert position is not None
    assert second.simulation.physical.placement() == position.placement
    second.play_plies(8)
    assert second.refused == []


def test_the_next_game_is_laid_anew() -> None:
    game = without_drawing(Rehearsal(seed=6))
    game.begin()
    game.play_plies(9)
    game.begin("rematch")
    game.play_plies(3)
    assert game.table.view.game == "rematch"
    assert game.simulation.physical.placement() == game.table.view.position.placement


def test_a_table_that_sees_nothing_is_given_what_was_played() -> None:
    game = without_drawing(Rehearsal(seed=8))
    game.begin()
    game.blind = True
    game.play_plies(3)
    played = [act for act in game.simulation.acts if act.kind is ActKind.LEGAL]
    assert [act.answer for act in played][:3] == [Answer.SILENT] * len(played[:3])
    assert not any(act.right for act in played)
    accepted = [event for event in game.events if isinstance(event, ev.PlayAccepted)]
    assert all(event.by_hand for event in accepted)


def test_a_table_that_accuses_wrongly_is_overruled_and_the_truth_says_so() -> None:
    game = without_drawing(Rehearsal(seed=8))
    game.begin()
    table = game.simulation.physical
    game.play_until(lambda: game.table.view.declared is not None and table.scene().hand is not None)
    game.blind = True
    position = game.table.view.position
    assert position is not None
    rows = [tuple(sorted((*row[1:], Place(5 + 16 * seat)))) for seat, row in enumerate(position.placement.pawns)]
    lie = position.placement.with_pawns(tuple(rows))
    game.say(cmd.ReportObservation(observation=Seen(t_ms=1, placement=lie)))
    game.play_until(lambda: game.table.view.ply == 1)
    (act,) = game.simulation.acts
    assert (act.kind, act.answer, act.right) == (ActKind.LEGAL, Answer.ILLEGAL, False)
    assert game.verdicts() == ["illegal", "legal"]


def test_at_real_pace_the_players_reach_the_first_declaration() -> None:
    simulation = SimulatedTable(PROFILE, SHIPPED.variant("black_dog"), COLOURS, 3, speed=20.0)
    table = Table(MemoryStore(), epoch=1)
    declared = threading.Event()
    table.subscribe(simulation.on_view)
    table.subscribe(lambda view: declared.set() if view.declared else None)
    table.start()
    simulation.start(table.post, table.report)
    try:
        table.post(start_game("game"))
        assert declared.wait(30)
    finally:
        simulation.stop()
        table.stop()
    assert table.view.phase is Phase.PLAY
    assert simulation.physical.placement().extra("dog") == table.view.position.placement.extra("dog")


def test_the_camera_gives_pictures_in_simulated_time() -> None:
    source = SimulatedTable(PROFILE, SHIPPED.variant("black_dog"), COLOURS, 3, speed=10.0).source
    source.open()
    pictures = [source.read() for _ in range(3)]
    source.close()
    assert all(picture.image.shape == (720, 1280, 3) for picture in pictures)
    times = [picture.t_ms for picture in pictures]
    assert times == sorted(set(times))
    assert times[2] - times[1] >= 90
