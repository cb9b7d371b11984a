"""The recognition of the top card of a pile: on decks drawn by other code and type, in pictures with troubles.

    python tests/bench/cards.py [--kept-back | --photographs | --evening | --phone] [--seats N] [--first N] [--jobs N]

A seat is a deck before a camera at some distance and tilt.  Its faces are shown twice each in quiet light, all but two;
then come piles with troubles mixed at random.  Half of the seats (`--kept-back`) are for scoring only: nobody views
them or tunes anything on them.  `--photographs`, `--evening` and `--phone` are other decks and pictures of other code
(`card_photos.py`, `card_evening.py`, `card_phone.py`), each scored before anybody viewed it. Their seats are numbered
by odd numbers from 1, which the first scores use.  `--phone --first 101` (101 to 199) is for development; `--phone
--first 201` (201 to 299) is for scoring only. Playing cards come from a package; CARD_SHEETS names the folder of an
unpacked one.  Writes build/figures/cards.md.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import product

import card_evening
import card_phone
import card_photos
import cv2
import numpy as np
from card_decks import DECKS, SIZE_MM, PrintedDeck
from card_scenes import PLACE_MM, Laid, SceneCamera, Trouble, picture_of, pile, tables
from tables import machine, write

from vision.cards.enrolment import NotOneFaceError, learn_face, shown_card
from vision.cards.faces import EnrolledDeck, Face
from vision.cards.pile import PilePlace, seen_from_above
from vision.cards.recognition import CardProposal, recognise
from vision.frames import Image

WIDTHS_PX, TILTS_DEG = (60.0, 90.0), (15.0, 30.0, 45.0)
PLACE = PilePlace(corner_mm=(0.0, 0.0), size_mm=(PLACE_MM, PLACE_MM))
#: Piles with an enrolled card on top, and each kind without one, at every seat.
WITH_CARD, EACH_WITHOUT = 24, 4
EMPTY, BACK, UNKNOWN, STRANGE = "empty place", "back", "face never shown", "card of another deck"
NOT_ENROLLED = 2
#: A face that is not taken is shown again so often, as the tablet asks for it, and then skipped.
TRIES = 4


@dataclass(frozen=True)
class Scenery:
    """Decks, and how pictures of them are made."""

    decks: Mapping[str, Callable[[], PrintedDeck]]
    tables: Callable[[np.random.Generator], list[Image]]
    trouble: Callable[[np.random.Generator], Trouble]
    picture_of: Callable[[SceneCamera, Image, list[Laid], Trouble, np.random.Generator], Image]
    #: The light in which faces are shown.
    quiet: Trouble


DRAWN = Scenery(DECKS, tables, Trouble.any, picture_of, Trouble())
PHOTOGRAPHS = Scenery(
    card_photos.DECKS, card_photos.tables, card_photos.any_trouble, card_photos.picture_of, Trouble(noise=1.0)
)
EVENING = Scenery(
    card_evening.DECKS,
    card_photos.tables,
    card_evening.any_trouble,
    card_evening.picture_of,
    Trouble(noise=1.0, lamp=(0.8, 0.9, 1.0)),
)
PHONE = Scenery(
    card_phone.DECKS,
    card_photos.tables,
    card_phone.any_trouble,
    card_phone.picture_of,
    Trouble(noise=1.0, lamp=(1.0, 1.0, 0.95)),
)
SCENERIES = {"cards": DRAWN, "cards-photographs": PHOTOGRAPHS, "cards-evening": EVENING, "cards-phone": PHONE}


@dataclass(frozen=True)
class Seat:
    deck: str
    width_px: float
    tilt_deg: float
    number: int

    @property
    def scenery(self) -> Scenery:
        return next(scenery for scenery in SCENERIES.values() if self.deck in scenery.decks)


@dataclass(frozen=True)
class Answer:
    """`truth` is the enrolled card on top, or the kind of picture without one in brackets."""

    seat: Seat
    truth: str
    enrolled: bool
    names: tuple[str, ...]
    certainty: float
    trouble: Trouble
    took_ms: float

    @property
    def right(self) -> bool:
        return self.truth in self.names


@dataclass(frozen=True)
class SeatResult:
    answers: tuple[Answer, ...]
    shown_again: int
    skipped: tuple[str, ...]
    groups: tuple[tuple[str, ...], ...]


def seats(count: int, scenery: Scenery, first: int) -> list[Seat]:
    """So many of each deck and width from number `first` on.  Photographs have one tilt after the other from deck to
    deck."""
    numbers = range(first, first + 2 * count, 2)
    decks = list(scenery.decks)
    shift = 0 if scenery is DRAWN else 1
    return [
        Seat(deck, width, TILTS_DEG[(number // 2 + shift * decks.index(deck)) % len(TILTS_DEG)], number)
        for number, deck, width in product(numbers, decks, WIDTHS_PX)
    ]


def sat_at(seat: Seat) -> SeatResult:
    cv2.setNumThreads(1)
    chance = np.random.default_rng([hash_of(seat.deck), int(seat.width_px), int(seat.tilt_deg), seat.number])
    camera = SceneCamera.placed(seat.width_px, seat.tilt_deg, chance)
    scenery = seat.scenery
    table = scenery.tables(chance)[seat.number // 2 % 3]
    printed = scenery.decks[seat.deck]()
    order = chance.permutation(len(printed.faces))
    unknown, known = [printed.faces[i] for i in order[:NOT_ENROLLED]], [printed.faces[i] for i in order[NOT_ENROLLED:]]
    faces, skipped, again = [], [], 0
    for name, picture in [(face.name, face.picture) for face in known] + [(None, printed.back)]:
        face, tries = _shown(name, picture, camera, table, scenery, chance)
        again += tries
        if face is None:
            skipped.append(f"{seat.deck}: {name}")
        else:
            faces.append(face)
    deck = EnrolledDeck.of(SIZE_MM, faces)
    shown = {face.name for face in faces}
    answers = []
    for truth, cards in _piles(
        printed, [(face.name, face.picture) for face in known if face.name in shown], unknown[0].picture, seat, chance
    ):
        trouble = scenery.trouble(chance)
        above = seen_from_above(scenery.picture_of(camera, table, cards, trouble, chance), camera.shown, PLACE)
        began = time.process_time()
        found = recognise(above, deck)
        took = (time.process_time() - began) * 1000
        answers.append(_answer(seat, truth, found, trouble, took))
    return SeatResult(tuple(answers), again, tuple(skipped), deck.groups)


def hash_of(text: str) -> int:
    """The same in every run."""
    return sum(ord(letter) * 31**index for index, letter in enumerate(text)) % 2**31


def _shown(
    name: str | None,
    picture: Image,
    camera: SceneCamera,
    table: Image,
    scenery: Scenery,
    chance: np.random.Generator,
) -> tuple[Face | None, int]:
    """A face as it is learnt from two pictures, and how often it had to be shown again; None where that is no use."""
    for tries in range(TRIES):
        taken, turn = [], chance.uniform(0, 360)
        for more in (0.0, chance.uniform(90, 120)):
            card = Laid(picture, *chance.uniform(-14, 14, 2), turn + more, 0.3)
            image = scenery.picture_of(camera, table, [card], scenery.quiet, chance)
            shown = shown_card(seen_from_above(image, camera.shown, PLACE), SIZE_MM)
            if shown is not None:
                taken.append(shown)
        if len(taken) == 2:
            try:
                return learn_face(name, taken[0], taken[1]), tries
            except NotOneFaceError:
                continue
    return None, TRIES


def _piles(
    printed: PrintedDeck,
    known: list[tuple[str, Image]],
    unknown: Image,
    seat: Seat,
    chance: np.random.Generator,
) -> Iterator[tuple[str, list[Laid]]]:
    for _ in range(WITH_CARD):
        name, picture = known[chance.integers(len(known))]
        yield name, pile(printed, picture, int(chance.integers(0, 6)), chance)
    decks = seat.scenery.decks
    names = list(decks)
    strangers = decks[names[(names.index(seat.deck) + 1) % len(names)]]().faces
    for _ in range(EACH_WITHOUT):
        yield f"({EMPTY})", []
        yield f"({BACK})", pile(printed, printed.back, int(chance.integers(0, 4)), chance)
        yield f"({UNKNOWN})", pile(printed, unknown, int(chance.integers(0, 4)), chance)
        stranger = strangers[chance.integers(len(strangers))].picture
        yield f"({STRANGE})", pile(printed, stranger, 0, chance)


def _answer(seat: Seat, truth: str, found: CardProposal | None, trouble: Trouble, took_ms: float) -> Answer:
    names, certainty = (found.names, found.certainty) if found else ((), 0.0)
    return Answer(seat, truth, not truth.startswith("("), names, certainty, trouble, took_ms)


def upper_bound(wrong: int, count: int) -> float:
    """The share of wrong ones that 95 of 100 such counts would stay below (Wilson)."""
    if not count:
        return 1.0
    z, share = 1.645, wrong / count
    middle = share + z**2 / (2 * count)
    doubt = z * (share * (1 - share) / count + z**2 / (4 * count**2)) ** 0.5
    return float((middle + doubt) / (1 + z**2 / count))


def page(results: list[SeatResult]) -> str:
    answers = [answer for result in results for answer in result.answers]
    lines = ["| card width, tilt | piles | given | of these pairs | wrong |", "|---|---|---|---|---|"]
    for width in WIDTHS_PX:
        near = [answer for answer in answers if answer.seat.width_px == width and answer.enrolled]
        for tilt in TILTS_DEG:
            lines.append(_row(f"{width:.0f} px, {tilt:.0f}°", [one for one in near if one.seat.tilt_deg == tilt]))
        lines.append(_row(f"**{width:.0f} px, all**", near))
    lines.append("")
    lines += ["| deck | piles | given | of these pairs | wrong |", "|---|---|---|---|---|"]
    lines += [
        _row(deck, [one for one in answers if one.enrolled and one.seat.deck == deck])
        for deck in dict.fromkeys(one.seat.deck for one in answers)
    ]
    for name, covered in (("finger on the card", True), ("no finger", False)):
        lines.append(_row(name, [one for one in answers if one.enrolled and (one.trouble.finger > 0) == covered]))
    lines += ["", "| picture without an enrolled card | pictures | silent |", "|---|---|---|"]
    for kind in (EMPTY, BACK, UNKNOWN, STRANGE):
        lines.append(_silent(kind, [one for one in answers if one.truth == f"({kind})"]))
    lines.append(_silent("**all**", [one for one in answers if not one.enrolled]))
    took = sorted(one.took_ms for one in answers)
    again = sum(result.shown_again for result in results)
    lines += [
        "",
        f"Time for a card, one core: median {took[len(took) // 2]:.0f} ms, 95th {took[len(took) * 95 // 100]:.0f} ms.",
    ]
    skipped = [name for result in results for name in result.skipped]
    lines += [f"Seats: {len(results)}.  Faces shown again: {again}, skipped: {', '.join(skipped) or 'none'}."]
    lines += ["", machine(), ""]
    return "\n".join(lines)


def _row(name: str, answers: list[Answer]) -> str:
    given = [one for one in answers if one.names]
    wrong = sum(not one.right for one in given)
    pairs = sum(len(one.names) > 1 for one in given)
    share = len(given) / max(1, len(answers))
    most = upper_bound(wrong, len(given))
    return f"| {name} | {len(answers)} | {len(given)} ({share:.1%}) | {pairs} | {wrong} (at most {most:.1%}) |"


def _silent(name: str, answers: list[Answer]) -> str:
    silent = sum(not one.names for one in answers)
    return f"| {name} | {len(answers)} | {silent} ({silent / max(1, len(answers)):.1%}) |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kept-back", action="store_true", help="the half that is scored once")
    parser.add_argument("--photographs", action="store_true", help="other decks and pictures, scored once")
    parser.add_argument("--evening", action="store_true", help="once more other decks and pictures, scored once")
    parser.add_argument("--seats", type=int, default=3, help="of each deck and width (3: one of each tilt)")
    parser.add_argument("--first", type=int, help="number of the first seat of each deck; odd ones are kept back")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--say-wrong", action="store_true", help="name what was given wrongly")
    parser.add_argument("--phone", action="store_true", help="a fourth lot of decks and pictures, scored once")
    options = parser.parse_args()
    lots = [lot for lot in ("photographs", "evening", "phone") if getattr(options, lot)]
    name = f"cards-{lots[0]}" if lots else "cards"
    kept_back = options.kept_back or name != "cards"
    chosen = seats(options.seats, SCENERIES[name], int(kept_back) if options.first is None else options.first)
    name += "-kept-back" if options.kept_back else ""
    results = []
    with ProcessPoolExecutor(options.jobs) as pool:
        for done, result in enumerate(pool.map(sat_at, chosen), 1):
            results.append(result)
            print(f"{done} of {len(chosen)} seats", end="\r", file=sys.stderr)
            write(f"{name}.md", page(results))
    if options.say_wrong:
        groups = Counter(group for result in results for group in result.groups)
        print("look-alikes:", dict(groups))
        for one in (answer for result in results for answer in result.answers):
            if one.names and not one.right:
                print(one.seat, one.truth, "given", one.names, f"{one.certainty:.2f}", one.trouble)
    print(page(results))


if __name__ == "__main__":
    main()
