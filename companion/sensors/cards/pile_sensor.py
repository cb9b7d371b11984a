"""Looks at the pile beside the board and proposes its top card, in a thread of its own: the camera never waits for it.

Law: a proposal and no more; nothing is judged by it.
"""

import math
import threading
from dataclasses import dataclass
from typing import Final

from companion.app.ports import Post, ReportHealth
from companion.sensors.threaded import ThreadedSensor
from companion.session.commands import ProposeCard
from vision.cards.faces import EnrolledDeck
from vision.cards.pile import PilePlace, in_view, seen_from_above
from vision.cards.recognition import CardProposal, recognise
from vision.cards.thresholds import THRESHOLDS
from vision.cards.watch import PileLook, PileWatch
from vision.find.pose import Pose
from vision.frames import Frame

#: A look takes some 10 ms; more of them would find no card sooner.
LOOK_EVERY_MS: Final = 100
_WAIT_S: Final = 0.2


#: Where the pile may lie, as seen by who reads the board's print: the direction from its middle.
SIDES: Final = {"right": (1, 0), "left": (-1, 0), "above": (0, -1), "below": (0, 1)}
#: From the edge of the board to the place of the pile.
GAP_MM: Final = 20.0
PLACE_MM: Final = 180.0


def pile_beside(board_mm: tuple[float, float], side: str) -> PilePlace:
    """The place of the pile before the middle of one side of a board of (width, height)."""
    corner = [
        board / 2 - PLACE_MM / 2 + direction * (board / 2 + GAP_MM + PLACE_MM / 2)
        for board, direction in zip(board_mm, SIDES[side], strict=True)
    ]
    return PilePlace(corner_mm=(corner[0], corner[1]), size_mm=(PLACE_MM, PLACE_MM))


@dataclass(frozen=True, slots=True)
class PileCards:
    """What is known of a pile: where it lies, and the faces of its deck."""

    place: PilePlace
    deck: EnrolledDeck


class PileObserver:
    """Turns frames into proposals; no thread and no clock of its own."""

    def __init__(self, cards: PileCards) -> None:
        self._cards = cards
        self._watch = PileWatch(cards.deck.size_mm)
        self._begun = False
        self._looked_ms: int | None = None
        self._newest: CardProposal | None = None

    def observe(self, frame: Frame, pose: Pose) -> ProposeCard | None:
        """What to propose now; None where there is no news of the pile."""
        if self._looked_ms is not None and 0 <= frame.t_ms - self._looked_ms < LOOK_EVERY_MS:
            return None
        self._looked_ms = frame.t_ms
        if not in_view(pose.pixels, self._cards.place, (frame.image.shape[1], frame.image.shape[0])):
            return None
        above = seen_from_above(frame.image, pose.pixels, self._cards.place)
        self._watch, look = self._watch.after(above, frame.t_ms)
        if look is not PileLook.NEW:
            return None
        # what lies there at first may have been laid at any time
        first, self._begun = not self._begun, True
        before, self._newest = self._newest, recognise(above, self._cards.deck)
        if first or is_pushed(before, self._newest):
            return None
        return ProposeCard(cards=self._newest.names if self._newest else ())


def is_pushed(before: CardProposal | None, now: CardProposal | None) -> bool:
    """Whether the same card still lies there, only a little aside."""
    if before is None or now is None or before.names != now.names:
        return False
    away = math.hypot(before.pose.x_mm - now.pose.x_mm, before.pose.y_mm - now.pose.y_mm)
    turned = abs(before.pose.turn_deg - now.pose.turn_deg) % 360
    return away < THRESHOLDS.pushed_mm and min(turned, 360 - turned) < THRESHOLDS.pushed_deg


class PileSensor(ThreadedSensor):
    """Takes the newest frame of the camera whenever it has time; frames in between are left out."""

    part = "cards"

    def __init__(self, cards: PileCards) -> None:
        super().__init__()
        self._cards = cards
        self._newest: tuple[Frame, Pose] | None = None
        self._news = threading.Event()

    def see(self, frame: Frame, pose: Pose) -> None:
        """Hands over a frame, from the camera's thread; never waits."""
        self._newest = (frame, pose)
        self._news.set()

    def _run(self, post: Post, report: ReportHealth) -> None:
        del report  # only faults are worth a word
        observer = PileObserver(self._cards)
        while not self._stop.is_set():
            if not self._news.wait(_WAIT_S):
                continue
            self._news.clear()
            newest = self._newest
            proposal = observer.observe(*newest) if newest else None
            if proposal is not None:
                post(proposal)
