"""From one settled picture to log-probabilities for every spot: pawns are found one by one, the clearest first.

Law: a pixel speaks for one pawn only.  What a nearer pawn hides says nothing about the spot behind it, and a spot that
cannot be seen says "I do not know", never "empty".
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.appearance import Lab, shaded_distance
from vision.evidence import IN_VIEW, Cover, Evidence, Flags, Looks, Numbers, print_alike, weigh
from vision.remembering import Comparison, Confirmed
from vision.silhouettes import Pixels, Silhouettes
from vision.spots import SpotRow

__all__ = ["LEAST", "Confirmed", "Knowledge", "decode"]

#: A spot is empty rather than not, before anything is seen.
EMPTY_PRIOR: Final = 0.8
#: Nothing is ever quite impossible: a coin, a fallen pawn, a trick of the light.
LEAST: Final = 2e-4
MOST_PAWNS: Final = 36
#: Where the print is like a pawn, colours may speak against that pawn by no more than this.
ALIKE_SAYS: Final = 0.0
#: A mirror image is dimmer than the pawn: its brighter part (this percentile of the lightness) by this factor at least.
BRIGHTER_PART: Final = 90
DIMMER: Final = 0.82
#: Where so much of a pawn's head, on its spot and where it fits best, shows the bare board, what stands there is no
#: pawn: a coin, a chip, a pawn lying down.  Its colours may then say no more than the second, in nats.
BARE_HEAD: Final = (0.75, 0.42)
FLAT_SAYS: Final = -0.3
#: The head is such a part of the outline, and a pixel within these squared deviations shows the bare board.
HEAD_PART: Final = 3
BARE_SQUARED: Final = 6.0


@dataclass(frozen=True, slots=True, eq=False)
class Knowledge:
    """All that has been learnt of a board: its looks and the last picture whose truth was told.

    `alike` (spots, classes - 1) is `print_alike` of the same looks and outlines where that is at hand.
    """

    looks: Looks
    confirmed: Confirmed | None = None
    alike: Flags | None = None


def decode(lab: Lab, knowledge: Knowledge, row: SpotRow, outlines: Silhouettes) -> Numbers:
    """Log-probabilities (spots, classes)."""
    flat = lab.reshape(-1, 3)
    looks = knowledge.looks
    alike = print_alike(looks, outlines) if knowledge.alike is None else knowledge.alike
    evidence = weigh(flat, looks, row, outlines, alike)
    cover = Cover(len(flat))
    comparison = Comparison(flat, knowledge.confirmed, outlines, cover) if knowledge.confirmed else None
    if comparison:
        comparison.remember(evidence, frozenset())
    mirrors = _Mirrors(flat, outlines, comparison) if looks.glossy else None
    occupied = _pick(evidence, outlines, len(flat), mirrors)
    _settle(evidence, outlines, occupied, cover)
    if comparison:
        comparison.remember(evidence, frozenset(occupied))
    flat_things = _flat_things(evidence, flat, looks, outlines, occupied, cover)
    return _probabilities(evidence, flat_things)


def _pick(evidence: Evidence, outlines: Silhouettes, size: int, mirrors: "_Mirrors | None") -> list[int]:
    """Takes the clearest pawn, lets it explain its pixels, and goes on until no spot is likelier occupied than not."""
    taken = np.zeros(size, dtype=bool)
    occupied: list[int] = []
    open_spots = np.ones(len(evidence.view), dtype=bool)
    while len(occupied) < MOST_PAWNS:
        likings = (evidence.scores + evidence.memory[:, 1:]).max(axis=1) - evidence.memory[:, 0]
        best = np.where(open_spots & (evidence.view >= IN_VIEW), likings, -np.inf)
        spot = int(best.argmax())
        if best[spot] <= 0:
            return occupied
        occupied.append(spot)
        open_spots[spot] = False
        taken[outlines.wide[spot]] = True
        touched = set(outlines.behind[spot])
        if mirrors:
            touched |= mirrors.discount(evidence, spot, occupied)
        for other in touched:
            if open_spots[other]:
                evidence.score(other, ~taken[evidence.cores[other]])
    return occupied


class _Mirrors:
    """The mirror images that pawns throw on a glossy board towards the camera."""

    def __init__(self, flat: Lab, outlines: Silhouettes, comparison: Comparison | None) -> None:
        self._flat, self._outlines, self._comparison = flat, outlines, comparison
        self._shown: Flags = np.zeros(len(flat), dtype=bool)

    def discount(self, evidence: Evidence, spot: int, occupied: list[int]) -> set[int]:
        """Where the pawn of a spot may be mirrored, and what is seen there is dimmer than the pawn, its own colour
        proves no other pawn.  Gives the spots to which that matters."""
        outlines, mirror = self._outlines, self._outlines.mirror[spot]
        kind = int((evidence.scores[spot] + evidence.memory[spot, 1:]).argmax())
        bright = float(np.percentile(self._flat[evidence.cores[spot], 0], BRIGHTER_PART))
        self._shown[mirror] = True
        self._shown[outlines.wide[spot]] = False
        touched = set()
        for other in outlines.mirrored[spot]:
            core = evidence.cores[other]
            shown = self._shown[core]
            if other in occupied or not shown.any():
                continue
            if float(np.percentile(self._flat[core[shown], 0], BRIGHTER_PART)) > DIMMER * bright:
                continue
            touched.add(other)
            ratios = evidence.ratios[other].copy()
            ratios[kind, shown] = np.minimum(ratios[kind, shown], 0.0)
            evidence.ratios[other] = ratios
            if self._comparison:
                self._comparison.forgive_mirror(evidence, other, mirror, frozenset(occupied))
        self._shown[mirror] = False
        return touched


def _settle(evidence: Evidence, outlines: Silhouettes, occupied: list[int], cover: Cover) -> None:
    """Scores every spot again: a pawn is hidden by the pawns in front of it, an empty spot by all round it."""
    standing = set(occupied)
    for spot, near in enumerate(outlines.neighbours):
        others = [other for other in near if other in standing]
        if not others:
            continue
        in_front = [other for other in others if outlines.depth[other] > outlines.depth[spot]]
        hiders: list[Pixels] = [outlines.wide[other] for other in (in_front if spot in standing else others)]
        evidence.score(spot, cover.visible(evidence.cores[spot], hiders))


def _flat_things(
    evidence: Evidence, flat: Lab, looks: Looks, outlines: Silhouettes, occupied: list[int], cover: Cover
) -> list[int]:
    """The spots on which something has a pawn's colour but not its height."""
    known, bare = looks.empty.known.reshape(-1), looks.empty.lab.reshape(-1, 3)

    def bare_head(spot: int, core: Pixels) -> float:
        head = core[: len(core) // HEAD_PART]
        nearer = [outlines.wide[other] for other in outlines.neighbours[spot] if other in occupied]
        seen = head[known[head] & cover.visible(head, nearer)]
        if len(seen) < IN_VIEW * len(core):
            return 0.0
        return float((shaded_distance(flat[seen], bare[seen]) < BARE_SQUARED).mean())

    return [
        spot
        for spot in occupied
        if bare_head(spot, outlines.core[spot]) > BARE_HEAD[0] and bare_head(spot, evidence.cores[spot]) > BARE_HEAD[1]
    ]


def _probabilities(evidence: Evidence, flat_things: list[int]) -> Numbers:
    spots, kinds = evidence.scores.shape
    scores = np.where(evidence.alike, np.maximum(evidence.scores, -ALIKE_SAYS), evidence.scores)
    memory = evidence.memory.copy()
    memory[:, 0] = np.where(evidence.alike.any(axis=1), np.minimum(memory[:, 0], 0.0), memory[:, 0])
    logits = np.column_stack([np.full(spots, np.log(EMPTY_PRIOR)), scores + np.log((1 - EMPTY_PRIOR) / kinds)])
    logits += memory
    logits[flat_things, 1:] = np.minimum(logits[flat_things, 1:], logits[flat_things, :1] + FLAT_SAYS)
    logits -= logits.max(axis=1, keepdims=True)
    chances = np.exp(logits)
    chances /= chances.sum(axis=1, keepdims=True)
    blurred = chances * (1 - LEAST * (kinds + 1)) + LEAST
    return np.asarray(np.log(blurred), dtype=np.float64)
