"""The time of each row of a game since its first one, as somebody with a watch beside the table counts.

Law: times never fall, and a clock that is set in the middle of a game moves none of them.
"""

from collections.abc import Sequence
from itertools import accumulate, pairwise

from companion.history.play_clock import Stored, gap_ms


def elapsed_ms(stored: Sequence[Stored]) -> tuple[int, ...]:
    """Returns the milliseconds from the first row to each.

    Pauses count, and so does the time in which the program was off.
    """
    gaps = (gap_ms(before, now) for before, now in pairwise(stored))
    return tuple(accumulate(gaps, initial=0)) if stored else ()
