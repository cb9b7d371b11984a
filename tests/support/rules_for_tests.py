"""The rules of the shipped games, for tests."""

from companion.catalogue.shipped import SHIPPED
from companion.model.position import Position
from companion.rules.rules import Options, Rules, compile_rules
from companion.rules.settings import DealRules
from companion.rules.setup import spread_seats
from companion.rules.variant import Variant


def rules_of(position: Position) -> Rules:
    """The rules that the position is played by."""
    return SHIPPED.rules(position)


def deal_of(variant: Variant, options: Options = ()) -> DealRules:
    """How the game deals by these switches, for any number of players."""
    players = variant.usual_seats
    sectors = variant.usual_sectors(players)
    return compile_rules(variant, sectors, spread_seats(players, sectors), tuple(range(players)), options).deal


def with_rules(position: Position) -> tuple[Rules, Position]:
    """The first two arguments of most functions of the engine: `legal_plays(*with_rules(position), "8")`."""
    return rules_of(position), position
