"""Bridges that pass the line of a wheel on over TCP, as ser2net does: raw, and in the telnet form of RFC 2217."""

import contextlib
import socket
import threading
from typing import Any

import serial
import serial.rfc2217


class Bridge:
    """Serves one client after the other with the bytes of `device`; use as `with Bridge(device) as address`."""

    scheme = "socket"

    def __init__(self, device: str) -> None:
        self._device = device
        self._server = socket.create_server(("127.0.0.1", 0))
        self._threads = [threading.Thread(target=self._serve, name="bridge", daemon=True)]
        self._over = threading.Event()

    def __enter__(self) -> str:
        self._threads[0].start()
        return f"{self.scheme}://127.0.0.1:{self._server.getsockname()[1]}"

    def __exit__(self, *_: object) -> None:
        self._over.set()
        with contextlib.suppress(OSError):
            # wakes a server that waits for the next client
            socket.create_connection(self._server.getsockname(), timeout=1.0).close()
        for thread in list(self._threads):
            thread.join(10.0)
        self._server.close()

    def _serve(self) -> None:
        while not self._over.is_set():
            client, _ = self._server.accept()
            if self._over.is_set():
                client.close()
                return
            with client, _Line(self._device, 115200, timeout=0.02) as line:
                self._pass_on(client, line)

    def _pass_on(self, client: socket.socket, line: serial.Serial) -> None:
        client.settimeout(0.01)
        filtered, escaped = self._translation(client, line)
        with contextlib.suppress(OSError):
            while not self._over.is_set():
                with contextlib.suppress(TimeoutError):
                    data = client.recv(1024)
                    if not data:
                        return
                    line.write(filtered(data))
                said = line.read(line.in_waiting or 1)
                if said:
                    client.sendall(escaped(said))

    def _translation(self, client: socket.socket, line: serial.Serial) -> tuple[Any, Any]:
        return bytes, bytes


class TelnetBridge(Bridge):
    """RFC 2217, by pyserial's own server side."""

    scheme = "rfc2217"

    def _translation(self, client: socket.socket, line: serial.Serial) -> tuple[Any, Any]:
        class Connection:
            def write(self, data: bytes) -> None:
                client.sendall(data)

        manager = serial.rfc2217.PortManager(line, Connection())
        return (
            lambda data: b"".join(manager.filter(data)),
            lambda data: b"".join(manager.escape(data)),
        )


class _Line(serial.Serial):
    """A pseudo-terminal has no lines of a modem."""

    cts = dsr = ri = cd = property(lambda self: True)

    def _update_rts_state(self) -> None:
        pass

    def _update_dtr_state(self) -> None:
        pass
