"""A game row by row: the table after each row, and a line for everything that people noticed.

Laws: the table after a row is the state that its events up to there add up to; the lines are those of the record, and
undone events stay among them, marked.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import Final

from companion.history.standing import standing
from companion.model.places import KENNEL
from companion.open_row.actions import ActionKind, played_card
from companion.session import events as ev
from companion.session.evolve import evolve
from companion.session.state import BoardGame, NoGame, State
from companion.views.table import table_view
from companion.views.table_view import TableView
from companion.views.view_context import ViewContext
from companion.views.wording.sentences import Wording


class LineKind(StrEnum):
    """The kinds of events, as a move list names them."""

    BEGIN = "begin"
    DEAL = "deal"
    ROUND = "round"
    FIGURE = "figure"
    EXCHANGE = "exchange"
    FREE_START = "free_start"
    NO_FREE_START = "no_free_start"
    PLAY = "play"
    REVEAL = "reveal"
    REFUSED = "refused"
    CORRECTION = "correction"
    SKIP = "skip"
    FORFEIT = "forfeit"
    DISCARD = "discard"
    DRAW = "draw"
    NO_DRAW = "no_draw"
    UNDO = "undo"
    REDO = "redo"
    WON = "won"
    ABANDONED = "abandoned"


#: The kinds of lines that a jump to the next dispute finds, and those that one to the next undo finds.
DISPUTES: Final = frozenset({LineKind.REFUSED, LineKind.CORRECTION})
UNDOS: Final = frozenset({LineKind.UNDO, LineKind.REDO})
#: The kinds of jumps in the order in which they are offered.
JUMPS: Final = ("disputes", "captures", "undos")


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of the move list, for the row after which the table looked as it then shows.

    `seat` did it (None: nobody alone), with `card` (a name of the game, None if none is named); `ply` is the number
    of the play, 0 for other lines; `captured` are the seats whose pawns were sent home; `robbed`: a row was robbed in a
    game of cards alone.  `ruling` is the referee's ground for refusing it.  `stands` is False for undone events.
    """

    row: int
    kind: LineKind
    round: int
    seat: int | None = None
    card: str | None = None
    ply: int = 0
    captured: tuple[int, ...] = ()
    robbed: bool = False
    ruling: str = ""
    stands: bool = True

    @property
    def jump(self) -> str:
        """Which of `JUMPS` finds it; empty for a line that none does."""
        if self.kind in DISPUTES:
            return "disputes"
        if self.kind in UNDOS:
            return "undos"
        return "captures" if self.captured or self.robbed else ""


@dataclass(frozen=True, eq=False)
class GameCourse:
    """A game that has come so far: `states[n]` is the sum of its first n+1 events."""

    events: tuple[ev.Event, ...]
    states: tuple[State, ...] = field(repr=False)

    @property
    def game(self) -> str:
        """The id of the game; empty before it has begun."""
        return self.states[-1].game if self.states else ""

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """In the order of the record; the first is the beginning of the game."""
        stand = standing(self.events)
        found = []
        before: State = NoGame()
        for row, (event, after) in enumerate(zip(self.events, self.states, strict=True), start=1):
            line = _line(row, event, before, after)
            if line is not None:
                kept = row in stand or line.kind in UNDOS
                found.append(line if kept else replace(line, stands=False))
            before = after
        return tuple(_gathered(found))

    def view(self, row: int, wording: Wording) -> TableView:
        """Returns the table after a row (1 is the first), as everybody saw it then.  Raises IndexError."""
        if not 1 <= row <= len(self.states):
            raise IndexError(f"there is no row {row}")
        return table_view(self.states[row - 1], ViewContext(wording=wording, epoch=0, past=True))

    def views(self, wording: Wording) -> Iterator[TableView]:
        """Returns the table after each row in turn."""
        return (self.view(row, wording) for row in range(1, len(self.states) + 1))


def _gathered(lines: list[Line]) -> Iterator[Line]:
    """Yields the lines; cards pushed over one after the other are one line, that of the last."""
    for line, following in zip(lines, [*lines[1:], None], strict=True):
        if line.kind is not LineKind.EXCHANGE:
            yield line
        elif following is None or following.kind is not LineKind.EXCHANGE or following.stands != line.stands:
            yield replace(line, seat=None)


