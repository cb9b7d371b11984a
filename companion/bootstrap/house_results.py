"""The results of a house, and the files of other programs from which more can be taken."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from companion.app.ports import TableError
from companion.backup.places import places
from companion.bootstrap.house_evening import HouseEvening
from companion.handover.plays.files import read_plays
from companion.handover.plays.play import PlayFileError
from companion.handover.plays.preview import Preview, preview, titles_of
from companion.history.filters import plain
from companion.open_row.catalogue import game_ids
from companion.rules.catalogue import Catalogue
from companion.scoring.people import known_games
from companion.scoring.profiles import Profiles
from companion.store.record import Record
from companion.store.results import Results
from companion.system.files import PICTURE_BYTES, read_bytes
from companion.views.wording.sentences import Wording

#: The folder for files of other programs, below the data folder.
IMPORTS: Final = "imports"
_ENDINGS: Final = (".json", ".xml", ".csv")
#: The most files that a list shows.
_MOST: Final = 40


class HouseResults(Results):
    """The results in the record of a data folder; `epoch` is that of `Results`."""

    def __init__(
        self,
        record: Record,
        epoch: Callable[[], int],
        folder: Path,
        catalogue: Catalogue,
        profiles: Profiles,
        wording: Wording,
    ) -> None:
        super().__init__(record, epoch)
        self._record, self._folder = record, folder
        self._catalogue, self._profiles, self._wording = catalogue, profiles, wording

    @property
    def evening(self) -> HouseEvening:
        """The evening of this house."""
        return HouseEvening(self, self._epoch, self._folder)

    def files(self) -> Sequence[Path]:
        """Returns the files that may hold plays: in the folder for them, and at the top of drives; newest first."""
        folders = (self._folder / IMPORTS, *(place.folder for place in places(self._folder) if place.drive))
        found = [path for folder in folders for path in _files_of(folder)]
        return sorted(found, key=_changed, reverse=True)[:_MOST]

    def preview(self, source: Path | bytes, named: Mapping[str, str]) -> Preview:
        """Returns the plays of a file, or of its pasted content, beside the record.

        `named` are games here by their names in the file.  Raises TableError.
        """
        try:
            content = source if isinstance(source, bytes) else read_bytes(source, PICTURE_BYTES)
            plays = read_plays(content, self._wording)
        except (OSError, PlayFileError) as error:
            raise TableError(f"plays that cannot be read: {error}") from error
        titles = titles_of((*self._catalogue.ids, *game_ids()), self._wording)
        titles |= {plain(title): game for title, game in named.items()}
        games = known_games(self._record.all_games().games, self._profiles)
        return preview(plays, games, self._profiles, titles)


def _files_of(folder: Path) -> list[Path]:
    try:
        return [path for path in folder.iterdir() if path.suffix.lower() in _ENDINGS and path.is_file()]
    except OSError:
        return []


def _changed(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
