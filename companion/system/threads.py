"""Every thread of the program: a daemon with a name, which never dies in silence.

Laws: no other module makes a thread.  An exception that leaves the work of a thread is logged with the thread's name.
Work that can begin again does so after a pause; other work has a `failed`, which does what its end means.
"""

import logging
import os
import sys
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Final, Protocol

log = logging.getLogger(__name__)

#: The first pause and the longest; each pause is twice the previous one.
FIRST_PAUSE_S: Final = 1.0
LONGEST_PAUSE_S: Final = 15.0
#: After a run of this length without a fault, the pauses start again with the first.
WELL_AFTER_S: Final = 30.0
#: The game comes before its pictures.
_LOWER_PRIORITY: Final = 15

Work = Callable[[], None]
#: Takes the exception that left the work, in the thread of the work.
OnFault = Callable[[BaseException], None]


class Listener(Protocol):
    """Takes the name of a thread whose fault is reported nowhere else, and whether its work begins again."""

    def __call__(self, name: str, *, again: bool) -> None: ...


_listeners: list[Listener] = []


def listen(listener: Listener) -> None:
    """Calls `listener` after each fault that has no report of its own, in the thread of the fault."""
    _listeners.append(listener)


def stop_listening(listener: Listener) -> None:
    _listeners.remove(listener)


def tell(name: str, *, again: bool) -> None:
    """Tells the listeners of a fault that ended no work, as `Listener` takes it."""
    for listener in tuple(_listeners):
        listener(name, again=again)


def watch_library_threads() -> None:
    """Logs and reports an exception that ends a thread of a library."""
    threading.excepthook = _note_library_fault


def lower_priority() -> None:
    """Gives the calling thread, and the programs that it starts, a lower priority than everything that judges a play.

    Only Linux has a priority for each thread.
    """
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _LOWER_PRIORITY)


class FaultLog:
    """Logs the first fault of a kind with its traceback, each further one in a line."""

    def __init__(self, part: str) -> None:
        self.count = 0
        self._part = part
        self._known: set[tuple[str, ...]] = set()

    def note(self, error: BaseException) -> None:
        self.count += 1
        where = tuple(f"{line.filename}:{line.lineno}" for line in traceback.extract_tb(error.__traceback__))
        kind = (type(error).__name__, *where)
        first = kind not in self._known
        self._known.add(kind)
        log.error("%s stumbled (%d): %s", self._part, self.count, error, exc_info=error if first else None)


def start_once(name: str, work: Work, failed: OnFault) -> threading.Thread:
    """Runs `work` once in a thread of its own; after an exception `failed` is called there."""

    def run() -> None:
        if error := _fault_of(work):
            _take_fault(FaultLog(name), name, error, failed)

    thread = threading.Thread(target=run, name=name, daemon=True)
    thread.start()
    return thread


class RestartingThread:
    """Runs `work` until it returns; after an exception it begins again, in the same thread.

    `stumbled` is called after each fault; without one the listeners hear of it.
    """

    def __init__(self, name: str, work: Work, stumbled: OnFault | None = None) -> None:
        self.name = name
        self._work = work
        self._stumbled = stumbled or partial(_tell, name, again=True)
        self._stop = threading.Event()
        self._faults = FaultLog(name)
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    @property
    def restarts(self) -> int:
        return self._faults.count

    @property
    def alive(self) -> bool:
        return self._thread.is_alive()

    def start(self) -> None:
        self._thread.start()

    def stop(self, timeout_s: float | None = None) -> None:
        """Prevents further restarts; waits for the thread, after its owner has signalled `work` to return."""
        self._stop.set()
        self.join(timeout_s)

    def join(self, timeout_s: float | None = None) -> None:
        if self._thread.ident is not None:
            self._thread.join(timeout_s)

    def _run(self) -> None:
        pause_s = FIRST_PAUSE_S
        while not self._stop.is_set():
            began_s = time.monotonic()
            error = _fault_of(self._work)
            if error is None:
                return
            if time.monotonic() - began_s >= WELL_AFTER_S:
                pause_s = FIRST_PAUSE_S
            _take_fault(self._faults, self.name, error, self._stumbled)
            self._stop.wait(pause_s)
            pause_s = min(2 * pause_s, LONGEST_PAUSE_S)


class StoppableThread:
    """Runs one piece of work at a time, which begins again after a fault; after a stop it can be started again."""

    def __init__(self, name: str) -> None:
        self.stopping = threading.Event()
        self._name = name
        self._thread: RestartingThread | None = None

    @property
    def is_alive(self) -> bool:
        thread = self._thread
        return thread is not None and thread.alive

    def start(self, work: Work, stumbled: OnFault | None = None) -> None:
        """Begins `work`, which has to return once `stopping` is set."""
        self.stopping.clear()
        self._thread = RestartingThread(self._name, work, stumbled)
        self._thread.start()

    def stop(self) -> None:
        """Requests the work to end and waits for it; does nothing if none was started."""
        self.stopping.set()
        if self._thread:
            self._thread.stop()
            self._thread = None


def _fault_of(work: Work) -> BaseException | None:
    """Does the work; returns the exception that left it."""
    try:
        work()
    # The end of the program reaches the main thread only: here even SystemExit is a fault of some library.
    except BaseException as error:  # noqa: BLE001 - whatever it is, the program must not lose this part
        return error
    return None


def _take_fault(faults: FaultLog, name: str, error: BaseException, reported: OnFault) -> None:
    faults.note(error)
    try:
        reported(error)
    except BaseException as another:  # noqa: BLE001 - a fault on the way to the screen is logged, no more
        log.error("%s cannot say that it stumbled: %s", name, another)


def _tell(name: str, _: BaseException, *, again: bool) -> None:
    tell(name, again=again)


def _note_library_fault(fault: "threading.ExceptHookArgs") -> None:
    name = fault.thread.name if fault.thread else "a thread"
    error = fault.exc_value or fault.exc_type()
    _take_fault(FaultLog(name), name, error, partial(_tell, name, again=False))
