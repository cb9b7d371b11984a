"""Decks kept as files, a deck shown card by card, and the pile that proposes its top card."""

import queue
import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from card_decks import SIZE_MM
from card_piles import PLACE, Seat, drawn_deck, face_of, seat_with_deck
from card_scenes import PICTURE, Laid, Trouble

from companion.preparation.deck_enrolment import DeckEnrolment, EnrolmentStep
from companion.preparation.deck_showing import DeckShowing
from companion.sensors.cards.deck_files import (
    DeckError,
    FamilyDeck,
    deck_folder,
    deck_is_shown,
    forget_deck,
    load_deck,
    pile_sensor_of,
    save_deck,
)
from companion.sensors.cards.pile_sensor import (
    SIDES,
    PileCards,
    PileObserver,
    PileSensor,
    PileSight,
    is_pushed,
    pile_beside,
    pile_health,
)
from companion.session.commands import Command, ProposeCard
from companion.settings.schema import Settings
from companion.views.deck_progress import DeckProgress
from companion.views.table_view import Health
from vision.cards.outlines import CardPose
from vision.cards.recognition import CardProposal
from vision.find.lens import Lens
from vision.find.pose import Pose, fit_pose
from vision.frames import Frame

ART = [face.name for face in drawn_deck().faces][:5]


@pytest.fixture(autouse=True)
def data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("companion.sensors.cards.deck_files.data_folder", lambda: tmp_path)


def pose_at(seat: Seat) -> Pose:
    """The pose by which the program sees the place where the seat's camera shows it."""
    x, y = np.meshgrid(np.linspace(0, 180, 4), np.linspace(0, 180, 4))
    places = np.column_stack([x.ravel(), y.ravel()])
    pose = fit_pose(places, seat.camera.shown(places), PICTURE, Lens.usual(PICTURE))
    assert pose is not None
    return pose


def frames(seat: Seat, *cards: Laid, begin_ms: int, count: int = 6) -> Iterator[Frame]:
    for number in range(count):
        yield Frame(seat.picture(*cards), begin_ms + 120 * number)


def at_rest(seat: Seat, *cards: Laid, begin_ms: int) -> Iterator[Frame]:
    """Yields the cards in as few pictures as prove that they are at rest."""
    picture = seat.picture(*cards)
    return (Frame(picture, begin_ms + 300 * number) for number in range(2))


def proposals(observer: PileObserver, pose: Pose, shown: Iterator[Frame]) -> list[tuple[str, ...]]:
    return [said.cards for frame in shown if (said := observer.observe(frame, pose)) is not None]


def test_a_deck_is_read_as_it_was_saved() -> None:
    _, enrolled = seat_with_deck(1)
    deck = FamilyDeck(SIZE_MM, PLACE, enrolled.faces)
    folder = save_deck("dog", deck)
    kept = load_deck("dog")
    assert kept is not None
    assert (kept.size_mm, kept.place) == (SIZE_MM, PLACE)
    assert [face.name for face in kept.faces] == [face.name for face in deck.faces]
    assert all(np.array_equal(*(f.picture for f in both)) for both in zip(kept.faces, deck.faces, strict=True))
    fewer = kept.without(ART[0])
    save_deck("dog", fewer)
    assert len(list(folder.glob("*.png"))) == len(deck.faces) - 1
    assert load_deck("cat") is None
    assert forget_deck("dog")
    assert not folder.exists()
    assert not forget_deck("dog")


@pytest.mark.parametrize(
    "damage",
    [
        lambda folder: (folder / "deck.json").write_text("{"),
        lambda folder: (folder / "deck.json").write_text('{"format": 1}'),
        lambda folder: (folder / "deck.json").write_bytes(b"\xff\xfe"),
        lambda folder: next(folder.glob("*.png")).unlink(),
        lambda folder: next(folder.glob("*.png")).write_bytes(b"no picture"),
        lambda folder: (folder / "deck.json").write_text((folder / "deck.json").read_text().replace("59.0", "63.0")),
    ],
)
def test_a_damaged_deck_says_what_to_do_and_stops_no_table(damage: object) -> None:
    _, enrolled = seat_with_deck(1)
    folder = save_deck("dog", FamilyDeck(SIZE_MM, PLACE, enrolled.faces[:2]))
    damage(folder)  # type: ignore[operator]
    with pytest.raises(DeckError, match="cards forget"):
        load_deck("dog")
    heard: list[Health] = []
    assert pile_sensor_of(Settings(variant="dog", see_cards=True), heard.append) is None
    assert [(health.part, health.code) for health in heard] == [("cards", "cards_damaged")]
    assert not deck_is_shown("dog")
    assert deck_folder("dog") == folder


