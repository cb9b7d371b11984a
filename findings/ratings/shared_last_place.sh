#!/bin/sh
# openskill: players who lost together are rated as having drawn with each other, so a loser can gain.
. "$(dirname "$0")/../common.sh"
packages openskill==6.2.0
python - <<'END'
from importlib.metadata import version

from common import report
from openskill.models import BradleyTerryFull, PlackettLuce


def gains(model, strengths, ranks):
    sides = [[model.rating(mu=strength, sigma=2.0)] for strength in strengths]
    return [round(side[0].mu - mu, 2) for side, mu in zip(model.rate(sides, ranks=ranks), strengths, strict=True)]


model = PlackettLuce()
together = gains(model, (40, 20, 40), [1, 2, 2])
apart = gains(model, (40, 20, 40), [1, 3, 2])
alone = gains(model, (40, 20), [1, 2])
pairs = gains(BradleyTerryFull(), (40, 20, 40), [1, 2, 2])
report(
    versions=f"openskill {version('openskill')}",
    expected="the winner gains, everybody else loses or stays",
    seen=f"strengths 40, 20, 40, the first wins: {together} with the others on one rank, {apart} with the weak one last; "
    f"without the third {alone}; in BradleyTerryFull {pairs}",
    matters="a game with one winner and several losers knows no order of the losers; the weakest is paid for losing",
    holds=together[0] > 0 and together[1] > 0 > together[2] and apart[1] <= 0 and alone[1] <= 0 and pairs[1] > 0,
)
END
