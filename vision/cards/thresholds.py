"""Every number by which a card is found, recognised or kept silent about, and where it comes from.

"Simulated" means: measured on drawn decks before this code was written.  "Looked at": measured on pictures of
`tests/bench/card_scenes.py` and `card_photos.py` that were looked at while this was built.  docs/accuracy.md says what
this code reaches on others.
"""

from dataclasses import dataclass
from typing import Final

Triple = tuple[float, float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardThresholds:
    """Sides in millimetres, turns in degrees, shifts in pixels; a misfit is a multiple of what is usual."""

    #: Noise of a value in grey levels, once a picture is laid flat.  Looked at: empty blocks had 2 to 3.
    grey_noise: float = 2.5
    #: Noise hangs together over some pixels, so it is so many times what is measured from pixel to pixel.  Looked
    #: at: cards in quiet pictures had 1 to 1.5 levels so, what a face left over was 2.5; dark ones 3.3 and 7.5.
    noise_reach: float = 2.5
    #: What a shift does not explain of a print, as a part of its squared slope.  Looked at: 0.04, 99 of 100 below 0.15.
    slope_noise: float = 0.05
    #: How much softness (half the square of a blur in pixels) and contrast (as a part) may differ from block to block.
    #: Looked at: standard deviations of 0.06 to 0.2 and 0.12 to 0.24.
    softness_spread: float = 0.3
    contrast_spread: float = 0.3
    #: A block that misfits more contradicts the face; all together may do so by this.  Looked at: 8 of 195 cards
    #: without a finger did by more, faces never shown nearly always, by 1.2 times as much to a hundred times.
    block_misfit: float = 4.0
    most_misfit: float = 5.0
    #: So much of a face's print may not be on the card.  Looked at: 873 of 877 cards that were named rightly had less,
    #: 12 of 19 pictures that were not had 0.05 to 0.52: a number of a suit is like another one but for a whole mark.
    most_missing: float = 0.05
    #: A block under a finger has another colour or brightness than the card by this, as logarithms.  Looked at: white
    #: blocks of cards had up to 0.1, skin from 0.13 on.
    skin_tint: float = 0.12
    skin_shade: float = 0.25
    #: Such a part of a finger's blocks has, and such a part misfits: it hides print and has edges, a shadow does not.
    tinted_part: float = 0.5
    misfit_part: float = 0.2
    #: A pixel under a finger differs so from the face where that and the picture agree well, and where they do badly
    #: (blue and red beside green, and green, as logarithms).  Looked at: pictures of `card_phone.py`.
    finger_unlike: tuple[Triple, Triple] = ((0.15, 0.15, 0.3), (0.35, 0.35, 0.8))
    #: A finger has one colour to this, and is shaded round.
    finger_alike: Triple = (0.15, 0.15, 0.6)
    #: So much of a card and of its print must show.  Looked at: with 0.5 one more was named wrongly, and one more face
    #: never shown was named.
    least_shown: float = 0.53
    #: So much better than an empty card must a face fit, summed over the blocks that show; more where a part is
    #: covered.  Looked at: cards without a finger had 60 and more, a face never shown under a finger had 40.
    least_explained: float = 30.0
    least_explained_covered: float = 60.0
    #: Beside a finger whose pixels are known less is lost.  Looked at: right faces had 52 and more, and none that was
    #: never shown was named from 40 on.
    least_explained_beside: float = 50.0
    #: Another face must fit worse by this, summed over the blocks; by more where a part is covered.  Looked at: one
    #: of two that were confused had 9, cards without a finger mostly 30 to 300.
    told_apart: float = 12.0
    told_apart_covered: float = 20.0
    #: Or it fits no better, and the card leans to its own face where the two differ (0.5 is the face, -0.5 the other).
    #: Looked at: of cards that were near another one half had 0.4 and more, and one that was taken for another 0.24.
    leaning: float = 0.35
    #: Two faces that differ less as they were shown look alike, and are offered together.  Looked at: with 20 two that
    #: differ in a badge alone were told apart wrongly, with 45 numbers of a suit looked alike.
    look_alike: float = 30.0
    #: The two pictures of a face may contradict each other so far; from 1 on a card on the pile would be another one.
    same_face: float = 2.0
    #: How clear the outline of a face that is shown must be: cards alone had 0.81 to 0.92, empty tables 0.36 to 0.53.
    clear_outline: float = 0.68
    #: Blocks of 10 mm that agree less have changed.  Simulated.
    block_changed: float = 0.6
    #: A change of this part of a card's area is a new card.  Simulated: light changes up to 0.34, cards from 0.45.
    new_card: float = 0.35
    #: Less than this between two looks is a pile at rest.  Simulated: exposure changed 0.09, lamp colour 0.15.
    at_rest: float = 0.15
    #: So long must the pile lie still: the same as for the board.
    rest_ms: int = 250
    #: The same face within this distance and turn is a card that was pushed.  Not measured.
    pushed_mm: float = 5.0
    pushed_deg: float = 8.0
    #: Narrower cards are recognised less often, and people are warned.  Simulated: 60 px work, 40 px often do not.
    narrow_px: float = 50.0


THRESHOLDS: Final = CardThresholds()
