"""The enrolment of a deck in a thread of its own: card after card, left and resumed.

Law: a learnt face is kept at once.
"""

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from companion.app.ports import Picture
from companion.preparation.deck_enrolment import DeckEnrolment, EnrolmentStep, show_faces
from companion.preparation.leavable import LeavableWork
from companion.sensors.cards.deck_files import DeckError, FamilyDeck, save_deck
from companion.sensors.video.pictures import small_rgba
from companion.views.deck_progress import DeckProgress
from vision.find.pose import Pose
from vision.frames import Frame, Image, Points
from vision.sources.protocol import FrameSource

#: The colour of the pile's outline in the picture: blue, green, red.
_INK: Final = (60, 190, 250)


def outlined(image: Image, corners: Points) -> Image:
    """Returns a copy of the picture with the place of the pile drawn in it, whose `corners` (4, 2) are in pixels."""
    copy, drawn = image.copy(), np.rint(corners).astype(np.int32)
    return np.asarray(cv2.polylines(copy, [drawn], True, _INK, max(2, image.shape[1] // 300)), dtype=np.uint8)


class _SkippedError(Exception):
    """The requested card is missing: the next one follows."""


class DeckShowing:
    """One deck.  Every method may be called from any thread."""

    def __init__(
        self,
        game: str,
        cards: tuple[str, ...],
        deck: FamilyDeck,
        source: FrameSource,
        board_in: Callable[[Frame], Pose | None],
    ) -> None:
        """`deck` has the faces enrolled before; `board_in` returns the pose of the board in a frame."""
        self._game = game
        self._wanted = (*cards, None)
        self._deck = deck
        self._skip = threading.Event()
        self._work = LeavableWork(
            "showing the deck",
            source,
            self._carry_on,
            lambda fault: self._note(fault=fault),
            disk_faults=(DeckError,),
        )
        self._find_board = board_in
        self._pose: Pose | None = None
        self._skipped: set[str | None] = set()
        self._enrolment = DeckEnrolment(deck.place, deck.size_mm)
        self._progress = DeckProgress(count=len(self._wanted))
        self._note(asked=(self._asked() or (None,))[0])

    @property
    def progress(self) -> DeckProgress:
        return self._progress

    def picture(self) -> Picture | None:
        """The newest picture with the place of the pile drawn in it, RGBA, small; None before the first."""
        frame, pose = self._work.source.newest, self._pose
        if frame is None:
            return None
        if pose is None:
            return small_rgba(frame.image)
        return small_rgba(outlined(frame.image, pose.pixels(self._deck.place.corners_mm)))

    def start(self) -> None:
        """Opens the camera and prompts for the missing faces."""
        if self._work.is_idle:
            self._note(through=False, fault=None)
        self._work.start()

    def stop(self) -> None:
        """Closes the camera; `start` resumes."""
        self._work.stop()

    def skip(self) -> None:
        """Skips the requested card, which is not available."""
        self._skip.set()

    def forget(self) -> None:
        """Starts the whole deck again; the old faces are kept until the first new one."""
        self.stop()
        self._deck, self._skipped = replace(self._deck, faces=()), set()
        self._enrolment = DeckEnrolment(self._deck.place, self._deck.size_mm)
        self.start()

    def _carry_on(self) -> None:
        """Runs the rest of the enrolment.  Raises LeftError, SourceError, SourceEnded, and the errors of a disk."""
        while asked := self._asked():
            self._show(asked)
        self._end()

    def _asked(self) -> list[str | None]:
        return [card for card in self._wanted if not self._deck.shown(card) and card not in self._skipped]

    def _show(self, asked: list[str | None]) -> None:
        """Enrols the requested cards.  Raises LeftError, SourceError, SourceEnded, DeckError."""
        self._skip.clear()
        card = asked[0]
        try:
            for card, step in show_faces(self._work.source, self._board_in, self._enrolment, asked):
                if step is EnrolmentStep.DONE and self._enrolment.face:
                    self._deck = self._deck.with_face(self._enrolment.face)
                    save_deck(self._game, self._deck)
                self._note(asked=card, step=step.name.lower())
        except _SkippedError:
            self._skipped.add(card)
            self._enrolment.begin_anew()

    def _board_in(self, frame: Frame) -> Pose | None:
        if self._skip.is_set():
            raise _SkippedError
        self._pose = self._find_board(frame)
        return self._pose

    def _end(self) -> None:
        missing = tuple(card for card in self._wanted if card is not None and not self._deck.shown(card))
        alike = self._deck.enrolled().groups if self._deck.faces else ()
        self._note(through=True, missing=missing, alike=alike)

    def _note(self, **changes: object) -> None:
        shown = sum(self._deck.shown(card) > 0 for card in self._wanted)
        self._progress = replace(self._progress, shown=shown, **changes)  # type: ignore[arg-type]
