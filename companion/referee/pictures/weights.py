"""What the referee of pictures asks of a picture, as one frozen value: every number and where it comes from."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class RefereeWeights:
    """Margins and costs in nats of log-probability unless said otherwise; e^4 = 55 to 1.

    "Derived": follows from `misread_chance` and the number of classes.  "Set": chosen while building, with the fault
    it guards against as the reason; `make accuracy` and `make stress` score all of them together.
    """

    # How much one spot may say.
    #: Set.  Chance that a row says nothing about its spot (glare, a sleeve's colour on the field).  Derived from it:
    #: with six classes a spot weighs at most ln(6 * 99) = 6.4.
    misread_chance: float = 0.01
    #: Set.  Share of "I do not know" at most: a row that hesitates between two colours still says that something
    #: stands there.
    most_doubt: float = 0.3
    #: Set.  What a pawn costs that lies nowhere on the board: cheap enough that one spot seen surely empty makes the
    #: referee ask, dear enough that it alone accuses nobody.
    off_cost: float = 1.5
    #: Set.  The disc's marker is read by its own code and is far surer than a pawn's colour; still it must be able to
    #: lose.
    wheel_cost: float = 12.0
    #: Set.  A spot contradicts a reading when its colours speak against it by this much (9 to 1).
    contradiction: float = 2.2

    # What a verdict asks for.
    #: Set.  A legal play must be e^4 = 55 times likelier than any other proper state of the board.
    accept_margin: float = 4.0
    #: Set.  "Nothing has changed" only means to go on waiting, so less is asked of it.
    unchanged_margin: float = 2.0
    #: Set.  "Not finished yet" waits too, but it speaks, and a wrong hint confuses.
    unfinished_margin: float = 3.0
    #: Set.  A play is accepted only where the free reading is not better by more than rounding in a kennel: a figure
    #: shown twice may be the ghost, but may also be the true one.
    accept_tolerance: float = 0.3
    #: Set.  Waiting may go on although the free reading is a little better.
    wait_tolerance: float = 2.0
    #: Derived.  To accuse somebody the free reading must beat every proper state by more than one spot read wrongly
    #: with full confidence (6.4) and another one half-heartedly; a true fault differs in two spots or more (12.5 if
    #: sharp).
    illegal_margin: float = 7.5
    #: Set.  Where some spots are known to be misread, others may be too: so much more for each spot that contradicts
    #: the reading.
    margin_per_residual: float = 2.5
    #: Set.  A fault with a pawn that has nothing to do with the play is rarer than two misread spots that look like
    #: one.
    margin_per_uninvolved: float = 1.5
    #: Set.  No other free reading may come nearer, so that the right fault is named.
    reading_doubt: float = 2.0
    #: Set.  A moved figure must be seen so much better on its new place than on any place near it: to stop one field
    #: off is the commonest fault of all.
    near_miss_margin: float = 2.5
    #: Set.  No figure of an accepted play may look absent by more than this (4.5 to 1): it could have been taken off.
    missing: float = 1.5

    # How rare things are.
    #: Set.  A placement that is no proper state, for the confidence only (e^6 = 400 to 1).
    free_prior: float = 6.0
    #: Set.  A placement in the middle of a play is somewhat rarer in a settled picture than the finished play.
    state_prior: float = 1.0
    #: Set.  A pawn hidden behind another one explains a picture by not being seen; that must not come cheap.
    hidden_prior: float = 1.5
    #: Set.  How far behind the best a play may be and still be offered as a button.
    candidate_window: float = 9.0

    # Anomalies.
    #: Set.  A spot must speak against what belongs there, or for what now stands there, by e^4 = 55 to 1; a reader
    #: that misreads a colour is seldom that sure of it.
    anomaly_sure: float = 4.0
    #: Set.  Where one of two pawns that changed places is certain, it is enough that the other spot says 7 to 1 that
    #: its pawn is gone: nothing else can well have come there.
    anomaly_likely: float = 2.0


WEIGHTS: Final = RefereeWeights()
