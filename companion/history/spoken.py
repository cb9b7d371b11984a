"""The commentary of each row of a game, for people who watch it again."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from msgspec import structs

from companion.history.course import GameCourse
from companion.history.line_words import started
from companion.session import events as ev
from companion.session.state import BoardGame, OwedKind, State
from companion.views.broadcast.payloads import CommentaryLine
from companion.views.commentary.lines import commented
from companion.views.commentary.sentence import spoken_name
from companion.views.table_view import TableView
from companion.views.wording.sentences import Wording


def spoken_lines(course: GameCourse, views: Iterable[TableView], wording: Wording) -> Iterator[CommentaryLine]:
    """Yields the sentences of all rows in their order, those of events undone later included.

    `views` are the table after each row.
    """
    before: State | None = None
    for event, state, view in zip(course.events, course.states, views, strict=True):
        if not _belongs_to_the_play_before(event, before):
            yield from commented(wording, view, (event,))
        before = state


def with_spoken_names(course: GameCourse, wording: Wording) -> GameCourse:
    """Returns the same game with the names of the commentary: on one line, and no longer than shown elsewhere."""
    begun, view = started(course), course.view(1, wording)
    names = tuple(spoken_name(view, seat) for seat in range(len(begun.names)))
    return replace(course, events=(structs.replace(begun, names=names), *course.events[1:]))


def _belongs_to_the_play_before(event: ev.Event, before: State | None) -> bool:
    """ST-R11: the next play passes over a lost turn; the sentence of the play that took it has covered that already."""
    owed = before.owed if isinstance(before, BoardGame) else None
    return isinstance(event, ev.TurnSkipped) and owed is not None and owed.kind is OwedKind.DISCARD
