"""The snapshot of a game of cards alone: every row, the open row, the piles and the newest verdict, and no hand."""

from companion.model.verdict import Reason
from companion.open_row.actions import parse_action
from companion.open_row.faults import wrong_card
from companion.open_row.position import seen_by
from companion.session.card_game import CardGame, LastAction
from companion.session.state import Phase
from companion.views.put_back import joined
from companion.views.table_view import AnomalyView, PutBackView, SeatView, TableView, Texts, VerdictView, last_verdict
from companion.views.view_context import ViewContext
from companion.views.wording.card_wording import action_done_text, card_reason_text
from companion.views.wording.phrases import UnknownMessageError
from companion.views.wording.sentences import Wording


def card_table_view(state: CardGame, around: ViewContext) -> TableView:
    """Returns everything that may be shown; hands and the draw pile are numbers of cards only."""
    position = seen_by(state.position, None)
    return TableView(
        epoch=around.epoch,
        seq=state.seq,
        game=state.game,
        variant=state.position.variant,
        options=state.position.options,
        phase=_phase(state),
        paused=state.paused,
        round=1,
        ply=state.ply,
        seats=tuple(_seat(state, seat) for seat in range(position.seat_count)),
        dealer=(state.first - 1) % position.seat_count,
        first=state.first,
        turn=state.position.turn,
        deck=len(position.draw),
        discard=len(position.discard),
        discard_top=position.discard[-1] if position.discard else None,
        cards=state.faces,
        verdict=_verdict(state, state.last, around.wording),
        last_play=_verdict(state, state.last_legal, around.wording),
        result=state.result,
        can_undo=state.earlier is not None and not around.past,
        health=around.health,
        notice=around.notice,
        demo=state.demo,
        anomaly=_anomaly(state, around.wording) if state.result is None else None,
        card_rules=state.rules,
        card_table=position,
        put_back=None if around.past else _put_back(state, around.wording),
    )


def _put_back(state: CardGame, wording: Wording) -> PutBackView | None:
    """Returns the cards that an undo took back, so that people can put them where they were."""
    undone = state.undone
    if undone is None:
        return None
    last = undone.last_legal if undone.ply > state.ply else None
    if last is None:
        return PutBackView(text=wording.say("put_back_exchange"))
    return PutBackView(text=joined(wording.say("put_back_action"), _legal_text(state, last, wording)))


def _phase(state: CardGame) -> Phase:
    if state.result is not None:
        return Phase.OVER
    return Phase.PLAY if state.position.given is None else Phase.EXCHANGE


def _seat(state: CardGame, seat: int) -> SeatView:
    """`home` counts the completed rows."""
    position = state.position
    return SeatView(
        seat=seat,
        name=state.names[seat],
        colour=state.colours[seat],
        team=state.teams[seat],
        cards=len(position.hands[seat]),
        out=False,
        exchanged=position.given is None or position.given[seat] is not None,
        home=position.finished[seat],
    )


def _anomaly(state: CardGame, wording: Wording) -> AnomalyView | None:
    """Returns a card of the open row on its own number."""
    reason = wrong_card(state.rules, state.position)
    return AnomalyView(code=reason.code, text=card_reason_text(wording, reason)) if reason else None


def _verdict(state: CardGame, last: LastAction | None, wording: Wording) -> VerdictView | None:
    if last is None:
        return None
    reason = last.reasons[0] if last.reasons else None
    text = _reason_text(wording, reason) if reason else _legal_text(state, last, wording)
    return last_verdict(last, last.action if last.legal else None, text)


def _reason_text(wording: Wording, reason: Reason) -> Texts:
    """Returns a reason of the card game, or one that every game knows."""
    try:
        return card_reason_text(wording, reason)
    except UnknownMessageError:
        return wording.say(reason.code, reason.params)


def _legal_text(state: CardGame, last: LastAction, wording: Wording) -> Texts:
    return action_done_text(wording, parse_action(state.rules, last.action), last.before, state.names)