def test_the_pile_is_watched_only_if_the_family_wants_it() -> None:
    _, enrolled = seat_with_deck(1)
    save_deck("dog", FamilyDeck(SIZE_MM, PLACE, enrolled.faces))
    heard: list[Health] = []
    assert pile_sensor_of(Settings(variant="dog"), heard.append) is None
    assert isinstance(pile_sensor_of(Settings(variant="dog", see_cards=True), heard.append), PileSensor)
    assert heard == []
    assert pile_sensor_of(Settings(variant="black_dog", see_cards=True), heard.append) is None
    assert [(health.part, health.code) for health in heard] == [("cards", "cards_no_deck")]
    assert (deck_is_shown("dog"), deck_is_shown("black_dog")) == (True, False)


def test_the_place_lies_beside_the_board() -> None:
    for side, (x, y) in SIDES.items():
        corners = pile_beside((400.0, 300.0), side).corners_mm
        middle = corners.mean(axis=0)
        assert middle == pytest.approx((200 + x * (200 + 110), 150 + y * (150 + 110)))
        inside = (corners > 0).all(axis=1) & (corners < (400.0, 300.0)).all(axis=1)
        assert not inside.any()


@pytest.mark.long
def test_each_card_is_proposed_once_and_what_lay_there_at_first_is_not() -> None:
    seat, deck = seat_with_deck(1)
    observer, pose = PileObserver(PileCards(PLACE, deck)), pose_at(seat)
    heap = [Laid(face_of(ART[0]), 0.0, 0.0, 20.0, 0.3)]
    assert proposals(observer, pose, at_rest(seat, *heap, begin_ms=0)) == []
    heap.append(Laid(face_of(ART[1]), 4.0, 2.0, 35.0, 0.6))
    assert proposals(observer, pose, frames(seat, *heap, begin_ms=5000, count=5)) == [(ART[1],)]
    heap[1] = Laid(face_of(ART[1]), 7.0, 4.0, 38.0, 0.6)
    assert proposals(observer, pose, at_rest(seat, *heap, begin_ms=10_000)) == []
    heap.append(Laid(drawn_deck().back, 0.0, 2.0, 30.0, 0.9))
    assert proposals(observer, pose, at_rest(seat, *heap, begin_ms=15_000)) == [()]


@pytest.mark.long
def test_a_card_under_a_finger_is_named_when_the_finger_is_gone() -> None:
    seat, deck = seat_with_deck(1)
    observer, pose = PileObserver(PileCards(PLACE, deck)), pose_at(seat)
    heap = [Laid(face_of(ART[0]), 0.0, 0.0, 20.0, 0.3)]
    assert proposals(observer, pose, at_rest(seat, *heap, begin_ms=0)) == []
    heap.append(Laid(face_of(ART[1]), 4.0, 2.0, 35.0, 0.6))
    hidden = seat.picture(*heap).copy()
    ends = seat.camera.shown(np.array([[94.0, 92.0], [94.0, 260.0]])).astype(int)
    cv2.line(hidden, ends[0].tolist(), ends[1].tolist(), (150, 180, 225), 60)
    assert proposals(observer, pose, iter([Frame(hidden, 5000), Frame(hidden, 5300)])) == [()]
    seen = [Frame(seat.picture(*heap), 6000 + 300 * number) for number in range(3)]
    assert proposals(observer, pose, iter(seen)) == [(ART[1],)]
    assert proposals(observer, pose, at_rest(seat, *heap, begin_ms=8000)) == []


def test_a_place_out_of_view_is_no_pile() -> None:
    seat, deck = seat_with_deck(1)
    place = pile_beside((4000.0, 4000.0), "right")
    observer = PileObserver(PileCards(place, deck))
    assert observer.sight is None
    assert proposals(observer, pose_at(seat), frames(seat, begin_ms=0)) == []
    assert observer.sight is PileSight.NOT_IN_VIEW


@pytest.mark.parametrize(("width_px", "code"), [(90.0, "cards_ok"), (40.0, "cards_small")])
def test_the_health_says_how_large_the_cards_show(width_px: float, code: str) -> None:
    _, deck = seat_with_deck(1)
    seat = Seat.at(1, width_px=width_px)
    observer = PileObserver(PileCards(PLACE, deck))
    observer.observe(Frame(seat.picture(), 0), pose_at(seat))
    assert pile_health(observer.sight).code == code


def test_the_same_card_further_off_is_another_one() -> None:
    def at(x: float, turn: float, *names: str) -> CardProposal:
        return CardProposal(names=names, certainty=0.5, pose=CardPose(x, 90.0, turn))

    assert is_pushed(at(90, 359, "8"), at(93, 3, "8"))
    assert not is_pushed(at(90, 0, "8"), at(96, 0, "8"))
    assert not is_pushed(at(90, 0, "8"), at(90, 10, "8"))
    assert not is_pushed(at(90, 0, "8"), at(90, 0, "9"))
    assert not is_pushed(None, at(90, 0, "8"))
    assert not is_pushed(at(90, 0, "8"), None)


