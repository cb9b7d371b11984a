"""For any exception in the table's own thread: it is reported, and the next command counts.

The record is the basis of the table.
"""

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from session_driver import COLOURS, NAMES
from tripwire import Tripwire

from companion.app import table as table_module
from companion.app.memory_store import MemoryStore
from companion.app.table import Table
from companion.catalogue.shipped import SHIPPED
from companion.session import commands as cmd
from companion.session.evolve import replay
from companion.session.state import Phase
from companion.texts import shipped_wording
from companion.views.table_view import TableView
from companion.views.troubles import all_with_id

BLACK_DOG = SHIPPED.variant("black_dog")
STUMBLED = all_with_id(shipped_wording().say("table_stumbled", ()), "table_stumbled")
PATIENCE_S = 30.0
#: The functions that the table calls for a command, and whether the decision stands when one raises.
CALLS = {
    "decide": False,
    "evolve": False,
    "clock_after": False,
    "MemoryStore.append": True,
    "table_view": True,
    "listener": True,
    "publisher": True,
}


def is_reported(view: TableView, call: str) -> bool:
    """Whether the tablet names the fault: of the record beside the record, else as a notice."""
    if call == "MemoryStore.append":
        return any(each.code == "record_failed" for each in view.health)
    return view.notice == STUMBLED


class Seen:
    """The newest view, and whoever waits for one."""

    def __init__(self) -> None:
        self.view: TableView | None = None
        self._bell = threading.Condition()

    def __call__(self, view: TableView) -> None:
        with self._bell:
            self.view = view
            self._bell.notify_all()

    def wait_for(self, what: Any) -> TableView:
        with self._bell:
            assert self._bell.wait_for(lambda: self.view is not None and what(self.view), PATIENCE_S)
            assert self.view
            return self.view


class Publisher:
    def publish(self, view: TableView, events: object) -> None:
        """Nobody listens."""


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
def table(store: MemoryStore) -> Iterator[Table]:
    made = Table(store, epoch=1)
    yield made
    made.stop()


def begin(table: Table) -> None:
    table.post(
        cmd.StartGame(
            game="g",
            variant=BLACK_DOG,
            names=NAMES[:4],
            colours=COLOURS[:4],
            board="black_dog",
            sectors=4,
            seats=(0, 1, 2, 3),
        )
    )


@pytest.mark.parametrize("fault", [ValueError("x"), KeyError("y"), RecursionError(), MemoryError()])
@pytest.mark.parametrize("call", CALLS)
def test_a_fault_anywhere_is_reported_and_the_next_command_counts(
    table: Table, store: MemoryStore, call: str, fault: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    wire, seen, publisher = Tripwire(fault), Seen(), Publisher()
    if call == "listener":
        table.subscribe(lambda _: wire())
    elif call == "publisher":
        monkeypatch.setattr(publisher, "publish", lambda *_: wire())
    owner: Any = MemoryStore if call == "MemoryStore.append" else table_module
    name = call.rpartition(".")[2]
    if hasattr(owner, name):
        monkeypatch.setattr(owner, name, wire.before(getattr(owner, name)))
    table.subscribe(seen)
    table.attach(publisher)  # type: ignore[arg-type]
    table.start()
    begin(table)
    seen.wait_for(lambda view: view.phase is Phase.DEAL)
    wire.armed.set()
    table.post(cmd.Deal())
    stumbled = seen.wait_for(lambda view: is_reported(view, call))
    assert (stumbled.phase != "deal") is CALLS[call]
    if not CALLS[call]:
        table.post(cmd.Deal())
    table.post(cmd.PlaceDog(field=10))
    view = seen.wait_for(lambda view: view.phase is Phase.EXCHANGE)
    assert view.notice is None
    table.stop()
    assert replay(store.load("g")) == table.state


@pytest.mark.parametrize("kind", [SystemExit, KeyboardInterrupt, MemoryError, RecursionError])
def test_nothing_that_is_raised_ends_the_thread_of_the_table(table: Table, kind: type[BaseException]) -> None:
    """At its first view, before any command."""
    seen, left = Seen(), [kind()]

    def raises(_: TableView) -> None:
        if left:
            raise left.pop()

    table.subscribe(seen)
    table._listeners.append(raises)
    table.start()
    begin(table)
    assert seen.wait_for(lambda view: view.game == "g").game == "g"
    assert table._thread
    assert table._thread.alive
