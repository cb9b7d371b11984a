"""A table whose players have phones: the real table, the real server of their page, and a phone's requests."""

import http.client
import json
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from brokers_for_tests import PATIENCE_S, free_ports, wait_until
from session_driver import COLOURS, NAMES
from session_driver import table as table_position
from web_for_tests import ServedPhones

from companion.app.memory_store import MemoryStore
from companion.app.table import Table
from companion.board.files import load_board
from companion.catalogue.shipped import SHIPPED
from companion.model.places import KENNEL
from companion.programs.tcp_ports import accepts
from companion.publishers.phones.seats import board_files, phone_files
from companion.session import commands as cmd
from companion.session.events import Event
from companion.texts import shipped_wording
from companion.views.table_view import TableView


class _Publisher:
    """The server in the table's thread, without a queue between."""

    def __init__(self, server: ServedPhones) -> None:
        self._server = server

    def start(self, report: object) -> None: ...

    def stop(self) -> None: ...

    def publish(self, view: TableView, events: tuple[Event, ...]) -> None:
        self._server.publish(view, events)


class PhoneTable:
    """It is seat 0's turn, in the midst of a game; its page has the board of this name."""

    def __init__(self, board: str = "") -> None:
        self.table = Table(MemoryStore(), epoch=1)
        drawn = board_files(load_board(board), SHIPPED, "black_dog") if board else {}
        files = phone_files(shipped_wording(), SHIPPED.variants.values(), drawn)
        self.server = ServedPhones(self.table.post_on, free_ports(1)[0], files)
        self.server.start()
        # without a port that is handed over, as on Windows, nobody is let in before the server has begun
        wait_until(lambda: accepts(self.server.port))
        self.table.attach(_Publisher(self.server))
        self.table.start()
        self.begin("game")

    def begin(self, game: str, seats: int = 4, variant: str = "black_dog") -> None:
        """A new game; every seat has a pawn on its way."""
        pawns = [[KENNEL] * 3 + [20 + seat] for seat in range(seats)]
        slots = (("dog", 10), ("wheel", 0)) if SHIPPED.variant(variant).slots else ()
        begun = table_position(variant, pawns, extras=slots)
        before = self.server.invitations()
        self.table.post(
            cmd.StartGame(
                game=game,
                variant=SHIPPED.variant(variant),
                names=NAMES[:seats],
                colours=COLOURS[:seats],
                board=variant,
                sectors=begun.sectors,
                seats=begun.seats,
                position=begun,
            )
        )
        self.until(lambda: len(self.server.invitations()) == seats and self.server.invitations() != before)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.port}/"

    def invitation(self, seat: int) -> str:
        return self.server.invitations()[seat].url.partition("#")[2]

    def link(self, seat: int) -> str:
        """The address that a phone scans, on this machine."""
        return f"{self.url}#{self.invitation(seat)}"

    def ask(self, **request: Any) -> tuple[int, Any]:
        """Sends one request of a phone; repeats it if the server wants it slower."""
        end = time.monotonic() + PATIENCE_S
        while True:
            connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE_S)
            connection.request("POST", "/seat", json.dumps(request))
            answer = connection.getresponse()
            said = json.loads(answer.read())
            connection.close()
            if answer.status not in (429, 503) or time.monotonic() > end:
                return answer.status, said
            time.sleep(0.05)

    def take(self, seat: int) -> str:
        """A phone takes the seat; its token."""
        # the page's server may not have heard yet of a new game
        self.until(lambda: self.ask(invitation=self.invitation(seat))[0] == 200)
        return str(self.ask(invitation=self.invitation(seat))[1]["token"])

    def order(self, token: str, kind: str, id: str = "a-1", **given: Any) -> Any:
        view = self.table.view
        order = {"id": id, "expect": {"epoch": view.epoch, "seq": view.seq}, "order": kind, **given}
        return self.ask(token=token, order=order)[1]

    def say(self, words: bytes, *, hear: bool = True) -> bytes:
        """Sends it over a line of its own; returns the bytes until that ends, if `hear`."""
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=PATIENCE_S) as line:
            heard = b""
            try:
                line.sendall(words)
                while hear and (piece := line.recv(65536)):
                    heard += piece
            except ConnectionError:
                pass
            return heard

    def until(self, there: Callable[[], Any]) -> None:
        end = time.monotonic() + PATIENCE_S
        while not there():
            assert time.monotonic() < end, "it never came"
            time.sleep(0.005)

    def close(self) -> None:
        self.table.stop()
        self.server.stop()


@contextmanager
def phone_table(board: str = "") -> Iterator[PhoneTable]:
    made = PhoneTable(board)
    yield made
    made.close()
