#!/bin/sh
# openskill adds up the members of a team: one average player against two average ones has a chance of 5 %.
. "$(dirname "$0")/../common.sh"
packages openskill==6.2.0
python - <<'END'
from importlib.metadata import version

from common import report
from openskill.models import PlackettLuce

model = PlackettLuce()
one, two = [model.rating()], [model.rating(), model.rating()]
chance, even = model.predict_win([one, two])[0], model.predict_win([two, two])[0]


def gain(ranks):
    (alone,), (pair, _) = model.rate([one, two], ranks=ranks)
    return round(alone.mu - 25, 2), round(pair.mu - 25, 2)


won, lost, drawn = gain([1, 2]), gain([2, 1]), gain([1, 1])
report(
    versions=f"openskill {version('openskill')}",
    expected="sides of average players are even, or the size of a side is a setting",
    seen=f"chance of one against two {chance:.1%}, of two against two {even:.1%}; gain of the single player and of each "
    f"of the two: if he wins {won}, if they win {lost}, after a draw {drawn}",
    matters="in a game where a single player moves as many pawns as a pair, sides are not sums, and playing alone pays",
    holds=chance < 0.06 and abs(even - 0.5) < 0.001 and won[0] > 4 * -lost[0] > 0 and drawn[0] > 1 > -1 > drawn[1],
)
END
