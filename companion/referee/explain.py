"""Why a placement is a fault: which rule was broken, in the order in which a good human referee would look.

Law: the charitable reading wins.  If what moved contains the moves of a legal play, the fault lies in what came after
(captures, dog, disc, other pawns); only otherwise in the moves themselves.
"""

from companion.model.play import Play
from companion.model.position import Placement, Position
from companion.model.verdict import Reason
from companion.referee.aftermath import aftermath_faults
from companion.referee.card_reading import read_card
from companion.referee.move_faults import move_faults
from companion.referee.played import played_moves
from companion.referee.scene import Scene, look
from companion.referee.swap_faults import swap_faults


def explain(
    position: Position, card: str, seen: Placement, plays: tuple[Play, ...], acting_as: str | None = None
) -> tuple[Reason, ...]:
    """The broken rules, the one to be named first in front; never empty."""
    reading = read_card(position, card, acting_as, plays)
    scenes = look(position, reading, seen)
    if reading.void:
        return (scenes[0].reason("BD-R51", "nothing_to_copy"),)
    for scene in scenes:
        played = played_moves(scene, plays)
        if played is not None:
            return aftermath_faults(scene, played) or _unnamed(scene)
    scene = scenes[0]
    reasons = swap_faults(scene) if reading.swaps else move_faults(scene)
    return reasons or _unnamed(scene)


def _unnamed(scene: Scene) -> tuple[Reason, ...]:
    return (scene.reason("CORE-R31", "something_else_changed"),)
