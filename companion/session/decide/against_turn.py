"""Cards laid out of turn under the eyes of a camera (CORE-R31).

Law: nobody is accused before a picture taken since the card lies open shows that the player whose turn it is has not
played.  Until then it is a question; a board that shows something else leaves it unknown whose turn it is.
"""

from dataclasses import replace

from companion.model.observation import Observation, Seen
from companion.model.position import Position
from companion.model.verdict import Reason
from companion.referee.match import shows
from companion.session import events as ev
from companion.session.decide.decision import Decision
from companion.session.decide.grounds import shown, unseen
from companion.session.game import not_your_turn
from companion.session.state import BoardGame, Declaration, Senses


def laid_against_turn(state: BoardGame, senses: Senses, position: Position, card: Declaration) -> Decision:
    """No other card lies open: the next picture decides."""
    name = state.names[position.turn]
    question = Reason(ruling="", code="turn_not_seen", seat=position.turn, params=(("name", name),))
    return Decision(senses=replace(senses, against_turn=card, turn_unknown=True, question=question))


def seen_without_card(
    state: BoardGame, position: Position, senses: Senses, observation: Observation | Seen
) -> tuple[tuple[ev.Event, ...], Senses]:
    """What a board says while no card lies open: the accusation that it proves, and what was seen with it."""
    card = senses.against_turn
    if not isinstance(observation, Observation):
        return (), senses
    if not shows(state.rules, position, observation):
        return (), unseen(replace(senses, against_turn=None)) if senses.turn_unknown else senses
    seen = shown(replace(senses, against_turn=None, turn_unknown=False if card else senses.turn_unknown))
    return (() if card is None else (out_of_turn(state, card, observation.t_ms),)), seen


def out_of_turn(state: BoardGame, card: Declaration, t_ms: int) -> ev.PlayRefused:
    reasons = (not_your_turn(state, card.seat),)
    return ev.PlayRefused(seat=card.seat, card=card.card, reasons=reasons, seen=None, t_ms=t_ms, confidence=1.0)
