"""The part of a running game that a camera needs: its pieces, its rules, and each position that the record knows."""

from dataclasses import dataclass

from companion.model.position import Position
from companion.rules.rules import Rules
from companion.views.table_view import Known, TableView


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchedGame:
    """`colours` go by seat; `known` is the newest certain position, None before the first one."""

    game: str
    rules: Rules
    position: Position
    colours: tuple[str, ...]
    known: Known | None


def watched_game(view: TableView) -> WatchedGame | None:
    """Returns the game of a snapshot; None if none is on."""
    if view.position is None:
        return None
    colours = tuple(seat.colour for seat in view.seats)
    return WatchedGame(game=view.game, rules=view.rules, position=view.position, colours=colours, known=view.known)
