"""The compiled kernel, loaded once; None if it was not built, so that everything else works without it."""

import ctypes
from functools import lru_cache
from pathlib import Path
from typing import Final

from companion.playout.build import LIBRARY
from companion.playout.structs import SEATS, Chance, Game, Table

_STRUCTS: Final = (Table, Game, Chance)


class NoKernelError(RuntimeError):
    """The kernel is missing or of another version; one line with the reason."""


class Kernel:
    """The functions of `kernel/playout.c` and `kernel/game.c`.  Calls let other threads run meanwhile."""

    def __init__(self, path: Path = LIBRARY) -> None:
        """Raises NoKernelError."""
        try:
            library = ctypes.CDLL(str(path))
        except OSError as error:
            raise NoKernelError(f"the playout kernel is not built ({path.name})") from error
        try:
            sizes = tuple(library.playout_size(which) for which in range(len(_STRUCTS)))
            self._declare(library)
        except AttributeError:
            # an older library lacks later functions
            sizes = ()
        if sizes != tuple(ctypes.sizeof(struct) for struct in _STRUCTS):
            raise NoKernelError(f"the playout kernel was built from other sources ({path.name})")
        self._library = library

    @staticmethod
    def _declare(library: ctypes.CDLL) -> None:
        """Raises AttributeError for a function that the library lacks."""
        pointers = [ctypes.POINTER(struct) for struct in _STRUCTS]
        library.playout_try.argtypes = [*pointers, ctypes.c_int, ctypes.c_int]
        library.playout_next_way.argtypes = [pointers[2]]
        library.playout_advance.argtypes = pointers
        library.playout_run.argtypes = [*pointers, ctypes.c_int]
        library.playout_settle.argtypes = [*pointers[:2], *(ctypes.c_int,) * 4]
        seats = ctypes.POINTER(ctypes.c_int32)
        library.playout_standings.argtypes = [*pointers[:2], seats, ctypes.c_uint64, *(ctypes.c_int,) * 3]
        library.playout_wins.argtypes = [*pointers[:2], seats, ctypes.c_uint64, ctypes.c_int, ctypes.c_int, seats]
        library.playout_standings.restype = ctypes.c_int64

    def try_card(self, table: Table, game: Game, chance: Chance, face: int, *, avoids_figure: bool = False) -> int:
        """Lays a card on the game's board: -1 if that is impossible, else the number of cards that it lets draw."""
        return int(self._library.playout_try(table, game, chance, face, avoids_figure))

    def next_way(self, chance: Chance) -> bool:
        """Turns a scripted chance to its next way; False after all of them."""
        return bool(self._library.playout_next_way(chance))

    def advance(self, table: Table, game: Game, chance: Chance) -> int:
        """Makes the next step of a whole game and returns a `KernelEvent`."""
        return int(self._library.playout_advance(table, game, chance))

    def run(self, table: Table, game: Game, chance: Chance, most: int) -> int:
        """Plays a game to its end or for `most` plays: the winning team, or -1."""
        return int(self._library.playout_run(table, game, chance, most))

    def wins(
        self, table: Table, game: Game, playouts: range, most: int, known: "ctypes.Array[ctypes.c_int32] | None" = None
    ) -> tuple[int, ...]:
        """Plays a game on for each seed, to its end or for `most` plays: the games that each team wins.

        The first `known` cards of each hand stay (None: of no hand), others are dealt anew in each.
        """
        wins = (ctypes.c_int32 * SEATS)()
        self._library.playout_wins(table, game, known, playouts.start, len(playouts), most, wins)
        return tuple(wins)

    def settle(self, table: Table, game: Game, face: int, acting: int, *, loss: int, draws: bool) -> None:
        """Lays the card of a play whose result stands on the game's board.

        `acting` is its other face, or -1; `loss` is `enum loss` of kernel.h.
        """
        self._library.playout_settle(table, game, face, acting, loss, draws)

    def standings(
        self, table: Table, game: Game, known: "ctypes.Array[ctypes.c_int32]", playouts: range, most: int, team: int
    ) -> int:
        """The standing of a team after `most` plays more, added up over playouts by their seeds.

        The unit is a quarter of a field of a lap of 64.  The first `known` cards of each hand stay, others are dealt.
        """
        seed, count = playouts.start, len(playouts)
        return int(self._library.playout_standings(table, game, known, seed, count, most, team))


@lru_cache(maxsize=1)
def kernel() -> Kernel | None:
    """The kernel of this program; None if there is none."""
    try:
        return Kernel()
    except NoKernelError:
        return None
