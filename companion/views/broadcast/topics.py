"""The public MQTT tree as values: docs/reference/formats/mqtt.md, made from the snapshot of every screen.

Laws: no hand is in it, not even one laid open; the state is at most 8 kB whatever the names of people; equal views
give equal payloads but for the time stamp that the caller passes.
"""

from collections.abc import Iterable
from typing import Any, Final

import msgspec

from companion.model.verdict import VerdictKind
from companion.open_row.schema import position_to_json as card_position_to_json
from companion.rules.schema import position_to_json
from companion.session import events as ev
from companion.session.events import Event
from companion.views.broadcast.event_fields import event_fields
from companion.views.broadcast.payloads import (
    NAME_LENGTH,
    TEXT_LENGTH,
    Analysis,
    Anomaly,
    Commentary,
    CommentaryLine,
    Discard,
    EventMessage,
    HealthReport,
    Info,
    Last,
    Pending,
    Recent,
    Seat,
    State,
    Status,
    Team,
    clipped,
)
from companion.views.broadcast.words import PAUSED, READY, VERSION
from companion.views.noted import noted_text
from companion.views.table_view import Health, HealthState, TableView, Texts, VerdictView
from companion.views.wording.sentences import Wording

STATE_LIMIT_BYTES: Final = 8192
#: The length of the time stamp, for a state that is not stamped yet.
_STAMP_BYTES: Final = 16
#: Events that the state repeats.
RECENT: Final = 12
#: A camera at work, in any view: it changes ten times a minute and carries no news for viewers.
_AT_WORK: Final = ("camera_hand", "camera_moving")
#: The row of health of a broker beyond the house, beside the one of the table's own.
PUBLIC_BROKER: Final = "mqtt.public"
#: The row of health of the programs beside the table: broker, gateway, pages, chances.
PROGRAMS: Final = "mqtt.programs"
#: Parts whose health is published.
HEALTH_PARTS: Final = ("camera", "wheel")


def status(state: str, epoch: int, ts: int, program: str = "") -> Status:
    return Status(state=state, epoch=epoch, ts=ts, program=program)


def presence(view: TableView) -> str:
    """Returns the word of the status topic for a table that is there."""
    return PAUSED if view.paused else READY


def info(view: TableView, ts: int, app: str, delay_s: int = 0, program: str = "") -> Info:
    return Info(
        epoch=view.epoch,
        ts=ts,
        game=view.game,
        variant=view.variant,
        board=view.board,
        names=[clipped(seat.name, NAME_LENGTH) for seat in view.seats],
        colours=[seat.colour for seat in view.seats],
        options=dict(view.options),
        app=app,
        delay_s=delay_s,
        demo=view.demo,
        program=program,
        computers=[seat.seat for seat in view.seats if seat.level is not None],
    )


def state(view: TableView, ts: int, recent: Iterable[EventMessage] = ()) -> State:
    """Returns the public state.

    `recent`: the newest events, the oldest first; those of another game are left out, and those that are too long.
    """
    recent_events = [
        Recent(seq=each.seq, kind=each.kind, seat=each.seat, card=each.card, detail=each.detail)
        for each in recent
        if each.game == view.game
    ]
    made = _state(view, ts, recent_events)
    while recent_events and len(msgspec.json.encode(made)) > STATE_LIMIT_BYTES - _STAMP_BYTES:
        del recent_events[0]
        made = _state(view, ts, recent_events)
    return made


def _state(view: TableView, ts: int, recent: list[Recent]) -> State:
    return State(
        epoch=view.epoch,
        seq=view.seq,
        ts=ts,
        game=view.game,
        variant=view.variant,
        # games differ in this step, so the phase has the name of its figure
        phase=view.figure or view.phase or view.stage,
        round=view.round,
        ply=view.ply,
        position=_position(view),
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
        amiss=Anomaly(code=view.anomaly.code, text=_texts(view.anomaly.text)) if view.anomaly else None,
        recent=list(recent),
        stage=view.stage,
        acting=view.acting,
    )


def _position(view: TableView) -> dict[str, Any] | None:
    if view.card_table is not None:
        return card_position_to_json(view.card_table)
    return position_to_json(view.rules, view.position) if view.position else None


