"""The table: one queue, one thread, one writer.  Commands go in, stored events and snapshots come out.

Law: everything shown as accepted has been stored first.  If the disk refuses, the game goes on, the screen shows
"not recorded", and the events wait in memory until they can be written (`writer`).
"""

import logging
import queue
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from companion.app.ports import Publisher, Store
from companion.app.writer import Writer
from companion.history.course import GameCourse, course_of
from companion.history.play_clock import PlayClock, PlayTime, Stored, clock_after
from companion.model.verdict import Params, Verdict
from companion.session.commands import Command, Refused
from companion.session.decide import Senses, decide
from companion.session.events import Event
from companion.session.evolve import evolve, replay
from companion.session.state import BoardGame, NoGame, State
from companion.system.threads import FaultLog, RestartingThread
from companion.texts import shipped_wording
from companion.views.table import table_view
from companion.views.table_view import Health, TableView, Texts
from companion.views.troubles import all_with_id
from companion.views.view_context import ViewContext
from companion.views.wording.phrases import UnknownMessageError
from companion.views.wording.sentences import Wording

log = logging.getLogger(__name__)

Listener = Callable[[TableView], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The result of one command: stored events, the referee's passing verdict, or the reason for a refusal."""

    events: tuple[Event, ...] = ()
    verdict: Verdict | None = None
    refused: str | None = None
    params: Params = ()


Witness = Callable[[Command, Outcome, State], None]


@dataclass(frozen=True, slots=True)
class _Report:
    health: Health


@dataclass(frozen=True, slots=True)
class _Conditional:
    """Commands for the state of one view, and for no other."""

    view: TableView
    commands: tuple[Command, ...]


@dataclass(frozen=True, slots=True)
class _Mark:
    """`reached` is set when its turn comes."""

    reached: threading.Event


class _Again:
    pass


class _Recorded:
    """The waiting events are stored, or refused."""


class _Stop:
    pass


_Item = Command | _Conditional | _Report | _Mark | _Again | _Recorded


def wall_ms() -> int:
    """Unix milliseconds."""
    return time.time_ns() // 1_000_000


class Table:
    """Owns the state.  `post` may be called from any thread; `handle` only from the table's own (or without one)."""

    def __init__(
        self,
        store: Store,
        epoch: int,
        wording: Wording | None = None,
        wall: Callable[[], int] = wall_ms,
        tick: Callable[[], int | None] = lambda: None,
    ) -> None:
        """`wording` None: the languages that come with the program.

        `wall` gives Unix milliseconds, `tick` those of a clock that cannot be set.
        """
        self._epoch = epoch
        self._wording = wording or shipped_wording()
        self._wall = wall
        self._tick = tick
        self._clock = PlayClock()
        self._queue: queue.Queue[_Item | _Stop] = queue.Queue()
        self._thread: RestartingThread | None = None
        self._state: State = NoGame()
        self._senses = Senses()
        self._verdict: Verdict | None = None
        self._notice: Texts | None = None
        self._faults = FaultLog("table")
        self._health: dict[str, Health] = {}
        self._writer = Writer(store, epoch, lambda: self._queue.put(_Recorded()))
        #: Those of the running game, replaced as a whole: any thread may read it.
        self._events: tuple[Event, ...] = ()
        self._course: GameCourse | None = None
        self._listeners: list[Listener] = []
        self._publishers: list[Publisher] = []
        self._witnesses: list[Witness] = []
        self._view = self._snapshot()

    @property
    def state(self) -> State:
        return self._state

    @property
    def board(self) -> BoardGame | None:
        """The running game, if it is one on a board."""
        return self._state if isinstance(self._state, BoardGame) else None

    @property
    def view(self) -> TableView:
        """The newest snapshot; may be read from any thread."""
        return self._view

    def course(self) -> GameCourse:
        """The running game, row by row; may be read from one other thread."""
        self._course = course_of(self._events, self._course)
        return self._course

    def play_time(self) -> PlayTime:
        """The play time of the running game so far; may be read from any thread."""
        return self._clock.at(self._now())

    def subscribe(self, listener: Listener) -> None:
        """Calls `listener` with the newest snapshot now and after every change, from the table's thread."""
        self._listeners.append(listener)
        listener(self._view)

    def attach(self, publisher: Publisher) -> None:
        # as a whole, since the table's thread may be going through them
        self._publishers = [*self._publishers, publisher]

    def detach(self, publisher: Publisher) -> None:
        """Removes the publisher; a view that is already on its way may still reach it."""
        self._publishers = [other for other in self._publishers if other is not publisher]

    def show_again(self) -> None:
        """Sends the newest snapshot to all listeners again, for new ones among them."""
        self._queue.put(_Again())

    def witness(self, witness: Witness) -> None:
        """Calls `witness` with every command, its outcome and the state after it (for recording a table)."""
        self._witnesses.append(witness)

    def restore(self, events: tuple[Event, ...], stored: Sequence[Stored] = ()) -> None:
        """Continues a recorded game after its last event, with its clock from the times in `stored`.

        Only before `start`.  The clock starts with the first event: until then people set up the table again.
        """
        self._state = replay(events)
        self._clock = clock_after(PlayClock(), zip(events, stored, strict=False))
        self._events = events
        self._refresh(())

    def start(self) -> None:
        self._writer.start()
        self._thread = RestartingThread("table", self._run, self._stumble)
        self._thread.start()

    def stop(self) -> None:
        """Carries out the queued commands, then ends the thread; unstored events are tried once more."""
        if self._thread:
            self._queue.put(_Stop())
            self._thread.stop()
            self._thread = None
        # the disk may accept events that it refused before
        self._writer.stop()
        self._note_recorded()

    def post(self, command: Command) -> None:
        self._queue.put(command)

    def post_on(self, view: TableView, *commands: Command) -> None:
        """Like `post`, one after the other; ignored if the table has left the state of `view` when their turn comes."""
        self._queue.put(_Conditional(view, commands))

    def mark(self) -> threading.Event:
        """Returns an event that is set when all earlier posts are decided, stored and shown."""
        reached = threading.Event()
        if self._thread:
            self._queue.put(_Mark(reached))
        else:
            reached.set()
        return reached

    def report(self, health: Health) -> None:
        """Reports the health of a part of the table; shown with its words in every language."""
        if self._thread:
            self._queue.put(_Report(health))
        else:
            self._note_health(health)

    def handle(self, command: Command) -> Outcome:
        """Decides, stores, evolves, shows; never raises because of a command of people or sensors."""
        outcome = self._carry_out(command)
        for witness in self._witnesses:
            witness(command, outcome, self._state)
        return outcome

    def _carry_out(self, command: Command) -> Outcome:
        try:
            decision = decide(self._state, self._senses, command)
        except Refused as refusal:
            self._notice = self._wording.say(refusal.code, refusal.params)
            self._refresh(())
            return Outcome(refused=refusal.code, params=refusal.params)
        before, changed = self._shown, bool(decision.events)
        self._senses = decision.senses
        if changed or decision.verdict:
            self._notice = None
            self._verdict = decision.verdict
        if changed:
            self._keep(decision.events)
        if changed or self._shown != before:
            self._refresh(decision.events)
        return Outcome(events=decision.events, verdict=decision.verdict)

    @property
    def _shown(self) -> tuple[object, ...]:
        """Returns the shown values that are not in the record and come with no event."""
        senses = self._senses
        return self._verdict, senses.question, senses.proposed, senses.announced, senses.undo_settled

    def _run(self) -> None:
        # Listeners get a restored game at once, not only at the next event.
        item: _Item | _Stop = _Again()
        while not isinstance(item, _Stop):
            try:
                self._take(item)
            # The end of the program reaches the main thread only: here even SystemExit is a fault of some library.
            except BaseException as error:  # noqa: BLE001 - whatever it is, the table goes on
                self._faults.note(error)
                self._stumble(error)
            item = self._queue.get()

    def _take(self, item: _Item) -> None:
        if isinstance(item, _Again):
            self._refresh(())
        elif isinstance(item, _Recorded):
            self._note_recorded()
            self._refresh(())
        elif isinstance(item, _Report):
            self._note_health(item.health)
        elif isinstance(item, _Mark):
            item.reached.set()
        elif not isinstance(item, _Conditional):
            self.handle(item)
        elif (item.view.game, item.view.seq) == (self._view.game, self._view.seq):
            for command in item.commands:
                self.handle(command)

    def _stumble(self, _: BaseException) -> None:
        """Handles a fault of ours: stored decisions stand, and a message asks people to check the last one."""
        self._notice = all_with_id(self._wording.say("table_stumbled", ()), "table_stumbled")
        try:
            self._refresh(())
        except BaseException as another:  # noqa: BLE001 - the next command is taken all the same
            log.error("the table cannot say that it stumbled: %s", another)

    def _keep(self, events: tuple[Event, ...]) -> None:
        state = self._state
        for event in events:
            state = evolve(state, event)
        self._events = (*(self._events if state.game == self._state.game else ()), *events)
        self._clock = clock_after(self._clock, ((event, self._now()) for event in events))
        self._state = state
        # last, so that even if a store raises, the waiting events match the table's state
        self._writer.keep(state.game, events)
        self._note_recorded()

    def _now(self) -> Stored:
        return Stored(self._epoch, self._wall(), self._tick())

    def _note_recorded(self) -> None:
        if self._writer.health is not None:
            self._health["record"] = self._worded(self._writer.health)

    def _note_health(self, health: Health) -> None:
        worded = self._worded(health)
        if self._health.get(health.part) != worded:
            self._health[health.part] = worded
            self._refresh(())

    def _refresh(self, events: tuple[Event, ...]) -> None:
        self._view = self._snapshot()
        for publisher in self._publishers:
            publisher.publish(self._view, events)
        for listener in self._listeners:
            listener(self._view)

    def _snapshot(self) -> TableView:
        health = tuple(self._health[part] for part in sorted(self._health))
        return table_view(
            self._state,
            ViewContext(
                wording=self._wording,
                epoch=self._epoch,
                health=health,
                verdict=self._verdict,
                notice=self._notice,
                anomaly=self._senses.question,
                proposed=self._senses.proposed,
                announced=self._senses.announced,
                undo_settled=self._senses.undo_settled,
            ),
        )

    def _worded(self, health: Health) -> Health:
        """Adds the words of a plugin; a code without words is shown as it is."""
        if not health.code or health.text is not None:
            return health
        try:
            return replace(health, text=self._wording.say(health.code, health.params))
        except UnknownMessageError:
            return health
