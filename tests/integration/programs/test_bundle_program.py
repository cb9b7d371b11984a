"""`pawtrack bundle` and `bundle show`: one file that explains to a stranger the events, with games to replay."""

import json
import zipfile
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from command_line import fault, pawtrack
from gallery.views import sample_view
from msgspec import structs
from session_driver import Session
from session_players import RandomPlayers

from companion.bundle.archive import NAME, read_bundle, write_bundle
from companion.bundle.contents import EVENTS, BundleError
from companion.catalogue.shipped import SHIPPED
from companion.doctor import checks
from companion.session.evolve import replay
from companion.store.event_log import EventLog
from companion.store.health_log import MOST_BYTES, HealthLog, health_lines
from companion.views.table_view import Health, HealthState, TableView

GAMES = ("7f0f2a50-6c3e-4a0b-8d55-2c8f6a4f9e01", "7f0f2a50-6c3e-4a0b-8d55-2c8f6a4f9e02")

NAMES = ("Xaverine", "Yorick", "Zebulon", "Wendelin")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder, and only the checks that start no program."""
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path / "home"))
    quick = tuple(check for check in checks.CHECKS if check.name in ("folder", "settings", "record", "clock"))
    monkeypatch.setattr(checks, "CHECKS", quick)
    (tmp_path / "home").mkdir()
    return tmp_path / "home"


def recorded(home: Path, rounds: int = 2) -> None:
    """Two games of people with names; the second is long enough for a report."""
    with closing(EventLog(SHIPPED, home / "record.sqlite")) as log:
        for seed, game in enumerate(GAMES, start=1):
            session = Session().start(variant="black_dog")
            RandomPlayers(session, seed).play_rounds(rounds)
            begun, *events = session.events
            log.append(game, seed, (structs.replace(begun, game=game, names=NAMES), *events))


def test_a_bundle_announces_its_contents_and_its_games_can_be_judged_again(home: Path, tmp_path: Path) -> None:
    recorded(home)
    bundle, folder = tmp_path / "report.zip", tmp_path / "unpacked"
    said = pawtrack("bundle", bundle)
    assert said.exit_code == 0, said.output
    assert said.stdout.index("will hold") < said.stdout.index("is written")
    assert "Player 1" in said.stdout
    shown = pawtrack("bundle", "show", bundle, "--unpack", folder)
    assert shown.exit_code == 0, shown.output
    assert "games/1.pawtrack" in shown.stdout
    assert shown.stdout.count("all judged as at the table") == sum(
        name.endswith(".pawtrack") for name in read_bundle(bundle)
    )
    assert b"Xaverine" not in b"".join(read_bundle(bundle).values())
    judged = pawtrack("replay", folder / "games" / "1.pawtrack")
    assert judged.exit_code in (0, 1)
    assert "wrong" not in judged.stdout


def test_the_newest_game_is_the_table_s_own_but_for_the_names(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorded(home)
    pawtrack("bundle", tmp_path / "report.zip")
    pawtrack("bundle", "show", tmp_path / "report.zip", "--unpack", tmp_path / "unpacked")
    with closing(EventLog(SHIPPED, home / "record.sqlite", read_only=True)) as log:
        there = log.load(GAMES[1])
        times = [(row.epoch, row.ts_wall) for row in log.rows(GAMES[1])]
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path / "maintainer"))
    assert pawtrack("import", tmp_path / "unpacked" / "games" / "1.jsonl").exit_code == 0
    with closing(EventLog(SHIPPED, tmp_path / "maintainer" / "record.sqlite")) as log:
        here = log.load(GAMES[1])
        assert [(row.epoch, row.ts_wall) for row in log.rows(GAMES[1])] == times
    players = tuple(f"Player {seat}" for seat in range(1, 5))
    assert here[1:] == there[1:]
    assert here[0] == structs.replace(there[0], names=players)
    assert replay(here).position == replay(there).position


def test_so_many_games_as_make_the_events_of_a_report(home: Path, tmp_path: Path) -> None:
    recorded(home, rounds=8)
    pawtrack("bundle", tmp_path / "report.zip")
    files = read_bundle(tmp_path / "report.zip")
    counts = [len(files[name].splitlines()) for name in sorted(files) if name.endswith(".jsonl") and "games" in name]
    assert sum(counts) >= min(EVENTS, sum(counts))
    assert sum(counts[:-1]) < EVENTS


def test_a_bundle_has_pictures_only_on_request(tmp_path: Path) -> None:
    frames = tmp_path / "recording" / "frames"
    frames.mkdir(parents=True)
    for number in range(30):
        (frames / f"{number:09d}.jpg").write_bytes(b"picture %d" % number)
    (frames / "notes of the family.txt").write_text("secret")
    pawtrack("bundle", tmp_path / "without.zip")
    assert not [name for name in read_bundle(tmp_path / "without.zip") if name.startswith("pictures")]
    pawtrack("bundle", tmp_path / "with.zip", "--pictures", tmp_path / "recording")
    taken = sorted(name for name in read_bundle(tmp_path / "with.zip") if name.startswith("pictures"))
    assert taken == [f"pictures/{number:09d}.jpg" for number in range(10, 30)]
    assert "pictures" in fault("bundle", tmp_path / "other.zip", "--pictures", tmp_path)


def test_no_file_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "mine.zip").write_text("mine")
    assert "there already" in fault("bundle", tmp_path / "mine.zip")
    assert (tmp_path / "mine.zip").read_text() == "mine"
    assert "cannot be written" in fault("bundle", tmp_path / "no" / "folder.zip")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "bundle.json").write_text("mine")
    pawtrack("bundle", tmp_path / "report.zip")
    assert "new folder" in fault("bundle", "show", tmp_path / "report.zip", "--unpack", tmp_path / "full")


def strange_zip(path: Path, **files: bytes) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name.replace("__", "/"), content)
    return path


def test_what_is_no_bundle_is_one_line(tmp_path: Path) -> None:
    head = json.dumps({"v": 1, "made": "x", "contents": []}).encode()
    strangers = [
        strange_zip(tmp_path / "empty.zip"),
        strange_zip(tmp_path / "out.zip", **{"bundle.json": head, "..__evil": b""}),
        strange_zip(tmp_path / "newer.zip", **{"bundle.json": b'{"v": 99}'}),
        strange_zip(tmp_path / "list.zip", **{"bundle.json": b"[]"}),
        strange_zip(tmp_path / "deep.zip", **{"bundle.json": b"[" * 10_000}),
        strange_zip(tmp_path / "bytes.zip", **{"bundle.json": head, "health.jsonl": b"\xff\xfe"}),
        strange_zip(tmp_path / "bomb.zip", **{"bundle.json": bytes(65 * 1024 * 1024)}),
        tmp_path / "none.zip",
        tmp_path,
    ]
    (tmp_path / "text.zip").write_text("no zip")
    for path in (*strangers, tmp_path / "text.zip"):
        assert "bundle" in fault("bundle", "show", path)
    assert not (tmp_path / "evil").exists()


def test_a_damaged_bundle_is_one_line_or_shown(tmp_path: Path) -> None:
    pawtrack("bundle", tmp_path / "report.zip")
    whole = (tmp_path / "report.zip").read_bytes()
    for place in range(0, len(whole), max(1, len(whole) // 60)):
        broken = tmp_path / "broken.zip"
        broken.write_bytes(whole[:place] + bytes((whole[place] ^ 0x5A,)) + whole[place + 1 :])
        done = pawtrack("bundle", "show", broken)
        assert done.exit_code in (0, 2), done.output
        assert len(done.stderr.splitlines()) <= 1


def test_every_file_of_a_bundle_has_a_name_that_is_read_again(tmp_path: Path) -> None:
    with pytest.raises(BundleError):
        write_bundle(tmp_path, {})
    pawtrack("bundle", tmp_path / "report.zip")
    assert all(NAME.fullmatch(name) for name in read_bundle(tmp_path / "report.zip"))


def view_with(view: TableView, *health: Health) -> TableView:
    return replace(view, health=health)


def test_changes_of_health_are_kept_and_bounded(home: Path) -> None:
    view = sample_view()
    log = HealthLog(home, clock=lambda: 7)
    camera = [
        Health(part="camera", state=HealthState.OK, code="camera_ok"),
        Health(part="camera", state=HealthState.OK, code="camera_hand"),
        Health(part="camera", state=HealthState.LOST, code="camera_lost", params=(("source", "Anna's camera"),)),
        Health(part="camera", state=HealthState.LOST, code="camera_lost", params=(("source", "Anna's camera"),)),
        Health(part="camera", state=HealthState.OK, code="camera_ok", restarts=1),
    ]
    for health in camera:
        log.on_view(view_with(view, health))
    assert [(line.code, line.restarts) for line in health_lines(home)] == [
        ("camera_ok", 0),
        ("camera_lost", 0),
        ("camera_ok", 1),
    ]
    assert b"Anna" not in (home / "health.jsonl").read_bytes()
    for _ in range(2500):
        log.on_view(view_with(view, camera[2]))
        log.on_view(view_with(view, camera[4]))
    assert (home / "health.jsonl").stat().st_size < MOST_BYTES + 1000
    assert len(health_lines(home)) > 1000


def test_a_health_file_that_cannot_be_written_stops_nothing(home: Path) -> None:
    (home / "health.jsonl").mkdir()
    view = sample_view()
    HealthLog(home).on_view(view_with(view, Health(part="camera", state=HealthState.LOST, code="camera_lost")))
    assert health_lines(home) == ()
