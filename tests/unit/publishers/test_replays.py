"""Which recorded games the page's server shows, and to whom it shows none."""

import asyncio
import json
import threading
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from brokers_for_tests import free_ports
from gallery.history_views import card_course, played_course
from msgspec import structs
from words_for_tests import WORDING

from companion.app.ports import StoreError
from companion.bootstrap.shown_record import ShownRecord
from companion.history.play_clock import Stored
from companion.history.summary import summarise
from companion.programs.tcp_ports import ListenAddress
from companion.session.events import Event, GameAbandoned
from companion.views.kept.saved_game import SavedFault, SavedGame
from companion.web.bounded import BoundedServer
from companion.web.pages.pages import GAMES, json_page
from companion.web.pages.replays import ReplayPages

BEGAN_MS = 1_700_000_000_000
#: So many viewers may wait for a recorded game.
AT_ONCE = 32
NAMES = ("W" * 5000, "</script>", "Carla", "David")


def named(events: Sequence[Event], game: str) -> tuple[Event, ...]:
    begun, *played = events
    return (structs.replace(begun, game=game, names=NAMES[: len(begun.names)]), *played)  # type: ignore[call-arg,attr-defined]


class FakeRecord:
    """Games in memory, each row stored a second after the one before; one of them is damaged."""

    def __init__(self) -> None:
        board, cards = played_course().events, card_course().events
        over = GameAbandoned()
        self._games = {
            "board": (*named(board, "board"), over),
            "a/b?c d%": (*named(cards, "a/b?c d%"), over),
            "open": named(board, "open"),
            "damaged": (),
        }
        self.asked = 0

    def games(self) -> Sequence[SavedGame]:
        found = [summarise(*self.rows(game)) for game in self._games if game != "damaged"]
        return [*found, replace(found[0], game="damaged", fault=SavedFault.DAMAGED)]

    def rows(self, game: str) -> tuple[tuple[Event, ...], tuple[Stored, ...]]:
        self.asked += 1
        if game == "damaged":
            raise StoreError("row 3 does not fit its seal")
        events = self._games.get(game, ())
        return events, tuple(Stored(1, BEGAN_MS + 1000 * row) for row in range(len(events)))


def pages(record: FakeRecord, delay_s: int = 0, now_ms: int = 2 * BEGAN_MS) -> ReplayPages:
    return ReplayPages(lambda: record, delay_s, WORDING, lambda: now_ms)


def listed(made: ReplayPages) -> dict[str, Any]:
    page = made.get(GAMES)
    assert page is not None
    return dict(json.loads(page.body))


def test_finished_games_are_listed_by_day_with_shortened_names() -> None:
    found = listed(pages(FakeRecord()))
    assert found["offered"]
    assert [game["game"] for game in found["games"]] == ["board", "a/b?c d%"]
    assert set(found["games"][0]) == {"game", "variant", "names", "colours", "result", "day"}
    assert max(len(name) for game in found["games"] for name in game["names"]) == 40


@pytest.mark.parametrize("path", ["board.json", "a%2Fb%3Fc%20d%25.json"])
def test_a_finished_game_comes_with_its_board_and_without_its_time(path: str) -> None:
    page = pages(FakeRecord()).get(f"/replays/{path}")
    assert page is not None
    watched = json.loads(page.body)
    replay = watched["replay"]
    assert len(replay["steps"]) == len(FakeRecord().rows(replay["game"])[0])
    assert {step["at_ms"] for step in replay["steps"]} == {1000 * row for row in range(len(replay["steps"]))}
    assert str(BEGAN_MS)[:6] not in page.body.decode()
    if watched["geometry"] is not None:
        assert set(watched["drawings"]) == {watched["games"]["plain"]}
        assert list(watched["games"]["games"]) == [replay["variant"]]


@pytest.mark.parametrize("path", ["open.json", "nobody.json", "damaged.json", "board", ".json", "%00.json", "%ff.json"])
def test_what_is_not_to_be_seen_is_not_there(path: str) -> None:
    assert pages(FakeRecord()).get(f"/replays/{path}") is None


def test_a_game_is_seen_only_after_the_delay_for_spectators() -> None:
    ended_ms = FakeRecord().rows("board")[1][-1].ms
    early = pages(FakeRecord(), delay_s=60, now_ms=ended_ms + 59_000)
    assert early.get("/replays/board.json") is None
    assert "board" not in [game["game"] for game in listed(early)["games"]]
    late = pages(FakeRecord(), delay_s=60, now_ms=ended_ms + 60_000)
    assert late.get("/replays/board.json") is not None
    assert "board" in [game["game"] for game in listed(late)["games"]]


