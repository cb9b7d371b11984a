"""The games to go on with, as a table lists them: a damaged one is listed with its reason and hides no other."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from events_for_tests import started

from companion.catalogue.shipped import SHIPPED
from companion.session.events import GameAbandoned, TurnSkipped
from companion.store.record import Record
from companion.views.kept.saved_game import SavedFault


@pytest.fixture
def record(tmp_path: Path) -> Iterator[Record]:
    made = Record(SHIPPED, tmp_path)
    made.begin()
    for game in ("a", "b"):
        made.append(game, 1, [started(game), TurnSkipped(seat=0), TurnSkipped(seat=1)])
    yield made
    made.close()


def change(folder: Path, statement: str) -> None:
    connection = sqlite3.connect(folder / "record.sqlite", isolation_level=None)
    connection.executescript(f"DROP TRIGGER event_is_never_changed; {statement}")
    connection.close()


@pytest.mark.parametrize(("row", "known"), [(1, False), (3, True)])
def test_a_damaged_game_is_listed_with_its_reason(record: Record, tmp_path: Path, row: int, known: bool) -> None:
    change(tmp_path, f"UPDATE event SET epoch = 7 WHERE game = 'a' AND seq = {row}")
    whole, damaged = record.games()
    assert (whole.game, whole.fault, whole.reason) == ("b", None, "")
    assert (damaged.game, damaged.fault) == ("a", SavedFault.DAMAGED)
    assert f"row {row}" in damaged.reason
    assert (bool(damaged.names), bool(damaged.variant), damaged.started_ms > 0) == (known, known, known)


def test_a_finished_game_is_not_listed(record: Record) -> None:
    record.append("a", 1, [GameAbandoned()])
    assert [game.game for game in record.games()] == ["b"]
