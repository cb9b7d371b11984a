"""The whole record: `format_game` and `parse_game`, tags first, then an entry a line in the order of the journal.

Laws: `parse_game(format_game(events)).events == events` if the notation of each play leads to its steps, and
`format_game` of the events read from such a text is the same text.  Every fault has a line and a column.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules.catalogue import Catalogue
from companion.session.card_game import CardGame
from companion.session.events import Event, Start
from companion.session.evolve import evolve
from companion.session.state import NoGame, State
from companion.transcript.kinds import Entry, place_of, read_entry, write_entry
from companion.transcript.tags import TAG, check_result, first_tag, read_tags, write_tags
from companion.transcript.validate import validate_event
from companion.transcript.validate_cards import validate_card_event
from companion.transcript.words import COMMENT, RecordTextError, ValueTextError, Word, split_line

#: An entry of this verb begins a round and stands off from the one before.
_ROUND = "deal"
_FREE_START = "free_start"


@dataclass(frozen=True, slots=True, kw_only=True)
class GameText:
    """The content of a record.

    `lines` are the line numbers of the events, the tags' first line for the start of the game.

    `date_ms` is when the game began (Unix milliseconds), None if nobody recorded it.  `comments` are texts by the
    number of the event (from 1) behind which they stand.  `illegal_plays` are the lines of illegal plays without a
    `next=`, with the reason: there the events hold the steps as written.
    """

    events: tuple[Event, ...]
    lines: tuple[int, ...]
    date_ms: int | None
    comments: tuple[tuple[int, str], ...] = ()
    illegal_plays: tuple[tuple[int, str], ...] = ()

    @property
    def game(self) -> str:
        """The id of the game."""
        first = self.events[0]
        assert isinstance(first, Start)
        return first.game


def format_game(events: Sequence[Event], date_ms: int | None, comments: Sequence[tuple[int, str]] = ()) -> str:
    """Returns the text of a game, which begins with its start.  Raises ValueError for events that are no such game."""
    started = events[0] if events else None
    if not isinstance(started, Start):
        raise ValueTextError("a record begins with the start of its game")
    state = evolve(NoGame(), started)
    body = _comment_lines(comments, 1)
    for number, event in enumerate(events[1:], start=2):
        entry = write_entry(event, state)
        if entry.startswith(_ROUND) and body:
            body.append("")
        body.append(entry)
        state = evolve(state, event)
        body += _comment_lines(comments, number)
    gap = [""] if body else []
    return "\n".join([*write_tags(started, state, date_ms), *gap, *body, ""])


def parse_game(catalogue: Catalogue, text: str) -> GameText:
    """Reads a record of a game of the catalogue.  Raises RecordTextError."""
    lines = [line.removesuffix("\r") for line in text.removeprefix("\ufeff").split("\n")]
    first_tag(lines)
    end = next((index for index, line in enumerate(lines) if not _is_head(line)), len(lines))
    head = read_tags(catalogue, lines[:end], early_starts=_has_early_starts(lines[end:]))
    comments = [(1, line.strip()[1:].strip()) for line in lines[:end] if line.strip().startswith(COMMENT)]
    state = evolve(NoGame(), head.started)
    events: list[Event] = [head.started]
    numbers = [1]
    illegal_plays: list[tuple[int, str]] = []
    for number, line in enumerate(lines[end:], start=end + 1):
        words, comment = split_line(line, number)
        if words:
            event, illegal_reason = _read(words, state, number)
            if illegal_reason is not None:
                illegal_plays.append((number, illegal_reason))
            events.append(event)
            numbers.append(number)
            state = _evolved(state, event, words[0], number)
        if comment is not None:
            comments.append((len(events), comment))
    check_result(head, state)
    return GameText(
        events=tuple(events),
        lines=tuple(numbers),
        date_ms=head.date_ms,
        comments=tuple(comments),
        illegal_plays=tuple(illegal_plays),
    )


def _comment_lines(comments: Sequence[tuple[int, str]], number: int) -> list[str]:
    return [f"{COMMENT} {text}".rstrip() for after, text in comments if after == number]


def _is_head(line: str) -> bool:
    """Returns whether a line belongs to the head: tags, and the blank lines and comments between them."""
    return not line.strip() or line.lstrip().startswith((TAG, COMMENT))


def _has_early_starts(entries: Sequence[str]) -> bool:
    """Returns whether a free start stands before the first deal."""
    verbs = (line.split(maxsplit=1)[0] for line in entries if line.strip())
    return next((verb for verb in verbs if verb in (_ROUND, _FREE_START)), _ROUND) == _FREE_START


def _read(words: list[Word], state: State, number: int) -> Entry:
    entry = read_entry(words, state, number)
    wrong = (
        validate_card_event(entry.event, state) if isinstance(state, CardGame) else validate_event(entry.event, state)
    )
    if wrong:
        name, column = place_of(wrong[0], words)
        raise RecordTextError(f"{name}: {wrong[1]}", number, column)
    return entry


def _evolved(state: State, event: Event, word: Word, number: int) -> State:
    """Returns the state after the event.

    An entry that cannot follow here (a card laid before any was dealt) is refused.
    """
    try:
        return evolve(state, event)
    except (ValueError, LookupError) as error:
        raise RecordTextError(f"{word.text}: it cannot stand here ({error})", number, word.column) from error
