"""All legal plays of a card: the card's uses, then the after-effects, once for each placement they lead to.

The hand is not considered: a card is taken as held.  A won position has no plays.

The results for the newest positions are cached: a hand needs one card after another, a joker every face, and the
referee needs the played card once more.
"""

from collections.abc import Iterator
from functools import lru_cache

from companion.model.play import Play, is_void
from companion.model.position import Position
from companion.rules.mechanic import StandIn, Use
from companion.rules.moves.turn import Draft, Stage, Turn, turn_of
from companion.rules.rules import Rules

__all__ = ["ActingAsError", "Stage", "UnknownCardError", "legal_plays", "some_play", "stages"]


class UnknownCardError(ValueError):
    """The game has no such card."""


class ActingAsError(ValueError):
    """A face was named for a card that does not take one, or one that it cannot stand for."""


def legal_plays(rules: Rules, position: Position, card: str, acting_as: str | None = None) -> tuple[Play, ...]:
    """Returns every complete legal play of `card` for the player to move, once per result, in a stable order.

    Raises UnknownCardError, ActingAsError.
    """
    _check(rules, card, acting_as)
    for tried in rules.in_order:
        plays = _plays(tried, position, card, acting_as)
        if plays:
            return plays
    return ()


def some_play(rules: Rules, position: Position, card: str) -> Play | None:
    """Returns one of the legal plays of `card` without listing all of them; None if it has none.

    It is one without an effect only if all of them are.  Raises UnknownCardError.
    """
    _check(rules, card, None)
    for tried in rules.in_order:
        listed = _listed(tried, position)
        if (card, None) in listed.plays:
            plays = listed.plays[card, None]
            play = next((play for play in plays if not is_void(play.steps)), plays[0] if plays else None)
        else:
            play = _some(tried, listed, card)
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
    every = _plays(rules, position, card, acting_as)
    return tuple(play for play in every if play.result not in legal)


def stages(rules: Rules, position: Position, card: str, acting_as: str | None = None) -> tuple[Stage, ...]:
    """Returns every proper state between the parts of a legal play, once per placement and missing part.

    Captured pawns are in their kennels already.  Raises UnknownCardError, ActingAsError.
    """
    _check(rules, card, acting_as)
    if rules.sparing is not None and _plays(rules.sparing, position, card, acting_as):
        return _stages(rules.sparing, turn_of(rules.sparing, position), card, acting_as)
    turn = turn_of(rules, position)
    return () if turn.board.complete_teams() else _stages(rules, turn, card, acting_as)


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


def _faces(rules: Rules, turn: Turn, card: str, acting_as: str | None) -> Iterator[tuple[str | None, Use]]:
    """Yields the uses of the card with the face they belong to (None: its own)."""
    for use in rules.uses[card]:
        if not isinstance(use, StandIn):
            yield None, use
            continue
        for face in use.faces(turn):
            if acting_as in (None, face):
                yield from ((face, borrowed) for borrowed in rules.uses[face])


class _Listed:
    """The cached results for one position: the plays by card and face, and the drafts by use."""

    __slots__ = ("drafts", "is_over", "plays", "turn")

    def __init__(self, turn: Turn) -> None:
        self.turn = turn
        self.is_over = bool(turn.board.complete_teams())
        self.plays: dict[tuple[str, str | None], tuple[Play, ...]] = {}
        self.drafts: dict[Use, tuple[Draft, ...]] = {}


@lru_cache(maxsize=4)
def _listed(rules: Rules, position: Position) -> _Listed:
    return _Listed(turn_of(rules, position))


def _plays(rules: Rules, position: Position, card: str, acting_as: str | None) -> tuple[Play, ...]:
    listed = _listed(rules, position)
    plays = listed.plays.get((card, acting_as))
    if plays is None:
        plays = listed.plays[card, acting_as] = _found(rules, listed, card, acting_as)
    return plays


def _found(rules: Rules, listed: _Listed, card: str, acting_as: str | None) -> tuple[Play, ...]:
    if listed.is_over:
        return ()
    spares_void = acting_as is None and card in rules.declared
    found: dict[object, Play] = {}
    for face, use in _faces(rules, listed.turn, card, acting_as):
        for draft in _drafts(rules, listed, use):
            key = (draft.board.pawns, draft.board.extras, draft.draws)
            # a player who lays a card as another one without effect has to name that one (DOG-R14)
            if key not in found and not (spares_void and is_void(draft.steps)):
                found[key] = _play(card, face, draft)
    return tuple(found.values())


def _some(rules: Rules, listed: _Listed, card: str) -> Play | None:
    """Returns one of the plays that `_found` would find, with an effect if any of them has one."""
    if listed.is_over:
        return None
    void = None
    for face, use in _faces(rules, listed.turn, card, None):
        moved = use.some_outcome(listed.turn)
        if moved is None:
            continue
        play = _play(card, face, _settled(rules, listed.turn, moved)[0])
        if not is_void(moved.steps):
            return play
        void = void or play
    return None if card in rules.declared else void


def _play(card: str, face: str | None, draft: Draft) -> Play:
    return Play(card=card, steps=draft.steps, result=draft.board.placement, acting_as=face, draws=draft.draws)


def _drafts(rules: Rules, listed: _Listed, use: Use) -> tuple[Draft, ...]:
    """Returns the results of the use with its after-effects."""
    drafts = listed.drafts.get(use)
    if drafts is None:
        turn, moved = listed.turn, use.outcomes(listed.turn)
        drafts = listed.drafts[use] = tuple(
            [draft for each in moved for draft in _settled(rules, turn, each)] if rules.effects else moved
        )
    return drafts


def _settled(rules: Rules, turn: Turn, draft: Draft) -> tuple[Draft, ...]:
    """Returns the draft with every pending after-effect carried out; a finished game drops them (CORE-R19)."""
    drafts: tuple[Draft, ...] = (draft,)
    for effect in rules.effects:
        if effect.pending(turn, draft) and not draft.board.complete_teams():
            drafts = tuple(after for before in drafts for after in effect.outcomes(turn, before))
    return drafts


def _stages(rules: Rules, turn: Turn, card: str, acting_as: str | None) -> tuple[Stage, ...]:
    found: dict[object, Stage] = {}
    for _, use in _faces(rules, turn, card, acting_as):
        course = use.course(turn)
        for stage in (*course.stages, *_before_effects(rules, turn, course.outcomes)):
            found.setdefault((stage.placement, stage.missing), stage)
    return tuple(found.values())


def _before_effects(rules: Rules, turn: Turn, drafts: tuple[Draft, ...]) -> Iterator[Stage]:
    for draft in drafts:
        for effect in rules.effects:
            if effect.pending(turn, draft) and not draft.board.complete_teams():
                yield Stage(draft.board.placement, effect.missing, draft.steps)
