"""The unpacked size of a backup is bounded: one made to fill a disk is refused before anything is changed."""

import hashlib
import json
import zipfile
from pathlib import Path

import pytest

from companion.backup.contents import MANIFEST, BackupError, most_bytes
from companion.backup.restore import restore_backup
from companion.system.disk.free import Free

MB = 1 << 20


def folded(path: Path, size: int) -> Path:
    """A backup with one file of so many zeros, which fold to a thousandth."""
    content = bytes(size)
    manifest = {
        "backup": 1,
        "program": "1",
        "made": "2026-01-01",
        "files": {"boards/x.png": hashlib.sha256(content).hexdigest()},
    }
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(MANIFEST, json.dumps(manifest))
        archive.writestr("boards/x.png", content)
    return path


@pytest.mark.parametrize(
    ("archive", "most"), [(0, 64 * MB), (1 * MB, 104 * MB), (100 * MB, 4064 * MB), (4096 * MB, 16384 * MB)]
)
def test_a_backup_may_unfold_to_forty_times_its_size_and_a_little(archive: int, most: int) -> None:
    assert most_bytes(archive) == most


def test_what_unfolds_to_more_is_refused_and_nothing_is_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.backup.contents._SMALL_BYTES", MB)
    home = tmp_path / "home"
    home.mkdir()
    (home / "settings.toml").write_text("")
    with pytest.raises(BackupError, match="unfolds to more than 1 MB"):
        restore_backup(folded(tmp_path / "bomb.zip", 3 * MB), home, print)
    assert (home / "settings.toml").exists()
    assert not (home / "boards").exists()
    restore_backup(folded(tmp_path / "small.zip", MB), home, print)
    assert (home / "boards" / "x.png").stat().st_size == MB


def test_what_the_disk_cannot_take_is_refused_with_both_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.backup.restore.free_at", lambda _: Free(2 * MB, has_names=True))
    with pytest.raises(BackupError, match="needs 3 MB and 2 MB are free: make room first"):
        restore_backup(folded(tmp_path / "large.zip", 3 * MB), tmp_path / "home", print)
    restore_backup(folded(tmp_path / "fits.zip", MB), tmp_path / "home", print)
