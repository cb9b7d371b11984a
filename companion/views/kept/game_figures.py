"""The totals of a recorded game, seat by seat: the numbers of its statistics."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple


class SeatFigures(NamedTuple):
    """The totals of one seat.  A tuple, because a list of games keeps thousands of them.

    `plays` and all their effects are those that stand: `captures` are pawns sent home by landing on or passing
    them, `bites` those sent home by the dog, `suffered` the seat's own pawns sent home by anybody; `walked` counts
    fields, forward and backward; `quarter_turns` those of the wheel, either way; `robberies` are rows robbed in a game
    of cards alone.  `refused` plays were judged wrong; `asked` ones had to be pointed out by people although a camera
    watched.  A turn ends with a play, a forfeit or a card thrown away; `turns_ms` is how long all of them took,
    `longest_ms` the longest.
    """

    plays: int = 0
    captures: int = 0
    bites: int = 0
    suffered: int = 0
    walked: int = 0
    quarter_turns: int = 0
    robberies: int = 0
    refused: int = 0
    asked: int = 0
    turns: int = 0
    turns_ms: int = 0
    longest_ms: int = 0


#: Nothing was done.
NONE: Final = SeatFigures()


def together(each: Iterable[SeatFigures]) -> SeatFigures:
    """Returns all of them added up; of the longest turns the longest."""
    columns = list(zip(*each, strict=True))
    if not columns:
        return NONE
    *added, longest = columns
    return SeatFigures._make([*map(sum, added), max(longest)])


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFigures:
    """`seats` go by seat; `walked` are the fields walked with each card, by its name.

    `corrected` counts corrections by hand; `between_ms` is time played in which it was nobody's turn (dealing,
    exchanging, undone events).
    """

    seats: tuple[SeatFigures, ...] = ()
    walked: tuple[tuple[str, int], ...] = ()
    corrected: int = 0
    between_ms: int = 0

    @property
    def total(self) -> SeatFigures:
        """All seats together."""
        return together(self.seats)


#: A game of which nothing is known.
NO_FIGURES: Final = GameFigures()
