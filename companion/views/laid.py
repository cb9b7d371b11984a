"""The cards that everybody at the table has seen laid since the pile was last shuffled."""

from companion.session.state import BoardGame


def laid_cards(state: BoardGame) -> tuple[str, ...]:
    """Returns their faces, the oldest first, without cards thrown away unseen or laid down as a whole hand."""
    laid: list[str] = []
    after = state
    while after.earlier is not None and after.discard >= after.earlier.discard:
        face = _laid_between(after.earlier, after)
        if face is not None:
            laid.append(face)
        after = after.earlier
    return tuple(reversed(laid))


def _laid_between(before: BoardGame, after: BoardGame) -> str | None:
    """Returns the card that came to lie on top of the pile; a hand that is laid down goes under it (BD-R81)."""
    if after.discard != before.discard + 1:
        return None
    if after.ply > before.ply:
        return after.discard_top
    # thrown away: if the top card can be copied it goes under it as well (BD-R53), and a hand may end the round
    under = after.rules.variant.remembers_last_card
    return None if under or after.out != before.out or after.phase is not before.phase else after.discard_top
