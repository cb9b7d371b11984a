"""The commands `backup` and `restore`: everything that a family has, in one file, and back."""

from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from companion.commands.terminal import fail, say
from companion.settings.file import data_folder
from companion.system.signals import interruptible

app = typer.Typer()


@app.command()
def backup(
    file: Annotated[
        Path | None, typer.Argument(help="The zip file to write; else one named by the date, here.")
    ] = None,
    recordings: Annotated[
        bool, typer.Option("--recordings", help="Take in the pictures of recordings, too; they may be large.")
    ] = False,
) -> None:
    """Write everything into one file: games, players, boards, decks, themes, settings.  Also while a game goes on."""
    from companion.backup.contents import BackupError
    from companion.backup.places import backup_name
    from companion.backup.take import take_backup

    path = file or Path(backup_name(datetime.now()))
    with interruptible():
        try:
            take_backup(data_folder(), path, say, recordings=recordings)
        except BackupError as error:
            fail(str(error))
    say(f"{path} is written ({path.stat().st_size / 1e6:.1f} MB); names of players and passwords are in it.")
    say(f"On this or another machine: pawtrack restore {path}")


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A backup that `pawtrack backup` wrote.")],
    look: Annotated[bool, typer.Option("--look", help="Only say what is in it.")] = False,
) -> None:
    """Restore a backup.  The present data are not deleted: they stay in a folder beside it."""
    from companion.backup.contents import BackupError
    from companion.backup.restore import read_manifest, restore_backup

    with interruptible():
        try:
            manifest = read_manifest(file)
            say(f"made {manifest.made} by Pawtrack {manifest.program}: {len(manifest.files)} files")
            if look:
                for name in manifest.files:
                    say(f"  {name}")
                return
            before = restore_backup(file, data_folder(), say)
        except BackupError as error:
            fail(str(error))
    say(f"{data_folder()} is as in {file}")
    if before is not None:
        say(f"what was there before lies in {before}; delete it when you do not miss anything")
