"""Small HTTP cameras for tests: each answers in one of the ways that real ones do."""

import contextlib
import hashlib
import re
import threading
from base64 import b64decode
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import cv2
import numpy as np

Answer = Callable[[BaseHTTPRequestHandler], None]
STREAM = "multipart/x-mixed-replace; boundary=frame"
USER, PASSWORD = "anna", "gehe@im#1:/ü"


def jpeg(level: int = 120, size: tuple[int, int] = (64, 48)) -> bytes:
    """A picture of one grey with some noise, so that it has a body to cut."""
    noise = np.random.default_rng(level).integers(-20, 20, (size[1], size[0], 3))
    return bytes(cv2.imencode(".jpg", np.clip(noise + level, 0, 255).astype(np.uint8))[1].tobytes())


def part(
    content: bytes, *, boundary: bytes = b"--frame", length: int | None = -1, kind: bytes = b"image/jpeg"
) -> bytes:
    """One part; `length` is what its head states, -1 for the true one, None for none."""
    stated = b"" if length is None else b"Content-Length: %d\r\n" % (len(content) if length < 0 else length)
    line = boundary + b"\r\n" if boundary else b""
    return line + b"Content-Type: " + kind + b"\r\n" + stated + b"\r\n" + content + b"\r\n"


def streaming(pieces: Callable[[], Iterator[bytes]], kind: str | None = STREAM) -> Answer:
    """Sends the pieces, one after the other."""

    def answer(request: BaseHTTPRequestHandler) -> None:
        request.send_response(200)
        if kind is not None:
            request.send_header("Content-Type", kind)
        request.end_headers()
        for piece in pieces():
            request.wfile.write(piece)
            request.wfile.flush()

    return answer


def whole(content: bytes, kind: str, status: int = 200, length: int | None = None) -> Answer:
    """One answer of a known length."""

    def answer(request: BaseHTTPRequestHandler) -> None:
        request.send_response(status)
        request.send_header("Content-Type", kind)
        request.send_header("Content-Length", str(len(content) if length is None else length))
        request.end_headers()
        request.wfile.write(content)

    return answer


def behind_login(answer: Answer, *, digest: bool) -> Answer:
    """The same for those who know name and password."""

    def checked(request: BaseHTTPRequestHandler) -> None:
        given = request.headers.get("Authorization", "")
        if (_knows_digest if digest else _knows_basic)(given):
            answer(request)
            return
        request.send_response(401)
        challenge = 'Digest realm="cam", nonce="abc", qop="auth"' if digest else 'Basic realm="cam"'
        request.send_header("WWW-Authenticate", challenge)
        request.send_header("Content-Length", "0")
        request.end_headers()

    return checked


def _knows_basic(given: str) -> bool:
    return given.startswith("Basic ") and b64decode(given[6:]).decode() == f"{USER}:{PASSWORD}"


def _knows_digest(given: str) -> bool:
    said = dict(re.findall(r'(\w+)="?([^",]+)"?', given))
    if "response" not in said:
        return False
    login, asked = _md5(f"{USER}:cam:{PASSWORD}"), _md5(f"GET:{said['uri']}")
    return said["response"] == _md5(f"{login}:{said['nonce']}:{said['nc']}:{said['cnonce']}:auth:{asked}")


def _md5(text: str) -> str:
    return hashlib.md5(text.encode()).hexdigest()


@contextlib.contextmanager
def http_camera(answer: Answer) -> Iterator[str]:
    """Serves on a free port of this machine, and gives `host:port`."""

    class Camera(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            with contextlib.suppress(OSError):
                answer(self)

        def log_message(self, *_: Any) -> None:
            """Nothing is written to the terminal."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Camera)
    server.daemon_threads, server.block_on_close = True, False
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield f"127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
