"""The table's end of the tablets in browsers: the code that opens one, its page, and its acts.

Laws: a code opens one tablet; the table alone knows which token is one; an act counts for the state of its page.
"""

import logging
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Protocol

import msgspec

from companion.app.ports import PostOn
from companion.programs.lan_addresses import lan_addresses
from companion.programs.lines import line_of
from companion.programs.tcp_ports import LOOPBACK
from companion.session.commands import Command
from companion.views.table_view import TableView
from companion.views.tablet_invitation import TabletInvitation
from companion.web.messages import Acting, Answered, Door, Opening, Shown, Touch, digest
from companion.web.program import WebProgram
from companion.web.tablets.requests import PAGE

log = logging.getLogger(__name__)

#: Tablets at a time; one more closes the oldest.
MOST: Final = 6
#: Letters that nobody mistakes for one another: with a limit on wrong codes, eight of them are enough.
LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
CODE_LETTERS: Final = 8
TOKEN_BYTES: Final = 16
_KIND: Final = "tablets"


class Done(Protocol):
    """The outcome of an act: why it was not done, and the commands for the table in the state of `view`."""

    @property
    def error(self) -> str: ...
    @property
    def view(self) -> TableView | None: ...
    @property
    def commands(self) -> tuple[Command, ...]: ...


class Tablet(Protocol):
    """The presenter of one tablet."""

    def show(self, view: TableView) -> None:
        """Takes the newest snapshot."""

    def page(self) -> msgspec.Struct | None:
        """The present page."""

    def do(self, seen: str, name: str, touch: tuple[float, float, float] | None = None) -> Done:
        """Does an act of the page `seen`."""


#: Makes a tablet that speaks a language.
MakeTablet = Callable[[str], Tablet]


@dataclass(slots=True)
class _Open:
    """A tablet with its last page and the word of it."""

    tablet: Tablet
    body: bytes = b"null"
    word: str = ""


class Tablets:
    """May be used from any thread."""

    def __init__(self, post_on: PostOn, web: WebProgram, make: MakeTablet, lan_address: str = "") -> None:
        """`lan_address`: this machine's address for others, empty: detected."""
        self._post_on = post_on
        self._web = web
        self._make = make
        self._address = lan_address
        self._lock = threading.Lock()
        self._code = _new_code()
        #: By the digests of their tokens, the oldest first.
        self._open: OrderedDict[str, _Open] = OrderedDict()
        self._view: TableView | None = None
        self._count = 0
        #: The port of the phones' page, 0 while none is served.
        self.port = 0

    def publish(self, view: TableView) -> None:
        """Shows every tablet the state of the table."""
        self._view = view
        self.show()

    def show(self) -> None:
        self._web.say_newest(self._shown, _KIND)

    def invitation(self) -> TabletInvitation | None:
        """The way to one more tablet; None while no page is served."""
        if not self.port:
            return None
        host = next(iter(lan_addresses(self._address)), LOOPBACK)
        address = f"{host}:{self.port}{PAGE}"
        return TabletInvitation(
            url=f"http://{address}#{self._code}", address=address, code=self._code, count=len(self._open)
        )

    def close_all(self) -> None:
        """Closes every tablet; the shown code is void, too."""
        with self._lock:
            self._open.clear()
            self._code = _new_code()
        self.show()

    def hear(self, said: Opening | Acting) -> None:
        """Takes a message of the web program; a fault closes the tablet that met it, and nothing else."""
        try:
            answer = self._opened(said) if isinstance(said, Opening) else self._acted(said)
        # a fault of a page must not end the thread that hears every browser
        except Exception:
            log.exception("a tablet is closed by a fault")
            answer = None
            with self._lock:
                self._open.pop(said.token if isinstance(said, Acting) else "", None)
        # first the page, then the answer: the next request follows at once
        self.show()
        body = msgspec.Raw(msgspec.json.encode(answer))
        self._web.say(line_of(Answered(said.number, answer is not None, body, Door.TABLETS)))

    def _opened(self, asked: Opening) -> dict[str, Any] | None:
        with self._lock:
            if digest(asked.code) != digest(self._code):
                return None
            self._code = _new_code()
            token = secrets.token_urlsafe(TOKEN_BYTES)
            self._open[digest(token)] = _Open(self._make(asked.language))
            while len(self._open) > MOST:
                self._open.popitem(last=False)
        return {"token": token}

    def _acted(self, asked: Acting) -> dict[str, Any] | None:
        with self._lock:
            opened, view = self._open.get(asked.token), self._view
            if opened is None or view is None:
                return None
            opened.tablet.show(view)
            done = opened.tablet.do(asked.act.seen, asked.act.name, _touch(asked.act.touch))
        if done.view is not None and done.commands:
            self._post_on(done.view, *done.commands)
        return {"ok": not done.error, "error": done.error}

    def _shown(self) -> bytes:
        """Returns the pages of all tablets as a line for the server; made when the server takes it, not the table."""
        with self._lock:
            for opened in self._open.values():
                self._draw(opened)
            return line_of(
                Shown(
                    pages=tuple((opened.word, msgspec.Raw(opened.body)) for opened in self._open.values()),
                    seats={token: index for index, token in enumerate(self._open)},
                    invitations=(digest(self._code),),
                    door=Door.TABLETS,
                )
            )

    def _draw(self, opened: _Open) -> None:
        if self._view is None:
            return
        try:
            opened.tablet.show(self._view)
            body = msgspec.json.encode(opened.tablet.page())
        except Exception:
            log.exception("the page of a tablet cannot be made")
            return
        if body != opened.body:
            self._count += 1
            opened.body, opened.word = body, str(self._count)


def _new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LETTERS))


def _touch(touch: Touch | None) -> tuple[float, float, float] | None:
    return None if touch is None else (touch.x, touch.y, touch.side)
