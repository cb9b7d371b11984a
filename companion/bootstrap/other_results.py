"""Results of other Pawtracks in the house, taken into the record while this one runs."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.publishers.other_tables import Heard
    from companion.store.results import Results

log = logging.getLogger(__name__)


class HeardResults:
    """Takes the games of other tables into the record; `results` are those of the house."""

    def __init__(self, results: Callable[[], Results]) -> None:
        self._results = results
        #: Games that went on after their end, as an undo lets them.
        self._going_on: set[str] = set()

    def hear(self, heard: Heard) -> None:
        """Counts a game once, by its id; people may strike it out, and it stays struck.

        Raises what `Results` raises.
        """
        results, game = self._results(), heard.game
        if results.has_plays(game):
            return
        entered = results.is_there(game)
        if heard.result is None:
            if entered and not results.of(game).struck:
                self._going_on.add(game)
                results.strike(game, struck=True)
        elif not entered:
            results.enter(game, heard.result)
        elif game in self._going_on:
            self._going_on.discard(game)
            results.correct(game, heard.result)
            results.strike(game, struck=False)


@contextmanager
def other_results(addresses: Sequence[str], results: Callable[[], Results]) -> Iterator[None]:
    """Listens at other Pawtracks meanwhile; an address that names none is reported and left out."""
    if not addresses:
        yield
        return
    # few houses have several tables: the client of MQTT is no part of the start of others
    from companion.publishers.other_tables import OtherTableError, tables_at

    taken = HeardResults(results)

    def hear(heard: Heard) -> None:
        try:
            taken.hear(heard)
        except Exception as error:  # noqa: BLE001  (the record or the folder refuses; the next message tries again)
            log.error("the result of another table is not kept: %s", error)

    listening = []
    for address in addresses:
        try:
            listening.append(tables_at(address, hear))
        except OtherTableError as error:
            log.error("%s", error)
    for tables in listening:
        tables.start()
    try:
        yield
    finally:
        for tables in listening:
            tables.stop()
