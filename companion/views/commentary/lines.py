"""The newest sentences of the commentary, kept true from step to step.

Laws: an event has one sentence or none, and no two sentences speak of one thing; no sentence names a held or drawn
card; an undo removes the sentences of the undone events and has one of its own.
"""

from typing import Final, assert_never

from companion.session import events as ev
from companion.session.events import Event
from companion.views.broadcast.payloads import CommentaryLine
from companion.views.commentary.board_play import play_sentence
from companion.views.commentary.card_action import action_sentence, is_gift
from companion.views.commentary.sentence import Sentence, in_words, sentence, spoken_name
from companion.views.table_view import EXCHANGES, Stage, TableView
from companion.views.wording.sentences import Wording

#: Sentences that are kept.
MOST: Final = 5


Lines = tuple[CommentaryLine, ...]


def commented(wording: Wording, view: TableView, events: tuple[Event, ...], earlier: Lines = ()) -> Lines:
    """Returns the sentences after a step, the oldest first; the last of `events` is row `view.seq`."""
    lines = list(earlier)
    for index, event in enumerate(events):
        if isinstance(event, ev.GameStarted | ev.CardGameStarted):
            lines.clear()
        if isinstance(event, ev.EventsUndone):
            lines = [line for line in lines if line.seq < event.back_to]
        if isinstance(event, ev.EventsRedone):
            lines = [line for line in lines if line.seq < event.undo]
        said = _said(view, event, events[index + 1 :])
        if said is not None:
            seq = view.seq - len(events) + 1 + index
            lines.append(CommentaryLine(seq=seq, seat=getattr(event, "seat", None), text=in_words(wording, said)))
    return tuple(lines[-MOST:])


def _said(view: TableView, event: Event, later: tuple[Event, ...]) -> Sentence | None:
    match event:
        case ev.PlayAccepted():
            return play_sentence(view, event)
        case ev.ActionTaken():
            return _exchanged(view) if is_gift(event) else action_sentence(view, event)
        case ev.PlayRefused():
            return sentence("refused", name=spoken_name(view, event.seat))
        case ev.GameStarted() | ev.CardGameStarted() | ev.GameWon() | ev.GameAbandoned() | ev.CardsDealt():
            return _course(view, event)
        case ev.EventsUndone() | ev.EventsRedone() | ev.PositionCorrected() | ev.GamePaused() | ev.GameResumed():
            return _interruption(view, event)
        case ev.CardExchanged() | ev.HandForfeited() | ev.CardDiscarded() | ev.CardsDrawn():
            return _hand(view, event)
        case ev.DogPlaced() | ev.FreeStartDecided():
            return _placed(view, event)
        case ev.TurnSkipped():
            # with a play after it, it is the turn of which the play before spoke (ST-R11)
            return None if later else sentence("skipped", name=spoken_name(view, event.seat))
        case (
            ev.PlayDeclared()
            | ev.DeclarationWithdrawn()
            | ev.RoundEnded()
            | ev.CardRevealed()
            | ev.ShadowJudged()
            | ev.CardsEntered()
            | ev.SeatGiven()
        ):
            return None
        case _:
            assert_never(event)


def _placed(view: TableView, event: ev.DogPlaced | ev.FreeStartDecided) -> Sentence | None:
    if isinstance(event, ev.DogPlaced):
        return sentence("figure_placed")
    return None if event.pawn is None else sentence("free_start", name=spoken_name(view, event.seat))


def _course(
    view: TableView, event: ev.GameStarted | ev.CardGameStarted | ev.GameWon | ev.GameAbandoned | ev.CardsDealt
) -> Sentence:
    match event:
        case ev.GameStarted() | ev.CardGameStarted():
            return sentence("begun", names=tuple(spoken_name(view, seat) for seat in range(len(view.seats))))
        case ev.CardsDealt():
            return sentence("dealt", event.cards, round=event.round, name=spoken_name(view, event.first))
        case ev.GameWon():
            return sentence("won", len(event.seats), tuple(spoken_name(view, seat) for seat in event.seats))
        case ev.GameAbandoned():
            return sentence("ended")
        case _:
            assert_never(event)


def _interruption(
    view: TableView,
    event: ev.EventsUndone | ev.EventsRedone | ev.PositionCorrected | ev.GamePaused | ev.GameResumed,
) -> Sentence:
    match event:
        case ev.EventsUndone() if view.stage in EXCHANGES or view.stage is Stage.OVER:
            return sentence("undone")
        case ev.EventsUndone():
            return sentence("undone_turn", name=spoken_name(view, view.acting))
        case ev.EventsRedone():
            return sentence("redone")
        case ev.PositionCorrected():
            return sentence("corrected")
        case ev.GamePaused():
            return sentence("paused")
        case ev.GameResumed():
            return sentence("resumed")
        case _:
            assert_never(event)


def _hand(
    view: TableView, event: ev.CardExchanged | ev.HandForfeited | ev.CardDiscarded | ev.CardsDrawn
) -> Sentence | None:
    name = spoken_name(view, event.seat)
    match event:
        case ev.CardExchanged():
            return _exchanged(view)
        case ev.HandForfeited():
            return sentence("forfeited", name=name)
        case ev.CardDiscarded():
            # thrown away for a card that is drawn at once, or for the play that spoke of it
            return sentence("stuck", name=name) if event.because == "stuck" else None
        case ev.CardsDrawn():
            return sentence("drawn", event.count, name=name) if event.count else None
        case _:
            assert_never(event)


def _exchanged(view: TableView) -> Sentence | None:
    """Returns one sentence for all the cards that were pushed over, after the last one."""
    return None if view.stage in EXCHANGES else sentence("exchanged", name=spoken_name(view, view.acting))
