"""`table_view`: the snapshot that every screen and publisher renders, made from the state and what the referee thinks
now."""

from dataclasses import dataclass

from companion.model.notation import format_play
from companion.model.play import Play
from companion.model.position import Position
from companion.model.verdict import Verdict, VerdictKind
from companion.rules.apply import home
from companion.rules.catalogue import load_variant
from companion.rules.legal import legal_plays
from companion.session.state import LastPlay, State
from companion.views.table_view import CandidateView, Health, SeatView, TableView, Texts, VerdictView
from companion.views.wording import play_text, reason_text, say


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What the view needs beside the state: the health of the parts, what the referee thinks now."""

    epoch: int
    health: tuple[Health, ...] = ()
    verdict: Verdict | None = None
    notice: Texts | None = None


def table_view(state: State, around: Surroundings) -> TableView:
    """Everything that may be shown; a pure function, so equal states look equal."""
    position = state.position
    variant = load_variant(position.variant) if position else None
    return TableView(
        epoch=around.epoch,
        seq=state.seq,
        game=state.game,
        variant=position.variant if position else "",
        board=state.board,
        options=position.options if position else (),
        phase=state.phase,
        paused=state.paused,
        round=state.round,
        ply=state.ply,
        position=position,
        seats=_seats(state, position) if position else (),
        dealer=state.dealer,
        first=state.first,
        turn=_to_act(state, position) if position else 0,
        deck=state.deck,
        discard=state.discard,
        discard_top=state.discard_top,
        cards=variant.cards if variant else (),
        declared=state.declared.card if state.declared else None,
        verdict=_verdict(state, around),
        last_play=_spoken(state, state.last_legal) if state.last_legal else None,
        plays=_plays(state),
        candidates=_candidates(state, around.verdict),
        result=state.result,
        can_undo=state.earlier is not None,
        health=around.health,
        notice=around.notice,
    )


def _seats(state: State, position: Position) -> tuple[SeatView, ...]:
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
        )
        for seat in range(len(position.seats))
    )


def _to_act(state: State, position: Position) -> int:
    """Before a round the dealer must act (BD-R03: the dealer of round 1 places the dog)."""
    return state.dealer if state.phase in ("deal", "dog") else position.turn


def _verdict(state: State, around: Surroundings) -> VerdictView | None:
    """What the referee thinks of the open card; without one, what it said last."""
    verdict, declared, position = around.verdict, state.declared, state.position
    if declared and verdict and verdict.unchanged:
        return None
    if declared and position and verdict and verdict.kind in (VerdictKind.UNFINISHED, VerdictKind.UNCLEAR):
        reason = verdict.reasons[0] if verdict.reasons else None
        return VerdictView(
            seq=state.seq,
            kind=verdict.kind,
            seat=declared.seat,
            card=declared.card,
            play=None,
            ruling=reason.ruling if reason else None,
            text=reason_text(reason, position, state.colours) if reason else say("ask_play"),
            origin=reason.origin if reason else None,
            target=reason.target if reason else None,
        )
    if declared and not (state.last and not state.last.legal and state.last.seat == declared.seat):
        return None
    return _spoken(state, state.last) if state.last else None


def _spoken(state: State, last: LastPlay) -> VerdictView | None:
    before = last.before
    if before is None:
        return None
    reason = last.reasons[0] if last.reasons else None
    return VerdictView(
        seq=last.seq,
        kind=VerdictKind.LEGAL if last.legal else VerdictKind.ILLEGAL,
        seat=last.seat,
        card=last.card,
        play=last.notation,
        ruling=reason.ruling if reason else None,
        text=reason_text(reason, before, state.colours) if reason else _legal_text(state, last, before),
        origin=reason.origin if reason else None,
        target=reason.target if reason else None,
    )


def _legal_text(state: State, last: LastPlay, before: Position) -> Texts:
    play = last.play
    return play_text(play, before, state.colours) if play else say("play_legal")


def _candidates(state: State, verdict: Verdict | None) -> tuple[CandidateView, ...]:
    if verdict is None or state.declared is None:
        return ()
    return tuple(_candidate(state, play) for play in verdict.candidates)


def _plays(state: State) -> tuple[CandidateView, ...]:
    if state.declared is None or state.position is None:
        return ()
    plays = legal_plays(state.position, state.declared.card, state.declared.acting_as)
    return tuple(_candidate(state, play) for play in plays)


def _candidate(state: State, play: Play) -> CandidateView:
    if state.position is None:
        raise ValueError("a candidate without a position")
    text = play_text(play, state.position, state.colours)
    return CandidateView(play=format_play(play), text=text, result=play.result)
