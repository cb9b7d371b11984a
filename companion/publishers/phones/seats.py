"""The table's end of the phones' page: sends data to its server, and takes the requests of phones from it.

Law: only the table decides which token speaks for a seat.
"""

import logging
import secrets
import threading
from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec

from companion.app.ports import PostOn
from companion.board.files import BoardProfile
from companion.programs.lan_addresses import lan_addresses
from companion.programs.lines import line_of
from companion.programs.tcp_ports import EVERYWHERE, LOOPBACK
from companion.publishers.phones.orders import SeatOrders
from companion.publishers.phones.seat_page import CardsOfGame, PhoneGames, Taken, seat_pages
from companion.publishers.phones.tokens import SeatTokens
from companion.rules.catalogue import Catalogue
from companion.rules.variant import Variant
from companion.session.events import Event, PlayAccepted
from companion.views.phone_invitation import PhoneInvitation
from companion.views.table_view import Stage, TableView
from companion.views.wording.card_looks import card_look
from companion.views.wording.sentences import Wording
from companion.web.messages import Answered, Hello, Ordering, PhonesConfig, Shown, Taking, digest
from companion.web.pages.drawings import Drawings
from companion.web.pages.tables import board_games, board_geometry
from companion.web.pages.words import page_words
from companion.web.program import WebProgram
from companion.web.tablets.requests import PAGE

log = logging.getLogger(__name__)

#: Random bytes in a secret: nobody guesses it, and its code stays coarse enough for every camera.
SECRET_BYTES: Final = 16


class PhoneSeats:
    """May be used from any thread."""

    def __init__(self, post_on: PostOn, web: WebProgram, lan_address: str = "") -> None:
        """`lan_address`: this machine's address for others, empty: detected."""
        self._web = web
        self._address = lan_address
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
        self.port = 0

    def open(
        self, port: int, files: dict[str, str], avoid: frozenset[int] = frozenset(), host: str = EVERYWHERE
    ) -> PhonesConfig | None:
        """Opens the port; returns the page for the web program.  Without a free port the game goes on without phones.

        `files` are served beside the page's own, text by path; `avoid`: ports reserved by the settings.
        """
        try:
            where = self._web.listen(host, port, avoid)
        except OSError as error:
            log.warning("the page for phones is not served: %s", error)
            return None
        self.port = where.port
        return PhonesConfig(where, files)

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
        """The tablet's invitations, one a seat; empty while no game of people is on, or no page is served."""
        if not self.port:
            return ()
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

    def hear(self, said: Hello | Taking | Ordering) -> None:
        """Takes a message of the web program."""
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
        self._web.say_newest(self._shown)

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
        return line_of(msgspec.structs.replace(shown, pages=pages))

    def _new_word(self, view: TableView) -> str:
        self._count += 1
        return f"{view.epoch}.{self._count}"

    def _answer(self, number: int, value: Any) -> None:
        self._web.say(line_of(Answered(number, value is not None, msgspec.Raw(msgspec.json.encode(value)))))


def phone_files(wording: Wording, variants: Iterable[Variant], board: dict[str, str] | None = None) -> dict[str, str]:
    """Returns the words, the cards of each game and the `board_files` for the page, text by path."""
    variants = tuple(variants)
    games = {each.id: CardsOfGame(cards={card: card_look(card, each) for card in each.cards}) for each in variants}
    values = {"/words.json": page_words(wording), "/games.json": PhoneGames(games=games, board=bool(board))}
    return (board or {}) | {path: msgspec.json.encode(value).decode() for path, value in values.items()}


def board_files(profile: BoardProfile | None, catalogue: Catalogue, variant: str) -> dict[str, str]:
    """Returns what pages draw the board of this table from, text by path; nothing for a game of cards alone."""
    if profile is None:
        return {}
    variants = [catalogue.variant(variant)]
    drawings = Drawings(profile, variants, f"{PAGE}/board")
    values = {"board.json": board_geometry(profile), "games.json": board_games(variants, drawings)}
    made = {f"{PAGE}/{name}": msgspec.json.encode(value).decode() for name, value in values.items()}
    return drawings.files() | made


def _is_on(view: TableView) -> bool:
    """Returns whether people play a game on a board, in which seats have cards to name."""
    return view.position is not None and not view.demo and view.stage is not Stage.OVER
