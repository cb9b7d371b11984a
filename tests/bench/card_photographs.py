"""Playing cards photographed by other people, one on each picture, and the proposals of the reader for them.

    python tests/bench/card_photographs.py FOLDER

FOLDER holds the pictures of `GuilleX7/PlayingCardDetection` (commit d253973) and `Natnael-k/uno_card_detection` (commit
4ab2992) under OWNER+NAME.  A face is learnt from one photograph of its card.  A photograph is laid flat by the outline
of its card, as a board does it for its table, and turned at random.  `unknown` are cards that the deck does not have.
"""

import math
import random
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.alignment import size_px
from vision.cards.faces import EnrolledDeck, Face
from vision.cards.recognition import recognise
from vision.frames import Image
from vision.pictures import read_picture

PLAYING: Final = ("GuilleX7+PlayingCardDetection", "template/*.jpg", (63.0, 88.0))
UNO: Final = ("Natnael-k+uno_card_detection", "data/original_images/*/*.jpg", (56.0, 87.0))
#: The photographs of one playing card each that are no faces, and what a person sees on them.
SEEN: Final = {
    "q1": "spades_12", "q2": "spades_12", "q3": "spades_1", "q4": "spades_4", "q5": "clubs_1", "q6": "clubs_1",
    "q7": "spades_1", "q8": "hearts_7", "q9": "hearts_12", "q14": "diamonds_6", "q16": "clubs_7",
}  # fmt: skip
PLACE_MM, FINE = 180, 4
#: Sides in pixels at which outlines are sought, levels of lightness, and how nearly four-cornered an outline is.
SOUGHT_PX, LEVELS, FOUR_CORNERED = 900, (110, 130, 150, 170, 190), 0.9
LEAST, MOST = 0.005, 0.7
Corners = NDArray[np.float32]


def outline(image: Image) -> Corners | None:
    """Returns the corners (4, 2) of the largest pale card, clockwise with a short side first; None without any."""
    scale = SOUGHT_PX / max(image.shape[:2])
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    light = cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2LAB)[:, :, 0], (5, 5), 0)
    found: list[tuple[float, Corners]] = []
    for level in LEVELS:
        pale = cv2.morphologyEx((light > level).astype(np.uint8), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
        for line in cv2.findContours(pale, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]:
            hull, area = cv2.convexHull(line), cv2.contourArea(line)
            corners = cv2.approxPolyDP(hull, 0.04 * cv2.arcLength(hull, True), True)
            whole = len(corners) == 4 and cv2.contourArea(corners) > FOUR_CORNERED * cv2.contourArea(hull) > 0
            if whole and area > FOUR_CORNERED * cv2.contourArea(hull) and LEAST < area / light.size < MOST:
                found.append((area, np.asarray(corners[:, 0] / scale, dtype=np.float32)))
    return _ordered(max(found, key=lambda each: each[0])[1]) if found else None


def _ordered(corners: Corners) -> Corners:
    x, y = (corners - corners.mean(axis=0)).T
    clockwise = corners[np.argsort(np.arctan2(y, x))]
    across, along = (float(np.linalg.norm(clockwise[at + 1] - clockwise[at])) for at in (0, 1))
    return np.roll(clockwise, -1, axis=0) if across > along else clockwise


def _flat(image: Image, corners: Corners, laid: Corners, size: tuple[int, int]) -> Image:
    """Lays the card's corners at `laid` (millimetres) in a picture of `size` pixels, one a millimetre."""
    warp = cv2.getPerspectiveTransform(corners, np.asarray(laid * FINE, dtype=np.float32))
    fine = cv2.warpPerspective(image, warp, (size[0] * FINE, size[1] * FINE), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.resize(fine, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _box(size_mm: tuple[float, float]) -> Corners:
    width, height = size_mm
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32)


def face(image: Image, corners: Corners, size_mm: tuple[float, float]) -> Image:
    return _flat(image, corners, _box(size_mm), size_px(size_mm))


def pile(image: Image, corners: Corners, size_mm: tuple[float, float], turn_deg: float) -> Image:
    turn = math.radians(turn_deg)
    turned = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
    laid = (_box(size_mm) - np.array(size_mm) / 2) @ turned.T + PLACE_MM / 2
    return _flat(image, corners, laid.astype(np.float32), (PLACE_MM, PLACE_MM))


Photographs = Mapping[str, tuple[Image, Corners]]


def photographs(folder: Path, pattern: str) -> Photographs:
    """Returns the pictures on which a card has an outline, by name."""
    taken = {path.stem: read_picture(path) for path in sorted(folder.glob(pattern))}
    found = {name: (image, outline(image)) for name, image in taken.items() if image is not None}
    return {name: (image, corners) for name, (image, corners) in found.items() if corners is not None}


def proposals(seen: Photographs, truth: Mapping[str, str], deck: EnrolledDeck, chance: random.Random) -> "Counter[str]":
    """Counts right, open and wrong proposals; a card without a `truth` is unknown, and a name for it wrong."""
    counts: Counter[str] = Counter()
    for name, (image, corners) in seen.items():
        found = recognise(pile(image, corners, deck.size_mm, chance.uniform(0, 360)), deck)
        meant = truth.get(name)
        right = found is not None and meant in found.names
        counts["right" if right else "open" if found is None else "wrong"] += 1
        if found is not None and not right:
            print(f"{name}: {' or '.join(found.names)} ({found.certainty:.0%}), true: {meant or 'not of the deck'}")
    return counts


def measure(folder: Path, name: str, pattern: str, size_mm: tuple[float, float]) -> None:
    chance, cards = random.Random(name), photographs(folder / name, pattern)
    faces = [Face(card, face(*shown, size_mm)) for card, shown in cards.items()]
    others = photographs(folder / name, "query/*.jpg")
    known = {each: others[each] for each in SEEN if each in others}
    if known:
        print(name, len(faces), "faces:", dict(proposals(known, SEEN, EnrolledDeck.of(size_mm, faces), chance)))
    unknown: Counter[str] = Counter()
    for first in (0, 1):
        half = EnrolledDeck.of(size_mm, faces[first::2])
        missing = {card: cards[card] for card in list(cards)[1 - first :: 2]}
        unknown += proposals(missing, {}, half, chance)
    print(name, len(faces), "unknown:", dict(unknown))


if __name__ == "__main__":
    cv2.setNumThreads(1)
    for source in (PLAYING, UNO):
        measure(Path(sys.argv[1]), *source)
