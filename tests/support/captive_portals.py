"""A network that wants a login first: until then it answers every request of a browser in the place of our servers."""

import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Final

_LOGIN: Final = b"<!doctype html><title>Guests</title><p>Accept the terms of this house.</p>"
_HEAD_END: Final = b"\r\n\r\n"
_TLS: Final = b"\x16"


def _page(status: str, *headers: str) -> bytes:
    lines = (f"HTTP/1.1 {status}", *headers, "Content-Type: text/html", f"Content-Length: {len(_LOGIN)}")
    return "\r\n".join((*lines, "Connection: close")).encode() + _HEAD_END + _LOGIN


class CaptivePortal:
    """Passes connections on to the port `behind`; `keeps` says of a path whether the portal answers it.

    A line with TLS is cut, since nobody can answer in the name of a certificate.
    """

    def __init__(self, behind: int, answer: str = "redirect") -> None:
        """`answer` is what a portal does: "redirect" to a login elsewhere, "login" at once, or "busy"."""
        self._behind = behind
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        login = f"Location: http://localhost:{self.port}/login"
        self._answers = {
            "redirect": _page("302 Found", login),
            "login": _page("200 OK"),
            "busy": _page("503 Service Unavailable", "Retry-After: 1"),
        }
        self._answer = self._answers[answer]
        self._open: set[socket.socket] = set()
        self.keeps: Callable[[str], bool] = lambda path: False
        #: The paths that it has answered.
        self.kept: list[str] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def shut(self) -> None:
        """Cuts every line and answers all requests from now on."""
        self.keeps = lambda path: True
        for line in tuple(self._open):
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)

    def release(self) -> None:
        """Somebody has logged in."""
        self.keeps = lambda path: False

    def close(self) -> None:
        self.shut()
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                line, _ = self._listener.accept()
                threading.Thread(target=self._serve, args=(line,), daemon=True).start()

    def _serve(self, line: socket.socket) -> None:
        with suppress(OSError), line, socket.create_connection(("127.0.0.1", self._behind)) as inner:
            self._open |= {line, inner}
            threading.Thread(target=_copy, args=(inner, line), daemon=True).start()
            try:
                self._pass_requests(line, inner)
            finally:
                self._open -= {line, inner}

    def _pass_requests(self, line: socket.socket, inner: socket.socket) -> None:
        held = b""
        while held or (held := line.recv(65536)):
            if held.startswith(_TLS):
                if self.keeps("tls"):
                    self.kept.append("tls")
                    return
                inner.sendall(held)
                _copy(line, inner)
                return
            while _HEAD_END not in held and (piece := line.recv(65536)):
                held += piece
            head, _, rest = held.partition(_HEAD_END)
            path = head.split()[1].decode()
            if path == "/login" or self.keeps(path):
                self.kept.append(path)
                line.sendall(self._answers["login"] if path == "/login" else self._answer)
                return
            inner.sendall(held)
            if b"upgrade: websocket" in head.lower():
                _copy(line, inner)
                return
            _copy_body(line, inner, head, len(rest))
            held = b""


def _copy_body(source: socket.socket, target: socket.socket, head: bytes, come: int) -> None:
    """Passes the rest of a body on, of which `come` bytes came with the head."""
    lengths = [row.partition(b":")[2] for row in head.lower().split(b"\r\n") if row.startswith(b"content-length:")]
    left = int(lengths[0]) - come if lengths else 0
    while left > 0 and (piece := source.recv(min(left, 65536))):
        target.sendall(piece)
        left -= len(piece)


def _copy(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while piece := source.recv(65536):
            target.sendall(piece)
    for each in (source, target):
        with suppress(OSError):
            each.shutdown(socket.SHUT_RDWR)
