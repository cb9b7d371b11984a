"""The totals of a game, from its events and their times.

Laws: a pawn sent home is counted once for the seat that sent it and once for its own; fields walked are the same sum by
seat and by card; the time of all turns and the time between them are together the time that was played.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.history.play_clock import PlayClock, Stored, ends_turn_of, is_within_turn
from companion.history.standing import standing
from companion.model.places import KENNEL
from companion.model.play import Step, StepKind
from companion.open_row.actions import ActionKind
from companion.session import events as ev
from companion.views.kept.game_figures import GameFigures, SeatFigures


def game_figures(events: Sequence[ev.Event], stored: Sequence[Stored]) -> GameFigures:
    """Returns the figures of these events, each `stored` at its time.

    Raises ValueError for events that are no game.
    """
    started = events[0] if events else None
    if not isinstance(started, ev.Start):
        raise ValueError("it does not begin with its start")
    stand = standing(events)
    count = _Count(len(started.names))
    for row, event in enumerate(events, start=1):
        if row in stand:
            count.take(event)
        if isinstance(event, ev.PlayRefused):
            count.add(event.seat, refused=1)
    corrected = sum(isinstance(event, ev.PositionCorrected) for event in events)
    between_ms = _count_time(count, events, stored, stand)
    walked = tuple(sorted(count.walked.items()))
    return GameFigures(seats=count.seats(), walked=walked, corrected=corrected, between_ms=between_ms)


def played_ms(events: Sequence[ev.Event], stored: Sequence[Stored]) -> int:
    """Returns the time played, without pauses, the time in which the program was off, and a clock set back."""
    return sum(_gaps_ms(events, stored))


def _gaps_ms(events: Sequence[ev.Event], stored: Sequence[Stored]) -> Iterator[int]:
    """Yields the time played before each event; 0 before the first."""
    clock = PlayClock()
    for event, when in zip(events, stored, strict=True):
        before, clock = clock, clock.after(event, when)
        yield clock.played_ms - before.played_ms


def _count_time(count: "_Count", events: Sequence[ev.Event], stored: Sequence[Stored], stand: frozenset[int]) -> int:
    """Counts the time of turns that stand; returns the time between them."""
    between = waited = 0
    for row, (event, gap) in enumerate(zip(events, _gaps_ms(events, stored), strict=True), start=1):
        waited += gap
        seat = ends_turn_of(event)
        if seat is not None and row in stand:
            count.add_turn(seat, waited)
        elif is_within_turn(event):
            continue
        else:
            between += waited
        waited = 0
    return between + waited


class _Count:
    """Counts up; `walked` goes by card."""

    def __init__(self, seats: int) -> None:
        self._seats = [Counter[str]() for _ in range(seats)]
        self.walked = Counter[str]()
        self._by_hand = Counter[int]()
        self._seen = False

    def take(self, event: ev.Event) -> None:
        """Counts an event that stands."""
        match event:
            case ev.PlayAccepted(seat=seat, card=card):
                self.add(seat, plays=1)
                for step in event.steps:
                    self._step(seat, card, step)
                self._seen |= not event.by_hand
                self._by_hand[seat] += event.by_hand
            case ev.ActionTaken(seat=seat, action=action):
                self.add(seat, plays=1, robberies=int(action.split()[0] == ActionKind.ROB))
            case _:
                pass

    def add(self, seat: int, **counted: int) -> None:
        self._seats[seat].update(counted)

    def add_turn(self, seat: int, ms: int) -> None:
        self.add(seat, turns=1, turns_ms=ms)
        self._seats[seat]["longest_ms"] = max(self._seats[seat]["longest_ms"], ms)

    def seats(self) -> tuple[SeatFigures, ...]:
        """Returns the figures by seat.

        If no play was seen there is no camera, and tapping a play answers no question.
        """
        asked = self._by_hand if self._seen else Counter[int]()
        return tuple(SeatFigures(**counted)._replace(asked=asked[seat]) for seat, counted in enumerate(self._seats))

    def _step(self, seat: int, card: str, step: Step) -> None:
        by_dog = step.kind is StepKind.DOG
        captures = [capture for capture in step.captures if capture.to == KENNEL]
        self.add(seat, **{"bites" if by_dog else "captures": len(captures)})
        for capture in captures:
            self.add(capture.seat, suffered=1)
        if step.kind is StepKind.ADVANCE:
            self.add(seat, walked=abs(step.value))
            self.walked[card] += abs(step.value)
        if step.kind is StepKind.WHEEL:
            self.add(seat, quarter_turns=abs(step.value))
