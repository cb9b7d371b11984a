"""`table_view`: the snapshot for every screen and publisher, made from the state and the referee's present verdict."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import assert_never

from companion.model.notation import format_play
from companion.model.play import Play
from companion.model.position import Position
from companion.model.verdict import Reason, VerdictKind
from companion.referee.obstacles import obstacles
from companion.rules.apply import home
from companion.rules.legal import legal_plays
from companion.rules.rules import Rules
from companion.session.card_game import CardGame
from companion.session.state import BoardGame, LastPlay, NoGame, OwedKind, Phase, State
from companion.session.turns import missing_figure, next_to_start, switch, when_stuck
from companion.views.announced import announced_view, cards_to_enter
from companion.views.card_table import card_table_view
from companion.views.laid import laid_cards
from companion.views.noted import noted_text
from companion.views.put_back import put_back
from companion.views.table_view import (
    AnomalyView,
    CandidateView,
    Known,
    PendingView,
    SeatView,
    TableView,
    Texts,
    VerdictView,
    last_verdict,
)
from companion.views.view_context import ViewContext
from companion.views.wording.sentences import Wording


@dataclass(frozen=True, slots=True, kw_only=True)
class _PlaySentence(Mapping[str, str]):
    """The sentence of a play in every language, put into words only when somebody reads it."""

    wording: Wording
    rules: Rules
    play: Play
    position: Position
    colours: tuple[str, ...]
    choice: bool

    def __getitem__(self, language: str) -> str:
        said = self.wording.play_text(self.rules, self.play, self.position, self.colours, choice=self.choice)
        return said[language]

    def __iter__(self) -> Iterator[str]:
        return iter(self.wording.codes)

    def __len__(self) -> int:
        return len(self.wording.codes)


def table_view(state: State, around: ViewContext) -> TableView:
    """Returns everything that may be shown; a pure function, so equal states look equal."""
    match state:
        case NoGame():
            return TableView(epoch=around.epoch, health=around.health, notice=around.notice)
        case CardGame():
            return card_table_view(state, around)
        case BoardGame():
            return _board_view(state, around)
        case _:
            assert_never(state)


def _board_view(state: BoardGame, around: ViewContext) -> TableView:
    position, plays = state.position, () if around.past else _plays(state, around.wording)
    return TableView(
        epoch=around.epoch,
        seq=state.seq,
        game=state.game,
        variant=state.position.variant,
        board=state.board,
        options=state.position.options,
        phase=state.phase,
        figure=_figure(state, position),
        paused=state.paused,
        round=state.round,
        ply=state.ply,
        position=position,
        known=_known(state),
        seats=_seats(state, position),
        dealer=state.dealer,
        first=state.first,
        turn=_to_act(state, position),
        deck=state.deck,
        discard=state.discard,
        discard_top=state.discard_top,
        laid=laid_cards(state),
        proposed=_proposed(state, around),
        cards=state.faces,
        declared=state.declared.card if state.declared else None,
        verdict=_verdict(state, around),
        noted=noted_text(around.wording, state.noted, state.names[state.noted.seat]) if state.noted else None,
        last_play=_spoken(state, state.last_legal, around.wording) if state.last_legal else None,
        plays=plays,
        obstacles=() if around.past else _obstacles(state, around.wording),
        candidates=_candidates(state, around),
        result=state.result,
        can_undo=bool(state.earlier or state.laid_by_people) and not around.past,
        health=around.health,
        notice=around.notice,
        demo=state.demo,
        pending=_pending(state),
        stuck=when_stuck(state.rules, position),
        shows_hand=bool(switch(state.rules, position, "core.verify_forfeit", True)),
        anomaly=_anomaly(state, around),
        game_rules=state.rules,
        put_back=None if around.past or around.undo_settled else put_back(state, around.wording),
        announced=None if around.past else announced_view(state, around, plays),
        to_enter=None if around.past else cards_to_enter(state),
    )


def _known(state: BoardGame) -> Known | None:
    """Returns the certain position: that of the last accepted play, else the board set up for the first play."""
    if state.last_legal is not None:
        return Known(state.last_legal.seq, state.position)
    return Known(0, state.position) if state.phase in (Phase.EXCHANGE, Phase.PLAY, Phase.OVER) else None


def _proposed(state: BoardGame, around: ViewContext) -> tuple[str, ...]:
    """Returns the camera's proposed cards, only while a card is to be declared."""
    return around.proposed if state.phase is Phase.PLAY and state.declared is None and not state.paused else ()


def _figure(state: BoardGame, position: Position) -> str:
    """Returns the name of the figure to be placed; empty in another phase."""
    return missing_figure(state.rules, position) or "" if state.phase is Phase.FIGURE else ""


def _pending(state: BoardGame) -> PendingView | None:
    starting = next_to_start(state) if state.phase is Phase.START else None
    if starting is not None:
        return PendingView(kind=f"{state.rules.setup.duty}_start", seat=starting, count=1)
    owed = state.owed
    return None if owed is None else PendingView(kind=owed.kind, seat=owed.seat, count=owed.count)


