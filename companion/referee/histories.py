"""Finds the plays of several cards, laid one after the other without a picture between them, that explain a board.

Law: nothing is an accusation here.  Only legal plays in turn are tried, and they are believed only if they are much
likelier than everything else that may lie there; if two explanations leave different games behind, there is none.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from companion.model.observation import Observation
from companion.model.places import OFF
from companion.model.play import Play
from companion.model.position import Placement, Position
from companion.referee.changes import distance
from companion.referee.expectation import unfinished_states
from companion.referee.model import MODEL, is_cheaper, posterior
from companion.referee.pictures.likelihood import Evidence, weigh
from companion.referee.pictures.reading import Reading, is_plain, read_freely
from companion.referee.pictures.residuals import contradicted_spots
from companion.referee.sight import as_seen, shown
from companion.rules.apply import after_play
from companion.rules.legal import legal_plays
from companion.rules.rules import Rules

#: So many boards are gone on from after each card, those most like the picture first: a search ends within a moment.
TRIED_BOARDS: Final = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class LaidCard:
    """An open card of a seat; the seats of several go by turn.  `refused` is a fault that was seen of it."""

    seat: int
    card: str
    acting_as: str | None = None
    refused: Placement | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """A play for each of the first cards; `confidence` falls with every other history that ends in the same game."""

    plays: tuple[Play, ...]
    confidence: float


def explained(
    rules: Rules,
    position: Position,
    cards: tuple[LaidCard, ...],
    observation: Observation,
    earlier: Observation | None = None,
) -> History | None:
    """Returns the plays that a picture shows to have been made, if they are plain and the only ones.

    `earlier` is the picture when the second card was laid.
    """
    variant = rules.variant
    evidence = weigh(observation, variant.figures)
    reading = read_freely(evidence, as_seen(variant, position.placement))
    if contradicted_spots(evidence, reading.placement) > MODEL.sight.most_doubtful:
        return None
    rows = _rows(rules, position, cards, reading.placement, ranked=False)
    ends: dict[Placement, list[tuple[Play, ...]]] = {}
    for placement, plays in rows:
        ends.setdefault(as_seen(variant, placement), []).append(plays)
    nearest = sorted(ends, key=lambda end: distance(end, reading.placement))[:TRIED_BOARDS]
    finished = {} if earlier is None else _finished_by_then(rules, position, cards[0], earlier)
    scores = {end: evidence.score(end) + _most_finished(ends[end], finished) for end in nearest}
    best = max(scores, key=lambda end: scores[end], default=None)
    if best is None or best == as_seen(variant, position.placement):
        return None
    plays = ends[best][0]
    if not is_plain(variant, position, evidence, best, plays):
        return None
    fault = _fault(evidence, reading, best, _before_the_newest(rules, position, cards, plays))
    others = [*scores.values(), *_otherwise(rules, position, cards[0], evidence), fault]
    if not is_cheaper(posterior(scores[best], others), MODEL.costs.wrong_acceptance):
        return None
    sure = posterior(scores[best], [*others, *_stages_on_top(rules, position, cards, reading.placement, evidence)])
    return _only(tuple(ends[best]), sure) if is_cheaper(sure, MODEL.costs.wrong_acceptance) else None


def _finished_by_then(rules: Rules, position: Position, card: LaidCard, earlier: Observation) -> dict[Placement, float]:
    """Returns how much less likely each play of the first card is than another one when the next card was laid.

    The keys are the boards after the plays: a play that was only finished later was a fault until then.
    """
    variant, mine = rules.variant, replace(position, turn=card.seat)
    evidence = weigh(earlier, variant.figures)
    states = unfinished_states(rules, mine, card.card, card.acting_as)
    unfinished = [evidence.score(position.placement), *(evidence.score(s.placement, s.shared) for s in states)]
    late = max(unfinished) - MODEL.rarities.fault
    if card.refused is not None:
        # A fault that was put right meanwhile may be in that picture still, and is no evidence of the play then.
        late = max(late, evidence.score(card.refused))
    scores = {
        play.result: max(evidence.score(as_seen(variant, play.result)), late) for play, _ in _played(rules, mine, card)
    }
    most = max(scores.values(), default=0.0)
    return {end: score - most for end, score in scores.items()}


def _most_finished(rows: list[tuple[Play, ...]], finished: dict[Placement, float]) -> float:
    return max(finished.get(plays[0].result, 0.0) for plays in rows)


def _otherwise(rules: Rules, position: Position, card: LaidCard, evidence: Evidence) -> list[float]:
    """Returns the log-weights of the other proper boards: the board before, or a stage of a play of the first card."""
    return [evidence.score(position.placement), *_stages(rules, position, card, evidence)]


def _stages(rules: Rules, board: Position, card: LaidCard, evidence: Evidence) -> list[float]:
    states = unfinished_states(rules, replace(board, turn=card.seat), card.card, card.acting_as)
    return [evidence.score(state.placement, state.shared) - MODEL.rarities.unfinished for state in states]


def _stages_on_top(
    rules: Rules, position: Position, cards: tuple[LaidCard, ...], seen: Placement, evidence: Evidence
) -> Iterator[float]:
    """Yields the log-weights of the stages of a play of any card but the first, when all before it were played.

    A 7 that is not finished may look as if other plays were.
    """
    for card, boards in zip(cards[1:], _boards(rules, position, cards[:-1], seen, ranked=False), strict=True):
        for board, _ in boards:
            yield from _stages(rules, board, card, evidence)


def _before_the_newest(
    rules: Rules, position: Position, cards: tuple[LaidCard, ...], plays: tuple[Play, ...]
) -> Placement:
    """Returns the board before the play over which no card was laid yet; without one, the board after them all."""
    gone_over = plays if len(plays) < len(cards) else plays[:-1]
    return as_seen(rules.variant, gone_over[-1].result if gone_over else position.placement)


def _fault(evidence: Evidence, reading: Reading, end: Placement, before_newest: Placement) -> float:
    """Returns the log-weight of a board that no play explains.

    A pawn that seems to stand nowhere, and not since the newest play, would have been missed: people have played on.
    """
    if reading.placement == end:
        return reading.score - reading.doubt - MODEL.rarities.fault
    rows = zip(*(map(Counter, evidence.rows(board)) for board in (before_newest, end, reading.placement)), strict=True)
    missed = all(
        (seen - after).keys() <= {OFF} and not (after - before) & (after - seen) for before, after, seen in rows
    )
    return reading.score - MODEL.rarities.fault - (MODEL.rarities.unnoticed if missed else 0.0)


def explained_exactly(rules: Rules, position: Position, cards: tuple[LaidCard, ...], seen: Placement) -> History | None:
    """Returns the same for a board that a person states."""
    wanted = shown(rules.variant, seen)
    rows = _rows(rules, position, cards, seen, ranked=True)
    return _only(tuple(plays for placement, plays in rows if shown(rules.variant, placement) == wanted), 1.0)


def _only(found: tuple[tuple[Play, ...], ...], sure: float) -> History | None:
    """Returns the one history if all leave the same behind.

    The same are the number of plays and the board, ranks and unseen values included.
    """
    ends = {(len(plays), plays[-1].result, plays[-1].draws) for plays in found}
    return History(plays=found[0], confidence=sure / len(found)) if len(ends) == 1 else None


#: A board, and the plays that led to it.
_Row = tuple[Position, tuple[Play, ...]]


def _rows(
    rules: Rules, position: Position, cards: tuple[LaidCard, ...], seen: Placement, *, ranked: bool
) -> tuple[tuple[Placement, tuple[Play, ...]], ...]:
    """Returns every row of plays, of the first card or of more, with the board after it."""
    boards = _all_boards(rules, position, cards, seen, ranked=ranked)
    return tuple((board.placement, plays) for rows in boards for board, plays in rows)


def _boards(
    rules: Rules, position: Position, cards: tuple[LaidCard, ...], seen: Placement, *, ranked: bool
) -> Iterator[tuple[_Row, ...]]:
    """Returns after each card the boards most like `seen`, from which the search goes on."""
    return (rows[:TRIED_BOARDS] for rows in _all_boards(rules, position, cards, seen, ranked=ranked))


@lru_cache(maxsize=8)
def _all_boards(
    rules: Rules, position: Position, cards: tuple[LaidCard, ...], seen: Placement, *, ranked: bool
) -> tuple[tuple[_Row, ...], ...]:
    """Returns after each card every board that a row of plays leads to, those most like `seen` first.

    Cached, because a board that lies still is judged again and again.
    """
    found: list[tuple[_Row, ...]] = []
    boards: tuple[_Row, ...] = ((position, ()),)
    for card in cards:
        rows = [
            (after, (*plays, play))
            for board, plays in boards[:TRIED_BOARDS]
            for play, after in _played(rules, board, card)
        ]
        boards = tuple(sorted(rows, key=lambda row: distance(row[0].placement, seen, ranked=ranked)))
        found.append(boards)
    return tuple(found)


def _played(rules: Rules, board: Position, card: LaidCard) -> Iterator[tuple[Play, Position]]:
    mine = replace(board, turn=card.seat)
    for play in legal_plays(rules, mine, card.card, card.acting_as):
        yield play, after_play(rules, mine, play)
