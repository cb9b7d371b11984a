"""Feeds a recording through the same eyes, wheel decoder and table as a live game, as fast as it can."""

import heapq
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from companion.app.memory_store import MemoryStore
from companion.app.table import Outcome, Table
from companion.model.notation import format_play
from companion.model.observation import Observation
from companion.model.position import Position
from companion.model.verdict import Verdict, VerdictKind
from companion.rules.apply import after_play
from companion.rules.schema import placement_to_json
from companion.sensors.camera import Watcher, casting
from companion.sensors.recording import InputLine, Recording, command_of
from companion.sensors.undeclared import CardFinder, Found
from companion.sensors.wheel import WheelDecoder
from companion.session import events as ev
from companion.session.commands import Command, Correct, DeclarePlay, ReportObservation, StartGame, WithdrawDeclaration
from companion.session.state import Phase
from vision.frames import Frame
from vision.sources import FolderSource, SourceEnded

Line = dict[str, Any]
_Timed = tuple[int, int, InputLine | Frame]


def replay_recording(recording: Recording) -> Iterator[Line]:
    """The verdict lines of contract section 6, in the order in which they fall.  Raises RecordingError, SourceError."""
    desk = _Desk(recording)
    for item in _in_time(recording.inputs, _frames(recording)):
        if isinstance(item, Frame):
            yield from desk.see(item)
        else:
            yield from desk.hear(item)
    yield from desk.close()


@dataclass(slots=True)
class _Asked:
    """Which question is already on the table, so that it is put once."""

    ply: int = -1
    kind: VerdictKind | None = None


