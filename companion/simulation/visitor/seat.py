"""The visitor's seat: what a person at the tablet asks of the simulated hands, and what is shown of it.

Any thread asks; the thread of the simulated players carries out one request after the other.
"""

from dataclasses import dataclass, replace
from enum import Enum, auto
from queue import Empty, SimpleQueue

from companion.model.position import Placement
from companion.views.demo_seat import DemoSeat


@dataclass(frozen=True, slots=True)
class Lay:
    """The figures are to lie like this; `chosen`: it is what a legal play leads to, and the visitor says so."""

    placement: Placement
    chosen: bool


class Gesture(Enum):
    """`ERR`: some wrong play of the card; `PUT_BACK`: everything as the game says."""

    ERR = auto()
    PUT_BACK = auto()


Request = Lay | Gesture


class VisitorSeat:
    """Empty until somebody takes it.  What was asked before a turn began is dropped."""

    def __init__(self) -> None:
        self._requests: SimpleQueue[Request] = SimpleQueue()
        self._shown = DemoSeat()

    def shown(self) -> DemoSeat:
        """How the seat is now."""
        return self._shown

    def take(self, seat: int) -> None:
        """From its next turn on a person plays this seat."""
        self._shown = DemoSeat(seat=seat)

    def leave(self) -> None:
        """A simulated player has the seat again."""
        self._shown = DemoSeat()

    def play(self, result: Placement) -> None:
        """The figures are moved as a legal play of the declared card leads to."""
        self._requests.put(Lay(result, chosen=True))

    def lay(self, placement: Placement) -> None:
        """The figures are moved like this, whatever the rules say."""
        self._requests.put(Lay(placement, chosen=False))

    def err(self) -> None:
        """The simulated hand plays the declared card, or any of the hand, wrongly."""
        self._requests.put(Gesture.ERR)

    def put_back(self) -> None:
        """Everything goes back to where the game says it is."""
        self._requests.put(Gesture.PUT_BACK)

    def next_request(self) -> Request | None:
        """What is to be done now; None while nothing is."""
        try:
            return self._requests.get_nowait()
        except Empty:
            return None

    def show(self, *, hand: tuple[str, ...], busy: bool, astray: bool) -> None:
        """How the turn stands; a seat that was left meanwhile stays left."""
        shown = self._shown
        if shown.seat is not None:
            self._shown = replace(shown, hand=hand, busy=busy, astray=astray)

    def end_turn(self) -> None:
        """What was asked and not done yet belongs to a turn that is over."""
        while self.next_request() is not None:
            pass
        self.show(hand=(), busy=False, astray=False)
