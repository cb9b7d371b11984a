"""Lists of chapters for films of OBS: kept in a folder as they grow, and put beside a recording when it ends."""

import logging
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Final

from companion.director.decide import Say
from companion.director.films import ChapterFilmed, Film
from companion.handover.chapters import Chapter, chapter_list, is_too_short

log = logging.getLogger(__name__)

SUFFIX: Final = ".chapters.txt"


class ChapterFiles:
    """`opening` is the title of the film before the game; a disk that refuses is reported, and stops nothing."""

    def __init__(self, folder: Path, opening: str, say: Callable[[Say], None]) -> None:
        self._folder = folder
        self._opening = opening
        self._say = say
        self._films: dict[Film, tuple[str, list[Chapter]]] = {}

    def add(self, filmed: ChapterFilmed) -> None:
        """Adds a chapter; a film that is shorter than before has restarted."""
        name, chapters = self._films.get(filmed.film, ("", []))
        if not chapters or filmed.chapter.ms < chapters[-1].ms:
            name, chapters = f"{datetime.now():%Y-%m-%d %H-%M-%S} {filmed.film}{SUFFIX}", []
        chapters.append(filmed.chapter)
        self._films[filmed.film] = (name, chapters)
        self._write(self._folder / name, chapter_list(chapters, self._opening))

    def end(self, recording: Path) -> None:
        """Called when OBS has closed the recording; puts the list beside it if it is on this computer."""
        _, chapters = self._films.pop(Film.RECORDING, ("", []))
        if chapters and recording.is_file():
            beside, listed = recording.with_suffix(SUFFIX), chapter_list(chapters, self._opening)
            if self._write(beside, listed):
                self._say(Say("chapters", str(beside)))
                if is_too_short(listed):
                    self._say(Say("few_chapters"))

    def _write(self, path: Path, listed: str) -> bool:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(listed, encoding="utf-8")
        except OSError as error:
            log.warning("%s cannot be written: %s", path, error.strerror or error)
            return False
        return True
