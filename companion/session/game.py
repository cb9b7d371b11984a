"""The interface of any game, whatever it is played with: a board with a ring of fields, or cards alone.

Session, record, transcript and views use only this where the kind of game does not matter.  `BoardGame` and
`CardGame` fulfil it, on the fields of `AnyGame`.
"""

from typing import Final, Protocol

from msgspec import Struct

from companion.model.position import Switch
from companion.model.verdict import Reason, Verdict

#: The states that an undo or a redo would bring back: each leads to another one, back to the beginning.
_TAKEN_BACK: Final = ("earlier", "undone")


class AnyPosition(Protocol):
    """The common fields of positions of all kinds of game: the game, its switches, and the seat to move."""

    @property
    def variant(self) -> str: ...

    @property
    def options(self) -> tuple[tuple[str, Switch], ...]: ...

    @property
    def turn(self) -> int: ...


class AnyGame(Struct, frozen=True, kw_only=True, eq=False):
    """The fields that both kinds of game have.

    `seq` is the journal row of the newest event, `first` the seat that began; `demo`: the built-in table plays, and
    nobody else.  Two games are equal if they stand alike, whatever each could take back.
    """

    seq: int
    game: str
    names: tuple[str, ...]
    colours: tuple[str, ...]
    first: int
    ply: int = 0
    paused: bool = False
    demo: bool = False

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and all(getattr(self, name) == getattr(other, name) for name in self._shown)

    def __hash__(self) -> int:
        return hash((self.game, self.seq))

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self._shown if name != "rules")
        return f"{type(self).__name__}({shown})"

    @property
    def _shown(self) -> tuple[str, ...]:
        return tuple(name for name in self.__struct_fields__ if name not in _TAKEN_BACK)


class Game(Protocol):
    """One game.  Lists go by seat; `faces` are all cards of the game.

    `seq` is the journal row of the newest event, `ply` counts the accepted plays or actions, `result` are the winning
    seats (empty: abandoned), None while the game is on.
    """

    @property
    def seq(self) -> int: ...

    @property
    def game(self) -> str: ...

    @property
    def position(self) -> AnyPosition: ...

    @property
    def names(self) -> tuple[str, ...]: ...

    @property
    def colours(self) -> tuple[str, ...]: ...

    @property
    def teams(self) -> tuple[int, ...]: ...

    @property
    def faces(self) -> tuple[str, ...]: ...

    @property
    def ply(self) -> int: ...

    @property
    def paused(self) -> bool: ...

    @property
    def result(self) -> tuple[int, ...] | None: ...

    @property
    def demo(self) -> bool: ...

    def judge(self, seat: int, action: str) -> Verdict:
        """Returns the referee's verdict on a play or action of this seat in its notation.  Raises NotationError."""

    def text(self) -> str:
        """Returns the whole position on one line."""


def not_your_turn(game: Game, seat: int) -> Reason:
    """Returns the reason that another seat is to move (CORE-R31)."""
    return Reason(
        ruling="CORE-R31", code="not_your_turn", seat=seat, params=(("name", game.names[game.position.turn]),)
    )
