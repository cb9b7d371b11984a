"""The command for the same game once more."""

from companion.app.card_setup import card_rematch_command
from companion.session.commands import StartCardGame, StartGame
from companion.views.table_view import TableView


def rematch_command(view: TableView, game: str) -> StartGame | StartCardGame:
    """Starts the next game with the same people at the same table; the deal has gone on by one."""
    if view.card_rules is not None:
        names, colours = tuple(seat.name for seat in view.seats), tuple(seat.colour for seat in view.seats)
        first = (view.first + 1) % len(names)
        return card_rematch_command(view.card_rules, names, colours, game, first, demo=view.demo)
    if view.position is None:
        raise ValueError("no game to play again")
    return StartGame(
        game=game,
        variant=view.rules.variant,
        names=tuple(seat.name for seat in view.seats),
        colours=tuple(seat.colour for seat in view.seats),
        board=view.board,
        sectors=view.position.sectors,
        seats=view.position.seats,
        teams=view.position.teams,
        options=view.options,
        first=view.rules.next_seat(view.first),
        demo=view.demo,
        levels=tuple(seat.level for seat in view.seats) if any(seat.level for seat in view.seats) else (),
    )
