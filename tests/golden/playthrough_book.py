"""Readable playthroughs: a whole game of sensible players for every variant and number of players, a play a line.

A text shows hands, exchange, every play in notation, and the board now and then.  So a change of any rule, of the deal
or of the players is read in a diff.  As a program it writes all texts anew: `make goldens`.
"""

import random
from collections.abc import Iterator
from pathlib import Path

from whole_games.whole_game import Table, WholeGame

from companion.catalogue.shipped import SHIPPED
from companion.model.notation import format_position, format_row
from companion.model.position import Position
from companion.players.sensible_player import SensiblePlayer
from companion.rules.setup import spread_seats
from companion.session import events as ev
from companion.session.state import Phase

FOLDER = Path(__file__).with_name("playthroughs")
#: The same game for all, but where a shorter one is read more easily.
SEED = 3
SEEDS = {
    "black_dog": {2: 1, 4: 5},
    "braendi": {4: 2, 6: 3},
    "dog": {2: 5, 3: 5, 5: 4, 6: 2},
    "dog_compact": {2: 5, 3: 5},
    "dog_royal": {2: 5, 3: 5, 4: 5, 5: 2, 6: 4},
    "dog_royal_plain": {2: 4, 4: 2, 5: 1, 6: 2},
    "keezen": {2: 5, 3: 5, 4: 1},
    "after_partners": {4: 8},
    "pegs_and_jokers": {4: 2, 6: 2},
    "super_tock": {2: 2, 3: 1, 4: 1, 5: 1, 6: 1},
    "super_tock_advanced": {2: 5, 3: 2, 4: 4, 5: 5, 6: 2},
    "tock_4": {2: 2, 3: 1, 4: 2},
    "tock_6": {3: 1, 4: 4, 5: 5, 6: 1},
}
#: The board is shown after so many plays, and at the end of every round.
BOARD_EVERY = 12


def books() -> Iterator[tuple[str, int]]:
    """Every game with every number of players."""
    return ((name, count) for name in SHIPPED.ids for count in SHIPPED.variant(name).seat_counts)


def path_of(variant: str, players: int) -> Path:
    return FOLDER / f"{variant}_{players}.txt"


def playthrough(variant: str, players: int) -> str:
    """The text of the game."""
    seed = SEEDS.get(variant, {}).get(players, SEED)
    chance = random.Random(seed)
    sectors = SHIPPED.variant(variant).usual_sectors(players)
    table = Table(variant=variant, seats=spread_seats(players, sectors), sectors=sectors)
    game = WholeGame(table, [SensiblePlayer(chance) for _ in range(players)], chance)
    lines = [
        f"{variant}, {players} players, {sectors} sectors, seed {seed}",
        f"begins as {format_position(game.position)}",
    ]
    while not game.is_over:
        number = game.state.ply
        for event in game.advance():
            lines += event_lines(event, game, number + 1)
        if game.state.ply > number and game.state.ply % BOARD_EVERY == 0 and game.state.phase is Phase.PLAY:
            lines.append(f"        {board(game.position)}")
    lines.append(f"ends as {format_position(game.position)}")
    return "\n".join(lines) + "\n"


def event_lines(event: ev.Event, game: WholeGame, ply: int) -> list[str]:
    """Returns an event in a line or a few; events that only prepare others are left out."""
    match event:
        case ev.CardsDealt():
            return dealt(event)
        case ev.DogPlaced():
            return [f"  the {event.figure} is put on {event.field}"]
        case ev.CardExchanged():
            return [f"  {event.seat} gives {event.card}"]
        case ev.FreeStartDecided():
            return [f"  {event.seat} {'waits' if event.pawn is None else f'starts pawn {event.pawn}'}"]
        case ev.PlayAccepted():
            return [f"{ply:5}  {event.seat}  {event.notation}"]
        case ev.HandForfeited():
            return [f"       {event.seat}  gives up {' '.join(event.hand or ())}"]
        case ev.CardDiscarded() | ev.CardsDrawn():
            return [f"       {event.seat}  {changed(event)}"]
        case ev.RoundEnded():
            return [f"        {board(game.position)}"]
        case ev.GameWon():
            return ["", f"won by {' and '.join(map(str, event.seats))} after {ply} plays in {game.state.round} rounds"]
    return []


def changed(event: ev.CardDiscarded | ev.CardsDrawn) -> str:
    """Returns the change of a hand."""
    if isinstance(event, ev.CardDiscarded):
        return f"throws away {event.card} ({event.because})"
    return f"draws {' '.join(event.cards or ()) or 'nothing'}"


def dealt(event: ev.CardsDealt) -> list[str]:
    """The round and the hands it begins with."""
    shuffled = ", reshuffled" if event.reshuffled else ""
    piles = f"{event.deck} left, {event.discard} laid aside"
    head = f"round {event.round}: {event.dealer} deals {event.cards} each{shuffled}, {piles}, {event.first} begins"
    return ["", head, *(f"  {seat} holds {' '.join(hand)}" for seat, hand in enumerate(event.hands or ()))]


def board(position: Position) -> str:
    """Returns the places of the pawns, and the other things on the board."""
    rows = (f"{seat}:{format_row(row)}" for seat, row in enumerate(position.placement.pawns))
    extras = (f"{name}={value}" for name, value in position.placement.extras)
    return " ".join([*rows, *extras])


def write_all() -> None:
    """Writes every text anew, and removes those that nothing writes."""
    FOLDER.mkdir(exist_ok=True)
    wanted = {path_of(*book): book for book in books()}
    for path in FOLDER.glob("*.txt"):
        if path not in wanted:
            path.unlink()
    for path, book in wanted.items():
        path.write_text(playthrough(*book), encoding="utf-8")


if __name__ == "__main__":
    write_all()
