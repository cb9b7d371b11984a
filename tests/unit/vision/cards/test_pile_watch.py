"""When a new card lies on the pile."""

import numpy as np
from card_piles import Seat, drawn_deck, face_of
from card_scenes import Laid, Trouble

from vision.cards.watch import PileLook, PileWatch
from vision.frames import Image

STEP_MS = 130
#: The first five differ in more than a badge, which laid exactly on each other would be no change.
ART = [face.name for face in drawn_deck().faces][:5]


def looks(watch: PileWatch, pictures: list[Image], begin_ms: int = 0) -> tuple[PileWatch, list[PileLook]]:
    said = []
    for number, picture in enumerate(pictures):
        watch, look = watch.after(picture, begin_ms + number * STEP_MS)
        said.append(look)
    return watch, said


def resting(seat: Seat, *cards: Laid, trouble: Trouble | None = None) -> list[Image]:
    """The same pile in pictures whose noise differs: it comes to rest in the third, the fourth is one more look."""
    return [seat.above(*cards, trouble=trouble) for _ in range(4)]


def small_seat(seed: int) -> Seat:
    """Cards 60 px wide, in a picture that holds the place of the pile and little else."""
    return Seat.at(seed, width_px=60.0, picture=(320, 320))


def test_every_card_is_new_once_and_only_at_rest() -> None:
    seat, watch = small_seat(2), PileWatch((59.0, 91.0))
    watch, said = looks(watch, resting(seat))
    assert said.count(PileLook.NEW) == 1
    heap: list[Laid] = []
    for number, name in enumerate(ART[:3]):
        heap.append(Laid(face_of(name), float(number % 3), 0.0, 20.0 + number, 0.4 * number + 0.3))
        watch, said = looks(watch, resting(seat, *heap), 10_000 * (number + 1))
        assert said.count(PileLook.NEW) == 1
        assert said[0] is PileLook.MOVING
        assert said[-1] is PileLook.SAME


def test_light_and_exposure_are_no_new_card() -> None:
    for seed in range(2):
        seat, watch = small_seat(seed), PileWatch((59.0, 91.0))
        card = Laid(face_of(ART[seed]), 0.0, 0.0, 40.0, 0.3)
        watch, _ = looks(watch, resting(seat, card))
        for number, lamp in enumerate([(0.87, 0.87, 0.87), (1.15, 1.15, 1.15), (0.72, 0.92, 1.12)]):
            changed = resting(seat, card, trouble=Trouble(lamp=lamp, noise=5.0))
            watch, said = looks(watch, changed, 10_000 * (number + 1))
            assert PileLook.NEW not in said


def test_a_hand_over_the_pile_is_waited_for() -> None:
    seat, watch = small_seat(2), PileWatch((59.0, 91.0))
    watch, _ = looks(watch, resting(seat))
    card = Laid(face_of(ART[0]), 0.0, 0.0, 20.0, 0.3)
    hands = [seat.above(card, trouble=Trouble(finger=0.3)) for _ in range(4)]
    watch, said = looks(watch, hands, 10_000)
    assert set(said) == {PileLook.MOVING}
    _, said = looks(watch, resting(seat, card), 20_000)
    assert said.count(PileLook.NEW) == 1


def test_a_picture_of_another_size_begins_anew() -> None:
    watch, _ = looks(PileWatch((59.0, 91.0)), resting(small_seat(2)))
    small = np.zeros((90, 90, 3), dtype=np.uint8)
    assert looks(watch, [small] * 6, 10_000)[1].count(PileLook.NEW) == 1