@pytest.mark.long
def test_the_sensor_posts_from_a_thread_of_its_own() -> None:
    seat, deck = seat_with_deck(1)
    sensor, posted, pose = PileSensor(PileCards(PLACE, deck)), queue.Queue[Command](), pose_at(seat)
    told: list[str] = []
    sensor.start(posted.put, lambda health: told.append(health.code))
    try:
        for turn in range(60):
            laid = Laid(face_of(ART[turn % 2]), 0.0, 0.0, 20.0, 0.3)
            for frame in frames(seat, laid, begin_ms=5000 * turn, count=4):
                sensor.see(frame, pose)
                time.sleep(0.02)
            if not posted.empty():
                break
        # frames in between are left out, so the first news may be of either card
        assert posted.get(timeout=30) in [ProposeCard(cards=(name,)) for name in ART[:2]]
        assert (told[0], told[-1]) == ("cards_searching", "cards_ok")
    finally:
        sensor.stop()


def test_a_deck_is_shown_card_by_card() -> None:
    seat, pose = Seat.at(1), pose_at(Seat.at(1))
    enrolment = DeckEnrolment(PLACE, SIZE_MM)
    clock = iter(range(0, 10**9, 5000))

    def lay(name: str | None, *cards: Laid) -> list[EnrolmentStep]:
        said = [enrolment.see(name, frame, pose.pixels) for frame in at_rest(seat, *cards, begin_ms=next(clock))]
        return [step for step in said if step is not EnrolmentStep.WAITING]

    first, second = (face_of(name) for name in ART[:2])
    assert lay(ART[0]) == [EnrolmentStep.NO_CARD]
    assert lay(ART[0], Laid(first, 0.0, 0.0, 20.0, 0.3)) == [EnrolmentStep.TURN]
    assert lay(ART[0], Laid(first, 9.0, 9.0, 25.0, 0.3)) == [EnrolmentStep.TURN_MORE]
    assert lay(ART[0], Laid(first, 0.0, 0.0, 110.0, 0.3)) == [EnrolmentStep.DONE]
    assert enrolment.face is not None
    assert enrolment.face.name == ART[0]
    assert lay(ART[1], Laid(second, 0.0, 0.0, 20.0, 0.3)) == [EnrolmentStep.TURN]
    assert lay(ART[1], Laid(first, 0.0, 0.0, 100.0, 0.3)) == [EnrolmentStep.AGAIN]
    assert lay(ART[1], Laid(second, 0.0, 0.0, 20.0, 0.3)) == [EnrolmentStep.TURN]
    assert lay(ART[1], Laid(second, 0.0, 0.0, 95.0, 0.3)) == [EnrolmentStep.DONE]
    assert not enrolment.is_narrow


class ShownOneByOne:
    """A source of the cards that a showing asks for: each in one turn, then in another; "b" is not to be had."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.showing: DeckShowing | None = None
        self._t_ms = 0
        self._empty = True

    def open(self) -> None:
        self._t_ms = 0

    def close(self) -> None:
        self._empty = True

    def read(self) -> Frame:
        assert self.showing is not None
        asked = self.showing.progress.asked
        if self._empty:
            self._empty = self._t_ms < 600
            return self._frame()
        if asked == "b":
            self.showing.skip()
        art = drawn_deck().back if asked is None else face_of(ART[0])
        turned = self.showing.progress.step == "turn"
        return self._frame(Laid(art, 0.0, 0.0, 110.0 if turned else 20.0, 0.3))

    def _frame(self, *cards: Laid) -> Frame:
        self._t_ms += 300
        return Frame(self.seat.picture(*cards), self._t_ms)


def test_a_deck_is_shown_in_the_background_and_a_card_is_skipped() -> None:
    source = ShownOneByOne(Seat.at(1, width_px=60.0, picture=(320, 320)))
    showing = DeckShowing("dog", ("a", "b"), FamilyDeck(SIZE_MM, PLACE), source, lambda _: pose_at(source.seat))
    source.showing = showing
    showing.start()
    until_s = time.monotonic() + 60
    while not showing.progress.through and time.monotonic() < until_s:
        time.sleep(0.01)
    assert showing.progress == DeckProgress(count=3, shown=2, step="done", through=True, missing=("b",))
    assert showing.picture() is not None
    kept = load_deck("dog")
    assert kept is not None
    assert [face.name for face in kept.faces] == ["a", None]


def test_a_far_camera_is_warned_of() -> None:
    far = Seat.at(1, width_px=40.0)
    enrolment = DeckEnrolment(PLACE, SIZE_MM)
    for frame in frames(far, begin_ms=0):
        enrolment.see("8", frame, pose_at(far).pixels)
    assert enrolment.is_narrow


def test_troubles_of_a_picture_are_what_they_are_called() -> None:
    """The scenes that the tests above rely on: a finger hides a part, and a lamp colours."""
    quiet = Seat.at(1)
    card = Laid(face_of(ART[0]), 0.0, 0.0, 20.0, 0.3)
    plain = quiet.above(card).astype(np.int32)
    touched = quiet.above(card, trouble=Trouble(finger=0.3)).astype(np.int32)
    assert 1000 < np.count_nonzero(np.abs(plain - touched).max(axis=2) > 60) < 20_000
