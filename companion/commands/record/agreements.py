"""`pawtrack shadow`: the agreement of a camera that only watched with the people of a recorded game."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from companion.app.ports import StoreError
from companion.commands.record.record_files import RecordFileError, players_of
from companion.history.agreement import agreement, disagreement_words, disagreements, total_words
from companion.history.course import GameCourse, course_of
from companion.history.line_words import started
from companion.rules.catalogue import Catalogue
from companion.scoring.people import known_events
from companion.scoring.profiles import Profiles
from companion.store.event_log import EventLog
from companion.texts import shipped_wording
from companion.views.wording.words import Words, card_name


def agreement_lines(catalogue: Catalogue, record: Path, game: str, language: str) -> Iterator[str]:
    """The count, then a line for each disagreement; `game` empty: the newest game played in shadow mode.

    Raises RecordFileError.
    """
    course = _course(catalogue, record, game)
    wording = shipped_wording()
    words = Words(wording[language])
    found = agreement(course)
    if found is None:
        raise RecordFileError(f"game {course.game} was not played in shadow mode; docs/how-to/certify.md says how")
    yield f"{course.game}  {' '.join(part for part in total_words(found, words) if part)}"
    for one in disagreements(course):
        name, card = started(course).names[one.judged.seat], card_name(one.judged.card, words)
        yield f"{one.ply:>4}  {name} · {card}: {disagreement_words(course, one, words, wording)}"


def _course(catalogue: Catalogue, record: Path, game: str) -> GameCourse:
    profiles = players_of(record)
    try:
        with closing(EventLog(catalogue, record, read_only=True)) as log:
            if game:
                return _read(log, game, profiles)
            played = (saved.game for saved in log.games() if saved.fault is None and saved.entered is None)
            courses = (_read(log, each, profiles) for each in played)
            newest = next((course for course in courses if agreement(course)), None)
    except StoreError as error:
        raise RecordFileError(str(error)) from error
    if newest is None:
        raise RecordFileError("no game was played in shadow mode; docs/how-to/certify.md says how")
    return newest


def _read(log: EventLog, game: str, profiles: Profiles) -> GameCourse:
    events = log.load(game)
    if not events:
        raise RecordFileError(f"there is no game {game[:40]!r}; `games` shows those there are")
    return course_of(known_events(events, profiles))
