"""The wheel's encoder beside the record: it is believed only from a stop on which both agree.

The encoder reports the stop of the disc also after a time without a listener: before the program began, while the game
was paused, before a new game.  Law: if that is not the stop of the record, neither of the two is believed in silence.
People get a question, or a camera that sees the disc decides.
"""

from typing import Final

from msgspec.structs import replace

from companion.model.observation import Observation, Seen
from companion.model.position import Position
from companion.session.state import Senses

STOPS: Final = 4


def compared(position: Position | None, senses: Senses) -> Senses:
    """Returns the senses after a time without a listener: the encoder counts on, or its stop becomes a question."""
    known = replace(senses, elsewhere=False)
    stood = position.placement.extra("wheel") if position else None
    if stood is None or senses.net is None:
        return known
    if (senses.net - stood) % STOPS:
        return replace(senses, base=None, elsewhere=True)
    return replace(known, base=senses.net)


def is_elsewhere(senses: Senses) -> bool:
    """Returns whether the encoder stands on another stop than the record, without an explanation."""
    return senses.elsewhere


def second_witness(position: Position, senses: Senses, observation: Observation | Seen) -> Senses:
    """Answers the question by a camera that sees the disc, or by a person.

    If the camera sees the encoder's stop, the disc was turned; else the encoder has to wait for the next play.
    """
    if not is_elsewhere(senses):
        return senses
    if isinstance(observation, Seen):
        return replace(senses, elsewhere=False)
    if observation.wheel is None:
        return senses
    stood = position.placement.extra("wheel")
    if stood is None or senses.net is None or senses.net % STOPS != observation.wheel:
        return replace(senses, elsewhere=False)
    return replace(senses, elsewhere=False, base=senses.net - (observation.wheel - stood))
