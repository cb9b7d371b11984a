"""Tables of a card game for tests, in a few words: unnamed cards are unknown, and all 120 cards are there."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from companion.open_row.actions import parse_action, parse_turn
from companion.open_row.apply import after_action
from companion.open_row.catalogue import checked_options, full_deck, load_game, ruleset
from companion.open_row.faults import explain
from companion.open_row.legal import legal_actions
from companion.open_row.position import UNKNOWN, CardPosition, Cards, all_cards, rules_of, sorted_hand
from companion.open_row.schema import checked_position

GAME = "dog_cards"
#: No card on its own number.
OPEN_ROW = "2 3 4 5 6 7 8 9 10 12 13 14 2"
_PADDING = ("12", "10", "9", "6")


def table(
    hand: str = "",
    *,
    seats: int = 2,
    turn: int = 0,
    rows: Mapping[int, str] | None = None,
    finished: Mapping[int, int] | None = None,
    open_row: str = OPEN_ROW,
    draw: str | None = None,
    discard: str = "",
    given: str = "",
    options: Mapping[str, bool] | None = None,
) -> CardPosition:
    """A position: `hand` of the seat to move, filled up with cards that fit nowhere; `rows` by seat as "1/11 2 | 13".

    `draw`: the whole draw pile, whose missing cards are then in the discard pile; None: an unknown pile.
    """
    kept = checked_options(load_game(GAME), dict(options or {}))
    rules = ruleset(GAME, seats, kept)
    pushed = tuple(None if word == "-" else word for word in given.split()) or None
    laid = tuple(
        tuple(tuple(row.split()) for row in (rows or {}).get(seat, "").split("|") if row.strip())
        for seat in range(seats)
    )
    sizes = [rules.hand_size - (pushed is not None and pushed[seat] is not None) for seat in range(seats)]
    hands: list[Cards] = [(UNKNOWN,) * size for size in sizes]
    shown = hand.split()
    padded = (shown + [c for c in _PADDING for _ in range(7)])[: max(len(shown), sizes[turn])]
    hands[turn] = sorted_hand(rules, padded)
    position = CardPosition(
        variant=rules.variant,
        options=rules.options,
        turn=turn,
        open_row=tuple(open_row.split()),
        rows=laid,
        finished=tuple((finished or {}).get(seat, 0) for seat in range(seats)),
        hands=tuple(hands),
        draw=tuple((draw or "").split()),
        discard=tuple(discard.split()),
        given=pushed,
    )
    return checked_position(rules, _with_rest(position, hidden=draw is None))


def _with_rest(position: CardPosition, *, hidden: bool) -> CardPosition:
    """All cards that were not named lie in the unknown draw pile, or else at the bottom of the discard pile."""
    named = Counter(all_cards(rules_of(position), position))
    rest = Counter(full_deck(load_game(GAME))) - named
    missing = sum(rest.values()) - named[UNKNOWN]
    if hidden:
        return replace(position, draw=position.draw + (UNKNOWN,) * missing)
    return replace(position, discard=(*tuple(rest.elements())[:missing], *position.discard))


def ruled(position: CardPosition, text: str) -> str:
    """Returns the referee's verdict on a turn: "legal", or ruling and code."""
    rules = rules_of(position)
    reasons = explain(rules, position, parse_turn(rules, text))
    return " ".join(f"{reason.ruling} {reason.code}" for reason in reasons) or "legal"


def after(position: CardPosition, text: str, shuffled: Cards | None = None) -> CardPosition:
    """The position after a legal action."""
    assert ruled(position, text) == "legal"
    rules = rules_of(position)
    return after_action(rules, position, parse_action(rules, text), shuffled)


def offered(position: CardPosition, text: str) -> bool:
    """Whether the list of legal actions has this one, or one that comes to the same."""
    rules = rules_of(position)
    result = after_action(rules, position, parse_action(rules, text))
    return any(choice.result == result for choice in legal_actions(rules, position))


def hand_changes(before: CardPosition, text: str) -> tuple[Counter[str], Counter[str]]:
    """The cards that came into the mover's hand, and those that left it."""
    old, new = (Counter(position.hands[before.turn]) for position in (before, after(before, text)))
    return new - old, old - new
