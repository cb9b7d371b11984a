"""The computer at its seats: it follows the table, thinks in a thread of its own, and posts its decisions.

Laws: the table never waits for it; a decision holds only for the state that it was made for; if it cannot decide, it
reports that, and people go on without it.
"""

import logging
import random
import threading
from collections.abc import Callable

from companion.app.ports import PostOn, ReportHealth
from companion.computer_seats.decisions import decided, due_seat
from companion.players.level import Level
from companion.players.player import Player
from companion.playout.levels import obstacle, player_of
from companion.rules.rules import Rules
from companion.session import commands as cmd
from companion.session.state import BoardGame, State
from companion.system.threads import RestartingThread
from companion.views.table_view import Health, HealthState, TableView

log = logging.getLogger(__name__)


class Thinker:
    """`state` returns the table's newest state, from any thread; decisions go to `post_on`.

    The same game leads to the same decisions as long as no time limit is reached.
    """

    def __init__(self, state: Callable[[], State], post_on: PostOn, report: ReportHealth) -> None:
        self._state = state
        self._post_on = post_on
        self._report = report
        self._changed = threading.Condition()
        self._view: TableView | None = None
        self._stopping = False
        self._thread: RestartingThread | None = None
        self._warned: Rules | None = None

    def on_view(self, view: TableView) -> None:
        """Takes the table's newest view; may be called from any thread, and never waits."""
        if not any(seat.level for seat in view.seats):
            return
        with self._changed:
            if self._stopping:
                return
            self._view = view
            if self._thread is None:
                self._thread = RestartingThread("computer", self._run)
                self._thread.start()
            self._changed.notify()

    def stop(self) -> None:
        """Stops posting; a running computation ends without effect."""
        with self._changed:
            self._stopping = True
            self._changed.notify()
        if self._thread:
            self._thread.stop(5.0)

    def _run(self) -> None:
        done: tuple[str, int] | None = None
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._view is not None or self._stopping)
                view = self._view
            if view is None or self._stopping:
                return
            command = None if (view.game, view.seq) == done else self.decision(view)
            if command is not None and not self._stopping:
                done = (view.game, view.seq)
                self._post_on(view, command)
            # only now: after a fault the same view comes again
            with self._changed:
                if self._view is view:
                    self._view = None

    def decision(self, view: TableView) -> cmd.DeclarePlay | cmd.Announce | None:
        """Its decision for this view; None if none is due."""
        state = self._state()
        if not isinstance(state, BoardGame) or (state.game, state.seq) != (view.game, view.seq) or view.put_back:
            return None
        seat = due_seat(state)
        level = None if seat is None else state.level(seat)
        if seat is None or level is None:
            return None
        try:
            return decided(self._player(level, state, seat), state, seat)
        except Exception:  # no error of a player may stop the table: people play on without it
            log.exception("the computer cannot decide for seat %d", seat)
            return cmd.Announce(seat=seat, decided=None)

    def _player(self, level: Level, state: BoardGame, seat: int) -> Player:
        """After a restart or an undo the same state leads to the same decision."""
        if level is Level.STRONG and self._warned is not state.rules and obstacle(state.rules):
            self._warned = state.rules
            self._report(Health(part="computer", state=HealthState.SEARCHING, code="computer_normal"))
        hand = ",".join(state.hand(seat) or ())
        seed = f"{state.game} {state.round} {state.ply} {seat} {hand}"
        return player_of(level, state.rules, random.Random(seed))
