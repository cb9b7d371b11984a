"""The files of a folder, while others delete them."""

import os
import shutil
from pathlib import Path

import pytest

from companion.backup.contents import BackupError, kept_files
from companion.backup.take import take_backup
from companion.publishers.clips.folder import FOLDER, ClipFolder
from companion.system.disk.listing import files_below


def filled(folder: Path) -> Path:
    for name in ("a/1", "b/2", "b/deep/3", "c/4"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(b"x")
    return folder


def test_a_folder_that_is_deleted_meanwhile_has_no_files(tmp_path: Path) -> None:
    listed = files_below(filled(tmp_path))
    assert next(listed) == tmp_path / "a/1"
    shutil.rmtree(tmp_path / "b")
    assert list(listed) == [tmp_path / "c/4"]


def test_clips_are_listed_while_drafts_and_old_games_are_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = ClipFolder(tmp_path)
    for name in ("a/clip-1.mp4", "b/clip-2.mp4", ".writing/clip.mp4", "deep/er/clip-3.mp4", "c/film.mp4"):
        (tmp_path / FOLDER / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / FOLDER / name).write_bytes(b"x")
    scandir = os.scandir

    def deleted_before(path: str | int) -> object:
        # deleting a tree lists folders by their numbers
        if isinstance(path, str) and Path(path).name in (".writing", "b"):
            shutil.rmtree(path)
        return scandir(path)

    monkeypatch.setattr(os, "scandir", deleted_before)
    assert folder.clips() == [tmp_path / FOLDER / "a/clip-1.mp4"]


def test_a_file_deleted_meanwhile_is_left_out_of_a_backup(tmp_path: Path) -> None:
    home = filled(tmp_path / "home")
    count = take_backup(home, tmp_path / "backup.zip", lambda _: (home / "b/2").unlink())
    assert count == 3


def test_a_folder_that_cannot_be_read_ends_a_backup_with_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, scandir = filled(tmp_path / "home"), os.scandir
    assert len(dict(kept_files(home, recordings=False))) == 4

    def refused(path: str | int) -> object:
        if isinstance(path, str) and Path(path).name == "deep":
            raise PermissionError(13, "Permission denied", path)
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refused)
    with pytest.raises(BackupError, match=r"b/deep cannot be read \(Permission denied\)"):
        take_backup(home, tmp_path / "backup.zip", lambda _: None)
    assert not (tmp_path / "backup.zip").exists()
