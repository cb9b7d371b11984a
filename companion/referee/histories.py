"""Which plays of several cards, laid one after the other, lead to what is seen when none of them was seen by itself.

Law: nothing is an accusation here.  Only legal plays in turn are tried, and only a picture that hardly leaves another
reading is explained by them; where two explanations leave different games behind, there is none.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from companion.model.observation import Observation
from companion.model.play import Play
from companion.model.position import Placement, Position
from companion.referee.changes import distance
from companion.referee.model import MODEL, is_cheaper, posterior
from companion.referee.pictures.likelihood import weigh
from companion.referee.pictures.reading import read_freely
from companion.referee.pictures.residuals import contradicted_spots
from companion.referee.sight import as_seen, shown
from companion.rules.apply import after_play
from companion.rules.legal import legal_plays
from companion.rules.rules import Rules

#: So many boards are gone on from after each card, those most like the picture first: a search ends within a moment.
TRIED_BOARDS: Final = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class LaidCard:
    """A card of a seat that lies open; the seats of several go by turn."""

    seat: int
    card: str
    acting_as: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """A play for each of the first cards; `confidence` falls with every other history that ends in the same game."""

    plays: tuple[Play, ...]
    confidence: float


def explained(
    rules: Rules, position: Position, cards: tuple[LaidCard, ...], observation: Observation
) -> History | None:
    """The plays that a picture shows to have been made, where the picture is plain and they are the only ones."""
    variant = rules.variant
    evidence = weigh(observation, variant.figures)
    reading = read_freely(evidence, as_seen(variant, position.placement))
    sure = posterior(reading.score, (reading.score, reading.score - reading.doubt))
    doubtful = contradicted_spots(evidence, reading.placement) > MODEL.sight.most_doubtful
    if doubtful or not is_cheaper(sure, MODEL.costs.wrong_acceptance):
        return None
    return _only(_histories(rules, position, cards, reading.placement, ranked=False), sure)


def explained_exactly(rules: Rules, position: Position, cards: tuple[LaidCard, ...], seen: Placement) -> History | None:
    """The same for a board that a person states."""
    return _only(_histories(rules, position, cards, seen, ranked=True), 1.0)


def _only(found: tuple[tuple[Play, ...], ...], sure: float) -> History | None:
    """What they all leave behind must be one: as many plays, one board, the ranks and what nobody sees included."""
    ends = {(len(plays), plays[-1].result, plays[-1].draws) for plays in found}
    return History(plays=found[0], confidence=sure / len(found)) if len(ends) == 1 else None


@lru_cache(maxsize=8)
def _histories(
    rules: Rules, position: Position, cards: tuple[LaidCard, ...], seen: Placement, *, ranked: bool
) -> tuple[tuple[Play, ...], ...]:
    """Every row of plays, of the first card or of more, after which the board looks like `seen`.

    Remembered, because a board that lies still asks again and again.
    """
    variant = rules.variant

    def look(placement: Placement) -> Placement:
        return shown(variant, placement) if ranked else as_seen(variant, placement)

    wanted = look(seen)
    found: list[tuple[Play, ...]] = []
    boards: list[tuple[Position, tuple[Play, ...]]] = [(position, ())]
    for card in cards:
        rows = [(after, (*plays, play)) for board, plays in boards for play, after in _played(rules, board, card)]
        found += [plays for after, plays in rows if look(after.placement) == wanted]
        rows.sort(key=lambda row: distance(row[0].placement, seen, ranked=ranked))
        boards = rows[:TRIED_BOARDS]
    return tuple(found)


def _played(rules: Rules, board: Position, card: LaidCard) -> Iterator[tuple[Play, Position]]:
    mine = replace(board, turn=card.seat)
    for play in legal_plays(rules, mine, card.card, card.acting_as):
        yield play, after_play(rules, mine, play)
