"""How rare a fault is among people, by its kind, as the explanation of the board names it."""

from collections.abc import Sequence

from companion.model.verdict import Reason
from companion.referee.model import MODEL


def rarity_of(reasons: Sequence[Reason]) -> float:
    """Returns how much rarer a board with these faults is than one legal play, in nats."""
    common = len(reasons) == 1 and is_off_by_one(reasons[0])
    return MODEL.rarities.off_by_one if common else MODEL.rarities.fault


def is_off_by_one(reason: Reason) -> bool:
    """Returns whether a pawn stopped one field short or too far, by any value of the card."""
    params = dict(reason.params)
    if "went" not in params or "wanted" not in params:
        return False
    went, wanted = int(params["went"]), str(params["wanted"]).split("|")
    return any(abs(went - int(value)) == 1 for value in wanted if value.isdigit())
