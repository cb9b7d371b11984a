"""All legal plays of a card, as the compiled lister or the readable engine lists them.

The hand is not considered: a card is taken as held.  A won position has no plays.

The results for the newest positions are cached: a hand needs one card after another, a joker every face, and the
referee needs the played card once more.
"""

from collections.abc import Iterable
from functools import lru_cache

from companion.model.play import Play, is_void
from companion.model.position import Position
from companion.rules.listing.lister import Playable, chosen_lister
from companion.rules.listing.search import Search
from companion.rules.moves.turn import Stage
from companion.rules.rules import Rules

__all__ = ["ActingAsError", "Stage", "UnknownCardError", "legal_plays", "playable", "some_play", "stages"]


class UnknownCardError(ValueError):
    """The game has no such card."""


class ActingAsError(ValueError):
    """A face was named for a card that does not take one, or one that it cannot stand for."""


def legal_plays(rules: Rules, position: Position, card: str, acting_as: str | None = None) -> tuple[Play, ...]:
    """Returns every complete legal play of `card` for the player to move, once per result, in a stable order.

    Raises UnknownCardError, ActingAsError.
    """
    for tried in rules.in_order:
        listed = _listed(tried, position)
        plays = listed.known(card, acting_as)
        if plays is None:
            _check(rules, card, acting_as)
            plays = listed.plays(card, acting_as)
        if plays:
            return plays
    return ()


def playable(rules: Rules, position: Position, cards: Iterable[str]) -> Playable:
    """Returns which of the cards have a legal play, with an effect or without, without listing all of them.

    Raises UnknownCardError.
    """
    cards = tuple(cards)
    compiled = _listed(rules, position).compiled
    found = None if compiled is None else compiled.playable(cards)
    if found is not None:
        return found
    some = {card: some_play(rules, position, card) for card in cards}
    voids = {card: is_void(play.steps) for card, play in some.items() if play is not None}
    return Playable(
        [card for card in cards if voids.get(card) is False], [card for card in cards if voids.get(card) is True]
    )


def some_play(rules: Rules, position: Position, card: str) -> Play | None:
    """Returns one of the legal plays of `card` without listing all of them; None if it has none.

    It is one without an effect only if all of them are.  Raises UnknownCardError.
    """
    _check(rules, card, None)
    for tried in rules.in_order:
        listed = _listed(tried, position)
        plays = listed.known(card, None)
        if plays is None:
            play = listed.search.some_play(card)
        else:
            play = next((play for play in plays if not is_void(play.steps)), plays[0] if plays else None)
        if play is not None:
            return play
    return None


def withheld_plays(rules: Rules, position: Position, card: str, acting_as: str | None = None) -> tuple[Play, ...]:
    """Returns plays that are not legal only because the card has others (BD-R20).

    Raises UnknownCardError, ActingAsError.
    """
    if rules.sparing is None:
        return ()
    legal = {play.result for play in legal_plays(rules, position, card, acting_as)}
    every = _listed(rules, position).plays(card, acting_as)
    return tuple(play for play in every if play.result not in legal)


def stages(rules: Rules, position: Position, card: str, acting_as: str | None = None) -> tuple[Stage, ...]:
    """Returns every proper state between the parts of a legal play, once per placement and missing part.

    Captured pawns are in their kennels already.  Raises UnknownCardError, ActingAsError.
    """
    _check(rules, card, acting_as)
    if rules.sparing is not None and _listed(rules.sparing, position).plays(card, acting_as):
        return _listed(rules.sparing, position).search.stages(card, acting_as)
    search = _listed(rules, position).search
    return () if search.is_over else search.stages(card, acting_as)


def _check(rules: Rules, card: str, acting_as: str | None) -> None:
    variant = rules.variant
    if card not in variant.cards:
        raise UnknownCardError(f"unknown card {str(card)[:40]!r} of {variant.id}; known: {' '.join(variant.cards)}")
    if acting_as is None:
        return
    if not variant.is_declared(card):
        raise ActingAsError(f"card {card!r} is played as itself; leave out as ({str(acting_as)[:40]!r})")
    if acting_as not in variant.cards or variant.stands_in(acting_as):
        raise ActingAsError(f"card {card!r} cannot be played as {str(acting_as)[:40]!r}")


class _Listed:
    """The cached plays in one position, by card and face."""

    __slots__ = ("_known", "_position", "_rules", "_search", "compiled")

    def __init__(self, rules: Rules, position: Position) -> None:
        self._rules, self._position = rules, position
        self._search: Search | None = None
        self._known: dict[tuple[str, str | None], tuple[Play, ...]] = {}
        lister = chosen_lister()
        self.compiled = None if lister is None else lister.of(rules, position)

    @property
    def search(self) -> Search:
        """The readable engine in this position."""
        if self._search is None:
            self._search = Search(self._rules, self._position)
        return self._search

    def known(self, card: str, acting_as: str | None) -> tuple[Play, ...] | None:
        """Returns the plays of a card as far as they are listed already."""
        return self._known.get((card, acting_as))

    def plays(self, card: str, acting_as: str | None) -> tuple[Play, ...]:
        plays = self._known.get((card, acting_as))
        if plays is None:
            plays = None if self.compiled is None else self.compiled.plays(card, acting_as)
            if plays is None:
                plays = self.search.plays(card, acting_as)
            self._known[card, acting_as] = plays
        return plays


@lru_cache(maxsize=4)
def _listed(rules: Rules, position: Position) -> _Listed:
    return _Listed(rules, position)
