"""Files for others, written into a folder of the data folder: a recorded game, the markers of a board."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from companion.app.ports import StoreError, TableError
from companion.board.files import ProfileError
from companion.board.profile import BoardProfile
from companion.coach.kept import kept_analysis
from companion.handover.exports import Exported, ExportKind, Written, export_bytes, export_name, export_note
from companion.history.course import course_of
from companion.scoring.people import known_events
from companion.scoring.profiles import Profiles
from companion.store.record import Record
from companion.system.disk.whole_file import write_whole
from companion.views.kept.saved_game import SavedGame
from companion.views.wording.sentences import Wording
from companion.web.pages.replay_file import replay_file

#: The folder for games that the tablet hands over, below the data folder.
EXPORTS: Final = "exports"


class House(NamedTuple):
    """The record of a data folder, its players, and the words of its tablet."""

    record: Record
    folder: Path
    profiles: Profiles
    wording: Wording


def write_export(
    house: House, saved: SavedGame, kind: ExportKind, language: str, games: Sequence[SavedGame] = ()
) -> Written:
    """Writes a game into the folder `exports` of a data folder.  Raises TableError and OSError."""
    try:
        record = house.record
        seal, events = record.seal_of(saved.game), known_events(record.load(saved.game), house.profiles)
        course = course_of(events) if events else None
        source = Exported(
            game=saved,
            course=course,
            stored=record.stored(saved.game)[: len(events)],
            seal=seal,
            games=games,
            page=replay_file,
            analysis=kept_analysis(house.folder, course, seal) if course else None,
        )
        content = export_bytes(kind, source, house.wording, language)
    except (StoreError, ProfileError, ValueError) as error:
        raise TableError(str(error)) from error
    path = house.folder / EXPORTS / export_name(kind, saved)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, content, shared=True)
    return Written(path, export_note(kind, content))


def write_markers(folder: Path, board: BoardProfile, language: str) -> Path:
    """Writes the markers of a board as PDF into the folder `exports`; returns the file.  Raises OSError."""
    # reportlab is slow to import, and reads a file of its own in the home, which may be missing
    from companion.board.prints.markers import marker_sheet
    from companion.board.prints.paper import EITHER

    path = folder / EXPORTS / f"markers-{board.id}.pdf"
    path.parent.mkdir(parents=True, exist_ok=True)
    marker_sheet(board, path, EITHER, language)
    return path
