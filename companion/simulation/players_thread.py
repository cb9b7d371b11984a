"""The thread of simulated players: what they do next is posted, and where they wait, the clock goes on."""

import threading
from collections.abc import Iterator

from companion.app.ports import Post
from companion.session.commands import Command


class PlayersThread:
    """Goes through `steps`, commands to post or None for a pause of `pause_s`, until it is stopped."""

    def __init__(self, steps: Iterator[Command | None], pause_s: float) -> None:
        self._steps = steps
        self._pause_s = pause_s
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self, post: Post) -> None:
        self._stop.clear()
        self._thread = threading.Thread(target=self._run, args=(post,), name="players", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        if self._thread:
            self._thread.join()
            self._thread = None

    def _run(self, post: Post) -> None:
        for step in self._steps:
            if step is not None:
                post(step)
            elif self._stop.wait(self._pause_s):
                return
