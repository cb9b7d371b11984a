"""The public MQTT tree as values: contract section 7, made from what every screen sees.

Laws: no hand is in it, not even one laid open; the state is at most 8 kB whatever people call themselves; equal views
give equal payloads but for the time stamp that is handed in.
"""

from collections.abc import Mapping
from functools import singledispatch
from typing import Any, Final

import msgspec

from companion.model.verdict import VerdictKind
from companion.rules.schema import position_to_json
from companion.session import events as ev
from companion.session.events import Event
from companion.views.table_view import Health, TableView, Texts, VerdictView
from companion.views.wording import say

VERSION: Final = 1
STATE_LIMIT_BYTES: Final = 8192
#: Characters kept of a name and of a sentence, so that the state stays below its limit in any script.
NAME_LENGTH: Final = 40
TEXT_LENGTH: Final = 240
#: Parts whose health is told to the world, and the word that is retained for a table that is there.
HEALTH_PARTS: Final = ("camera", "wheel")
READY: Final = "ready"
PAUSED: Final = "paused"
DISCONNECTED: Final = "disconnected"
LOST: Final = "lost"

Payload = msgspec.Struct


class Status(msgspec.Struct, frozen=True, kw_only=True):
    v: int = VERSION
    state: str
    epoch: int
    ts: int


class Info(msgspec.Struct, frozen=True, kw_only=True):
    """`app` and `schema` are the versions of the program and of the payloads."""

    v: int = VERSION
    epoch: int
    ts: int
    game: str
    variant: str
    board: str
    names: list[str]
    colours: list[str]
    options: dict[str, str | int | bool]
    app: str
    schema: int = VERSION
    delay_s: int = 0


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    seat: int
    name: str
    colour: str
    team: int
    cards: int | None
    out: bool
    exchanged: bool
    home: int


class Discard(msgspec.Struct, frozen=True, kw_only=True):
    count: int
    top: str | None


class Last(msgspec.Struct, frozen=True, kw_only=True):
    seq: int
    seat: int
    card: str
    play: str | None
    verdict: str
    ruling: str | None
    text: dict[str, str]


class Pending(msgspec.Struct, frozen=True, kw_only=True):
    kind: str
    seat: int
    count: int


class Amiss(msgspec.Struct, frozen=True, kw_only=True):
    code: str
    text: dict[str, str]


class State(msgspec.Struct, frozen=True, kw_only=True):
    """The whole public snapshot; `declared` is the open card of the player to move.

    `pending` is what somebody has to do beside the plays, such as drawing a card; `amiss` is what does not lie on the
    board as it should.
    """

    v: int = VERSION
    epoch: int
    seq: int
    ts: int
    game: str
    variant: str
    phase: str
    round: int
    ply: int
    position: dict[str, Any] | None
    seats: list[Seat]
    dealer: int
    first: int
    turn: int
    deck: int | None
    discard: Discard
    declared: str | None
    last: Last | None
    result: list[int] | None
    pending: Pending | None = None
    amiss: Amiss | None = None


class HealthReport(msgspec.Struct, frozen=True, kw_only=True):
    """`figures` are what lies behind the word, by name."""

    v: int = VERSION
    epoch: int
    ts: int
    state: str
    code: str
    figures: dict[str, str | int]
    text: dict[str, str] | None


class Happening(msgspec.Struct, frozen=True, kw_only=True):
    """One accepted event; `detail` holds what belongs to its kind."""

    v: int = VERSION
    epoch: int
    seq: int
    ts: int
    game: str
    kind: str
    seat: int | None = None
    card: str | None = None
    detail: dict[str, Any] = {}
    text: dict[str, str] | None = None


def status(state: str, epoch: int, ts: int) -> Status:
    return Status(state=state, epoch=epoch, ts=ts)


def presence(view: TableView) -> str:
    """The word of the status topic for a table that is there."""
    return PAUSED if view.paused else READY


