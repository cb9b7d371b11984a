"""The kinds of building block that a variant's data may name; every concrete one is a struct in `mechanics/`.

A block holds its settings (read strictly from the variant's TOML) and the one function that knows its rule.  Adding a
kind of card use, an after-effect or a piece of extra state means adding a file to `mechanics/`; nothing is registered.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, NamedTuple, Self

import msgspec

from companion.model.play import Play, is_void
from companion.model.position import Placement, Switch
from companion.rules.board_rules import BoardRules
from companion.rules.faults.fault import Aftermath, BoardChange, Fault, Moved, MovedFigure
from companion.rules.flat.codes import Opcode, UseCode
from companion.rules.moves.turn import Draft, Stage, Turn

JsonValue = int | str | list[bool] | None


class Course(NamedTuple):
    """Every way to carry a use out, before the after-effects, and the proper states between its parts."""

    outcomes: tuple[Draft, ...]
    stages: tuple[Stage, ...]


class SlotError(ValueError):
    """An impossible extra value of a position; the message is the reason without the key."""


class Use(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="use"):
    """One use of a card.  `only_with` names a switch without which the card has no such use, or `switch=value`."""

    only_with: str = ""

    #: Its code in the flat tables.
    opcode: ClassVar[Opcode] = Opcode.NONE
    #: Codes of faults that are untrue of a card which has this use too ("moves only one pawn", "goes only forward").
    refutes: ClassVar[frozenset[str]] = frozenset()

    @property
    def switch(self) -> str:
        """The switch on which the use hangs; empty if on none."""
        return self.only_with.partition("=")[0]

    def is_held(self, switches: Mapping[str, Switch]) -> bool:
        """Returns whether the card has this use at a table with these switches."""
        if not self.only_with:
            return True
        switch, _, value = self.only_with.partition("=")
        return str(switches[switch]) == value if value else bool(switches[switch])

    def outcomes(self, turn: Turn) -> Iterable[Draft]:
        """Returns every way to carry this use out, before the after-effects."""
        raise NotImplementedError

    def some_outcome(self, turn: Turn) -> Draft | None:
        """Returns one of the outcomes, without an effect only if all of them are; None if there are none."""
        some = None
        for draft in self.outcomes(turn):
            some = draft
            if not is_void(draft.steps):
                break
        return some

    def course(self, turn: Turn) -> Course:
        """Returns the outcomes with the proper states between their parts; none if the use has one part only."""
        return Course(tuple(self.outcomes(turn)), ())

    def owners(self, turn: Turn) -> tuple[int, ...]:
        """Returns the seats whose pawns this use moves before anything has been moved."""
        return turn.own

    def faults(self, turn: Turn, change: BoardChange) -> Iterable[Fault]:  # noqa: ARG002 - a use need not explain itself
        """Returns the faults of `change`, the one to be named first in front; it contains no play of this use."""
        return ()

    def fits(self, turn: Turn, move: Moved) -> bool:  # noqa: ARG002 - as above
        """Returns whether this use could have moved that pawn so, were no rule in the way."""
        return False

    def counts(self) -> tuple[int, ...]:
        """Returns the numbers of fields by which this use walks one pawn forward; none if it does not count."""
        return ()

    def stands_for(self, turn: Turn) -> tuple[str, ...]:  # noqa: ARG002 - most uses stand for no other card
        """Returns the faces that its player may name for it."""
        return ()

    @property
    def rest_needs_no_fit(self) -> bool:
        """Whether it moves the partner's pawns only for a player none of whose other cards fits (DOG-R08)."""
        return False

    def code(self) -> UseCode:
        """This use and its settings in the flat tables."""
        return UseCode(self.opcode)

    def another_pawn(self, turn: Turn, move: Moved, more: Sequence[Moved]) -> Fault | None:  # noqa: ARG002 - as above
        """Returns the fault of one of `more` own pawns moved after a legal play; None by default.

        The default is that one card moves one pawn (CORE-R29).
        """
        return None

    def spares(self, turn: Turn, move: Moved, *, passed: bool) -> Fault | None:  # noqa: ARG002 - as above
        """Returns why a pawn taken off after a legal play was not captured.

        `passed`: a pawn of the play walked past it.
        """
        return None


class StandIn(Use, frozen=True, kw_only=True):
    """A use that has no rule of its own: the card is played as another face (a copy, a joker)."""

    #: Whether the player must or may name the face it is played as.
    declared: ClassVar[bool] = False
    #: Whether the game remembers the last played face because of this use.
    remembers: ClassVar[bool] = False

    def faces(self, turn: Turn) -> tuple[str, ...]:
        """Returns the faces it may stand for in this turn."""
        raise NotImplementedError

    def choice(self, faces: tuple[str, ...]) -> tuple[str, ...]:  # noqa: ARG002 - a copy has none
        """Returns those of the game's `faces` that it may stand for after any card."""
        return ()

    def stands_for(self, turn: Turn) -> tuple[str, ...]:
        return self.faces(turn) if self.declared else ()


