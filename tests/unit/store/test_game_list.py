"""The list of games: read once, kept beside the record, and never believed more than the record."""

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from events_for_tests import started
from session_driver import Session
from session_players import RandomPlayers

from companion.catalogue.shipped import SHIPPED
from companion.session import commands as cmd
from companion.session.events import GameAbandoned, GameWon, TurnSkipped
from companion.store.event_log import EventLog
from companion.store.game_list import LIST_FILE, GameList
from companion.views.kept.saved_game import Entered, SavedFault, SavedGame, last_played_first


@pytest.fixture
def log(tmp_path: Path) -> Iterator[EventLog]:
    opened = EventLog(SHIPPED, tmp_path / "record.sqlite", clock=iter(range(1000, 90000)).__next__)
    for number in range(6):
        end = [GameWon(seats=(0, 2))] if number % 3 else []
        opened.append(f"g{number}", 1, [started(f"g{number}"), TurnSkipped(seat=0), *end])
    yield opened
    opened.close()


def listed(log: EventLog, folder: Path) -> GameList:
    """As a program that has just been started."""
    return GameList(log, folder / LIST_FILE)


def test_the_list_is_what_the_record_says(log: EventLog, tmp_path: Path) -> None:
    games = listed(log, tmp_path)
    for _ in range(2):
        assert games.read().games == log.games()
        assert games.read().unread == 0
        log.append("g1", 1, [TurnSkipped(seat=1)])
        log.append("new", 1, [started("new"), GameAbandoned()])


def test_a_finished_game_is_read_once_and_an_open_one_at_each_start(
    log: EventLog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = listed(log, tmp_path).read()
    read: list[str] = []
    whole = EventLog.saved_game
    monkeypatch.setattr(EventLog, "saved_game", lambda self, game: (read.append(game), whole(self, game))[1])
    games = listed(log, tmp_path)
    assert games.read() == right
    assert sorted(read) == ["g0", "g3"]
    assert games.read() == right
    assert sorted(read) == ["g0", "g3"]
    log.append("g1", 1, [TurnSkipped(seat=1)])
    assert [game.rows for game in games.read().games if game.game == "g1"] == [4]
    assert read.count("g1") == 1


def test_games_from_elsewhere_stand_where_their_time_puts_them() -> None:
    """Those played here keep their order, even if the clock was wrong; a result has the time of its game."""
    times = {"first": 10, "second": 30, "set back": 5, "theirs": 20, "theirs too": 1, "result": 40, "old result": 7}
    counts = {"first": 1, "second": 2, "set back": 3, "result": 4, "old result": 5}
    games = (
        SavedGame(game=game, changed_ms=ms, entered=Entered() if "result" in game else None)
        for game, ms in times.items()
    )
    found = last_played_first((counts.get(game.game, 0), game) for game in games)
    assert [game.game for game in found] == [
        *("result", "theirs", "old result", "set back", "second", "first", "theirs too"),
    ]


@pytest.mark.long
def test_whatever_becomes_of_the_file_the_list_is_right(log: EventLog, tmp_path: Path) -> None:
    """Cut at any place, changed at any byte, empty, foreign: it is made anew."""
    right = listed(log, tmp_path).read()
    path = tmp_path / LIST_FILE
    whole = path.read_bytes()
    spoilt = [whole[:cut] for cut in range(0, len(whole), 37)]
    spoilt += [whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :] for at in range(0, len(whole), 41)]
    spoilt += [b"{}", b"pawtrack-games 0 x\n[]", whole + b" "]
    for content in spoilt:
        path.write_bytes(content)
        assert listed(log, tmp_path).read() == right
        assert path.read_bytes() == whole