def info(view: TableView, ts: int, app: str, delay_s: int = 0) -> Info:
    return Info(
        epoch=view.epoch,
        ts=ts,
        game=view.game,
        variant=view.variant,
        board=view.board,
        names=[_clipped(seat.name, NAME_LENGTH) for seat in view.seats],
        colours=[seat.colour for seat in view.seats],
        options=dict(view.options),
        app=app,
        delay_s=delay_s,
    )


def state(view: TableView, ts: int) -> State:
    return State(
        epoch=view.epoch,
        seq=view.seq,
        ts=ts,
        game=view.game,
        variant=view.variant,
        phase=view.phase,
        round=view.round,
        ply=view.ply,
        position=position_to_json(view.position) if view.position else None,
        seats=[_seat(view, index) for index in range(len(view.seats))],
        dealer=view.dealer,
        first=view.first,
        turn=view.turn,
        deck=view.deck,
        discard=Discard(count=view.discard, top=view.discard_top),
        declared=view.declared,
        last=_last(view),
        result=None if view.result is None else list(view.result),
        pending=_pending(view),
        amiss=Amiss(code=view.amiss.code, text=_texts(view.amiss.text)) if view.amiss else None,
    )


def health(report: Health, epoch: int, ts: int) -> HealthReport:
    return HealthReport(
        epoch=epoch,
        ts=ts,
        state=report.state,
        code=report.code,
        figures=dict(report.params),
        text=_texts(report.text) if report.text else None,
    )


def happenings(view: TableView, events: tuple[Event, ...], ts: int) -> list[Happening]:
    """The events of one step that the world is told of, in order; the last of `events` is row `view.seq`."""
    told: list[Happening] = []
    for seq, event in enumerate(events, start=view.seq - len(events) + 1):
        fields = _told(event)
        if fields is not None:
            text = _sentence_for(view, seq) or _noted(view, event)
            told.append(Happening(epoch=view.epoch, seq=seq, ts=ts, game=view.game, text=text, **fields))
    return told


def _seat(view: TableView, index: int) -> Seat:
    seat = view.seats[index]
    return Seat(
        seat=seat.seat,
        name=_clipped(seat.name, NAME_LENGTH),
        colour=seat.colour,
        team=seat.team,
        cards=seat.cards,
        out=seat.out,
        exchanged=seat.exchanged,
        home=seat.home,
    )


def _pending(view: TableView) -> Pending | None:
    pending = view.pending
    return Pending(kind=pending.kind, seat=pending.seat, count=pending.count) if pending else None


def _last(view: TableView) -> Last | None:
    """The newest thing that stands: an accepted play or a refusal.  Waiting and asking concern the table alone."""
    verdict = _newest(view)
    if verdict is None:
        return None
    return Last(
        seq=verdict.seq,
        seat=verdict.seat,
        card=verdict.card,
        play=verdict.play,
        verdict=verdict.kind,
        ruling=verdict.ruling,
        text=_texts(verdict.text),
    )


def _newest(view: TableView) -> VerdictView | None:
    verdict = view.verdict
    if verdict and verdict.kind in (VerdictKind.LEGAL, VerdictKind.ILLEGAL):
        return verdict
    return view.last_play


def _sentence_for(view: TableView, seq: int) -> dict[str, str] | None:
    for verdict in (view.verdict, view.last_play):
        if verdict and verdict.seq == seq:
            return _texts(verdict.text)
    return None


def _noted(view: TableView, event: Event) -> dict[str, str] | None:
    """One sentence for what people do with their cards; None for what the other fields say well enough."""
    match event:
        case ev.TurnSkipped(seat=seat):
            code = "skipped"
        case ev.HandForfeited(seat=seat):
            code = "forfeit_noted"
        case ev.CardDiscarded(seat=seat):
            code = "discard_noted"
        case ev.CardsDrawn(seat=seat, count=count):
            code = "draw_noted" if count else "draw_declined"
        case ev.FreeStartDecided(seat=seat, pawn=pawn):
            code = "free_start_left" if pawn is None else "free_start_noted"
        case _:
            return None
    name = view.seats[seat].name if seat < len(view.seats) else ""
    return _texts(say(code, (("name", _clipped(name, NAME_LENGTH)),)))


