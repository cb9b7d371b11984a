"""What a screen shows of the seat that a visitor plays in a demo."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoSeat:
    """`seat` None: the simulated players have every seat.  The rest counts while the table waits for the visitor.

    `hand`: the visitor's own cards, empty while it is not the visitor's turn; `busy`: hands move figures, or the camera
    looks at what they did; `astray`: something lies otherwise than the game says.
    """

    seat: int | None = None
    hand: tuple[str, ...] = ()
    busy: bool = False
    astray: bool = False
