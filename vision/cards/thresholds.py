"""Every number by which a card is found, recognised or withheld, and its source.

"Simulated" means: measured on drawn decks before this code was written.  "Tuning set" means: measured on pictures of
`tests/bench/card_scenes.py` and `card_photos.py` that were viewed during development. docs/accuracy.md gives the
accuracy on other pictures.
"""

from dataclasses import dataclass
from typing import Final

Triple = tuple[float, float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardThresholds:
    """Sides in millimetres, turns in degrees, shifts in pixels; a mismatch is a multiple of the usual one."""

    #: Noise of a value in grey levels, after a picture is laid flat.  Tuning set: empty blocks had 2 to 3.
    grey_noise: float = 2.5
    #: Noise is correlated over some pixels, so it is this multiple of the noise measured from pixel to pixel.  Tuning
    #: set: cards in quiet pictures had 1 to 1.5 levels by that measure and 2.5 left over by a face; dark ones 3.3 and
    #: 7.5.
    noise_reach: float = 2.5
    #: The part of a print's squared slope that a shift does not explain.  Tuning set: 0.04, 99 of 100 below 0.15.
    slope_noise: float = 0.05
    #: The variation of softness (half the square of a blur in pixels) and contrast (as a part) between blocks.  Tuning
    #: set: standard deviations of 0.06 to 0.2 and 0.12 to 0.24.
    softness_spread: float = 0.3
    contrast_spread: float = 0.3
    #: A block with a larger mismatch contradicts the face; all blocks together are limited by the second.  Tuning set:
    #: 8 of 195 cards without a finger exceeded it, and nearly all faces never enrolled, by a factor of 1.2 to 100.
    block_misfit: float = 4.0
    most_misfit: float = 5.0
    #: The largest part of a face's print that may be absent from the card.  Tuning set: 873 of 877 rightly named cards
    #: had less, 12 of 19 wrongly named pictures had 0.05 to 0.52: two numbers of a suit may differ by one mark only.
    most_missing: float = 0.05
    #: The least likeness of the colours of a card's inks and the face's, 1 for the same.  Tuning set: the photographs
    #: of `card_photographs.py` had 0.59 to 1 by mixed lamps, those of another colour -0.9 to 0.69; phone pictures of
    #: taught cards had 0.93 or more.
    inks_alike: float = 0.72
    #: The largest part of a card with marks of another print in the blocks that a finger seems to hide.  Tuning set:
    #: under fingers 0 to 0.043, the nine of a suit taken for its four 0.15.
    most_strewn: float = 0.08
    #: A block under a finger differs from the card in colour or brightness by this, as logarithms.  Tuning set: white
    #: blocks of cards differed by up to 0.1, skin by 0.13 or more.
    skin_tint: float = 0.12
    skin_shade: float = 0.25
    #: The least part of a finger's blocks that is tinted, and that mismatches: a finger hides print and has edges, a
    #: shadow does not.
    tinted_part: float = 0.5
    misfit_part: float = 0.2
    #: The difference from the face of a pixel under a finger, for a face that fits the picture well, and for one that
    #: fits badly (blue and red relative to green, and green, as logarithms).  Tuning set: pictures of `card_phone.py`.
    finger_unlike: tuple[Triple, Triple] = ((0.15, 0.15, 0.3), (0.35, 0.35, 0.8))
    #: A finger has one colour to within this; its brightness varies more, because it is round.
    finger_alike: Triple = (0.15, 0.15, 0.6)
    #: The least part of a card, and of its print, that must show.  Tuning set: 0.5 gave one more wrong name and named
    #: one more face that was never enrolled.
    least_shown: float = 0.53
    #: A face must fit better than an empty card by this, summed over the blocks that show; by the second if a part is
    #: covered.  Tuning set: cards without a finger had 60 or more, a face never enrolled under a finger had 40.
    least_explained: float = 30.0
    least_explained_covered: float = 60.0
    #: The same if the pixels under a finger are known, so less is lost.  Tuning set: right faces had 52 or more, and
    #: from 40 on no face was named that was never enrolled.
    least_explained_beside: float = 50.0
    #: Any other face must fit worse by this, summed over the blocks; by the second if a part is covered.  Tuning set:
    #: one of two confused cards had 9, cards without a finger mostly 30 to 300.
    told_apart: float = 12.0
    told_apart_covered: float = 20.0
    #: Otherwise the other face must fit no better, and the card must lean to its own face where the two differ (0.5 is
    #: the face, -0.5 the other).  Tuning set: half of the cards near another one had 0.4 or more, one taken for another
    #: had 0.24.
    leaning: float = 0.35
    #: Two enrolled faces that differ less look alike, and are offered together.  Tuning set: with 20 two faces that
    #: differ only in a badge were confused, with 45 numbers of a suit looked alike.
    look_alike: float = 30.0
    #: The largest contradiction between the two pictures of a face; on the pile, from 1 on a card is another one.
    same_face: float = 2.0
    #: The least clearness of the outline of a face at enrolment: cards alone had 0.81 to 0.92, empty tables 0.36 to
    #: 0.53.
    clear_outline: float = 0.68
    #: Blocks of 10 mm with a lower agreement have changed.  Simulated.
    block_changed: float = 0.6
    #: A change of this part of a card's area is a new card.  Simulated: light changes gave up to 0.34, cards 0.45 or
    #: more.
    new_card: float = 0.35
    #: A pile is at rest if it changes less than this from one picture to the next.  Simulated: an exposure change gave
    #: 0.09, a change of lamp colour 0.15.
    at_rest: float = 0.15
    #: The pile must lie still for this long, as the board must.
    rest_ms: int = 250
    #: The same face within this distance and turn is a card that was pushed.  Not measured.
    pushed_mm: float = 5.0
    pushed_deg: float = 8.0
    #: Narrower cards are recognised less often, and a warning appears.  Simulated: 60 px work, 40 px often do not.
    narrow_px: float = 50.0


THRESHOLDS: Final = CardThresholds()
