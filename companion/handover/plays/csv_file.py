"""Plays in a spreadsheet: columns are found by their headings, which are those of our own sheets in any language."""

import csv
import hashlib
import io
import re
from collections.abc import Mapping
from typing import Final

from companion.handover.plays.play import ForeignPlay, PlayFileError, end_of, whole_minutes, written_name
from companion.views.wording.sentences import Wording
from companion.views.wording.words import Words

#: The columns of our own sheets that make a play; the first four must be there.
_COLUMNS: Final = ("day", "game", "players", "winners", "time", "minutes", "place", "note", "id")
_NEEDED: Final = _COLUMNS[:4]
#: Other headings that mean the same.
_ALSO: Final = {"date": "day", "winner": "winners", "player": "players", "duration": "minutes", "location": "place"}
_DELIMITERS: Final = (",", ";", "\t")
#: Between two names: the sign of our own sheets, which no name has beside it, else what people write.
_OURS: Final = " · "
_BETWEEN: Final = re.compile(r"[,;/&]")


def csv_plays(content: bytes, wording: Wording) -> tuple[ForeignPlay, ...]:
    """Returns the play of each row.  Raises PlayFileError, which names the headings that are missing."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise PlayFileError("it is no UTF-8 text; save the sheet as CSV in UTF-8") from error
    heading = text.split("\n", 1)[0]
    delimiter = max(_DELIMITERS, key=heading.count)
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True))
    except csv.Error as error:
        raise PlayFileError(f"it is no CSV ({error})") from error
    places = _places(rows[0] if rows else [], wording)
    missing = [name for name in _NEEDED if name not in places]
    if missing:
        raise PlayFileError(f"no column has the heading {', '.join(missing)}")
    return tuple(_play(row, places) for row in rows[1:] if any(cell.strip() for cell in row))


def _places(headings: list[str], wording: Wording) -> dict[str, int]:
    """Returns the number of each column; of two with the same heading the first."""
    known = dict(_ALSO) | {name: name for name in _COLUMNS}
    for messages in wording.languages:
        words = Words(messages)
        known |= {words.text(f"sheet.{name}").casefold(): name for name in _COLUMNS}
    found: dict[str, int] = {}
    for number, heading in enumerate(headings):
        column = known.get(written_name(heading).casefold())
        if column is not None:
            found.setdefault(column, number)
    return found


def _play(row: list[str], places: Mapping[str, int]) -> ForeignPlay:
    cells = {name: _cell(row, number) for name, number in places.items()}
    names = _names(cells["players"])
    won = {name.casefold() for name in _names(cells["winners"])}
    minutes = whole_minutes(cells.get("minutes", ""))
    ended_ms, day_only = end_of(f"{cells['day']} {cells.get('time', '')}", minutes)
    written = "\x1f".join(cells[name] for name in sorted(cells))
    known = {name.casefold() for name in names}
    return ForeignPlay(
        source=f"csv:{cells.get('id') or hashlib.sha256(written.encode()).hexdigest()[:16]}",
        title=cells["game"],
        names=names,
        # a winner who is not among the players makes the row unclear
        winners=tuple(seat for seat, name in enumerate(names) if name.casefold() in won) if won <= known else (),
        ended_ms=ended_ms,
        day_only=day_only,
        minutes=minutes,
        place=cells.get("place", ""),
        note=cells.get("note", ""),
    )


def _cell(row: list[str], number: int) -> str:
    """Returns the text of a cell without the apostrophe that keeps it from being a formula."""
    text = row[number].strip() if number < len(row) else ""
    return text[1:] if text[:1] == "'" and text[1:2] in "=+-@|%" and len(text) > 1 else text


def _names(text: str) -> tuple[str, ...]:
    parts = text.split(_OURS) if _OURS in text else _BETWEEN.split(text)
    return tuple(name for part in parts if (name := written_name(part)))
