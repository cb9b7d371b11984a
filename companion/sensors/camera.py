"""The camera as a sensor: a thread that reads one source, gives its frames to the observer and reports to the table."""

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.app.ports import Mark, Pacing, Picture, Post, ReportHealth, Video
from companion.app.throttle import Throttle
from companion.board.profile import BoardProfile
from companion.sensors.apart.silent import silently
from companion.sensors.apart.watched_game import WatchedGame, watched_game
from companion.sensors.board_observer import BoardObserver, PieceRoster, roster_of
from companion.sensors.board_print import encoded_print
from companion.sensors.cards.pile_sensor import PileSensor
from companion.sensors.paired_observer import PairedObserver, observer_of
from companion.sensors.threaded import ThreadedSensor
from companion.sensors.unknowns import TURNED, UNUSABLE, camera_health
from companion.sensors.video.marks import LastPlay
from companion.sensors.video.pictures import Look, TablePictures, small_rgba
from companion.session.commands import LoseSight, ReportObservation
from companion.views.sight import Sight
from companion.views.table_view import Health, HealthState, Known, TableView
from vision.frames import Frame, is_picture
from vision.results import FrameResult, FrameStatus
from vision.sources.protocol import FrameSource, Paced, Paired, SourceEnded, SourceError

log = logging.getLogger(__name__)

RETRY_S: Final = 1.0
#: Milliseconds for which a change of the picture size is reported.
TURNED_MS: Final = 8000
#: A picture that has been at rest for this long is no longer improved: from then on fewer pictures are read, until
#: something moves.
STILL_MS: Final = 5000
STILL_EVERY_MS: Final = 500
#: The same while no board is in view, which is looked for in each picture.
SEARCH_EVERY_MS: Final = 1000
#: The longest wait of a film for the table's verdict on its last picture, and the pause between checks for a stop.
TABLE_PATIENCE_S: Final = 30.0
LOOK_S: Final = 0.05


