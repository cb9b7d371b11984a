"""The command `director`: OBS Studio follows the table."""

import importlib.util
import sys
from typing import TYPE_CHECKING, Annotated, Final

import typer

from companion.commands.terminal import fail, language_of, say
from companion.settings.file import SettingsError, data_folder, load_settings
from companion.system.quoting import one_line
from companion.system.signals import INTERRUPTED, deferred
from companion.system.version import pinned

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.director.decide import Say
    from companion.director.obs import Obs
    from companion.director.program import Director
    from companion.director.settings import DirectorSettings
    from companion.model.verdict import Params
    from companion.publishers.broker_url import BrokerUrl
    from companion.settings.schema import Settings
    from companion.views.wording.messages import Messages

app = typer.Typer()

#: The library that speaks to OBS; only this command needs it.
_LIBRARY: Final = "simpleobsws"


@app.command()
def director(
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what OBS would be told, without asking it anything.")
    ] = False,
    delayed: Annotated[
        bool | None,
        typer.Option("--delayed/--live", help="Which broadcast to follow; else the delayed one where delay_s is set."),
    ] = None,
    broker: Annotated[
        str | None, typer.Option(help="mqtt://user:password@host:port, login optional; else that of the settings.")
    ] = None,
    site: Annotated[str | None, typer.Option(help="Of the table; else that of the settings.")] = None,
    table: Annotated[str | None, typer.Option(help="Which table; else that of the settings.")] = None,
    language: Annotated[str | None, typer.Option(help="de, en, fr or it; else that of the settings.")] = None,
) -> None:
    """Drive OBS Studio: scenes by the phase of the game, sources and replays by the events.

    Format: docs/how-to/streaming.md.

    It runs until it is interrupted; OBS and the table may come and go meanwhile.
    """
    spoken = language_of(language)
    import asyncio

    from companion.director.chapter_files import ChapterFiles
    from companion.director.decide import Say
    from companion.director.plan import make_plan
    from companion.director.program import Director, DryRun
    from companion.director.settings import DirectorSettingsError, read_director_settings
    from companion.publishers.broker_url import BrokerUrlError
    from companion.texts import shipped_wording
    from companion.views.broadcast.topics import topic_base
    from companion.views.wording.phrases import phrase

    try:
        settings = load_settings(data_folder() / "settings.toml")
        own = read_director_settings(settings.director)
        address = _broker(broker, settings)
        wording = shipped_wording()
        plan = make_plan(own, wording, spoken)
        tree = "delayed" if (settings.delay_s > 0 if delayed is None else delayed) else "public"
        root = f"{topic_base(site or settings.site, table or settings.table)}/{tree}"
        values = (("broker", str(address)), ("root", root), ("obs", f"{own.host}:{own.port}"))
        speak = _speaker(wording[spoken], values, dry_run=dry_run)
        opening = phrase(wording[spoken], "chapters.before", context="tablet")
        chapters = ChapterFiles(data_folder() / "chapters", opening, speak)
        directing = Director(plan, speak, spoken, chapters)
        obs = DryRun(plan, directing.tell, speak) if dry_run else _obs(own, directing)
    except SettingsError as error:
        fail(f"{error}; mend the file or delete it")
    except (DirectorSettingsError, BrokerUrlError) as error:
        fail(str(error))
    speak(Say("dry_run" if dry_run else "begin"))
    with deferred() as wish:
        asyncio.run(directing.run(obs, address, root, wish))
    raise typer.Exit(INTERRUPTED)


def _speaker(words: "Messages", values: "Params", *, dry_run: bool) -> "Callable[[Say], None]":
    """Returns a function that prints the director's lines in one language; a dry run finds no OBS."""
    from companion.views.wording.phrases import phrase

    def speak(line: "Say") -> None:
        if dry_run and line.code == "obs_found":
            return
        code = f"{line.code}.{line.subject}" if line.code == "moment" else line.code
        say(phrase(words, code, (*values, ("subject", one_line(line.subject))), "director"))

    return speak


def _broker(given: str | None, settings: "Settings") -> "BrokerUrl":
    """The broker of the option, that of the settings, or the table's own on this computer.  Raises BrokerUrlError."""
    from companion.publishers.broker_url import BrokerUrlError, parse_broker_url
    from companion.settings.schema import EMBEDDED, NONE

    address = given or settings.broker
    if address == NONE:
        raise BrokerUrlError(
            "the table is not broadcast (broker = none in the settings), so there is nothing to follow"
        )
    return parse_broker_url(f"mqtt://127.0.0.1:{settings.mqtt_port}" if address == EMBEDDED else address)


def _obs(own: "DirectorSettings", directing: "Director") -> "Obs":
    """Raises DirectorSettingsError."""
    from companion.director.settings import password_of

    if importlib.util.find_spec(_LIBRARY) is None:
        install = f"{sys.executable} -m pip install {pinned(_LIBRARY)}"
        fail(f"OBS is spoken to by {_LIBRARY}, which is not installed; install it with: {install}")
    from companion.director.obs import Obs

    return Obs(own.host, own.port, password_of(own, data_folder()), directing.tell)
