"""Commands for one state of the table: all of them there, none of them in any other."""

from collections.abc import Iterator

import pytest
from session_driver import COLOURS, NAMES

from companion.app.memory_store import MemoryStore
from companion.app.table import Table
from companion.catalogue.shipped import SHIPPED
from companion.session import commands as cmd
from companion.views.table_view import Stage

#: All of them push a card over, as one button says.
EXCHANGES = tuple(cmd.Exchange(seat=seat) for seat in range(4))


@pytest.fixture
def table() -> Iterator[Table]:
    """The cards of a game of Braendi Dog are dealt, and everybody is to exchange."""
    made = Table(MemoryStore(), epoch=1)
    made.start()
    made.post(
        cmd.StartGame(
            game="g",
            variant=SHIPPED.variant("braendi"),
            names=NAMES[:4],
            colours=COLOURS[:4],
            board="star_4",
            sectors=4,
            seats=(0, 1, 2, 3),
        )
    )
    made.post(cmd.Deal())
    made.mark().wait()
    assert made.view.stage is Stage.EXCHANGE_PARTNER
    yield made
    made.stop()


def test_several_commands_are_carried_out_together(table: Table) -> None:
    table.post_on(table.view, *EXCHANGES)
    table.mark().wait()
    assert table.view.stage is Stage.PLAY


def test_none_of_them_counts_once_the_table_has_gone_on(table: Table) -> None:
    before = table.view
    table.post(cmd.Exchange(seat=2))
    table.post_on(before, *EXCHANGES)
    table.mark().wait()
    assert [seat.exchanged for seat in table.view.seats] == [False, False, True, False]
    assert table.view.notice is None