def test_a_list_of_another_record_is_not_believed(log: EventLog, tmp_path: Path) -> None:
    """The same games with other rows bear other seals."""
    listed(log, tmp_path).read()
    other = EventLog(SHIPPED, tmp_path / "other" / "record.sqlite")
    other.append("g1", 1, [started("g1"), TurnSkipped(seat=3), GameAbandoned()])
    (tmp_path / "other" / LIST_FILE).write_bytes((tmp_path / LIST_FILE).read_bytes())
    (game,) = listed(other, tmp_path / "other").read().games
    assert game.result == ()
    other.close()


def test_a_folder_that_refuses_has_a_list_too(log: EventLog, tmp_path: Path) -> None:
    (tmp_path / LIST_FILE).mkdir()
    assert listed(log, tmp_path).read().games == log.games()


def test_a_reader_writes_nothing(log: EventLog, tmp_path: Path) -> None:
    assert GameList(log, tmp_path / LIST_FILE, read_only=True).read().games == log.games()
    assert not (tmp_path / LIST_FILE).exists()


def test_a_damaged_game_is_listed_with_its_reason_and_not_kept(log: EventLog, tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "record.sqlite", isolation_level=None)
    connection.executescript(
        "DROP TRIGGER event_is_never_changed; UPDATE event SET epoch = 7 WHERE game = 'g1' AND seq = 2"
    )
    connection.close()
    found = {game.game: game for game in listed(log, tmp_path).read().games}
    assert found["g1"].fault is SavedFault.DAMAGED
    assert "row 2" in found["g1"].reason
    assert b'"g1"' not in (tmp_path / LIST_FILE).read_bytes()
    assert b'"g2"' in (tmp_path / LIST_FILE).read_bytes()


def test_games_are_read_for_as_long_as_there_is_time(log: EventLog, tmp_path: Path) -> None:
    """Each look reads as much as time allows, the read games are shown, and nothing is read twice."""
    ticks = iter(range(1000))
    games = GameList(log, tmp_path / LIST_FILE, clock=lambda: float(next(ticks)))
    unread = []
    for _ in range(10):
        found = games.read(seconds=3)
        assert len(found.games) + found.unread == 6
        unread.append(found.unread)
        if not found.unread:
            break
    assert unread == sorted(unread, reverse=True)
    assert len(unread) > 2
    assert games.read().games == log.games()


def test_open_games_are_found_without_reading_finished_ones(
    log: EventLog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    whole = EventLog.saved_game
    monkeypatch.setattr(EventLog, "saved_game", lambda self, game: (read.append(game), whole(self, game))[1])
    found = listed(log, tmp_path).open_games((GameWon.__name__,))
    assert [game.game for game in found] == ["g3", "g0"]
    assert sorted(read) == ["g0", "g3"]


def test_a_summary_counts_what_happened(tmp_path: Path) -> None:
    """Plays and captures that stand, disputes and undos that were, time played without pauses."""
    session = Session().start()
    players = RandomPlayers(session, seed=6)
    players.play_rounds(3)
    while session.state.phase != "play":
        players.step()
    session.do(cmd.DeclarePlay(seat=(session.position.turn + 1) % 4, card="8"))
    session.do(cmd.Undo())
    session.do(cmd.Redo())
    session.do(cmd.Undo())
    minute = iter(range(0, 10**9, 60_000))
    log = EventLog(SHIPPED, tmp_path / "record.sqlite", clock=minute.__next__)
    log.append("g", 1, session.events)
    before_pause = log.saved_game("g")
    assert before_pause.played_ms == (len(session.events) - 1) * 60_000
    session.do(cmd.Pause())
    session.do(cmd.Resume())
    log.append("g", 1, session.events[-2:])
    log.append("g", 2, [TurnSkipped(seat=0)])
    game = log.saved_game("g")
    assert (game.ply, game.disputes, game.undos) == (session.state.ply, 1, 2)
    assert game.result is None
    # up to the pause; neither the pause nor the time in which the program was off
    assert game.played_ms == before_pause.played_ms + 60_000
    assert game.captures > 0
    assert json.loads(json.dumps([game.rows])) == [len(session.events) + 1]
    log.close()
