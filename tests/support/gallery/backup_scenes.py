"""The gallery's scenes of backups: none yet, some on two places, one that was written, put back or refused."""

from pathlib import Path
from typing import Any

from companion.views.kept.kept_backup import BackupPlace, KeptBackup
from gallery.entering import Scene, enter

DRIVE = BackupPlace(folder=Path("/media/anna/KINGSTON"), drive="KINGSTON")


def backup_scenes() -> dict[str, Scene]:
    """Returns the scenes of backups, by name."""
    return {
        "backup_none": _screen(0),
        "backup": _screen(5),
        "backup_written": _written(refuses=False),
        "backup_refused": _written(refuses=True),
        "backup_sure": _sure,
        "backup_restored": _restored(refuses=False),
        "backup_not_restored": _restored(refuses=True),
    }


def kept_backups(count: int, own: BackupPlace) -> tuple[KeptBackup, ...]:
    """The newest first, every second one on a drive."""
    return tuple(
        KeptBackup(
            path=place.folder / f"pawtrack-backup-202611{day}-201500.zip",
            place=place,
            made=f"2026-11-{day} 20:15:00",
            program="0.1.0",
            size=day * 731_000,
        )
        for day, place in zip(range(22, 22 - count, -1), [own, DRIVE] * count, strict=False)
    )


def _screen(count: int) -> Scene:
    def scene(stepped: Any, launcher: Any) -> None:
        stepped.app.model.close()
        own = launcher.places[0]
        launcher.places = (own, DRIVE) if count else (own,)
        launcher.kept = kept_backups(count, own)
        launcher.taken, launcher.restored = [], []
        enter(stepped, "backup")

    return scene


def _written(*, refuses: bool) -> Scene:
    def scene(stepped: Any, launcher: Any) -> None:
        _screen(5)(stepped, launcher)
        launcher.refuses = refuses
        stepped.screen.take(DRIVE)
        stepped.screen.writer.join()
        stepped.settle()
        launcher.refuses = False

    return scene


def _sure(stepped: Any, launcher: Any) -> None:
    _screen(5)(stepped, launcher)
    stepped.screen.ids.backups.children[-1].restore()
    stepped.settle()


def _restored(*, refuses: bool) -> Scene:
    def scene(stepped: Any, launcher: Any) -> None:
        _sure(stepped, launcher)
        launcher.refuses = refuses
        stepped.screen.ids.backups.children[-1].restore()
        while stepped.screen.busy:
            stepped.settle()
        launcher.refuses = False

    return scene
