"""Ctrl-C, SIGTERM and SIGHUP end a program in one and the same way: status 130, no traceback, nothing left behind.

`begin` comes before every other import.  From then on a signal ends the program at once, since nothing is open that the
system would not close; work that has to clean up uses `interruptible` or `deferred` meanwhile.
A signal that the program was started to ignore (nohup, a job in the background) stays ignored.
"""

import atexit
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum
from types import FrameType, TracebackType
from typing import Final, NoReturn

INTERRUPTED: Final = 130
#: Windows knows only some of them.
_NAMES: Final = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")


class _Answer(Enum):
    """The effect of the next signal."""

    END = "the program ends at once"
    RAISE = "the main thread gets a KeyboardInterrupt"
    NOTE = "the wish is noted, and met when it suits"
    WAIT = "the program is ending already; who asks twice more is not kept waiting"


class Wish:
    """Whether the program was requested to end."""

    asked = False


class _Signals:
    """One for the program, as there is one set of signals."""

    def __init__(self) -> None:
        self.answer = _Answer.END
        self.wish = Wish()
        self._again = 0

    def take(self, _number: int, _frame: FrameType | None) -> None:
        answer, self.answer = self.answer, _Answer.WAIT
        if answer is _Answer.RAISE:
            raise KeyboardInterrupt
        if answer is _Answer.NOTE:
            # a plain value: a lock might be held by the very thread that is interrupted here
            self.wish.asked = True
            return
        self._again += answer is _Answer.WAIT
        if answer is _Answer.END or self._again > 1:
            end()


_SIGNALS: Final = _Signals()


def begin() -> None:
    """Takes over the signals; once, in the main thread, before anything heavy is imported."""
    _answer_with(_SIGNALS.take)
    # registered before all others, so it runs after them
    atexit.register(_finish)
    sys.excepthook = _show
    sys.unraisablehook = _show_unraisable


def _answer_with(handler: Callable[[int, FrameType | None], None] | signal.Handlers) -> None:
    for name in _NAMES:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, handler)


def _finish() -> None:
    """Fixes the exit status: no signal changes it while Python shuts down, which numpy makes slow.

    Python would return the signals to the system by then.  It would also end itself by SIGINT after a KeyboardInterrupt
    that was raised inside `exec`, by which dataclasses are made, though it was caught; running anything else by `exec`
    makes it forget that.
    """
    _answer_with(signal.SIG_IGN)
    exec("")


@contextmanager
def interruptible() -> Iterator[None]:
    """For work that closes its own resources: the first signal is a KeyboardInterrupt there."""
    with _answering(_Answer.RAISE):
        yield


@contextmanager
def deferred() -> Iterator[Wish]:
    """For work that checks now and then whether it should end, and must not be interrupted."""
    _SIGNALS.wish = Wish()
    with _answering(_Answer.NOTE):
        yield _SIGNALS.wish


@contextmanager
def _answering(answer: _Answer) -> Iterator[None]:
    _SIGNALS.answer = answer
    try:
        yield
    finally:
        if _SIGNALS.answer is answer:
            _SIGNALS.answer = _Answer.END


def end() -> NoReturn:
    """Ends the program at once.  Earlier output is flushed, if anybody still reads it."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (AttributeError, OSError, ValueError, RuntimeError):
            continue
    os._exit(INTERRUPTED)


def _show(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Ends the program silently after an interrupt outside of all handlers."""
    if issubclass(kind, KeyboardInterrupt):
        end()
    sys.__excepthook__(kind, error, trace)


def _show_unraisable(unraisable: "sys.UnraisableHookArgs") -> None:
    """An interrupt inside a destructor, which Python would swallow."""
    if issubclass(unraisable.exc_type, KeyboardInterrupt):
        end()
    sys.__unraisablehook__(unraisable)
