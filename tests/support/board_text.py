"""Writes positions and reads plays in short, so that a test of the rules is one line of board and one line of moves."""

from msgspec.structs import replace
from rules_for_tests import rules_of, with_rules

from companion.model.notation import format_play, parse_position, place_name
from companion.model.position import Position
from companion.rules.apply import after_play
from companion.rules.legal import legal_plays
from companion.rules.schema import checked_position

HOME = "g1 g2 g3 g4"


def at(
    red: str = "",
    yellow: str = "",
    green: str = "",
    blue: str = "",
    *,
    turn: int = 0,
    dog: int = 62,
    wheel: int = 0,
    copied: str | None = None,
    options: str = "",
) -> Position:
    """A Black DOG position for four; pawns not named are in their kennels.  `options`: words of the text form."""
    rows = [",".join([*row.split(), *["k"] * (4 - len(row.split()))]) for row in (red, yellow, green, blue)]
    seats = " ".join(f"{sector}:{row}" for sector, row in enumerate(rows))
    card = f"copied={copied}" if copied else ""
    line = f"v1 black_dog 4 turn={turn} teams=0,1,0,1 {seats} {card} dog={dog} wheel={wheel} {options}"
    return checked_position(*with_rules(parse_position(line)))


def moves(position: Position, card: str) -> set[str]:
    """The legal plays in short, without the name of the card."""
    return {format_play(play).partition(" ")[2] for play in legal_plays(rules_of(position), position, card)}


def boards(position: Position, card: str) -> set[str]:
    """Returns the results of the legal plays, each as `board` writes it."""
    return {board(position.with_placement(play.result)) for play in legal_plays(rules_of(position), position, card)}


def board(position: Position) -> str:
    """The pawns outside the kennels by seat, then dog and wheel, as in "0:18,g1 2:40 dog=62 wheel=0"."""
    words = []
    for seat, row in enumerate(position.placement.pawns):
        out = [place_name(place) for place in row if place_name(place) != "k"]
        if out:
            words.append(f"{seat}:{','.join(out)}")
    words += [f"{name}={value}" for name, value in position.placement.extras]
    return " ".join(words)


def after(position: Position, card: str, play: str, *, turn: int | None = None) -> Position:
    """The position after the play that reads so (without the card); `turn` moves next, else who comes next."""
    for candidate in legal_plays(rules_of(position), position, card):
        if format_play(candidate).partition(" ")[2] == play:
            follows = after_play(rules_of(position), position, candidate)
            return follows if turn is None else replace(follows, turn=turn)
    raise AssertionError(f"{card} {play} is not legal; legal: {sorted(moves(position, card))}")
