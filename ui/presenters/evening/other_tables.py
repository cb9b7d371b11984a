"""The other Pawtracks of the house, as their list shows them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from companion.evenings.table_answer import TableAnswer
from companion.system.addresses import is_host
from ui.i18n import Words

#: The most other tables.
MOST: Final = 16


@dataclass(frozen=True, slots=True)
class TableLine:
    """`text` tells whether the table answers."""

    address: str
    text: str


def table_lines(others: Sequence[str], answers: Mapping[str, TableAnswer], words: Words) -> tuple[TableLine, ...]:
    """One line a table, in the order of the settings."""
    return tuple(
        TableLine(address, words.text(f"tables.{answers.get(address, TableAnswer.SEARCHING)}")) for address in others
    )


def with_table(others: Sequence[str], typed: str) -> tuple[str, ...] | None:
    """The list with one more table, once; None for a text that is no address, and for a full list."""
    address = typed.strip().removeprefix("http://").removeprefix("ws://").rstrip("/")
    if address in others:
        return tuple(others)
    return (*others, address) if is_host(address) and len(others) < MOST else None