class CameraSensor(ThreadedSensor):
    """Watches one source in its own thread.

    Of a source of two cameras the first one gives the pictures for people, for recordings and for the pile.
    A source that is gone is opened again every second, and a reader that fails is replaced by a new one, which knows
    only the board's print.
    """

    part = "camera"

    def __init__(
        self,
        source: FrameSource,
        name: str,
        profile: BoardProfile,
        on_frame: Callable[[Frame], None] | None = None,
        idle: PieceRoster | None = None,
        flat: Picture | None = None,
        pile: PileSensor | None = None,
        mark: Mark | None = None,
        *,
        silent: bool = False,
        keep_print: Callable[[bytes], None] | None = None,
        pacing: Pacing | None = None,
    ) -> None:
        """`idle`: the pieces of the next game; with it the reader searches the board before the game.

        `flat` is the picture of the empty board seen from above, if one is kept; `pile` reads the cards beside the
        board; `mark` is the table's, for which a film waits; `silent`: it judges and decides nothing (shadow mode).
        `keep_print` keeps the file of the flat board once a person has shown it before a game; it may raise OSError.
        `pacing` limits the pictures on a slow machine, and takes the time of each reading.
        """
        super().__init__()
        self._source, self._name = source, name
        self._profile = profile
        self._on_frame = on_frame
        self._idle = idle
        self._flat = flat
        self._pile = pile
        self._mark = mark
        self._silent = silent
        self._keep_print = keep_print
        self._pacing = pacing or Throttle()
        #: Whether the reader has read this game's board, which takes longest at first, and reported the present rest.
        self._has_read = self._rest_reported = False
        self._given_corners: NDArray[np.float64] | None = None
        self._shown_empty = False
        self._observer: BoardObserver | PairedObserver | None = None
        self._paired = source if isinstance(source, Paired) else None
        self._game = ""
        self._learnt: Known | None = None
        self._watched: WatchedGame | None = None
        self._picture: Picture | None = None
        self._turned_ms: int | None = None
        self._look: Look | None = None
        self._last_play: LastPlay | None = None

    def start(self, post: Post, report: ReportHealth) -> None:
        if self._pile:
            self._pile.start(post, report)
        super().start(silently(post) if self._silent else post, report)

    def stop(self) -> None:
        super().stop()
        if self._pile:
            self._pile.stop()

    def on_view(self, view: TableView) -> None:
        """Takes the running game and the accepted plays from the table."""
        self.watch(watched_game(view))
        if self._last_play:
            self._last_play.on_view(view)

    def watch(self, game: WatchedGame | None) -> None:
        """Takes the running game; None while none is on."""
        self._watched = game

    def video(self, *, room: bool) -> Video:
        """Returns a source of pictures for people, which hide everything while this machine is too slow for them; the
        calling thread does the work."""
        last_play = self._last_play = self._last_play or LastPlay(self._profile)
        pictures = TablePictures(self._profile, last_play, room=room)
        return lambda view: pictures.picture(self._look if self._pacing.shows_more else None, view)

    def picture(self) -> Picture | None:
        """The newest picture, RGBA, small; None before the first."""
        return None if self._picture is None else small_rgba(self._picture)

    def photograph(self) -> Picture | None:
        """The newest picture, RGBA, in the camera's full size; None before the first."""
        frame = self._picture
        return None if frame is None else cv2.cvtColor(frame, cv2.COLOR_BGR2RGBA).astype(np.uint8)

    def sight(self) -> Sight | None:
        """The board and its spots in the newest picture; None until the board has been found."""
        observer, frame = self._observer, self._picture
        return None if observer is None or frame is None else observer.sight((frame.shape[1], frame.shape[0]))

    def set_corners(self, corners: Sequence[tuple[float, float]]) -> None:
        """Takes the four corners of the board, in parts of the picture's width and height.

        Upper left of the board first and clockwise; from then on a board without markers is found by its print.
        """
        self._given_corners = np.array(corners, dtype=np.float64)

    def _run(self, post: Post, report: ReportHealth) -> None:
        missing = True
        while not self._stop.is_set():
            try:
                self._source.open()
                missing = False
                if self._game:
                    post(LoseSight())
                self._watch(post, report)
            except SourceEnded:
                report(Health(part="camera", state=HealthState.OFF, code="camera_off"))
                return
            except SourceError as error:
                code = error.code or ("camera_missing" if missing else "camera_lost")
                report(Health(part="camera", state=HealthState.LOST, code=code, params=(("source", self._name),)))
                self._stop.wait(RETRY_S)
            finally:
                self._look = None
                self._source.close()

    def _watch(self, post: Post, report: ReportHealth) -> None:
        while not self._stop.is_set():
            frame = self._source.read()
            if frame is None:
                continue
            if self._paired and 0 in self._paired.lost():
                self._picture = self._look = None
            if frame.camera == 0 and is_picture(frame.image):
                if self._picture is not None and self._picture.shape != frame.image.shape:
                    self._turned_ms = frame.t_ms
                self._picture = frame.image
                if self._on_frame:
                    self._on_frame(frame)
            try:
                self._observe(frame, post, report)
            except Exception:
                # A reader that failed half-way may hold any state.
                self._observer = None
                raise
            if frame.share is not None and self._mark:
                self._wait_for_table(self._mark)

    def _wait_for_table(self, mark: Mark) -> None:
        """Waits for the table's verdict before the film's next picture, for the same result on every machine."""
        judged, end_s = mark(), time.monotonic() + TABLE_PATIENCE_S
        while not judged.wait(LOOK_S) and not self._stop.is_set():
            if time.monotonic() > end_s:
                log.warning("the table does not judge the pictures of the film; it goes on all the same")
                return

    def _observe(self, frame: Frame, post: Post, report: ReportHealth) -> None:
        before, observer = self._observer, self._current_observer()
        if self._game and observer is not before:
            # A new reader has seen nothing of this game yet.
            post(LoseSight())
            self._has_read = False
        usable = is_picture(frame.image)
        if observer is None:
            result = FrameResult(FrameStatus.SETTLED if usable else FrameStatus.BAD_PICTURE)
            self._set_pace(result, searches=True)
            report(camera_health(result))
            time.sleep(0)
            return
        if self._given_corners is not None and usable and frame.camera == 0:
            corners, self._given_corners = self._given_corners, None
            observer.set_corners(corners * (frame.image.shape[1], frame.image.shape[0]))
            self._shown_empty = not self._game
        began_s = time.perf_counter()
        result, seen = observer.observe(frame)
        took_s = time.perf_counter() - began_s
        self._learn_print(observer.flat)
        self._set_pace(result, searches=observer.pose is None)
        if frame.camera == 0:
            shown = Look(frame.image, frame.t_ms, observer.pose, result.status is FrameStatus.SETTLED)
            self._look = shown if usable else None
            if self._pile and observer.pose:
                self._pile.see(frame, observer.pose)
        report(self._health_of(frame, result, observer.spot_names))
        if self._game and observer.blindness.begins(result, frame.t_ms):
            post(LoseSight())
        if seen and self._game:
            if self._has_read and not self._rest_reported:
                self._pacing.read(took_s)
            self._has_read = self._rest_reported = True
            post(ReportObservation(observation=seen))
        elif result.status is not FrameStatus.SETTLED:
            self._rest_reported = False

    def _learn_print(self, flat: Picture | None) -> None:
        """Keeps the print at once, so that a program that is killed has lost nothing that a person showed."""
        is_new, self._flat = flat is not self._flat, flat
        if flat is None or not (is_new and self._shown_empty and self._keep_print):
            return
        try:
            self._keep_print(encoded_print(flat))
        except OSError as error:
            log.warning("the print of the board is not kept for the next time: %s", error.strerror or error)

    def _set_pace(self, result: FrameResult, *, searches: bool) -> None:
        """Fewer pictures of a board at rest; all of them for a recording, and for the cards that lie beside it."""
        if isinstance(self._source, Paced) and self._on_frame is None and self._pile is None:
            still_ms = SEARCH_EVERY_MS if searches else STILL_EVERY_MS
            self._source.pace(still_ms if result.rest_ms >= STILL_MS else self._pacing.pace_ms)

    def _health_of(self, frame: Frame, result: FrameResult, spots: Sequence[str]) -> Health:
        """Returns the health for the frame; a lost second camera, a new picture size and the progress of a film replace
        the camera's own."""
        health = camera_health(result, spots)
        lost = [*self._paired.lost().values()] if self._paired else []
        if lost and health.code in ("camera_ok", "camera_one_blind"):
            return replace(health, code="camera_one_lost", params=(("source", lost[0]),))
        turned = self._turned_ms is not None and frame.t_ms - self._turned_ms < TURNED_MS
        if turned and result.status not in UNUSABLE:
            return replace(health, code=TURNED)
        if frame.share is not None and health.code == "camera_ok":
            return replace(health, code="camera_film", params=(("percent", int(100 * frame.share)),))
        return health

    def _new_observer(self, roster: PieceRoster) -> BoardObserver | PairedObserver:
        return observer_of(self._profile, roster, self._flat, cameras=2 if self._paired else 1)

    def _current_observer(self) -> BoardObserver | PairedObserver | None:
        """Returns the running game's observer, given each position that the record knows from a play or the start."""
        on = self._watched
        if on is None:
            return self._observer_before_game()
        if self._observer is None or self._game != on.game:
            self._observer = self._new_observer(roster_of(on.rules, on.position, on.colours))
            self._game, self._learnt = on.game, None
        if on.known and on.known.adds_to(self._learnt):
            self._observer.expect(on.rules, on.known.position)
            self._learnt = on.known
        return self._observer

    def _observer_before_game(self) -> BoardObserver | PairedObserver | None:
        """Returns the observer before the game: it searches the board, so that people can check the camera's place."""
        if self._observer is None and self._idle is not None:
            self._observer = self._new_observer(self._idle)
        return None if self._game else self._observer
