"""The command `manual`: opens the pages for families in a browser; they lie beside the program and need no network."""

from typing import Annotated

import typer

from companion.commands.terminal import fail, language_of, say
from companion.system.manual import find_manual

app = typer.Typer()


@app.command()
def manual(
    fault: Annotated[str, typer.Argument(help="A fault's id, such as PT-CAM-09; else the first page.")] = "",
    language: Annotated[str | None, typer.Option(help="de, en, fr or it; else that of the settings.")] = None,
    show: Annotated[bool, typer.Option("--show", help="Only say where it lies.")] = False,
) -> None:
    """Open the manual in a browser, with pictures of every step; no network is needed."""
    from companion.views.troubles import TROUBLES

    if fault and fault.upper() not in TROUBLES.values():
        fail(f"no fault has the id {fault[:20]!r}; the tablet and `pawtrack doctor` say which it is")
    address = find_manual(language_of(language), fault)
    if address is None:
        fail("the manual is not here; in a checkout run: make run")
    say(address)
    if not show:
        import webbrowser

        webbrowser.open(address)
