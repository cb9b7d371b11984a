"""The publisher of the clips: it watches the board through the table's camera, and keeps the moments that get a clip.

Laws: its work runs in threads of the lowest priority; every failure is a line of health; no picture is kept in memory
while no game is on, or while it is paused.
"""

import errno
import logging
import queue
import shutil
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from typing import Final

from companion.app.plugins import TableContext
from companion.app.ports import Publisher, ReportHealth, Video
from companion.board.board_picture import BoardPicture
from companion.board.profile import BoardProfile
from companion.publishers.clips.encoder import PROGRAM, Encoder, EncoderError, find_encoder
from companion.publishers.clips.folder import ClipFolder
from companion.publishers.clips.moments import Moments
from companion.publishers.clips.ring import Ring
from companion.session.events import Event
from companion.system.threads import RestartingThread, lower_priority
from companion.views.broadcast.video_picture import VideoView
from companion.views.table_view import Health, HealthState, TableView
from companion.views.video import CLIPS
from companion.views.wording.words import Words

log = logging.getLogger(__name__)

#: The most clips that wait for the previous one.
_WAITING: Final = 2
#: Seconds within which the clip of the win is finished when the program closes.
_END_S: Final = 8.0
_CLOSE_S: Final = 2.0
_LOOK_S: Final = 0.2
_DRAW_S: Final = 60.0
_FULL: Final = (errno.ENOSPC, errno.EDQUOT)


@dataclass(frozen=True, slots=True)
class _Clip:
    jpegs: tuple[bytes, ...]
    view: TableView
    events: tuple[Event, ...]


class Clips:
    """Two threads: one takes pictures, `per_s` times a second, the other writes, one clip after the other."""

    def __init__(self, table: TableContext, video: Video, picture: BoardPicture, encoder: Encoder) -> None:
        self._table = table
        self._video = video
        self._picture = picture
        self._encoder = encoder
        self._per_s = table.settings.video_per_s
        self._folder = ClipFolder(table.folder)
        self._ring = Ring(time.monotonic)
        self._moments = Moments()
        self._lock = threading.Lock()
        self._playing = False
        self._keeps = True
        self._stopping = threading.Event()
        self._ended = False
        self._wanted: queue.Queue[_Clip] = queue.Queue(_WAITING)
        self._threads = [
            RestartingThread(f"clips {name}", run) for name, run in (("look", self._look), ("write", self._write))
        ]

    def start(self, report: ReportHealth) -> None:
        self._report = report
        self._folder.forget_drafts()
        self._say_on()
        for thread in self._threads:
            thread.start()

    def publish(self, view: TableView, events: tuple[Event, ...]) -> None:
        if self._keeps != self._table.throttle.load.shows_more:
            self._say_on()
        self._playing = bool(view.game) and view.position is not None and not view.paused and self._keeps
        if not self._playing or not self._moments.is_one(view, events, time.monotonic()):
            return
        with self._lock:
            jpegs = self._ring.film(self._per_s)
        if not jpegs:
            return
        try:
            self._wanted.put_nowait(_Clip(jpegs, view, events))
        except queue.Full:
            log.warning("a clip is left out: those before it are still being written")

    def stop(self) -> None:
        self._stopping.set()
        looks, writes = self._threads
        writes.stop(_END_S)
        self._ended = True
        self._encoder.close()
        writes.join(_CLOSE_S)
        looks.stop(_CLOSE_S)

    def _look(self) -> None:
        lower_priority()
        pause_s = 1 / self._per_s
        while not self._stopping.wait(pause_s):
            if not self._playing:
                with self._lock:
                    self._ring.clear()
                continue
            begun_s = time.monotonic()
            if seen := self._video(VideoView.FLAT):
                with self._lock:
                    self._ring.add(seen)
            pause_s = max(0.01, 1 / self._per_s - (time.monotonic() - begun_s))

    def _write(self) -> None:
        lower_priority()
        while not self._ended:
            try:
                clip = self._wanted.get(timeout=_LOOK_S)
            except queue.Empty:
                if self._stopping.is_set():
                    return
                continue
            try:
                self._write_one(clip)
            except EncoderError as error:
                full = "No space left" in str(error)
                self._say("clips_full" if full else "clips_failed", HealthState.LOST, str(error))
            except OSError as error:
                full = error.errno in _FULL
                self._say("clips_full" if full else "clips_failed", HealthState.LOST, error.strerror or str(error))
            # if the board's drawing or the encoder fails, this clip is lost and the next one is tried
            except Exception as error:
                log.exception("a clip could not be made")
                self._say("clips_failed", HealthState.LOST, type(error).__name__)
            finally:
                self._folder.forget_drafts()

    def _write_one(self, clip: _Clip) -> None:
        """Writes a clip.  Raises EncoderError and OSError."""
        if not self._folder.has_room():
            self._say("clips_full", HealthState.LOST)
            return
        # slow to import, and the start of a game does not wait for code that only a clip needs
        from companion.publishers.clips.panel import panel, said_of

        wording, language = self._table.wording, self._table.settings.language
        said, words = said_of(clip.view, clip.events, wording, language), Words(wording[language])
        drawn, film = self._folder.draft("panel.png"), self._folder.draft("clip.mp4")
        drawn.write_bytes(_as_png(panel(clip.view, said, self._picture, words)))
        self._encoder.write(clip.jpegs, self._per_s, drawn, film)
        kept = self._folder.keep(film, clip.view.game, clip.view.seq)
        log.info("clip kept: %s", kept)
        self._say_on()

    def _say_on(self) -> None:
        """Reports whether clips are kept: on a slow machine none are meanwhile."""
        self._keeps = self._table.throttle.load.shows_more
        state = HealthState.OK if self._keeps else HealthState.OFF
        self._say("clips_on" if self._keeps else "clips_spared", state)

    def _say(self, code: str, state: HealthState, reason: str = "") -> None:
        if self._ended:
            return
        params = (("folder", str(self._folder.path)), ("reason", reason))
        self._report(Health(part=CLIPS, state=state, code=code, params=params))


def _as_png(svg: str) -> bytes:
    """Renders an SVG as PNG.  Raises OSError and EncoderError."""
    command = [sys.executable, "-m", "companion.publishers.clips"]
    try:
        done = subprocess.run(command, input=svg.encode(), capture_output=True, timeout=_DRAW_S, check=True)
    except subprocess.SubprocessError as error:
        raise EncoderError(f"the board could not be drawn ({type(error).__name__})") from error
    return done.stdout


def built(table: TableContext, profile: BoardProfile) -> Publisher | None:
    """Returns the publisher; None, and a line of health, without a camera or an encoder."""
    if table.open_video is None:
        table.report(Health(part=CLIPS, state=HealthState.OFF, code="clips_no_camera"))
        return None
    encoder = find_encoder(shutil.which(PROGRAM))
    if encoder is None:
        table.report(Health(part=CLIPS, state=HealthState.OFF, code="clips_no_encoder"))
        return None
    return Clips(table, table.open_video(), BoardPicture(profile), encoder)
