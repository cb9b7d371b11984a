"""Judges the entries of a game of cards alone again: every action, every one that was refused, and the result."""

from companion.model.notation import NotationError
from companion.model.verdict import VerdictKind
from companion.open_row.position import winners
from companion.session import events as ev
from companion.session.card_game import CardGame
from companion.transcript.judged import REFUSED, JudgedEntry, judged_result


def judged_in_cards(event: ev.Event, state: CardGame, line: int) -> JudgedEntry | None:
    """Returns the judgement of one event; None for an event that cannot be judged."""
    match event:
        case ev.ActionTaken():
            # a forbidden action cannot stand in a record: it would lead nowhere (`validate_cards`)
            return JudgedEntry(
                line=line, seat=event.seat, card=None, verdict=VerdictKind.LEGAL.value, wrong=False, play=event.action
            )
        case ev.PlayRefused():
            return _attempt(event, state, line)
        case ev.GameWon():
            return judged_result(event, winners(state.rules, state.position), line)
        case _:
            return None


def _attempt(event: ev.PlayRefused, state: CardGame, line: int) -> JudgedEntry:
    """Judges a refused attempt, which must not be allowed."""
    try:
        allowed = event.action is not None and state.judge(event.seat, event.action).kind is VerdictKind.LEGAL
        detail = "it was refused, but it is allowed" if allowed else None
    except NotationError as error:
        detail = str(error)
    return JudgedEntry(
        line=line,
        seat=event.seat,
        card=event.card or None,
        verdict=REFUSED,
        wrong=detail is not None,
        play=event.action,
        ruling=event.reasons[0].ruling if event.reasons else None,
        detail=detail,
    )
