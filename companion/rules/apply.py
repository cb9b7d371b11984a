"""The position after a play, and the winners."""

from msgspec.structs import replace

from companion.model.places import is_goal
from companion.model.play import Play, StepKind
from companion.model.position import Position
from companion.rules.moves.board import position_board
from companion.rules.rules import Rules


def after_play(rules: Rules, position: Position, play: Play) -> Position:
    """Returns the position after `play`: the next seat to move, the face remembered for a copy (BD-R52).

    The session decides which of the next seats really plays (no cards, forfeited).
    """
    skipped = sum(step.kind is StepKind.SKIP for step in play.steps)
    return replace(
        position,
        placement=play.result,
        turn=rules.next_seat(position.turn, 1 + skipped),
        copied=remembered(rules, position, play.card),
    )


def passed(rules: Rules, position: Position) -> Position:
    """Returns the position after a turn without a play."""
    return replace(position, turn=rules.next_seat(position.turn))


def remembered(rules: Rules, position: Position, card: str) -> str | None:
    """Returns the face of a Copy after `card` has been played: the card's own, or for a copy the one it copied."""
    variant = rules.variant
    if not variant.remembers_last_card or variant.stands_in(card):
        return position.copied
    return card


def home(position: Position, seat: int) -> int:
    """Returns how many of the seat's pawns stand in its lane."""
    return sum(1 for place in position.placement.pawns[seat] if is_goal(place))


def is_done(rules: Rules, position: Position, seat: int) -> bool:
    """Returns whether the seat's four pawns are home (CORE-R17); a fifth one does not matter (BD-R79)."""
    return position_board(rules, position).is_done(seat)


def winners(rules: Rules, position: Position) -> tuple[int, ...]:
    """Returns the seats of the winning team, () without a winner (CORE-R19).

    Two teams can only be complete by one and the same Partner card; then it counts for the player who has just played.
    """
    complete = position_board(rules, position).complete_teams()
    if not complete:
        return ()
    mover = position.teams[rules.next_seat(position.turn, -1)]
    team = mover if mover in complete else complete[0]
    return tuple(seat for seat, number in enumerate(position.teams) if number == team)