class Effect(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="effect"):
    """A duty after a card's own moves, when a moved pawn stands on a watched field."""

    #: The entry of `Stage.missing` while the effect is still to be done.
    missing: ClassVar[str]
    #: Whether it lets the player draw cards.
    lets_draw: ClassVar[bool] = False

    def watched_offsets(self) -> tuple[int, ...]:
        """Returns the offsets in every sector of the fields on which the end of an active move triggers this effect."""
        raise NotImplementedError

    def carried_offsets(self) -> tuple[int, ...]:
        """Returns the offsets within every sector of the fields whose figures the effect carries.

        None unless it turns.
        """
        return ()

    def mirrored(self, sector_length: int) -> Self:  # noqa: ARG002 - most effects look the same from both sides
        """Returns the effect of the same printed fields on a track that is listed counter-clockwise."""
        return self

    def pending(self, turn: Turn, draft: Draft) -> bool:
        """Returns whether the effect is due after the moves of `draft`."""
        raise NotImplementedError

    def outcomes(self, turn: Turn, draft: Draft) -> Iterable[Draft]:
        """Returns the ways to carry a pending effect out, one at least."""
        raise NotImplementedError

    def faults(self, turn: Turn, change: BoardChange, plays: tuple[Play, ...]) -> Iterable[Fault]:  # noqa: ARG002
        """Returns the faults of the effect, carried out after the moves of one of `plays`."""
        return ()

    def turn_faults(self, turn: Turn, seen: Aftermath) -> Iterable[Fault]:  # noqa: ARG002 - only a wheel turns
        """Returns the faults of a turn of the disc beside a play that was made."""
        return ()

    def keeps_left_fields(self) -> bool:
        """Returns whether a watched field counts although the pawn that landed there moved on with the same card."""
        return False


class Slot(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"):
    """A named extra value of every placement, kept as one integer in `Placement.extras`."""

    #: Whether the board shows the value; an invisible value cannot be judged by sight.
    visible: ClassVar[bool] = True

    def first(self) -> int | None:
        """Returns the value before the first play; None while it has still to be set."""
        raise NotImplementedError

    def default(self) -> int | None:
        """Returns the value of a position that does not state it; None if it must."""
        return None

    def read(self, value: object, rules: BoardRules) -> int:
        """Returns the integer behind a JSON value of a position.  Raises SlotError."""
        raise NotImplementedError

    def read_seen(self, value: object, rules: BoardRules) -> int:
        """Like `read`, for a value that a camera or a person saw; it may be impossible."""
        return self.read(value, rules)

    def write(self, value: int, seats: int) -> JsonValue:  # noqa: ARG002 - most values are the same for any number
        """Returns the public JSON value for a table of so many seats."""
        return value

    def fault(self, rules: BoardRules, value: int, placement: Placement) -> str | None:  # noqa: ARG002 - mostly none
        """Returns why the value cannot go with these pawns; None when it can."""
        return None


class FigureSlot(Slot, frozen=True, kw_only=True):
    """A neutral figure on the track: it cannot be captured, and a pawn that lands on it goes to its kennel (BD-R20)."""

    #: May a pawn be moved onto the figure: always, or only if the card has no other play ("never" is internal).
    landing: str = "free"
    #: Whether it goes round the printed start fields of sectors without a player too.
    skips_unused_starts: bool = True

    def avoided(self, all_starts: frozenset[int], starts: tuple[int, ...]) -> frozenset[int]:
        """Returns the start fields, printed or in play, which the figure goes round without counting them (BD-R24)."""
        return all_starts if self.skips_unused_starts else frozenset(starts)

    def figure_faults(self, turn: Turn, move: MovedFigure, wanted: int, seen: Aftermath) -> Iterable[Fault]:  # noqa: ARG002
        """Returns the faults of the figure's own move beside a play that was made; `wanted` is its right place."""
        return ()

    def spares(self, turn: Turn, move: Moved, play: Play) -> Fault | None:  # noqa: ARG002 - most spare nobody
        """Returns why a pawn taken off after the play was not captured by the figure."""
        return None


class CameRoundSlot(Slot, frozen=True, kw_only=True):
    """One bit a seat: the pawn on its own start field came round the track, so it neither blocks nor is protected."""
