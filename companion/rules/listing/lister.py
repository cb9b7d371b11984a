"""The choice between the readable engine of this package and a compiled one that a program has named.

Law: both list the same plays, with the same steps, in the same order.  A compiled lister that cannot represent a
position or a rule returns None, and the readable engine answers.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from companion.model.play import Play
    from companion.model.position import Position
    from companion.rules.rules import Rules


class Playable(NamedTuple):
    """Those of some cards that have a play with an effect, and those that can only be laid without one."""

    effective: list[str]
    void: list[str]


class Listing(Protocol):
    """The plays in one position, by the rules exactly as given: not by those that are tried before or after them."""

    def plays(self, card: str, acting_as: str | None) -> "tuple[Play, ...] | None":
        """The legal plays of a card; None where the readable engine has to answer."""
        ...

    def playable(self, cards: Sequence[str]) -> Playable | None:
        """Which of the cards can be played, by all rules in their order (`Rules.in_order`); None as above.

        None also if the game does not have one of the cards.
        """
        ...


class Lister(Protocol):
    """A compiled engine."""

    def of(self, rules: "Rules", position: "Position") -> Listing | None:
        """The plays in a position; None if these rules or this position are beyond it."""
        ...


class _Chosen:
    """The lister of this process, looked for when the first plays are listed: a program begins without it."""

    def __init__(self) -> None:
        self.find: Callable[[], Lister | None] | None = None
        self.lister: Lister | None = None


_chosen = _Chosen()


def find_lister(find: Callable[[], Lister | None]) -> None:
    """Names the compiled lister of this process; `find` is called once, when it is first needed."""
    _chosen.find, _chosen.lister = find, None


def chosen_lister() -> Lister | None:
    """The compiled lister; None if this process has none."""
    if _chosen.find is not None:
        find, _chosen.find = _chosen.find, None
        _chosen.lister = find()
    return _chosen.lister
