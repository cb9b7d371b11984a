"""Computer players, and the turn in which one of them acts.

Law: a player is given the rules, the view of its seat, the own hand and public knowledge, and a random number; never
anything else.  A player with a card that shows the draw pile decides before it sees the cards, and chooses after.
"""

from collections.abc import Callable, Sequence
from typing import Final

from companion.open_row.actions import Action, ActionKind
from companion.open_row.apply import after_action, cards_to_shuffle, reshuffled
from companion.open_row.catalogue import Card, CardRules
from companion.open_row.legal import Choice, legal_actions
from companion.open_row.position import UNKNOWN, CardPosition, Cards, seen_by, wanted_next, winners

#: Takes the rules, the view of the seat to move, its choices and a random number, and returns a choice.
Player = Callable[[CardRules, CardPosition, Sequence[Choice], int], Choice]

# Values, in cards that can be laid at once; tuned by games between the players.
_WINS: Final = 1000.0
_FINISHED: Final = 40.0
_LAID: Final = 2.0
_THREAT: Final = 0.6
_JOKER: Final = 1.3
_ROBBER: Final = 0.5
_UNKNOWN: Final = 0.35
_END: Final = 0.6
_SECOND_COPY: Final = 0.3
_FADES: Final = 0.75
_BEST_OF_SEVEN: Final = 0.45


def random_player(_rules: CardRules, _view: CardPosition, choices: Sequence[Choice], chance: int) -> Choice:
    """Any kind of action, and then any action of that kind."""
    kinds = sorted({choice.action.kind for choice in choices})
    fitting = [choice for choice in choices if choice.action.kind is kinds[chance % len(kinds)]]
    return fitting[chance // len(kinds) % len(fitting)]


def sensible_player(rules: CardRules, view: CardPosition, choices: Sequence[Choice], chance: int) -> Choice:
    """The action that leaves the best rows and the most useful hand; chance decides between equals."""
    mover = view.turn
    scores = [_score(rules, choice, mover) for choice in choices]
    best = [choice for choice, score in zip(choices, scores, strict=True) if score == max(scores)]
    return best[chance % len(best)]


def play_turn(
    rules: CardRules,
    position: CardPosition,
    player: Player,
    chance: Callable[[], int],
    shuffle: Callable[[Cards], Cards],
) -> tuple[Action, CardPosition]:
    """Lets the seat to move act in a game that is not won; `position` knows all cards, the player does not."""
    seat = position.turn
    view = seen_by(position, seat)
    action = player(rules, view, legal_actions(rules, view), chance()).action
    if action.kind is ActionKind.LOOK and action.card is not None:
        if not position.draw:
            position = reshuffled(position, shuffle(position.discard))
        view = seen_by(position, seat, looking=rules.face(action.card).looks)
        looked = [
            choice
            for choice in legal_actions(rules, view)
            if choice.action.kind is ActionKind.LOOK and choice.action.card == action.card
        ]
        action = player(rules, view, looked, chance()).action
    return action, after_action(rules, position, action, shuffle(cards_to_shuffle(rules, position, action)) or None)


def _score(rules: CardRules, choice: Choice, mover: int) -> float:
    after = choice.result
    team = rules.team(mover)
    if mover in winners(rules, after):
        return _WINS
    own = sum(_rows_value(after, seat) for seat in team)
    others = sum(_threat(rules, after, seat) for seat in range(after.seat_count) if seat not in team)
    return own - others + _hand_value(rules, after, mover) + _hope(choice, mover)


def _rows_value(position: CardPosition, seat: int) -> float:
    return _FINISHED * position.finished[seat] + sum(_LAID * len(row) for row in position.rows[seat])


def _threat(rules: CardRules, position: CardPosition, seat: int) -> float:
    """Another player's row counts the more the nearer it is to its end."""
    end = rules.game.row_end
    return sum(_THREAT * len(row) * (1 + len(row) / end) for row in position.rows[seat])


def _hope(choice: Choice, mover: int) -> float:
    """Seeing several cards promises more than the one unknown card that results."""
    looks = choice.action.kind is ActionKind.LOOK and UNKNOWN in choice.result.hands[mover]
    return _BEST_OF_SEVEN if looks else 0.0


def _hand_value(rules: CardRules, position: CardPosition, seat: int) -> float:
    wanted = [number for member in rules.team(seat) for number in _wanted(rules, position, member)]
    value = 0.0
    hand = position.hands[seat]
    for index, card in enumerate(hand):
        card_value = _card_value(rules, card, wanted)
        spare = card in hand[:index] and rules.game.cards.get(card) is not None and rules.face(card).values
        value += card_value * _SECOND_COPY if spare else card_value
    return value


def _wanted(rules: CardRules, position: CardPosition, seat: int) -> list[int]:
    """The numbers that the rows of a seat need next, and 1 if it may begin another row."""
    numbers = [wanted_next(row) for row in position.rows[seat]]
    room = rules.rows - len(numbers) - position.finished[seat]
    return numbers + [1] * (room > 0)


def _card_value(rules: CardRules, card: Card, wanted: Sequence[int]) -> float:
    """The value of a card by how soon it can be laid: every number that must come before it lowers the value."""
    if card == UNKNOWN:
        return _UNKNOWN
    face = rules.face(card)
    if face.wild:
        return _JOKER
    if face.robs:
        return _ROBBER
    numbers = [*face.values, *([1] if face.start else [])]
    distances = [number - need for need in wanted for number in numbers if number >= need]
    soonest = _FADES ** min(distances) if distances else 0.0
    return max(soonest, _END) if face.searches else soonest
