"""From one settled picture to log-probabilities for every spot: pawns are found one by one, the clearest first.

Law: a pixel speaks for one pawn only.  What a nearer pawn hides says nothing about the spot behind it, and a spot that
cannot be seen says "I do not know", never "empty".
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.appearance import EmptyBoard, Lab, Palette
from vision.silhouettes import Pixels, Silhouettes
from vision.spots import SpotRow

Numbers = NDArray[np.float64]

#: Neighbouring pixels tell the same story: a whole silhouette counts as so many independent witnesses.
WITNESSES: Final = 9.0
#: No single pixel sets any class further behind the best one than this, in nats.
PIXEL_SAYS: Final = 3.5
#: Between these scores a spot is in doubt, and the pixels beside it are looked at too.
DOUBT: Final = (-16.0, 10.0)
#: And must be so much better, in nats a pixel, to count instead.
BETTER_BESIDE: Final = 0.25
#: Of the pixels of a silhouette so many must be in view for the spot to be judged at all.
IN_VIEW: Final = 0.18
#: From this share on the spot is judged with full confidence.
FULL_VIEW: Final = 0.55
#: A spot is empty rather than not, before anything is seen.
EMPTY_PRIOR: Final = 0.8
#: Nothing is ever quite impossible: a coin, a fallen pawn, a trick of the light.
LEAST: Final = 2e-4
MOST_PAWNS: Final = 36
#: A print is like a pawn when its pixels are hardly less likely for the pawn than for the print (nats a pixel); then
#: colours may speak against the pawn by no more than the second.
ALIKE: Final = -2.6
ALIKE_SAYS: Final = 0.0
#: A pixel whose colour strays so far (in squared deviations) from the confirmed picture has changed.
CHANGED_SQUARED: Final = 9.0
CHANGE_SIGMA: Final = (8.0, 5.0, 5.0)
#: With fewer changed pixels than this share a spot is as it was; with more the pawn has gone, surely with the next.
#: `GONE_SHARE`.
SAME_SHARE: Final = 0.2
GONE_SHARE: Final = 0.5
#: What "empty as it was", "occupied as it was" and "gone" are worth, in nats; the latter two must outweigh a print of
#: the pawn's own colour, which has never been seen without the pawn.
SAME_SAYS: Final = 5.0
STAYED_SAYS: Final = 14.0
HIDDEN_SAYS: Final = 3.0
#: A spot that was empty and looks different now: a pawn, or perhaps only a shadow.  A shadow darkens evenly; a pawn is
#: modelled by the light, and the more unevenly (spread of the log lightness) it changed, the more this says.
COME_SAYS: Final = 4.0
SOLID_SAYS: Final = 10.0
EVEN, UNEVEN = 0.12, 0.30
GONE_SAYS: Final = 14.0
#: When so many spots changed together, it was the light.
LIGHT_SHARE: Final = 0.3


@dataclass(frozen=True, slots=True, eq=False)
class Confirmed:
    """The last picture whose truth was told: its colours, and the class of every spot (-1: not to be compared)."""

    lab: Lab
    classes: NDArray[np.int64]


@dataclass(slots=True)
class _Evidence:
    """`ratios` are log-likelihood ratios pawn : empty for the `cores` pixels of each spot, (classes - 1, pixels)."""

    cores: list[Pixels]
    ratios: list[Numbers]
    scores: Numbers
    view: Numbers
    #: Where the bare print looks like a pawn of the class itself, (spots, classes - 1): there "empty" is never sure.
    alike: NDArray[np.bool_]
    #: Nats for each class of each spot that come from comparing with the confirmed picture, (spots, classes).
    memory: Numbers


@dataclass(frozen=True, slots=True, eq=False)
class Knowledge:
    """All that has been learnt of a board.

    `bare` is the general look of empty spots by group, for pixels never seen empty.
    """

    empty: EmptyBoard
    palette: Palette
    bare: Palette
    confirmed: Confirmed | None = None


def decode(lab: Lab, knowledge: Knowledge, row: SpotRow, outlines: Silhouettes) -> Numbers:
    """Log-probabilities (spots, classes)."""
    flat = lab.reshape(-1, 3)
    evidence = _weigh(flat, knowledge, row, outlines)
    if knowledge.confirmed:
        _remember(evidence, flat, knowledge.confirmed, outlines, frozenset())
    occupied = _pick(evidence, outlines, len(flat))
    _settle(evidence, outlines, occupied)
    if knowledge.confirmed:
        _remember(evidence, flat, knowledge.confirmed, outlines, frozenset(occupied))
    return _probabilities(evidence)


def _weigh(flat: Lab, knowledge: Knowledge, row: SpotRow, outlines: Silhouettes) -> _Evidence:
    cores = list(outlines.core)
    sizes = [len(core) for core in cores]
    ratios = _ratios(flat, np.concatenate(cores), np.repeat(row.group, sizes), knowledge)
    split = np.split(ratios, np.cumsum(sizes)[:-1], axis=1)
    spots, kinds = len(cores), ratios.shape[0]
    scores, view, memory = np.zeros((spots, kinds)), np.zeros(spots), np.zeros((spots, kinds + 1))
    alike = _alike(cores, knowledge, kinds)
    evidence = _Evidence(cores=cores, ratios=split, scores=scores, view=view, alike=alike, memory=memory)
    for spot in range(spots):
        _score(evidence, spot, np.ones(sizes[spot], dtype=bool))
    best = scores.max(axis=1)
    for doubtful in np.flatnonzero((best > DOUBT[0]) & (best < DOUBT[1])):
        _look_beside(evidence, int(doubtful), flat, knowledge, row, outlines)
    return evidence


def _alike(cores: list[Pixels], knowledge: Knowledge, kinds: int) -> NDArray[np.bool_]:
    """For each spot and class: would a pawn of that class look like the print there?"""
    sizes = [len(core) for core in cores]
    pixels = np.concatenate(cores)
    known = knowledge.empty.known.reshape(-1)[pixels]
    bare = knowledge.empty.lab.reshape(-1, 3)[pixels].astype(np.float64)
    itself = knowledge.empty.log_likelihood(bare, pixels)
    behind = np.where(known, knowledge.palette.log_likelihood(bare) - itself, -PIXEL_SAYS)
    split = np.split(np.clip(behind, -PIXEL_SAYS, None), np.cumsum(sizes)[:-1], axis=1)
    mean = np.array([part.mean(axis=1) if part.shape[1] else np.full(kinds, -PIXEL_SAYS) for part in split])
    return np.asarray(mean > ALIKE, dtype=np.bool_)


def _ratios(flat: Lab, pixels: Pixels, group: NDArray[np.int64], knowledge: Knowledge) -> Numbers:
    """Log-likelihood ratios (classes - 1, pixels); `group` is the group of the spot that each pixel belongs to."""
    colours = flat[pixels].astype(np.float64)
    vacant = knowledge.empty.log_likelihood(colours, pixels)
    unknown = np.isnan(vacant)
    if unknown.any():
        general = knowledge.bare.log_likelihood(colours[unknown])
        seat_look = general[group[unknown], np.arange(int(unknown.sum()))]
        vacant[unknown] = np.maximum(seat_look, general.max(axis=0))
    kinds_say = knowledge.palette.log_likelihood(colours)
    least = np.maximum(kinds_say.max(axis=0), vacant) - PIXEL_SAYS
    return np.asarray(np.maximum(kinds_say, least) - np.maximum(vacant, least), dtype=np.float64)


def _look_beside(
    evidence: _Evidence, spot: int, flat: Lab, knowledge: Knowledge, row: SpotRow, outlines: Silhouettes
) -> None:
    """A pawn put down carelessly covers its spot by half: the place beside it that looks most like a pawn speaks
    instead."""
    for pixels in outlines.beside[spot]:
        if len(pixels) == 0:
            continue
        ratios = _ratios(flat, pixels, np.full(len(pixels), row.group[spot]), knowledge)
        if ratios.mean(axis=1).max() > evidence.ratios[spot].mean(axis=1).max() + BETTER_BESIDE:
            evidence.cores[spot], evidence.ratios[spot] = pixels, ratios
    _score(evidence, spot, np.ones(len(evidence.cores[spot]), dtype=bool))


def _remember(
    evidence: _Evidence, flat: Lab, confirmed: Confirmed, outlines: Silhouettes, now_standing: frozenset[int]
) -> None:
    """Compares each spot with the confirmed picture, as far as neither a pawn that stood near it then nor one that
    stands
    there now gets in the way.  What is hidden stays as it was, mildly: nothing moves by itself.
    """
    shares, spreads = _changed(flat, confirmed, outlines, now_standing)
    evidence.memory[:] = 0.0
    seen = shares[shares >= 0]
    if len(seen) and float((seen > SAME_SHARE).mean()) > LIGHT_SHARE:
        return
    for spot, share in enumerate(shares):
        kind = int(confirmed.classes[spot])
        if kind < 0:
            continue
        if share < 0:
            evidence.memory[spot, kind] = HIDDEN_SAYS
        elif share < SAME_SHARE:
            evidence.memory[spot, kind] = (STAYED_SAYS if kind else SAME_SAYS) * (1 - share / SAME_SHARE)
        else:
            certain = min(1.0, (share - SAME_SHARE) / (GONE_SHARE - SAME_SHARE))
            solid = float(np.clip((spreads[spot] - EVEN) / (UNEVEN - EVEN), 0.0, 1.0))
            evidence.memory[spot, kind] = -(GONE_SAYS if kind else COME_SAYS + SOLID_SAYS * solid) * certain


def _changed(
    flat: Lab, confirmed: Confirmed, outlines: Silhouettes, now_standing: frozenset[int]
) -> tuple[Numbers, Numbers]:
    """How each spot differs from the confirmed picture: the share of its pixels that changed (-1 where that cannot be
    told), and how unevenly their lightness did."""
    before = confirmed.lab.reshape(-1, 3)
    in_the_way = now_standing | frozenset(np.flatnonzero(confirmed.classes > 0).tolist())
    shares, spreads = np.full(len(outlines.core), -1.0), np.zeros(len(outlines.core))
    for spot, kind in enumerate(confirmed.classes):
        core = outlines.core[spot]
        around = [other for other in outlines.neighbours[spot] if other in in_the_way]
        alone = _visible(core, [outlines.wide[other] for other in around])
        if kind < 0 or not len(core) or alone.mean() < IN_VIEW:
            continue
        now, then = flat[core[alone]].astype(np.float64), before[core[alone]].astype(np.float64)
        shares[spot] = float(((((now - then) / CHANGE_SIGMA) ** 2).sum(axis=1) > CHANGED_SQUARED).mean())
        spreads[spot] = float(np.log((now[:, 0] + 4.0) / (then[:, 0] + 4.0)).std())
    return shares, spreads


def _score(evidence: _Evidence, spot: int, visible: NDArray[np.bool_]) -> None:
    ratios = evidence.ratios[spot]
    share = float(visible.mean()) if len(visible) else 0.0
    evidence.view[spot] = share
    if share < IN_VIEW:
        evidence.scores[spot] = 0.0
        return
    trust = WITNESSES * min(1.0, share / FULL_VIEW)
    evidence.scores[spot] = ratios[:, visible].mean(axis=1) * trust


def _pick(evidence: _Evidence, outlines: Silhouettes, size: int) -> list[int]:
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
        kind = int((evidence.scores[spot] + evidence.memory[spot, 1:]).argmax())
        for other in np.flatnonzero(open_spots):
            mirrored = _discount_mirror(evidence, int(other), outlines.mirror[spot], kind)
            if mirrored or spot in outlines.neighbours[other]:
                _score(evidence, int(other), ~taken[evidence.cores[other]])
    return occupied


def _discount_mirror(evidence: _Evidence, spot: int, mirror: Pixels, kind: int) -> bool:
    """Where a pawn may be mirrored in a glossy board its own colour proves no other pawn.  Tells whether it matters.

    A real pawn of the same colour there shows it outside the mirror image too.
    """
    core = evidence.cores[spot]
    if not len(mirror) or not len(core) or core[-1] < mirror[0] or core[0] > mirror[-1]:
        return False
    shown = np.isin(core, mirror)
    if not shown.any():
        return False
    ratios = evidence.ratios[spot].copy()
    ratios[kind, shown] = np.minimum(ratios[kind, shown], 0.0)
    evidence.ratios[spot] = ratios
    return True


def _settle(evidence: _Evidence, outlines: Silhouettes, occupied: list[int]) -> None:
    """Scores every spot again: a pawn is hidden by the pawns in front of it, an empty spot by all round it."""
    standing = set(occupied)
    for spot, near in enumerate(outlines.neighbours):
        others = [other for other in near if other in standing]
        if not others:
            continue
        in_front = [other for other in others if outlines.depth[other] > outlines.depth[spot]]
        hiders = in_front if spot in standing else others
        _score(evidence, spot, _visible(evidence.cores[spot], [outlines.wide[other] for other in hiders]))


def _visible(core: Pixels, covers: list[Pixels]) -> NDArray[np.bool_]:
    if not covers or not len(core):
        return np.ones(len(core), dtype=bool)
    return ~np.isin(core, np.concatenate(covers))


def _probabilities(evidence: _Evidence) -> Numbers:
    spots, kinds = evidence.scores.shape
    scores = np.where(evidence.alike, np.maximum(evidence.scores, -ALIKE_SAYS), evidence.scores)
    memory = evidence.memory.copy()
    memory[:, 0] = np.where(evidence.alike.any(axis=1), np.minimum(memory[:, 0], 0.0), memory[:, 0])
    logits = np.column_stack([np.full(spots, np.log(EMPTY_PRIOR)), scores + np.log((1 - EMPTY_PRIOR) / kinds)])
    logits += memory
    logits -= logits.max(axis=1, keepdims=True)
    chances = np.exp(logits)
    chances /= chances.sum(axis=1, keepdims=True)
    blurred = chances * (1 - LEAST * (kinds + 1)) + LEAST
    return np.asarray(np.log(blurred), dtype=np.float64)
