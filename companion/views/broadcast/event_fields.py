"""The fields of each event's public message; the state alone carries the events without one.

Format: docs/reference/formats/mqtt.md.
"""

from collections.abc import Mapping
from typing import Any, assert_never

from companion.open_row.actions import played_card
from companion.session import events as ev
from companion.session.events import Event
from companion.views.broadcast.payloads import clipped

Fields = Mapping[str, Any]


def event_fields(event: Event) -> Fields | None:
    """Returns the published fields of an event; None for an event that is not published."""
    match event:
        case ev.GameStarted() | ev.GameWon() | ev.GameAbandoned() | ev.CardsDealt():
            return _course(event)
        case ev.EventsUndone(back_to=row):
            return {"kind": "undo", "detail": {"back_to": row}}
        case ev.EventsRedone(undo=row):
            return {"kind": "undo", "detail": {"back_to": row, "redo": True}}
        case ev.CardGameStarted() | ev.ActionTaken() | ev.CardRevealed():
            return _card_game(event)
        case ev.DogPlaced() | ev.FreeStartDecided() | ev.PositionCorrected():
            return _placed(event)
        case ev.PlayAccepted() | ev.PlayRefused():
            return _play(event)
        case ev.CardExchanged() | ev.TurnSkipped() | ev.HandForfeited() | ev.CardDiscarded() | ev.CardsDrawn():
            return _hand(event)
        case ev.PlayDeclared() | ev.DeclarationWithdrawn() | ev.RoundEnded() | ev.GamePaused() | ev.GameResumed():
            return None
        case ev.ShadowJudged() | ev.CardsEntered() | ev.SeatGiven():
            return None
        case _:
            assert_never(event)


def _course(event: ev.GameStarted | ev.GameWon | ev.GameAbandoned | ev.CardsDealt) -> Fields:
    """Returns the fields of the course of the game, which is nobody's play."""
    match event:
        case ev.GameStarted():
            return {"kind": "start", "detail": {"first": event.first, "dealer": event.dealer}}
        case ev.CardsDealt():
            dealt = {
                "round": event.round,
                "dealer": event.dealer,
                "first": event.first,
                "cards": event.cards,
                "deck": event.deck,
                "reshuffled": event.reshuffled,
            }
            return {"kind": "deal", "detail": dealt}
        case ev.GameWon():
            return {"kind": "result", "detail": {"winners": list(event.seats)}}
        case ev.GameAbandoned():
            return {"kind": "result", "detail": {"winners": []}}
        case _:
            assert_never(event)


def _card_game(event: ev.CardGameStarted | ev.ActionTaken | ev.CardRevealed) -> Fields:
    """Returns the fields of a game without a board."""
    match event:
        case ev.CardGameStarted():
            return {"kind": "start", "detail": {"first": event.first}}
        case ev.ActionTaken():
            card = played_card(event.action)
            return {"kind": "play", "seat": event.seat, "card": card, "detail": {"play": event.action}}
        case ev.CardRevealed():
            return {"kind": "reveal", "card": event.card, "detail": {"place": event.place}}
        case _:
            assert_never(event)


def _placed(event: ev.DogPlaced | ev.FreeStartDecided | ev.PositionCorrected) -> Fields:
    """Returns the fields of figures that were placed without a card."""
    match event:
        case ev.DogPlaced():
            return {"kind": event.figure or "figure", "detail": {"field": int(event.field)}}
        case ev.FreeStartDecided():
            return {"kind": "free_start", "seat": event.seat, "detail": {"pawn": event.pawn}}
        case ev.PositionCorrected():
            detail = {"turn": event.turn, "reason": clipped(event.reason, 240)}
            return {"kind": "correction", "card": event.card, "detail": detail}
        case _:
            assert_never(event)


def _hand(
    event: ev.CardExchanged | ev.TurnSkipped | ev.HandForfeited | ev.CardDiscarded | ev.CardsDrawn,
) -> Fields:
    """Returns the fields of cards that a seat handled beside the plays."""
    match event:
        case ev.CardExchanged():
            return {"kind": "exchange", "seat": event.seat}
        case ev.TurnSkipped():
            return {"kind": "skip", "seat": event.seat}
        case ev.HandForfeited():
            return {"kind": "forfeit", "seat": event.seat}
        case ev.CardDiscarded():
            # The card lies face up; other shown cards are not published.
            return {"kind": "discard", "seat": event.seat, "card": event.card, "detail": {"because": event.because}}
        case ev.CardsDrawn():
            drawn = {"count": event.count, "deck": event.deck, "reshuffled": event.reshuffled}
            return {"kind": "draw", "seat": event.seat, "detail": drawn}
        case _:
            assert_never(event)


def _play(event: ev.PlayAccepted | ev.PlayRefused) -> Fields:
    match event:
        case ev.PlayAccepted():
            detail = {
                "play": event.notation,
                "as": event.acting_as,
                "by_hand": event.by_hand,
                "claimed": event.claimed,
                "inferred": event.inferred,
            }
            return {"kind": "play", "seat": event.seat, "card": event.card, "detail": detail}
        case ev.PlayRefused():
            reason = event.reasons[0] if event.reasons else None
            broken = {"ruling": reason.ruling, "code": reason.code} if reason else {}
            return {"kind": "illegal", "seat": event.seat, "card": event.card, "detail": broken}
        case _:
            assert_never(event)
