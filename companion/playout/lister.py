"""Legal plays listed by the compiled kernel, equal to those of the readable engine in every field and in their order.

One call in some is answered by both.  If they differ, the readable engine answers from then on, and `distrust` has the
reason.
"""

import ctypes
import logging
from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import Path
from struct import Struct, error
from typing import Final, TypeVar

import msgspec

from companion.model.play import Play, is_void
from companion.model.position import Position
from companion.playout.build import LIBRARY
from companion.playout.compile import NoTableError, compile_table
from companion.playout.library import NoKernelError
from companion.playout.names import SLOT_KINDS, Names, compile_names
from companion.playout.structs import FACES, Table
from companion.rules.listing.lister import Playable
from companion.rules.listing.search import Search
from companion.rules.rules import Rules
from companion.system.threads import tell

log = logging.getLogger(__name__)

T = TypeVar("T")

#: The name by which listeners hear of a difference, as of the fault of a thread.
LISTER: Final = "lister"
#: One list in so many is compared with that of the readable engine.
EVERY: Final = 500
#: So many rules have their tables at once, of 20 kB each.
_MOST_TABLES: Final = 64
#: The value of an extra that a placement lacks: a figure that is not placed.
_ABSENT: Final = -1
_read: Final[Callable[[bytes], tuple[Play, ...]]] = msgspec.msgpack.Decoder(tuple[Play, ...]).decode


class _Output(ctypes.Structure):
    """The first members of `struct lister`."""

    _fields_ = (("bytes", ctypes.c_void_p), ("length", ctypes.c_size_t))


class Memory:
    """A `struct lister`: the memory of one list at a time."""

    def __init__(self, library: ctypes.PyDLL) -> None:
        self._library = library
        self.address: int = library.lister_new()
        if not self.address:
            raise MemoryError
        self.output = _Output.from_address(self.address)
        self.answers = (ctypes.c_uint64 * 2)()
        self.answers_at = ctypes.addressof(self.answers)

    def __del__(self) -> None:
        self._library.lister_free(self.address)


class CompiledRules:
    """The tables of one set of rules, and how a position is handed over."""

    def __init__(self, rules: Rules) -> None:
        """Raises NoTableError."""
        self._names, self._table = compile_names(rules), compile_table(rules)
        self.table, self.names = ctypes.addressof(self._table), ctypes.addressof(self._names)
        self.faces = {card: face for face, card in enumerate(rules.variant.cards)}
        self.bits = {card: 1 << face for card, face in self.faces.items()}
        self._lengths = [rules.pawns_per_seat] * len(rules.seats)
        self._struct = Struct(f"{2 + len(SLOT_KINDS) + sum(self._lengths)}h")
        self._slots = frozenset(rules.slots)
        self._order = [
            next((name for name, slot in rules.slots.items() if type(slot) is kind), "") for kind in SLOT_KINDS
        ]
        self._needed = {name for name, slot in rules.slots.items() if name not in rules.figures}

    def packed(self, position: Position) -> bytes | None:
        """The position as `lister_plays` reads it; None for one that is not as these rules have it."""
        placement = position.placement
        if list(map(len, placement.pawns)) != self._lengths:
            return None
        figure, touched, wheel = _ABSENT, 0, 0
        if self._slots or placement.extras:
            extras = dict(placement.extras)
            if not (self._needed <= extras.keys() <= self._slots) or list(extras) != sorted(extras):
                return None
            names = self._order
            figure, touched, wheel = extras.get(names[0], _ABSENT), extras.get(names[1], 0), extras.get(names[2], 0)
        copied = -1 if position.copied is None else self.faces.get(position.copied, FACES)
        try:
            return self._struct.pack(
                position.turn, copied, figure, touched, wheel, *chain.from_iterable(placement.pawns)
            )
        except error:
            return None


class CompiledListing:
    """The plays in one position."""

    __slots__ = ("_compiled", "_lister", "_packed", "_position", "_rules")

    def __init__(
        self, lister: "CompiledLister", compiled: CompiledRules, packed: bytes, rules: Rules, position: Position
    ) -> None:
        self._lister, self._compiled, self._packed = lister, compiled, packed
        self._rules, self._position = rules, position

    def plays(self, card: str, acting_as: str | None) -> tuple[Play, ...] | None:
        faces = self._compiled.faces
        acting = -1 if acting_as is None else faces[acting_as]
        plays = self._lister.list_plays(self._compiled, self._packed, faces[card], acting)
        if plays is not None and self._lister.is_shadowed():
            return self._lister.checked(
                plays, Search(self._rules, self._position).plays(card, acting_as), self._position
            )
        return plays

    def playable(self, cards: Sequence[str]) -> Playable | None:
        found = self._lister.ask(self._compiled, self._packed, cards)
        if found is not None and self._lister.is_shadowed():
            return self._lister.checked(found, searched(self._rules, self._position, cards), self._position)
        return found


