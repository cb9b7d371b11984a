"""Results of another Pawtrack in the house, heard through its viewers' side; broker, gateway and record are real."""

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from brokers_for_tests import Reports, settings_for_tests, wait_until
from events_for_tests import started
from views_for_tests import game_view
from web_for_tests import ServedBroker

from companion.bootstrap.evening_standings import evening_standings
from companion.bootstrap.other_results import HeardResults, OtherTables
from companion.catalogue.shipped import SHIPPED
from companion.evenings.table_answer import TableAnswer
from companion.publishers.mqtt import MqttPublisher
from companion.publishers.other_tables import HeardGames, OtherTableError, address_of
from companion.scoring.games import ScoredGame, scored_games
from companion.scoring.profiles import Profiles
from companion.session.results import Result
from companion.session.state import Phase
from companion.store.record import Record
from companion.store.results import Results
from companion.views.table_view import TableView


@pytest.fixture
def record(tmp_path: Path) -> Iterator[Record]:
    made = Record(SHIPPED, tmp_path / "here")
    made.begin()
    yield made
    made.close()


@pytest.fixture
def other(tmp_path: Path) -> Iterator[tuple[MqttPublisher, int]]:
    """A table of another Pawtrack, and the port on which its viewers watch."""
    settings, reports = settings_for_tests(), Reports()
    broker = ServedBroker(settings, tmp_path / "there")
    broker.start(reports)
    publisher = MqttPublisher(broker.table_url, settings, None, broker.renew)
    publisher.start(reports)
    yield publisher, broker.websocket_port
    publisher.stop()
    broker.stop()


@contextmanager
def other_results(addresses: Sequence[str], results: Results) -> Iterator[OtherTables]:
    tables = OtherTables(lambda: results)
    tables.listen(addresses)
    yield tables
    tables.stop()


def over(game: str, seq: int = 50, **changes: object) -> TableView:
    return replace(game_view(seq=seq), game=game, phase=Phase.OVER, result=(0, 2), **changes)


def counted(record: Record) -> dict[str, ScoredGame]:
    return {game.game: game for game in scored_games(record.all_games().games, Profiles())}


def test_a_game_of_another_table_counts_once_while_it_is_over(record: Record, other: tuple[MqttPublisher, int]) -> None:
    publisher, port = other
    results = Results(record, lambda: record.epoch)
    publisher.publish(over("theirs"), ())
    with other_results([f"127.0.0.1:{port}", "no address!"], results) as tables:
        wait_until(lambda: "theirs" in counted(record))
        assert tables.answers() == {f"127.0.0.1:{port}": TableAnswer.HERE, "no address!": TableAnswer.WRONG}
        names = [seat.name.casefold() for seat in game_view().seats]
        assert counted(record)["theirs"].sides[counted(record)["theirs"].winner] == (names[0], names[2])
        publisher.publish(replace(game_view(seq=51), game="theirs"), ())
        wait_until(lambda: "theirs" not in counted(record))
        publisher.publish(over("theirs", seq=52), ())
        wait_until(lambda: "theirs" in counted(record))
        results.strike("theirs", struck=True)
        publisher.publish(over("next", seq=10), ())
        wait_until(lambda: "next" in counted(record))
    with other_results([f"127.0.0.1:{port}"], results):
        publisher.publish(over("last", seq=10), ())
        wait_until(lambda: "last" in counted(record))
    assert set(counted(record)) == {"next", "last"}
    assert len(record.load_result("next")) == 1


def test_a_game_that_this_record_has_with_its_plays_is_left_alone(
    record: Record, other: tuple[MqttPublisher, int]
) -> None:
    publisher, port = other
    record.append("ours", record.epoch, [started(game="ours")])
    publisher.publish(over("ours"), ())
    with other_results([f"127.0.0.1:{port}"], Results(record, lambda: record.epoch)):
        publisher.publish(over("theirs"), ())
        wait_until(lambda: "theirs" in counted(record))
    assert record.load_result("ours") == ()


STATE = b'{"game": "g", "variant": "dog", "phase": "over", "ts": 5, "result": [0], "seats": [%s]}'
SEATS = b'{"name": "Anna", "team": 0}, {"name": "Ben", "team": 1}'


@pytest.mark.parametrize(
    ("info", "state"),
    [
        (b'{"game": "g", "demo": true}', STATE % SEATS),
        (b'{"game": "g", "computers": [1]}', STATE % SEATS),
        (b'{"game": "other"}', STATE % SEATS),
        (b'{"game": "g"}', STATE % b'{"name": "Anna", "team": 0}'),
        (b'{"game": "g"}', STATE % b'{"name": "Anna", "team": 0}, {"name": "anna", "team": 1}'),
        (b"[", STATE % SEATS),
        (b'{"game": "g"}', b"\xff"),
    ],
    ids=["demo", "computer", "other game", "alone", "twice the same", "no JSON", "no text"],
)
def test_what_is_no_game_of_people_is_not_heard(info: bytes, state: bytes) -> None:
    games = HeardGames()
    assert games.take("info", info) == ()
    assert games.take("state", state) == ()


def test_info_and_state_make_a_game_in_any_order() -> None:
    info, state = b'{"game": "g"}', STATE % SEATS
    for messages in ((("info", info), ("state", state)), (("state", state), ("info", info))):
        games = HeardGames()
        found = [games.take(topic, payload) for topic, payload in messages][-1]
        assert [(heard.game, heard.result and heard.result.winners) for heard in found] == [("g", (0,))]


def test_an_address_is_a_host_with_or_without_a_port() -> None:
    assert address_of("192.168.1.20").port == 8083
    assert str(address_of("club-2:9000")) == "club-2:9000"
    for text in ("", "a b", "x@y", "http://there"):
        with pytest.raises(OtherTableError):
            address_of(text)


