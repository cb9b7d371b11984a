"""Shadow mode on the simulated table: people tap what they play, now and then not what lies there; a camera watches."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from whole_table import COLOURS, start_game

from companion.app.table import Table
from companion.board.files import load_board
from companion.catalogue.shipped import SHIPPED
from companion.commands.record.agreements import agreement_lines
from companion.history.agreement import agreement, disagreements
from companion.history.course import course_of
from companion.rules.legal import legal_plays
from companion.sensors.board_observer import BoardObserver, roster_of
from companion.session import commands as cmd
from companion.session import events as ev
from companion.session.state import BoardGame
from companion.simulation.driver import SimulatedTable
from companion.store.event_log import EventLog
from companion.views.table_view import Known
from vision.frames import Frame

PLAYS, EVERY = 9, 3
#: So many pictures without a hand and somebody taps: some before the camera has judged, some after.
PATIENCE = (2, 12)


class TappingTable:
    """Its players tap each play when the pawns stand; of every third one they tap another play, and then put the pawns
    as they tapped.  `planted` are the rows of those."""

    def __init__(self, seed: int, store: EventLog) -> None:
        self.table = Table(store, epoch=1)
        self.profile = load_board("black_dog")
        self.simulation = SimulatedTable(
            self.profile, SHIPPED.variant("black_dog"), COLOURS, seed, plies=PLAYS, mistakes=False
        )
        self.table.subscribe(self.simulation.on_view)
        self.table.handle(start_game("tapped"))
        self.planted: list[int] = []
        self._still = self._tapped = 0

    def play(self) -> Iterator[None]:
        game = self.board
        observer = BoardObserver(self.profile, roster_of(game.rules, game.position, COLOURS))
        taught: Known | None = None
        for tick in self.simulation.lockstep():
            for command in tick.commands:
                self.table.handle(command)
            known = self.table.view.known
            if known and known.adds_to(taught):
                observer.expect(self.board.rules, known.position)
                taught = known
            _, seen = observer.observe(Frame(tick.picture.image, tick.picture.t_ms))
            if seen:
                self.table.handle(cmd.WatchSilently(report=cmd.ReportObservation(observation=seen)))
            self._tap()
            yield

    @property
    def board(self) -> BoardGame:
        assert isinstance(self.table.state, BoardGame)
        return self.table.state

    def _tap(self) -> None:
        """Somebody taps once the hand is gone: the true play, or another."""
        game, physical = self.board, self.simulation.physical
        laid = physical.placement()
        self._still = 0 if physical.scene().hand or game.declared is None else self._still + 1
        plays = (
            legal_plays(game.rules, game.position, game.declared.card, game.declared.acting_as) if game.declared else ()
        )
        others = [play.result for play in plays if play.result != laid]
        plant = self._tapped % EVERY == EVERY - 1 and bool(others)
        if laid not in [play.result for play in plays] or self._still < PATIENCE[1 if plant else self._tapped % 2]:
            return
        self._tapped += 1
        self.table.handle(cmd.ChoosePlay(result=others[0] if plant else laid))
        if plant:
            self.planted.append(next(row for row in range(self.board.seq, 0, -1) if self._accepted(row)))
            physical.set_up(self.board.position.placement)

    def _accepted(self, row: int) -> bool:
        return isinstance(self.table.course().events[row - 1], ev.PlayAccepted)


@pytest.mark.long
def test_the_camera_agrees_but_where_something_else_was_tapped(tmp_path: Path) -> None:
    with closing(EventLog(SHIPPED, tmp_path / "games.sqlite")) as log:
        table = TappingTable(3, log)
        for _ in table.play():
            pass
        # the record that a program killed at this moment has kept
        kept = EventLog(SHIPPED, tmp_path / "games.sqlite", read_only=True)
        course = course_of(kept.load("tapped"))
        kept.close()
    assert not any(isinstance(event, ev.PlayRefused) for event in course.events)
    found = agreement(course)
    assert found
    assert [one.row for one in disagreements(course) if not one.unsure] == table.planted
    assert len(table.planted) >= 2
    assert found.same >= PLAYS - len(table.planted) - 2
    said = list(agreement_lines(SHIPPED, tmp_path / "games.sqlite", "", "en"))
    assert f"saw {found.same} of {found.plays} plays" in said[0]
    assert len(said) == 1 + len(table.planted) + found.unsure
