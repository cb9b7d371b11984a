"""Enrolled decks as files: `decks/GAME/deck.json` in the data folder, and a PNG for each face.

Law: a face is kept whole or not at all; only a deck that was read and checked replaces an older one.
"""

import hashlib
import logging
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import cv2
import msgspec

from companion.app.ports import ReportHealth
from companion.sensors.cards.pile_sensor import PART, PileCards, PileSensor
from companion.settings.file import data_folder
from companion.settings.schema import Settings
from companion.system.disk.whole_file import write_whole
from companion.system.files import read_text
from companion.system.json_text import JsonError, read_json
from companion.views.table_view import Health, HealthState
from vision.cards.alignment import size_px
from vision.cards.faces import EnrolledDeck, Face
from vision.cards.pile import PilePlace
from vision.frames import Image
from vision.pictures import read_picture

log = logging.getLogger(__name__)

FORMAT: Final = 1
#: More faces than any game has, several for each card included.
MOST_FACES: Final = 200
_DECK: Final = "deck.json"


class DeckError(Exception):
    """A deck that cannot be read or kept; one line with the remedy."""


class _KeptFace(msgspec.Struct, forbid_unknown_fields=True):
    """`card` is None for a back."""

    card: str | None
    file: str


class _KeptDeck(msgspec.Struct, forbid_unknown_fields=True):
    format: int
    size_mm: tuple[float, float]
    corner_mm: tuple[float, float]
    place_mm: tuple[float, float]
    faces: list[_KeptFace]


@dataclass(frozen=True, slots=True)
class FamilyDeck:
    """The faces enrolled so far, of cards `size_mm` large, at `place`."""

    size_mm: tuple[float, float]
    place: PilePlace
    faces: tuple[Face, ...] = ()

    def with_face(self, face: Face) -> "FamilyDeck":
        return replace(self, faces=(*self.faces, face))

    def without(self, card: str | None) -> "FamilyDeck":
        """Returns the deck without the faces of one card, None: without the back."""
        return replace(self, faces=tuple(face for face in self.faces if face.name != card))

    def shown(self, card: str | None) -> int:
        """Returns the number of faces of a card."""
        return sum(face.name == card for face in self.faces)

    def enrolled(self) -> EnrolledDeck:
        """Returns the deck ready for comparison.  Raises ValueError without any face."""
        return EnrolledDeck.of(self.size_mm, self.faces)


def deck_folder(game: str) -> Path:
    return data_folder() / "decks" / game


def load_deck(game: str) -> FamilyDeck | None:
    """Returns the deck of a game; None if no face is enrolled.  Raises DeckError."""
    folder = deck_folder(game)
    if not (folder / _DECK).exists():
        return None
    try:
        kept = msgspec.convert(read_json(read_text(folder / _DECK)), _KeptDeck)
    except OSError as error:
        raise _unreadable(game, error.strerror or "no file") from error
    except (JsonError, msgspec.ValidationError) as error:
        raise _unreadable(game, str(error)) from error
    if kept.format != FORMAT or len(kept.faces) > MOST_FACES:
        raise _unreadable(game, f"format {kept.format} with {len(kept.faces)} faces")
    width, height = size_px(kept.size_mm)
    faces = []
    for face in kept.faces:
        picture = _picture(folder, face.file)
        if picture is None or picture.shape != (height, width, 3):
            raise _unreadable(game, f"{Path(face.file).name} is no picture of {width} x {height} pixels")
        faces.append(Face(face.card, picture))
    return FamilyDeck(kept.size_mm, PilePlace(corner_mm=kept.corner_mm, size_mm=kept.place_mm), tuple(faces))


def save_deck(game: str, deck: FamilyDeck) -> Path:
    """Writes the deck in place of an older one, and returns its folder.  Raises DeckError."""
    folder = deck_folder(game)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        faces = []
        for face in deck.faces:
            png = cv2.imencode(".png", face.picture)[1].tobytes()
            # named by its content: no picture is overwritten while a deck refers to it
            name = f"face-{hashlib.sha256(png).hexdigest()[:16]}.png"
            write_whole(folder / name, png)
            faces.append(_KeptFace(face.name, name))
        kept = _KeptDeck(FORMAT, deck.size_mm, deck.place.corner_mm, deck.place.size_mm, faces)
        write_whole(folder / _DECK, msgspec.json.format(msgspec.json.encode(kept), indent=2) + b"\n")
        for file in folder.glob("face-*.png"):
            if file.name not in {face.file for face in faces}:
                file.unlink()
    except OSError as error:
        raise DeckError(f"{folder} cannot be written to ({error.strerror}): make room, or allow it") from error
    return folder


def forget_deck(game: str) -> bool:
    """Deletes the deck of a game; returns whether there was one.  Raises DeckError."""
    folder = deck_folder(game)
    try:
        files = [*folder.glob("face-*.png"), folder / _DECK]
        there = (folder / _DECK).exists()
        for file in files:
            file.unlink(missing_ok=True)
        if folder.exists():
            folder.rmdir()
    except OSError as error:
        raise DeckError(f"{folder} cannot be deleted ({error.strerror}): delete it by hand") from error
    return there


def deck_is_shown(game: str) -> bool:
    """Returns whether a game has enrolled faces by which its cards can be recognised."""
    try:
        deck = load_deck(game)
    except DeckError:
        return False
    return deck is not None and bool(deck.faces)


def pile_sensor_of(settings: Settings, report: ReportHealth) -> PileSensor | None:
    """Returns the sensor of the pile, if the settings turn it on and the deck is enrolled; else reports the reason."""
    if not settings.see_cards:
        return None
    try:
        deck = load_deck(settings.variant)
    except DeckError as error:
        log.warning("%s", error)
        report(Health(part=PART, state=HealthState.LOST, code="cards_damaged"))
        return None
    if deck is None or not deck.faces:
        log.warning("no deck of %s was shown: `pawtrack cards enrol` does it", settings.variant)
        report(Health(part=PART, state=HealthState.OFF, code="cards_no_deck"))
        return None
    return PileSensor(PileCards(deck.place, deck.enrolled()))


def _picture(folder: Path, name: str) -> Image | None:
    try:
        return read_picture(folder / Path(name).name)
    except OSError:
        return None


def _unreadable(game: str, reason: str) -> DeckError:
    return DeckError(f"the deck of {game} cannot be used ({reason}): `pawtrack cards forget`, then show it again")
