"""Results of other Pawtracks in the house, taken into the record while this one runs."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.evenings.table_answer import TableAnswer

if TYPE_CHECKING:
    from companion.publishers.other_tables import Heard, OtherTable
    from companion.store.results import Results

log = logging.getLogger(__name__)


class HeardResults:
    """Takes the games of other tables into the record; `results` are those of the house.

    Callable from any thread: a table with two addresses is heard twice at once.
    """

    def __init__(self, results: Callable[[], Results]) -> None:
        self._results = results
        self._lock = threading.Lock()
        #: The newest word on each game in this run.
        self._newest: dict[str, Heard] = {}

    def hear(self, heard: Heard) -> None:
        """A game counts once, by its id; a result corrected or struck out here stays so until it changes there.

        Raises what `Results` raises.
        """
        with self._lock:
            self._take(heard)

    def _take(self, heard: Heard) -> None:
        results, before, result = self._results(), self._newest.get(heard.game), heard.result
        if results.has_plays(heard.game):
            return
        if result is None:
            if before != heard and results.is_there(heard.game):
                results.strike(heard.game, struck=True)
        elif not results.is_there(heard.game):
            results.enter(heard.game, result)
        elif _is_news(heard, before, results):
            # first, so that a kill between the two leaves a result that the next run still corrects
            if before is not None and before.result is None:
                results.strike(heard.game, struck=False)
            kept = results.of(heard.game).result
            own = replace(result, place=kept.place, note=kept.note, source=kept.source)
            results.correct(heard.game, own)
        self._newest[heard.game] = heard


def _is_news(heard: Heard, before: Heard | None, results: Results) -> bool:
    """Returns whether the word on a game is another one than `before`; the first of a run, whether it never stood."""
    known = results.versions(heard.game) if before is None else () if before.result is None else (before.result,)
    return not any(map(heard.is_like, known))


class OtherTables:
    """Listens at other Pawtracks; `results` are those of the house."""

    def __init__(self, results: Callable[[], Results]) -> None:
        self._taken = HeardResults(results)
        #: By address, as people wrote it; None for one that names no Pawtrack.
        self._tables: dict[str, OtherTable | None] = {}

    def listen(self, addresses: Sequence[str]) -> None:
        """Listens at these from now on, and at no others; an address that names none is reported and left out."""
        for address in [known for known in self._tables if known not in addresses]:
            gone = self._tables.pop(address)
            if gone:
                # the screen does not wait for a farewell
                gone.stop(0)
        for address in addresses:
            if address not in self._tables:
                self._tables[address] = self._begun(address)

    def answers(self) -> Mapping[str, TableAnswer]:
        """Returns for each address whether a Pawtrack answers there."""
        return {address: table.answer if table else TableAnswer.WRONG for address, table in self._tables.items()}

    def stop(self) -> None:
        """Listens nowhere; it takes up to two seconds an address."""
        for table in self._tables.values():
            if table:
                table.stop()
        self._tables.clear()

    def _begun(self, address: str) -> OtherTable | None:
        # few houses have several tables: the client of MQTT is no part of the start of others
        from companion.publishers.other_tables import OtherTable, OtherTableError

        try:
            table = OtherTable(address, self._hear)
        except OtherTableError as error:
            log.error("%s", error)
            return None
        table.start()
        return table

    def _hear(self, heard: Heard) -> None:
        try:
            self._taken.hear(heard)
        except Exception as error:  # noqa: BLE001  (the record or the folder refuses; the next message tries again)
            log.error("the result of another table is not kept: %s", error)
