"""A network camera that sends pictures as MJPEG over HTTP, for the findings about its readers."""

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import cv2
import numpy as np


def grey(number: int) -> bytes:
    """Returns a JPEG picture of one grey, another one for each number below 30."""
    return bytes(cv2.imencode(".jpg", np.full((120, 160, 3), 20 + number * 7, np.uint8))[1])


@contextmanager
def camera(pictures: Iterable[bytes], viewers: list[int] | None = None) -> Iterator[str]:
    """Serves the pictures to one viewer as they come; yields the address.  `viewers` holds those who still read."""

    class Viewer(BaseHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

        def do_GET(self) -> None:
            here = [] if viewers is None else viewers
            here.append(self.client_address[1])
            self.send_response(200)
            self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=next")
            self.end_headers()
            with suppress(OSError):
                for picture in pictures:
                    head = f"--next\r\nContent-Type: image/jpeg\r\nContent-Length: {len(picture)}\r\n\r\n"
                    self.wfile.write(head.encode() + picture + b"\r\n")
            here.remove(self.client_address[1])

    server = ThreadingHTTPServer(("127.0.0.1", 0), Viewer)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/pictures"
    finally:
        server.shutdown()
        server.server_close()
