"""Games for other programs and for paper on the command line: the endings of `export` and the forms of `games`."""

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from companion.app.ports import StoreError
from companion.board.files import ProfileError
from companion.coach.kept import kept_analysis
from companion.commands.record.record_files import RecordFileError, players_of
from companion.handover.bgg import plays_xml
from companion.handover.exports import Exported, ExportKind, export_bytes, export_note
from companion.handover.spreadsheet import games_csv
from companion.history.course import course_of
from companion.rules.catalogue import Catalogue
from companion.scoring.people import known_events, known_games
from companion.store.event_log import EventLog
from companion.store.export import save_file
from companion.texts import shipped_wording
from companion.views.kept.saved_game import SavedGame
from companion.views.wording.words import Words, variant_name
from companion.web.pages.replay_file import replay_file


def kind_of(file: Path | None) -> ExportKind | None:
    """The kind of export that a file name means; None for a record or its text."""
    name = file.name.lower() if file else ""
    return next((kind for kind in ExportKind if name.endswith(f".{kind}")), None)


def export_for_others(
    catalogue: Catalogue, record: Path, game: str, file: Path, kind: ExportKind, language: str, offset_s: float = 0.0
) -> str:
    """Writes one game for others; `offset_s` is its beginning in a video.

    Returns the sentence about a file that others will ignore; empty for any other file.  Raises RecordFileError.
    """
    try:
        with closing(EventLog(catalogue, record, read_only=True)) as log:
            profiles = players_of(record)
            events, seal = known_events(log.load(game), profiles), log.seal_of(game)
            if not seal:
                raise RecordFileError(f"there is no game {game[:40]!r}; `games` shows those there are")
            (saved,) = known_games([log.saved_game(game)], profiles)
            course = course_of(events) if events else None
            source = Exported(
                game=saved,
                course=course,
                stored=log.stored(game)[: len(events)],
                seal=seal,
                games=(saved,),
                page=replay_file,
                analysis=kept_analysis(record.parent, course, seal) if course else None,
                offset_ms=round(offset_s * 1000),
            )
        content = export_bytes(kind, source, shipped_wording(), language)
        save_file(file, content)
    except (StoreError, ProfileError, ValueError) as error:
        raise RecordFileError(str(error)) from error
    note = export_note(kind, content)
    return Words(shipped_wording()[language]).text(note) if note else ""


def games_as(kind: ExportKind, games: Sequence[SavedGame], language: str) -> str:
    """Many games as a spreadsheet or as plays of BoardGameGeek."""
    words = Words(shipped_wording()[language])
    if kind is ExportKind.SHEET:
        return games_csv(games, words)
    return plays_xml(games, lambda variant: variant_name(variant, words))
