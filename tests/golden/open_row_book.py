"""Whole games of DOG Cards, one line a turn, as a text that a reviewer can read in a diff.

Seats with even numbers are played sensibly, the others by chance.  A line: turn, seat, action, how many actions were
legal, the cards that came into the hand, the new cards of the open row, the row that changed, the sizes of the piles.
As a program, with `tests/support` on the path as in `make goldens`, it writes the games of 2, 3 and 4 players anew.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from card_games import card_game
from card_tables import GAME

from companion.open_row.actions import Action, format_action
from companion.open_row.legal import legal_actions
from companion.open_row.players import random_player, sensible_player
from companion.open_row.position import CardPosition, rules_of, winners
from companion.open_row.text import format_card_position

FOLDER = Path(__file__).with_name("playthroughs") / "open_row"
SEAT_COUNTS = (2, 3, 4)
SEED = 2014


def book(seats: int) -> Path:
    """Returns the file of the game of so many players."""
    return FOLDER / f"{GAME}_{seats}.txt"


def playthrough(seats: int) -> str:
    """The whole game as text."""
    return "\n".join(_lines(seats)) + "\n"


def _lines(seats: int) -> Iterator[str]:
    players = [sensible_player if seat % 2 == 0 else random_player for seat in range(seats)]
    names = ", ".join(f"seat {seat} {player.__name__.replace('_', ' ')}" for seat, player in enumerate(players))
    yield f"# {GAME}, {seats} players, seed {SEED}: {names}"
    for turn, (before, action, after) in enumerate(card_game(SEED, players), 1):
        if turn == 1:
            yield format_card_position(before)
        yield _line(turn, before, action, after)
    yield f"# won by {' and '.join(f'seat {seat}' for seat in winners(rules_of(after), after))}"
    yield format_card_position(after)


def _line(turn: int, before: CardPosition, action: Action, after: CardPosition) -> str:
    seat = before.turn
    parts = [
        f"{turn:>3}  {seat}  {format_action(action):<20}",
        f"{len(legal_actions(rules_of(before), before)):>2} legal",
    ]
    kept = Counter(before.hands[seat]) - Counter([action.card])
    came = Counter(after.hands[seat]) - kept
    parts += [f"hand +{card}" for card in came.elements()]
    changed = [place for place in range(13) if before.open_row[place] != after.open_row[place]]
    parts += [f"open {place + 1}={after.open_row[place]}" for place in changed]
    if action.row is not None and action.seat is not None:
        parts.append(f"row {action.seat}.{action.row}={_row(action.seat, action.row, before, after)}")
    shuffled = " shuffled" if len(after.discard) < len(before.discard) and action.wanted is None else ""
    parts.append(f"draw {len(after.draw)} discard {len(after.discard)}{shuffled}")
    return "  ".join(parts)


def _row(seat: int, number: int, before: CardPosition, after: CardPosition) -> str:
    """Returns the cards of the row; a row that is gone was finished or robbed of its only card."""
    if len(after.rows[seat]) >= len(before.rows[seat]):
        return ",".join(after.rows[seat][number - 1])
    return "finished" if after.finished[seat] > before.finished[seat] else "gone"


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for count in SEAT_COUNTS:
        book(count).write_text(playthrough(count), encoding="utf-8")
