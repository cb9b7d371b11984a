"""The verdict on the open card by a view of the board, the wheel's encoder, the known hand and what was announced."""

from typing import Final

from msgspec.structs import replace

from companion.model.observation import Observation, Seen
from companion.model.verdict import Reason, Verdict, VerdictKind
from companion.referee.judge import judge
from companion.referee.match import match
from companion.session.decide.acceptance import hand_fault
from companion.session.decide.boards.witness import STOPS, Witness
from companion.session.state import BoardGame, Declaration

#: The questions to the people at the table which stop the disc stands on (BD-R82).
ELSEWHERE: Final = Reason(ruling="BD-R82", code="wheel_elsewhere")
DISAGREES: Final = Reason(ruling="BD-R82", code="wheel_disagrees")


def read(game: BoardGame, card: Declaration, witness: Witness, view: Observation | Seen) -> Verdict:
    """Combines two witnesses of the wheel.

    If the camera cannot tell, the encoder decides; if they disagree, people must state the stop.
    """
    if isinstance(view, Seen):
        return judge(game.rules, game.position, card.card, view.placement, card.acting_as)
    felt = witness.felt(game.position)
    if witness.disagrees(game.position, view):
        return _either(game, card, view, (view.wheel, felt), DISAGREES)
    if view.wheel is None:
        view = replace(view, wheel=felt)
    return match(game.rules, game.position, card.card, view, card.acting_as)


def read_elsewhere(game: BoardGame, card: Declaration, net: int, view: Observation) -> Verdict:
    """Asks about a disc out of sight while the encoder stands on another stop than the record."""
    return _either(game, card, view, (game.position.placement.extra("wheel"), net % STOPS), ELSEWHERE)


def _either(
    game: BoardGame, card: Declaration, view: Observation, stops: tuple[int | None, int | None], question: Reason
) -> Verdict:
    """Returns the question which witness of the wheel is right, with the plays that either of them makes likely."""
    verdicts = [
        match(game.rules, game.position, card.card, replace(view, wheel=stop), card.acting_as) for stop in stops
    ]
    plays = [play for verdict in verdicts for play in ((verdict.play,) if verdict.play else verdict.candidates)]
    candidates = tuple(dict.fromkeys(plays))
    return Verdict(kind=VerdictKind.UNCLEAR, reasons=(question,), candidates=candidates, confidence=0.0)


def against_hand(game: BoardGame, verdict: Verdict) -> Verdict | None:
    """Returns the fault of a play that the known hand forbids, though the board allows it (DOG-R08, DOG-R14)."""
    fault = hand_fault(game, game.position, verdict.play) if verdict.play else None
    if fault is None:
        return None
    return replace(verdict, kind=VerdictKind.ILLEGAL, play=None, reasons=(fault,), seen=game.position.placement)


def against_announced(game: BoardGame, card: Declaration, verdict: Verdict) -> Verdict | None:
    """Returns the fault of a play that is not the announced one: the people who move for the computer made it."""
    if verdict.play is None or card.announced in (None, verdict.play.result):
        return None
    name = ("name", game.names[card.seat])
    reason = Reason(ruling="", code="announced_otherwise", seat=card.seat, params=(name,))
    return replace(verdict, kind=VerdictKind.ILLEGAL, play=None, reasons=(reason,), seen=verdict.play.result)


def by_card_before(game: BoardGame, card: Declaration, witness: Witness, view: Observation | Seen) -> Verdict | None:
    """Returns a question if the first of two cards of one player explains the board, even if the second does too.

    The player may have played the first card unseen, and laid the second out of turn.
    """
    before = card.instead_of
    if not isinstance(before, Declaration) or isinstance(view, Seen):
        return None
    return not_seen(game, before) if read(game, before, witness, view).kind is VerdictKind.LEGAL else None


def not_seen(game: BoardGame, card: Declaration) -> Verdict:
    """Returns the question about the use of a card."""
    reason = Reason(ruling="", code="play_not_seen", seat=card.seat, params=(("name", game.names[card.seat]),))
    return Verdict(kind=VerdictKind.UNCLEAR, reasons=(reason,), confidence=0.0)
