"""The enrolment of a deck: a family shows each card alone at the place of the pile, twice, in different turns."""

from collections.abc import Callable, Iterator, Sequence
from enum import Enum, auto
from typing import Final

from vision.cards.enrolment import NotOneFaceError, ShownCard, learn_face, shown_card, turned_deg
from vision.cards.faces import Face
from vision.cards.pile import PilePlace, card_width_px, in_view, seen_from_above
from vision.cards.thresholds import THRESHOLDS
from vision.cards.watch import PileLook, PileWatch
from vision.find.pose import Pose
from vision.frames import Frame, Points, is_picture
from vision.sources.protocol import FrameSource, SourceEnded, SourceError

__all__ = ["DeckEnrolment", "EnrolmentStep", "SourceEnded", "SourceError", "show_faces"]

#: The least turn of the second picture in either direction: it shows the card in another light.
LEAST_TURN_DEG: Final = 20.0


class EnrolmentStep(Enum):
    """The result of a frame."""

    WAITING = auto()
    #: The board has not been found yet.
    NO_BOARD = auto()
    NOT_IN_VIEW = auto()
    #: No card, or no clear outline of one, lies there at rest.
    NO_CARD = auto()
    #: The first picture is taken: turn the card.
    TURN = auto()
    #: The card lies there again, hardly turned.
    TURN_MORE = auto()
    #: The two pictures show different cards, or one is blurred: show it again from the beginning.
    AGAIN = auto()
    DONE = auto()


class DeckEnrolment:
    """Takes frames and returns faces, one card after the other; no thread and no clock of its own."""

    def __init__(self, place: PilePlace, size_mm: tuple[float, float]) -> None:
        self._place = place
        self._size_mm = size_mm
        self._watch = PileWatch(size_mm)
        self._first: ShownCard | None = None
        self.width_px = 0.0
        self.face: Face | None = None

    @property
    def is_narrow(self) -> bool:
        """Whether cards cover so few pixels that many will not be recognised."""
        return 0 < self.width_px < THRESHOLDS.narrow_px

    def begin_anew(self) -> None:
        """Drops the first picture of a card; the card that lies there does not count as new."""
        self._first = None

    def see(self, card: str | None, frame: Frame, shown: Callable[[Points], Points]) -> EnrolmentStep:
        """Takes one more frame while `card` (None: the back) is shown; after DONE its face is `face`."""
        picture = (frame.image.shape[1], frame.image.shape[0])
        if not in_view(shown, self._place, picture):
            return EnrolmentStep.NOT_IN_VIEW
        self.width_px = card_width_px(shown, self._place, self._size_mm[0])
        above = seen_from_above(frame.image, shown, self._place)
        self._watch, look = self._watch.after(above, frame.t_ms)
        if look is not PileLook.NEW:
            return EnrolmentStep.WAITING
        lying = shown_card(above, self._size_mm)
        if lying is None:
            return EnrolmentStep.NO_CARD
        return self._taken(card, lying)

    def _taken(self, card: str | None, lying: ShownCard) -> EnrolmentStep:
        if self._first is None:
            self._first = lying
            return EnrolmentStep.TURN
        if turned_deg(self._first, lying) < LEAST_TURN_DEG:
            return EnrolmentStep.TURN_MORE
        first, self._first = self._first, None
        try:
            self.face = learn_face(card, first, lying)
        except NotOneFaceError:
            return EnrolmentStep.AGAIN
        return EnrolmentStep.DONE


def show_faces(
    source: FrameSource,
    board_in: Callable[[Frame], Pose | None],
    enrolment: DeckEnrolment,
    cards: Sequence[str | None],
) -> Iterator[tuple[str | None, EnrolmentStep]]:
    """Prompts for one card after the other and yields its steps, WAITING first and each change once.

    After DONE the enrolment has the card's face.  `board_in` returns the pose of the board in a frame; the source is
    open.  Raises SourceError, SourceEnded.
    """
    for card in cards:
        said = EnrolmentStep.WAITING
        yield card, said
        while said is not EnrolmentStep.DONE:
            frame = source.read()
            if frame is None or not is_picture(frame.image):
                continue
            pose = board_in(frame)
            step = EnrolmentStep.NO_BOARD if pose is None else enrolment.see(card, frame, pose.pixels)
            if step not in (EnrolmentStep.WAITING, said):
                said = step
                yield card, said