def _seats(state: BoardGame, position: Position) -> tuple[SeatView, ...]:
    return tuple(
        SeatView(
            seat=seat,
            name=state.names[seat],
            colour=state.colours[seat],
            team=position.teams[seat],
            cards=state.cards[seat] if state.counted else None,
            out=state.out[seat],
            exchanged=state.exchanged[seat],
            home=home(position, seat),
            level=state.level(seat),
        )
        for seat in range(len(position.seats))
    )


def _to_act(state: BoardGame, position: Position) -> int:
    """Returns the seat to act: the dealer, one that starts free or owes a card, else the seat to move.

    The dealer of round 1 places the dog (BD-R03).
    """
    if state.phase in (Phase.DEAL, Phase.FIGURE):
        return state.dealer
    if state.phase is Phase.START:
        starting = next_to_start(state)
        return position.turn if starting is None else starting
    if state.owed is not None and state.owed.kind is not OwedKind.MAY_DRAW:
        return state.owed.seat
    return position.turn


def _verdict(state: BoardGame, around: ViewContext) -> VerdictView | None:
    """Returns the referee's verdict on the open card; without one, its last verdict."""
    verdict, declared, position = around.verdict, state.declared, state.position
    if declared and verdict and verdict.unchanged:
        return None
    if declared and verdict and verdict.kind in (VerdictKind.UNFINISHED, VerdictKind.UNCLEAR):
        reason = verdict.reasons[0] if verdict.reasons else None
        return VerdictView(
            seq=state.seq,
            kind=verdict.kind,
            seat=declared.seat,
            card=declared.card,
            play=None,
            ruling=reason.ruling if reason else None,
            text=_sentence(state, reason, position, around.wording),
            code=reason.code if reason else "",
            origin=reason.origin if reason else None,
            target=reason.target if reason else None,
        )
    if declared and not (state.last and not state.last.legal and state.last.seat == declared.seat):
        return None
    return _spoken(state, state.last, around.wording) if state.last else None


def _spoken(state: BoardGame, last: LastPlay, wording: Wording) -> VerdictView | None:
    before = last.before
    if before is None:
        return None
    reason = last.reasons[0] if last.reasons else None
    if reason:
        return last_verdict(last, last.notation, wording.reason_text(state.rules, reason, before, state.colours))
    return last_verdict(last, last.notation, _legal_text(state, last, before, wording))


def _sentence(state: BoardGame, reason: Reason | None, position: Position, wording: Wording) -> Texts:
    return wording.reason_text(state.rules, reason, position, state.colours) if reason else wording.say("ask_play")


def _legal_text(state: BoardGame, last: LastPlay, before: Position, wording: Wording) -> Texts:
    play = last.play
    return wording.play_text(state.rules, play, before, state.colours) if play else wording.say("play_legal")


def _anomaly(state: BoardGame, around: ViewContext) -> AnomalyView | None:
    reason = around.anomaly
    if reason is None or state.phase is not Phase.PLAY:
        return None
    text = around.wording.reason_text(state.rules, reason, state.position, state.colours)
    return AnomalyView(code=reason.code, text=text, seat=reason.seat, origin=reason.origin, target=reason.target)


def _candidates(state: BoardGame, around: ViewContext) -> tuple[CandidateView, ...]:
    verdict, position = around.verdict, state.position
    if verdict is None or state.declared is None:
        return ()
    return tuple(
        _candidate(state.rules, play, position, state.colours, around.wording, choice=True)
        for play in verdict.candidates
    )


def _plays(state: BoardGame, wording: Wording) -> tuple[CandidateView, ...]:
    if state.declared is None:
        return ()
    declared, choice = state.declared, state.declared.announced is None
    return _worded_plays(
        state.rules, state.position, declared.card, declared.acting_as, state.colours, wording, choice=choice
    )


def _obstacles(state: BoardGame, wording: Wording) -> tuple[Texts, ...]:
    """Returns why the open card can do nothing, a sentence a pawn."""
    if state.declared is None or state.phase is not Phase.PLAY or _plays(state, wording):
        return ()
    return _worded_obstacles(
        state.rules, state.position, state.declared.card, state.declared.acting_as, state.colours, wording
    )


@lru_cache(maxsize=2)
def _worded_obstacles(
    rules: Rules, position: Position, card: str, acting_as: str | None, colours: tuple[str, ...], wording: Wording
) -> tuple[Texts, ...]:
    """Cached: many snapshots show the same card."""
    reasons = obstacles(rules, position, card, acting_as)
    return tuple(wording.reason_text(rules, reason, position, colours) for reason in reasons)


@lru_cache(maxsize=2)
def _worded_plays(
    rules: Rules,
    position: Position,
    card: str,
    acting_as: str | None,
    colours: tuple[str, ...],
    wording: Wording,
    *,
    choice: bool,
) -> tuple[CandidateView, ...]:
    """Returns all plays of a card; `choice`: people choose among them.

    Cached, because a split card may have thousands, and many snapshots show the same.
    """
    return tuple(
        _candidate(rules, play, position, colours, wording, choice=choice)
        for play in legal_plays(rules, position, card, acting_as)
    )


def _candidate(
    rules: Rules, play: Play, position: Position, colours: tuple[str, ...], wording: Wording, *, choice: bool
) -> CandidateView:
    spoken = _PlaySentence(wording=wording, rules=rules, play=play, position=position, colours=colours, choice=choice)
    return CandidateView(play=format_play(play), text=spoken, result=play.result)
