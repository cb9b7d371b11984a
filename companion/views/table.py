"""`table_view`: the snapshot that every screen and publisher renders, made from the state and what the referee thinks
now."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from companion.model.notation import format_play
from companion.model.play import Play
from companion.model.position import Position
from companion.model.verdict import Reason, Verdict, VerdictKind
from companion.rules.apply import home
from companion.rules.catalogue import load_variant
from companion.rules.legal import legal_plays
from companion.rules.ruleset import ruleset_of
from companion.session.state import LastPlay, OwedKind, Phase, State
from companion.session.turns import missing_figure, next_to_start, switch, when_stuck
from companion.views.table_view import (
    AmissView,
    CandidateView,
    Health,
    PendingView,
    SeatView,
    TableView,
    Texts,
    VerdictView,
)
from companion.views.wording import LANGUAGES, play_text, reason_text, say


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What the view needs beside the state: the health of the parts, what the referee thinks now, what is amiss."""

    epoch: int
    health: tuple[Health, ...] = ()
    verdict: Verdict | None = None
    notice: Texts | None = None
    amiss: Reason | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _SpokenPlay(Mapping[str, str]):
    """The sentence of a play in every language, put into words only when somebody reads it."""

    play: Play
    position: Position
    colours: tuple[str, ...]

    def __getitem__(self, language: str) -> str:
        return play_text(self.play, self.position, self.colours)[language]

    def __iter__(self) -> Iterator[str]:
        return iter(LANGUAGES)

    def __len__(self) -> int:
        return len(LANGUAGES)


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
        phase=_phase(state, position),
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
        pending=_pending(state, position) if position else None,
        stuck=when_stuck(position) if position else "forfeit",
        shows_hand=bool(switch(position, "core.verify_forfeit", True)) if position else True,
        amiss=_amiss(state, around.amiss),
    )


def _phase(state: State, position: Position | None) -> str:
    """While a figure is to be placed the phase is called like it: what has to be done differs from game to game."""
    if state.phase is Phase.FIGURE and position is not None:
        return missing_figure(position) or state.phase
    return state.phase


def _pending(state: State, position: Position) -> PendingView | None:
    starting = next_to_start(state) if state.phase is Phase.START else None
    if starting is not None:
        return PendingView(kind=f"{ruleset_of(position).setup.duty}_start", seat=starting, count=1)
    owed = state.owed
    return None if owed is None else PendingView(kind=owed.kind, seat=owed.seat, count=owed.count)


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
    """Before a round the dealer must act (BD-R03: the dealer of round 1 places the dog), or who starts free."""
    if state.phase in (Phase.DEAL, Phase.FIGURE):
        return state.dealer
    if state.phase is Phase.START:
        starting = next_to_start(state)
        return position.turn if starting is None else starting
    if state.owed is not None and state.owed.kind is not OwedKind.MAY_DRAW:
        return state.owed.seat
    return position.turn


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


def _amiss(state: State, reason: Reason | None) -> AmissView | None:
    if reason is None or state.position is None or state.phase is not Phase.PLAY:
        return None
    text = reason_text(reason, state.position, state.colours)
    return AmissView(code=reason.code, text=text, seat=reason.seat, origin=reason.origin, target=reason.target)


def _candidates(state: State, verdict: Verdict | None) -> tuple[CandidateView, ...]:
    position = state.position
    if verdict is None or state.declared is None or position is None:
        return ()
    return tuple(_candidate(play, position, state.colours) for play in verdict.candidates)


def _plays(state: State) -> tuple[CandidateView, ...]:
    if state.declared is None or state.position is None:
        return ()
    return _worded_plays(state.position, state.declared.card, state.declared.acting_as, state.colours)


@lru_cache(maxsize=2)
def _worded_plays(
    position: Position, card: str, acting_as: str | None, colours: tuple[str, ...]
) -> tuple[CandidateView, ...]:
    """All plays of a card.  Kept, because a split card may have thousands, and many snapshots show the same."""
    return tuple(_candidate(play, position, colours) for play in legal_plays(position, card, acting_as))


def _candidate(play: Play, position: Position, colours: tuple[str, ...]) -> CandidateView:
    spoken = _SpokenPlay(play=play, position=position, colours=colours)
    return CandidateView(play=format_play(play), text=spoken, result=play.result)
