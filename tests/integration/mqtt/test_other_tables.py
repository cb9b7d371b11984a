"""Results of another Pawtrack in the house, heard through its viewers' side; broker, gateway and record are real."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from brokers_for_tests import Reports, settings_for_tests, wait_until
from events_for_tests import started
from views_for_tests import game_view
from web_for_tests import ServedBroker

from companion.bootstrap.other_results import other_results
from companion.catalogue.shipped import SHIPPED
from companion.publishers.mqtt import MqttPublisher
from companion.publishers.other_tables import HeardGames, OtherTableError, address_of
from companion.scoring.games import ScoredGame, scored_games
from companion.scoring.profiles import Profiles
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


def over(game: str, seq: int = 50, **changes: object) -> TableView:
    return replace(game_view(seq=seq), game=game, phase=Phase.OVER, result=(0, 2), **changes)


def counted(record: Record) -> dict[str, ScoredGame]:
    return {game.game: game for game in scored_games(record.all_games().games, Profiles())}


def test_a_game_of_another_table_counts_once_while_it_is_over(record: Record, other: tuple[MqttPublisher, int]) -> None:
    publisher, port = other
    results = Results(record, lambda: record.epoch)
    publisher.publish(over("theirs"), ())
    with other_results([f"127.0.0.1:{port}", "no address!"], lambda: results):
        wait_until(lambda: "theirs" in counted(record))
        names = [seat.name.casefold() for seat in game_view().seats]
        assert counted(record)["theirs"].sides[counted(record)["theirs"].winner] == (names[0], names[2])
        publisher.publish(replace(game_view(seq=51), game="theirs"), ())
        wait_until(lambda: "theirs" not in counted(record))
        publisher.publish(over("theirs", seq=52), ())
        wait_until(lambda: "theirs" in counted(record))
        results.strike("theirs", struck=True)
        publisher.publish(over("next", seq=10), ())
        wait_until(lambda: "next" in counted(record))
    with other_results([f"127.0.0.1:{port}"], lambda: results):
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
    with other_results([f"127.0.0.1:{port}"], lambda: Results(record, lambda: record.epoch)):
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
    assert games.take("info", info) is None
    assert games.take("state", state) is None


def test_info_and_state_make_a_game_in_any_order() -> None:
    info, state = b'{"game": "g"}', STATE % SEATS
    for messages in ((("info", info), ("state", state)), (("state", state), ("info", info))):
        games = HeardGames()
        found = [games.take(topic, payload) for topic, payload in messages][-1]
        assert found
        assert found.result
        assert (found.game, found.result.winners) == ("g", (0,))


def test_an_address_is_a_host_with_or_without_a_port() -> None:
    assert address_of("192.168.1.20").port == 8083
    assert str(address_of("club-2:9000")) == "club-2:9000"
    for text in ("", "a b", "x@y", "http://there"):
        with pytest.raises(OtherTableError):
            address_of(text)
