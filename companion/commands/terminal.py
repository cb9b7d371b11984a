"""The common part of all commands: errors, settings and output."""

import sys
from contextlib import suppress
from typing import TYPE_CHECKING, NoReturn

import typer

from companion.settings.file import SettingsError, data_folder, load_settings
from companion.settings.schema import Settings
from companion.system.quoting import one_line

if TYPE_CHECKING:
    # a command that uses no rules starts without them
    from companion.rules.catalogue import Catalogue


def fail(message: str) -> NoReturn:
    """One line on standard error, status 2."""
    typer.echo(f"pawtrack: {one_line(message)}", err=True)
    raise typer.Exit(2)


def installed_games() -> "Catalogue":
    """The games that come with the program and those of the user's own folder."""
    from companion.catalogue.house_variants import read_catalogue

    return read_catalogue(data_folder())


def family_settings() -> Settings:
    """The family's settings; if they are broken, one line reports it and the defaults are used."""
    try:
        return load_settings(data_folder() / "settings.toml")
    except SettingsError:
        return Settings()


def language_of(given: str | None) -> str:
    """The language given, else that of the settings."""
    from companion.texts import LANGUAGES
    from companion.views.wording.messages import FALLBACK

    if given is not None and given not in LANGUAGES:
        fail(f"language {given[:20]!r} is unknown; use {', '.join(LANGUAGES)}")
    chosen = given or family_settings().language
    return chosen if chosen in LANGUAGES else FALLBACK


def say(line: str) -> None:
    """Flushes each line before the next one is made; a reader that has gone away stops nothing."""
    with suppress(OSError):
        typer.echo(line)
        sys.stdout.flush()
