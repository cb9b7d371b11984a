"""The knowledge that all players share, from the snapshot that all screens show."""

from companion.playout.chances import PublicKnowledge
from companion.views.table_view import Stage, TableView


def public_knowledge(view: TableView) -> PublicKnowledge | None:
    """Returns None between rounds, while a player owes or may draw a card, and if cards are not counted."""
    cards = tuple(seat.cards for seat in view.seats)
    counted = tuple(count for count in cards if count is not None)
    if view.position is None or view.stage not in (Stage.PLAY, Stage.OVER) or len(counted) < len(cards):
        return None
    return PublicKnowledge(
        rules=view.rules,
        position=view.position,
        cards=counted,
        laid=view.laid,
        round=max(1, view.round),
        dealer=view.dealer,
    )
