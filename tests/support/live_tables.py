"""A session that goes through a real table, and keeps every snapshot that the table showed."""

from typing import Final

from session_driver import Session

from companion.app.memory_store import MemoryStore
from companion.app.table import Table
from companion.catalogue.shipped import SHIPPED
from companion.session import commands as cmd
from companion.session.decide import Decision
from companion.views.table_view import TableView

#: Every game on a board with the fewest and the most players.
TABLES: Final = tuple(
    (variant, seats)
    for variant in SHIPPED.ids
    for seats in sorted({min(SHIPPED.variant(variant).seat_counts), max(SHIPPED.variant(variant).seat_counts)})
)


class TableSession(Session):
    """`views` are the snapshots by the row of the record that they show."""

    def __init__(self) -> None:
        super().__init__()
        self.table = Table(MemoryStore(), epoch=1)
        self.views: dict[int, TableView] = {}
        self.table.subscribe(self._note)

    def _note(self, view: TableView) -> None:
        self.views[view.seq] = view

    def do(self, command: cmd.Command) -> Decision:
        outcome = self.table.handle(command)
        if outcome.refused:
            raise cmd.Refused(outcome.refused, **dict(outcome.params))
        self.state = self.table.state
        self.events += outcome.events
        return Decision(events=outcome.events, verdict=outcome.verdict)
