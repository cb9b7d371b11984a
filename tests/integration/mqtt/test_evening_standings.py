"""The standings of an evening for viewers: read from a real record, and published by a real broker."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from brokers_for_tests import BASE, Listener, Reports, settings_for_tests
from events_for_tests import started
from views_for_tests import game_view
from web_for_tests import ServedBroker

from companion.bootstrap.evening_standings import evening_standings, read_standings
from companion.bootstrap.house_evening import HouseEvening
from companion.catalogue.shipped import SHIPPED
from companion.evenings.evening import Contest, Evening, KeptEvening, TableGame
from companion.evenings.tournament import Kind
from companion.publishers.mqtt import MqttPublisher
from companion.scoring.profiles import Profile, Profiles
from companion.session.state import Phase
from companion.store.evening_file import EVENING_FILE
from companion.store.record import Record
from companion.store.results import Results

NOW_MS = 1_790_000_000_000
PAIRS = (("Anna", "Ben"), ("Carla", "David"), ("Émile", "Ζωή"))


@pytest.fixture
def record(tmp_path: Path) -> Iterator[Record]:
    made = Record(SHIPPED, tmp_path)
    made.begin()
    yield made
    made.close()


def led(folder: Path, record: Record, contest: Contest | None = None) -> None:
    """Two games of the evening: the first pair beats both others."""
    file = HouseEvening(Results(record, lambda: record.epoch), lambda: record.epoch, folder)
    games = tuple(TableGame(f"g{at}", (PAIRS[0], PAIRS[at]), NOW_MS, round=at) for at in (1, 2))
    kept = KeptEvening().after(Evening(variant="dog", games=games, contest=contest), NOW_MS)
    for at, game in enumerate(games):
        kept = file.enter(kept, game, 0, NOW_MS + at * 60_000)


def test_people_stand_by_their_points_under_the_shown_names(tmp_path: Path, record: Record) -> None:
    led(tmp_path, record)
    profiles = Profiles((Profile(name="Anouk", others=("Anna",)),))
    found = evening_standings(record, tmp_path, profiles, NOW_MS + 3_600_000)
    assert found
    lines = [(line.rank, line.names, line.points, line.won, line.games) for line in found.lines]
    assert lines[:2] == [(1, ["Anouk"], 2, 2, 2), (1, ["Ben"], 2, 2, 2)]
    assert {line[0] for line in lines[2:]} == {3}
    assert found.contest == ""


def test_in_a_tournament_the_sides_stand_there(tmp_path: Path, record: Record) -> None:
    led(tmp_path, record, Contest(Kind.ROUND_ROBIN, PAIRS))
    found = evening_standings(record, tmp_path, Profiles(), NOW_MS)
    assert found
    assert found.contest == "round_robin"
    assert (found.lines[0].names, found.lines[0].points, found.lines[0].games) == (["Anna", "Ben"], 3 - 1, 2)
    assert sorted(tuple(line.names) for line in found.lines) == sorted(PAIRS)


def test_a_new_day_and_a_damaged_folder_have_none(tmp_path: Path, record: Record) -> None:
    assert read_standings(record, tmp_path) is None
    led(tmp_path, record)
    later = evening_standings(record, tmp_path, Profiles(), NOW_MS + 12 * 3_600_000)
    assert later
    assert (later.lines, [each.game for each in later.entered]) == ([], ["g2", "g1"])
    assert evening_standings(record, tmp_path, Profiles(), NOW_MS + 96 * 3_600_000) is None
    (tmp_path / "players.json").write_text("{")
    assert read_standings(record, tmp_path) is None
    assert (tmp_path / EVENING_FILE).exists()


@pytest.mark.parametrize("delay_s", [0, 1])
def test_viewers_hear_them_and_again_when_a_game_is_over(
    tmp_path: Path, record: Record, delay_s: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.publishers.feed.HEARTBEAT_S", 3600.0)  # no sign of life brings them
    led(tmp_path, record)
    at_ms = [NOW_MS]
    settings, reports = settings_for_tests(delay_s=delay_s), Reports()
    broker = ServedBroker(settings, tmp_path / "there")
    broker.start(reports)
    publisher = MqttPublisher(
        broker.table_url,
        settings,
        renew=broker.renew,
        evening=lambda: evening_standings(record, tmp_path, Profiles(), at_ms[0]),
    )
    publisher.start(reports)
    tree = "delayed" if delay_s else "public"
    viewer = Listener(broker.mqtt_port, f"{BASE}/{tree}/#", qos=0)
    publisher.publish(game_view(), ())
    viewer.wait_on(f"{tree}/evening", lambda evening: evening["lines"][0]["points"] == 2)
    last = TableGame("g3", (PAIRS[0], PAIRS[1]), NOW_MS)
    HouseEvening(Results(record, lambda: record.epoch), lambda: record.epoch, tmp_path).enter(
        KeptEvening(Evening(variant="dog", games=(last,))), last, 0, NOW_MS + 120_000
    )
    over = replace(game_view(seq=51), phase=Phase.OVER, result=(0, 2))
    publisher.publish(over, (started(),))
    viewer.wait_on(f"{tree}/evening", lambda evening: evening["lines"][0]["points"] == 3)
    viewer.close()
    publisher.stop()
    broker.stop()
