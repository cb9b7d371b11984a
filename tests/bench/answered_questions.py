"""A recording as a family would play it: each question about a legal play is answered with the truth at once.

In a recording nobody answers, so one doubtful spot leads to a question on each later state, at a table to one.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import msgspec
from rules_for_tests import rules_of
from stress import judged

from companion.model.position import Position
from companion.referee.sight import shown
from companion.rules.apply import after_play, passed
from companion.rules.legal import legal_plays
from companion.rules.schema import placement_to_json, position_to_json
from companion.sensors.recording import InputLine, Recording
from companion.sensors.replay import replay_recording

Line = dict[str, Any]
#: So long after the last still picture of a state somebody answers; the next card is laid later.
ANSWER_MS: Final = 100


def judged_when_answered(recording: Recording, truth: Sequence[Line]) -> list[str]:
    """Returns the verdict on every state, named as in `stress.judged`; an answered one counts as `asked`."""
    answers = _true_positions(recording, truth)
    answered: dict[int, InputLine] = {}
    while True:
        inputs = sorted([*recording.inputs, *answered.values()], key=lambda line: line.t_ms)
        verdicts = list(judged(truth, list(replay_recording(replace(recording, inputs=tuple(inputs))))))
        asked = [true["t_ms"] for true, verdict in zip(truth, verdicts, strict=True) if verdict == "asked"]
        first = next((t_ms for t_ms in asked if t_ms in answers and t_ms not in answered), None)
        if first is None:
            return verdicts
        position = position_to_json(rules_of(answers[first]), answers[first])
        answered[first] = InputLine(t_ms=first + ANSWER_MS, kind="correct", position=position)


def _true_positions(recording: Recording, truth: Sequence[Line]) -> dict[int, Position]:
    """By the time of the last still picture of each legal play: the position when somebody answers, a turn that was
    passed at once included."""
    position, found, last = recording.position, {}, 0
    declared: dict[tuple[int | None, str | None], str | None] = {}
    legal = [(line["t_ms"], line) for line in truth if line["verdict"] == "legal"]
    for t_ms, event in sorted([*legal, *((line.t_ms, line) for line in recording.inputs)], key=lambda timed: timed[0]):
        if not isinstance(event, InputLine):
            position = _after(position, event, declared.get((event["seat"], event["card"])))
            found[t_ms], last = position, t_ms
        elif event.kind == "declare":
            declared[event.seat, event.card] = event.acting_as
        elif event.kind == "skip":
            position = passed(rules_of(position), position)
            if last in found and t_ms <= last + ANSWER_MS:
                found[last] = position
    return found


def _after(position: Position, true: Line, acting_as: str | None) -> Position:
    rules = rules_of(position)
    for play in legal_plays(rules, position, true["card"], acting_as):
        laid = placement_to_json(rules.variant, shown(rules.variant, play.result))
        if msgspec.json.decode(msgspec.json.encode(laid)) == true["next"]:
            return after_play(rules, position, play)
    raise ValueError(f"no legal play leads to what lies there at {true['t_ms']} ms")
