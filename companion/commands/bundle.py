"""The command `bundle`: one file for a report of a fault, without private data of the family."""

from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from companion.commands.terminal import fail, say
from companion.system.signals import interruptible

app = typer.Typer()


@app.command()
def bundle(
    what: Annotated[
        list[str] | None, typer.Argument(metavar="[FILE] | show FILE", help="The zip file to write, or to open.")
    ] = None,
    pictures: Annotated[
        Path | None, typer.Option(help="Take in the newest pictures of this recording (a folder); else there are none.")
    ] = None,
    unpack: Annotated[Path | None, typer.Option(help="With show: write what is in it into this new folder.")] = None,
) -> None:
    """Write one file for a report of a fault: versions, settings, what the doctor finds, the last games.

    Names of players, addresses, passwords and rules of your own are left out.  `bundle show FILE` says what is in one.
    """
    words = what or []
    if words[:1] == ["show"]:
        if len(words) != 2 or pictures is not None:
            fail("bundle show: name one FILE that `pawtrack bundle` wrote")
        _show(Path(words[1]), unpack)
    elif len(words) > 1 or unpack is not None:
        fail("bundle: name one FILE to write; `bundle show FILE` opens one, --unpack goes with it")
    else:
        name = words[0] if words else f"pawtrack-bundle-{datetime.now():%Y%m%d-%H%M%S}.zip"
        _write(Path(name), pictures)


def _write(path: Path, pictures: Path | None) -> None:
    from companion.bundle.archive import write_bundle
    from companion.bundle.contents import BundleError, gather
    from companion.commands.doctor import examined_table
    from companion.texts import shipped_wording

    if path.exists():
        fail(f"{path.name} is there already: name another file")
    with interruptible():
        context, results = examined_table()
        try:
            contents = gather(context, results, shipped_wording(), pictures=pictures)
            say(f"{path} will hold:")
            for line in contents.lines:
                say(f"  {line}")
            write_bundle(path, contents.files)
        except BundleError as error:
            fail(str(error))
    say(f"{path} is written; look into it with: pawtrack bundle show {path}")


def _show(path: Path, folder: Path | None) -> None:
    from companion.bundle.archive import read_bundle
    from companion.bundle.archive import unpack as write_files
    from companion.bundle.contents import BundleError
    from companion.bundle.shown import bundle_lines
    from companion.texts import shipped_wording

    with interruptible():
        try:
            files = read_bundle(path)
            for line in bundle_lines(files, shipped_wording()):
                say(line)
            if folder is not None:
                write_files(files, folder)
                say(f"unpacked into {folder}; judge a game again with: pawtrack replay {folder}/games/1.pawtrack")
        except BundleError as error:
            fail(f"{path.name}: {error}" if path.name not in str(error) else str(error))