def test_a_record_that_is_not_there_yet_has_no_games() -> None:
    def missing() -> FakeRecord:
        raise StoreError("there is no record")

    made = ReplayPages(missing, 0, WORDING, lambda: BEGAN_MS)
    assert listed(made) == {"v": 1, "offered": True, "games": []}
    assert made.get("/replays/board.json") is None


@pytest.mark.parametrize("content", [None, b"", b"no database " * 400])
def test_a_record_that_is_none_shows_no_games_and_ends_nothing(tmp_path: Path, content: bytes | None) -> None:
    if content is not None:
        (tmp_path / "record.sqlite").write_bytes(content)
    made = ReplayPages(lambda: ShownRecord(tmp_path), 0, WORDING, lambda: BEGAN_MS)
    assert listed(made)["games"] == []
    assert made.get("/replays/board.json") is None
    assert (tmp_path / "record.sqlite").exists() == (content is not None)


class FailingRecord(FakeRecord):
    """A record whose file is lost."""

    def rows(self, game: str) -> tuple[tuple[Event, ...], tuple[Stored, ...]]:
        raise StoreError("disk I/O error")


def test_a_record_that_failed_is_opened_anew_and_a_good_one_is_kept() -> None:
    opened: list[FakeRecord] = []

    def open_record() -> FakeRecord:
        opened.append(FakeRecord() if opened else FailingRecord())
        return opened[-1]

    made = ReplayPages(open_record, 0, WORDING, lambda: 2 * BEGAN_MS)
    assert made.get("/replays/board.json") is None
    for _ in range(2):
        assert made.get("/replays/board.json") is not None
    assert len(opened) == 2


@pytest.mark.parametrize(("after_ms", "asked_again"), [(0, False), (2999, False), (3000, True), (-1, True)])
def test_the_list_is_made_anew_in_time_or_if_the_clock_went_back(after_ms: int, asked_again: bool) -> None:
    now_ms, record = [2 * BEGAN_MS], FakeRecord()
    made = ReplayPages(lambda: record, 0, WORDING, lambda: now_ms[0])
    listed(made)
    asked = record.asked
    now_ms[0] += after_ms
    listed(made)
    assert (record.asked > asked) is asked_again


def test_a_watched_game_is_kept_until_four_others_were_watched() -> None:
    record = FakeRecord()
    for number in range(5):
        record._games[f"copy{number}"] = record._games["board"]
    made = pages(record)
    first = made.get("/replays/board.json")
    for number in range(3):
        made.get(f"/replays/copy{number}.json")
    assert made.get("/replays/board.json") is first
    for number in (3, 4, 0, 1):
        made.get(f"/replays/copy{number}.json")
    assert made.get("/replays/board.json") is not first


class SlowRecord(FakeRecord):
    """Answers nobody until it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.let_go = threading.Event()

    def rows(self, game: str) -> tuple[tuple[Event, ...], tuple[Stored, ...]]:
        self.let_go.wait(60)
        return super().rows(game)


def test_a_crowd_that_waits_for_games_holds_up_nobody_else() -> None:
    record = SlowRecord()
    statuses = asyncio.run(crowd(record, BoundedServer({"/": json_page({})}, 512, lambda: pages(record).get)))
    assert statuses[:2] == ["503", "200"]
    assert statuses[2:] == ["404"] * AT_ONCE


async def crowd(record: SlowRecord, server: BoundedServer) -> list[str]:
    """Returns the answers to one viewer too many, then to a client of the page, then to all who waited."""
    (port,) = free_ports(1)
    running = await server.start(ListenAddress("127.0.0.1", port))
    waiting = [asyncio.create_task(status_of(port, f"/replays/{number}.json")) for number in range(AT_ONCE)]
    while server.replays_asked < AT_ONCE:
        await asyncio.sleep(0.01)
    heard = [await status_of(port, "/replays.json"), await status_of(port, "/")]
    record.let_go.set()
    heard += await asyncio.gather(*waiting)
    running.close()
    return heard


async def status_of(port: int, path: str) -> str:
    while True:
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            break
        except ConnectionRefusedError:
            await asyncio.sleep(0.01)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".encode())
    head = await reader.readline()
    writer.close()
    return head.split()[1].decode()
