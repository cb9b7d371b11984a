"""Watches the pile beside the board and proposes its top card, in a thread of its own: the camera never waits for it.

Law: the result is only a proposal; nothing is judged by it.
"""

import math
import threading
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from companion.app.ports import Post, ReportHealth
from companion.looks.pieces import PILE_MM
from companion.sensors.threaded import ThreadedSensor
from companion.session.commands import ProposeCard
from companion.views.table_view import Health, HealthState
from vision.cards.faces import EnrolledDeck
from vision.cards.pile import PilePlace, card_width_px, in_view, seen_from_above
from vision.cards.recognition import CardProposal, recognise
from vision.cards.thresholds import THRESHOLDS
from vision.cards.watch import PileLook, PileWatch
from vision.find.pose import Pose
from vision.frames import Frame, Image

#: A reading takes some 10 ms; more of them would find no card sooner.
LOOK_EVERY_MS: Final = 100
#: Further readings of an unnamed card, and again after each movement.
MOST_AGAIN: Final = 2
_WAIT_S: Final = 0.2
#: Waits without a frame of a found board after which the pile counts as not seen.
_WAITS: Final = 10

#: The name of this sensor in the health of the table.
PART: Final = "cards"

#: The places of the pile for a reader of the board's print: the direction from its middle.
SIDES: Final = {"right": (1, 0), "left": (-1, 0), "above": (0, -1), "below": (0, 1)}
#: From the edge of the board to the place of the pile.
GAP_MM: Final = 20.0


def pile_beside(board_mm: tuple[float, float], side: str) -> PilePlace:
    """Returns the place of the pile at the middle of one side of a board of (width, height)."""
    corner = [
        board / 2 - pile / 2 + direction * (board / 2 + GAP_MM + pile / 2)
        for board, pile, direction in zip(board_mm, PILE_MM, SIDES[side], strict=True)
    ]
    return PilePlace(corner_mm=(corner[0], corner[1]), size_mm=PILE_MM)


@dataclass(frozen=True, slots=True)
class PileCards:
    """A pile: its place, and the faces of its deck."""

    place: PilePlace
    deck: EnrolledDeck


class PileSight(Enum):
    """How well the place of the pile is visible."""

    NOT_IN_VIEW = auto()
    #: In view, with cards so small that many stay unknown.
    SMALL = auto()
    SEEN = auto()


_HEALTH: Final = {
    None: (HealthState.SEARCHING, "cards_searching"),
    PileSight.NOT_IN_VIEW: (HealthState.LOST, "cards_not_in_view"),
    PileSight.SMALL: (HealthState.OK, "cards_small"),
    PileSight.SEEN: (HealthState.OK, "cards_ok"),
}


class PileObserver:
    """Turns frames into proposals; no thread and no clock of its own.  `sight` is None before the first reading."""

    def __init__(self, cards: PileCards) -> None:
        self._cards = cards
        self._watch = PileWatch(cards.deck.size_mm)
        self._begun = False
        self._looked_ms: int | None = None
        self._named: CardProposal | None = None
        self._unnamed = False
        self._left = 0
        self.sight: PileSight | None = None

    def observe(self, frame: Frame, pose: Pose) -> ProposeCard | None:
        """Returns a proposal; None if the pile has not changed."""
        if self._looked_ms is not None and 0 <= frame.t_ms - self._looked_ms < LOOK_EVERY_MS:
            return None
        self._looked_ms = frame.t_ms
        self.sight = self._sight(frame, pose)
        if self.sight is PileSight.NOT_IN_VIEW:
            return None
        above = seen_from_above(frame.image, pose.pixels, self._cards.place)
        self._watch, look = self._watch.after(above, frame.t_ms)
        match look:
            case PileLook.NEW:
                return self._read_new(above)
            case PileLook.SAME if self._left:
                return self._read_again(above)
            case PileLook.MOVING if self._unnamed:
                self._left = MOST_AGAIN
        return None

    def _read_new(self, above: Image) -> ProposeCard | None:
        # the first card may have been laid at any time
        first, self._begun = not self._begun, True
        found = recognise(above, self._cards.deck)
        self._unnamed = found is None and not first
        self._left = MOST_AGAIN if self._unnamed else 0
        before, self._named = self._named, found or self._named
        if first or is_pushed(before, found):
            return None
        return ProposeCard(cards=found.names if found else ())

    def _read_again(self, above: Image) -> ProposeCard | None:
        """Reads a card again that stayed unnamed: a finger may be gone, and the picture may be sharp."""
        self._left -= 1
        found = recognise(above, self._cards.deck)
        if found is None:
            return None
        self._unnamed, self._left = False, 0
        before, self._named = self._named, found
        return None if is_pushed(before, found) else ProposeCard(cards=found.names)

    def _sight(self, frame: Frame, pose: Pose) -> PileSight:
        place = self._cards.place
        if not in_view(pose.pixels, place, (frame.image.shape[1], frame.image.shape[0])):
            return PileSight.NOT_IN_VIEW
        width_px = card_width_px(pose.pixels, place, self._cards.deck.size_mm[0])
        return PileSight.SMALL if width_px < THRESHOLDS.narrow_px else PileSight.SEEN


def pile_health(sight: PileSight | None) -> Health:
    """Returns the health for the pile's visibility; None: not seen for a while."""
    state, code = _HEALTH[sight]
    return Health(part=PART, state=state, code=code)


def is_pushed(before: CardProposal | None, now: CardProposal | None) -> bool:
    """Returns whether the same card still lies there, only a little displaced."""
    if before is None or now is None or before.names != now.names:
        return False
    away = math.hypot(before.pose.x_mm - now.pose.x_mm, before.pose.y_mm - now.pose.y_mm)
    turned = abs(before.pose.turn_deg - now.pose.turn_deg) % 360
    return away < THRESHOLDS.pushed_mm and min(turned, 360 - turned) < THRESHOLDS.pushed_deg


class PileSensor(ThreadedSensor):
    """Takes the newest frame of the camera whenever it has time; frames in between are left out."""

    part = PART

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
        observer = PileObserver(self._cards)
        waited = 0
        report(pile_health(None))
        while not self._stop.is_set():
            if not self._news.wait(_WAIT_S):
                waited += 1
                if waited == _WAITS:
                    report(pile_health(None))
                continue
            self._news.clear()
            newest, waited = self._newest, 0
            proposal = observer.observe(*newest) if newest else None
            report(pile_health(observer.sight))
            if proposal is not None:
                post(proposal)
