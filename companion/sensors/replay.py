"""Feeds a recording through the same reader, wheel decoder and table as a live game, as fast as it can."""

import heapq
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from companion.app.memory_store import MemoryStore
from companion.app.table import Outcome, Table
from companion.model.notation import format_play
from companion.model.observation import Observation
from companion.model.position import Position
from companion.model.verdict import Reason, Verdict, VerdictKind
from companion.rules.apply import after_play
from companion.rules.schema import placement_to_json
from companion.sensors.board_observer import roster_of
from companion.sensors.board_spots import vision_markers
from companion.sensors.paired_observer import observer_of
from companion.sensors.recording import InputLine, Recording, RecordingError, command_of
from companion.sensors.undeclared import CardFinder, Found
from companion.sensors.wheel import WheelDecoder
from companion.session import events as ev
from companion.session.commands import (
    Command,
    Correct,
    DeclarePlay,
    LoseSight,
    ReportObservation,
    StartGame,
    WithdrawDeclaration,
)
from companion.session.state import BoardGame, Phase
from vision.frames import Frame
from vision.sources.files import FolderSource, frames_of
from vision.sources.protocol import SourceError
from vision.upright import UprightSource

Line = dict[str, Any]
_Timed = tuple[int, int, InputLine | Frame]


def replay_recording(
    recording: Recording, frames: Iterator[Frame] | None = None, *, cameras: int = 1
) -> Iterator[Line]:
    """Yields the verdict lines (docs/reference/formats/programs.md), in their order.  Raises RecordingError.

    `frames` are other pictures of the same table than those in the recording's folder, in the order of their times, by
    one camera or by two.
    """
    table = _ReplayTable(recording, cameras)
    for item in _in_time(recording.inputs, _frames(recording) if frames is None else frames):
        if isinstance(item, Frame):
            yield from table.take_frame(item)
        else:
            yield from table.take_input(item)
    yield from table.close()


@dataclass(slots=True)
class _Question:
    """The question that is already open, so that it is put once."""

    ply: int = -1
    kind: VerdictKind | None = None