class _Desk:
    """A table without threads, with a recording in front of it."""

    def __init__(self, recording: Recording) -> None:
        self._recording = recording
        self._table = Table(MemoryStore(), epoch=1)
        self._watcher = Watcher(recording.profile, casting(recording.position, recording.colours), recording.flat)
        self._wheel = WheelDecoder()
        self._asked = _Asked()
        declares = any(line.kind == "declare" for line in recording.inputs)
        self._finder = None if declares else CardFinder()
        position = recording.position
        start = StartGame(
            game=recording.folder.name,
            variant=position.variant,
            names=tuple(colour.capitalize() for colour in recording.colours),
            colours=recording.colours,
            board=recording.board,
            sectors=position.sectors,
            seats=position.seats,
            options=position.options,
            position=position,
        )
        self._table.handle(start)
        self._watcher.expect(position)

    def see(self, frame: Frame) -> Iterator[Line]:
        _, seen = self._watcher.look(frame)
        if seen and self._finder:
            yield from self._find(self._finder, seen)
        elif seen:
            yield from self._handle(ReportObservation(observation=seen), frame.t_ms)

    def hear(self, line: InputLine) -> Iterator[Line]:
        if line.kind == "wheel":
            for report in self._wheel.feed(bytes.fromhex(line.hex or ""), line.t_ms):
                yield from self._handle(report, line.t_ms)
            return
        position = self._table.state.position or self._recording.position
        command = command_of(line, position)
        if command:
            yield from self._handle(command, line.t_ms)

    def close(self) -> Iterator[Line]:
        """A play still open at the end is reported once."""
        if self._finder and (found := self._finder.complete):
            yield from self._accept(self._finder, found)
        elif self._finder and self._finder.waits and self._table.state.position:
            yield self._line(0, self._table.state.position.turn, [], VerdictKind.UNFINISHED)
        declared = self._table.state.declared
        if declared and self._asked.kind is not VerdictKind.UNCLEAR and declared.refused is None:
            yield self._line(0, declared.seat, declared.card, VerdictKind.UNFINISHED)

    def _find(self, finder: CardFinder, seen: Observation) -> Iterator[Line]:
        """Judges a picture of a table where nobody declares cards."""
        while (position := self._table.state.position) and self._table.state.phase is Phase.PLAY:
            before, found = finder.complete, finder.judge(position, seen)
            if finder.complete is not before:
                # What is seen stands there, whether or not it stays the play: the eyes learn from this very picture.
                play = finder.complete.verdict.play if finder.complete else None
                self._watcher.expect(position.with_placement(play.result) if play else position)
            if found is None:
                return
            if found.verdict.kind is not VerdictKind.LEGAL:
                yield self._doubted(position, found)
                return
            yield from self._accept(finder, found)
            if found.observation is seen:
                return

    def _accept(self, finder: CardFinder, found: Found) -> Iterator[Line]:
        """Puts an inferred play into the record under the first card that explains it."""
        position, play = self._table.state.position, found.verdict.play
        assert position is not None
        assert play is not None
        self._table.handle(DeclarePlay(seat=position.turn, card=found.cards[0]))
        outcome = self._table.handle(ReportObservation(observation=found.observation))
        if not any(isinstance(event, ev.PlayAccepted) for event in outcome.events):
            # The record knows another card to copy than the one that was played: the position counts all the same.
            self._table.handle(WithdrawDeclaration())
            after = after_play(position, play)
            self._table.handle(Correct(placement=after.placement, next_turn=after.turn, reason="inferred"))
        finder.accepted(position, found)
        line = self._line(found.observation.t_ms, position.turn, list(found.cards), VerdictKind.LEGAL)
        told = {"play": format_play(play), "next": self._placement(play.result)}
        yield {**line, **told, "confidence": round(found.verdict.confidence, 6)}

    def _doubted(self, position: Position, found: Found) -> Line:
        verdict = found.verdict
        ruling = verdict.reasons[0].ruling if verdict.reasons else None
        line = self._line(found.observation.t_ms, position.turn, [], verdict.kind, ruling)
        seen = self._placement(verdict.seen) if verdict.kind is VerdictKind.ILLEGAL else None
        return {**line, "next": seen, "confidence": round(verdict.confidence, 6)}

    def _handle(self, command: Command, t_ms: int) -> Iterator[Line]:
        outcome = self._table.handle(command)
        yield from self._spoken(outcome, t_ms)
        if any(isinstance(event, ev.PlayAccepted) for event in outcome.events) and self._table.state.position:
            self._watcher.expect(self._table.state.position)

    def _spoken(self, outcome: Outcome, t_ms: int) -> Iterator[Line]:
        for event in outcome.events:
            if isinstance(event, ev.PlayAccepted):
                yield self._legal(event, t_ms)
            elif isinstance(event, ev.PlayRefused):
                ruling = event.reasons[0].ruling if event.reasons else None
                line = self._line(t_ms, event.seat, event.card, VerdictKind.ILLEGAL, ruling)
                yield {**line, "next": self._placement(event.seen), "confidence": round(event.confidence, 6)}
        verdict, declared = outcome.verdict, self._table.state.declared
        if verdict and declared and self._is_new(verdict):
            reason = verdict.reasons[0].ruling if verdict.reasons else None
            line = self._line(t_ms, declared.seat, declared.card, VerdictKind.UNCLEAR, reason)
            yield {**line, "confidence": round(verdict.confidence, 6)}

    def _is_new(self, verdict: Verdict) -> bool:
        asked = _Asked(ply=self._table.state.ply, kind=verdict.kind)
        new = verdict.kind is VerdictKind.UNCLEAR and asked != self._asked
        self._asked = asked
        return new

    def _legal(self, event: ev.PlayAccepted, t_ms: int) -> Line:
        """The time is when it was said: a card may be named after the picture that it is judged by."""
        line = self._line(t_ms, event.seat, event.card, VerdictKind.LEGAL)
        told = {"play": event.notation, "next": self._placement(event.result), "confidence": round(event.confidence, 6)}
        return {**line, **told}

    def _placement(self, placement: Any) -> Any:
        return placement_to_json(placement, self._recording.position.variant) if placement else None

    def _line(self, t_ms: int, seat: int, card: str | list[str], kind: VerdictKind, ruling: str | None = None) -> Line:
        return {
            "t_ms": t_ms,
            "seat": seat,
            "card": card,
            "verdict": kind.value,
            "play": None,
            "next": None,
            "confidence": None,
            "ruling": ruling,
        }


def _frames(recording: Recording) -> Iterator[Frame]:
    source = FolderSource(recording.frames)
    source.open()
    try:
        while True:
            frame = source.read()
            if frame is not None:
                yield frame
    except SourceEnded:
        return
    finally:
        source.close()


def _in_time(inputs: Iterable[InputLine], frames: Iterator[Frame]) -> Iterator[InputLine | Frame]:
    """Both streams by time; what people said comes before a picture of the same moment."""
    told: Iterator[_Timed] = ((line.t_ms, 0, line) for line in inputs)
    shown: Iterator[_Timed] = ((frame.t_ms, 1, frame) for frame in frames)
    for _, _, item in heapq.merge(told, shown, key=lambda entry: entry[:2]):
        yield item
