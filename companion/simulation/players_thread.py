"""The thread of simulated players: posts their commands, and lets the clock go on while they wait."""

from collections.abc import Callable, Iterator

from companion.app.ports import Post
from companion.session.commands import Command
from companion.system.threads import StoppableThread


class PlayersThread:
    """Goes through `steps`, commands to post or None for a pause of `pause_s`, until it is stopped.

    `begin` returns the steps; after a fault it is called again, since a generator that raised has ended.
    """

    def __init__(self, begin: Callable[[], Iterator[Command | None]], pause_s: float) -> None:
        self._begin = begin
        self.steps = begin()
        self._pause_s = pause_s
        self._thread = StoppableThread("players")

    def start(self, post: Post) -> None:
        self._thread.start(lambda: self._run(post))

    def stop(self) -> None:
        self._thread.stop()

    def _run(self, post: Post) -> None:
        try:
            for step in self.steps:
                if step is not None:
                    post(step)
                elif self._thread.stopping.wait(self._pause_s):
                    return
        except BaseException:
            self.steps = self._begin()
            raise
