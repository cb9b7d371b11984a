"""What a declared card lets a player do, as the explanations need it: a summary over the uses of its face."""

from dataclasses import dataclass

from companion.model.play import Play
from companion.model.position import Position
from companion.rules.mechanic import StandIn, Use
from companion.rules.mechanics.advance import Advance
from companion.rules.mechanics.dog import PawnThenFigure
from companion.rules.mechanics.magnet import Magnet
from companion.rules.mechanics.split import Split
from companion.rules.mechanics.start import Start
from companion.rules.mechanics.swap import Swap
from companion.rules.ruleset import ruleset_of
from companion.rules.turn import Turn, turn_of


@dataclass(frozen=True, slots=True, kw_only=True)
class CardReading:
    """`values` are the fields one pawn may walk, `points` what is shared out, `figure` what moves after the pawn.

    `own` are the seats that count as the player's, `movers` all seats whose pawns the card may move here.  `void` says
    that the card stands for no face at all now (a copy without a card to copy).
    """

    card: str
    turn: Turn
    own: tuple[int, ...]
    movers: frozenset[int]
    values: tuple[int, ...] = ()
    starts: bool = False
    swaps: bool = False
    pulls: bool = False
    points: int | None = None
    figure: str | None = None
    void: bool = False


def read_card(position: Position, card: str, acting_as: str | None, plays: tuple[Play, ...]) -> CardReading:
    """Summary of the card in this position; `plays` are its legal plays."""
    turn = turn_of(position, ruleset_of(position))
    uses = _uses(turn, card, acting_as)
    values = [value for use in uses if isinstance(use, Advance | PawnThenFigure) for value in use.values]
    points = [use.points for use in uses if isinstance(use, Split)]
    figures = [use.figure for use in uses if isinstance(use, PawnThenFigure)]
    return CardReading(
        card=card,
        turn=turn,
        own=turn.own,
        movers=_movers(turn, plays, shared=bool(points)),
        values=tuple(sorted(set(values))),
        starts=any(isinstance(use, Start) for use in uses),
        swaps=any(isinstance(use, Swap) for use in uses),
        pulls=any(isinstance(use, Magnet) for use in uses),
        points=points[0] if points else None,
        figure=figures[0] if figures else None,
        void=not uses,
    )


def _uses(turn: Turn, card: str, acting_as: str | None) -> list[Use]:
    uses: list[Use] = []
    for use in turn.rules.uses[card]:
        if not isinstance(use, StandIn):
            uses.append(use)
            continue
        for face in use.faces(turn):
            if acting_as in (None, face):
                uses.extend(turn.rules.uses[face])
    return uses


def _movers(turn: Turn, plays: tuple[Play, ...], *, shared: bool) -> frozenset[int]:
    """Own seats, the team's when points are shared out, and whoever moves in a legal play anyway (BD-R62)."""
    movers = set(turn.own)
    if shared:
        mates = turn.rules.mates[turn.actor]
        movers |= {turn.actor, *mates} if mates else set(range(len(turn.rules.seats)))
        movers |= {step.seat for play in plays for step in play.steps if step.seat is not None}
    return frozenset(movers)
