"""Every number by which a card is found, recognised or kept silent about, and where it comes from.

"Simulated" means: measured on drawn decks before this code was written; docs/cards.md says what this code reaches.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class CardThresholds:
    """Sides in millimetres, turns in degrees; agreements are correlations between -1 and 1."""

    #: Agreement from which a face counts for anything, subtracted from it: cards of drawn decks and of a package had
    #: 0.93 and more, faces never shown up to 0.87.
    agreement_floor: float = 0.46
    #: Added to the difference test to bring it to the scale of the agreement.  Simulated.
    difference_offset: float = 0.1
    #: A proposal needs more confidence.  Simulated: 0.42 gave no wrong answer, 0.45 answers 6 % less often.
    least_confidence: float = 0.42
    #: Faces that agree more are offered together.  Simulated: the closest pairs that were confused agreed to 0.95.
    look_alike: float = 0.945
    #: The two pictures of a face must agree so far.  Simulated: the same face seen twice agreed to 0.96 and more.
    same_face: float = 0.85
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
