"""A real table behind the tablet's touches, without threads: a posted command is decided before the next frame."""

from gallery.fakes import FakeLauncher, FakeTable
from words_for_tests import WORDING

from companion.app.memory_store import MemoryStore
from companion.app.ports import Store
from companion.app.table import Table
from companion.open_row.position import CardPosition
from companion.session.card_game import CardGame
from companion.session.commands import Command
from companion.settings.schema import Settings


class TouchedTable(FakeTable):
    """Shows what the real table shows; `table` is the real one."""

    def __init__(self, store: Store | None = None, epoch: int = 1) -> None:
        self.table = Table(store or MemoryStore(), epoch=epoch, wording=WORDING)
        super().__init__(self.table.view)
        self.table.subscribe(self.show)

    def post(self, command: Command) -> None:
        super().post(command)
        self.table.handle(command)

    @property
    def cards(self) -> CardPosition:
        """Returns the companion's knowledge of the cards."""
        state = self.table.state
        assert isinstance(state, CardGame)
        return state.position


class TouchedLauncher(FakeLauncher):
    """Opens real tables."""

    def open_table(self, settings: Settings) -> FakeTable:
        self.opened = settings
        self.table = TouchedTable()
        return self.table
