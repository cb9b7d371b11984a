"""Sends the table's pictures to the page's server: a port on this machine, protected by a password, with one guest.

Laws: it runs in a thread of its own, and a picture is made only when the guest requests it; a stranger on the port
keeps the guest waiting for at most a few seconds.
"""

import hmac
import logging
import secrets
import socket
import threading
import time
from contextlib import suppress
from typing import Final

from companion.app.ports import Video
from companion.programs.tcp_ports import LOOPBACK, listen_anywhere
from companion.publishers.video.pictures import DelayedVideo
from companion.system.threads import RestartingThread, lower_priority
from companion.views.broadcast.video_picture import VideoView
from companion.web.video.wire import PASSWORD_BYTES, REQUESTS, VideoDoor, answered

log = logging.getLogger(__name__)

#: Seconds that a guest has to send the password, and to take a picture.
_PATIENCE_S: Final = 3.0


class VideoGiver:
    """`start` opens the port; raises the OSError of the system."""

    def __init__(self, video: Video, per_s: int, delay_s: float, avoid: frozenset[int] = frozenset()) -> None:
        """`avoid`: ports reserved by the settings."""
        self._video = video
        self._per_s = per_s
        self._delay_s = delay_s
        self._avoid = avoid
        self._password = secrets.token_bytes(PASSWORD_BYTES)
        self._listener: socket.socket | None = None
        self._guest: socket.socket | None = None
        self._thread = RestartingThread("video", self._run)
        self._stopping = threading.Event()

    def start(self) -> VideoDoor:
        """Opens the port and returns its address."""
        self._listener = listen_anywhere(LOOPBACK, self._avoid)
        self._thread.start()
        return VideoDoor(self._listener.getsockname()[1], self._password.hex(), self._per_s)

    def stop(self) -> None:
        self._stopping.set()
        for each in (self._listener, self._guest):
            if each:
                with suppress(OSError):
                    each.shutdown(socket.SHUT_RDWR)
                each.close()
        self._thread.stop(_PATIENCE_S)

    def _run(self) -> None:
        lower_priority()
        while not self._stopping.is_set():
            assert self._listener is not None
            try:
                guest, _ = self._listener.accept()
            except OSError:
                self._stopping.wait(0.1)
                continue
            with guest:
                self._guest = guest
                try:
                    self._serve(guest)
                except OSError:
                    log.debug("the page's server takes no more pictures", exc_info=True)

    def _serve(self, guest: socket.socket) -> None:
        """Serves one guest; waiting pictures are dropped with the guest, so that nothing is kept without viewers."""
        guest.settimeout(_PATIENCE_S)
        if not hmac.compare_digest(_heard(guest, PASSWORD_BYTES), self._password):
            return
        views = {view: DelayedVideo(self._video, view, self._delay_s, time.monotonic) for view in VideoView}
        while not self._stopping.is_set():
            guest.settimeout(None)
            view = REQUESTS.get(guest.recv(1))
            if view is None:
                return
            guest.settimeout(_PATIENCE_S)
            guest.sendall(answered(views[view].picture()))


def _heard(guest: socket.socket, count: int) -> bytes:
    """Reads `count` bytes, or fewer if the guest ends the connection."""
    heard = b""
    while len(heard) < count and (piece := guest.recv(count - len(heard))):
        heard += piece
    return heard
