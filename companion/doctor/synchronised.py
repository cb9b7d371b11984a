"""Detects a data folder in a place where a program copies files while they are being written."""

from pathlib import Path
from typing import Final

#: The files that each program leaves in a folder that it synchronises.
_MARKS: Final = {
    "Dropbox": (".dropbox", ".dropbox.cache"),
    "Syncthing": (".stfolder",),
    "Nextcloud": (".sync_*.db", "._sync_*.db", ".nextcloudsync.log", ".owncloudsync.log"),
}
#: The names of a folder above it; other words may follow, such as "OneDrive - Club".
_NAMES: Final = {
    "Dropbox": "Dropbox",
    "OneDrive": "OneDrive",
    "Nextcloud": "Nextcloud",
    "Google Drive": "Google Drive",
    "GoogleDrive": "Google Drive",
    "iCloudDrive": "iCloud",
    "Mobile Documents": "iCloud",
    "CloudStorage": "iCloud",
}


def synchronised_by(folder: Path) -> str:
    """Returns the name of the program; empty if there is no sign of one.  Raises OSError."""
    for above in (folder.resolve(), *folder.resolve().parents):
        for name, program in _NAMES.items():
            if above.name == name or above.name.startswith((f"{name} ", f"{name}-")):
                return program
        for program, marks in _MARKS.items():
            if any(next(above.glob(mark), None) for mark in marks):
                return program
    return ""