def health(wording: Wording, report: Health, epoch: int, ts: int) -> HealthReport:
    """Returns the public health; a hand over the board, which comes and goes, is published as a camera at work."""
    if report.code in _AT_WORK:
        report = Health(part=report.part, state=HealthState.OK, code="camera_ok", text=wording.say("camera_ok"))
    return HealthReport(
        epoch=epoch,
        ts=ts,
        state=report.state,
        code=report.code,
        figures=dict(report.params) | ({"restarts": report.restarts} if report.restarts else {}),
        text=_texts(report.text) if report.text else None,
    )


def analysis(view: TableView, teams: list[Team], playouts: int, text: Texts | None = None) -> Analysis:
    """Returns the chances that the snapshot's own players are likely to have; the payload has no time stamp yet."""
    said = _texts(text) if text else None
    return Analysis(epoch=view.epoch, seq=view.seq, ts=0, game=view.game, teams=teams, playouts=playouts, text=said)


def current_analysis(view: TableView, newest: Analysis) -> Analysis:
    """Returns the newest analysis as long as its game is on; then one that knows nothing takes its retained place."""
    same = (newest.epoch, newest.game) == (view.epoch, view.game)
    return newest if same else analysis(view, [], 0)


def commentary(view: TableView, lines: Iterable[CommentaryLine]) -> Commentary:
    """Returns the newest sentences that fit, at least one; without a time stamp yet."""
    kept = list(lines)
    made = _commentary(view, kept)
    while len(kept) > 1 and len(msgspec.json.encode(made)) > STATE_LIMIT_BYTES - _STAMP_BYTES:
        del kept[0]
        made = _commentary(view, kept)
    return made


def _commentary(view: TableView, lines: list[CommentaryLine]) -> Commentary:
    return Commentary(epoch=view.epoch, seq=lines[-1].seq, ts=0, game=view.game, lines=list(lines))


def event_messages(wording: Wording, view: TableView, events: tuple[Event, ...], ts: int) -> list[EventMessage]:
    """Returns the published events of one step, in order; the last of `events` is row `view.seq`."""
    published: list[EventMessage] = []
    for seq, event in enumerate(events, start=view.seq - len(events) + 1):
        fields = event_fields(event)
        if fields is not None:
            text = _sentence_for(view, seq) or _sentence_about(wording, view, event)
            published.append(EventMessage(epoch=view.epoch, seq=seq, ts=ts, game=view.game, text=text, **fields))
    return published


def _seat(view: TableView, index: int) -> Seat:
    seat = view.seats[index]
    return Seat(
        seat=seat.seat,
        name=clipped(seat.name, NAME_LENGTH),
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
    verdict = newest_verdict(view)
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


def newest_verdict(view: TableView) -> VerdictView | None:
    """Returns the newest accepted play or refusal.  Waiting and questions concern the table alone."""
    verdict = view.verdict
    if verdict and verdict.kind in (VerdictKind.LEGAL, VerdictKind.ILLEGAL):
        return verdict
    return view.last_play


def _sentence_for(view: TableView, seq: int) -> dict[str, str] | None:
    for verdict in (view.verdict, view.last_play):
        if verdict and verdict.seq == seq:
            return _texts(verdict.text)
    return None


def _sentence_about(wording: Wording, view: TableView, event: Event) -> dict[str, str] | None:
    """Returns a sentence about the act of a player with cards; None if the other fields are enough."""
    if not isinstance(event, ev.NotedEvent):
        return None
    name = view.seats[event.seat].name if event.seat < len(view.seats) else ""
    return _texts(noted_text(wording, event, clipped(name, NAME_LENGTH)))


def _texts(texts: Texts) -> dict[str, str]:
    return {language: clipped(text, TEXT_LENGTH) for language, text in texts.items()}


def viewers_tree(delay_s: int) -> str:
    """Returns the tree below a table's root that viewers may read."""
    return "delayed" if delay_s > 0 else "public"


def topic_base(site: str, table: str) -> str:
    """Returns the root of a table's tree; any name of site and table becomes `[a-z0-9-]`."""
    return f"pawtrack/{VERSION}/{_slug(site)}/{_slug(table)}"


def _slug(name: str) -> str:
    kept = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in name.lower())
    return kept.strip("-") or "table"