def _texts(texts: Texts) -> dict[str, str]:
    return {language: _clipped(text, TEXT_LENGTH) for language, text in texts.items()}


def _clipped(text: str, length: int) -> str:
    return text if len(text) <= length else text[: length - 1] + "…"


Fields = Mapping[str, Any]


@singledispatch
def _told(event: Event) -> Fields | None:  # noqa: ARG001 - what has no public meaning of its own: the state carries it
    """How an event is told; None for one that is not."""
    return None


@_told.register
def _(event: ev.GameStarted) -> Fields:
    return {"kind": "start", "detail": {"first": event.first, "dealer": event.dealer}}


@_told.register
def _(event: ev.CardsDealt) -> Fields:
    detail = {
        "round": event.round,
        "dealer": event.dealer,
        "first": event.first,
        "cards": event.cards,
        "deck": event.deck,
    }
    return {"kind": "deal", "detail": detail | {"reshuffled": event.reshuffled}}


@_told.register
def _(event: ev.DogPlaced) -> Fields:
    return {"kind": event.figure or "figure", "detail": {"field": int(event.field)}}


@_told.register
def _(event: ev.CardExchanged) -> Fields:
    return {"kind": "exchange", "seat": event.seat}


@_told.register
def _(event: ev.FreeStartDecided) -> Fields:
    return {"kind": "free_start", "seat": event.seat, "detail": {"pawn": event.pawn}}


@_told.register
def _(event: ev.PlayAccepted) -> Fields:
    detail = {"play": event.notation, "as": event.acting_as, "by_hand": event.by_hand, "claimed": event.claimed}
    return {"kind": "play", "seat": event.seat, "card": event.card, "detail": detail}


@_told.register
def _(event: ev.PlayRefused) -> Fields:
    reason = event.reasons[0] if event.reasons else None
    detail = {"ruling": reason.ruling, "code": reason.code} if reason else {}
    return {"kind": "illegal", "seat": event.seat, "card": event.card, "detail": detail}


@_told.register
def _(event: ev.TurnSkipped) -> Fields:
    return {"kind": "skip", "seat": event.seat}


@_told.register
def _(event: ev.HandForfeited) -> Fields:
    return {"kind": "forfeit", "seat": event.seat}


@_told.register
def _(event: ev.CardDiscarded) -> Fields:
    """The card lies face up; what else was shown with it is not for the world."""
    return {"kind": "discard", "seat": event.seat, "card": event.card, "detail": {"because": event.because}}


@_told.register
def _(event: ev.CardsDrawn) -> Fields:
    detail = {"count": event.count, "deck": event.deck, "reshuffled": event.reshuffled}
    return {"kind": "draw", "seat": event.seat, "detail": detail}


@_told.register
def _(event: ev.PositionCorrected) -> Fields:
    return {
        "kind": "correction",
        "card": event.card,
        "detail": {"turn": event.turn, "reason": _clipped(event.reason, 240)},
    }


@_told.register
def _(event: ev.EventsUndone) -> Fields:
    return {"kind": "undo", "detail": {"back_to": event.back_to}}


@_told.register
def _(event: ev.GameWon) -> Fields:
    return {"kind": "result", "detail": {"winners": list(event.seats)}}


@_told.register
def _(event: ev.GameAbandoned) -> Fields:  # noqa: ARG001 - only that it happened
    return {"kind": "result", "detail": {"winners": []}}


def topic_base(site: str, table: str) -> str:
    """The root of a table's tree; whatever people call their site and table becomes `[a-z0-9-]`."""
    return f"pawtrack/{VERSION}/{_slug(site)}/{_slug(table)}"


def _slug(name: str) -> str:
    kept = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in name.lower())
    return kept.strip("-") or "table"
