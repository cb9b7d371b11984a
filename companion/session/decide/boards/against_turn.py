"""Cards laid out of turn in view of a camera (CORE-R31).

Law: nobody is accused before a picture taken since the card lies open shows that the player whose turn it is has not
played.  Until then it is a question.  A board that shows something else leaves it unknown whose turn it is, and a
board that is not plain enough for an accusation is examined again.
"""

from msgspec.structs import replace

from companion.model.observation import Observation, Seen
from companion.model.position import Position
from companion.model.verdict import Reason
from companion.referee.match import chance_of
from companion.referee.model import MODEL, is_cheaper
from companion.session import events as ev
from companion.session.decide.boards.grounds import shown, unseen
from companion.session.decide.decision import Decision
from companion.session.game import not_your_turn
from companion.session.state import BoardGame, Declaration, Senses


def laid_against_turn(state: BoardGame, senses: Senses, position: Position, card: Declaration) -> Decision:
    """Keeps a card out of turn while no other card lies open: the next picture decides."""
    name = state.names[position.turn]
    question = Reason(ruling="", code="turn_not_seen", seat=position.turn, params=(("name", name),))
    return Decision(senses=replace(senses, against_turn=card, turn_unknown=True, turn_question=question))


def seen_without_card(
    state: BoardGame, position: Position, senses: Senses, observation: Observation | Seen
) -> tuple[tuple[ev.Event, ...], Senses]:
    """Judges a board while no card lies open: returns the accusation that it proves, and the senses after it."""
    card = senses.against_turn
    if not isinstance(observation, Observation):
        return (), senses
    chance = chance_of(state.rules, position, observation)
    if not is_cheaper(chance, MODEL.costs.wrong_waiting):
        return (), unseen(replace(senses, against_turn=None, turn_question=None)) if senses.turn_unknown else senses
    if card is None:
        return (), shown(senses)
    if not is_cheaper(chance, MODEL.costs.wrong_accusation):
        return (), senses
    seen = shown(replace(senses, against_turn=None, turn_question=None, turn_unknown=False))
    return (out_of_turn(state, card, observation.t_ms, chance),), seen


def out_of_turn(state: BoardGame, card: Declaration, t_ms: int, confidence: float) -> ev.PlayRefused:
    reasons = (not_your_turn(state, card.seat),)
    return ev.PlayRefused(seat=card.seat, card=card.card, reasons=reasons, seen=None, t_ms=t_ms, confidence=confidence)
