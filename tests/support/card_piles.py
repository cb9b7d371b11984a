"""A small deck drawn without type, enrolled as a family would, and pictures of its pile from above."""

import random
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from card_decks import FINE, SIZE_MM, Printed, PrintedDeck, artwork, finished
from card_scenes import PICTURE, PLACE_MM, Laid, SceneCamera, Trouble, picture_of, tables

from vision.cards.faces import EnrolledDeck, Face
from vision.cards.pile import PilePlace, seen_from_above
from vision.frames import Image

PLACE = PilePlace(corner_mm=(0.0, 0.0), size_mm=(PLACE_MM, PLACE_MM))
#: Of the tables that cards lie on in a test, in pixels: as much as its camera sees; beyond it they are mirrored.
TABLE_PX = 600
#: Two cards that differ in a small badge alone.
TWINS = ("twin a", "twin b")


@cache
def drawn_deck() -> PrintedDeck:
    chance = random.Random(3)
    faces = [Printed(f"art {number}", finished(artwork(chance))) for number in range(5)]
    twin = finished(artwork(chance))
    for name, colour in zip(TWINS, ((40, 60, 200), (60, 40, 190)), strict=True):
        marked = twin.copy()
        cv2.circle(marked, (48 * FINE, 12 * FINE), 3 * FINE, colour, -1)
        faces.append(Printed(name, marked))
    return PrintedDeck("drawn", tuple(faces), finished(artwork(random.Random(99))))


@dataclass(frozen=True)
class Seat:
    """A camera over the place of a pile."""

    camera: SceneCamera
    table: Image
    chance: np.random.Generator

    @classmethod
    def at(
        cls, seed: int, *, width_px: float = 90.0, tilt_deg: float = 25.0, picture: tuple[int, int] = PICTURE
    ) -> "Seat":
        chance = np.random.default_rng(seed)
        return cls(SceneCamera.placed(width_px, tilt_deg, chance, picture), tables(chance, TABLE_PX)[seed % 3], chance)

    def above(self, *cards: Laid, trouble: Trouble | None = None) -> Image:
        """The place seen from above with these cards on it, the last one on top."""
        return seen_from_above(self.picture(*cards, trouble=trouble), self.camera.shown, PLACE)

    def picture(self, *cards: Laid, trouble: Trouble | None = None) -> Image:
        """Returns the camera's picture."""
        return picture_of(self.camera, self.table, list(cards), trouble or Trouble(), self.chance)


def face_of(name: str) -> Image:
    return next(face.picture for face in drawn_deck().faces if face.name == name)


@cache
def seat_with_deck(seed: int) -> tuple[Seat, EnrolledDeck]:
    """A seat, and the whole deck, its back included."""
    deck = drawn_deck()
    shown = [*((face.name, face.picture) for face in deck.faces), (None, deck.back)]
    return Seat.at(seed), EnrolledDeck.of(SIZE_MM, [Face(name, straight(picture)) for name, picture in shown])


def straight(picture: Image) -> Image:
    """Returns a face as it is known: straight from above, with the resolution of a pile."""
    return np.asarray(cv2.resize(picture, (59, 91), interpolation=cv2.INTER_AREA), dtype=np.uint8)
