"""The table's end of the phones' page: sends data to its server, and takes the requests of phones from it.

Laws: only the table decides which token speaks for a seat; phones and strangers never take a thread, memory or file
handle of the game; the server ends with the game and is restarted when it ends before.
"""

import logging
import secrets
import socket
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from companion.app.ports import PostOn
from companion.publishers.children.life import Answering
from companion.publishers.children.process import ChildProcess, ProcessSpec
from companion.publishers.lan_addresses import lan_addresses
from companion.publishers.phones.orders import SeatOrders
from companion.publishers.phones.seat_page import seat_pages
from companion.publishers.phones.tokens import SeatTokens, digest
from companion.publishers.phones.wire import Answered, Hello, Ordering, PhonesConfig, Shown, Taken, Taking, ToTable
from companion.publishers.tcp_ports import EVERYWHERE, HTTP_HELLO, LOOPBACK, answers_http, hand_over, listen_from
from companion.session.events import Event, PlayAccepted
from companion.views.phone_invitation import PhoneInvitation
from companion.views.table_view import Stage, TableView

log = logging.getLogger(__name__)

PROGRAM: Final = "companion.publishers.phones"
#: Random bytes in a secret: nobody guesses it, and its code stays coarse enough for every camera.
SECRET_BYTES: Final = 16


class PhoneServer:
    """May be used from any thread.  `start` raises OSError if no port is free."""

    def __init__(
        self,
        post_on: PostOn,
        port: int,
        files: dict[str, str],
        words: Path,
        host: str = EVERYWHERE,
        changed: Callable[[bool], None] = lambda _: None,
        avoid: frozenset[int] = frozenset(),
        lan_address: str = "",
    ) -> None:
        """`files` are served beside the page's own, text by path; `words` is the server's log.

        `changed` takes False when the server is gone or hangs, and True when it serves again; `avoid`: ports reserved
        by the settings; `lan_address`: this machine's address for others, empty: detected.
        """
        self._address = lan_address
        self._changed = changed
        self._avoid = avoid
        self._wished = port
        self._files = files
        self._words = words
        self._host = host
        self._lock = threading.Lock()
        self._tokens = SeatTokens(lambda: secrets.token_urlsafe(SECRET_BYTES))
        self._orders = SeatOrders(post_on)
        self._view: TableView | None = None
        self._own_play: int | None = None
        #: The last page of each seat, and its word; of the thread that writes to the server.
        self._pages: tuple[tuple[str, bytes], ...] = ()
        #: By seat its invitation and whether it is taken; replaced as a whole, so that a screen never waits for it.
        self._offered: tuple[tuple[str, bool], ...] = ()
        self._count = 0
        self._listener: socket.socket | None = None
        self._child: ChildProcess | None = None
        self.port = 0

    def start(self) -> None:
        self._listener = listen_from(self._host, self._wished, self._avoid - {self._wished})
        where = hand_over(self._listener)
        self.port = where.port
        config = PhonesConfig(where, self._files)
        self._child = ChildProcess(
            ProcessSpec(
                name="phones",
                prepare=lambda: [sys.executable, "-m", PROGRAM],
                accepts=lambda: answers_http(self.port),
                log_path=self._words,
                line=msgspec.json.encode(config) + b"\n",
                handles=where.handles,
                heard=self._heard,
                life=Answering(lambda: self.port, HTTP_HELLO),
                changed=self._changed,
            )
        )
        self._child.start()
        if not self._child.wait_until_ready():
            log.warning("the page for phones is not served yet; it is tried again and again")

    def stop(self) -> None:
        if self._child:
            self._child.stop()
            self._child = None
        if self._listener:
            self._listener.close()

    @property
    def pid(self) -> int | None:
        """The server's process id while it runs."""
        return self._child.pid if self._child else None

    def publish(self, view: TableView, events: Sequence[Event]) -> None:
        """Shows each seat the state of the table; `events` led there."""
        with self._lock:
            played = [event.seat for event in events if isinstance(event, PlayAccepted)]
            if events:
                self._own_play = played[-1] if played else None
            if self._view is None or view.game != self._view.game:
                self._orders.forget()
            self._view = view
            self._tokens.play(view.game if _is_on(view) else "", len(view.seats))
            self._show()

    def invitations(self) -> tuple[PhoneInvitation, ...]:
        """The tablet's invitations, one a seat; empty while no game of people is on."""
        host = next(iter(lan_addresses(self._address)), LOOPBACK)
        base = f"http://{host}:{self.port}/#"
        return tuple(
            PhoneInvitation(seat=seat, url=base + secret, taken=taken)
            for seat, (secret, taken) in enumerate(self._offered)
        )

    def dismiss(self, seat: int) -> None:
        """Disconnects the phone of this seat."""
        with self._lock:
            self._tokens.dismiss(seat)
            self._show()

    def _heard(self, line: bytes) -> None:
        said = msgspec.json.decode(line, type=ToTable)
        with self._lock:
            if isinstance(said, Hello):
                self._show()
            elif isinstance(said, Taking):
                self._take(said)
            else:
                self._order(said)

    def _take(self, asked: Taking) -> None:
        taken = self._tokens.take(asked.invitation)
        # first the seats, then the token: its first request follows at once
        self._show()
        self._answer(asked.number, Taken(*taken) if taken else None)

    def _order(self, asked: Ordering) -> None:
        # the table checks it itself: the server may not know yet that a token is void
        seat = self._tokens.seats.get(asked.token)
        if seat is None or self._view is None:
            self._answer(asked.number, None)
        else:
            self._answer(asked.number, self._orders.take(seat, asked.order, self._view, self._own_play))

    def _show(self) -> None:
        taken = self._tokens.taken
        self._offered = tuple((secret, seat in taken) for seat, secret in enumerate(self._tokens.invitations))
        if self._child:
            self._child.say_newest(self._shown)

    def _shown(self) -> bytes:
        """Returns the pages of all phones as a line for the server; made when the server takes it, not the table."""
        with self._lock:
            view, own_play = self._view, self._own_play
            shown = Shown(
                seats=dict(self._tokens.seats),
                void=dict(self._tokens.void),
                invitations=tuple(map(digest, self._tokens.invitations)),
            )
        if view:
            kept = {page: word for word, page in self._pages}
            self._pages = tuple((kept.get(page) or self._new_word(view), page) for page in seat_pages(view, own_play))
        pages = tuple((word, msgspec.Raw(page)) for word, page in self._pages)
        return _line(msgspec.structs.replace(shown, pages=pages))

    def _new_word(self, view: TableView) -> str:
        self._count += 1
        return f"{view.epoch}.{self._count}"

    def _answer(self, number: int, value: Any) -> None:
        if self._child:
            self._child.say(_line(Answered(number, value is not None, msgspec.Raw(msgspec.json.encode(value)))))


def _line(said: Shown | Answered) -> bytes:
    return msgspec.json.encode(said) + b"\n"


def _is_on(view: TableView) -> bool:
    """Returns whether people play a game on a board, in which seats have cards to name."""
    return view.position is not None and not view.demo and view.stage is not Stage.OVER
