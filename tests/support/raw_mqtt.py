"""MQTT 3.1.1 packets by hand, right and wrong ones, which no library would send, and a client that sends them."""

import os
import resource
import socket
import struct
import sys
import time
from base64 import b64encode
from contextlib import suppress
from typing import Final

PATIENCE_S: Final = 15.0


def packet(first: int, body: bytes) -> bytes:
    length, head = len(body), bytearray([first])
    while True:
        length, digit = length >> 7, length & 0x7F
        head.append(digit | (0x80 if length else 0))
        if not length:
            return bytes(head) + body


def text(value: str | bytes) -> bytes:
    raw = value if isinstance(value, bytes) else value.encode()
    return struct.pack("!H", len(raw)) + raw


def connect(
    client_id: str = "", *, flags: int = 0x02, level: int = 4, keepalive_s: int = 60, rest: bytes = b""
) -> bytes:
    return packet(0x10, text("MQTT") + bytes((level, flags)) + struct.pack("!H", keepalive_s) + text(client_id) + rest)


def login(user: str, password: str, client_id: str = "guess") -> bytes:
    return connect(client_id, flags=0xC2, rest=text(user) + text(password))


def subscribe(*filters: str, qos: int = 0, number: int = 1) -> bytes:
    return packet(0x82, struct.pack("!H", number) + b"".join(text(each) + bytes([qos]) for each in filters))


def publish(topic: str, payload: bytes, *, qos: int = 0, retain: bool = False) -> bytes:
    number = struct.pack("!H", 7) if qos else b""
    return packet(0x30 | qos << 1 | retain, text(topic) + number + payload)


def request(*, origin: str | None = None, host: str = "127.0.0.1", path: str = "/mqtt", **headers: str) -> bytes:
    rows = {"Host": host, "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13"}
    rows |= {"Sec-WebSocket-Key": b64encode(os.urandom(16)).decode(), "Sec-WebSocket-Protocol": "mqtt"}
    rows |= {"Origin": origin} if origin else {}
    rows |= {name.replace("_", "-"): value for name, value in headers.items()}
    lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in rows.items())]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def frame(content: bytes, *, kind: int = 0x82, masked: bool = True) -> bytes:
    length = len(content)
    mask = os.urandom(4)
    size = bytes([min(length, 126)])
    if length >= 126:
        size = b"\x7e" + struct.pack("!H", length) if length < 65536 else b"\x7f" + struct.pack("!Q", length)
    head = bytes([kind, size[0] | (0x80 if masked else 0)]) + size[1:]
    if not masked:
        return head + content
    return head + mask + bytes(byte ^ mask[index % 4] for index, byte in enumerate(content))


class RawClient:
    """A socket; over WebSocket after `open_websocket`.  An end that the server makes is no error."""

    def __init__(self, port: int, source: str = "127.0.0.1", buffer: int | None = None) -> None:
        self.socket = socket.socket()
        if buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        self.socket.settimeout(PATIENCE_S)
        try:
            self.socket.bind((source, 0))
            self.socket.connect(("127.0.0.1", port))
        except OSError:
            self.socket.close()
            raise

    def __enter__(self) -> "RawClient":
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def send(self, data: bytes) -> None:
        with suppress(ConnectionError):
            self.socket.sendall(data)

    def receive(self, count: int) -> bytes:
        """Up to `count` bytes; fewer when the server has ended."""
        heard = b""
        with suppress(ConnectionError):
            while len(heard) < count and (more := self.socket.recv(count - len(heard))):
                heard += more
        return heard

    def receive_until(self, wanted: bytes) -> bytes:
        heard = b""
        ends_s = time.monotonic() + PATIENCE_S
        while wanted not in heard and time.monotonic() < ends_s:
            more = self.receive(1)
            if not more:
                break
            heard += more
        return heard

    def is_ended(self) -> bool:
        """Whether the server ends the connection, sooner or later; reads what still comes."""
        with suppress(ConnectionError):
            while self.socket.recv(65536):
                pass
        return True


def main() -> None:
    """`raw_mqtt.py PORT COUNT ADDRESS...`: so many viewers in turn from these addresses; they stay until killed.

    A full server may end a connection before `connect` has returned.  That viewer is simply not there.
    """
    port, count, *addresses = sys.argv[1:]
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    crowd = []
    for number in range(int(count)):
        with suppress(ConnectionError):
            viewer = RawClient(int(port), addresses[number % len(addresses)])
            viewer.send(connect(f"crowd-{number}", flags=0) + subscribe("pawtrack/1/+/+/public/#", qos=1))
            crowd.append(viewer)
    print("here", flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