NOW_MS = 1_790_000_000_000


def entered(winner: int, minutes: int = 0) -> Result:
    return Result(
        variant="dog", names=("Ada", "Zoë"), teams=(0, 1), winners=(winner,), ended_ms=NOW_MS, minutes=minutes
    )


def said(theirs: Record, folder: Path) -> bytes:
    """The message of a Pawtrack on its evening."""
    found = evening_standings(theirs, folder, Profiles(), NOW_MS)
    assert found
    return msgspec.json.encode(found)


def test_results_entered_at_another_table_come_over_its_broker(record: Record, tmp_path: Path) -> None:
    theirs = Record(SHIPPED, tmp_path / "theirs")
    theirs.begin()
    Results(theirs, lambda: theirs.epoch).enter("by hand", entered(1))
    settings, reports = settings_for_tests(), Reports()
    broker = ServedBroker(settings, tmp_path / "there")
    broker.start(reports)
    publisher = MqttPublisher(
        broker.table_url,
        settings,
        renew=broker.renew,
        evening=lambda: evening_standings(theirs, tmp_path / "theirs", Profiles(), NOW_MS),
    )
    publisher.start(reports)
    publisher.publish(game_view(), ())
    with other_results([f"127.0.0.1:{broker.websocket_port}"], Results(record, lambda: record.epoch)):
        wait_until(lambda: "by hand" in counted(record))
    publisher.stop()
    broker.stop()
    theirs.close()
    assert counted(record)["by hand"].winner == 1


def test_a_result_follows_there_and_stays_as_people_left_it_here(record: Record, tmp_path: Path) -> None:
    theirs = Record(SHIPPED, tmp_path / "theirs")
    theirs.begin()
    here, there = (Results(each, lambda each=each: each.epoch) for each in (record, theirs))
    heard, games = HeardResults(lambda: here), HeardGames()

    def listen(again: HeardResults | None = None) -> tuple[Result, bool]:
        for game in games.take("evening", said(theirs, tmp_path)):
            (again or heard).hear(game)
        kept = here.of("g")
        return kept.result, kept.struck

    there.enter("g", entered(0))
    assert listen()[0].winners == (0,)
    rows = len(record.load_result("g"))
    assert listen() == listen(HeardResults(lambda: here))
    assert len(record.load_result("g")) == rows
    there.correct("g", entered(1, minutes=30))
    assert (listen()[0].winners, listen()[0].minutes) == ((1,), 30)
    there.correct("g", entered(0))
    assert listen()[0].winners == (0,)
    there.strike("g", struck=True)
    assert listen()[1]
    there.strike("g", struck=False)
    assert not listen()[1]
    here.correct("g", replace(entered(1), note="seen by all"))
    here.strike("g", struck=True)
    for again in (None, HeardResults(lambda: here)):
        assert listen(again) == (replace(entered(1), note="seen by all"), True)
    theirs.close()


class SlowResults(Results):
    """Results on a slow disk."""

    def is_there(self, game: str) -> bool:
        there = super().is_there(game)
        time.sleep(0.05)
        return there


def test_a_table_with_two_addresses_gives_each_result_once(record: Record) -> None:
    """Two listeners hear it at the same time."""
    results = SlowResults(record, lambda: record.epoch)
    heard = HeardResults(lambda: results)
    (game,) = HeardGames().take("evening", b'{"entered": [%s]}' % THEIRS)
    with ThreadPoolExecutor(2) as listeners:
        list(listeners.map(heard.hear, (game, game)))
    assert len(record.load_result("theirs")) == 1


def test_a_result_that_was_heard_is_not_passed_on(record: Record, tmp_path: Path) -> None:
    results = Results(record, lambda: record.epoch)
    for game in HeardGames().take("evening", b'{"entered": [%s]}' % THEIRS):
        HeardResults(lambda: results).hear(game)
    assert set(counted(record)) == {"theirs"}
    found = evening_standings(record, tmp_path, Profiles(), NOW_MS)
    assert found
    assert [(len(found.lines), found.entered)] == [(2, [])]


def test_results_as_many_as_a_broker_takes_are_sent_the_newest_first(record: Record, tmp_path: Path) -> None:
    results = Results(record, lambda: record.epoch)
    long = {
        f"g{at}": Result(
            variant="dog",
            names=tuple(f"{'Ω' * 30} {seat}" for seat in range(12)),
            teams=tuple(range(12)),
            winners=(0,),
            ended_ms=NOW_MS - at,
        )
        for at in range(60)
    }
    results.take(long)
    found = evening_standings(record, tmp_path, Profiles(), NOW_MS)
    assert found
    assert [each.game for each in found.entered] == [f"g{at}" for at in range(len(found.entered))]
    assert 10 < len(found.entered) < 60
    assert len(msgspec.json.encode(found)) < 60_000


THEIRS = (
    b'{"game": "theirs", "variant": "dog", "names": ["Ada", "Ben"], "teams": [0, 1], "winners": [0],'
    b' "ended_ms": 1790000000000}'
)


@pytest.mark.parametrize(
    "message", [b"[]", b'{"entered": 1}', b'{"entered": [{"game": "g"}]}', b'{"entered": [%s]}' % THEIRS[:-30]]
)
def test_a_damaged_list_of_results_is_not_heard(message: bytes) -> None:
    assert HeardGames().take("evening", message) == ()


def test_a_result_that_no_game_can_have_is_left_out_alone() -> None:
    wrong = THEIRS.replace(b'"winners": [0]', b'"winners": [0, 1]').replace(b"theirs", b"wrong")
    heard = HeardGames().take("evening", b'{"entered": [%s, %s]}' % (wrong, THEIRS))
    assert [each.game for each in heard] == ["theirs"]
