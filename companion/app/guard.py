"""Isolates the game from plugins: an exception becomes one line of health, and the plugin is not called again."""

import logging
import queue
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Final, ParamSpec, TypeVar, get_args

from companion.app.plugins import TableContext
from companion.app.ports import Post, PostOn, Publisher, ReportHealth, Sensor
from companion.session.commands import Command
from companion.session.events import Event
from companion.system.quoting import one_line
from companion.system.threads import RestartingThread
from companion.views.table_view import Health, HealthState, TableView

log = logging.getLogger(__name__)

#: The most snapshots that wait for a publisher; a table has a handful a second.
MOST_WAITING: Final = 1000
#: Seconds to wait for a publisher's start; after that it goes on while the table is opened.
START_PATIENCE_S: Final = 30.0
STOP_PATIENCE_S: Final = 15.0

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


class Guard:
    """Makes the game's calls to the plugin `name`; after its first fault it is not called again."""

    def __init__(self, name: str, report: ReportHealth) -> None:
        self.name = name
        self.failed = False
        self._report = report

    def call(self, function: Callable[Given, Answer], *given: Given.args, **named: Given.kwargs) -> Answer | None:
        """Returns the function's result; None if it has failed, in this call or before."""
        if self.failed:
            return None
        try:
            return function(*given, **named)
        # Here even SystemExit is a fault of some library; the end of the program reaches the main thread from outside.
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            log.error("%s failed and is left out", self.name, exc_info=error)
            self.fail(f"{type(error).__name__}: {error}")
            return None

    def fail(self, reason: str) -> None:
        """Reports once that the plugin has failed; it is not called again."""
        if not self.failed:
            self.failed = True
            params = (("part", self.name), ("detail", one_line(reason)))
            self._report(Health(part=self.name, state=HealthState.LOST, code="plugin_failed", params=params))

    def report(self, health: Health) -> None:
        """Reports the plugin's own rows of health, `name` or `name.something`; ignored after a failure."""
        if not self.failed:
            own = health.part == self.name or health.part.startswith(f"{self.name}.")
            self._report(health if own else replace(health, part=self.name))

    def listener(self, listener: Callable[[TableView], None]) -> Callable[[TableView], None]:
        """Calls `listener`, guarded."""

        def on_view(view: TableView) -> None:
            self.call(listener, view)

        return on_view

    def context(self, context: TableContext) -> TableContext:
        """The same table, reached through this guard only."""
        return replace(
            context,
            post=self.post(context.post),
            post_on=self.post_on(context.post_on),
            report=self.report,
            subscribe=lambda listener: context.subscribe(self.listener(listener)),
        )

    def post(self, post: Post) -> Post:
        """Posts commands; any other value is a fault of the plugin."""

        def checked(command: Command) -> None:
            if self._is_command(command):
                post(command)

        return checked

    def post_on(self, post_on: PostOn) -> PostOn:
        """Like `post`, for one state of the table."""

        def checked(view: TableView, *commands: Command) -> None:
            if all(self._is_command(command) for command in commands):
                post_on(view, *commands)

        return checked

    def _is_command(self, command: Command) -> bool:
        known = isinstance(command, get_args(Command))
        if not known:
            self.fail(f"{type(command).__name__} is no command")
        return known


class GuardedSensor:
    """A sensor whose start and stop may fail."""

    def __init__(self, guard: Guard, sensor: Sensor) -> None:
        self.sensor = sensor
        self._guard = guard

    def start(self, post: Post, report: ReportHealth) -> None:  # noqa: ARG002 - its guard reports for it
        self._guard.call(self.sensor.start, self._guard.post(post), self._guard.report)

    def stop(self) -> None:
        """Stops it even after a fault: work that it began may still run."""
        Guard(self._guard.name, lambda _: None).call(self.sensor.stop)


class GuardedPublisher:
    """A publisher in a thread of its own, fed from a bounded queue: neither its faults nor its delays reach the table.

    `start` waits until it has begun, `stop` until it has ended, both for a while.
    """

    def __init__(self, guard: Guard, publisher: Publisher) -> None:
        self.publisher = publisher
        self._guard = guard
        self._queue: queue.Queue[tuple[TableView, tuple[Event, ...]] | None] = queue.Queue(MOST_WAITING)
        self._begun = threading.Event()
        self._thread = RestartingThread(f"publisher {guard.name}", self._run)

    def start(self, report: ReportHealth) -> None:  # noqa: ARG002 - its guard reports for it
        self._thread.start()
        if not self._begun.wait(START_PATIENCE_S):
            log.warning("%s is slow to begin; the table does not wait for it", self._guard.name)

    def publish(self, view: TableView, events: tuple[Event, ...]) -> None:
        if self._guard.failed:
            return
        try:
            self._queue.put_nowait((view, events))
        except queue.Full:
            self._guard.fail("it does not keep up with the game")

    def stop(self) -> None:
        try:
            self._queue.put(None, timeout=STOP_PATIENCE_S)
        except queue.Full:
            log.warning("%s does not end", self._guard.name)
            return
        self._thread.stop(STOP_PATIENCE_S)

    def _run(self) -> None:
        if not self._begun.is_set():
            self._guard.call(self.publisher.start, self._guard.report)
            self._begun.set()
        while (item := self._queue.get()) is not None:
            self._guard.call(self.publisher.publish, *item)
        # also after a fault: work that it began may still run
        Guard(self._guard.name, lambda _: None).call(self.publisher.stop)
