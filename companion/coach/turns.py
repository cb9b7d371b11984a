"""The turns of a recorded game for the coach: the public knowledge, and the known cards of the player's hand.

Law: a hand that was never shown is no input.  The known cards of a hand are those that its player laid in the same
round, this turn or later, and a hand that was laid open; so notes of a simulated table make no difference.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.history.course import GameCourse
from companion.history.standing import standing
from companion.model.play import Play
from companion.playout.chances import PublicKnowledge
from companion.session import events as ev
from companion.session.state import BoardGame, Phase
from companion.views.laid import laid_cards


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """The play of a seat in a row of the record (1 is the first), and the knowledge before it.

    `hand` are the cards that it surely held, including the one it laid; `play` is None if it played none.  `ply` is the
    number of the play, or of the one before.
    """

    row: int
    ply: int
    seat: int
    known: PublicKnowledge
    hand: tuple[str, ...] = ()
    play: Play | None = None


def turns_of(course: GameCourse) -> tuple[Turn, ...]:
    """The turns that stand, of a game on a board whose cards are counted; none of any other."""
    stand = sorted(standing(course.events))
    hands = _hands([(row, course.events[row - 1]) for row in stand])
    return tuple(_turns(course, stand, hands))


def _turns(course: GameCourse, stand: Sequence[int], hands: Mapping[int, tuple[str, ...]]) -> Iterator[Turn]:
    before = None
    for row in stand:
        event, after = course.events[row - 1], course.states[row - 1]
        if isinstance(before, BoardGame) and isinstance(event, ev.PlayAccepted | ev.HandForfeited | ev.CardDiscarded):
            known = _known(before)
            if known is not None and event.seat == known.position.turn and isinstance(after, BoardGame):
                yield Turn(
                    row=row,
                    ply=after.ply,
                    seat=event.seat,
                    known=known,
                    hand=hands.get(row, ()),
                    play=_play(event) if isinstance(event, ev.PlayAccepted) else None,
                )
        before = after


def _known(state: BoardGame) -> PublicKnowledge | None:
    """None while something else than a card is to be played, or if nobody counts the cards."""
    if state.phase is not Phase.PLAY or state.owed is not None or not state.counted or not state.cards:
        return None
    if not state.cards[state.position.turn]:
        return None
    return PublicKnowledge(
        rules=state.rules,
        position=state.position,
        cards=state.cards,
        laid=laid_cards(state),
        round=max(1, state.round),
        dealer=state.dealer,
    )


def _play(event: ev.PlayAccepted) -> Play:
    return Play(card=event.card, steps=event.steps, result=event.result, acting_as=event.acting_as, draws=event.draws)


def _hands(rows: Sequence[tuple[int, ev.Event]]) -> dict[int, tuple[str, ...]]:
    """By row: the cards that the seat surely held then.  Read from the end, as a laid card was held before."""
    hands: dict[int, tuple[str, ...]] = {}
    held: dict[int, list[str]] = {}
    for row, event in reversed(rows):
        match event:
            case ev.CardsDealt() | ev.RoundEnded():
                held.clear()
            case ev.CardsDrawn(seat=seat, count=count) if count:
                # nobody saw which of the cards laid later was drawn here
                held.pop(seat, None)
            case ev.HandForfeited(seat=seat, hand=hand):
                held[seat] = list(hand or ())
            case ev.CardDiscarded(seat=seat, card=str(card)) | ev.PlayAccepted(seat=seat, card=card):
                held.setdefault(seat, []).append(card)
            case _:
                continue
        if isinstance(event, ev.PlayAccepted | ev.HandForfeited | ev.CardDiscarded):
            hands[row] = tuple(sorted(held.get(event.seat, ())))
    return hands
