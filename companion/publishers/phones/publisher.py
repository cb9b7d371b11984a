"""The publisher for the phones of the players, if the settings turn it on."""

import logging
from collections.abc import Callable, Iterable, Sequence

import msgspec

from companion.app.plugins import TableContext
from companion.publishers.phones.seat_page import CardsOfGame, PhoneGames
from companion.publishers.phones.server import PhoneServer
from companion.publishers.viewer.words import page_words
from companion.rules.variant import Variant
from companion.session.events import Event
from companion.views.phone_invitation import PhoneInvitation
from companion.views.table_view import TableView
from companion.views.wording.card_looks import card_look

log = logging.getLogger(__name__)


class Phones:
    """Publishes the table to the phones of its players."""

    def __init__(self, table: TableContext) -> None:
        self._table = table
        self._server: PhoneServer | None = None

    def start(self, changed: Callable[[bool], None]) -> None:
        """`changed` as for `PhoneServer`.  Without a free port the game goes on without phones."""
        table = self._table
        values = {
            "/words.json": page_words(table.wording),
            "/games.json": phone_games(table.catalogue.variants.values()),
        }
        files = {path: msgspec.json.encode(value).decode() for path, value in values.items()}
        settings = table.settings
        server = PhoneServer(
            table.post_on,
            settings.phone_port,
            files,
            table.folder / "phones.log",
            changed=changed,
            avoid=settings.ports,
            lan_address=settings.lan_address,
        )
        try:
            server.start()
        except OSError as error:
            log.warning("the page for phones is not served: %s", error)
            return
        self._server = server

    def publish(self, view: TableView, events: tuple[Event, ...]) -> None:
        if self._server:
            self._server.publish(view, events)

    def stop(self) -> None:
        if self._server:
            self._server.stop()

    def invitations(self) -> Sequence[PhoneInvitation]:
        return self._server.invitations() if self._server else ()

    def dismiss(self, seat: int) -> None:
        if self._server:
            self._server.dismiss(seat)


def phone_games(variants: Iterable[Variant]) -> PhoneGames:
    """Returns the data by which the page draws the cards of each game."""
    cards = {each.id: CardsOfGame(cards={card: card_look(card, each) for card in each.cards}) for each in variants}
    return PhoneGames(games=cards)
