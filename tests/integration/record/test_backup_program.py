"""`pawtrack backup` and `restore`: everything of a family in one file, and back, and never less than there was."""

import json
import random
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import pytest
from command_line import fault, pawtrack
from msgspec import structs
from session_driver import Session
from session_players import RandomPlayers

from companion.backup.contents import MANIFEST
from companion.catalogue.shipped import SHIPPED
from companion.store.epoch import keep_epoch, last_epoch
from companion.store.event_log import EventLog
from companion.store.folder_lock import FolderLock

FILES = {
    "settings.toml": b'language = "it"\n',
    "players.json": b'{"form": 1, "players": [{"name": "J\xc3\xb6rg"}]}\n',
    "boards/ours.toml": b"id = 'ours'\n",
    "boards/ours.png": bytes(range(256)),
    "decks/dog/deck.json": b"{}",
    "themes/club.css": b":root { --accent: #123456; }",
}
#: Made anew, or true of one machine only.
LEFT_OUT = {
    "games.json": b"[]",
    "viewer.log": b"x",
    "settings.new": b"half",
    "broker/passwords.json": b'{"table": "here"}',
    "recordings/one/frames/1.jpg": b"picture",
    "clips/one/clip-7.mp4": b"film",
}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder of a family with two games."""
    folder = tmp_path / "home"
    monkeypatch.setenv("PAWTRACK_HOME", str(folder))
    for name, content in {**FILES, **LEFT_OUT}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    with closing(EventLog(SHIPPED, folder / "record.sqlite")) as log:
        play(log, "one")
        play(log, "two")
    keep_epoch(folder, 3)
    return folder


def play(log: EventLog, game: str) -> None:
    session = Session().start(variant="dog")
    RandomPlayers(session, len(game)).play_rounds(1)
    begun, *events = session.events
    log.append(game, 1, (structs.replace(begun, game=game), *events))


def games(folder: Path) -> dict[str, str]:
    """Every game of a record by its seal, checked row by row."""
    with closing(EventLog(SHIPPED, folder / "record.sqlite", read_only=True)) as log:
        assert all(log.verify(saved.game).fault is None for saved in log.games())
        return {saved.game: log.seal_of(saved.game) for saved in log.games()}


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and not path.name.startswith(("record.sqlite", "pawtrack.lock"))
    }


def backup_of(home: Path, *options: str) -> Path:
    path = home.parent / "family.zip"
    done = pawtrack("backup", path, *options)
    assert done.exit_code == 0, done.output
    assert [each.name for each in home.parent.iterdir() if each.name.endswith(".new")] == []
    return path


def rewritten(path: Path, manifest: dict[str, object] | None = None, **files: bytes) -> Path:
    """The backup with another manifest, and with files added or replaced."""
    with zipfile.ZipFile(path) as archive:
        kept = {name: archive.read(name) for name in archive.namelist()}
    kept.update({name.replace("__", "/"): content for name, content in files.items()})
    if manifest is not None:
        kept[MANIFEST] = json.dumps({**json.loads(kept[MANIFEST]), **manifest}).encode()
    changed = path.with_name("changed.zip")
    with zipfile.ZipFile(changed, "w") as archive:
        for name, content in kept.items():
            archive.writestr(name, content)
    return changed


def test_everything_comes_back_on_a_machine_that_has_nothing(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, before = backup_of(home), games(home)
    new = tmp_path / "another machine" / "data"
    monkeypatch.setenv("PAWTRACK_HOME", str(new))
    assert "2 games" not in pawtrack("restore", "--look", path).stdout
    done = pawtrack("restore", path)
    assert done.exit_code == 0, done.output
    assert games(new) == before
    assert contents(new) == {**FILES, "epoch": b"3\n"}
    assert [each.name for each in new.parent.iterdir()] == ["data"]


def test_a_backup_holds_the_running_game_and_does_not_delay_it(home: Path) -> None:
    with closing(EventLog(SHIPPED, home / "record.sqlite")) as log:
        play(log, "three")
        path = backup_of(home)
        play(log, "fourth")
    assert sorted(games(home)) == ["fourth", "one", "three", "two"]
    assert pawtrack("restore", path).exit_code == 0
    assert sorted(games(home)) == ["one", "three", "two"]


def test_what_was_there_stays_beside_it_and_the_starts_never_fall(home: Path) -> None:
    path = backup_of(home, "--recordings")
    keep_epoch(home, 9)
    (home / "themes" / "club.css").write_bytes(b"later")
    done = pawtrack("restore", path)
    assert done.exit_code == 0, done.output
    beside = home.with_name("home-before-restore-1")
    assert str(beside) in done.stdout
    assert (beside / "themes" / "club.css").read_bytes() == b"later"
    assert games(beside) == games(home)
    assert last_epoch(home) == 9
    assert contents(home) == {
        **FILES,
        "epoch": b"9\n",
        **{name: LEFT_OUT[name] for name in LEFT_OUT if name.startswith(("broker", "record"))},
    }
    assert pawtrack("restore", path).exit_code == 0
    assert home.with_name("home-before-restore-2").is_dir()


@pytest.mark.parametrize("number", range(8))
def test_a_spoilt_backup_is_refused_in_one_line_or_whole(home: Path, number: int) -> None:
    path, chance = backup_of(home), random.Random(number)
    whole = bytearray(path.read_bytes())
    at = chance.randrange(len(whole))
    path.write_bytes(whole[:at] if number % 2 else whole[:at] + bytes([whole[at] ^ 255]) + whole[at + 1 :])
    (home / "settings.toml").write_bytes(b"later = 1\n")
    before = contents(home)
    done = pawtrack("restore", path)
    if done.exit_code == 0:
        assert contents(home)["settings.toml"] == FILES["settings.toml"]
    else:
        assert (done.exit_code, len(done.stderr.splitlines())) == (2, 1)
        assert contents(home) == before
        assert [each.name for each in home.parent.iterdir() if "restor" in each.name] == []


@pytest.mark.parametrize(
    "name",
    [
        "../escaped",
        "/escaped",
        "a/../../escaped",
        "a\\escaped",
        "C:escaped",
        "pawtrack.lock",
        "broker/passwords.json",
        "",
    ],
)
def test_a_name_that_leads_elsewhere_is_refused(home: Path, name: str) -> None:
    changed = rewritten(backup_of(home), {"files": {name: "0" * 64}})
    before = contents(home.parent)
    assert "is no backup of Pawtrack" in fault("restore", changed)
    assert contents(home.parent) == before


def test_what_a_newer_program_wrote_is_refused(home: Path) -> None:
    path, before = backup_of(home), contents(home)
    assert "newer version of Pawtrack" in fault("restore", rewritten(path, {"backup": 2, "more": [1]}))
    with closing(sqlite3.connect(home / "record.sqlite")) as record:
        record.execute("PRAGMA user_version = 99")
    path.unlink()
    newer = backup_of(home)
    assert "newer version of Pawtrack" in fault("restore", newer)
    assert contents(home) == before


def test_a_damaged_record_is_taken_and_put_back_as_it_is(home: Path) -> None:
    (home / "record.sqlite").write_bytes(b"SQLite format 3\0" + b"broken" * 100)
    path = backup_of(home)
    done = pawtrack("restore", path)
    assert done.exit_code == 0, done.output
    assert "damaged" in done.stdout
    assert (home / "record.sqlite").read_bytes().endswith(b"broken")


def test_a_table_that_plays_is_not_pulled_from_under_its_game(home: Path) -> None:
    path, lock = backup_of(home), FolderLock(home)
    lock.take()
    assert "already running" in fault("restore", path)
    lock.release()
    assert pawtrack("restore", path).exit_code == 0


def test_a_disk_that_refuses_a_name_leaves_everything_as_it_was(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, before = backup_of(home), contents(home)
    whole = Path.rename

    def refuse(self: Path, target: Path) -> Path:
        if "restoring" in self.name:
            raise OSError(5, "Input/output error", str(self))
        return whole(self, target)

    monkeypatch.setattr(Path, "rename", refuse)
    assert "nothing was changed" in fault("restore", path)
    assert contents(home) == before
    assert sorted(each.name for each in home.parent.iterdir()) == ["family.zip", "home"]


def test_nothing_is_written_over_and_nothing_is_no_backup(home: Path, tmp_path: Path) -> None:
    path = backup_of(home)
    assert "is there already" in fault("backup", path)
    assert "cannot be written" in fault("backup", tmp_path / "no folder" / "family.zip")
    for content in (b"", b"PK\x05\x06" + bytes(18), b"no zip"):
        path.write_bytes(content)
        assert "no backup of Pawtrack" in fault("restore", path)
    assert "cannot be read" in fault("restore", tmp_path / "gone.zip")
