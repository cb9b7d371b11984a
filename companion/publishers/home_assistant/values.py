"""The messages for Home Assistant: the state of a table as one flat message, and the events of a step."""

from collections.abc import Iterator
from typing import Final

import msgspec

from companion.model.play import StepKind
from companion.model.verdict import VerdictKind
from companion.publishers.home_assistant.device import CLOCKWISE, COUNTER_CLOCKWISE, VERDICT, WHEEL
from companion.session import events as ev
from companion.session.events import Event
from companion.views.broadcast import topics
from companion.views.broadcast.payloads import TEXT_LENGTH, clipped
from companion.views.commentary.lines import Lines
from companion.views.table_view import HealthState, TableView
from companion.views.wording.phrases import phrase
from companion.views.wording.sentences import Wording

ON: Final = "ON"
OFF: Final = "OFF"
_KINDS: Final = {"play": VerdictKind.LEGAL, "illegal": VerdictKind.ILLEGAL}


class TableState(msgspec.Struct, frozen=True, kw_only=True):
    """The values behind the entities, in one language; None if a value does not exist yet.

    `program` is the id of the program, as in the broadcast.
    `turn` and `player` are names; `home` goes by seat; `problem`, `camera` and `wheel` are ON or OFF.
    """

    stage: str
    waits_for: str
    turn: str | None
    round: int
    paused: bool
    verdict: str | None
    sentence: str | None
    player: str | None
    card: str | None
    ruling: str | None
    home: list[int]
    commentary: str | None
    problem: str
    problems: list[str]
    camera: str
    wheel: str
    program: str = ""


class VerdictEvent(msgspec.Struct, frozen=True, kw_only=True):
    event_type: str
    player: str
    card: str | None
    play: str | None
    ruling: str | None
    sentence: str | None


class WheelEvent(msgspec.Struct, frozen=True, kw_only=True):
    event_type: str
    player: str


def table_state(wording: Wording, language: str, view: TableView, lines: Lines) -> TableState:
    """Returns the state of the table in words of the language, which must exist."""
    names = [seat.name for seat in view.seats]
    last = topics.newest_verdict(view)
    problems = _problems(language, view)
    acting = names[view.acting] if names else None
    return TableState(
        stage=view.stage,
        waits_for=phrase(wording[language], view.stage, (("name", acting or ""),), "page"),
        turn=acting,
        round=view.round,
        paused=view.paused,
        verdict=last.kind if last else None,
        sentence=clipped(last.text[language], TEXT_LENGTH) if last else None,
        player=names[last.seat] if last else None,
        card=last.card if last else None,
        ruling=last.ruling if last else None,
        home=[seat.home for seat in view.seats],
        commentary=lines[-1].text[language] if lines else None,
        problem=ON if problems else OFF,
        problems=problems,
        camera=_sees(view, "camera"),
        wheel=_sees(view, "wheel"),
    )


def _problems(language: str, view: TableView) -> list[str]:
    """Returns a sentence for each lost part, and for each anomaly on the board."""
    lost = [health for health in view.health if health.state is HealthState.LOST]
    sentences = [health.text[language] if health.text else health.code for health in lost]
    return sentences + ([view.anomaly.text[language]] if view.anomaly else [])


def _sees(view: TableView, part: str) -> str:
    working = any(health.part == part and health.state is HealthState.OK for health in view.health)
    return ON if working else OFF


def event_payloads(
    wording: Wording, language: str, view: TableView, events: tuple[Event, ...]
) -> Iterator[tuple[str, msgspec.Struct]]:
    """Yields the events of a step, each with the end of its topic."""
    for message in topics.event_messages(wording, view, events, 0):
        if message.kind in _KINDS and message.seat is not None:
            yield (
                VERDICT,
                VerdictEvent(
                    event_type=_KINDS[message.kind],
                    player=view.seats[message.seat].name,
                    card=message.card,
                    play=message.detail.get("play"),
                    ruling=message.detail.get("ruling"),
                    sentence=message.text[language] if message.text else None,
                ),
            )
    for event in events:
        if isinstance(event, ev.PlayAccepted):
            for step in event.steps:
                if step.kind is StepKind.WHEEL:
                    turned = CLOCKWISE if step.value > 0 else COUNTER_CLOCKWISE
                    yield WHEEL, WheelEvent(event_type=turned, player=view.seats[event.seat].name)
