"""Judges a record again, entry by entry: every play, every attempt that was refused, every forfeit and the result.

Law: the record is never changed; if the rules differ from it, the entry is `wrong`, with the reason.
A correction by hand stands, as it did at the table.
"""

from collections.abc import Iterator
from typing import assert_never

from companion.model.notation import format_play
from companion.model.position import Placement
from companion.model.verdict import Verdict, VerdictKind
from companion.referee.judge import judge
from companion.rules.apply import winners
from companion.rules.legal import legal_plays
from companion.session import events as ev
from companion.session.card_game import CardGame
from companion.session.evolve import evolve
from companion.session.state import BoardGame, NoGame, State
from companion.transcript.judged import CORRECTED, FORFEITED, REFUSED, JudgedEntry, judged_result
from companion.transcript.played import before_play
from companion.transcript.rejudge_cards import judged_in_cards
from companion.transcript.text import GameText
from companion.views.wording.sentences import Wording


def rejudge(record: GameText, wording: Wording) -> Iterator[JudgedEntry]:
    """Yields the judgement of each entry that can be judged, in the order of the record."""
    illegal_plays = dict(record.illegal_plays)
    state: State = NoGame()
    for line, event in zip(record.lines, record.events, strict=True):
        judged = _judged(event, state, line, illegal_plays.get(line), wording)
        if judged is not None:
            yield judged
        state = evolve(state, event)


def _judged(
    event: ev.Event, state: State, line: int, illegal_reason: str | None, wording: Wording
) -> JudgedEntry | None:
    """Returns the judgement of one event; None for an event that cannot be judged."""
    if isinstance(state, CardGame):
        return judged_in_cards(event, state, line)
    return _judged_on_board(event, state, line, illegal_reason, wording) if isinstance(state, BoardGame) else None


def _judged_on_board(
    event: ev.Event, state: BoardGame, line: int, illegal_reason: str | None, wording: Wording
) -> JudgedEntry | None:
    match event:
        case ev.PlayAccepted():
            return _play(event, state, line, illegal_reason, wording)
        case ev.PlayRefused():
            return _attempt(event, state, line)
        case ev.HandForfeited():
            return _forfeit(event, state, line)
        case ev.PositionCorrected():
            return JudgedEntry(
                line=line, seat=None, card=event.card, verdict=CORRECTED, wrong=False, next=event.placement
            )
        case ev.GameWon():
            return judged_result(event, winners(state.rules, state.position), line)
        case (
            ev.GameStarted()
            | ev.CardGameStarted()
            | ev.ActionTaken()
            | ev.CardRevealed()
            | ev.GameAbandoned()
            | ev.CardsDealt()
            | ev.DogPlaced()
            | ev.CardExchanged()
            | ev.FreeStartDecided()
            | ev.PlayDeclared()
            | ev.DeclarationWithdrawn()
            | ev.ShadowJudged()
            | ev.TurnSkipped()
            | ev.CardDiscarded()
            | ev.CardsDrawn()
            | ev.CardsEntered()
            | ev.SeatGiven()
            | ev.RoundEnded()
            | ev.EventsUndone()
            | ev.EventsRedone()
            | ev.GamePaused()
            | ev.GameResumed()
        ):
            return None
        case _:
            assert_never(event)


def _play(
    event: ev.PlayAccepted, state: BoardGame, line: int, illegal_reason: str | None, wording: Wording
) -> JudgedEntry:
    verdict, detail = _verdict(event.seat, event.card, event.result, event.acting_as, state)
    legal = verdict is not None and verdict.kind is VerdictKind.LEGAL and illegal_reason is None
    reason = verdict.reasons[0] if verdict and verdict.reasons and not legal else None
    return JudgedEntry(
        line=line,
        seat=event.seat,
        card=event.card,
        verdict=(VerdictKind.LEGAL if legal else VerdictKind.ILLEGAL).value,
        wrong=not legal,
        play=event.notation,
        next=event.result,
        ruling=reason.ruling if reason else None,
        text=wording.reason_text(state.rules, reason, before_play(state, event.seat), state.colours)
        if reason
        else None,
        detail=illegal_reason or detail,
    )


def _attempt(event: ev.PlayRefused, state: BoardGame, line: int) -> JudgedEntry:
    """Judges a refused attempt, which must not be legal; one without a picture was refused for card or turn alone."""
    reason = event.reasons[0] if event.reasons else None
    detail = None
    if event.seen is not None:
        declared = state.declared.acting_as if state.declared else None
        verdict, detail = _verdict(event.seat, event.card, event.seen, declared, state)
        if verdict is not None and verdict.kind is VerdictKind.LEGAL and verdict.play is not None:
            detail = f"it was refused, but it is legal: {format_play(verdict.play)}"
    return JudgedEntry(
        line=line,
        seat=event.seat,
        card=event.card,
        verdict=REFUSED,
        wrong=detail is not None,
        next=event.seen,
        ruling=reason.ruling if reason else None,
        detail=detail,
    )


def _forfeit(event: ev.HandForfeited, state: BoardGame, line: int) -> JudgedEntry:
    """CORE-R24, CORE-R11: with the hand laid open, no card of it may have a legal play."""
    position = before_play(state, event.seat)
    playable = next((card for card in event.hand or () if legal_plays(state.rules, position, card)), None)
    detail = f"the card {playable} could have been played" if playable else None
    ruling = "CORE-R11" if playable else None
    return JudgedEntry(
        line=line, seat=event.seat, card=playable, verdict=FORFEITED, wrong=bool(playable), ruling=ruling, detail=detail
    )


def _verdict(
    seat: int, card: str, seen: Placement, acting_as: str | None, state: BoardGame
) -> tuple[Verdict | None, str | None]:
    """Returns the referee's verdict; or None and why there can be none (a face that the card cannot stand for)."""
    position = before_play(state, seat)
    if state.position.turn != seat:
        return None, f"it was the turn of seat {state.position.turn}"
    try:
        return judge(state.rules, position, card, seen, acting_as), None
    except ValueError as error:
        return None, str(error)
