"""The publisher for the phones of the players, where the family wants it."""

import logging
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from companion.app.plugins import TableContext
from companion.publishers.phones.server import PhoneServer
from companion.publishers.viewer.words import words_json
from companion.rules.variant import Variant
from companion.session.events import Event
from companion.views.card_looks import card_look
from companion.views.phone_invitation import PhoneInvitation
from companion.views.table_view import TableView

log = logging.getLogger(__name__)


class Phones:
    """Publishes the table to the phones of its players."""

    def __init__(self, table: TableContext) -> None:
        self._table = table
        self._server: PhoneServer | None = None

    def start(self) -> None:
        """Where no port is free the game goes on without phones."""
        table = self._table
        values = {
            "/words.json": words_json(table.wording),
            "/games.json": cards_json(table.catalogue.variants.values()),
        }
        files = {path: msgspec.json.encode(value).decode() for path, value in values.items()}
        server = PhoneServer(table.post_on, table.settings.phone_port, files, table.folder / "phones.log")
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


def cards_json(variants: Iterable[Variant]) -> dict[str, Any]:
    """What the page needs to know of each game to draw its cards."""
    cards = {each.id: {"cards": {card: card_look(card, each) for card in each.cards}} for each in variants}
    return {"v": 1, "games": cards}
