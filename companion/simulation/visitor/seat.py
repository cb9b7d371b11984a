"""The visitor's seat: the requests of a person at the tablet to the simulated hands, and the public state of the seat.

Any thread posts requests; the thread of the simulated players carries them out one after the other.
"""

from dataclasses import dataclass, replace
from enum import Enum, auto
from queue import Empty, SimpleQueue

from companion.model.position import Placement
from companion.views.demo_seat import DemoSeat


@dataclass(frozen=True, slots=True)
class Lay:
    """Lays the figures like this; `chosen`: as the result of a legal play, which the visitor declares."""

    placement: Placement
    chosen: bool


class Gesture(Enum):
    """`ERR`: some wrong play of the card; `PUT_BACK`: everything as in the game."""

    ERR = auto()
    PUT_BACK = auto()


Request = Lay | Gesture


class VisitorSeat:
    """Empty until a visitor takes it.  Requests from before a turn are dropped."""

    def __init__(self) -> None:
        self._requests: SimpleQueue[Request] = SimpleQueue()
        self._shown = DemoSeat()

    def shown(self) -> DemoSeat:
        """The present state of the seat."""
        return self._shown

    def take(self, seat: int) -> None:
        """From its next turn on a person plays this seat."""
        self._shown = DemoSeat(seat=seat)

    def leave(self) -> None:
        """A simulated player has the seat again."""
        self._shown = DemoSeat()

    def play(self, result: Placement) -> None:
        """Moves the figures as a legal play of the declared card leads to."""
        self._requests.put(Lay(result, chosen=True))

    def lay(self, placement: Placement) -> None:
        """Moves the figures to this placement, against the rules too."""
        self._requests.put(Lay(placement, chosen=False))

    def err(self) -> None:
        """The simulated hand plays the declared card, or any of the hand, wrongly."""
        self._requests.put(Gesture.ERR)

    def put_back(self) -> None:
        """Moves everything back to its place in the game."""
        self._requests.put(Gesture.PUT_BACK)

    def next_request(self) -> Request | None:
        """The next request; None if there is none."""
        try:
            return self._requests.get_nowait()
        except Empty:
            return None

    def show(self, *, hand: tuple[str, ...], busy: bool, astray: bool) -> None:
        """Shows the state of the turn; a seat that was left meanwhile stays left."""
        shown = self._shown
        if shown.seat is not None:
            self._shown = replace(shown, hand=hand, busy=busy, astray=astray)

    def end_turn(self) -> None:
        """Drops open requests, which belong to a turn that is over."""
        while self.next_request() is not None:
            pass
        self.show(hand=(), busy=False, astray=False)
