"""The command `doctor`: the problems of this table, the likeliest cause first, and their remedies."""

import json
import logging
from typing import TYPE_CHECKING, Annotated, Final

import typer

from companion.commands.terminal import language_of, say
from companion.settings.file import SettingsError, data_folder, load_settings
from companion.system.signals import interruptible

if TYPE_CHECKING:
    from companion.doctor.results import CheckContext, CheckResult

app = typer.Typer()

#: The sentences about the load of a game here.
_SPEED_CHOICES: Final = {"full": "speed_all", "less": "speed_less", "least": "speed_least"}


@app.command()
def doctor(
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object instead of words.")] = False,
    speed: Annotated[
        bool, typer.Option("--speed", help="How quick this machine is with a camera, and what a game leaves out on it.")
    ] = False,
    language: Annotated[str | None, typer.Option(help="de, en, fr or it; else that of the settings.")] = None,
) -> None:
    """Say what is wrong with this table, the likeliest cause first, and what to do.  Nothing is changed.

    Status 1 where something keeps the table from working, 0 also with warnings.
    """
    spoken = language_of(language)
    if speed:
        _say_speed(spoken, as_json=as_json)
        return
    from companion.doctor.report import as_json as report_json
    from companion.doctor.report import in_words
    from companion.doctor.results import Level
    from companion.texts import shipped_wording

    with interruptible():
        _, results = examined_table()
        wording = shipped_wording()
        lines = in_words(results, wording, spoken)
        if as_json:
            lines = [json.dumps(report_json(results, wording, spoken), ensure_ascii=False, indent=1)]
        for line in lines:
            say(line)
    ill = any(result.finding.level is Level.FAULT for result in results)
    raise typer.Exit(1 if ill else 0)


def _say_speed(language: str, *, as_json: bool) -> None:
    """Measures for some seconds and says the result and the load of a game here in one line."""
    from companion.doctor.report import DOCTOR
    from companion.preparation.speed import measured
    from companion.settings.kept_load import KeptLoad, machine
    from companion.settings.load import AUTO, Load, most_sparing
    from companion.texts import shipped_wording

    with interruptible():
        found = measured()
    setting = table_context().settings.load
    kept = KeptLoad(data_folder(), machine()).read()
    load = most_sparing(found.load, kept.load) if setting == AUTO else Load(setting)
    choice = _SPEED_CHOICES[load]
    sentences = shipped_wording().sentences
    said = [(found.code, found.params), (choice, ()), *([] if setting == AUTO else [("speed_fixed", ())])]
    text = " ".join(line for code, params in said for line in sentences(code, params, DOCTOR)[language])
    row = {"v": 1, **dict(found.params), "choice": choice, "text": text}
    say(json.dumps(row, ensure_ascii=False) if as_json else text)


def examined_table() -> "tuple[CheckContext, tuple[CheckResult, ...]]":
    """The table of this data folder, and all findings of the checks."""
    from companion.doctor.checks import CHECKS
    from companion.doctor.examination import examine

    context = table_context()
    # the finding reports the problems of a part while it is examined
    logging.disable(logging.CRITICAL)
    try:
        return context, examine(CHECKS, context)
    finally:
        logging.disable(logging.NOTSET)


def table_context() -> "CheckContext":
    """The table of this data folder, with the defaults if its settings cannot be read."""
    from companion.doctor.results import CheckContext
    from companion.settings.schema import Settings
    from companion.store.folder_lock import holder_of

    folder = data_folder()
    running = holder_of(folder) is not None
    try:
        return CheckContext(folder=folder, settings=load_settings(folder / "settings.toml"), running=running)
    except SettingsError as error:
        return CheckContext(folder=folder, settings=Settings(), settings_fault=str(error), running=running)