class _ReplayTable:
    """A table without threads, fed by a recording."""

    def __init__(self, recording: Recording, cameras: int) -> None:
        self._recording = recording
        self._rules = recording.catalogue.rules(recording.position)
        self._table = Table(MemoryStore(), epoch=1)
        roster = roster_of(self._rules, recording.position, recording.colours)
        self._observer = observer_of(recording.profile, roster, recording.flat, cameras=cameras)
        self._wheel = WheelDecoder()
        self._asked = _Question()
        self._newest_ms = 0
        declares = any(line.kind == "declare" for line in recording.inputs)
        self._finder = None if declares else CardFinder(self._rules)
        position = recording.position
        start = StartGame(
            game=recording.folder.name,
            variant=self._rules.variant,
            names=tuple(colour.capitalize() for colour in recording.colours),
            colours=recording.colours,
            board=recording.board,
            sectors=position.sectors,
            seats=position.seats,
            options=position.options,
            position=position,
        )
        self._table.handle(start)
        self._table.handle(LoseSight())
        self._observer.expect(self._rules, position)

    @property
    def _board(self) -> BoardGame:
        """The game of the recording, which the constructor began."""
        board = self._table.board
        assert board is not None
        return board

    def take_frame(self, frame: Frame) -> Iterator[Line]:
        self._newest_ms = frame.t_ms
        look, seen = self._observer.observe(frame)
        if self._observer.blindness.begins(look, frame.t_ms):
            yield from self._handle(LoseSight(), frame.t_ms)
        if seen and self._finder:
            yield from self._find(self._finder, seen)
        elif seen:
            yield from self._handle(ReportObservation(observation=seen), frame.t_ms)

    def take_input(self, line: InputLine) -> Iterator[Line]:
        if line.kind == "wheel":
            for report in self._wheel.feed(bytes.fromhex(line.hex or ""), line.t_ms):
                yield from self._handle(report, line.t_ms)
            return
        command = command_of(self._recording.catalogue, line)
        if command:
            yield from self._handle(command, line.t_ms)

    def close(self) -> Iterator[Line]:
        """Reports a play that is still open at the end once, at the time of the last picture."""
        if self._finder and (found := self._finder.complete):
            yield from self._accept(self._finder, found)
        elif self._finder and self._finder.waits:
            yield self._line(self._newest_ms, self._board.position.turn, [], VerdictKind.UNFINISHED)
        declared = self._board.declared
        if declared and self._asked.kind is not VerdictKind.UNCLEAR and declared.refused is None:
            yield self._line(self._newest_ms, declared.seat, declared.card, VerdictKind.UNFINISHED)

    def _find(self, finder: CardFinder, seen: Observation) -> Iterator[Line]:
        """Judges a picture of a table without declared cards."""
        while self._board.phase is Phase.PLAY:
            position = self._board.position
            before, found = finder.complete, finder.judge(position, seen)
            if finder.complete is not before:
                # The pieces stand there, whether or not the play is final: the reader learns from this very picture.
                play = finder.complete.verdict.play if finder.complete else None
                self._observer.expect(self._rules, position.with_placement(play.result) if play else position)
            if found is None:
                return
            if found.verdict.kind is not VerdictKind.LEGAL:
                yield self._question(position, found)
                return
            yield from self._accept(finder, found)
            if found.observation is seen:
                return

    def _accept(self, finder: CardFinder, found: Found) -> Iterator[Line]:
        """Records an inferred play under the first card that explains it."""
        position, play = self._board.position, found.verdict.play
        assert play is not None
        self._table.handle(DeclarePlay(seat=position.turn, card=found.cards[0]))
        outcome = self._table.handle(ReportObservation(observation=found.observation))
        if not any(isinstance(event, ev.PlayAccepted) for event in outcome.events):
            # The record copies another card than the played one: the position counts all the same.
            self._table.handle(WithdrawDeclaration())
            after = after_play(self._rules, position, play)
            self._table.handle(Correct(placement=after.placement, next_turn=after.turn, reason="inferred"))
        finder.accepted(found)
        line = self._line(found.observation.t_ms, position.turn, list(found.cards), VerdictKind.LEGAL)
        fields = {"play": format_play(play), "next": self._placement(play.result)}
        yield {**line, **fields, "confidence": round(found.verdict.confidence, 6)}

    def _question(self, position: Position, found: Found) -> Line:
        line = self._line(found.observation.t_ms, position.turn, [], found.verdict.kind)
        return {**line, "confidence": round(found.verdict.confidence, 6)}

    def _handle(self, command: Command, t_ms: int) -> Iterator[Line]:
        outcome = self._table.handle(command)
        yield from self._verdict_lines(outcome, t_ms)
        # Statements of people are learnt, as on a live table.
        if any(isinstance(event, ev.PlayAccepted | ev.PositionCorrected) for event in outcome.events):
            self._observer.expect(self._rules, self._board.position)

    def _verdict_lines(self, outcome: Outcome, t_ms: int) -> Iterator[Line]:
        plays = [event for event in outcome.events if isinstance(event, ev.PlayAccepted)]
        if plays:
            yield self._legal(plays, t_ms)
        for event in outcome.events:
            if isinstance(event, ev.PlayRefused):
                line = self._line(t_ms, event.seat, event.card, VerdictKind.ILLEGAL, event.reasons)
                yield {**line, "next": self._placement(event.seen), "confidence": round(event.confidence, 6)}
        verdict, declared = outcome.verdict, self._board.declared
        if verdict and declared and self._is_new(verdict):
            line = self._line(t_ms, declared.seat, declared.card, VerdictKind.UNCLEAR, verdict.reasons)
            yield {**line, "confidence": round(verdict.confidence, 6)}

    def _is_new(self, verdict: Verdict) -> bool:
        asked = _Question(ply=self._board.ply, kind=verdict.kind)
        new = verdict.kind is VerdictKind.UNCLEAR and asked != self._asked
        self._asked = asked
        return new

    def _legal(self, plays: list[ev.PlayAccepted], t_ms: int) -> Line:
        """Returns the line of a legal play at the time of its verdict: a card may be named after its picture.

        One picture, one verdict: plays that were not seen by themselves and follow from it stand in `earlier`.
        """
        *earlier, event = plays
        line = {**self._line(t_ms, event.seat, event.card, VerdictKind.LEGAL), **self._play_fields(event)}
        if not event.inferred:
            return line
        rows = [{"seat": play.seat, "card": play.card, **self._play_fields(play)} for play in earlier]
        return {**line, "inferred": True, "earlier": rows}

    def _play_fields(self, event: ev.PlayAccepted) -> Line:
        confidence = round(event.confidence, 6)
        return {"play": event.notation, "next": self._placement(event.result), "confidence": confidence}

    def _placement(self, placement: Any) -> Any:
        return placement_to_json(self._rules.variant, placement) if placement else None

    def _line(
        self, t_ms: int, seat: int, card: str | list[str], kind: VerdictKind, reasons: Sequence[Reason] = ()
    ) -> Line:
        line = {
            "t_ms": t_ms,
            "seat": seat,
            "card": card,
            "verdict": kind.value,
            "play": None,
            "next": None,
            "confidence": None,
            "ruling": reasons[0].ruling if reasons else None,
        }
        return {**line, "code": reasons[0].code} if reasons else line


def _frames(recording: Recording) -> Iterator[Frame]:
    """Yields the pictures of the recording.  Raises RecordingError."""
    try:
        yield from frames_of(
            UprightSource(FolderSource(recording.frames, recorded=True), vision_markers(recording.profile))
        )
    except SourceError as error:
        raise RecordingError(str(error)) from error


def _in_time(inputs: Iterable[InputLine], frames: Iterator[Frame]) -> Iterator[InputLine | Frame]:
    """Yields both streams by time; an input comes before a picture of the same time."""
    stated: Iterator[_Timed] = ((line.t_ms, 0, line) for line in inputs)
    shown: Iterator[_Timed] = ((frame.t_ms, 1, frame) for frame in frames)
    for _, _, item in heapq.merge(stated, shown, key=lambda entry: entry[:2]):
        yield item
