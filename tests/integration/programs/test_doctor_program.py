"""`pawtrack doctor` as people start it: its findings, its words, and that it changes nothing."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.commands.doctor import table_context
from companion.doctor.checks import CHECKS
from companion.doctor.devices import check_camera, check_wheel
from companion.doctor.examination import examine
from companion.doctor.family_files import check_family_files, check_settings
from companion.doctor.results import CheckContext, Level
from companion.doctor.storage import check_clock, check_record, check_running
from companion.settings.schema import Settings
from companion.store.folder_lock import FolderLock

ROOT = Path(__file__).parents[3]


def doctor(home: Path, *arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "companion", "doctor", *arguments],
        env=os.environ | {"PAWTRACK_HOME": str(home), "SDL_VIDEODRIVER": "offscreen"} | environ,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def snapshot(folder: Path) -> dict[str, tuple[int, bytes]]:
    return {
        str(path.relative_to(folder)): (path.stat().st_mtime_ns, path.read_bytes() if path.is_file() else b"")
        for path in (folder, *folder.rglob("*"))
    }


def test_a_broken_file_is_reported_first_and_nothing_is_changed(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("variant = \n")
    (tmp_path / "record.sqlite").write_bytes(b"SQLite format 3\0" + bytes(4000))
    before = snapshot(tmp_path)
    done = doctor(tmp_path, "--json", "--language", "fr")
    assert done.returncode == 1, done.stderr
    assert done.stderr == ""
    said = json.loads(done.stdout)
    assert said["first"] == "PT-SET-01"
    assert {row["id"] for row in said["results"] if row["level"] == "fault"} >= {"PT-SET-01", "PT-REC-04"}
    assert {row["check"] for row in said["results"]} == {check.name for check in CHECKS}
    assert "réglages" in next(row["text"] for row in said["results"] if row["id"] == "PT-SET-01")
    assert snapshot(tmp_path) == before


def test_an_unknown_language_is_one_line() -> None:
    done = doctor(Path("/nowhere"), "--language", "xx")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1


def found(check, context: CheckContext) -> list[tuple[str, Level]]:
    return [(finding.id or finding.code, finding.level) for finding in check(context)]


def test_a_table_that_runs_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its camera, wheel and ports belong to it; the report that it runs comes last."""
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    (tmp_path / "settings.toml").write_text('camera = "/dev/video0"\nwheel = "/dev/ttyUSB0"\n')
    assert not table_context().running
    lock = FolderLock(tmp_path)
    lock.take()
    try:
        context = table_context()
        assert context.running
        assert found(check_camera, context) == found(check_wheel, context) == [("device_in_use", Level.OK)]
        assert found(check_running, context) == [("PT-REC-07", Level.WARNING)]
    finally:
        lock.release()
    assert found(check_running, context) == [("not_running", Level.OK)]


def test_files_of_the_family_that_cannot_be_used_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    for folder in ("variants", "boards"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "grandma.toml").write_text("this is = no = file")
    context = CheckContext(folder=tmp_path)
    assert found(check_family_files, context) == [("PT-SET-02", Level.WARNING), ("PT-SET-03", Level.WARNING)]
    (tmp_path / "players.json").write_text('{"form": 1, "players": [{"name"')
    assert ("PT-SET-04", Level.WARNING) in found(check_family_files, context)
    own = CheckContext(folder=tmp_path, settings=Settings(board="grandma"))
    assert found(check_settings, own) == [("PT-SET-01", Level.FAULT)]
    assert found(check_settings, context) == [("settings_ok", Level.OK)]


def test_a_clock_that_was_set_back_is_found_by_earlier_files(tmp_path: Path) -> None:
    context = CheckContext(folder=tmp_path)
    settings = tmp_path / "settings.toml"
    settings.write_text("")
    assert found(check_clock, context)[0][0] in ("clock_ok", "clock_plausible", "PT-CLK-03")
    ahead = settings.stat().st_mtime + 86400
    os.utime(settings, (ahead, ahead))
    assert found(check_clock, context) == [("PT-CLK-01", Level.FAULT)]


def test_a_record_that_is_not_there_is_no_fault_and_makes_none(tmp_path: Path) -> None:
    assert found(check_record, CheckContext(folder=tmp_path)) == [("record_sound", Level.OK)]
    assert list(tmp_path.iterdir()) == []


def test_every_check_ends_in_its_time() -> None:
    """The whole of it is bounded by the sum, whatever hangs."""
    assert sum(check.limit_s for check in CHECKS) < 400
    assert examine((), CheckContext(folder=Path())) == ()
