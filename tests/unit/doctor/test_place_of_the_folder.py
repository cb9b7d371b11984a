"""Findings of doctor and record on the place of the data folder: synchronised, or without names for new files."""

import errno
import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.doctor.results import CheckContext
from companion.doctor.storage import check_disk, check_folder
from companion.doctor.synchronised import _MARKS, _NAMES
from companion.store.faults import fault_of

MARKS = [(program, mark.replace("*", "x")) for program, marks in _MARKS.items() for mark in marks]
NAMES = [(program, name + more) for name, program in _NAMES.items() for more in ("", " - Club", "-Club")]


def synced(folder: Path) -> list[object]:
    found = check_folder(CheckContext(folder=folder))
    return [dict(each.params)["program"] for each in found if each.code == "folder_synced"]


@pytest.mark.parametrize(("program", "mark"), MARKS)
@pytest.mark.parametrize("below", ["", "games/pawtrack"])
def test_what_a_program_leaves_in_its_folder_gives_it_away(tmp_path: Path, program: str, mark: str, below: str) -> None:
    home = tmp_path / "shared" / below
    home.mkdir(parents=True)
    assert synced(home) == []
    (tmp_path / "shared" / mark).touch()
    assert synced(home) == [program]


@pytest.mark.parametrize(("program", "name"), NAMES)
def test_a_folder_of_a_programs_name_is_its_own(tmp_path: Path, program: str, name: str) -> None:
    home = tmp_path / name / "pawtrack"
    home.mkdir(parents=True)
    assert synced(home) == [program]
    link = tmp_path / "link"
    link.symlink_to(home)
    assert synced(link) == [program]


@pytest.mark.parametrize("name", ["Dropboxes", "my Dropbox", "nextcloud.txt", "Drive"])
def test_a_name_that_only_resembles_one_is_no_sign(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    assert synced(tmp_path / name) == []


@pytest.mark.parametrize(("files", "left", "full"), [(1000, 0, True), (1000, 7, False), (0, 0, False)])
def test_a_disk_that_can_take_no_more_files_is_not_called_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, files: int, left: int, full: bool
) -> None:
    """A file system that does not count its files has always room for one."""
    space = SimpleNamespace(f_files=files, f_favail=left, f_bavail=10**6, f_bfree=10**6, f_blocks=10**6, f_frsize=4096)
    monkeypatch.setattr(os, "statvfs", lambda _: space)
    assert ("disk_no_names" in [found.code for found in check_disk(CheckContext(folder=tmp_path))]) is full
    refused = fault_of(tmp_path / "record.sqlite", OSError(errno.ENOSPC, "No space left on device"))
    assert refused.code == ("record_no_names" if full else "record_full")
    assert ("no more files" in str(refused)) is full
