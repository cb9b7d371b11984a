"""The uses of a declared card's face in this position, for the explanation of faults.

Law: no kind of card use is known here.  A use itself names the pawns that it moves, the moves that it could have made
and the fault of a move (`rules.mechanic.Use`).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.model.play import Play, StepKind
from companion.model.position import Position
from companion.rules.faults.fault import BoardChange, Fault, Fit, Moved, fault
from companion.rules.mechanic import StandIn, Use
from companion.rules.moves.turn import Turn, turn_of
from companion.rules.rules import Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class CardReading:
    """`uses` are those of every face the card may stand for in this position: none if it stands for no face at all.

    `movers` are all seats whose pawns the card may move here; `has_choice`: its legal plays move a neutral figure by
    different values.
    """

    card: str
    rules: Rules
    turn: Turn
    uses: tuple[Use, ...]
    movers: frozenset[int]
    has_choice: bool

    @property
    def own(self) -> tuple[int, ...]:
        return self.turn.own

    def fits(self, move: Moved) -> bool:
        """Returns whether some use of the card could have moved that pawn so, were no rule in the way."""
        return any(use.fits(self.turn, move) for use in self.uses)

    def could_move(self, face: str, move: Moved) -> bool:
        """Returns whether a use of that face could have moved the pawn so, were no rule in the way."""
        return any(use.fits(self.turn, move) for use in self.rules.uses.get(face, ()))

    def cards_for(self, move: Moved) -> str:
        """Returns the cards of the game that could have made a move, as alternatives of a message."""
        able = set[str]()
        for card in self.rules.variant.cards:
            faces = [face for use in self.rules.uses[card] for face in use.stands_for(self.turn)]
            if any(self.could_move(face, move) for face in (card, *faces)):
                able.add(card)
        return "|".join(card for card in self.rules.variant.cards if card in able)

    def faults(self, change: BoardChange) -> tuple[Fault, ...]:
        """Returns the faults of `change`, by the use that comes nearest to it."""
        barred = tuple(self._switched_off(change))
        if barred:
            return barred
        stand_ins = tuple(use for use in self.rules.uses[self.card] if isinstance(use, StandIn))
        candidates = (*self.uses, *stand_ins)
        found = [faults for use in candidates if (faults := self._true(use.faults(self.turn, change)))]
        return min(found, key=lambda faults: faults[0].fit, default=())

    @property
    def refuted(self) -> frozenset[str]:
        """The codes that are untrue of this card, because one of its uses does what they deny."""
        return frozenset(code for use in self.uses for code in use.refutes)

    def _true(self, faults: Iterable[Fault]) -> tuple[Fault, ...]:
        return tuple(fault for fault in faults if fault.code not in self.refuted)

    def _switched_off(self, change: BoardChange) -> Iterator[Fault]:
        """Yields the fault of a use that the card has only under a switch of the game which is not set."""
        variant = self.rules.variant
        for use in variant.uses[self.card]:
            if not use.only_with or use in self.rules.uses[self.card]:
                continue
            for move in change.walked:
                if len(change.walked) == 1 and use.fits(self.turn, move):
                    ruling = variant.options[use.switch].rulings[0]
                    yield fault(ruling, "not_at_this_table", move, Fit.ONE_RULE)

    def uses_of(self, play: Play) -> tuple[Use, ...]:
        """Returns the uses by which the first pawn of the play can have moved; all of them if none claims it.

        A play as another card is made by the uses of that one.
        """
        uses = self.rules.uses.get(play.acting_as or "", self.uses)
        for step in play.steps:
            if step.seat is not None:
                move = Moved(step.seat, step.origin, step.target)
                return tuple(use for use in uses if use.fits(self.turn, move)) or uses
        return uses


def read_card(
    rules: Rules, position: Position, card: str, acting_as: str | None, plays: tuple[Play, ...]
) -> CardReading:
    """Returns the reading of the card in this position; `plays` are its legal plays."""
    turn = turn_of(rules, position)
    uses = uses_of_card(rules, turn, card, acting_as)
    movers = {seat for use in uses for seat in use.owners(turn)} | set(turn.own)
    steps = [step for play in plays for step in play.steps]
    losses = (StepKind.SKIP, StepKind.DISCARD)
    movers |= {step.seat for step in steps if step.seat is not None and step.kind not in losses}
    return CardReading(
        card=card,
        rules=rules,
        turn=turn,
        uses=uses,
        movers=frozenset(movers),
        has_choice=len({step.value for step in steps if step.kind is StepKind.DOG}) > 1,
    )


def uses_of_card(rules: Rules, turn: Turn, card: str, acting_as: str | None = None) -> tuple[Use, ...]:
    """Returns the uses of the card, and those of the faces that it may be played as."""
    uses: list[Use] = []
    for use in rules.uses[card]:
        if not isinstance(use, StandIn):
            uses.append(use)
            continue
        for face in use.faces(turn):
            if acting_as in (None, face):
                uses.extend(borrowed for borrowed in rules.uses[face] if borrowed not in uses)
    return tuple(uses)
