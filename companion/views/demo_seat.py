"""The seat that a visitor plays in a demo, for screens."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoSeat:
    """`seat` None: the simulated players have every seat.

    The other fields count while the table waits for the visitor.

    `hand`: the visitor's own cards, empty while it is not the visitor's turn; `busy`: hands move figures, or the camera
    examines the result; `astray`: the board differs from the game.
    """

    seat: int | None = None
    hand: tuple[str, ...] = ()
    busy: bool = False
    astray: bool = False