def searched(rules: Rules, position: Position, cards: Sequence[str]) -> Playable:
    """Which of the cards can be played, as the readable engine finds it."""
    searches = [Search(each, position) for each in rules.in_order]
    found = Playable([], [])
    for card in cards:
        some = (play for search in searches if (play := search.some_play(card)) is not None)
        play = next(some, None)
        if play is not None:
            found[is_void(play.steps)].append(card)
    return found


class CompiledLister:
    """The functions of `kernel/lister.c`; a list takes milliseconds at most, and no other thread runs meanwhile."""

    def __init__(self, path: Path = LIBRARY, every: int = EVERY) -> None:
        """`every`: one list in so many is compared, 0 = none.  Raises NoKernelError."""
        try:
            library = ctypes.PyDLL(str(path))
            self._declare(library)
            sizes = library.lister_size(0), library.lister_size(1)
        except (OSError, AttributeError) as fault:
            raise NoKernelError(f"the kernel lists no plays ({path.name})") from fault
        if sizes != (ctypes.sizeof(Table), ctypes.sizeof(Names)):
            raise NoKernelError(f"the kernel was built from other sources ({path.name})")
        self._library, self._plays, self._asks = library, library.lister_plays, library.lister_asks
        self._free: list[Memory] = []
        self._every, self._since = every, 0
        #: By the object itself: rules with another use of a card may count as equal.
        self._tables: dict[int, tuple[Rules, CompiledRules | None]] = {}
        self.distrust = ""

    @staticmethod
    def _declare(library: ctypes.PyDLL) -> None:
        """Raises AttributeError for a function that the library lacks."""
        pointer = ctypes.c_void_p
        library.lister_new.restype = pointer
        library.lister_free.argtypes = [pointer]
        library.lister_free.restype = None
        library.lister_plays.argtypes = [pointer, pointer, pointer, ctypes.c_char_p, ctypes.c_int, ctypes.c_int]
        library.lister_asks.argtypes = [*library.lister_plays.argtypes[:4], ctypes.c_uint64, pointer]

    def of(self, rules: Rules, position: Position) -> CompiledListing | None:
        """The plays in a position; None if these rules or this position are beyond the kernel."""
        compiled = None if self.distrust else self._compiled(rules)
        packed = None if compiled is None else compiled.packed(position)
        if compiled is None or packed is None:
            return None
        return CompiledListing(self, compiled, packed, rules, position)

    def list_plays(self, compiled: CompiledRules, packed: bytes, face: int, acting: int) -> tuple[Play, ...] | None:
        if self.distrust:
            return None
        memory = self._free.pop() if self._free else Memory(self._library)
        count = self._plays(memory.address, compiled.table, compiled.names, packed, face, acting)
        written = ctypes.string_at(memory.output.bytes, memory.output.length) if count > 0 else b""
        self._free.append(memory)
        if count <= 0:
            return None if count < 0 else ()
        return _read(written)

    def ask(self, compiled: CompiledRules, packed: bytes, cards: Sequence[str]) -> Playable | None:
        if self.distrust:
            return None
        bit_of, bits = compiled.bits, 0
        for card in cards:
            if card not in bit_of:
                return None
            bits |= bit_of[card]
        memory = self._free.pop() if self._free else Memory(self._library)
        refused = self._asks(memory.address, compiled.table, compiled.names, packed, bits, memory.answers_at)
        effective, void = memory.answers
        self._free.append(memory)
        if refused:
            return None
        return Playable(
            [card for card in cards if effective & bit_of[card]],
            [card for card in cards if void & bit_of[card]] if void else [],
        )

    def _compiled(self, rules: Rules) -> CompiledRules | None:
        known = self._tables.get(id(rules))
        if known is not None and known[0] is rules:
            return known[1]
        try:
            compiled = CompiledRules(rules)
        except (NoTableError, ArithmeticError, LookupError, TypeError, ValueError) as beyond:
            # the game goes on, however odd the rules of a house are
            log.info("the engine lists the plays by itself: %s", beyond)
            compiled = None
        if len(self._tables) >= _MOST_TABLES:
            self._tables.clear()
        self._tables[id(rules)] = rules, compiled
        return compiled

    def is_shadowed(self) -> bool:
        """Whether the list just made is to be compared."""
        self._since += 1
        if self._since != self._every:
            return False
        self._since = 0
        return True

    def checked(self, ours: T, theirs: T, position: Position) -> T:
        """The list of the readable engine; a different one of the kernel was its last."""
        if ours != theirs and not self.distrust:
            self.distrust = f"{position}: kernel {ours}, engine {theirs}"[:2000]
            log.error(
                "the compiled lister differs from the engine, which lists all plays from now on: %s", self.distrust
            )
            tell(LISTER, again=True)
        return theirs
