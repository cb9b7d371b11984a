"""The cards of one table of players as flat tuples of integers; a face is its index in the game's order of cards.

Law: as in `board_tables`, nothing is decided here.  A use itself gives its integers (`Use.code`).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain

from companion.rules.flat.codes import Opcode, UseCode


@dataclass(frozen=True, slots=True, kw_only=True)
class CardTables:
    """`uses` of a face are those from `first_use[face]` up to `first_use[face + 1]`, in the order of the rules.

    By face, 0 or 1: `starts_pawn` if it brings a pawn out of the kennel, `stands_in` if it has no face of its own
    (copy, joker), `declared` if the player names the face it is played as.  `deck` has the face of every card.
    """

    uses: tuple[UseCode, ...]
    first_use: tuple[int, ...]
    starts_pawn: tuple[int, ...]
    stands_in: tuple[int, ...]
    declared: tuple[int, ...]
    deck: tuple[int, ...]


def compile_cards(
    *, codes: Sequence[Sequence[UseCode]], stands_in: Iterable[bool], declared: Iterable[bool], counts: Iterable[int]
) -> CardTables:
    """Returns the tables of the cards, of which everything is given by face; `counts` is how many there are of each."""
    return CardTables(
        uses=tuple(chain.from_iterable(codes)),
        first_use=tuple(accumulate(map(len, codes), initial=0)),
        starts_pawn=tuple(int(any(code.op is Opcode.START for code in some)) for some in codes),
        stands_in=tuple(map(int, stands_in)),
        declared=tuple(map(int, declared)),
        deck=tuple(face for face, count in enumerate(counts) for _ in range(count)),
    )
