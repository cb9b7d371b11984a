"""The referee's model: how far a picture is believed, how rare each board is, and the cost of a wrong word.

Laws: every number by which the referee decides stands here, with unit, meaning and source; no margin is chosen by
itself, each follows from a cost and a rarity (docs/explanation/referee-model.md).  A verdict is given only if a
question would cost more.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import exp, inf, log
from typing import Final

#: exp() of more overflows.
LARGEST_EXPONENT: Final = 700.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Costs:
    """The costs of wrong words, in questions: so many needless questions people would rather answer.

    All are judgements; `make fit` shows how often each was wrong.
    """

    #: "That was not allowed" about somebody who did nothing wrong.
    wrong_accusation: float = 60.0
    #: A play in the record that was not made; or a remark about the table that is not true.
    wrong_acceptance: float = 56.0
    #: "Not finished yet", or nothing at all, after another play; of two faults the wrong one is named.
    wrong_waiting: float = 12.0
    #: To read one more button below a question.
    one_more_button: float = 1 / 8000


@dataclass(frozen=True, slots=True, kw_only=True)
class Rarities:
    """How much rarer than one legal, finished play something else lies there when the board rests.

    In nats (e^4 = 55 times).  All are judgements: nobody has counted yet how often people err at a table.
    """

    #: One certain stage of a play that is not finished.
    unfinished: float = 1.0
    #: One pawn behind another, which explains a picture by not being seen.
    hidden: float = 1.5
    #: One certain placement that the card does not allow: one play in twenty goes wrong, in one of several ways.
    fault: float = 4.3
    #: The same one field short or too far, the commonest of all.
    off_by_one: float = 3.8
    #: Each pawn in it that has nothing to do with the card: pushed along, or taken for another one.
    bystander: float = 1.0
    #: One certain field beside the right one, where the picture shows the pawn on both: of people who miscount most
    #: are off by one.
    miscount: float = 1.5
    #: A pawn that stands nowhere.
    lost_pawn: float = 1.5
    #: A pawn that stands nowhere while people play on: three times of four somebody misses it.
    unnoticed: float = 1.4


@dataclass(frozen=True, slots=True, kw_only=True)
class Guesses:
    """How rare a move of one pawn is, in nats, for the guess which of the pawns of a colour went where.

    One that fits the card costs nothing.  Judgements; only their order matters much.
    """

    sent_home: float = 1.0
    taken_off: float = 1.5
    wrong_count: float = 2.0
    wrong_direction: float = 3.0
    #: A pawn that the card does not move for this player, beside how it went.
    foreign_pawn: float = 1.0
    #: One that went backward or out of its lane beside a legal play.
    astray: float = 0.1


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """How far a picture is believed."""

    #: Chance that a row carries no information about its spot (glare, a sleeve on the field).
    misread_chance: float = 0.005
    #: Power that the reader's probabilities of an open spot are taken to: it knows more than it reports.  Those of a
    #: kennel, whose print has the colour of its pawns, are taken as they are.
    sharpness: float = 1.15
    #: Chance with which a pawn that has not moved is read at least: 98 of 100 are.  A pawn read with less may as well
    #: be gone (docs/explanation/referee-model.md).
    stays: float = 0.995
    #: Most of a row that is taken for "I do not know": a row that hesitates between two colours still shows that
    #: something stands there.
    most_doubt: float = 0.3
    #: Nats that the marker of the disc may weigh; it is read by its own code, yet must be able to lose.
    disc: float = 12.0
    #: Nats from which a spot contradicts a reading (9 to 1).
    contradiction: float = 2.2
    #: Nats by which the likeliest figure of a spot must lead (2 to 1); with less the spot tells nothing.
    telling: float = 0.7
    #: Nats by which a fault must be plainer for each spot that contradicts the reading: misread spots come together.
    another_misread: float = 2.5
    #: Spots: more that contradict, changed or tell nothing, and it is no game.  The largest fault (several pawns,
    #: a run of the dog with its victims not taken off) changes eight.
    most_residuals: int = 8
    #: Spots: more that contradict, and the picture is no ground for several plays at once.
    most_doubtful: int = 2
    #: Pawns: where more are astray the board as a whole was bumped.
    most_astray: int = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class RefereeModel:
    """All numbers together, and the margins (nats) that follow from them."""

    costs: Costs = field(default_factory=Costs)
    rarities: Rarities = field(default_factory=Rarities)
    guesses: Guesses = field(default_factory=Guesses)
    sight: Sight = field(default_factory=Sight)

    @property
    def acceptance(self) -> float:
        """By so much the one play must be likelier than all else; a remark about the table needs the same margin."""
        return margin(self.costs.wrong_acceptance)

    @property
    def changed_places(self) -> float:
        """By so much a pawn must look gone if another one plainly has its place: the two are one event."""
        return self.acceptance / 2

    @property
    def near_miss(self) -> float:
        """By so much a moved figure must be seen better on its new place than near it."""
        return self.acceptance - self.rarities.miscount

    @property
    def near_uncounted(self) -> float:
        """The same for a figure whose fields nobody counted: out of its kennel, or carried by the disc."""
        return self.acceptance - self.rarities.off_by_one

    @property
    def candidate_window(self) -> float:
        """Plays further behind the best are not offered as buttons."""
        return -log(self.costs.one_more_button)


def margin(cost: float) -> float:
    """Returns the log-odds from which a verdict of this cost when wrong is cheaper than a question."""
    return log(cost - 1.0)


def is_cheaper(probability: float, cost: float) -> bool:
    """Returns whether a verdict of this probability is expected to cost no more than one question."""
    return (1.0 - probability) * cost <= 1.0


def together(weights: Sequence[float]) -> float:
    """Returns the log-weight of any of these hypotheses."""
    largest = max(weights, default=-inf)
    return largest if largest == -inf else largest + log(sum(exp(weight - largest) for weight in weights))


def posterior(weight: float, weights: Iterable[float]) -> float:
    """Returns the probability of the hypothesis of this log-weight among all; its own is one of the `weights`."""
    if weight == -inf:
        return 0.0
    return 1.0 / max(1.0, sum(exp(min(LARGEST_EXPONENT, other - weight)) for other in weights))


MODEL: Final = RefereeModel()
