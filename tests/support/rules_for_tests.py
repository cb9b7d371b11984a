"""The rules of the shipped games, for tests."""

from companion.catalogue.shipped import SHIPPED
from companion.model.position import Position
from companion.rules.rules import Rules


def rules_of(position: Position) -> Rules:
    """The rules that the position is played by."""
    return SHIPPED.rules(position)


def with_rules(position: Position) -> tuple[Rules, Position]:
    """The first two arguments of most functions of the engine: `legal_plays(*with_rules(position), "8")`."""
    return rules_of(position), position
