"""Recorded games for viewers come from a program of their own, and its faults cost no more than a request."""

import json
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from brokers_for_tests import wait_until
from gallery.history_views import played_course
from msgspec import structs

from companion.bootstrap.shown_record import NICENESS
from companion.catalogue.shipped import SHIPPED
from companion.session.events import GameAbandoned
from companion.store.event_log import EventLog
from companion.web import recorded
from companion.web.pages.pages import GAMES
from companion.web.recorded import RecordedPages

GAME = "/replays/over.json"


@pytest.fixture
def pages(tmp_path: Path) -> Iterator[RecordedPages]:
    """Those of a data folder with one finished game."""
    begun, *played = played_course().events
    with closing(EventLog(SHIPPED, tmp_path / "record.sqlite")) as log:
        log.append("over", 1, [structs.replace(begun, game="over"), *played, GameAbandoned()])  # type: ignore[call-arg]
    made = RecordedPages(str(tmp_path), 0)
    yield made
    made.stop()


def test_a_program_of_lower_priority_makes_list_and_game(pages: RecordedPages) -> None:
    listed, game = pages.find(GAMES), pages.find(GAME)
    assert listed
    assert [each["game"] for each in json.loads(listed.body)["games"]] == ["over"]
    assert game
    assert game.packed
    assert json.loads(game.body)["replay"]["game"] == "over"
    assert pages.find("/replays/nobody.json") is None
    if sys.platform == "linux":
        assert os.getpriority(os.PRIO_PROCESS, pages.pid or 0) == os.getpriority(os.PRIO_PROCESS, 0) + NICENESS


def test_a_game_that_ended_within_the_delay_is_not_shown(pages: RecordedPages, tmp_path: Path) -> None:
    late = RecordedPages(str(tmp_path), 3600)
    assert (pages.find(GAME) is None, late.find(GAME)) == (False, None)
    late.stop()


@pytest.mark.sampled(2)
@pytest.mark.skipif(sys.platform == "win32", reason="sends signals")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP])
def test_a_program_that_ended_or_hangs_is_replaced(
    pages: RecordedPages, number: signal.Signals, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert pages.find(GAME)
    before = pages.pid
    assert before
    os.kill(before, number)
    with monkeypatch.context() as patch:
        patch.setattr(recorded, "PATIENCE_S", 0.5)
        assert pages.find(GAME) is None
    wait_until(lambda: pages.find(GAME) is not None)
    assert pages.pid != before
