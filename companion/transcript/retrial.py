"""Judges a record again: every play, every attempt that was refused, every forfeit and the result.

Law: what the record says is never changed; where the rules say otherwise, the entry is `wrong` and the reason is told.
A correction by hand stands, as it did at the table.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from companion.model.notation import format_play
from companion.model.position import Placement
from companion.model.verdict import Verdict, VerdictKind
from companion.referee.judge import judge
from companion.rules.apply import winners
from companion.rules.legal import legal_plays
from companion.rules.schema import placement_to_json
from companion.session import events as ev
from companion.session.evolve import evolve
from companion.session.state import State
from companion.transcript.played import before_play
from companion.transcript.text import GameText
from companion.views.table_view import Texts
from companion.views.wording import reason_text

#: What entries that are no plays are called beside the verdicts.
REFUSED: Final = "refused"
CORRECTED: Final = "corrected"
FORFEITED: Final = "forfeited"
WON: Final = "won"


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """One entry judged again: `wrong` where record and rules do not agree, with the ruling and the reason if any.

    `line` is the line of the record, `next` what lies on the board afterwards, `text` the referee's sentence, `detail`
    what else there is to say in a few English words.
    """

    line: int
    seat: int | None
    card: str | None
    verdict: str
    wrong: bool
    play: str | None = None
    next: Placement | None = None
    ruling: str | None = None
    text: Texts | None = None
    detail: str | None = None


def judge_again(record: GameText) -> Iterator[Judged]:
    """The judgement of each entry that can be judged, in the order of the record."""
    doubts = dict(record.doubts)
    state = State()
    for line, event in zip(record.lines, record.events, strict=True):
        judged = _judged(event, state, line, doubts.get(line))
        if judged is not None:
            yield judged
        state = evolve(state, event)


def judged_to_json(judged: Judged, variant: str) -> dict[str, Any]:
    """One line of `replay --json`."""
    return {
        "line": judged.line,
        "seat": judged.seat,
        "card": judged.card,
        "verdict": judged.verdict,
        "wrong": judged.wrong,
        "play": judged.play,
        "next": None if judged.next is None else placement_to_json(judged.next, variant),
        "ruling": judged.ruling,
        "text": judged.text,
        "detail": judged.detail,
    }


def _judged(event: ev.Event, state: State, line: int, doubt: str | None) -> Judged | None:
    if isinstance(event, ev.PlayAccepted):
        return _play(event, state, line, doubt)
    if isinstance(event, ev.PlayRefused):
        return _attempt(event, state, line)
    if isinstance(event, ev.HandForfeited):
        return _forfeit(event, state, line)
    if isinstance(event, ev.PositionCorrected):
        return Judged(line=line, seat=None, card=event.card, verdict=CORRECTED, wrong=False, next=event.placement)
    if isinstance(event, ev.GameWon):
        return _result(event, state, line)
    return None


def _play(event: ev.PlayAccepted, state: State, line: int, doubt: str | None) -> Judged:
    verdict, detail = _verdict(event.seat, event.card, event.result, event.acting_as, state)
    legal = verdict is not None and verdict.kind is VerdictKind.LEGAL and doubt is None
    reason = verdict.reasons[0] if verdict and verdict.reasons and not legal else None
    return Judged(
        line=line,
        seat=event.seat,
        card=event.card,
        verdict=(VerdictKind.LEGAL if legal else VerdictKind.ILLEGAL).value,
        wrong=not legal,
        play=event.notation,
        next=event.result,
        ruling=reason.ruling if reason else None,
        text=reason_text(reason, before_play(state, event.seat), state.colours) if reason else None,
        detail=doubt or detail,
    )


def _attempt(event: ev.PlayRefused, state: State, line: int) -> Judged:
    """What was refused must not be legal; an attempt without a picture was refused for its card or turn alone."""
    reason = event.reasons[0] if event.reasons else None
    detail = None
    if event.seen is not None:
        declared = state.declared.acting_as if state.declared else None
        verdict, detail = _verdict(event.seat, event.card, event.seen, declared, state)
        if verdict is not None and verdict.kind is VerdictKind.LEGAL and verdict.play is not None:
            detail = f"it was refused, but it is legal: {format_play(verdict.play)}"
    return Judged(
        line=line,
        seat=event.seat,
        card=event.card,
        verdict=REFUSED,
        wrong=detail is not None,
        next=event.seen,
        ruling=reason.ruling if reason else None,
        detail=detail,
    )


def _forfeit(event: ev.HandForfeited, state: State, line: int) -> Judged:
    """CORE-R24, CORE-R11: with the hand laid open, no card of it may have a legal play."""
    position = before_play(state, event.seat)
    playable = next((card for card in event.hand or () if legal_plays(position, card)), None)
    detail = f"the card {playable} could have been played" if playable else None
    ruling = "CORE-R11" if playable else None
    return Judged(
        line=line, seat=event.seat, card=playable, verdict=FORFEITED, wrong=bool(playable), ruling=ruling, detail=detail
    )


def _result(event: ev.GameWon, state: State, line: int) -> Judged:
    """CORE-R19: the seats that have won are complete."""
    winning = winners(state.position) if state.position else ()
    fits = bool(winning) and set(event.seats) == set(winning)
    detail = None if fits else "nobody has won here" if not winning else f"the winners are {_seats(winning)}"
    return Judged(line=line, seat=None, card=None, verdict=WON, wrong=not fits, play=_seats(event.seats), detail=detail)


def _seats(seats: tuple[int, ...]) -> str:
    return " and ".join(f"seat {seat}" for seat in seats)


def _verdict(
    seat: int, card: str, seen: Placement, acting_as: str | None, state: State
) -> tuple[Verdict | None, str | None]:
    """The referee's verdict; or None and why there can be none (a face that the card cannot stand for)."""
    position = before_play(state, seat)
    if state.position is not None and state.position.turn != seat:
        return None, f"it was the turn of seat {state.position.turn}"
    try:
        return judge(position, card, seen, acting_as), None
    except ValueError as error:
        return None, str(error)