def course_of(events: Sequence[ev.Event], known: GameCourse | None = None) -> GameCourse:
    """Returns the course of the events of one game; `known` saves the work for those that it has already.

    Raises ValueError for events that are no game.
    """
    start = len(known.events) if known is not None else 0
    again = known is not None and tuple(events[:start]) == known.events
    states = list(known.states) if known is not None and again else []
    state = states[-1] if states else NoGame()
    for event in events[len(states) :]:
        state = evolve(state, event)
        states.append(state)
    return GameCourse(tuple(events), tuple(states))


def _line(row: int, event: ev.Event, before: State, after: State) -> Line | None:
    """Returns the line of a row; None for a part of another event, such as a card laid and not judged yet."""
    line = _played(row, event, after) or _beside(row, event, before)
    if line is None or isinstance(after, NoGame):
        return None
    return replace(line, round=after.round if isinstance(after, BoardGame) else 1)


def _played(row: int, event: ev.Event, after: State) -> Line | None:
    match event:
        case ev.PlayAccepted(seat=seat, card=card):
            captures = [capture for step in event.steps for capture in step.captures]
            captured = tuple(capture.seat for capture in captures if capture.to == KENNEL)
            return _at(row, LineKind.PLAY, seat, card, ply=_ply(after), captured=captured)
        case ev.ActionTaken(seat=seat, action=action):
            robbed = action.split()[0] == ActionKind.ROB
            return _at(row, LineKind.PLAY, seat, played_card(action), ply=_ply(after), robbed=robbed)
        case ev.PlayRefused(seat=seat, card=card):
            ruling = event.reasons[0].ruling if event.reasons else ""
            return _at(row, LineKind.REFUSED, seat, card or None, ruling=ruling)
        case ev.CardRevealed(card=card):
            return _at(row, LineKind.REVEAL, None, card)
        case _:
            return None


def _beside(row: int, event: ev.Event, before: State) -> Line | None:
    """Returns the line of a row that is no play."""
    match event:
        case ev.CardsDealt() if event.cards:
            return _at(row, LineKind.DEAL)
        case ev.RoundEnded() if isinstance(before, BoardGame) and not before.counted:
            return _at(row, LineKind.ROUND)
        case ev.FreeStartDecided(seat=seat, pawn=pawn):
            return _at(row, LineKind.NO_FREE_START if pawn is None else LineKind.FREE_START, seat)
        case ev.PositionCorrected(card=card):
            return _at(row, LineKind.CORRECTION, card=card)
        case ev.CardDiscarded(seat=seat, card=card):
            return _at(row, LineKind.DISCARD, seat, card)
        case ev.CardsDrawn(seat=seat, count=count):
            return _at(row, LineKind.DRAW if count else LineKind.NO_DRAW, seat)
        case ev.CardExchanged(seat=seat) | ev.TurnSkipped(seat=seat) | ev.HandForfeited(seat=seat):
            return _at(row, _BY_SEAT[type(event)], seat)
        case _:
            kind = _WHOLE_TABLE.get(type(event))
            return None if kind is None else _at(row, kind)


_BY_SEAT: Final[dict[type[ev.Event], LineKind]] = {
    ev.CardExchanged: LineKind.EXCHANGE,
    ev.TurnSkipped: LineKind.SKIP,
    ev.HandForfeited: LineKind.FORFEIT,
}
_WHOLE_TABLE: Final[dict[type[ev.Event], LineKind]] = {
    ev.GameStarted: LineKind.BEGIN,
    ev.CardGameStarted: LineKind.BEGIN,
    ev.DogPlaced: LineKind.FIGURE,
    ev.EventsUndone: LineKind.UNDO,
    ev.EventsRedone: LineKind.REDO,
    ev.GameWon: LineKind.WON,
    ev.GameAbandoned: LineKind.ABANDONED,
}


def _ply(after: State) -> int:
    return 0 if isinstance(after, NoGame) else after.ply


def _at(
    row: int,
    kind: LineKind,
    seat: int | None = None,
    card: str | None = None,
    *,
    ply: int = 0,
    captured: tuple[int, ...] = (),
    robbed: bool = False,
    ruling: str = "",
) -> Line:
    return Line(
        row=row, kind=kind, round=0, seat=seat, card=card, ply=ply, captured=captured, robbed=robbed, ruling=ruling
    )
