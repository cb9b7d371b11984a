"""The perft books: positions with the counts of their plays, a book a game, as texts that are read in a diff.

`name: position` names a position in the text form.  Under it `plays` counts the legal plays of every card and `depth`
counts the ways to play a sequence of cards, after each card.  As a program it writes all counts anew: `make goldens`.
"""

from pathlib import Path

from perft import perft, plays_by_card
from rules_for_tests import rules_of, with_rules

from companion.model.notation import parse_position
from companion.model.position import Position
from companion.rules.schema import checked_position

BOOKS = sorted(Path(__file__).parent.glob("*.perft"))


def counted(text: str) -> str:
    """The book with every count computed."""
    position: Position | None = None
    lines = []
    for line in text.splitlines():
        word, _, rest = line.strip().partition(" ")
        if line.startswith("#") or not line.strip():
            lines.append(line)
        elif word == "plays":
            lines.append(f"  plays {_plays(_set_up(position))}")
        elif word == "depth":
            cards = rest.partition(" = ")[0]
            counts = " ".join(str(count) for count in perft(*with_rules(_set_up(position)), cards.split()))
            lines.append(f"  depth {cards} = {counts}")
        else:
            position = checked_position(*with_rules(parse_position(line.partition(": ")[2])))
            lines.append(line)
    return "\n".join(lines) + "\n"


def _set_up(position: Position | None) -> Position:
    assert position is not None, "a count stands before the first position"
    return position


def _plays(position: Position) -> str:
    return "  ".join(f"{card} {count}" for card, count in plays_by_card(rules_of(position), position).items())


if __name__ == "__main__":
    for book in BOOKS:
        book.write_text(counted(book.read_text(encoding="utf-8")), encoding="utf-8")
