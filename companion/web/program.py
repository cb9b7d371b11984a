"""The table's end of the web program: one child for page, overlays, phones, pictures and the viewers' gateway.

Laws: browsers never take a thread, memory or file handle of the game; the program ends with the game and is restarted
when it ends before, on the same ports.
"""

import logging
import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from companion.programs.life import Beats
from companion.programs.lines import Beat, line_of
from companion.programs.process import ChildProcess, ProcessSpec
from companion.programs.tcp_ports import ListenAddress, hand_over, listen_from
from companion.web.messages import FAREWELL_S, LAST_MESSAGES_S, Asking, Setup, to_table

log = logging.getLogger(__name__)

PROGRAM: Final = "companion.web"
#: Seconds that the gateway has to deliver the last messages; it needs them only if a viewer does not read.
STOP_S: Final = LAST_MESSAGES_S + FAREWELL_S + 2.0

#: Called from a thread of its own with the messages of phones and tablets; the first of each new program is `Hello`.
Heard = Callable[[Asking], None]


class WebProgram:
    """`log_path`: file for its errors; `changed` takes False when it is gone or hangs, True when it serves again.

    `say` and `say_newest` may be used from any thread.
    """

    def __init__(self, log_path: Path = Path(os.devnull), changed: Callable[[bool], None] = lambda _: None) -> None:
        self._log_path = log_path
        self._changed = changed
        self._listeners: list[socket.socket] = []
        self._beats = Beats()
        self._heard: Heard = lambda _: None
        self._child: ChildProcess | None = None
        self.starts = 0

    def listen(self, host: str, port: int, avoid: frozenset[int] = frozenset()) -> ListenAddress:
        """Opens a port for the program: `port`, or the next free one that is not in `avoid`.  Raises OSError."""
        listener = listen_from(host, port, avoid - {port})
        self._listeners.append(listener)
        return hand_over(listener)

    def start(self, setup: Setup, heard: Heard | None = None) -> bool:
        """Returns whether everything is served; if not yet, it is tried again and again."""
        self._heard = heard or self._heard
        self._child = ChildProcess(
            ProcessSpec(
                name="web",
                prepare=self._command,
                accepts=self._beats.sign,
                log_path=self._log_path,
                line=line_of(setup),
                handles=setup.handles,
                heard=self._hear,
                life=self._beats,
                changed=self._changed,
                stop_s=STOP_S,
            )
        )
        self._child.start()
        ready = self._child.wait_until_ready()
        if not ready:
            log.warning("viewers and phones are not served yet; it is tried again and again")
        return ready

    def stop(self) -> None:
        if self._child:
            self._child.stop()
            self._child = None
        for listener in self._listeners:
            listener.close()
        self._listeners.clear()

    @property
    def pid(self) -> int | None:
        """The process id while it runs."""
        return self._child.pid if self._child else None

    @property
    def is_ready(self) -> bool:
        """Whether it runs and has served."""
        return self._child is not None and self._child.is_ready

    def say(self, line: bytes) -> None:
        """Sends a line; lost if the program does not run."""
        if self._child:
            self._child.say(line)

    def say_newest(self, make: Callable[[], bytes], kind: str = "") -> None:
        """Like `ChildProcess.say_newest`."""
        if self._child:
            self._child.say_newest(make, kind)

    def _command(self) -> list[str]:
        self.starts += 1
        return [sys.executable, "-m", PROGRAM]

    def _hear(self, line: bytes) -> None:
        message = to_table(line)
        if isinstance(message, Beat):
            self._beats.beat()
        else:
            self._heard(message)
