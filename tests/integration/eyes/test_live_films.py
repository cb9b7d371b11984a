"""A film as the camera of a running table: the verdicts are the same on a slow machine and on a fast one."""

import threading
import time
from pathlib import Path

import pytest
from test_other_ways_of_pictures import film, recorded

from companion.app.memory_store import MemoryStore
from companion.app.table import Table
from companion.sensors.board_spots import vision_markers
from companion.sensors.camera import CameraSensor
from companion.sensors.recording import Recording, command_of
from companion.sensors.replay import replay_recording
from companion.session import commands as cmd
from companion.session import events as ev
from companion.views.table_view import Health, HealthState
from vision.frames import Frame
from vision.sources.files import FilmSource, FolderSource
from vision.sources.protocol import FrameSource
from vision.upright import UprightSource

PATIENCE_S = 60.0
#: The time of a slow table for each command: longer than its camera takes for a picture.
SLOW_S = 0.25


class WatchedFilm:
    """A running table before a film; people declare their cards when the pictures come to it."""

    def __init__(self, recording: Recording, source: FrameSource, judge_s: float, shift_ms: int = 0) -> None:
        self.recording = recording
        self.table = Table(MemoryStore(), epoch=1)
        self.ended = threading.Event()
        self.health: list[Health] = []
        self._due = list(recording.inputs)
        self._shift_ms = shift_ms
        self.table.witness(lambda *_: time.sleep(judge_s))
        upright = UprightSource(source, vision_markers(recording.profile))
        self.camera = CameraSensor(upright, "film", recording.profile, self._people, mark=self.table.mark)
        self.table.subscribe(self.camera.on_view)
        self.table.handle(self._start())

    def events(self) -> list[ev.Event]:
        """Everything that was judged, once the film has ended."""
        self.table.start()
        self.camera.start(self.table.post, self._report)
        assert self.ended.wait(PATIENCE_S)
        self.camera.stop()
        self.table.stop()
        return list(self.table.course().events)

    def _report(self, health: Health) -> None:
        self.health.append(health)
        if health.state is HealthState.OFF:
            self.ended.set()

    def _people(self, frame: Frame) -> None:
        while self._due and self._due[0].t_ms <= frame.t_ms + self._shift_ms:
            command = command_of(self.recording.catalogue, self._due.pop(0))
            if command:
                self.table.post(command)
                assert self.table.mark().wait(PATIENCE_S)

    def _start(self) -> cmd.StartGame:
        position, colours = self.recording.position, self.recording.colours
        return cmd.StartGame(
            game="film",
            variant=self.recording.catalogue.variant(position.variant),
            names=colours,
            colours=colours,
            board=self.recording.board,
            sectors=position.sectors,
            seats=position.seats,
            options=position.options,
            position=position,
        )


def judged(events: list[ev.Event]) -> list[ev.Event]:
    """The verdicts with all their numbers."""
    return [event for event in events if isinstance(event, ev.PlayAccepted | ev.PlayRefused)]


@pytest.mark.long
@pytest.mark.parametrize(("table", "kind"), [("top", "folder"), ("window", "film")])
def test_a_slow_table_judges_a_film_as_a_fast_one(table: str, kind: str, tmp_path: Path) -> None:
    recording, frames, truth = recorded(table)

    def watched(judge_s: float) -> list[ev.Event]:
        if kind == "folder":
            return judged(WatchedFilm(recording, FolderSource(recording.frames, recorded=True), judge_s).events())
        source = FilmSource(str(film(recording, tmp_path, "-c", "copy")))
        return judged(WatchedFilm(recording, source, judge_s, frames[0].t_ms).events())

    fast, slow = watched(0.0), watched(SLOW_S)
    assert slow == fast
    assert len(fast) == sum(line["verdict"] in ("legal", "illegal") for line in truth)
    if kind == "folder":
        replayed = [line for line in replay_recording(recording) if line["verdict"] == "legal"]
        accepted = [event for event in fast if isinstance(event, ev.PlayAccepted)]
        assert [round(event.confidence, 6) for event in accepted] == [line["confidence"] for line in replayed]
