"""The cards that a pile proposes, for a script of pictures: each once, the first one never, an unnamed one later."""

import time
from collections.abc import Iterator

import numpy as np
import pytest
from card_decks import SIZE_MM
from card_piles import PLACE

from companion.sensors.cards import pile_sensor
from companion.sensors.cards.pile_sensor import (
    LOOK_EVERY_MS,
    MOST_AGAIN,
    PileCards,
    PileObserver,
    PileSensor,
    pile_beside,
)
from companion.session.commands import ProposeCard
from vision.cards.faces import EnrolledDeck, Face
from vision.cards.outlines import CardPose
from vision.cards.recognition import CardProposal
from vision.cards.watch import PileLook
from vision.find.lens import Lens
from vision.find.pose import Pose, fit_pose
from vision.frames import Frame

SIZE = (160, 120)
GREY = np.full((*SIZE[::-1], 3), 120, np.uint8)
DECK = EnrolledDeck.of(SIZE_MM, [Face("8", np.full((91, 59, 3), 200, np.uint8))])
NEW, SAME, MOVING = PileLook.NEW, PileLook.SAME, PileLook.MOVING


def pose() -> Pose:
    """A camera straight above, a pixel a millimetre."""
    places = np.array([[x, y] for x in (0.0, 50.0, 100.0) for y in (0.0, 50.0, 100.0)])
    made = fit_pose(places, places + 10.0, SIZE, Lens.usual(SIZE))
    assert made is not None
    return made


class Looks:
    """In place of the watch over the pile: the looks come in their order."""

    def __init__(self, looks: Iterator[PileLook]) -> None:
        self._looks = looks

    def after(self, above: object, t_ms: int) -> tuple["Looks", PileLook]:
        return self, next(self._looks)


def proposed(monkeypatch: pytest.MonkeyPatch, *shown: tuple[PileLook, str | None]) -> list[tuple[str, ...] | None]:
    """The cards proposed at each look; with it comes the card that would be recognised, with its place in mm."""
    looks, cards = iter(look for look, _ in shown), [card for _, card in shown]
    observer = PileObserver(PileCards(PLACE, DECK))
    observer._watch = Looks(looks)  # type: ignore[assignment]
    monkeypatch.setattr(pile_sensor, "in_view", lambda *_: True)
    said: list[tuple[str, ...] | None] = []
    for number, card in enumerate(cards):
        name, _, place = (card or "").partition("@")
        found = CardProposal(names=(name,), certainty=0.9, pose=CardPose(float(place or 0), 0.0, 0.0)) if card else None
        monkeypatch.setattr(pile_sensor, "recognise", lambda *_, found=found: found)
        answer = observer.observe(Frame(GREY, LOOK_EVERY_MS * number), pose())
        said.append(answer.cards if isinstance(answer, ProposeCard) else None)
    return said


def test_each_card_but_the_first_one_is_proposed(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = ((NEW, "8"), (SAME, "8"), (NEW, "9"), (SAME, "9"), (NEW, "8"))
    assert proposed(monkeypatch, *shown) == [None, None, ("9",), None, ("8",)]
    # nor is an unnamed first one read again
    assert proposed(monkeypatch, (NEW, None), (SAME, "8"), (NEW, "9")) == [None, None, ("9",)]


def test_a_pushed_card_is_the_same_and_a_like_one_far_off_another(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = ((NEW, "8"), (NEW, "9@0"), (NEW, "9@2"), (NEW, "9@40"))
    assert proposed(monkeypatch, *shown) == [None, ("9",), None, ("9",)]


def test_an_unnamed_card_is_read_again_so_often_and_after_each_movement(monkeypatch: pytest.MonkeyPatch) -> None:
    first, unnamed = (NEW, "8"), (NEW, None)
    assert proposed(monkeypatch, first, unnamed, (SAME, None), (SAME, "9"), (SAME, "9")) == [
        None,
        (),
        None,
        ("9",),
        None,
    ]
    late = [(SAME, None)] * MOST_AGAIN
    assert proposed(monkeypatch, first, unnamed, *late, (SAME, "9"))[-1] is None
    assert proposed(monkeypatch, first, unnamed, *late, (MOVING, None), (SAME, "9"))[-1] == ("9",)
    # it turns out to be the card before, only pushed
    assert proposed(monkeypatch, first, unnamed, (SAME, "8"))[-1] is None


def test_readings_keep_their_distance_in_time() -> None:
    observer = PileObserver(PileCards(pile_beside((4000.0, 4000.0), "right"), DECK))
    for t_ms, looked in ((0, True), (LOOK_EVERY_MS - 1, False), (LOOK_EVERY_MS, True), (5, True)):
        observer.sight = None
        observer.observe(Frame(GREY, t_ms), pose())
        assert (observer.sight is not None) is looked, t_ms


def test_the_sensor_reports_what_it_sees_in_a_thread_of_its_own() -> None:
    sensor = PileSensor(PileCards(pile_beside((4000.0, 4000.0), "right"), DECK))
    codes: list[str] = []
    sensor.start(lambda _: None, lambda health: codes.append(health.code))
    sensor.see(Frame(GREY, 0), pose())
    end_s = time.monotonic() + 60
    while len(codes) < 2:
        assert time.monotonic() < end_s
        time.sleep(0.005)
    sensor.stop()
    sensor.see(Frame(GREY, 1000), pose())
    time.sleep(0.1)
    assert codes == ["cards_searching", "cards_not_in_view"]
