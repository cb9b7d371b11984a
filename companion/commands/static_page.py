"""The command `static-page`: the pages for viewers as files, beside a broker beyond the house."""

from pathlib import Path
from typing import Annotated

import typer

from companion.commands.terminal import fail, installed_games, say

app = typer.Typer()


@app.command("static-page")
def static_page(
    folder: Annotated[Path, typer.Argument(help="Where the files go; what is there of an earlier copy is replaced.")],
    site: Annotated[str, typer.Option(help="The site of the tables, as in their settings.")],
    broker: Annotated[
        list[str], typer.Option(help="A server of the public broker: wss://club.example:8441/mqtt; once for each.")
    ],
) -> None:
    """Write the lobby and the viewer page as files for any web server (docs/how-to/broadcast.md)."""
    from companion.texts import shipped_wording
    from companion.web.pages.copy import CopyError, write_copy

    try:
        count = write_copy(folder, site, broker, installed_games(), shipped_wording())
    except CopyError as error:
        fail(str(error))
    except OSError as error:
        fail(f"{error.filename or folder} cannot be written: {error.strerror or error}")
    say(f"{count} files in {folder}; serve them, and open index.html there for the lobby")
