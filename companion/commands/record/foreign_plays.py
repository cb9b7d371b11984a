"""Plays of other programs on the command line: read, compared with the record, and shown line by line."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.commands.record.record_files import RecordFileError, listed_games
from companion.commands.record.result_words import House, refusal
from companion.handover.plays.files import read_plays
from companion.handover.plays.play import PlayFileError
from companion.handover.plays.preview import Fate, Preview, PreviewRow, preview, titles_of
from companion.history.filters import plain
from companion.open_row.catalogue import game_ids
from companion.session.results import Result
from companion.system.files import PICTURE_BYTES, read_bytes
from companion.texts import shipped_wording
from companion.texts.stored_times import iso_day

#: How each fate is called.
_SAID = {
    Fate.NEW: "new",
    Fate.HERE: "here already",
    Fate.LIKE: "like a game that is here",
    Fate.UNKNOWN_GAME: "of an unknown game",
    Fate.UNCLEAR: "unclear",
}


class ForeignPlays:
    """The plays of a file beside a record; `named` are pairs of a name in the file and an id here, with a =.

    Raises RecordFileError.
    """

    def __init__(self, house: House, record: Path, file: Path, named: Sequence[str]) -> None:
        wording = shipped_wording()
        known = (*house.catalogue.ids, *game_ids())
        titles = titles_of(known, wording) | dict(_named(pair, known) for pair in named)
        try:
            plays = read_plays(read_bytes(file, PICTURE_BYTES), wording)
        except OSError as error:
            raise RecordFileError(f"{file.name} cannot be read ({error.strerror})") from error
        except PlayFileError as error:
            raise RecordFileError(f"{file.name}: {error}") from error
        games = listed_games(house.catalogue, record, check=False) if record.exists() else ()
        self.found = preview(plays, games, house.profiles, titles)


def lines(found: Preview) -> Iterator[str]:
    """A line for each play that is not here, then the sums."""
    for row in found.rows:
        if row.fate is not Fate.HERE:
            yield _line(row)
    yield ", ".join(f"{found.count(fate)} {said}" for fate, said in _SAID.items())
    if found.new_people:
        yield f"new people: {', '.join(found.new_people)}"
    for title, count in found.unknown_titles.most_common():
        yield f"unknown game {title!r}, {count} plays; --game {title!r}=ID names it"


def _line(row: PreviewRow) -> str:
    day = "" if row.play.ended_ms is None else iso_day(row.play.ended_ms)
    what = _sides(row.result) if row.result else ", ".join(row.play.names)
    reason = f"  ({refusal(row.refusal)})" if row.refusal else ""
    return f"{_SAID[row.fate]:<24} {day:<10}  {row.play.title}  {what}{reason}"


def _sides(result: Result) -> str:
    """The winners, then each other side."""
    won = result.teams[result.winners[0]]
    order = sorted(dict.fromkeys(result.teams), key=lambda team: team != won)
    sides = [
        " & ".join(name for name, own in zip(result.names, result.teams, strict=True) if own == team) for team in order
    ]
    return f"{sides[0]} won against {', '.join(sides[1:])}"


def _named(pair: str, known: Sequence[str]) -> tuple[str, str]:
    title, _, game = pair.rpartition("=")
    if not title or game not in known:
        raise RecordFileError(f"--game {pair[:60]!r}: write the name in the file, =, and an id that `variants` lists")
    return plain(title), game
