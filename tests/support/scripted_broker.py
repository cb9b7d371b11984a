"""A broker by hand: a test takes a client's packets one by one and answers as it likes."""

import socket
from typing import Final

import raw_mqtt as raw

from companion.web.gateway.packets import Connect, Packet, PacketReader, connack, parse_connect, parse_subscribe, suback

_LONGEST: Final = 65536


class Caller:
    """One client on its line."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line
        self._line.settimeout(raw.PATIENCE_S)
        self._reader = PacketReader(_LONGEST)
        self._packets: list[Packet] = []

    def packet(self) -> Packet:
        """Waits for the next packet."""
        while not self._packets:
            piece = self._line.recv(_LONGEST)
            assert piece, "the client has gone"
            self._packets += self._reader.feed(piece)
        return self._packets.pop(0)

    def welcome(self, code: int = 0) -> Connect:
        """Takes its login and answers it; 0 accepts."""
        login = parse_connect(self.packet())
        self.send(connack(code))
        return login

    def subscribed(self) -> list[str]:
        """Takes its subscription and grants it; the filters."""
        number, filters = parse_subscribe(self.packet())
        self.send(suback(number, [0] * len(filters)))
        return filters

    def send(self, data: bytes) -> None:
        self._line.sendall(data)

    def close(self) -> None:
        self._line.close()


class ScriptedBroker:
    def __init__(self) -> None:
        self._server = socket.create_server(("127.0.0.1", 0))
        self._server.settimeout(raw.PATIENCE_S)
        self.port: int = self._server.getsockname()[1]

    def __enter__(self) -> "ScriptedBroker":
        return self

    def __exit__(self, *_: object) -> None:
        self._server.close()

    def caller(self) -> Caller:
        """Waits for the next client."""
        return Caller(self._server.accept()[0])
