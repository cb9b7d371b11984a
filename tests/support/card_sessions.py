"""A game of DOG Cards as the session plays it, for tests."""

from session_driver import COLOURS, NAMES, Session

from companion.open_row.catalogue import full_deck, ruleset
from companion.open_row.position import Cards
from companion.open_row.setup import first_position
from companion.session import commands as cmd
from companion.session.card_game import CardGame

GAME = "dog_cards"


class CardSession(Session):
    """`table` is the game as it stands."""

    @property
    def table(self) -> CardGame:
        assert isinstance(self.state, CardGame)
        return self.state

    def begin(
        self, seats: int = 2, deck: Cards | None = None, first: int = 0, options: tuple[tuple[str, bool], ...] = ()
    ) -> "CardSession":
        """Begins a game; without a `deck` nobody knows a card."""
        rules = ruleset(GAME, seats, options)
        position = first_position(rules, deck, first=first)
        names, colours = NAMES[:seats], COLOURS[:seats]
        self.do(cmd.StartCardGame(game="cards", names=names, colours=colours, rules=rules, position=position))
        return self

    def act(self, action: str, seat: int | None = None) -> str:
        """Declares an action of the seat to move; returns the ruling and code of its fault, else "legal"."""
        mover = self.table.position.turn if seat is None else seat
        verdict = self.do(cmd.DeclareAction(seat=mover, action=action)).verdict
        assert verdict is not None
        reason = verdict.reasons[0] if verdict.reasons else None
        return f"{reason.ruling} {reason.code}" if reason else "legal"

    def turn_up(self, place: int, card: str) -> None:
        self.do(cmd.RevealCard(place=place, card=card))


def sorted_deck(*top: str) -> Cards:
    """A deck in the order of its data with these cards on top."""
    rest = list(full_deck(ruleset(GAME, 2, ()).game))
    for card in top:
        rest.remove(card)
    return (*top, *rest)
