"""A phone as the camera: the real door and the requests of a phone."""

import http.client
import json
import socket
import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from brokers_for_tests import PATIENCE_S, free_ports

from companion.programs.tcp_ports import LOOPBACK
from companion.sensors.phone.door import DoorSettings, PhoneDoor
from companion.sensors.phone.table import page_files


class Visitor:
    """The phone, or a stranger, before a door of this machine."""

    def __init__(self, port: int) -> None:
        self.port = port

    @property
    def answers(self) -> bool:
        try:
            return self.ask("GET", "/words.json")[0] == 200
        except OSError:
            return False

    def line(self) -> http.client.HTTPSConnection:
        return http.client.HTTPSConnection(LOOPBACK, self.port, timeout=PATIENCE_S, context=unchecked())

    def ask(self, method: str, path: str, body: bytes = b"", **headers: str) -> tuple[int, Any]:
        """Returns status and content of the answer over a line of its own; 0 if the line is cut instead."""
        line = self.line()
        try:
            line.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
            answer = line.getresponse()
            said = answer.read()
            return answer.status, json.loads(said) if said.startswith(b"{") else said
        except (http.client.HTTPException, ConnectionError, ssl.SSLError):
            return 0, b""
        finally:
            line.close()

    def open(self, code: str) -> tuple[int, Any]:
        return self.ask("POST", "/open", json.dumps({"code": code}).encode())

    def look(self, token: str, jpeg: bytes = b"", times: str = "1 2 0", **headers: str) -> tuple[int, Any]:
        given = {"Authorization": f"Bearer {token}", "Pawtrack_Seen": "", "Pawtrack_Times": times} | headers
        return self.ask("POST", "/look", jpeg, **given)

    def say(self, words: bytes) -> bytes:
        """Sends it over TLS; returns the bytes until that ends."""
        with socket.create_connection((LOOPBACK, self.port), timeout=PATIENCE_S) as plain:
            heard = b""
            try:
                with unchecked().wrap_socket(plain) as line:
                    line.sendall(words)
                    while piece := line.recv(65536):
                        heard += piece
            except (ConnectionError, ssl.SSLError):
                pass
            return heard

    def until(self, there: Callable[[], Any]) -> None:
        end = time.monotonic() + PATIENCE_S
        while not there():
            assert time.monotonic() < end, "it never came"
            time.sleep(0.01)


class OpenDoor(Visitor):
    """A door on this machine, for itself alone unless others get its address, held open."""

    def __init__(self, folder: Path, host: str = LOOPBACK, address: str = LOOPBACK) -> None:
        """`address` is this machine's name for the phone."""
        super().__init__(free_ports(1)[0])
        self.door = PhoneDoor(host=host, linger_s=0.0)
        self.door.settings = DoorSettings(
            port=self.port, address=address, avoid=frozenset(), folder=folder, files=page_files
        )
        self.door.enter()
        # the page is served as soon as the program runs
        self.until(lambda: self.answers)

    @property
    def code(self) -> str:
        return self.door.url.partition("#")[2]

    def take(self) -> str:
        """A phone scans the code; its token."""
        code, said = self.code, {}

        def comes_in() -> bool:
            said.update(self.open(code)[1])
            return "token" in said

        # after another phone the table takes a moment to make the next code, and the door to know it
        self.until(comes_in)
        self.until(lambda: self.code != code)
        return str(said["token"])

    def wanted(self, token: str) -> None:
        """The table wants a picture, and the phone knows."""
        self.door.want()
        self.until(lambda: self.look(token)[1].get("want"))

    def close(self) -> None:
        self.door.close()


@contextmanager
def open_door(folder: Path, **where: str) -> Iterator[OpenDoor]:
    """A door at `host` and `address`, as `OpenDoor` takes them."""
    made = OpenDoor(folder, **where)
    yield made
    made.close()


def unchecked() -> ssl.SSLContext:
    """A browser whose person has accepted the certificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def jpeg(width: int = 640, height: int = 480, grey: int = 90) -> bytes:
    return cv2.imencode(".jpg", np.full((height, width, 3), grey, np.uint8))[1].tobytes()
