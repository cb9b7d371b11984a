"""Plays that a game allows only to a player whose other cards do not serve, so that a known hand may forbid them.

The engine leaves the hand out (`legal`), so `legal_plays` lists these plays.  A caller that knows the hand holds them
back.
"""

from collections.abc import Iterable
from typing import NamedTuple

from companion.model.places import is_goal
from companion.model.play import Play, is_void
from companion.model.position import Position
from companion.rules.legal import legal_plays, playable
from companion.rules.moves.turn import turn_of
from companion.rules.rules import Rules


class BetterCard(NamedTuple):
    """Why a play is held back: the ruling, the code of the reason, and the card to play instead."""

    ruling: str
    code: str
    card: str


def is_last_resort(rules: Rules, position: Position, play: Play) -> bool:
    """Returns whether the game allows the play only if the other cards of the hand do not serve (DOG-R08, DOG-R14)."""
    return _is_laid_last(rules, position, play) or gives_rest(rules, position, play)


def better_card(rules: Rules, position: Position, play: Play, others: Iterable[str]) -> BetterCard | None:
    """Returns the first of the `others` in the hand that forbids the play; None if the play is allowed."""
    cards = dict.fromkeys(others)
    if _is_laid_last(rules, position, play):
        for card in cards:
            if playable(rules, position, (card,)).effective:
                return BetterCard("DOG-R14", "void_swap_not_last", card)
    elif gives_rest(rules, position, play):
        for card in cards:
            if _brings_home(rules, position, card):
                return BetterCard("DOG-R08", "seven_rest_not_needed", card)
    return None


def gives_rest(rules: Rules, position: Position, play: Play) -> bool:
    """Returns whether the play gives points to the partner that the game grants only if no card fits (DOG-R08)."""
    if not rules.rest_is_last or not any(use.rest_needs_no_fit for use in rules.uses[play.acting_as or play.card]):
        return False
    turn = turn_of(rules, position)
    return turn.own == (turn.actor,) and any(step.seat in rules.mates[turn.actor] for step in play.steps)


def _is_laid_last(rules: Rules, position: Position, play: Play) -> bool:
    """Returns whether the card is laid without effect in a game that wants every other card played first (DOG-R14)."""
    rule = rules.variant.options.get("dog.swap_void")
    return is_void(play.steps) and rule is not None and position.option("dog.swap_void", rule.default) == "void"


def _brings_home(rules: Rules, position: Position, card: str) -> bool:
    """Returns whether the card has a play that brings the last own pawn home and needs no such allowance itself."""
    for play in legal_plays(rules, position, card):
        if all(map(is_goal, play.result.pawns[position.turn])) and not gives_rest(rules, position, play):
            return True
    return False
